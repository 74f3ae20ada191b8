import type { ChartBatchRequest } from '@powerset/contract';
import { createMemoryCache } from '../../cache/index.ts';

type Item = ChartBatchRequest['requests'][number];

/** What a page asked for when it was opened last. */
export interface Opening {
  readonly dashboardId: number | undefined;
  readonly items: readonly Item[];
  /** What the page calls each item's text, by the item's key. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** What each person's pages asked for first, so that it can be asked again before the page's code runs. */
export interface Openings {
  find(userId: number, page: string): Opening | undefined;
  /** Keeps the charts that the batch names as the page's first: those it asks for, and of those kept before the ones that are as they were. */
  keep(userId: number, batch: ChartBatchRequest, bytes: number): void;
}

/** Some hundreds of large dashboards; what is lost is asked by the page itself. */
const mostBytes = 32 * 1024 * 1024;
const lifetimeSeconds = 7 * 24 * 3600;
const bytesOfCharacter = 2;
/** Written or read in 6 ms; more would hold everybody up. */
const longest = 1_000_000;

export function createOpenings(now: () => Date): Openings {
  // As text, whose size is known: read into objects, a request takes up to twenty times as much.
  const cache = createMemoryCache<string>({ maxBytes: mostBytes, now });
  const keyOf = (userId: number, page: string) => `${userId} ${page}`;
  const find = (userId: number, page: string): Opening | undefined => {
    const text = cache.get(keyOf(userId, page))?.value;
    // Only `keep` writes it.
    return text === undefined ? undefined : (JSON.parse(text) as Opening);
  };
  return {
    find,
    keep: (userId, { opening, dashboard_id: dashboardId, requests }, bytes) => {
      // A body whose length nobody named is none that a page sent.
      if (!opening || !(bytes <= longest)) return;
      const { page, hashes } = opening;
      const known = find(userId, page);
      const asBefore = known?.items.filter(({ key }) => known.hashes[key] === hashes[key]) ?? [];
      const byKey = new Map([...asBefore, ...requests].map((item) => [item.key, item]));
      const items = [...byKey.values()].filter(({ key }) => Object.hasOwn(hashes, key));
      const kept = Object.fromEntries(items.map(({ key }) => [key, hashes[key] ?? '']));
      const value = JSON.stringify({ dashboardId, items, hashes: kept } satisfies Opening);
      if (value.length <= longest)
        cache.set(keyOf(userId, page), { value, bytes: value.length * bytesOfCharacter, lifetimeSeconds });
    },
  };
}
