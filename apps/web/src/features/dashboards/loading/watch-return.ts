import type { ChartRun } from '../../../chart-runs/index.ts';

const firstDelayMs = 2000;
const longestDelayMs = 30_000;

export interface ReturnParts {
  readonly getRuns: () => Readonly<Record<number, ChartRun>>;
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
