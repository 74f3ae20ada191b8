import { Worker } from 'node:worker_threads';
import { QueryError, type QueryErrorCode } from '@powerset/query';
import type { PackedTable } from '../packed/index.ts';
import type { DataFile } from './files.ts';
import { cellsOf, type FileTask, perform, type RowResult, type RowTask, type ShapeTask } from './tasks.ts';

/** Work on rows: a little of it at once, much of it in threads, so that requests are answered meanwhile. */
export interface RowWorkers {
  /** Labels, compares and post-processes. Throws `QueryError` where a query's rules are at fault. */
  shape(task: Omit<ShapeTask, 'kind'>, signal: AbortSignal): Promise<PackedTable>;
  /** Writes a file. */
  file(task: Omit<FileTask, 'kind'>, signal: AbortSignal): Promise<DataFile>;
  close(): Promise<void>;
}

export interface RowWorkersOptions {
  /** The bundled program of the threads. */
  readonly entry: string;
  /** At most so many threads; each is started when it is needed, and kept. */
  readonly threads: number;
  readonly memoryMb: number;
}

export interface WorkerFailure {
  readonly message: string;
  /** Where a query's author can mend it. */
  readonly query: { readonly field: string; readonly code: QueryErrorCode } | null;
}

export type WorkerAnswer = { readonly value: RowResult } | { readonly failure: WorkerFailure };

/** What a thousand rows of twenty columns take is not worth the way to a thread. */
const smallCells = 20_000;

export function createRowWorkers(options: RowWorkersOptions): RowWorkers {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
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
  const acquire = async (): Promise<Worker> => {
    while (idle.length === 0 && all.size >= options.threads) await new Promise<void>((go) => waiting.push(go));
    return idle.pop() ?? start();
  };
  const release = (worker: Worker, isUsable: boolean) => {
    if (isUsable) idle.push(worker);
    else {
      forget(worker);
      void worker.terminate();
    }
    waiting.shift()?.();
  };
  const runInThread = async (task: RowTask, signal: AbortSignal): Promise<RowResult> => {
    const worker = await acquire();
    let isUsable = false;
    try {
      signal.throwIfAborted();
      const answer = await ask(worker, task, signal);
      isUsable = true;
      if ('failure' in answer) throw toError(answer.failure);
      return answer.value;
    } finally {
      release(worker, isUsable);
    }
  };
  const run = (task: RowTask, signal: AbortSignal) =>
    cellsOf(task) <= smallCells ? perform(task) : runInThread(task, signal);
  return {
    // A task is answered by what its kind comes to.
    shape: (task, signal) => run({ ...task, kind: 'shape' }, signal) as Promise<PackedTable>,
    file: (task, signal) => run({ ...task, kind: 'file' }, signal) as Promise<DataFile>,
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** One answer; a thread that dies, or that nobody waits for any more, gives none and is not used again. */
function ask(worker: Worker, task: RowTask, signal: AbortSignal): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal.reason));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('The thread that works on rows ended.')));
    const onMessage = (answer: WorkerAnswer) => settle(() => resolve(answer));
    const settle = (done: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      done();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else worker.postMessage(task);
  });
}

function toError({ message, query }: WorkerFailure): Error {
  return query ? new QueryError(message, query.field, query.code) : new Error(message);
}
