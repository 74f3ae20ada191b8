import { Worker } from 'node:worker_threads';
import { QueryError, type QueryErrorCode } from '@powerset/query';
import { TaskError } from './task-error.ts';
import { createThreadLine } from './thread-line.ts';

/** Threads of one purpose, with a bound on their number and on the memory of each. */
export interface Threads {
  /** Throws `TaskError` or `QueryError` where the task is at fault, `ThreadLimitError` where it met a bound. */
  run<Answer>(task: { readonly kind: string }, limits: TaskLimits): Promise<Answer>;
  close(): Promise<void>;
}

export interface TaskLimits {
  /** Counted from the moment in which a thread has all that the task needs: waiting for a thread and its program is nobody's fault. */
  readonly deadlineMs: number;
  /** Ends the work when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whose task it is. People take turns, and nobody has the last thread while others of that person's tasks are at work: so
   * a short task of somebody else waits for nobody's long ones.
   */
  readonly fairnessKey?: string | undefined;
}

export interface ThreadsOptions {
  /** The bundled program of the threads. */
  readonly entry: string;
  /** At most so many; each is started when it is needed, and kept. */
  readonly threads: number;
  readonly memoryMb: number;
}

/** A task that took longer or grew larger than it may; its thread was ended. */
export class ThreadLimitError extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(limit === 'time' ? 'It takes too long to work out.' : 'It takes too much memory to work out.');
    this.name = 'ThreadLimitError';
  }
}

export interface ThreadFailure {
  readonly message: string;
  /** Whether the message is meant for the task's author. */
  readonly isAuthors: boolean;
  /** Where a query's author can mend it. */
  readonly query: { readonly field: string; readonly code: QueryErrorCode } | null;
}

/** What a thread says before it begins a task. */
export const hasBegun = 'begun';

/** On a machine that is busy a program is loaded for seconds. */
const loadingMs = 60_000;

export type ThreadAnswer = { readonly value: unknown } | { readonly failure: ThreadFailure };

export function createThreads(options: ThreadsOptions): Threads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let isOpen = true;
  const line = createThreadLine(options.threads);
  const forget = (worker: Worker) => {
    all.delete(worker);
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  };
  const start = (): Worker => {
    const worker = new Worker(options.entry, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb }, env: {} });
    worker.unref();
    all.add(worker);
    // Whoever waits for it hears of its end as well; one that ends between two tasks is forgotten.
    worker.on('error', () => undefined);
    worker.on('exit', () => forget(worker));
    return worker;
  };
  const release = (worker: Worker, isUsable: boolean) => {
    if (isUsable) idle.push(worker);
    else {
      forget(worker);
      void worker.terminate();
      // The next task finds a thread that is ready, as the one before did.
      if (isOpen) idle.push(start());
    }
  };
  const run = async (task: { readonly kind: string }, limits: TaskLimits): Promise<unknown> => {
    const leave = await line.enter(limits.fairnessKey ?? '', limits.signal);
    if (!isOpen) {
      leave();
      throw new Error('The thread ended.');
    }
    const worker = idle.pop() ?? start();
    let isUsable = true;
    try {
      limits.signal?.throwIfAborted();
      isUsable = false;
      const answer = await ask(worker, task, limits);
      isUsable = true;
      if ('failure' in answer) throw toError(answer.failure);
      return answer.value;
    } finally {
      release(worker, isUsable);
      leave();
    }
  };
  return {
    // Each kind of task has its own answer, which whoever asks knows.
    run: <Answer>(task: { readonly kind: string }, limits: TaskLimits) => run(task, limits) as Promise<Answer>,
    close: async () => {
      isOpen = false;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** One answer; a thread that dies, or that nobody waits for any more, gives none and is not used again. */
function ask(worker: Worker, task: object, { deadlineMs, signal }: TaskLimits): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal?.reason));
    const onError = (error: Error) => settle(() => reject(fromThread(error)));
    const onExit = () => settle(() => reject(new Error('The thread ended.')));
    const endAfter = (ms: number) => setTimeout(() => settle(() => reject(new ThreadLimitError('time'))), ms);
    let timer = endAfter(loadingMs);
    const onMessage = (said: ThreadAnswer | typeof hasBegun) => {
      if (said !== hasBegun) return settle(() => resolve(said));
      clearTimeout(timer);
      timer = endAfter(deadlineMs);
    };
    const settle = (done: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      done();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else worker.postMessage(task);
  });
}

function fromThread(error: Error): Error {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitError('memory') : error;
}

function toError({ message, isAuthors, query }: ThreadFailure): Error {
  if (query) return new QueryError(message, query.field, query.code);
  return isAuthors ? new TaskError(message) : new Error(message);
}
