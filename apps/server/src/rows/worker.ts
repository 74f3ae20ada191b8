/** The thread that heavy work on rows is done in: it takes one task after the other, and answers each. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { QueryError } from '@powerset/query';
import { memoryOf } from '../packed/index.ts';
import type { WorkerAnswer } from './row-workers.ts';
import { perform, type RowTask } from './tasks.ts';

async function answer(port: MessagePort, task: RowTask): Promise<void> {
  try {
    const value = await perform(task);
    const reply: WorkerAnswer = { value };
    port.postMessage(reply, 'batches' in value ? memoryOf(value) : []);
  } catch (error) {
    port.postMessage(toFailure(error));
  }
}

function toFailure(error: unknown): WorkerAnswer {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof QueryError)) return { failure: { message, query: null } };
  return { failure: { message: error.message, query: { field: error.field, code: error.code } } };
}

const port = parentPort;
// Only the server starts this file, as a thread.
port?.on('message', (task: RowTask) => void answer(port, task));
