import type { ChartBatchRequest } from '@powerset/contract';
import { createMemoryCache } from '../../cache/index.ts';

type Item = ChartBatchRequest['requests'][number];

/** What a page asked for when it was opened last. */
export interface Opening {
  /** Of the requests' texts, so that nobody has to write them again to know it. */
  readonly bytes: number;
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

export function createOpenings(now: () => Date): Openings {
  const cache = createMemoryCache<Opening>({ maxBytes: mostBytes, now });
  const keyOf = (userId: number, page: string) => `${userId} ${page}`;
  return {
    find: (userId, page) => cache.get(keyOf(userId, page))?.value,
    keep: (userId, { opening, dashboard_id: dashboardId, requests }, bytes) => {
      // A body whose length nobody named could be of any.
      if (!opening || bytes === 0) return;
      const { page, hashes } = opening;
      const known = cache.get(keyOf(userId, page))?.value;
      const asBefore = known?.items.filter(({ key }) => known.hashes[key] === hashes[key]) ?? [];
      const byKey = new Map([...asBefore, ...requests].map((item) => [item.key, item]));
      const items = [...byKey.values()].filter(({ key }) => hashes[key] !== undefined);
      const kept = Object.fromEntries(items.map(({ key }) => [key, hashes[key] ?? '']));
      const inAll = bytes + (known ? (known.bytes * asBefore.length) / Math.max(1, known.items.length) : 0);
      const value = { dashboardId, items, hashes: kept, bytes: inAll };
      cache.set(keyOf(userId, page), { value, bytes: inAll, lifetimeSeconds });
    },
  };
}
