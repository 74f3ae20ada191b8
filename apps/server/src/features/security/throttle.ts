import { createHash, randomUUID } from 'node:crypto';
import { toNetwork } from '../../access/index.ts';
import { openTopic } from '../../cache/index.ts';
import { tooMany } from '../../http/index.ts';
import type { Services } from '../../services.ts';

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

const minuteMs = 60_000;
/** More than what one address can fill within a minute, and a few megabytes at most. */
const maxKeys = 20_000;
/**
 * Many people may share one address, so it is given more room than one name there. A name alone is bounded against
 * guessing from many addresses at once.
 */
const maxFailures = { nameAtAddress: 8, nameInBrowser: 8, address: 40, name: 300 } as const;

interface ThrottleParts extends Pick<Services, 'now' | 'shared'> {
  /** What is tried, so that tries of other doors are not counted here. */
  readonly door: string;
  /** How long a try counts; else a minute. */
  readonly windowMs?: number;
  readonly limits?: Limits;
}

type Limits = Readonly<Record<keyof typeof maxFailures, number>>;

interface Failure {
  readonly at: number;
  /** The attempt that it belongs to. */
  readonly of: string;
}

type News =
  | { readonly kind: 'failed'; readonly of: string; readonly keys: readonly string[] }
  | {
      readonly kind: 'right';
      readonly of: string;
      readonly keys: readonly string[];
      readonly personal: readonly string[];
    };

/** Counts in each process what all of them see, where they share a memory. */
export function createThrottle(parts: ThrottleParts): Throttle {
  const { now, shared, door, windowMs = minuteMs, limits = maxFailures } = parts;
  const failures = new Map<string, readonly Failure[]>();
  const recent = (key: string, time: number) => (failures.get(key) ?? []).filter(({ at }) => time - at < windowMs);
  const write = (key: string, own: readonly Failure[]) => {
    // Written anew it stands last, so that the first is always the one that failed longest ago.
    failures.delete(key);
    if (own.length > 0) failures.set(key, own);
  };
  const take = (news: News) => {
    const at = now().getTime();
    forgetOld(failures, at - windowMs);
    for (const key of news.keys) {
      const others = recent(key, at).filter(({ of }) => of !== news.of);
      write(key, news.kind === 'failed' ? [...others, { at, of: news.of }] : others);
    }
    if (news.kind === 'right') for (const key of news.personal) write(key, []);
  };
  const tell = (news: News) => {
    take(news);
    others.tell(news);
  };
  const others = openTopic<News>(shared, `failures of ${door}`, take);
  return {
    begin: (attempt) => {
      const time = now().getTime();
      const bounds = toBounds(attempt, limits);
      const waits = bounds
        .map(({ key, limit }) => ({ limit, own: recent(key, time) }))
        .filter(({ limit, own }) => own.length >= limit)
        .map(({ own }) => windowMs - (time - (own[0]?.at ?? time)));
      if (waits.length > 0) throw tooMany(Math.max(...waits));
      const of = randomUUID();
      const keys = bounds.map(({ key }) => key);
      tell({ kind: 'failed', of, keys });
      const personal = bounds.filter(({ isPersonal }) => isPersonal).map(({ key }) => key);
      return () => tell({ kind: 'right', of, keys, personal });
    },
  };
}

/** What was typed as a name may be a password, and goes to no other process. */
const unreadable = (key: string) => createHash('sha256').update(key).digest('base64url');

function toBounds({ username, address, browserId }: Attempt, limits: Limits): readonly Bound[] {
  const name = username.toLowerCase();
  const bound = (key: string, limit: number, isPersonal = false) => ({ key: unreadable(key), limit, isPersonal });
  if (browserId) return [bound(`${browserId} ${name}`, limits.nameInBrowser, true)];
  const network = toNetwork(address);
  return [
    bound(`at ${network} ${name}`, limits.nameAtAddress, true),
    bound(`address ${network}`, limits.address),
    bound(`name ${name}`, limits.name),
  ];
}

function forgetOld(failures: Map<string, readonly Failure[]>, sinceMs: number): void {
  for (const [key, own] of failures) {
    if (failures.size < maxKeys && (own.at(-1)?.at ?? 0) > sinceMs) return;
    failures.delete(key);
  }
}
