import { type ChartWords, msg } from '@powerset/chart-kit';
import { findEnds, isCountry, isParent, isShape } from './column-words.ts';
import { type DataFacts, nothingChosen } from './data-facts.ts';
import { rolesOf } from './roles.ts';

/** Something that a chart type cannot be drawn without. */
interface Need {
  /** What it is, after *needs*. */
  readonly words: string;
  /** Why a type does not fit where it is not there. */
  readonly missing: string;
  readonly isMet: (data: DataFacts) => boolean;
}

const count = (data: DataFacts, type: DataFacts['columns'][number]['type']) =>
  data.columns.filter((column) => column.type === type).length;

/** All needs by their names. */
export const needs = {
  columns: {
    words: 'columns or a metric',
    missing: msg('Needs a column.'),
    isMet: ({ columns }) => columns.length > 0,
  },
  metric: {
    words: 'a metric',
    missing: msg('Needs something to count or add up.'),
    isMet: ({ columns, metrics = [] }) => columns.length + metrics.length > 0,
  },
  metrics: {
    words: 'one metric or more',
    missing: msg('Needs something to count or add up.'),
    isMet: ({ columns, metrics = [] }) => columns.length + metrics.length > 0,
  },
  time: {
    words: 'a time column',
    missing: msg('Needs a time column.'),
    isMet: (data) => count(data, 'temporal') > 0,
  },
  maps: {
    words: 'saved map charts, each of which is a layer',
    missing: msg('Is made of saved map charts.'),
    isMet: () => false,
  },
  span: {
    words: 'two time columns, of start and end',
    missing: msg('Needs two time columns, of start and end.'),
    isMet: (data) => count(data, 'temporal') > 1,
  },
  axis: {
    words: 'a column for its axis: of times, names or numbers',
    missing: msg('Needs a column for its axis.'),
    isMet: ({ columns }) => columns.length > 0,
  },
  dimension: {
    words: 'a column to group by',
    missing: msg('Needs a column to group by.'),
    isMet: ({ columns }) => columns.length > 0,
  },
  dimensions: {
    words: 'two columns to group by',
    missing: msg('Needs two columns to group by.'),
    isMet: ({ columns }) => columns.length > 1,
  },
  number: {
    words: 'a column of numbers',
    missing: msg('Needs a column of numbers.'),
    isMet: (data) => count(data, 'number') > 0,
  },
  ends: {
    words: 'two columns of where from and where to',
    missing: msg('Found no two columns that say where from and where to.'),
    isMet: ({ columns }) => findEnds(columns) !== null,
  },
  parent: {
    words: 'a column that names each row and one that names its parent',
    missing: msg('Found no column that names a parent.'),
    isMet: ({ columns }) => columns.some(isParent),
  },
  country: {
    words: 'a column of country names or codes',
    missing: msg('Found no column of country names or codes.'),
    isMet: ({ columns }) => columns.some(isCountry),
  },
  regions: {
    words: 'a column of ISO 3166-2 codes of the parts of one country',
    missing: msg('Needs a column of text with the codes of regions.'),
    isMet: (data) => count(data, 'string') > 0,
  },
  place: {
    words: 'columns of latitude and longitude (or one of both, or of geohashes)',
    missing: msg('Found no columns of latitude and longitude.'),
    isMet: (data) => rolesOf(data, nothingChosen).place !== null,
  },
  places: {
    words: 'two places: latitude and longitude of start and of end',
    missing: msg('Found no columns of latitude and longitude.'),
    isMet: (data) => rolesOf(data, nothingChosen).place !== null,
  },
  shape: {
    words: 'a column of shapes: GeoJSON, paths or polygons',
    missing: msg('Found no column of shapes, as GeoJSON or a path.'),
    isMet: ({ columns }) => columns.some(isShape),
  },
  chart: { words: 'a saved chart that is drawn at each place', missing: '', isMet: () => true },
  column_collection: { words: 'what each of its columns shows', missing: '', isMet: () => true },
} as const satisfies Readonly<Record<string, Need>>;

export type NeedName = keyof typeof needs;

/** What each chart type cannot be drawn without, by its key. */
export const typeNeeds: Readonly<Record<string, readonly NeedName[]>> = {
  'ag-grid-table': ['columns'],
  big_number: ['metric', 'time'],
  big_number_total: ['metric'],
  box_plot: ['metrics', 'dimension'],
  bubble_v2: ['dimension', 'metrics'],
  bullet: ['metric'],
  cal_heatmap: ['time', 'metrics'],
  cartodiagram: ['chart', 'shape'],
  chord: ['dimensions', 'metric'],
  compare: ['time', 'metrics'],
  country_map: ['regions', 'metric'],
  deck_arc: ['places'],
  deck_contour: ['place', 'metric'],
  deck_geojson: ['shape'],
  deck_grid: ['place', 'metric'],
  deck_heatmap: ['place', 'metric'],
  deck_hex: ['place', 'metric'],
  deck_multi: ['maps'],
  deck_path: ['shape'],
  deck_polygon: ['shape'],
  deck_scatter: ['place'],
  deck_screengrid: ['place', 'metric'],
  echarts_area: ['axis', 'metrics'],
  echarts_timeseries: ['axis', 'metrics'],
  echarts_timeseries_bar: ['axis', 'metrics'],
  echarts_timeseries_line: ['axis', 'metrics'],
  echarts_timeseries_scatter: ['axis', 'metrics'],
  echarts_timeseries_smooth: ['axis', 'metrics'],
  echarts_timeseries_step: ['axis', 'metrics'],
  event_flow: ['dimensions', 'time'],
  funnel: ['metric', 'dimension'],
  gantt_chart: ['span', 'dimension'],
  gauge_chart: ['metric'],
  graph_chart: ['dimensions', 'metric'],
  handlebars: ['columns'],
  heatmap_v2: ['dimensions', 'metric'],
  histogram_v2: ['number'],
  horizon: ['time', 'metrics'],
  mapbox: ['place'],
  mixed_timeseries: ['axis', 'metrics'],
  paired_ttest: ['dimension', 'time', 'metrics'],
  para: ['dimension', 'metrics'],
  partition: ['metrics', 'dimension'],
  pie: ['dimension', 'metric'],
  pivot_table_v2: ['metrics', 'dimension'],
  point_cluster_map: ['place'],
  pop_kpi: ['metric', 'time'],
  radar: ['metrics'],
  rose: ['axis', 'metrics'],
  sankey_v2: ['ends', 'metric'],
  sunburst_v2: ['dimension', 'metric'],
  table: ['columns'],
  time_pivot: ['time', 'metric'],
  time_table: ['time', 'metrics', 'column_collection'],
  tree_chart: ['parent'],
  treemap_v2: ['dimension', 'metric'],
  waterfall: ['axis', 'metric'],
  word_cloud: ['dimension', 'metric'],
  world_map: ['country', 'metric'],
};

/** Why a chart type cannot be drawn of this data, or is not likely to; null where it can, or where nothing is known of the type. */
export function misfitOf(key: string, data: DataFacts): ChartWords | null {
  const lacking = (typeNeeds[key] ?? []).map((name): Need => needs[name]).find(({ isMet }) => !isMet(data));
  return lacking ? { text: lacking.missing } : null;
}
