import { asBaseAxis, baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '@powerset/contract';
import type { BoxPlotForm } from './form.ts';
import { readWhiskers } from './whiskers.ts';

/** One row per value of the spread columns and group, of which the server makes one row per box. */
export function toQueries(form: BoxPlotForm): readonly QueryObject[] {
  const { groupby, metrics, columns } = form;
  const spread = columns.length === 0 && form.granularity_sqla ? [form.granularity_sqla] : columns;
  const values = distinctMetrics(metrics);
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns([...spread.map((column) => spreadColumn(column, form)), ...groupby]),
      metrics: values,
      series_columns: [...groupby],
      post_processing: [
        {
          operation: 'boxplot',
          options: {
            ...(readWhiskers(form.whiskerOptions) ?? { whisker_type: 'tukey' }),
            groupby: groupby.map(columnLabel),
            metrics: values.map(metricLabel),
          },
        },
      ],
    },
  ];
}

/** Times are cut to the grain. */
function spreadColumn(column: QueryColumn, form: BoxPlotForm): QueryColumn {
  const isTime = typeof column !== 'string' || form.temporal_columns_lookup[column] === true;
  return isTime && form.time_grain_sqla ? asBaseAxis(column, form.time_grain_sqla) : column;
}
