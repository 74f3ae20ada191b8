import { withQuery } from '@powerset/contract';
import type { TableCollector } from '../../engines/index.ts';
import { type Document, isDocument } from '../../metadata/index.ts';
import { MovingProblem } from '../moving-problem.ts';
import type { LeftTable } from '../report.ts';
import type { ApiClient } from './client.ts';
import { callsAtOnce } from './http.ts';

/** One reading of another server: what is asked, where it is put, and what the server does not tell. */
export interface Reading {
  readonly client: ApiClient;
  readonly tables: TableCollector;
  readonly progress: (what: string, done: number, all: number) => void;
  readonly left: (what: LeftTable) => void;
  /** Addresses of what stands in a list and is not told. */
  readonly refused: string[];
  /** Number of who has signed in there. */
  readonly ownId: number | null;
  readonly credentials: { readonly username?: string; readonly passwordHash?: string };
}

/** A row of a list with what the server tells besides when it is asked for it alone. */
export type Told = Document & { readonly id: number };

const pageSize = 100;
/** More than any installation has; a server that goes on for ever ends here. */
const mostRows = 200_000;
const mostPasses = 3;

interface Listed {
  /** What people call the rows. */
  readonly what: string;
  readonly path: string;
  /** By what pages follow each other, where the release does not order by number. */
  readonly order: string;
}

type Refused = { readonly refused: 401 | 403 | 404 };

/** All rows of a list; or why the server does not tell them. */
export async function readList(reading: Reading, listed: Listed): Promise<readonly Told[] | Refused> {
  for (const order of ['id', listed.order, null]) {
    const found = await readOrdered(reading, listed, order);
    if (found !== 'unknown order') return found;
  }
  throw new MovingProblem(`The server does not understand how pages of ${listed.what} are asked for.`);
}

async function readOrdered(reading: Reading, listed: Listed, order: string | null) {
  const rows = new Map<number, Told>();
  for (let pass = 1; ; pass += 1) {
    // Somebody may be working there: rows that move from page to page are met the other way round.
    const direction = pass % 2 === 1 ? 'asc' : 'desc';
    const count = await readPages(reading, { listed, order, direction, rows });
    if (typeof count !== 'number') return count;
    if (rows.size >= count) break;
    if (pass < mostPasses) continue;
    const why = 'they moved from page to page while they were read: call again when nobody works there';
    reading.left({ what: listed.what, rows: count - rows.size, why });
    break;
  }
  return [...rows.values()].sort((one, other) => one.id - other.id);
}

interface Pages {
  readonly listed: Listed;
  readonly order: string | null;
  readonly direction: 'asc' | 'desc';
  readonly rows: Map<number, Told>;
}

async function readPages(
  { client, progress }: Reading,
  { listed: { what, path }, order, direction, rows }: Pages,
): Promise<number | 'unknown order' | Refused> {
  for (let page = 0; ; page += 1) {
    const ordered = order === null ? {} : { order_column: order, order_direction: direction };
    const { status, document } = await client.get(withQuery(path, { q: { ...ordered, page, page_size: pageSize } }));
    if (status === 400) return 'unknown order';
    if (status !== 200) return { refused: status };
    const found = rowsOf(document.result);
    for (const row of found) rows.set(row.id, row);
    const count = Number(document.count ?? rows.size);
    if (rows.size > mostRows) throw new MovingProblem(`There are more than ${mostRows.toLocaleString('en')} ${what}.`);
    if (count > pageSize) progress(`list of ${what}`, Math.min(count, rows.size), count);
    if (found.length === 0 || (page + 1) * pageSize >= count) return count;
  }
}

/** What of a list has a number. */
export function rowsOf(list: unknown): readonly Told[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isDocument).flatMap((row) => {
    const id = Number(row.id);
    return Number.isSafeInteger(id) && id > 0 ? [{ ...row, id }] : [];
  });
}

/** Does something for each row, a few at a time; the first problem ends it. */
export async function forEach<T>(
  { progress }: Pick<Reading, 'progress'>,
  what: string,
  { rows, work }: { readonly rows: readonly T[]; readonly work: (row: T) => Promise<void> },
): Promise<void> {
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < rows.length) {
      const row = rows[next] as T;
      next += 1;
      await work(row);
      done += 1;
      progress(what, done, rows.length);
    }
  };
  const workers = Array.from({ length: callsAtOnce }, worker);
  try {
    await Promise.all(workers);
  } finally {
    next = rows.length;
    await Promise.allSettled(workers);
  }
}

/** What the server tells of one thing alone; nothing where it has gone meanwhile. */
export async function readOne(
  { client, refused }: Pick<Reading, 'client' | 'refused'>,
  path: string,
): Promise<Document | undefined> {
  const { status, document } = await client.get(path);
  if (status !== 200 && status !== 404) refused.push(path);
  return isDocument(document?.result) ? document.result : undefined;
}

/** A value as a column of the metadata database holds it. */
export function toColumn(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return JSON.stringify(value);
}

/** Values under their own names. */
export function pick(from: Document, names: string): Record<string, string | number | null> {
  return Object.fromEntries(names.split(' ').map((name) => [name, toColumn(from[name])]));
}

/** The number of what a row names as `{id, …}`. */
export function numberOf(value: unknown): number | null {
  const id = isDocument(value) ? Number(value.id) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** When and by whom something was made and changed, as far as lists and items tell it. */
export function toAudit(told: Document) {
  const uuid = toColumn(told.uuid);
  const changed_on = toColumn(told.changed_on_utc ?? told.changed_on);
  return {
    uuid,
    // Nothing was made after it was changed. What has no uuid is known again by when it was made, which stays as it was told.
    created_on: toColumn(told.created_on) ?? (uuid === null ? null : changed_on),
    changed_on,
    created_by_fk: numberOf(told.created_by),
    changed_by_fk: numberOf(told.changed_by),
  };
}
