import type { WireSmallPicture } from '@powerset/contract';

type Work = (signal: AbortSignal) => Promise<WireSmallPicture>;

/** Small pictures that wait for their turn. */
export interface PictureLine {
  /**
   * Does the work when its turn comes. Of rows that were slow before, named by `source`, nothing is asked: the picture is
   * `slow` too. Whoever leaves before his turn is forgotten.
   */
  readonly run: (source: string, work: Work, signal: AbortSignal) => Promise<WireSmallPicture>;
}

/** More at once would hold up what somebody asked for. */
const mostAtOnce = 2;
/** So long a slow database is left alone. */
const restMs = 300_000;

const slow: WireSmallPicture = { state: 'slow', image: null, summary: null };

export function createPictureLine(now: () => number = Date.now): PictureLine {
  const waiting: (() => void)[] = [];
  const slowUntil = new Map<string, number>();
  let active = 0;
  const next = () => {
    while (active < mostAtOnce) {
      const start = waiting.shift();
      if (!start) return;
      active += 1;
      start();
    }
  };
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
      next();
    });
  return {
    run: async (source, work, signal) => {
      await enter(signal);
      try {
        if ((slowUntil.get(source) ?? 0) > now()) return slow;
        const picture = await work(signal);
        if (picture.state === 'slow') slowUntil.set(source, now() + restMs);
        return picture;
      } finally {
        active -= 1;
        next();
      }
    },
  };
}
