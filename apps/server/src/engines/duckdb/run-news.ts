import type { TimeLimit } from '../deadline.ts';
import type { RunProgress } from '../engine.ts';

/** What those who wait for one run hear of it: how far it is, and what becomes of their time limits. */
export type RunNews = RunProgress | keyof TimeLimit;

/** Gives a value the first time, and undefined afterwards. */
export function onlyOnce<T>(value: T | undefined): () => T | undefined {
  let left = value;
  return () => {
    const taken = left;
    left = undefined;
    return taken;
  };
}

/** Tells all of them when their time stands still, and when it begins anew. */
export function limitOfAll(tell: (news: RunNews) => void): TimeLimit {
  return { pause: () => tell('pause'), renew: () => tell('renew') };
}
