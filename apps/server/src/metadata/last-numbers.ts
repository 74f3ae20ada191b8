import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Store } from './tables.ts';

type AnyStore = Kysely<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;

export const isFile = (store: AnyStore) => store.getExecutor().adapter instanceof SqliteAdapter;
const counterOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'id')`;

/** The highest number that a table has given to a row; null before the first. */
export async function lastNumber(store: AnyStore, table: string): Promise<number | null> {
  if (isFile(store)) {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(store);
    return rows[0]?.seq ?? null;
  }
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(${counterOf(table)}::regclass) as last`.execute(store);
  return rows[0]?.last ?? null;
}

export async function setLastNumber(store: AnyStore, table: string, last: number): Promise<void> {
  if (!isFile(store)) {
    await sql`select setval(${counterOf(table)}, ${last})`.execute(store);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(store);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(store);
}

/** The highest number of a table's rows and of those that are gone. */
export async function highestNumber(store: Store, table: string): Promise<number> {
  // Tables differ in their columns only.
  const any = store as unknown as AnyStore;
  const { rows } = await sql<{ high: number | null }>`select max(id) as high from ${sql.table(table)}`.execute(any);
  return Math.max(Number(rows[0]?.high ?? 0), (await lastNumber(any, table)) ?? 0);
}

/** After rows were written with numbers of their own: those that come next have higher ones. */
export async function goOnAfterHighest(store: Store, table: string): Promise<void> {
  const highest = await highestNumber(store, table);
  if (highest > 0) await setLastNumber(store as unknown as AnyStore, table, highest);
}
