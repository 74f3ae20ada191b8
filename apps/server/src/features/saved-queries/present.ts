import type { WireSavedQuery, WireSavedQueryVersion, WireWholeVersion } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { listSqlTables } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import { loadTags, loadUsers, toEpochSeconds, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { SavedQuery } from './store.ts';
import { type ListedVersion, readChangedFields, type SavedQueryVersion } from './versions.ts';

/** Saved queries as lists and single reads show them. */
export async function toWireSavedQueries(
  services: Services,
  user: User,
  rows: readonly SavedQuery[],
): Promise<readonly WireSavedQuery[]> {
  const { store } = services;
  const now = services.now();
  const users = await loadUsers(
    store,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  const tags = await loadTags(
    store,
    'saved_query',
    rows.map((row) => row.id),
  );
  const databaseIds = [...new Set(rows.map((row) => row.db_id).filter((id): id is number => id !== null))];
  const databases =
    databaseIds.length === 0
      ? []
      : await store.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', databaseIds).execute();
  const databaseById = new Map(databases.map((database) => [database.id, database]));
  const tables = await listSqlTables(
    services,
    user,
    rows.map((row) => ({
      databaseId: row.db_id,
      sql: row.sql,
      catalog: row.catalog,
      schema: row.schema,
      parameters: row.template_parameters,
    })),
  );
  return rows.map((row, at) => ({
    id: row.id,
    uuid: row.uuid,
    label: row.label,
    db_id: row.db_id,
    database: (row.db_id !== null && databaseById.get(row.db_id)) || null,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    sql_tables: tables[at] ?? [],
    description: row.description,
    template_parameters: row.template_parameters,
    extra: parseDocument(row.extra_json) ?? {},
    rows: row.rows,
    last_run_delta_humanized: row.last_run ? toTimeAgo(row.last_run, now) : '',
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on: row.created_on,
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    last_modified_time: toEpochSeconds(row.changed_on),
    tags: tags.get(row.id) ?? [],
  }));
}

export async function toWireVersions(
  { store, now }: Pick<Services, 'store' | 'now'>,
  rows: readonly ListedVersion[],
): Promise<readonly WireSavedQueryVersion[]> {
  const time = now();
  const users = await loadUsers(
    store,
    rows.map((row) => row.changed_by_fk),
  );
  return rows.map((row) => ({
    number: row.number,
    label: row.label,
    changed_fields: readChangedFields(row.changed_fields),
    lines_added: row.lines_added,
    lines_removed: row.lines_removed,
    restored_from: row.restored_from,
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, time),
  }));
}

export async function toWireWholeVersion(
  services: Pick<Services, 'store' | 'now'>,
  row: SavedQueryVersion,
): Promise<WireWholeVersion> {
  const [listed] = await toWireVersions(services, [row]);
  if (!listed) throw notFound();
  const database = await services.store
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', '=', row.db_id ?? 0)
    .executeTakeFirst();
  const { db_id, catalog, schema, sql, description, template_parameters } = row;
  return { ...listed, database: database ?? null, db_id, catalog, schema, sql, description, template_parameters };
}
