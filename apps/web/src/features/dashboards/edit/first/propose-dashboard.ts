import type { DashboardDataset } from '../../state/index.ts';

/** What is asked of a dataset before charts are proposed. */
export interface DatasetFacts {
  /** Distinct values by column. */
  readonly distinct: Readonly<Record<string, number>>;
  /** Days from the first to the last time; null where that is not known. */
  readonly days: number | null;
  /** Of the dataset's metrics that count something, those that come to the number of its rows. */
  readonly countsOfRows?: readonly string[];
}

export interface ProposedChart {
  readonly key: string;
  readonly name: string;
  readonly vizType: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

export interface ProposedFilter {
  readonly name: string;
  readonly filterType: 'filter_time' | 'filter_select';
  readonly column: string;
}

export interface Proposal {
  readonly charts: readonly ProposedChart[];
  readonly filters: readonly ProposedFilter[];
}

export type Translate = (text: string, values?: Readonly<Record<string, string>>) => string;
type Column = DashboardDataset['columns'][number];
type Metric = string | Readonly<Record<string, unknown>>;

interface NamedMetric {
  readonly metric: Metric;
  readonly name: string;
  readonly isCount: boolean;
  /** How many different values a column has. */
  readonly isKinds?: boolean;
}

const numberType = 0;
const textType = 1;
const mostProbed = 12;
const mostFigures = 4;
const idNames = /(^|_)(id|key|uuid|guid|code|zip|zipcode|postcode|phone|nr|no|number|index|hash|url|email)$/i;
const noMeasures =
  /(^|_)(year|month|day|week|quarter|hour|lat|latitude|lon|lng|longitude|rank|ranking|position|ds|epoch|timestamp|date|time)$/i;
/** Texts that say when or how much group nothing. */
const noGroups = /(^|_)(date|time|datetime|timestamp|value|amount|description|comment|comments|note|notes)(_|$)/i;
/** Measures of which a sum says nothing. */
const averaged =
  /(^|_)(age|rate|ratio|share|percent|percentage|pct|score|rating|price|avg|average|mean|temperature)(_|$)/i;

const isTime = (column: Column) => column.is_dttm === true;
const isText = (column: Column) => !isTime(column) && column.type_generic === textType;
const isIdentifier = (column: Column) => idNames.test(column.column_name);
const isMeasure = (column: Column) =>
  !isTime(column) &&
  column.type_generic === numberType &&
  !isIdentifier(column) &&
  !noMeasures.test(column.column_name);

interface Measured {
  /** A dashboard's own datasets come without what their metrics are. */
  readonly metrics: readonly { readonly metric_name: string; readonly expression?: string | null }[];
}

/** The dataset's metrics that may be its number of rows under another name. */
export const countingMetrics = ({ metrics }: Measured): readonly string[] =>
  metrics
    .filter(({ metric_name: name, expression }) => !isPlainCount(name) && /^\s*count\s*\(/i.test(expression ?? ''))
    .map(({ metric_name: name }) => name)
    .slice(0, mostFigures);

/** The columns whose values are counted, and the one that says when. */
export function factColumns(dataset: DashboardDataset): {
  readonly categories: readonly string[];
  readonly time: string | null;
} {
  const texts = dataset.columns.filter(isText);
  const spoken = texts.filter((column) => !isIdentifier(column) && !noGroups.test(column.column_name));
  // Where nothing else tells rows apart, their keys do.
  const categories = spoken.length > 0 ? spoken : texts.filter(isIdentifier);
  return { categories: categories.slice(0, mostProbed).map((column) => column.column_name), time: timeOf(dataset) };
}

function timeOf({ columns, main_dttm_col: main }: DashboardDataset): string | null {
  const times = columns.filter(isTime).map((column) => column.column_name);
  return times.find((name) => name === main) ?? times[0] ?? null;
}

interface Matter {
  readonly dataset: DashboardDataset;
  readonly facts: DatasetFacts;
  readonly t: Translate;
  readonly figures: readonly NamedMetric[];
  readonly main: NamedMetric;
  readonly time: string | null;
  /** Few values, so that each can be drawn; those of fewest values first. */
  readonly categories: readonly string[];
  /** So many values that they are a list. */
  readonly longList: string | undefined;
}

const fewValues = 40;
const listValues = 100_000;

/** A first dashboard by rules: figures, the course over time, the largest categories, a table, and filters. */
export function proposeDashboard(dataset: DashboardDataset, facts: DatasetFacts, t: Translate): Proposal {
  const figures = withKinds(figuresOf(dataset, { facts, t }), dataset, { facts, t });
  const main = figures.find((figure) => !figure.isCount && !figure.isKinds) ?? figures[0];
  if (!main) return { charts: [], filters: [] };
  const counted = factColumns(dataset).categories.filter((name) => (facts.distinct[name] ?? 2) > 1);
  const size = (name: string) => facts.distinct[name] ?? fewValues;
  const bySize = [...counted].sort((left, right) => size(left) - size(right));
  const categories = bySize.filter((name) => size(name) <= fewValues);
  const longList = bySize.find((name) => size(name) > fewValues && size(name) <= listValues);
  const matter: Matter = { dataset, facts, t, figures, main, time: timeOf(dataset), categories, longList };
  const charts = [...figureCharts(matter), ...middleCharts(matter), ...lowerCharts(matter)];
  return { charts, filters: filtersOf(matter) };
}

/** The dataset's own metrics first, then sums of its measures, then how many rows there are. */
function figuresOf(dataset: DashboardDataset, { facts, t }: Pick<Matter, 'facts' | 't'>): readonly NamedMetric[] {
  const own = dataset.metrics.map(({ metric_name: name, verbose_name: label }) => ({
    metric: name,
    name: isPlainCount(label || name) ? t('Rows') : label || name,
    isCount: isPlainCount(name),
  }));
  const sums = dataset.columns.filter(isMeasure).map((column) => sumOf(column, t));
  const hasCount = own.some((metric) => metric.isCount);
  const rows = {
    metric: { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: t('Rows') },
    name: t('Rows'),
    isCount: true,
  };
  const spoken = own.filter((metric) => !metric.isCount);
  const fill = spoken.length > 1 ? [] : sums;
  const counts = hasCount ? own.filter((metric) => metric.isCount) : [rows];
  const first = [...spoken, ...fill].slice(0, mostFigures - 1);
  // One number under two names says no more than under the name that its author gave it.
  const isSaid = first.some(({ metric }) => typeof metric === 'string' && facts.countsOfRows?.includes(metric));
  return isSaid ? [...spoken, ...fill].slice(0, mostFigures) : first.concat(counts).slice(0, mostFigures);
}

/** As the server calls it when a dataset is made. */
const isPlainCount = (name: string): boolean => name === 'count' || name === 'COUNT(*)';

function sumOf(column: Column, t: Translate): NamedMetric {
  const values = { column: column.verbose_name || column.column_name };
  return averaged.test(column.column_name)
    ? simpleMetric(column.column_name, 'AVG', t('Average of {{column}}', values))
    : simpleMetric(column.column_name, 'SUM', t('Sum of {{column}}', values));
}

function simpleMetric(column: string, aggregate: string, name: string): NamedMetric {
  const measured = { expressionType: 'SIMPLE', aggregate, column: { column_name: column } };
  return { metric: { ...measured, label: name, hasCustomLabel: true }, name, isCount: false };
}

const fewFigures = 2;

/** Where there is little to sum, how many different values the columns have says how large the matter is. */
function withKinds(
  figures: readonly NamedMetric[],
  dataset: DashboardDataset,
  { facts, t }: Pick<Matter, 'facts' | 't'>,
): readonly NamedMetric[] {
  if (figures.length >= fewFigures) return figures;
  const kinds = factColumns(dataset)
    .categories.filter((name) => (facts.distinct[name] ?? 1) > 1)
    .slice(0, mostFigures - figures.length - 1)
    .map((name) => {
      const label = dataset.columns.find((column) => column.column_name === name)?.verbose_name || name;
      return { ...simpleMetric(name, 'COUNT_DISTINCT', t('Different {{column}}', { column: label })), isKinds: true };
    });
  return [...figures, ...kinds];
}

function labelOf({ dataset }: Matter, name: string): string {
  return dataset.columns.find((column) => column.column_name === name)?.verbose_name || name;
}

/** The dashboard's time range reaches a chart by this condition. */
function inTime({ time }: Matter): Readonly<Record<string, unknown>> {
  if (!time) return {};
  const range = { operator: 'TEMPORAL_RANGE', operatorId: 'TEMPORAL_RANGE', comparator: 'No filter' };
  return { adhoc_filters: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: time, ...range }] };
}

const rowWidth = 12;
/** A single number in a card of the whole width looks lost. */
const widestFigure = 4;

function figureCharts(matter: Matter): readonly ProposedChart[] {
  const { figures } = matter;
  return figures.map(({ metric, name }, at) => ({
    key: `figure-${at}`,
    name,
    vizType: 'big_number_total',
    form: { ...inTime(matter), metric, subheader: '' },
    row: 0,
    width: Math.min(widestFigure, Math.floor(rowWidth / figures.length)),
    height: 12,
  }));
}

/** The course over time, and beside it the largest of the column with fewest values; without time those of two columns. */
function middleCharts(matter: Matter): readonly ProposedChart[] {
  const [first, second] = ranksOf(matter);
  const series = hasCourse(matter) && matter.time ? seriesChart(matter, matter.time) : undefined;
  const ranks = (series ? [first] : [first, second]).flatMap((name, at) =>
    name ? [rankChart(matter, name, { key: at === 0 ? 'first' : 'second', row: 1 })] : [],
  );
  const charts = [...(series ? [series] : []), ...ranks];
  const widths = series && ranks.length > 0 ? [8, 4] : charts.map(() => rowWidth / charts.length);
  return charts.map((chart, at) => ({ ...chart, width: widths[at] ?? rowWidth }));
}

/** The columns whose largest values are drawn as bars. */
function ranksOf({ categories, longList }: Matter): readonly string[] {
  return categories.length === 0 && longList ? [longList] : categories;
}

/** All rows of one moment have no course. */
const hasCourse = ({ time, facts }: Matter): boolean => time !== null && facts.days !== 0;

function seriesChart(matter: Matter, time: string): ProposedChart {
  const { main, t, facts } = matter;
  return {
    key: 'series',
    name: t('{{metric}} over time', { metric: main.name }),
    vizType: 'echarts_timeseries_line',
    form: {
      ...inTime(matter),
      x_axis: time,
      metrics: [main.metric],
      groupby: [],
      time_grain_sqla: grainFor(facts.days),
      row_limit: 10_000,
      rich_tooltip: true,
    },
    row: 1,
    width: 8,
    height: 32,
  };
}

/** A grain that leaves between some ten and some two hundred points. */
export function grainFor(days: number | null): string {
  if (days === null) return 'P1M';
  if (days <= 4) return 'PT1H';
  if (days <= 120) return 'P1D';
  if (days <= 800) return 'P1W';
  return days <= 20 * 366 ? 'P1M' : 'P1Y';
}

const pieSlices = 6;

function rankChart(
  matter: Matter,
  column: string,
  place: { readonly key: string; readonly row: number },
): ProposedChart {
  const { main, t, facts } = matter;
  const label = labelOf(matter, column);
  const count = facts.distinct[column] ?? fewValues;
  const named = {
    name: t('{{metric}} by {{column}}', { metric: main.name, column: label }),
    width: 6,
    height: 32,
    ...place,
  };
  if (count <= pieSlices && main.isCount)
    return {
      ...named,
      vizType: 'pie',
      form: {
        ...inTime(matter),
        groupby: [column],
        metric: main.metric,
        row_limit: 100,
        donut: true,
        label_type: 'key_percent',
        show_legend: false,
      },
    };
  return {
    ...named,
    vizType: 'echarts_timeseries_bar',
    form: {
      ...inTime(matter),
      x_axis: column,
      metrics: [main.metric],
      groupby: [],
      orientation: 'horizontal',
      row_limit: 10,
      x_axis_sort: typeof main.metric === 'string' ? main.metric : main.metric.label,
      x_axis_sort_asc: true,
      timeseries_limit_metric: main.metric,
      order_desc: true,
      show_value: true,
      show_legend: false,
    },
  };
}

/** Another category, and the table: of a long list's largest, else of the category with most values, else of the rows. */
function lowerCharts(matter: Matter): readonly ProposedChart[] {
  const second = hasCourse(matter) ? matter.categories[1] : undefined;
  const rank = second ? rankChart(matter, second, { key: 'second', row: 2 }) : undefined;
  const last = matter.categories.at(-1);
  const hasMore = matter.categories.length > 0 || !matter.main.isCount;
  const long = hasMore ? matter.longList : undefined;
  const listed = long ?? (matter.categories.length > 2 ? last : undefined);
  const table = listed ? groupedTable(matter, listed) : rawTable(matter);
  return [...(rank ? [rank] : []), { ...table, width: rank ? 6 : rowWidth }];
}

/** More columns than these are cut where the table shares its row. */
const listedFigures = 3;

const tablePlace = { key: 'table', vizType: 'table', row: 2, height: 40, width: 6 } as const;

function groupedTable(matter: Matter, column: string): ProposedChart {
  const { figures, main, t } = matter;
  const shown = figures.filter(({ isKinds }) => !isKinds);
  return {
    ...tablePlace,
    name: t('{{column}} in detail', { column: labelOf(matter, column) }),
    form: {
      ...inTime(matter),
      query_mode: 'aggregate',
      groupby: [column],
      metrics: [...new Set([...shown.slice(0, listedFigures - 1), ...shown.slice(-1)])].map(({ metric }) => metric),
      timeseries_limit_metric: main.metric,
      order_desc: true,
      row_limit: 100,
    },
  };
}

const rawColumns = 8;

function rawTable(matter: Matter): ProposedChart {
  const { dataset, time, t } = matter;
  const names = dataset.columns.map((column) => column.column_name);
  const shown = [...(time ? [time] : []), ...names.filter((name) => name !== time)].slice(0, rawColumns);
  return {
    ...tablePlace,
    name: t('Rows of {{dataset}}', { dataset: dataset.table_name }),
    form: {
      ...inTime(matter),
      query_mode: 'raw',
      all_columns: shown,
      order_by_cols: time ? [JSON.stringify([time, false])] : [],
      row_limit: 100,
    },
  };
}

const mostFilters = 3;

function filtersOf(matter: Matter): readonly ProposedFilter[] {
  const { time, t, categories, longList } = matter;
  const columns = [...categories, ...(longList ? [longList] : [])].slice(0, mostFilters);
  const values = columns.map((column) => ({
    name: labelOf(matter, column),
    filterType: 'filter_select' as const,
    column,
  }));
  return [...(time ? [{ name: t('Time range'), filterType: 'filter_time' as const, column: time }] : []), ...values];
}
