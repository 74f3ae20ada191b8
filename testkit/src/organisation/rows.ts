import { type NewRow, openServerStore, openStore, type Store } from '../../../apps/server/src/metadata/index.ts';

/** Where an organisation is written: a file, or a schema of a PostgreSQL server. */
export type MetadataPlace = { readonly file: string } | { readonly url: string };

export function openPlace(place: MetadataPlace, stamp: () => string): Promise<Store> {
  return 'file' in place ? openStore(place.file, stamp) : openServerStore({ url: place.url, stamp });
}

type Table = Parameters<Store['insertInto']>[0];
/** A statement brings at most so many values. */
const valuesPerInsert = 16_000;

/** Writes rows as they are made, some at a time. */
export async function insertRows<Name extends Table & keyof RowsOf>(
  store: Store,
  table: Name,
  rows: Iterable<RowsOf[Name]>,
): Promise<void> {
  let portion: RowsOf[Name][] = [];
  const write = async () => {
    if (portion.length === 0) return;
    await store
      .insertInto(table)
      .values(portion as never)
      .execute();
    portion = [];
  };
  for (const row of rows) {
    portion.push(row);
    if (portion.length * Object.keys(row).length >= valuesPerInsert) await write();
  }
  await write();
}

type RowsOf = { readonly [Name in Parameters<Store['insertInto']>[0] & string]: NewRow<Name> };

/** Some row of a list, by a number. */
export function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export function* upTo<T>(count: number, make: (at: number) => T): Generator<T> {
  for (let at = 0; at < count; at += 1) yield make(at);
}

/** A uuid that follows from what it is of, and of nothing else. */
export function uuidOf(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}

/** Spread over the last year: what has a higher number was done before. */
export function timeOf(now: Date, at: number): string {
  return new Date(now.getTime() - 3_600_000 - at * 7000).toISOString();
}
