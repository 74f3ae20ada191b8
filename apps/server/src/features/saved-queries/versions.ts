import { type ListQuery, type VersionedField, versionedFields } from '@powerset/contract';
import { readPage } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { SavedQuery } from './store.ts';

export type SavedQueryVersion = Row<'saved_query_versions'>;

/** Of a query; older ones go. */
const mostVersions = 100;

/**
 * Keeps what a saved query is as its newest version, unless that says the same already. To be called before and after
 * whatever changes it: so what was written past this room (by an import) is kept as well.
 */
export async function keepVersion(store: Store, query: SavedQuery, restoredFrom: number | null = null): Promise<void> {
  const last = await store
    .selectFrom('saved_query_versions')
    .selectAll()
    .where('saved_query_id', '=', query.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const changed = last ? versionedFields.filter((field) => query[field] !== last[field]) : [];
  if (last && changed.length === 0) return;
  const number = (last?.number ?? 0) + 1;
  const { label, description, sql, db_id, catalog, schema, template_parameters, changed_by_fk, changed_on } = query;
  await store
    .insertInto('saved_query_versions')
    .values({
      saved_query_id: query.id,
      number,
      ...{ label, description, sql, db_id, catalog, schema, template_parameters, changed_by_fk, changed_on },
      changed_fields: changed.join(','),
      ...(last ? countLines(last.sql, sql) : { lines_added: 0, lines_removed: 0 }),
      restored_from: restoredFrom,
    })
    .execute();
  await store
    .deleteFrom('saved_query_versions')
    .where('saved_query_id', '=', query.id)
    .where('number', '<=', number - mostVersions)
    .execute();
}

/** Lines that are in one text alone, wherever they stand: a text of a million characters is counted at once. */
export function countLines(
  before: string,
  after: string,
): { readonly lines_added: number; readonly lines_removed: number } {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after.split('\n')) {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    else added += 1;
  }
  return { lines_added: added, lines_removed: [...counts.values()].reduce((sum, left) => sum + left, 0) };
}

/** The last save first; without their texts. */
export async function listVersions(
  store: Store,
  savedQueryId: number,
  query: ListQuery,
): Promise<{ readonly count: number; readonly rows: readonly ListedVersion[] }> {
  const selection = store.selectFrom('saved_query_versions').where('saved_query_id', '=', savedQueryId);
  const { limit, offset } = readPage(query);
  const { count } = await selection.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await selection.select(listedColumns).orderBy('number', 'desc').limit(limit).offset(offset).execute();
  return { count: Number(count), rows };
}

const listedColumns = [
  'number',
  'label',
  'changed_fields',
  'lines_added',
  'lines_removed',
  'restored_from',
  'changed_by_fk',
  'changed_on',
] as const;

/** A version without its texts. */
export type ListedVersion = Pick<SavedQueryVersion, (typeof listedColumns)[number]>;

export function findVersion(
  store: Store,
  savedQueryId: number,
  number: number,
): Promise<SavedQueryVersion | undefined> {
  return store
    .selectFrom('saved_query_versions')
    .selectAll()
    .where('saved_query_id', '=', savedQueryId)
    .where('number', '=', number)
    .executeTakeFirst();
}

export function readChangedFields(text: string): readonly VersionedField[] {
  const names = text.split(',');
  return versionedFields.filter((field) => names.includes(field));
}
