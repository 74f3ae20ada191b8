import { columnLabel, metricLabel, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import { toFilterFields } from './adhoc-filters.ts';
import type { xAxisControl } from './controls.ts';
import type { QueryForm } from './define.ts';
import type { FieldsOf } from './form-types.ts';

/** What every chart's query takes from its form: filters, time, limits. Columns and metrics are the chart's own matter. */
export function baseQuery(form: QueryForm): QueryObject {
  const { filters, extras } = toFilterFields(form);
  const grain = form.time_grain_sqla;
  return {
    filters: [...(filters ?? [])],
    extras: grain ? { ...extras, time_grain_sqla: grain } : { ...extras },
    ...timeFields(form),
    columns: [],
    metrics: [],
    annotation_layers: form.annotation_layers.map((layer) => ({ ...layer })),
    row_limit: form.row_limit,
    series_limit: form.series_limit ?? form.limit ?? 0,
    ...(form.group_others_when_limit_reached ? { group_others_when_limit_reached: true } : {}),
    series_limit_metric: form.timeseries_limit_metric ?? form.series_limit_metric,
    order_desc: form.order_desc,
    url_params: { ...form.url_params },
  };
}

function timeFields(form: QueryForm): Pick<QueryObject, 'time_range' | 'granularity'> {
  const granularity = form.granularity_sqla || form.granularity;
  return {
    ...(form.time_range ? { time_range: form.time_range } : {}),
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

/** What a form says of its x-axis. */
export type XAxisForm = FieldsOf<typeof xAxisControl> & Pick<QueryForm, 'time_grain_sqla'>;

/** The x-axis as a query column that the server truncates to the grain; null when the form has none. */
export function xAxisColumn(form: XAxisForm): QueryColumn | null {
  return form.x_axis === null ? null : asBaseAxis(form.x_axis, form.time_grain_sqla);
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
export function xAxisLabel(form: FieldsOf<typeof xAxisControl>): string {
  return form.x_axis === null ? '__timestamp' : columnLabel(form.x_axis);
}
