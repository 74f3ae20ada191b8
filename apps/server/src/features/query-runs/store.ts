import type { DistinctValues, ListQuery, RelatedValues } from '@powerset/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { can, type User } from '../../access/index.ts';
import { toNamedCatalog } from '../../catalog/index.ts';
import { notFound, readFlag } from '../../http/index.ts';
import {
  escapeLike,
  type FilterRules,
  loadPage,
  pickRelated,
  readOrder,
  readPage,
  textCondition,
  toConditions,
  toFullName,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';
import { type QueryRun, unsavedRunsOf } from '../../query-runs/index.ts';

type Builder = ExpressionBuilder<MetadataTables, 'queries'>;

export const orderColumns = {
  changed_on: 'changed_on',
  'database.database_name': 'database_id',
  rows: 'rows',
  schema: 'schema',
  start_time: 'start_time',
  sql: 'sql',
  status: 'status',
  tab_name: 'tab_name',
  'user.first_name': 'user_id',
} as const;

const filterRules = (catalog: Expression<unknown>): FilterRules<MetadataTables, 'queries'> => ({
  // What was written, what ran (tables that templates named among it), what was said of it, and where.
  'sql.all_text': (value) => {
    const pattern = `%${escapeLike(String(value ?? ''))}%`;
    const columns = ['sql', 'executed_sql', 'error_message', 'tab_name', 'schema'].map((name) => sql.ref(name));
    const matches = columns.map((column) => sql<SqlBool>`lower(${column}) like lower(${pattern}) escape '\\'`);
    return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
  },
  is_data_preview: (value, { ref }, operator) =>
    valueCondition(ref('is_data_preview'), operator, readFlag(value) ? 1 : 0),
  changed_on: (value, { ref }, operator) => valueCondition(ref('changed_on'), operator, value),
  database: (value, { ref }, operator) => valueCondition(ref('database_id'), operator, value),
  user: (value, { ref }, operator) => valueCondition(ref('user_id'), operator, value),
  catalog: (value, _builder, operator) => textCondition(catalog, operator, value),
  schema: (value, { ref }, operator) => textCondition(ref('schema'), operator, value),
  sql: (value, { ref }, operator) => textCondition(ref('sql'), operator, value),
  sql_editor_id: (value, { ref }, operator) => textCondition(ref('sql_editor_id'), operator, value),
  status: (value, { ref }, operator) => textCondition(ref('status'), operator, value),
  tab_name: (value, { ref }, operator) => textCondition(ref('tab_name'), operator, value),
  client_id: (value, { ref }, operator) => textCondition(ref('client_id'), operator, value),
  start_time: (value, { ref }, operator) => valueCondition(ref('start_time'), operator, value),
});

/** Own runs, or all for those who were granted it. */
function visibleTo(user: User) {
  return (builder: Builder) => (seesAll(user) ? builder('user_id', '>=', 0) : builder('user_id', '=', user.id));
}

function seesAll(user: User): boolean {
  return can(user, 'all_query_access', 'all_query_access');
}

export async function listRuns(
  store: Store,
  user: User,
  query: ListQuery,
): Promise<{ readonly count: number; readonly runs: readonly QueryRun[] }> {
  const columns = { catalog: 'queries.catalog', databaseId: 'queries.database_id' };
  const rules = filterRules(await toNamedCatalog(store, query.filters, columns));
  const selection = store
    .selectFrom('queries')
    .where(visibleTo(user))
    .where((builder) => builder.and([...toConditions(query.filters, rules, builder)]));
  const order = readOrder(query, orderColumns, { column: 'changed_on', isDescending: true });
  const { count, rows } = await loadPage(selection, query, order);
  return { count, runs: rows };
}

/** Own runs that changed after a time; everybody polls for own runs only. */
export async function runsSince(store: Store, user: User, sinceMs: number): Promise<readonly QueryRun[]> {
  const since = new Date(Math.max(0, Math.min(sinceMs, 8.64e15))).toISOString();
  const unsaved = unsavedRunsOf(store).all();
  const saved = await store
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('changed_on', '>=', since)
    .orderBy('changed_on')
    .limit(1000)
    .execute();
  const isNewer = (run: QueryRun) => !unsaved.some(({ id }) => id === run.id);
  const isWanted = (run: QueryRun) => run.user_id === user.id && run.changed_on >= since;
  return [...saved.filter(isNewer), ...unsaved.filter(isWanted)];
}

export async function ownRun(store: Store, user: User, id: number): Promise<QueryRun> {
  const run = await store.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!run || (run.user_id !== user.id && !seesAll(user))) throw notFound();
  return run;
}

interface ValuesRequest {
  readonly store: Store;
  readonly user: User;
  readonly column: string;
  readonly query: ListQuery;
}

/** People and databases of the runs that the user sees. */
export async function relatedValues({ store, user, column, query }: ValuesRequest): Promise<RelatedValues> {
  const runs = store.selectFrom('queries').where(visibleTo(user));
  if (column === 'database') {
    const rows = await store
      .selectFrom('databases')
      .select(['id', 'database_name'])
      .where('id', 'in', runs.select('database_id'))
      .orderBy('database_name')
      .execute();
    return pickRelated(
      rows.map((row) => ({ text: row.database_name, value: row.id, extra: {} })),
      query,
    );
  }
  if (column !== 'user') throw notFound();
  const rows = await store
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', runs.select('user_id'))
    .orderBy('first_name')
    .execute();
  return pickRelated(
    rows.map((row) => ({ text: toFullName(row), value: row.id, extra: {} })),
    query,
  );
}

const distinctColumns = { schema: 'schema', status: 'status', tab_name: 'tab_name' } as const;

export async function distinctValues({ store, user, column, query }: ValuesRequest): Promise<DistinctValues> {
  if (!Object.hasOwn(distinctColumns, column)) throw notFound();
  // The name was looked up just above.
  const name = column as keyof typeof distinctColumns;
  const rows = await store
    .selectFrom('queries')
    .select(name)
    .distinct()
    .where(name, 'is not', null)
    .where(name, 'like', `${escapeLike(query.filter ?? '')}%`)
    .where(visibleTo(user))
    .orderBy(name)
    .execute();
  const { limit, offset } = readPage(query);
  const values = rows.map((row) => ({ text: row[name] ?? '', value: row[name] ?? '' }));
  return { count: values.length, result: values.slice(offset, offset + limit) };
}
