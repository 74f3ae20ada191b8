import { chartsPerDashboard, firstIds, type OrganisationPlan } from './plan.ts';
import { pick } from './rows.ts';

/** The columns of the table that all datasets stand on. */
export const sourceColumns = {
  time: 'sold_on',
  texts: ['region', 'channel', 'product'],
  numbers: ['amount', 'cost'],
} as const;

const kinds = ['line', 'bar', 'pie', 'table', 'line', 'bar', 'pie', 'table', 'line', 'total'] as const;
const aggregates = ['SUM', 'AVG', 'MAX'] as const;

/** What a chart is set to; no two ask the same, as a bound differs. */
export function formOf(
  at: number,
  datasetId: number,
): Readonly<Record<string, unknown>> & { readonly viz_type: string } {
  const column = pick(sourceColumns.texts, at);
  const number = pick(sourceColumns.numbers, Math.floor(at / 3));
  const aggregate = pick(aggregates, at);
  const metric = {
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: number },
    label: `${aggregate} of ${number}`,
  };
  const bound = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'cost', operator: '<', comparator: 1000 + at };
  const base = {
    datasource: `${datasetId}__table`,
    granularity_sqla: sourceColumns.time,
    time_range: 'No filter',
    adhoc_filters: [bound],
    row_limit: 100,
  };
  const kind = pick(kinds, at);
  if (kind === 'table')
    return { ...base, viz_type: 'table', query_mode: 'aggregate', groupby: [column], metrics: [metric] };
  if (kind === 'bar')
    return { ...base, viz_type: 'echarts_timeseries_bar', x_axis: column, groupby: [], metrics: [metric] };
  if (kind === 'pie') return { ...base, viz_type: 'pie', groupby: [column], metric };
  if (kind === 'total') return { ...base, viz_type: 'big_number_total', metric };
  return {
    ...base,
    viz_type: 'echarts_timeseries_line',
    x_axis: sourceColumns.time,
    time_grain_sqla: 'P1W',
    groupby: [],
    metrics: [metric],
  };
}

const chartsPerRow = 3;

export function layoutOf(plan: OrganisationPlan, dashboard: number): Readonly<Record<string, unknown>> {
  const ids = plan.chartsOf(dashboard).map((chart) => firstIds.charts + chart);
  const rows = Array.from({ length: Math.ceil(ids.length / chartsPerRow) }, (_, row) => `ROW-${row}`);
  const childrenOf = (row: number) => ids.slice(row * chartsPerRow, (row + 1) * chartsPerRow);
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
    ...Object.fromEntries(rows.map((id, row) => [id, rowOf(id, childrenOf(row))])),
    ...Object.fromEntries(
      ids.map((chartId, at) => {
        const id = `CHART-${chartId}`;
        const parents = ['ROOT_ID', 'GRID_ID', `ROW-${Math.floor(at / chartsPerRow)}`];
        return [id, { id, type: 'CHART', children: [], parents, meta: { chartId, width: 4, height: 30 } }];
      }),
    ),
  };
}

function rowOf(id: string, chartIds: readonly number[]): Readonly<Record<string, unknown>> {
  const children = chartIds.map((chartId) => `CHART-${chartId}`);
  return { id, type: 'ROW', children, parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } };
}

/** Two filters, as most dashboards have: a span of time, and a choice of values. */
export function metadataOf(plan: OrganisationPlan, dashboard: number): Readonly<Record<string, unknown>> {
  const [dataset] = plan.datasetsOf(dashboard);
  const first = firstIds.charts + dashboard * chartsPerDashboard;
  const chartsInScope = Array.from({ length: chartsPerDashboard }, (_, at) => first + at);
  const shared = {
    type: 'NATIVE_FILTER',
    description: '',
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    ...{ chartsInScope, tabsInScope: [] },
    defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
  };
  const time = { ...shared, id: 'NATIVE_FILTER-time', name: 'When', filterType: 'filter_time', targets: [{}] };
  const region = {
    ...shared,
    id: 'NATIVE_FILTER-region',
    name: 'Region',
    filterType: 'filter_select',
    targets: [{ datasetId: firstIds.datasets + dataset, column: { name: 'region' } }],
    controlValues: { multiSelect: true, enableEmptyFilter: false, defaultToFirstItem: false, searchAllOptions: false },
  };
  return {
    color_scheme: '',
    refresh_frequency: 0,
    cross_filters_enabled: true,
    chart_configuration: {},
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope },
    native_filter_configuration: [time, { ...region }],
  };
}
