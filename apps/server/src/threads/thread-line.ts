/** Who may have a thread, and who waits for one. */
export interface ThreadLine {
  /** Waits for a thread; what it gives is to be called when the thread is free again. */
  enter(key: string, signal: AbortSignal | undefined): Promise<() => void>;
}

interface Waiting {
  readonly key: string;
  readonly go: () => void;
}

/**
 * Keys take turns. One key has all threads but one at most, so that whoever else comes finds one; where there is a single
 * thread they wait for one task of it. Tasks without a key are the server's own, and have no such bound.
 */
export function createThreadLine(threads: number): ThreadLine {
  const mostOfOne = Math.max(1, threads - 1);
  const atWork = new Map<string, number>();
  let busy = 0;
  let waiting: readonly Waiting[] = [];
  const countOf = (key: string) => atWork.get(key) ?? 0;
  const isFree = (key: string) => busy < threads && (key === '' || countOf(key) < mostOfOne);
  const take = (key: string) => {
    busy += 1;
    atWork.set(key, countOf(key) + 1);
  };
  const startNext = () => {
    // Of those who may, the one with the fewest tasks at work; among equals who came first.
    const ready = waiting.filter(({ key }) => isFree(key));
    const [next] = ready.toSorted((one, other) => countOf(one.key) - countOf(other.key));
    if (!next) return;
    waiting = waiting.filter((other) => other !== next);
    take(next.key);
    next.go();
  };
  const leave = (key: string) => {
    busy -= 1;
    const left = countOf(key) - 1;
    if (left > 0) atWork.set(key, left);
    else atWork.delete(key);
    // Whoever has just had a turn comes after the others.
    const others = waiting.filter((one) => one.key !== key);
    waiting = [...others, ...waiting.filter((one) => one.key === key)];
    startNext();
  };
  const wait = (key: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        waiting = waiting.filter((other) => other !== own);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const own: Waiting = { key, go };
      waiting = [...waiting, own];
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  return {
    enter: async (key, signal) => {
      signal?.throwIfAborted();
      if (isFree(key)) take(key);
      else await wait(key, signal);
      return () => leave(key);
    },
  };
}
