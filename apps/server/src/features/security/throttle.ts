import { toNetwork } from '../../access/index.ts';
import { tooMany } from '../../http/index.ts';

/** Who tries to sign in, and from where. */
export interface Attempt {
  readonly username: string;
  readonly address: string;
  /** Set when the person has signed in from this very browser before. */
  readonly browserId: string | undefined;
}

/** Makes those wait who guess passwords, and nobody else. */
export interface Throttle {
  /** Counts an attempt as failed, or refuses it; the answer takes it back when the password was right. */
  begin(attempt: Attempt): () => void;
}

interface Bound {
  readonly key: string;
  readonly limit: number;
  /** Whether a right password shows that those before were slips of the same person. */
  readonly isPersonal?: boolean;
}

const windowMs = 60_000;
/** More than what one address can fill within a minute, and a few megabytes at most. */
const maxKeys = 20_000;
/**
 * Many people may share one address, so it is given more room than one name there. A name alone is bounded against
 * guessing from many addresses at once.
 */
const maxFailures = { nameAtAddress: 8, nameInBrowser: 8, address: 40, name: 300 } as const;

export function createThrottle(now: () => Date): Throttle {
  const failures = new Map<string, readonly number[]>();
  const recent = (key: string, time: number) => (failures.get(key) ?? []).filter((at) => time - at < windowMs);
  const write = (key: string, times: readonly number[]) => {
    // Written anew it stands last, so that the first is always the one that failed longest ago.
    failures.delete(key);
    if (times.length > 0) failures.set(key, times);
  };
  return {
    begin: (attempt) => {
      const time = now().getTime();
      forgetOld(failures, time);
      const bounds = toBounds(attempt);
      const waits = bounds
        .map(({ key, limit }) => ({ limit, times: recent(key, time) }))
        .filter(({ limit, times }) => times.length >= limit)
        .map(({ times }) => windowMs - (time - (times[0] ?? time)));
      if (waits.length > 0) throw tooMany(Math.max(...waits));
      for (const { key } of bounds) write(key, [...recent(key, time), time]);
      return () => {
        for (const { key, isPersonal } of bounds)
          write(key, isPersonal ? [] : withoutOne(recent(key, now().getTime()), time));
      };
    },
  };
}

function toBounds({ username, address, browserId }: Attempt): readonly Bound[] {
  const name = username.toLowerCase();
  if (browserId) return [{ key: `${browserId} ${name}`, limit: maxFailures.nameInBrowser, isPersonal: true }];
  const network = toNetwork(address);
  return [
    { key: `at ${network} ${name}`, limit: maxFailures.nameAtAddress, isPersonal: true },
    { key: `address ${network}`, limit: maxFailures.address },
    { key: `name ${name}`, limit: maxFailures.name },
  ];
}

function withoutOne(times: readonly number[], time: number): readonly number[] {
  const index = times.indexOf(time);
  return times.filter((_, position) => position !== index);
}

function forgetOld(failures: Map<string, readonly number[]>, nowMs: number): void {
  for (const [key, times] of failures) {
    if (failures.size < maxKeys && nowMs - (times.at(-1) ?? 0) < windowMs) return;
    failures.delete(key);
  }
}
