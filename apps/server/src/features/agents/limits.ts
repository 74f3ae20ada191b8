import { toNetwork } from '../../access/index.ts';
import { tooMany } from '../../http/index.ts';

interface Limit {
  readonly now: () => Date;
  readonly most: number;
  readonly withinMs: number;
}

/** Counts what strangers do; throws what says when the next time is. */
export interface Counter {
  /** Throws where there were as many already. */
  check(key: string): void;
  add(key: string): void;
}

/** A few megabytes at most, however many addresses call. */
const maxKeys = 20_000;

export function createCounter({ now, most, withinMs }: Limit): Counter {
  const times = new Map<string, readonly number[]>();
  const recent = (key: string) => (times.get(key) ?? []).filter((at) => now().getTime() - at < withinMs);
  return {
    check: (key) => {
      const [first = 0, ...others] = recent(key);
      if (others.length + 1 >= most && first > 0) throw tooMany(withinMs - (now().getTime() - first));
    },
    add: (key) => {
      const own = [...recent(key), now().getTime()].slice(-most);
      times.delete(key);
      times.set(key, own);
      // The first is whoever came longest ago.
      const [oldest] = times.keys();
      if (times.size > maxKeys && oldest !== undefined) times.delete(oldest);
    },
  };
}

export const networkOf = (address: string) => toNetwork(address);
