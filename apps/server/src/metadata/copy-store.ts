import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isFile, lastNumber, setLastNumber } from './last-numbers.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './tables.ts';

const rowsAtOnce = 500;
const bookkeeping = new Set(['schema_migrations', 'processes']);
/** Rows of these follow from others': the store that is written makes them itself. */
const derived = new Set(['dashboard_datasets']);
/** Rows of others name rows of these. */
const namedByOthers = [
  ...['databases', 'dashboards', 'saved_queries', 'queries', 'schedules', 'reports', 'report_runs'],
  'sessions',
];

type AnyStore = Kysely<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
}

/**
 * Copies all rows of a store into an empty one of the same version, whichever of the two is a file and which a server; then
 * reads both whole and compares counts and checksums. The one that is read from stays as it is; of a server it is read as it is at one
 * moment, of a file nobody may write meanwhile.
 */
export async function copyStore(
  from: Store,
  to: Store,
  tell: (table: CopiedTable) => void = () => undefined,
): Promise<readonly CopiedTable[]> {
  const target = to as unknown as AnyStore;
  const copy = (source: AnyStore) => copyInto({ source, target, tell });
  const source = from as unknown as AnyStore;
  if (isFile(source)) return copy(source);
  return source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(copy);
}

interface Copy {
  readonly source: AnyStore;
  readonly target: AnyStore;
  readonly tell: (table: CopiedTable) => void;
}

async function copyInto({ source, target, tell }: Copy): Promise<readonly CopiedTable[]> {
  const tables = await listTables(source);
  const filled = await findFilled(target, tables);
  if (filled) throw new StoreError(`The table ${filled} holds something already. Name a store that is empty.`);
  const copied: CopiedTable[] = [];
  await target.transaction().execute(async (transaction) => {
    for (const table of tables) {
      if (derived.has(table.name)) continue;
      const copy = { name: table.name, rows: await copyTable(source, transaction, table) };
      copied.push(copy);
      tell(copy);
    }
    await copyCounters(source, transaction, tables);
    for (const table of tables) await compare(source, transaction, table);
    // A server plans by what it knows of its tables, and looks at new ones by itself only after a while.
    if (!isFile(target)) for (const { name } of tables) await sql`analyze ${sql.table(name)}`.execute(transaction);
  });
  return copied;
}

interface StoredTable {
  readonly name: string;
  /** Its rows have a number each. */
  readonly hasNumber: boolean;
}

async function listTables(store: AnyStore): Promise<readonly StoredTable[]> {
  const tables = await ownTables(store);
  const found = tables
    .filter(({ name, isView }) => !isView && !bookkeeping.has(name))
    .map(({ name, columns }) => ({
      name,
      hasNumber: columns.some((column) => column.name === 'id' && /int/i.test(column.dataType)),
    }));
  const rank = (name: string) => {
    const place = namedByOthers.indexOf(name);
    return place < 0 ? namedByOthers.length : place;
  };
  return found.toSorted((one, other) => rank(one.name) - rank(other.name) || (one.name < other.name ? -1 : 1));
}

/** A server may hold tables of others beside them. */
async function ownTables(store: AnyStore) {
  const tables = await store.introspection.getTables();
  if (isFile(store)) return tables;
  const { rows } = await sql<{ own: string }>`select current_schema() as own`.execute(store);
  return tables.filter(({ schema }) => schema === rows[0]?.own);
}

async function findFilled(store: AnyStore, tables: readonly StoredTable[]): Promise<string | undefined> {
  for (const { name } of tables)
    if (await store.selectFrom(name).select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()) return name;
  return undefined;
}

/** Rows in portions: by their number where they have one, else all of what is then small. */
async function* portionsOf(store: AnyStore, { name: table, hasNumber }: StoredTable) {
  if (!hasNumber) {
    const all = await store.selectFrom(table).selectAll().execute();
    for (let at = 0; at < all.length; at += rowsAtOnce) yield all.slice(at, at + rowsAtOnce);
    return;
  }
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const query = store.selectFrom(table).selectAll().where('id', '>', last).orderBy('id').limit(rowsAtOnce);
    const rows = await query.execute();
    const end = rows.at(-1);
    if (!end) return;
    last = Number(end.id);
    yield rows;
  }
}

async function copyTable(from: AnyStore, to: AnyStore, table: StoredTable): Promise<number> {
  let count = 0;
  for await (const rows of portionsOf(from, table)) {
    await to
      .insertInto(table.name)
      .values([...rows])
      .execute();
    count += rows.length;
  }
  return count;
}

/** Numbers that were given once are never given again, not even those of what was deleted. */
async function copyCounters(from: AnyStore, to: AnyStore, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables.filter(({ hasNumber }) => hasNumber)) {
    const last = await lastNumber(from, name);
    if (last) await setLastNumber(to, name, last);
  }
}

async function compare(from: AnyStore, to: AnyStore, table: StoredTable): Promise<void> {
  const [before, after] = [await checksum(from, table), await checksum(to, table)];
  if (before === after) return;
  throw new StoreError(
    `The copy of ${table.name} is not what it was copied from. Nothing was kept of the copy; try again.`,
  );
}

/** Count and sum over all rows, in whatever order they come. */
async function checksum(store: AnyStore, table: StoredTable): Promise<string> {
  let count = 0;
  let sum = 0n;
  for await (const rows of portionsOf(store, table))
    for (const row of rows) {
      const text = JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));
      // A server keeps no U+0000, and shows its place.
      sum += BigInt(`0x${createHash('sha256').update(text.replaceAll('\\u0000', '\uFFFD')).digest('hex')}`);
      count += 1;
    }
  return `${count} ${BigInt.asUintN(256, sum)}`;
}
