import { baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import type { QueryColumn, QueryObject } from '@powerset/contract';
import type { GanttForm } from './form.ts';

/** The rows as they are; grouped only where tooltips show measures of them. */
export function toQueries(form: GanttForm): readonly QueryObject[] {
  const { start_time, end_time, y_axis, series, tooltip_columns, tooltip_metrics } = form;
  const columns = [start_time, end_time, y_axis, series, ...tooltip_columns];
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns(columns.filter((column): column is QueryColumn => column !== null)),
      metrics: tooltip_metrics.length > 0 ? distinctMetrics(tooltip_metrics) : null,
      series_columns: series === null ? [] : [series],
      orderby: form.order_by_cols.map(([name, isAscending]) => [name, isAscending]),
    },
  ];
}
