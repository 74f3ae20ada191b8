import { baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import { columnLabel, type QueryObject } from '@powerset/contract';
import type { GanttForm } from './form.ts';

/** The rows as they are; grouped only where tooltips show measures of them. */
export function toQueries(form: GanttForm): readonly QueryObject[] {
  const { start_time, end_time, y_axis, series, tooltip_columns, tooltip_metrics } = form;
  const columns = distinctColumns(
    [start_time, end_time, y_axis, series, ...tooltip_columns].filter((column) => column !== null),
  );
  const isGrouped = tooltip_metrics.length > 0;
  // Rows that are grouped have an order by what they are grouped by alone.
  const labels = columns.map(columnLabel);
  const order = form.order_by_cols.filter(([name]) => !isGrouped || labels.includes(name));
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: isGrouped ? distinctMetrics(tooltip_metrics) : null,
      series_columns: series === null ? [] : [series],
      orderby: order.map(([name, isAscending]) => [name, isAscending]),
    },
  ];
}
