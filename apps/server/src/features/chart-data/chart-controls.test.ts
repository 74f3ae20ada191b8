import {
  assignColors,
  type ChartDefinition,
  type ChartForm,
  type ControlDefinition,
  choicesOf,
  completeForm,
  controlsOf,
  isControlVisible,
  lightChartTheme,
  validateForm,
} from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';
import { type ChartBatchLine, fromWireTable } from '@powerset/contract';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
let timeGrains: readonly { readonly value: string; readonly label: string }[];

/** Four years of days, so that the longest comparison finds rows. */
beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(`CREATE TABLE days AS SELECT TIMESTAMP '2022-12-01' + to_days(d::INT) AS day, city, kind, d AS size,
      d % 80 AS lat, d % 160 AS lon, '[[1,2],[3,4],[5,1]]' AS path, 'IT' AS code,
      '{"type":"Point","coordinates":[1,2]}' AS shape
    FROM range(1500) AS days(d), (VALUES ('Rome'), ('Bonn')) AS cities(city), (VALUES ('new'), ('old')) AS kinds(kind)`);
  const made = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'days' });
  datasetId = made.json.id;
  const layer = { viz_type: 'deck_scatter', spatial: place };
  const chart = { slice_name: 'Places', viz_type: 'deck_scatter', datasource_id: datasetId, datasource_type: 'table' };
  const saved = await running.admin.post('/api/v1/chart/', { ...chart, params: JSON.stringify(layer) });
  expect(saved.json.id).toBe(1);
  const opened = await running.admin.get(`/api/v1/explore/?datasource_id=${datasetId}&datasource_type=table`);
  const grains: readonly (readonly [string, string])[] = opened.json.result.dataset.time_grain_sqla;
  timeGrains = grains.map(([value, label]) => ({ value, label }));
});
afterAll(() => running.stop());

const contextOf = () => ({
  columns: [
    { name: 'day', type: 'temporal' },
    { name: 'city', type: 'string' },
    { name: 'kind', type: 'string' },
    { name: 'size', type: 'number' },
    { name: 'lat', type: 'number' },
    { name: 'lon', type: 'number' },
    { name: 'path', type: 'string' },
    { name: 'shape', type: 'string' },
    { name: 'code', type: 'string' },
  ] as const,
  metrics: [],
  timeGrains,
  mainTemporalColumn: 'day',
  maxRows: 100_000,
});

type Fields = Readonly<Record<string, unknown>>;
const total = { expressionType: 'SQL', sqlExpression: 'SUM(size)', label: 'total' };
const number = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'number' };
/** Short, for a row a minute makes many of it. */
const fourDays = {
  adhoc_filters: [
    {
      clause: 'WHERE',
      expressionType: 'SIMPLE',
      subject: 'day',
      operator: 'TEMPORAL_RANGE',
      comparator: '2026-01-30 : 2026-02-03',
    },
  ],
};

const series: readonly Fields[] = [
  { x_axis: 'day', metrics: [total], groupby: [] },
  { x_axis: 'day', metrics: [total, number], groupby: ['city', 'kind'], timeseries_limit_metric: number, limit: 5 },
  { x_axis: 'day', metrics: [total], groupby: ['city'], time_compare: ['1 week ago', '1 year ago'] },
  { x_axis: 'city', metrics: [total], groupby: [], timeseries_limit_metric: number, x_axis_sort: 'total' },
  { x_axis: 'city', metrics: [total], groupby: ['kind'] },
];
const place = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const gathered = [{ spatial: place, size: total }];
const clustered = [
  { all_columns_x: 'lon', all_columns_y: 'lat' },
  { all_columns_x: 'lon', all_columns_y: 'lat', groupby: ['city'], point_radius: 'size', mapbox_label: ['size'] },
];
const overTime = { granularity_sqla: 'day', metrics: [total], groupby: ['city'], timeseries_limit_metric: number };

const bases: Readonly<Record<string, readonly Fields[]>> = {
  'ag-grid-table': [
    { query_mode: 'aggregate', groupby: ['day', 'city'], metrics: [total], percent_metrics: [number] },
    { query_mode: 'raw', all_columns: ['day', 'city', 'size'], server_pagination: true },
  ],
  bullet: [{ metric: total }],
  cartodiagram: [
    {
      geom_column: 'shape',
      selected_chart: JSON.stringify({
        ...{ slice_name: 'Sizes', viz_type: 'pie' },
        params: JSON.stringify({ viz_type: 'pie', groupby: ['kind'], metric: total }),
      }),
    },
  ],
  compare: [overTime],
  country_map: [{ select_country: 'italy', entity: 'code', metric: total }],
  deck_arc: [{ start_spatial: place, end_spatial: { ...place, latCol: 'size' }, dimension: 'city' }],
  deck_contour: gathered,
  deck_geojson: [{ geojson: 'shape' }],
  deck_grid: gathered,
  deck_heatmap: gathered,
  deck_hex: gathered,
  // The only chart that there is.
  deck_multi: [{ deck_slices: [1] }],
  deck_path: [{ line_column: 'path' }],
  deck_polygon: [{ line_column: 'path', metric: total, point_radius_fixed: { type: 'metric', value: number } }],
  deck_scatter: [
    { spatial: place, point_radius_fixed: { type: 'metric', value: total }, dimension: 'city' },
    { spatial: place },
  ],
  deck_screengrid: gathered,
  mapbox: clustered,
  point_cluster_map: clustered,
  echarts_timeseries: series,
  echarts_timeseries_scatter: series,
  echarts_timeseries_smooth: series,
  echarts_timeseries_step: series,
  mixed_timeseries: [
    { x_axis: 'day', metrics: [total], groupby: ['city'], metrics_b: [number], groupby_b: [] },
    {
      ...{ x_axis: 'city', metrics: [total], groupby: [], metrics_b: [number], groupby_b: ['kind'] },
      adhoc_filters_b: fourDays.adhoc_filters,
    },
  ],
  event_flow: [{ granularity_sqla: 'day', entity: 'city', all_columns_x: 'kind', all_columns: ['size'] }],
  funnel: [{ groupby: ['city', 'kind'], metric: total }],
  gantt_chart: [
    { start_time: 'day', end_time: 'day', y_axis: 'city', series: 'kind', tooltip_columns: ['size'] },
    { start_time: 'day', end_time: 'day', y_axis: 'city', tooltip_metrics: [total] },
  ],
  gauge_chart: [{ groupby: ['city'], metric: total }],
  handlebars: [
    { query_mode: 'aggregate', groupby: ['city'], metrics: [total], handlebarsTemplate: '{{data.length}}' },
    { query_mode: 'raw', all_columns: ['city', 'size'], handlebarsTemplate: '{{data.length}}' },
  ],
  paired_ttest: [overTime],
  pop_kpi: [{ metric: total }],
  radar: [{ groupby: ['city'], metrics: [total, number], timeseries_limit_metric: number }],
  rose: [{ ...overTime, x_axis: 'day' }],
  time_pivot: [{ granularity_sqla: 'day', metric: total }],
  time_table: [
    { granularity_sqla: 'day', metrics: [total, number], groupby: [], column_collection: [{ colType: 'spark' }] },
    { granularity_sqla: 'day', metrics: [total], groupby: ['city'], column_collection: [{ colType: 'spark' }] },
  ],
  waterfall: [
    { x_axis: 'day', metric: total },
    { x_axis: 'city', groupby: ['kind'], metric: total },
  ],
  word_cloud: [{ series: 'city', metric: total }],
  world_map: [{ entity: 'code', metric: total, show_bubbles: true, secondary_metric: number }],
  table: [
    { query_mode: 'aggregate', groupby: ['day', 'city'], metrics: [total], percent_metrics: [number] },
    { query_mode: 'aggregate', groupby: ['city'], metrics: [total], timeseries_limit_metric: number },
    { query_mode: 'raw', all_columns: ['day', 'city', 'size'], server_pagination: true },
  ],
  big_number_total: [{ metric: total }],
  big_number: [{ x_axis: 'day', metric: total }],
  pie: [{ groupby: ['city', 'kind'], metric: total }],
  echarts_timeseries_line: series,
  echarts_timeseries_bar: series,
  echarts_area: series,
  treemap_v2: [{ groupby: ['city', 'kind'], metric: total }],
  sunburst_v2: [{ columns: ['city', 'kind'], metric: total, secondary_metric: number }],
  sankey_v2: [{ source: 'city', target: 'kind', metric: total }],
  chord: [{ groupby: 'city', columns: 'kind', metric: total }],
  graph_chart: [{ source: 'city', target: 'kind', metric: total, source_category: 'kind', target_category: 'city' }],
  tree_chart: [{ id: 'city', parent: 'kind', name: 'city', metric: total }],
  partition: [
    { groupby: ['city', 'kind'], metrics: [total, number], timeseries_limit_metric: number },
    {
      ...{ groupby: ['city'], metrics: [total], granularity_sqla: 'day', time_grain_sqla: 'P1D' },
      ...{ time_series_option: 'adv_anal', rolling_type: 'mean', time_compare: ['1 week'] },
    },
  ],
  pivot_table_v2: [
    { groupbyRows: ['day'], groupbyColumns: ['city', 'kind'], metrics: [total], series_limit_metric: number },
    { groupbyRows: ['city'], groupbyColumns: [], metrics: [total, number], rowTotals: true, colTotals: true },
  ],
  box_plot: [
    { columns: ['day'], groupby: ['city'], metrics: [total] },
    { columns: ['kind'], groupby: [], metrics: [total, number], series_limit_metric: number },
  ],
  histogram_v2: [
    { column: 'size', groupby: [] },
    { column: 'size', groupby: ['city', 'kind'] },
  ],
  heatmap_v2: [
    { x_axis: 'day', groupby: 'city', metric: total },
    { x_axis: 'kind', groupby: 'city', metric: total },
  ],
  bubble_v2: [
    { entity: 'city', series: 'kind', x: total, y: number, size: number, orderby: number },
    { entity: 'day', x: total, y: number, size: total },
  ],
  cal_heatmap: [{ granularity_sqla: 'day', metrics: [total, number] }],
  para: [{ series: 'city', metrics: [total, number], secondary_metric: number, timeseries_limit_metric: total }],
  horizon: [{ granularity_sqla: 'day', metrics: [total], groupby: ['city'], timeseries_limit_metric: number }],
};

/** Controls whose choices mean something else together. */
const together: readonly (readonly [string, string])[] = [
  ['resample_rule', 'resample_method'],
  ['time_compare', 'comparison_type'],
  ['rolling_type', 'comparison_type'],
  ['contributionMode', 'comparison_type'],
  ['contributionMode', 'rolling_type'],
  ['forecastEnabled', 'time_compare'],
  ['forecastEnabled', 'rolling_type'],
];

/** What is typed where more than the choices may be. */
const typed: Fields = {
  resample_rule: '2W',
  rolling_periods: 3,
  min_periods: 2,
  time_compare: '2025-12-24',
  series_limit: 1,
  row_limit: 3,
};

function valuesOf(control: ControlDefinition, form: ChartForm): readonly unknown[] {
  const choices = choicesOf(control, { ...contextOf(), form }).map(({ value }) => value);
  const own = control.name in typed ? [typed[control.name]] : [];
  const offered = control.type === 'checkbox' ? [true, false] : [...choices, ...own];
  return control.isMulti ? offered.map((value) => [value]) : offered;
}

function changesOf(definition: ChartDefinition, base: ChartForm): readonly Fields[] {
  const form = completeForm(definition, base, contextOf());
  const offered = controlsOf(definition).filter((control) => isControlVisible(control, { ...contextOf(), form }));
  const changes = (name: string): readonly Fields[] =>
    offered
      .filter((one) => one.name === name)
      .flatMap((one) => valuesOf(one, form).map((value) => ({ [name]: value })));
  return [
    ...offered.flatMap(({ name }) => changes(name)),
    ...together.flatMap(([one, other]) =>
      changes(one).flatMap((first) => changes(other).map((second) => ({ ...first, ...second }))),
    ),
  ];
}

/** Each different question once, under what was chosen for it. */
function questionsOf(
  definition: ChartDefinition,
): ReadonlyMap<string, { readonly name: string; readonly form: ChartForm }> {
  const forms = bases[definition.key]!.flatMap((own) => {
    const base: ChartForm = { ...fourDays, ...own, viz_type: definition.key };
    return changesOf(definition, base).map((change) => ({
      name: JSON.stringify({ ...own, ...change }),
      form: completeForm(definition, { ...base, ...change }, contextOf()),
    }));
  });
  const complete = forms.filter(({ form }) => validateForm(definition, form, contextOf()).length === 0);
  return new Map(complete.map((one) => [JSON.stringify(definition.toQueries(one.form)), one]));
}

function drawingFault(definition: ChartDefinition, form: ChartForm, line: ChartBatchLine): string | null {
  if ('error' in line) return line.error.errors[0]?.message ?? 'is refused';
  const tables = line.results.map(({ table }) => fromWireTable(table));
  // Totals that are sums of the rows are not asked of the engine: they have no statement, and no rows.
  if (line.results.some(({ query, rowcount }) => query !== '' && rowcount === 0)) return 'answers no rows';
  const colorOf = assignColors({ scheme: String(form.color_scheme ?? ''), labelColors: {}, theme: lightChartTheme });
  definition.toModel(tables, { form, verboseNames: {}, columnFormats: {}, colorOf });
  return null;
}

it.each(chartDefinitions.map((definition) => [definition.key, definition] as const))(
  'every choice of a chart of the type %s is a question that is answered with rows',
  async (_, definition) => {
    const asked = [...questionsOf(definition).values()];
    const faults: string[] = [];
    for (let from = 0; from < asked.length; from += 100) {
      const part = asked.slice(from, from + 100);
      const answer = await running.admin.post('/api/v1/chart/data/batch', {
        requests: part.map(({ form }, at) => ({
          key: String(at),
          payload: { datasource: { id: datasetId, type: 'table' }, queries: definition.toQueries(form) },
        })),
      });
      const lines = answer.text
        .trim()
        .split('\n')
        .map((line): ChartBatchLine => JSON.parse(line));
      expect(lines).toHaveLength(part.length);
      for (const line of lines) {
        const { name, form } = part[Number(line.key)]!;
        const fault = drawingFault(definition, form, line);
        if (fault) faults.push(`${name}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  },
  120_000,
);
