import type { ListFilter, ListQuery } from '@powerset/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { listedCharts, loadDataScope, starredCharts, type User, visibleCharts } from '../../access/index.ts';
import {
  containsText,
  type FilterRules,
  findIds,
  inOrder,
  readOrder,
  readPage,
  tableRules,
  textCondition,
  textOperators,
  toConditions,
  valueOperators,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

type Rules = FilterRules<MetadataTables, 'charts'>;

const rules = tableRules('charts');
const searched = ['charts.slice_name', 'charts.description', 'charts.viz_type'];

/** Every filter of the chart list. */
function chartFilters(user: User): Rules {
  return {
    id: rules.value('id'),
    'id.chart_is_favorite': rules.flag(starredCharts(user)),
    'id.chart_is_certified': rules.isCertified,
    'id.chart_owned_created_favored_by_me': rules.flag(mine(user)),
    slice_name: rules.text('slice_name'),
    'slice_name.chart_all_text': (value) => {
      const text = String(value ?? '');
      return sql<SqlBool>`(${containsText(text, searched)} or ${onDatasets(containsText(text, ['datasets.table_name']))})`;
    },
    uuid: rules.text('uuid'),
    viz_type: (value, builder, operator) =>
      (operator === 'in' ? rules.value : rules.text)('viz_type')(value, builder, operator),
    description: rules.text('description'),
    cache_timeout: rules.value('cache_timeout'),
    datasource_id: rules.value('datasource_id'),
    datasource_type: rules.text('datasource_type'),
    datasource_name: (value, _builder, operator) =>
      onDatasets(textCondition(sql.ref('datasets.table_name'), operator, value)),
    changed_on: rules.value('changed_on'),
    created_on: rules.value('created_on'),
    last_saved_at: rules.value('last_saved_at'),
    'created_by.chart_created_by_me': rules.isCreatedBy(ownIdOf(user)),
    'created_by.chart_has_created_by': rules.hasCreator,
    created_by: rules.value('created_by_fk'),
    changed_by: rules.value('changed_by_fk'),
    last_saved_by: rules.value('last_saved_by_fk'),
    'owners.rel_m_m': rules.owners('chart'),
    'tags.rel_m_m': rules.tags('chart'),
    'tags.chart_tag_id': rules.tags('chart'),
    'tags.chart_tags': rules.tagNames('chart'),
    'dashboards.rel_m_m': rules.pairedIn({ table: 'dashboard_charts', own: 'chart_id', other: 'dashboard_id' }),
  };
}

/** On a dataset of which this is so: asked of the datasets once, not of each chart's. */
function onDatasets(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`charts.datasource_id in (select datasets.id from datasets where ${condition})`;
}

/** Which filters the list offers, as `_info` tells them. */
export const chartFilterNames: Readonly<Record<string, readonly string[]>> = {
  id: [...valueOperators, 'in', 'chart_is_favorite', 'chart_is_certified', 'chart_owned_created_favored_by_me'],
  uuid: textOperators,
  slice_name: [...textOperators, 'chart_all_text'],
  viz_type: [...textOperators, 'in'],
  description: textOperators,
  cache_timeout: valueOperators,
  datasource_id: valueOperators,
  datasource_name: textOperators,
  datasource_type: textOperators,
  created_by: ['rel_o_m', 'nrel_o_m', 'chart_created_by_me', 'chart_has_created_by'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  last_saved_by: ['rel_o_m', 'nrel_o_m'],
  owners: ['rel_m_m'],
  tags: ['rel_m_m', 'chart_tags', 'chart_tag_id'],
  dashboards: ['rel_m_m'],
};

const orderColumns = {
  id: 'charts.id',
  slice_name: 'charts.slice_name',
  viz_type: 'charts.viz_type',
  datasource_id: 'charts.datasource_id',
  datasource_name: 'datasets.table_name',
  changed_on: 'charts.changed_on',
  changed_on_delta_humanized: 'charts.changed_on',
  changed_on_utc: 'charts.changed_on',
  created_on: 'charts.created_on',
  'changed_by.first_name': 'changed_by_fk.first_name',
  'created_by.first_name': 'created_by_fk.first_name',
  last_saved_at: 'charts.last_saved_at',
  'last_saved_by.id': 'last_saved_by_fk.id',
  'last_saved_by.first_name': 'last_saved_by_fk.first_name',
  'last_saved_by.last_name': 'last_saved_by_fk.last_name',
} as const;
export const chartOrderColumns = Object.keys(orderColumns);

/** What another table says of a chart is asked where it is ordered by; joined, all charts there are would be read with it. */
function orderOf(column: string): Expression<unknown> {
  const [table = '', name = ''] = column.split('.');
  if (table === 'charts') return sql.ref(column);
  if (table === 'datasets')
    return sql`(select ${sql.ref(column)} from datasets where datasets.id = charts.datasource_id)`;
  return sql`(select ${sql.ref(`users.${name}`)} from users where users.id = ${sql.ref(`charts.${table}`)})`;
}

/** What one person made is little: each of it is looked at, and not all that may be seen gathered first. */
const isOfOnePerson = ({ col, opr }: ListFilter): boolean =>
  col === 'created_by' && (opr === 'rel_o_m' || opr === 'chart_created_by_me');

/** A page of the charts that the user may see, with their dataset, and how many there are in all. */
export async function findCharts(store: Store, user: User, query: ListQuery) {
  const scope = await loadDataScope(store, user);
  const builder = expressionBuilder<MetadataTables, 'charts'>();
  const sifts = toConditions(cleanFilters(query.filters), chartFilters(user), builder);
  const visible = query.filters?.some(isOfOnePerson) ? visibleCharts(user, scope) : listedCharts(user, scope);
  const { column, isDescending } = readOrder(query, orderColumns, { column: 'charts.changed_on', isDescending: true });
  const { count, ids } = await findIds(
    store.selectFrom('charts').where((where) => where.and([visible, ...sifts])),
    {
      id: 'charts.id',
      order: { by: orderOf(column), isDescending },
      page: readPage(query),
      isSifted: sifts.length > 0,
    },
  );
  const rows = await store
    .selectFrom('charts')
    .leftJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .selectAll('charts')
    .select(['datasets.table_name', 'datasets.default_endpoint'])
    .select('datasets.schema as dataset_schema')
    .where('charts.id', 'in', ids.length > 0 ? [...ids] : [-1])
    .execute();
  return { count, rows: inOrder(ids, rows) };
}

export type ListedChart = Awaited<ReturnType<typeof findCharts>>['rows'][number];

/** What a chart stands on, where that is a dataset that is there. */
export async function findDataset(store: Store, chart: Pick<Row<'charts'>, 'datasource_id' | 'datasource_type'>) {
  if (chart.datasource_id === null || chart.datasource_type !== 'table') return undefined;
  const datasets = store.selectFrom('datasets').select(['uuid', 'schema', 'table_name']);
  return datasets.where('id', '=', chart.datasource_id).executeTakeFirst();
}

/** Dashboards that hold each of some charts and that the condition lets through. */
export async function loadChartDashboards(store: Store, chartIds: readonly number[], isVisible: Expression<SqlBool>) {
  if (chartIds.length === 0) return [];
  return store
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboards.dashboard_title', 'dashboards.json_metadata'])
    .where('dashboard_charts.chart_id', 'in', [...chartIds])
    .where(() => isVisible)
    .orderBy('dashboards.dashboard_title')
    .execute();
}

function cleanFilters(filters: readonly ListFilter[] | undefined): readonly ListFilter[] | undefined {
  return filters?.map((filter) => (filter.value === undefined ? { ...filter, value: null } : filter));
}

function ownIdOf(user: User): number {
  return user.isAnonymous ? -1 : user.id;
}

/** Found from the person's side, who has made and starred little of all there is. */
function mine(user: User): Expression<SqlBool> {
  const own = ownIdOf(user);
  return sql<SqlBool>`charts.id in (select object_id from favorites where user_id = ${own} and object_type = 'chart'
    union select object_id from owners where user_id = ${own} and object_type = 'chart'
    union select made.id from charts as made where made.created_by_fk = ${own})`;
}
