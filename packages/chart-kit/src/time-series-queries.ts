import {
  columnLabel,
  metricLabel,
  type PostProcessingRule,
  type QueryMetric,
  type QueryObject,
} from '@powerset/contract';
import { calendarField } from './controls.ts';
import type { FormOfSections } from './define.ts';
import type { FieldsOf, FieldsOfRows } from './form-types.ts';
import { baseQuery, distinctColumns, distinctMetrics, xAxisColumn, xAxisLabel } from './queries.ts';
import type {
  advancedAnalyticsSection,
  forecastSection,
  resampleRows,
  rollingWindowRow,
  seriesQuerySection,
} from './query-sections.ts';
import { offsetLabel } from './series-labels.ts';

/** What the query of a chart of series reads of its form. */
export type TimeSeriesForm = Omit<
  FormOfSections<[typeof seriesQuerySection, typeof advancedAnalyticsSection, typeof forecastSection]>,
  'xAxisForceCategorical'
>;

interface SeriesParts {
  readonly axis: string;
  readonly metrics: readonly QueryMetric[];
  readonly labels: readonly string[];
  readonly groups: readonly string[];
  readonly offsets: readonly string[];
  readonly comparison: string;
}

/** The query of a chart with an x-axis, metrics and dimensions, with the post-processing that makes one column per series. */
export function timeSeriesQuery(form: TimeSeriesForm): QueryObject {
  const parts = partsOf(form);
  const { groupby } = form;
  const axis = xAxisColumn(form);
  const base = baseQuery(form);
  return {
    ...base,
    columns: distinctColumns([...(axis ? [axis] : []), ...groupby]),
    metrics: distinctMetrics([...parts.metrics, ...extraMetrics(form, parts)]),
    series_columns: gathersAxis(form) && axis ? [axis] : [...groupby],
    ...(axis ? {} : { is_timeseries: true }),
    time_offsets: [...parts.offsets],
    ...calendarField(form, parts.offsets),
    orderby: seriesOrder(form, parts),
    post_processing: seriesPostProcessing(form, parts),
  };
}

/** Without dimensions the categories of the x-axis are what a limit keeps, where the others are asked for as one; times are none, which the server knows. */
export function gathersAxis({ groupby, limit, group_others_when_limit_reached: isGathered }: GatheringForm): boolean {
  return groupby.length === 0 && isGathered && (limit ?? 0) > 0;
}

type GatheringForm = Pick<TimeSeriesForm, 'groupby' | 'limit' | 'group_others_when_limit_reached'>;

/** The forecast needs the whole chain, so it is the chain's last step. */
export function seriesPostProcessing(form: TimeSeriesForm, given?: SeriesParts): PostProcessingRule[] {
  const parts = given ?? partsOf(form);
  if (parts.labels.length === 0) return [];
  return [
    pivotRule(form, parts),
    rollingRule(form, withOffsets(parts)),
    // A comparison takes away what may be sorted by.
    ...(isCompared(parts) ? [sortRule(form, parts), compareRule(parts)] : []),
    resampleRule(form),
    renameRule(form, parts),
    contributionRule(form),
    isCompared(parts) ? null : sortRule(form, parts),
    { operation: 'flatten' },
    forecastRule(form, parts),
  ].filter((rule): rule is PostProcessingRule => rule !== null);
}

function partsOf(form: TimeSeriesForm): SeriesParts {
  const metrics = distinctMetrics(form.metrics);
  return {
    axis: xAxisLabel(form),
    metrics,
    labels: metrics.map(metricLabel),
    groups: form.groupby.map(columnLabel),
    offsets: form.time_compare,
    comparison: form.comparison_type,
  };
}

/** Metrics that only sort must be asked for too, else the server cannot sort by them. */
function extraMetrics(form: TimeSeriesForm, parts: SeriesParts): readonly QueryMetric[] {
  const { x_axis_sort: sortBy, timeseries_limit_metric: limitMetric } = form;
  const canSort = parts.groups.length === 0 && limitMetric !== null && sortBy === metricLabel(limitMetric);
  return canSort && limitMetric ? [limitMetric] : [];
}

/** By the sort metric, else the first metric; the largest first unless told otherwise. */
function seriesOrder(form: TimeSeriesForm, parts: SeriesParts): [QueryMetric, boolean][] {
  const metric = form.timeseries_limit_metric ?? parts.metrics[0];
  return metric === undefined ? [] : [[metric, !form.order_desc]];
}

const withOffsets = (parts: SeriesParts) => [
  ...parts.labels,
  ...parts.labels.flatMap((label) => parts.offsets.map((offset) => offsetLabel(label, offset))),
];

function pivotRule(form: TimeSeriesForm, parts: SeriesParts): PostProcessingRule {
  const sortLabels = extraMetrics(form, parts).map(metricLabel);
  const columns = [...new Set([...withOffsets(parts), ...sortLabels])];
  return {
    operation: 'pivot',
    options: {
      index: [parts.axis],
      columns: parts.groups,
      aggregates: Object.fromEntries(columns.map((label) => [label, { operator: 'mean' }])),
      drop_missing_columns: !form.show_empty_columns,
    },
  };
}

/** A window over rows, with the names that the chart types give to having none. */
export type RollingForm = FieldsOf<(typeof rollingWindowRow)[number]> & { readonly rolling_type: string | null };

const windowTypes = ['sum', 'mean', 'std'];

/** The window that a form slides over its rows, in rows; null where it has none. */
export function windowOf(
  form: RollingForm,
): { readonly type: string; readonly periods: number; readonly least: number } | null {
  const { rolling_type: type } = form;
  if (type === null || !windowTypes.includes(type)) return null;
  return {
    type,
    periods: Math.max(1, Math.trunc(form.rolling_periods ?? 1)),
    least: Math.max(0, Math.trunc(form.min_periods ?? 0)),
  };
}

/** A window over the rows, or a running total. */
export function rollingRule(form: RollingForm, labels: readonly string[]): PostProcessingRule | null {
  const { rolling_type: type } = form;
  const columns = Object.fromEntries(labels.map((label) => [label, label]));
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } };
  const window = windowOf(form);
  if (!window) return null;
  return {
    operation: 'rolling',
    options: { rolling_type: window.type, window: window.periods, min_periods: window.least, columns },
  };
}

function comparedNames(parts: SeriesParts): readonly { source: string; shifted: string; result: string }[] {
  return parts.labels.flatMap((source) =>
    parts.offsets.map((offset) => {
      const shifted = offsetLabel(source, offset);
      return { source, shifted, result: `${parts.comparison}__${source}__${shifted}` };
    }),
  );
}

const isCompared = (parts: SeriesParts) => parts.offsets.length > 0 && parts.comparison !== 'values';

function compareRule(parts: SeriesParts): PostProcessingRule {
  const names = comparedNames(parts);
  return {
    operation: 'compare',
    options: {
      source_columns: names.map((name) => name.source),
      compare_columns: names.map((name) => name.shifted),
      compare_type: parts.comparison,
      drop_original_columns: true,
    },
  };
}

/** Fills or thins the time axis. */
export function resampleRule(form: FieldsOfRows<typeof resampleRows>): PostProcessingRule | null {
  const { resample_rule: rule, resample_method: method } = form;
  if (!rule || !method) return null;
  const isZero = method === 'zerofill';
  return {
    operation: 'resample',
    options: { method: isZero ? 'asfreq' : method, rule, fill_value: isZero ? 0 : null },
  };
}

function renameRule(form: TimeSeriesForm, parts: SeriesParts): PostProcessingRule | null {
  const isTruncated = form.truncate_metric && (parts.groups.length > 0 || parts.offsets.length > 1);
  if (!isTruncated) return null;
  const pairs = isCompared(parts)
    ? comparedNames(parts).map((name): [string, string | null] => [name.result, name.shifted])
    : singleMetricPairs(parts);
  return pairs.length === 0
    ? null
    : { operation: 'rename', options: { columns: Object.fromEntries(pairs), level: 0, inplace: true } };
}

/** With one metric its name says nothing, so the series are named by their dimensions alone. */
function singleMetricPairs(parts: SeriesParts): [string, string | null][] {
  return parts.labels.length === 1 && parts.groups.length > 0 ? [[parts.labels[0]!, null]] : [];
}

function contributionRule(form: TimeSeriesForm): PostProcessingRule | null {
  const { contributionMode: mode } = form;
  return mode ? { operation: 'contribution', options: { orientation: mode } } : null;
}

function sortRule(form: TimeSeriesForm, parts: SeriesParts): PostProcessingRule | null {
  const { x_axis_sort: by, x_axis_sort_asc: ascending } = form;
  if (!by || parts.groups.length > 0) return null;
  if (by === parts.axis) return { operation: 'sort', options: { is_sort_index: true, ascending } };
  const known = [...parts.labels, ...extraMetrics(form, parts).map(metricLabel)];
  return known.includes(by) ? { operation: 'sort', options: { by, ascending } } : null;
}

function forecastRule(form: TimeSeriesForm, parts: SeriesParts): PostProcessingRule | null {
  if (!form.forecastEnabled) return null;
  return {
    operation: 'prophet',
    options: {
      time_grain: form.time_grain_sqla ?? 'P1D',
      periods: Math.trunc(form.forecastPeriods),
      confidence_interval: form.forecastInterval,
      yearly_seasonality: form.forecastSeasonalityYearly,
      weekly_seasonality: form.forecastSeasonalityWeekly,
      daily_seasonality: form.forecastSeasonalityDaily,
      index: parts.axis,
      widening: true,
    },
  };
}
