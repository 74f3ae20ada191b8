/** The program of the threads: each takes one task after the other, and answers it. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { QueryError } from '@powerset/query';
import type { ScriptText } from '../engines/index.ts';
import { memoryOf } from '../packed/index.ts';
import { perform, type RowTask } from '../rows/index.ts';
import type { ArchiveTask, PackTask } from './archive-task.ts';
import type { FormatTask } from './format-task.ts';
import { prepareScript, type ScriptTask } from './script-task.ts';
import { TaskError } from './task-error.ts';
import {
  type OffsetsTask,
  type ParametersTask,
  type PlanTask,
  planTemplated,
  planTemplatedOffsets,
  type RenderTask,
  readParameters,
  renderTemplate,
} from './template-tasks.ts';
import type { ThreadAnswer } from './threads.ts';

type Task =
  | RowTask
  | FormatTask
  | RenderTask
  | ParametersTask
  | PlanTask
  | OffsetsTask
  | ArchiveTask
  | PackTask
  | ScriptTask
  | ReadingTask;

type ReadingTask = ScriptText & { readonly kind: 'read-script' };

/** The formatter, grammars and the reader of YAML are large: a thread that renders templates starts sooner without them. */
async function work(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'format':
      return (await import('./format-task.ts')).formatSql(task);
    case 'render':
      return renderTemplate(task);
    case 'parameters':
      return readParameters(task);
    case 'plan':
      return planTemplated(task);
    case 'script':
      return prepareScript(task);
    case 'read-script':
      return (await import('../engines/index.ts')).readScript(task);
    case 'offsets':
      return planTemplatedOffsets(task);
    case 'archive':
      return (await import('./archive-task.ts')).readArchive(task);
    case 'pack':
      return (await import('./archive-task.ts')).packArchive(task);
    default:
      return perform(task);
  }
}

async function answer(port: MessagePort, task: Task): Promise<void> {
  try {
    const value = await work(task);
    const reply: ThreadAnswer = { value };
    port.postMessage(reply, isPacked(value) ? memoryOf(value) : []);
  } catch (error) {
    port.postMessage(toFailure(error));
  }
}

function isPacked(value: unknown): value is Parameters<typeof memoryOf>[0] {
  return typeof value === 'object' && value !== null && 'batches' in value;
}

function toFailure(error: unknown): ThreadAnswer {
  if (error instanceof QueryError) {
    const query = { field: error.field, code: error.code };
    return { failure: { message: error.message, isAuthors: true, query } };
  }
  if (error instanceof TaskError) return { failure: { message: error.message, isAuthors: true, query: null } };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { failure: { message, isAuthors: false, query: null } };
}

const port = parentPort;
// Only the server starts this file, as a thread.
port?.on('message', (task: Task) => void answer(port, task));
