import { systemEndpoints } from '@powerset/contract';
import { ApiError, api, isUnanswered } from '../api/index.ts';
import type { ChartFailure, ChartStatus } from './chart-run.ts';

const firstDelayMs = 2000;
const longestDelayMs = 30_000;

/** What of a run says whether somebody answered it. */
interface WatchedRun {
  readonly status: ChartStatus | null;
  readonly failure: Pick<ChartFailure, 'isUnanswered'> | null;
}

export interface ReturnParts {
  readonly getRuns: () => Readonly<Record<number, WatchedRun>>;
  /** Whether the server answers by now. */
  readonly isReached: () => Promise<boolean>;
  readonly askAgain: (chartIds: readonly number[]) => void;
  /** Calls later; the answer takes it back. */
  readonly later: (run: () => void, delayMs: number) => () => void;
}

export interface ReturnWatch {
  /** The runs may be others now. */
  readonly notice: () => void;
  /** The browser has a network again, or its reader has come back: no reason to wait any longer. */
  readonly look: () => void;
  readonly dispose: () => void;
}

/**
 * Charts that nobody answered are asked again by themselves, once, as soon as the server is there again. Whatever fails then
 * waits for its reader: where the way holds for a short question and not for the chart's, asking on and on would help nobody.
 */
export function watchReturn({ getRuns, isReached, askAgain, later }: ReturnParts): ReturnWatch {
  const tried = new Set<number>();
  let delayMs = firstDelayMs;
  let cancel: (() => void) | null = null;
  let isLooking = false;
  let isOver = false;

  const lost = () =>
    Object.entries(getRuns())
      .filter(([id, run]) => run.failure?.isUnanswered === true && run.status === 'failed' && !tried.has(Number(id)))
      .map(([id]) => Number(id));
  const plan = () => {
    cancel ??= later(() => {
      cancel = null;
      void probe();
    }, delayMs);
  };
  const probe = async () => {
    if (isLooking || lost().length === 0) return;
    isLooking = true;
    const isThere = await isReached().catch(() => false);
    isLooking = false;
    if (isOver) return;
    if (!isThere) {
      delayMs = Math.min(2 * delayMs, longestDelayMs);
      return plan();
    }
    delayMs = firstDelayMs;
    const ids = lost();
    for (const id of ids) tried.add(id);
    askAgain(ids);
  };
  const dispose = () => {
    isOver = true;
    cancel?.();
  };
  return {
    notice: () => {
      for (const id of tried) if (getRuns()[id]?.status === 'success') tried.delete(id);
      if (!isLooking && lost().length > 0) plan();
    },
    look: () => void probe(),
    dispose,
  };
}

/** Watches in the browser for the server's return, until the answer is called; `subscribe` tells that the runs may be others now. */
export function startReturnWatch({
  subscribe,
  ...parts
}: Pick<ReturnParts, 'getRuns' | 'askAgain'> & { readonly subscribe: (notice: () => void) => () => void }): () => void {
  const watch = watchReturn({
    ...parts,
    isReached: () => isThere(() => api.openEndpoint(systemEndpoints.ready)),
    later: (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
  watch.notice();
  const stop = subscribe(watch.notice);
  addEventListener('online', watch.look);
  addEventListener('visibilitychange', watch.look);
  return () => {
    removeEventListener('online', watch.look);
    removeEventListener('visibilitychange', watch.look);
    stop();
    watch.dispose();
  };
}

/** A refusal is an answer too, as whoever's token has ended is given. */
async function isThere(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    return error instanceof ApiError && !isUnanswered(error);
  }
}
