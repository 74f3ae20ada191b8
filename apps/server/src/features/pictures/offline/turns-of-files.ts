/** Files are made one after the other: each asks its databases as often as twenty pages do. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    const before = last;
    const turn = (async () => {
      await Promise.race([before.catch(() => undefined), whenAborted(signal)]);
      signal.throwIfAborted();
      return work();
    })();
    // Who gave up waiting does not let the next one in before its time.
    last = Promise.allSettled([before, turn]);
    return turn;
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
