import { createHash } from 'node:crypto';
import { toNetwork } from '../../access/index.ts';
import { openTopic } from '../../cache/index.ts';
import { tooMany } from '../../http/index.ts';
import type { Services } from '../../services.ts';

interface Limit extends Pick<Services, 'now' | 'shared'> {
  /** What is counted, so that nothing else is counted with it. */
  readonly what: string;
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

/** Counts in each process what all of them see, where they share a memory. */
export function createCounter({ now, shared, what, most, withinMs }: Limit): Counter {
  const times = new Map<string, readonly number[]>();
  const recent = (key: string) => (times.get(key) ?? []).filter((at) => now().getTime() - at < withinMs);
  const take = (key: string) => {
    const own = [...recent(key), now().getTime()].slice(-most);
    times.delete(key);
    times.set(key, own);
    // The first is whoever came longest ago.
    const [oldest] = times.keys();
    if (times.size > maxKeys && oldest !== undefined) times.delete(oldest);
  };
  const processes = openTopic<string>(shared, `agents: ${what}`, take);
  return {
    check: (key) => {
      const [first = 0, ...others] = recent(toName(key));
      if (others.length + 1 >= most && first > 0) throw tooMany(withinMs - (now().getTime() - first));
    },
    add: (key) => {
      const name = toName(key);
      take(name);
      processes.tell(name);
    },
  };
}

/** Where somebody is, and what he sent as a name, goes to no other process. */
const toName = (key: string) => createHash('sha256').update(key).digest('base64url');

export const networkOf = (address: string) => toNetwork(address);
