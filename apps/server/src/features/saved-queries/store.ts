import type { ListQuery } from '@powerset/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { User } from '../../access/index.ts';
import { namedCatalog, toNamedCatalog } from '../../catalog/index.ts';
import {
  deleteBelongings,
  escapeLike,
  type FilterRules,
  loadPage,
  type RelatedItem,
  readOrder,
  tableRules,
  textCondition,
  textOperators,
  toConditions,
  valueCondition,
  valueOperators,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { putInTrash } from '../../trash/index.ts';

export type SavedQuery = Row<'saved_queries'>;

type Deps = Pick<Services, 'store' | 'config' | 'now'>;

export const orderColumns = {
  schema: 'schema',
  label: 'label',
  description: 'description',
  sql: 'sql',
  rows: 'rows',
  created_on: 'created_on',
  'created_by.first_name': 'created_by_fk',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  'changed_by.first_name': 'changed_by_fk',
  'database.database_name': 'db_id',
  last_run_delta_humanized: 'last_run',
} as const;

const rules = tableRules('saved_queries');

const filterRules = (user: User, catalog: Expression<unknown>): FilterRules<MetadataTables, 'saved_queries'> => ({
  'id.saved_query_is_fav': rules.flag(
    sql<SqlBool>`saved_queries.id in (select object_id from favorites where object_type = 'saved_query' and user_id = ${user.id})`,
  ),
  'tags.rel_m_m': rules.tags('saved_query'),
  'tags.saved_query_tag_id': rules.tags('saved_query'),
  'tags.saved_query_tags': rules.tagNames('saved_query'),
  'label.all_text': (value) => {
    const pattern = `%${escapeLike(String(value ?? ''))}%`;
    const columns = ['schema', 'label', 'description', 'sql'].map((name) => sql.ref(name));
    const matches = columns.map((column) => sql<SqlBool>`lower(${column}) like lower(${pattern}) escape '\\'`);
    return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
  },
  label: (value, { ref }, operator) => textCondition(ref('label'), operator, value),
  sql: (value, { ref }, operator) => textCondition(ref('sql'), operator, value),
  description: (value, { ref }, operator) => textCondition(ref('description'), operator, value),
  catalog: (value, _builder, operator) => textCondition(catalog, operator, value),
  schema: (value, { ref }, operator) => textCondition(ref('schema'), operator, value),
  database: (value, { ref }, operator) => valueCondition(ref('db_id'), operator, value),
  db_id: (value, { ref }, operator) => valueCondition(ref('db_id'), operator, value),
  created_by: (value, { ref }, operator) => valueCondition(ref('created_by_fk'), operator, value),
  changed_by: (value, { ref }, operator) => valueCondition(ref('changed_by_fk'), operator, value),
  changed_on: (value, { ref }, operator) => valueCondition(ref('changed_on'), operator, value),
  id: (value, { ref }, operator) => valueCondition(ref('id'), operator, value),
});

/** Which of them the list tells of in `_info`. */
export const savedQueryFilterNames: Readonly<Record<string, readonly string[]>> = {
  id: [...valueOperators, 'saved_query_is_fav'],
  label: [...textOperators, 'all_text'],
  sql: textOperators,
  description: textOperators,
  catalog: textOperators,
  schema: textOperators,
  database: ['rel_o_m', 'nrel_o_m'],
  created_by: ['rel_o_m', 'nrel_o_m'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  tags: ['rel_m_m', 'saved_query_tags', 'saved_query_tag_id'],
};

export async function listSavedQueries(
  store: Store,
  user: User,
  query: ListQuery,
): Promise<{ readonly count: number; readonly rows: readonly SavedQuery[] }> {
  const columns = { catalog: 'saved_queries.catalog', databaseId: 'saved_queries.db_id' };
  const rules = filterRules(user, await toNamedCatalog(store, query.filters, columns));
  const selection = store
    .selectFrom('saved_queries')
    .where('user_id', '=', user.id)
    .where((builder) => builder.and([...toConditions(query.filters, rules, builder)]));
  const order = readOrder(query, orderColumns, { column: 'changed_on', isDescending: true });
  return loadPage(selection, query, order);
}

export function findSavedQuery(store: Store, user: User, id: number): Promise<SavedQuery | undefined> {
  return store
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
}

/** Deletes those of the user among the ids and says how many they were. */
export async function deleteSavedQueries(services: Deps, user: User, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return services.store.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('saved_queries')
      .select('id')
      .where('user_id', '=', user.id)
      .where('id', 'in', [...ids])
      .execute();
    const gone = own.map((row) => row.id);
    if (gone.length === 0) return 0;
    await putInTrash(transaction, services, { type: 'saved_query', ids: gone, user });
    await transaction.deleteFrom('saved_queries').where('id', 'in', gone).execute();
    await deleteBelongings(transaction, 'saved_query', gone);
    return gone.length;
  });
}

export async function listDatabaseChoices(store: Store, user: User): Promise<readonly RelatedItem[]> {
  const rows = await store
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', store.selectFrom('saved_queries').select('db_id').where('user_id', '=', user.id))
    .orderBy('database_name')
    .execute();
  return rows.map((row) => ({ text: row.database_name, value: row.id, extra: {} }));
}

/** The catalogs or schemas that one's own are for. */
export async function listPlaces(
  store: Store,
  user: User,
  { column, prefix }: { readonly column: 'catalog' | 'schema'; readonly prefix: string },
): Promise<readonly string[]> {
  const columns = { catalog: 'saved_queries.catalog', databaseId: 'saved_queries.db_id' };
  const place =
    column === 'catalog' ? await namedCatalog(store, columns) : sql.ref<string | null>('saved_queries.schema');
  const rows = await store
    .selectFrom('saved_queries')
    .select(sql<string>`${place}`.as('name'))
    .distinct()
    .where('user_id', '=', user.id)
    .where(place, 'is not', null)
    .where(place, '<>', '')
    .where(sql<SqlBool>`lower(${place}) like lower(${`${escapeLike(prefix)}%`}) escape '\\'`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
