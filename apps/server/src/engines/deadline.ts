import { EngineError } from './engine.ts';

export interface Deadline {
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
  /** How long work that was stopped is waited for; where nothing is said, until it has ended. */
  readonly patienceMs?: number;
}

/**
 * Runs work under one signal for the caller's own and for the time limit. When it fires, the error that is thrown is the
 * signal's reason, whatever the work says then.
 */
export async function withDeadline<T>(
  { signal, timeoutMs, patienceMs }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' }));
  const timer = setTimeout(() => {
    const message = `The query ran longer than ${timeoutMs / 1000} s and was stopped`;
    controller.abort(new EngineError({ code: 'BACKEND_TIMEOUT_ERROR', message }));
  }, timeoutMs);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const working = work(controller.signal);
    return await (patienceMs === undefined
      ? working
      : Promise.race([working, outOfPatience(controller.signal, patienceMs)]));
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Fails so long after the signal; before, and without it, it says nothing. */
function outOfPatience(signal: AbortSignal, patienceMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), patienceMs).unref(), { once: true });
  });
}
