import type { MessagePort } from 'node:worker_threads';
import { QueryError } from '@powerset/query';
import { memoryOf } from '../packed/index.ts';
import { TaskError } from './task-error.ts';
import { hasBegun, type ThreadAnswer } from './threads.ts';

/** The work of a task, once all is loaded that it needs. */
export type Prepare<Task> = (task: Task) => (() => unknown) | Promise<() => unknown>;

/** In a thread: takes one task after the other, says when it begins, and answers it. */
export function serveTasks<Task>(port: MessagePort, prepare: Prepare<Task>): void {
  port.on('message', (task: Task) => void answer(port, () => prepare(task)));
}

async function answer(port: MessagePort, prepare: () => ReturnType<Prepare<unknown>>): Promise<void> {
  try {
    const work = await prepare();
    port.postMessage(hasBegun);
    const value = await work();
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
