import { columnLabel, metricLabel, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import { toFilterFields } from './adhoc-filters.ts';
import type { ChartForm } from './definitions.ts';
import { columnOf, isOn, isRecord, metricOf, numberOf, textOf, toList } from './form-values.ts';

/** What every chart's query takes from its form: filters, time, limits. Columns and metrics are the chart's own matter. */
export function baseQuery(form: ChartForm): QueryObject {
  const { filters, extras } = toFilterFields(form);
  const grain = textOf(form, 'time_grain_sqla');
  return {
    filters: [...(filters ?? [])],
    extras: grain ? { ...extras, time_grain_sqla: grain } : { ...extras },
    ...timeFields(form),
    columns: [],
    metrics: [],
    annotation_layers: toList(form.annotation_layers)
      .filter(isRecord)
      .map((layer) => ({ ...layer })),
    row_limit: numberOf(form, 'row_limit'),
    series_limit: numberOf(form, 'series_limit') ?? numberOf(form, 'limit') ?? 0,
    ...(isOn(form, 'group_others_when_limit_reached') ? { group_others_when_limit_reached: true } : {}),
    series_limit_metric: metricOf(form, 'timeseries_limit_metric') ?? metricOf(form, 'series_limit_metric'),
    order_desc: form.order_desc === undefined ? true : isOn(form, 'order_desc'),
    url_params: isRecord(form.url_params) ? { ...form.url_params } : {},
  };
}

function timeFields(form: ChartForm): Pick<QueryObject, 'time_range' | 'granularity'> {
  const granularity = textOf(form, 'granularity_sqla') || textOf(form, 'granularity');
  const timeRange = textOf(form, 'time_range');
  return {
    ...(timeRange ? { time_range: timeRange } : {}),
    ...(granularity ? { granularity } : {}),
  };
}

/** Lists without doubles, by label; the first of each stays. */
export function distinctMetrics(metrics: readonly QueryMetric[]): QueryMetric[] {
  return metrics.filter(
    (metric, index) => metrics.findIndex((other) => metricLabel(other) === metricLabel(metric)) === index,
  );
}

export function distinctColumns(columns: readonly QueryColumn[]): QueryColumn[] {
  return columns.filter(
    (column, index) => columns.findIndex((other) => columnLabel(other) === columnLabel(column)) === index,
  );
}

/** The x-axis as a query column that the server truncates to the grain; null when the form has none. */
export function xAxisColumn(form: ChartForm): QueryColumn | null {
  const axis = columnOf(form, 'x_axis');
  return axis === null ? null : asBaseAxis(axis, textOf(form, 'time_grain_sqla') || null);
}

/** Marks a column as truncated to a time grain. */
export function asBaseAxis(column: QueryColumn, timeGrain: string | null): QueryColumn {
  if (typeof column !== 'string') return { ...column, columnType: 'BASE_AXIS', timeGrain };
  return {
    timeGrain,
    columnType: 'BASE_AXIS',
    sqlExpression: column,
    label: column,
    expressionType: 'SQL',
    isColumnReference: true,
  };
}

/** The label of the x-axis values in results; `__timestamp` for forms of the older kind that name a time column only. */
export function xAxisLabel(form: ChartForm): string {
  const axis = columnOf(form, 'x_axis');
  return axis === null ? '__timestamp' : columnLabel(axis);
}
