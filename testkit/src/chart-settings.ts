/** Forms of each chart type in which every setting has another value than at first. */
import {
  type ChartDefinition,
  type ChartForm,
  type ControlDefinition,
  choicesOf,
  completeForm,
  controlsOf,
} from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';

/** The dataset that the forms are about. */
const columns = [
  { name: 'day', type: 'temporal' },
  { name: 'city', type: 'string' },
  { name: 'kind', type: 'string' },
  { name: 'size', type: 'number' },
] as const;
const timeGrains = [
  { value: 'P1D', label: 'Day' },
  { value: 'P1M', label: 'Month' },
];
const context = { columns, metrics: [], timeGrains, mainTemporalColumn: 'day', maxRows: 100_000 };
const metric = (column: string) => ({
  expressionType: 'SQL',
  sqlExpression: `sum(${column})`,
  label: `sum ${column}`,
  optionName: `m_${column}`,
});

/** Earlier periods are compared with a range that has both ends. */
const quarter = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'day',
  operator: 'TEMPORAL_RANGE',
  comparator: '2026-01-01 : 2026-04-01',
};

/** What a chart is about, and the switches that bring its other controls into view. */
const place = { type: 'latlong', latCol: 'size', lonCol: 'size' };
const gathered = { spatial: place, size: metric('size') };
const clustered = { all_columns_x: 'size', all_columns_y: 'size' };
/** As the builder's list of charts gives one. */
const smallChart = JSON.stringify({
  slice_name: 'Sizes',
  viz_type: 'pie',
  params: JSON.stringify({ viz_type: 'pie', groupby: ['kind'], metric: metric('size') }),
});
const overTime = { granularity_sqla: 'day', metrics: [metric('size')], groupby: ['city'], rolling_type: 'mean' };

const bases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'ag-grid-table': { query_mode: 'aggregate', groupby: ['city'], metrics: [metric('size')] },
  box_plot: { columns: ['day'], groupby: ['city'], metrics: [metric('size')] },
  bubble_v2: { entity: 'city', series: 'kind', x: metric('size'), y: metric('size * 2'), size: metric('size * 3') },
  bullet: { metric: metric('size') },
  cal_heatmap: { granularity_sqla: 'day', metrics: [metric('size')] },
  cartodiagram: { geom_column: 'city', selected_chart: smallChart },
  compare: overTime,
  country_map: { select_country: 'italy', entity: 'city', metric: metric('size') },
  deck_arc: { start_spatial: place, end_spatial: place },
  deck_contour: gathered,
  deck_geojson: { geojson: 'city' },
  deck_grid: gathered,
  deck_heatmap: gathered,
  deck_hex: gathered,
  deck_multi: { deck_slices: [1] },
  deck_path: { line_column: 'city' },
  deck_polygon: { line_column: 'city', metric: metric('size') },
  deck_scatter: { spatial: place },
  deck_screengrid: gathered,
  heatmap_v2: { x_axis: 'city', groupby: 'kind', metric: metric('size') },
  histogram_v2: { column: 'size', groupby: ['city'] },
  horizon: { granularity_sqla: 'day', metrics: [metric('size')], groupby: ['city'] },
  mapbox: clustered,
  para: { series: 'city', metrics: [metric('size'), metric('size * 2')] },
  point_cluster_map: clustered,
  mixed_timeseries: {
    ...{ x_axis: 'day', metrics: [metric('size')], groupby: ['city'], rolling_type: 'mean' },
    ...{ metrics_b: [metric('size * 2')], groupby_b: [], rolling_type_b: 'mean' },
  },
  event_flow: { granularity_sqla: 'day', entity: 'city', all_columns_x: 'kind' },
  funnel: { groupby: ['city'], metric: metric('size') },
  gantt_chart: { start_time: 'day', end_time: 'day', y_axis: 'city' },
  gauge_chart: { groupby: ['city'], metric: metric('size') },
  handlebars: {
    ...{ query_mode: 'aggregate', groupby: ['city'], metrics: [metric('size')], all_columns: [], percent_metrics: [] },
    timeseries_limit_metric: metric('size'),
  },
  paired_ttest: { granularity_sqla: 'day', metrics: [metric('size')], groupby: ['city'] },
  pop_kpi: { metric: metric('size') },
  radar: { groupby: ['city'], metrics: [metric('size')] },
  rose: { ...overTime, x_axis: 'day' },
  time_pivot: { granularity_sqla: 'day', metric: metric('size') },
  time_table: { granularity_sqla: 'day', metrics: [metric('size')], column_collection: [{ colType: 'spark' }] },
  waterfall: { x_axis: 'city', metric: metric('size') },
  word_cloud: { series: 'city', metric: metric('size') },
  world_map: { entity: 'city', metric: metric('size') },
  table: { query_mode: 'aggregate', groupby: ['city'], metrics: [metric('size')] },
  pie: { groupby: ['city'], metric: metric('size'), donut: true },
  big_number: { x_axis: 'day', metric: metric('size'), rolling_type: 'mean' },
  big_number_total: { metric: metric('size') },
  treemap_v2: { groupby: ['city'], metric: metric('size') },
  sunburst_v2: { columns: ['city'], metric: metric('size') },
  sankey_v2: { source: 'city', target: 'kind', metric: metric('size') },
  chord: { groupby: 'city', columns: 'kind', metric: metric('size') },
  graph_chart: { source: 'city', target: 'kind', metric: metric('size'), layout: 'force' },
  tree_chart: { id: 'city', parent: 'kind', layout: 'orthogonal' },
  partition: {
    groupby: ['city'],
    metrics: [metric('size')],
    timeseries_limit_metric: metric('size'),
    granularity_sqla: 'day',
    time_series_option: 'adv_anal',
    rolling_type: 'mean',
    time_compare: ['1 week'],
  },
  pivot_table_v2: {
    groupbyRows: ['city'],
    groupbyColumns: ['kind'],
    metrics: [metric('size')],
    series_limit_metric: metric('size'),
  },
};
const series = {
  x_axis: 'day',
  metrics: [metric('size')],
  groupby: ['city', 'kind'],
  stack: 'Stack',
  show_value: true,
  only_total: false,
};
const switches = {
  timeseries_limit_metric: metric('size'),
  area: true,
  markerEnabled: true,
  truncateYAxis: true,
  rolling_type: 'mean',
  time_compare: ['1 week ago'],
};

/** Controls of what the chart is about. */
const chosen = [
  'metric',
  'metrics',
  'column',
  'columns',
  'filters',
  'hidden',
  'annotations',
  'sort-by',
  'order-by-columns',
];

/** Settings that are neither chosen from a list nor typed as one word. */
const composed: Readonly<Record<string, unknown>> = {
  bounds: [1, 90],
  currency: { symbol: 'EUR', symbolPosition: 'suffix' },
  color: { r: 1, g: 2, b: 3, a: 1 },
  text: 'some words',
  textarea: 'some words',
  'time-grain': 'P1M',
  'column-config': { city: { horizontalAlign: 'right' } },
  'conditional-formatting': [{ column: 'sum size', operator: '>', targetValue: 5, colorScheme: 'colorSuccessBase' }],
};

/** What must lie between bounds, or be words of a kind. */
const ruled: Readonly<Record<string, unknown>> = {
  forecastInterval: 0.5,
  baseline: '2026-01-05',
  ranges: '10,20',
  markers: '15',
  marker_lines: '12',
  intervals: '50,100',
  interval_color_indices: '2,1',
  significance_level: 0.1,
};

/** Another value than the one with which a control begins; undefined where another test chooses. */
function otherValue(control: ControlDefinition, form: ChartForm): unknown {
  if (control.name in ruled) return ruled[control.name];
  if (chosen.includes(control.type)) return undefined;
  if (control.type in composed) return composed[control.type];
  const other = choicesOf(control, { ...context, form }).find(
    ({ value }) => value !== null && value !== form[control.name],
  );
  if (control.type === 'checkbox') return form[control.name] !== true;
  if (control.type === 'slider' || control.type === 'number') return control.max === 1 ? 0.5 : 12;
  return control.isMulti ? [other?.value] : other?.value;
}

export interface OtherSettings {
  readonly key: string;
  readonly asked: ChartForm;
  /** What of it is offered and differs. What a setting hides is back at its default. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** How many of all settings those are. */
  readonly share: number;
}

function otherSettingsOf(definition: ChartDefinition): OtherSettings {
  const { key } = definition;
  const base: ChartForm = { ...(bases[key] ?? { ...series, ...switches }), adhoc_filters: [quarter], viz_type: key };
  const complete = (form: ChartForm) => completeForm(definition, form, context);
  const fields = controlsOf(definition).filter(({ name }) => !(name in base));
  const values = fields.map((control) => [control.name, otherValue(control, complete(base))] as const);
  const asked = { ...base, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  const [before, after] = [complete(base), complete(asked)];
  const changed = fields.map(({ name }) => name).filter((name) => after[name] !== before[name]);
  const kept = Object.fromEntries(changed.map((name) => [name, after[name]]));
  return { key, asked, kept, share: changed.length / fields.length };
}

/** By chart type; the dataset has the columns day, city, kind and size. */
export const otherSettings = (): readonly OtherSettings[] => chartDefinitions.map(otherSettingsOf);
