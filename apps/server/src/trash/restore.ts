import type { TrashLoss, TrashType } from '@powerset/contract';
import { commandError } from '../http/index.ts';
import { parseJson } from '../json/index.ts';
import type { Row, Store } from '../metadata/index.ts';
import { grantTable, restoreGrants } from './grants.ts';
import { type Kind, type Part, type Reference, trashKinds } from './kinds.ts';
import { type AnyRow, type AnyStore, type TrashedRows, withAnyTables } from './rows.ts';

/**
 * Puts an object's rows back, in a transaction: under its own id, without what has gone meanwhile. Throws, saying why, where
 * something else stands in its place.
 */
export async function restoreObject(transaction: Store, entry: Row<'trash'>): Promise<readonly TrashLoss[]> {
  const store = withAnyTables(transaction);
  // `putInTrash` wrote both.
  const type = entry.object_type as TrashType;
  const rows = parseJson(entry.document) as TrashedRows;
  const kind = trashKinds[type];
  const [own] = rows[kind.table] ?? [];
  if (!own) throw new Error(`Entry ${entry.id} of the trash holds no row of its object.`);
  await refuseTaken(store, kind, own);
  const { row, lost } = await fitting(store, type, own);
  await store.insertInto(kind.table).values(row).execute();
  for (const part of kind.parts) await restorePart(transaction, part, rows[part.table] ?? []);
  if (type === 'dataset') await restoreGrants(transaction, entry.object_id, rows[grantTable] ?? []);
  await transaction.deleteFrom('trash').where('id', '=', entry.id).execute();
  const isPaused = (rows.schedules ?? []).length > 0;
  return [...lost, ...(isPaused ? (['schedule'] as const) : [])];
}

/** Whoever imported it again has it already, and two datasets of one name nobody could tell apart. */
async function refuseTaken(store: AnyStore, { table }: Kind, own: AnyRow): Promise<void> {
  const same = await store
    .selectFrom(table)
    .select('id')
    .where((where) => where.or([where('id', '=', own.id), where('uuid', '=', own.uuid)]))
    .executeTakeFirst();
  if (same) throw commandError(`It is there already, under the number ${String(same.id)}.`);
  if (table !== 'datasets') return;
  if (!(await exists(store, { table: 'databases', column: 'database_id' }, own)))
    throw commandError('Its database is no longer there.');
  const namesake = await store
    .selectFrom(table)
    .select('id')
    .where('database_id', '=', own.database_id)
    .where('table_name', '=', own.table_name)
    .where('schema', own.schema === null ? 'is' : '=', own.schema)
    .executeTakeFirst();
  if (namesake) throw commandError(`Dataset ${String(own.table_name)} already exists`);
}

/** The row without what another has by now, or what is gone. */
async function fitting(store: AnyStore, type: TrashType, own: AnyRow) {
  if (type !== 'dashboard') return { row: own, lost: [] };
  const isSlugTaken =
    typeof own.slug === 'string' &&
    (await store.selectFrom('dashboards').select('id').where('slug', '=', own.slug).executeTakeFirst()) !== undefined;
  const isThemeGone = own.theme_id !== null && !(await exists(store, { table: 'themes', column: 'theme_id' }, own));
  const lost: readonly TrashLoss[] = [
    ...(isSlugTaken ? (['slug'] as const) : []),
    ...(isThemeGone ? (['theme'] as const) : []),
  ];
  return { row: { ...own, ...(isSlugTaken ? { slug: null } : {}), ...(isThemeGone ? { theme_id: null } : {}) }, lost };
}

async function exists(store: AnyStore, { table, column }: Reference, row: AnyRow): Promise<boolean> {
  const found = await store.selectFrom(table).select('id').where('id', '=', row[column]).executeTakeFirst();
  return found !== undefined;
}

async function restorePart(transaction: Store, part: Part, rows: readonly AnyRow[]): Promise<void> {
  const store = withAnyTables(transaction);
  for (const row of rows) {
    const gone = await findGone(store, part, row);
    if (gone) await leaveToOther(transaction, part, { row, gone });
    else await store.insertInto(part.table).values(changedOf(part, row)).execute();
  }
}

/** Nothing begins to run because somebody looked into the trash. */
function changedOf({ table }: Part, row: AnyRow): AnyRow {
  return table === 'schedules' ? { ...row, is_active: 0, next_run_on: null } : row;
}

async function findGone(store: AnyStore, { needs = [] }: Part, row: AnyRow): Promise<Reference | null> {
  for (const reference of needs) if (!(await exists(store, reference, row))) return reference;
  return null;
}

const typesByTable: Readonly<Record<string, TrashType>> = { charts: 'chart', dashboards: 'dashboard' };

/** A chart on a dashboard: where the other of the two is in the trash too, it brings the pair back when it comes. */
async function leaveToOther(
  transaction: Store,
  { table }: Part,
  { row, gone }: { readonly row: AnyRow; readonly gone: Reference },
): Promise<void> {
  const type = typesByTable[gone.table];
  if (!type) return;
  const other = await transaction
    .selectFrom('trash')
    .select(['id', 'document'])
    .where('object_type', '=', type)
    .where('object_id', '=', Number(row[gone.column]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!other) return;
  const rows = parseJson(other.document) as TrashedRows;
  const document = JSON.stringify({ ...rows, [table]: [...(rows[table] ?? []), row] });
  await transaction.updateTable('trash').set({ document }).where('id', '=', other.id).execute();
}
