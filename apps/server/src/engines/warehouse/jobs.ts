import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '../remote/index.ts';

/** How a service runs a query that it calls a job or a statement: what is asked of it, and what its answers mean. */
export interface JobSteps<Page> {
  /** Starts the query. Ends by itself in bounded time: what has no name yet cannot be ended. */
  start(): Promise<Page>;
  isRunning(page: Page): boolean;
  /** Asks how far it is; `count` tells how often that was done before. */
  poll(page: Page, signal: AbortSignal, count: number): Promise<Page>;
  /** Its rows; where there are none, a batch that tells the columns. */
  toBatches(page: Page): AsyncIterable<Batch> | Iterable<Batch>;
  /** The next part of its rows; null after the last. */
  next(page: Page, signal: AbortSignal): Promise<Page> | null;
  /** Ends it on the server, whatever comes of that. */
  cancel(page: Page): Promise<unknown>;
}

/**
 * The rows of a query as they come; the first batch tells the columns, even where there are no rows. Whoever stops reading, or is
 * told to stop, ends the query on the server: it would run on, and be paid for.
 */
export async function* readJob<Page>(steps: JobSteps<Page>, signal: AbortSignal): AsyncGenerator<Batch> {
  let page = await start(steps, signal);
  const started = page;
  const stop = () => void steps.cancel(started).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let isDone = false;
  try {
    for (let count = 0; steps.isRunning(page); count += 1) page = await steps.poll(page, signal, count);
    for (let isFirst = true; ; isFirst = false) {
      for await (const batch of steps.toBatches(page)) if (batch.rowCount > 0 || isFirst) yield batch;
      const next = steps.next(page, signal);
      if (next === null) break;
      page = await next;
    }
    isDone = true;
  } finally {
    signal.removeEventListener('abort', stop);
    if (!isDone && !signal.aborted) stop();
  }
}

/** Whoever is told to stop leaves at once; the query is ended as soon as its name is known. */
async function start<Page>(steps: JobSteps<Page>, signal: AbortSignal): Promise<Page> {
  signal.throwIfAborted();
  const starting = steps.start();
  let leave = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    leave = () => {
      starting.then((page) => steps.cancel(page)).catch(() => undefined);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([starting, gone]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const firstPauseMs = 50;
const longestPauseMs = 1000;

/** Before a running query is asked for again: short at first, a second at last. */
export function pauseBeforePoll(count: number, signal: AbortSignal): Promise<void> {
  return pause(Math.min(longestPauseMs, firstPauseMs * 1.5 ** count), undefined, { signal });
}
