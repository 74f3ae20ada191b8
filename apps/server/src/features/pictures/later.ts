import { createMemoryCache } from '../../cache/index.ts';

/** What is asked of databases for pictures that somebody will want: one after the other, each at most so often. */
export interface LaterWork {
  /** Does the work when its turn comes; what was tried lately, or does not fit into the line, is left out. */
  start(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
  close(): void;
}

const longestLine = 50;
const restSeconds = 600;
const deadlineMs = 60_000;

export function createLaterWork(now: () => Date): LaterWork {
  const tried = createMemoryCache<true>({ maxBytes: 1_000_000, now });
  const line: (() => Promise<unknown>)[] = [];
  const ended = new AbortController();
  let isBusy = false;
  const next = () => {
    const work = isBusy || ended.signal.aborted ? undefined : line.shift();
    if (!work) return;
    isBusy = true;
    // Whoever wants the picture asks again, and is told then what is wrong.
    void work()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
        next();
      });
  };
  return {
    start: (key, work) => {
      if (tried.get(key) || line.length >= longestLine) return;
      tried.set(key, { value: true, bytes: key.length * 2 + 16, lifetimeSeconds: restSeconds });
      line.push(() => work(AbortSignal.any([ended.signal, AbortSignal.timeout(deadlineMs)])));
      next();
    },
    close: () => ended.abort(new Error('The server stops.')),
  };
}
