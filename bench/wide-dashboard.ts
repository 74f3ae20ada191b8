import type { ShopStage } from './bench-case.ts';
import { findOrders } from './shop.ts';

/** Of the one that is measured from every side, and of a smaller one. */
export const wideDashboardCharts = 24;
export const narrowDashboardCharts = 12;
const chartsPerRow = 4;

export interface WideDashboard {
  readonly path: string;
  readonly chartIds: readonly number[];
}

/** Makes a dashboard of so many different charts over the orders: tables, bars, lines and big numbers by every text column. */
export async function makeWideDashboard(shop: ShopStage, count = wideDashboardCharts): Promise<WideDashboard> {
  const orders = await findOrders(shop.api);
  const chartIds: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const form = chartForm(at, { temporal: orders.temporal, text: orders.text, numbers: orders.numbers });
    const answer = await shop.api.post('/api/v1/chart/', {
      slice_name: `Measured ${at + 1}`,
      viz_type: form.viz_type,
      datasource_id: orders.id,
      datasource_type: 'table',
      params: JSON.stringify({ ...form, datasource: `${orders.id}__table` }),
    });
    if (answer.status !== 201)
      throw new Error(`A chart could not be made: ${answer.status} ${answer.text.slice(0, 300)}`);
    chartIds.push(answer.json.id);
  }
  const dashboard = await shop.api.post('/api/v1/dashboard/', {
    dashboard_title: `Measured ${count} charts ${Date.now()}`,
    published: true,
    position_json: JSON.stringify(layoutOf(chartIds)),
    json_metadata: '{"cross_filters_enabled":true}',
  });
  if (dashboard.status !== 201)
    throw new Error(`The dashboard could not be made: ${dashboard.status} ${dashboard.text.slice(0, 300)}`);
  return { path: `/superset/dashboard/${dashboard.json.id}/`, chartIds };
}

interface Columns {
  readonly temporal: string;
  readonly text: readonly string[];
  readonly numbers: readonly string[];
}

/** Every chart asks something else, so that nothing is shared: the kind, the column and the measure change in turn. */
function chartForm(
  at: number,
  { temporal, text, numbers }: Columns,
): Readonly<Record<string, unknown>> & { readonly viz_type: string } {
  const column = text[at % text.length];
  const number = numbers[Math.floor(at / text.length) % numbers.length];
  const aggregate = ['SUM', 'AVG', 'MAX'][at % 3];
  const metric = {
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: number },
    label: `${aggregate} ${number} ${at}`,
  };
  const base = { adhoc_filters: [], row_limit: 100, time_range: 'No filter', granularity_sqla: temporal };
  if (at % 4 === 0)
    return { ...base, viz_type: 'table', query_mode: 'aggregate', groupby: [column], metrics: [metric] };
  if (at % 4 === 1)
    return { ...base, viz_type: 'echarts_timeseries_bar', x_axis: column, groupby: [], metrics: [metric] };
  if (at % 4 === 2)
    return {
      ...base,
      viz_type: 'echarts_timeseries_line',
      x_axis: temporal,
      time_grain_sqla: 'P1W',
      groupby: [],
      metrics: [metric],
    };
  return { ...base, viz_type: 'pie', groupby: [column], metric };
}

function layoutOf(chartIds: readonly number[]): Readonly<Record<string, unknown>> {
  const rows = Array.from({ length: Math.ceil(chartIds.length / chartsPerRow) }, (_, row) => `ROW-${row}`);
  const charts = chartIds.map((chartId, at) => {
    const parents = ['ROOT_ID', 'GRID_ID', `ROW-${Math.floor(at / chartsPerRow)}`];
    const meta = { chartId, width: 12 / chartsPerRow, height: 30 };
    return [`CHART-${chartId}`, { id: `CHART-${chartId}`, type: 'CHART', children: [], parents, meta }] as const;
  });
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      rows.map((id, row) => [id, rowOf(id, chartIds.slice(row * chartsPerRow, (row + 1) * chartsPerRow))]),
    ),
    ...Object.fromEntries(charts),
  };
}

function rowOf(id: string, chartIds: readonly number[]): Readonly<Record<string, unknown>> {
  const children = chartIds.map((chartId) => `CHART-${chartId}`);
  return { id, type: 'ROW', children, parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } };
}
