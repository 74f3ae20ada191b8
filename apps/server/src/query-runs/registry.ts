import { setMaxListeners } from 'node:events';
import type { ResultTable } from '@powerset/contract';
import type { CellCut, RunProgress } from '../engines/index.ts';
import { AppError } from '../http/index.ts';

/** The first rows of a result; of long values the beginning. */
export interface FirstRows {
  readonly table: ResultTable;
  readonly cuts: readonly CellCut[];
  /** Whose they are: its place in the script. */
  readonly statement: number;
}

/** One run at work in this process. */
export interface RunHandle {
  readonly clientId: string;
  readonly signal: AbortSignal;
  /** Aborted, before all runs are, when this process ends. */
  readonly closing: AbortSignal;
  report(progress: RunProgress): void;
  /** The first rows of its result, while the rest is still computed or stored. */
  showRows(rows: FirstRows): void;
  /** Tells followers that the run's row has changed. */
  announce(): void;
  /** To be called once, when the run has ended. */
  finish(): void;
}

/** Called after a change; an urgent one should be told at once. */
export type RunListener = (isUrgent: boolean) => void;

/** Runs at work in this process: to stop them, and to follow them. */
export interface RunRegistry {
  /** Aborted, before all runs are, when this process ends. */
  readonly closing: AbortSignal;
  start(clientId: string): RunHandle;
  has(clientId: string): boolean;
  /** Of all that are at work. */
  clientIds(): readonly string[];
  /** 0 to 1 of a run at work. */
  progressOf(clientId: string): RunProgress | undefined;
  /** The first rows of a run at work, once its engine has given them. */
  firstRowsOf(clientId: string): FirstRows | undefined;
  /** Asks a run to end; resolves when it has, false when none of that id is at work. */
  stop(clientId: string): Promise<boolean>;
  /** Calls back on each change until the run ends; gives what ends the following. */
  follow(clientId: string, listener: RunListener): () => void;
  /** Stops every run and waits for them. */
  close(): Promise<void>;
}

interface Entry {
  readonly controller: AbortController;
  readonly listeners: Set<RunListener>;
  readonly ended: Promise<void>;
  progress: RunProgress;
  firstRows: FirstRows | undefined;
}

export function createRunRegistry(): RunRegistry {
  const entries = new Map<string, Entry>();
  const ending = new AbortController();
  // Each run that waits for the store listens.
  setMaxListeners(0, ending.signal);
  const stop = async (clientId: string) => {
    const entry = entries.get(clientId);
    if (!entry) return false;
    entry.controller.abort(new AppError('QUERY_STOPPED_ERROR'));
    await entry.ended;
    return true;
  };
  return {
    closing: ending.signal,
    start: (clientId) => startRun(entries, clientId, ending.signal),
    clientIds: () => [...entries.keys()],
    has: (clientId) => entries.has(clientId),
    progressOf: (clientId) => entries.get(clientId)?.progress,
    firstRowsOf: (clientId) => entries.get(clientId)?.firstRows,
    stop,
    follow: (clientId, listener) => {
      const listeners = entries.get(clientId)?.listeners;
      listeners?.add(listener);
      return () => listeners?.delete(listener);
    },
    close: async () => {
      ending.abort();
      await Promise.all([...entries.keys()].map(stop));
    },
  };
}

function startRun(entries: Map<string, Entry>, clientId: string, closing: AbortSignal): RunHandle {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const controller = new AbortController();
  const entry: Entry = {
    controller,
    listeners: new Set(),
    ended,
    progress: { fraction: 0, rowsRead: 0 },
    firstRows: undefined,
  };
  entries.set(clientId, entry);
  const tell = (isUrgent: boolean) => {
    for (const listener of [...entry.listeners]) listener(isUrgent);
  };
  return {
    clientId,
    signal: controller.signal,
    closing,
    report: ({ fraction, rowsRead }) => {
      entry.progress = { fraction: Math.min(1, Math.max(entry.progress.fraction, fraction)), rowsRead };
      tell(false);
    },
    showRows: (rows) => {
      entry.firstRows = rows;
      tell(true);
    },
    announce: () => tell(false),
    finish: () => {
      entries.delete(clientId);
      tell(true);
      end();
    },
  };
}
