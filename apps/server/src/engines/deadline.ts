import { EngineError } from './engine.ts';

export interface Deadline {
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
  /** How long work that was stopped is waited for; where nothing is said, until it has ended. */
  readonly patienceMs?: number;
}

/** The time limit of work that may have to wait or begin again through no fault of its own. */
export interface TimeLimit {
  readonly pause: () => void;
  /** All of the time again, from now. */
  readonly renew: () => void;
}

/**
 * Runs work under one signal for the caller's own and for the time limit. When it fires, the error that is thrown is the
 * signal's reason, whatever the work says then.
 */
export async function withDeadline<T>(
  { signal, timeoutMs, patienceMs }: Deadline,
  work: (signal: AbortSignal, limit: TimeLimit) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' }));
  const limit = startLimit(timeoutMs, () => {
    const message = `The query ran longer than ${timeoutMs / 1000} s and was stopped`;
    controller.abort(new EngineError({ code: 'BACKEND_TIMEOUT_ERROR', message }));
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const working = work(controller.signal, limit);
    return await (patienceMs === undefined
      ? working
      : Promise.race([working, outOfPatience(controller.signal, patienceMs)]));
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    limit.pause();
    signal?.removeEventListener('abort', stop);
  }
}

function startLimit(timeoutMs: number, onOver: () => void): TimeLimit {
  let timer = setTimeout(onOver, timeoutMs);
  return {
    pause: () => clearTimeout(timer),
    renew: () => {
      clearTimeout(timer);
      timer = setTimeout(onOver, timeoutMs);
    },
  };
}

/** Fails so long after the signal; before, and without it, it says nothing. */
function outOfPatience(signal: AbortSignal, patienceMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), patienceMs).unref(), { once: true });
  });
}
