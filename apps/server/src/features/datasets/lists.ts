import type { ListQuery } from '@powerset/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import {
  canSeeDatabase,
  loadDataScope,
  readableDatasets,
  type User,
  visibleCharts,
  visibleDashboards,
} from '../../access/index.ts';
import { namedCatalog, toNamedCatalog, withoutSql } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import {
  datasetResource,
  escapeLike,
  type FilterRules,
  findRelatedUsers,
  loadShownOwners,
  loadTags,
  loadUsers,
  pickRelated,
  readOrder,
  readPage,
  tableRules,
  textCondition,
  toConditions,
  toEnvelope,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toListRow } from './present.ts';

type Rules = FilterRules<MetadataTables, 'datasets'>;

const textRule =
  (column: 'table_name' | 'schema' | 'sql'): Rules[string] =>
  (value, _builder, operator) =>
    textCondition(sql.ref(`datasets.${column}`), operator, value);
const valueRule =
  (column: 'id' | 'database_id' | 'created_by_fk' | 'changed_by_fk'): Rules[string] =>
  (value, _builder, operator) =>
    valueCondition(sql.ref(`datasets.${column}`), operator, value);

const { tags, tagNames } = tableRules('datasets');

const filterRules = (catalog: Expression<unknown>): Rules => ({
  catalog: (value, _builder, operator) => textCondition(catalog, operator, value),
  id: valueRule('id'),
  'id.dataset_is_certified': (value) =>
    value
      ? sql<SqlBool>`datasets.extra like '%"certification":%'`
      : sql<SqlBool>`(datasets.extra is null or datasets.extra not like '%"certification":%')`,
  uuid: tableRules('datasets').text('uuid'),
  table_name: textRule('table_name'),
  schema: textRule('schema'),
  sql: textRule('sql'),
  'sql.dataset_is_null_or_empty': (value) =>
    value ? sql<SqlBool>`coalesce(datasets.sql, '') = ''` : sql<SqlBool>`coalesce(datasets.sql, '') <> ''`,
  database: valueRule('database_id'),
  created_by: valueRule('created_by_fk'),
  changed_by: valueRule('changed_by_fk'),
  'tags.rel_m_m': tags('dataset'),
  'tags.dataset_tag_id': tags('dataset'),
  'tags.dataset_tags': tagNames('dataset'),
  owners: (value) => {
    const ids = (Array.isArray(value) ? value : [value]).map(Number).filter(Number.isInteger);
    return sql<SqlBool>`exists (select 1 from owners where owners.object_type = 'dataset' and owners.object_id = datasets.id
      and owners.user_id in (${ids.length > 0 ? sql.join(ids) : sql`null`}))`;
  },
});

const textOperators = ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq'];
const relationOperators = ['rel_o_m', 'nrel_o_m'];

export const datasetFilters = {
  id: ['eq', 'neq', 'in', 'dataset_is_certified'],
  uuid: textOperators,
  table_name: textOperators,
  catalog: textOperators,
  schema: textOperators,
  sql: [...textOperators, 'dataset_is_null_or_empty'],
  database: relationOperators,
  created_by: relationOperators,
  changed_by: relationOperators,
  owners: ['rel_m_m'],
  tags: ['rel_m_m', 'dataset_tags', 'dataset_tag_id'],
};

const orderRules = {
  table_name: 'table_name',
  schema: 'schema',
  id: 'id',
  'changed_by.first_name': 'changer.first_name',
  changed_on_delta_humanized: 'changed_on',
  changed_on_utc: 'changed_on',
  'database.database_name': 'databases.database_name',
} as const;

export async function listDatasets(services: Services, user: User, query: ListQuery) {
  const { store, now } = services;
  const scope = await loadDataScope(store, user);
  const order = readOrder(query, orderRules, { column: 'changed_on', isDescending: true });
  const { limit, offset } = readPage(query);
  const columns = { catalog: 'datasets.catalog', databaseId: 'datasets.database_id' };
  const rules = filterRules(await toNamedCatalog(store, query.filters, columns));
  const found = store
    .selectFrom('datasets')
    .where((builder) => builder.and([...toConditions(query.filters, rules, builder), readableDatasets(scope)]));
  const { count } = await found
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const column = order.column.includes('.') ? order.column : `datasets.${order.column}`;
  const rows = await found
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .leftJoin('users as changer', 'changer.id', 'datasets.changed_by_fk')
    .selectAll('datasets')
    .select([
      'databases.database_name',
      'databases.uuid as database_uuid',
      'databases.backend',
      'databases.sqlalchemy_uri',
    ])
    .orderBy(sql.ref(column), order.isDescending ? 'desc' : 'asc')
    .orderBy('datasets.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const users = await loadUsers(
    store,
    rows.flatMap((row) => [row.changed_by_fk, row.created_by_fk]),
  );
  const ids = rows.map((row) => row.id);
  const owners = await loadShownOwners(store, user, { type: 'dataset', ids });
  const tagsOf = await loadTags(store, 'dataset', ids);
  return toEnvelope({
    query,
    count,
    rows: rows.map((row) => {
      const shown = { ...toListRow(row, { users, owners, now: now() }), tags: tagsOf.get(row.id) ?? [] };
      return user.isAnonymous ? withoutSql(shown) : shown;
    }),
    title: 'List Dataset',
    orderColumns: Object.keys(orderRules),
  });
}

export async function findRelated(services: Services, user: User, request: { column: string; query: ListQuery }) {
  const { column, query } = request;
  if (['owners', 'created_by', 'changed_by'].includes(column))
    return findRelatedUsers(services, { user, resource: datasetResource, column, query });
  if (column !== 'database') throw notFound();
  const rows = await services.store
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .orderBy('database_name')
    .execute();
  const items = rows
    .filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name }))
    .map((row) => ({ text: row.database_name, value: row.id, extra: {} }));
  return pickRelated(items, query);
}

/** Distinct catalogs or schemas of the datasets that the user may read. */
export async function findDistinct(services: Services, user: User, request: { column: string; query: ListQuery }) {
  const { column, query } = request;
  if (column !== 'schema' && column !== 'catalog') throw notFound();
  const scope = await loadDataScope(services.store, user);
  const { limit, offset } = readPage(query);
  const columns = { catalog: 'datasets.catalog', databaseId: 'datasets.database_id' };
  const place =
    column === 'catalog' ? await namedCatalog(services.store, columns) : sql.ref<string | null>('datasets.schema');
  const rows = await services.store
    .selectFrom('datasets')
    .select(sql<string>`${place}`.as('name'))
    .distinct()
    .where(place, 'is not', null)
    .where(place, '<>', '')
    .where(readableDatasets(scope))
    .where(sql<SqlBool>`lower(${place}) like lower(${`${escapeLike(query.filter ?? '')}%`}) escape '\\'`)
    .orderBy('name')
    .execute();
  const names = rows.map(({ name }) => name);
  const result = names.map((name) => ({ text: name, value: name }));
  return { count: result.length, result: result.slice(offset, offset + limit) };
}

/** Charts and dashboards that lose their data without the dataset, as far as the user may see them. */
export async function findRelatedObjects({ store, config }: Services, user: User, datasetId: number) {
  const scope = await loadDataScope(store, user);
  const charts = await store
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where('datasource_id', '=', datasetId)
    .where('datasource_type', '=', 'table')
    .where(() => visibleCharts(user, scope))
    .orderBy('slice_name')
    .execute();
  const dashboards = await store
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title as title'])
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .select('dashboard_charts.dashboard_id')
        .where('charts.datasource_id', '=', datasetId),
    )
    .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
    .execute();
  return {
    charts: { count: charts.length, result: charts },
    dashboards: { count: dashboards.length, result: dashboards },
  };
}
