import type { FigureComparison } from '@powerset/query';
import type { PackedTable } from '../packed/index.ts';
import { createThreads, type Threads, type ThreadsOptions } from '../threads/index.ts';
import type { DataFile } from './files.ts';
import {
  type FiguresTask,
  type FileTask,
  isSmall,
  perform,
  type RowResult,
  type RowTask,
  type ShapeTask,
} from './tasks.ts';

/** Work on rows: a little of it at once, much of it in threads, so that requests are answered meanwhile. */
export interface RowWorkers {
  /** Labels, compares and post-processes. Throws `QueryError` where a query's rules are at fault. */
  shape(task: Omit<ShapeTask, 'kind'>, signal: AbortSignal): Promise<PackedTable>;
  /** Writes a file. */
  file(task: Omit<FileTask, 'kind'>, signal: AbortSignal): Promise<DataFile>;
  /** Compares the figures of two answers. */
  figures(task: Omit<FiguresTask, 'kind'>, signal: AbortSignal): Promise<FigureComparison>;
  close(): Promise<void>;
}

/** The most rows that are asked for are written as a workbook in a fraction of it. */
const deadlineMs = 120_000;

export function createRowWorkers(options: ThreadsOptions): RowWorkers {
  const threads: Threads = createThreads(options);
  const run = (task: RowTask, signal: AbortSignal): Promise<RowResult> =>
    isSmall(task) ? perform(task) : threads.run(task, { deadlineMs, signal });
  return {
    // A task is answered by what its kind comes to.
    shape: (task, signal) => run({ ...task, kind: 'shape' }, signal) as Promise<PackedTable>,
    file: (task, signal) => run({ ...task, kind: 'file' }, signal) as Promise<DataFile>,
    figures: (task, signal) => run({ ...task, kind: 'figures' }, signal) as Promise<FigureComparison>,
    close: threads.close,
  };
}
