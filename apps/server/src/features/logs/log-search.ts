import { performance } from 'node:perf_hooks';
import type { ListQuery, WireLogSearch } from '@powerset/contract';
import { type SqlBool, sql } from 'kysely';
import { tooMany } from '../../http/index.ts';
import { containsText } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { findEnds, passesFilters, toLogs } from './log-list.ts';

export interface LogSearch {
  readonly text: string;
  readonly query: ListQuery;
  /** Only what is older is read. */
  readonly before: number | undefined;
  readonly signal: AbortSignal;
}

/** So long one call looks, and so many it brings. */
const searchMs = 1500;
const mostRows = 50;
/** How long a portion is meant to hold up whoever else is there; how many numbers it looks at follows from the one before. */
const portionMs = 1;
const widths = { first: 50, least: 10, most: 100 };
/** More at once would take turns with each other only. */
const mostAtOnce = 3;
const mostUsers = 100;

export type SearchLog = (search: LogSearch) => Promise<WireLogSearch>;

/** Looks through the log for a text, which no index finds: backwards, in portions between which others have their turn. */
export function createLogSearch(store: Store): SearchLog {
  let running = 0;
  return async (search) => {
    if (running >= mostAtOnce) throw tooMany(1000);
    running += 1;
    try {
      return await searchLog(store, search);
    } finally {
      running -= 1;
    }
  };
}

async function searchLog(store: Store, { text, query, before, signal }: LogSearch): Promise<WireLogSearch> {
  const ends = await findEnds(store);
  if (!ends) return { rows: [], next: null, searched_back_to: null };
  const matches = await toMatch(store, text, query);
  const rows: Row<'logs'>[] = [];
  const startedAt = performance.now();
  let width = widths.first;
  let high = Math.min(ends.last, (before ?? Number.MAX_SAFE_INTEGER) - 1);
  const top = high;
  while (high >= ends.first && rows.length < mostRows && performance.now() - startedAt < searchMs) {
    signal.throwIfAborted();
    const portionAt = performance.eventLoopUtilization();
    const room = mostRows - rows.length;
    const found = await readPortion(store, { high, width, room, matches });
    rows.push(...found);
    high = found.length === room ? Number(found.at(-1)?.id) - 1 : high - width;
    width = nextWidth(width, performance.eventLoopUtilization(portionAt).active);
    await othersTurn();
  }
  const isDone = high < ends.first;
  return {
    rows: [...(await toLogs(store, rows))],
    next: isDone ? null : high + 1,
    searched_back_to: top < ends.first ? null : await timeOf(store, high + 1),
  };
}

/** Twice as many while there is time for it, and fewer at once where rows are long; a server that is waited for holds nobody up. */
function nextWidth(width: number, busyMs: number): number {
  const fitting = Math.floor((width * portionMs) / Math.max(busyMs, 0.01));
  return Math.max(widths.least, Math.min(widths.most, width * 2, fitting));
}

async function timeOf(store: Store, from: number): Promise<string | null> {
  const row = await store
    .selectFrom('logs')
    .select('dttm')
    .where('id', '>=', from)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.dttm ?? null;
}

type Condition = ReturnType<typeof containsText>;

/** Filters, and the text: in what was done, in what is known of it, or as who did it. */
async function toMatch(store: Store, text: string, query: ListQuery): Promise<Condition> {
  const people = await store
    .selectFrom('users')
    .select('id')
    .where(containsText(text, ['username', 'first_name', 'last_name']))
    .orderBy('id')
    .limit(mostUsers)
    .execute();
  // As it stands in JSON.
  const written = JSON.stringify(text).slice(1, -1);
  const parts = [containsText(text, ['action']), containsText(written, ['json'])];
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) parts.push(sql<SqlBool>`user_id in (${sql.join(ids)})`);
  return sql<SqlBool>`${passesFilters(query)} and (${sql.join(parts, sql` or `)})`;
}

interface Portion {
  readonly high: number;
  readonly width: number;
  readonly room: number;
  readonly matches: Condition;
}

/** A stretch of numbers; what matches is tried on those rows alone, as an index would have all of the log sorted. */
function readPortion(store: Store, { high, width, room, matches }: Portion): Promise<Row<'logs'>[]> {
  return store
    .selectFrom('logs')
    .selectAll()
    .where('id', '<=', high)
    .where('id', '>', high - width)
    .where(sql<SqlBool>`case when ${matches} then 1 else 0 end = 1`)
    .orderBy('id', 'desc')
    .limit(room)
    .execute();
}
