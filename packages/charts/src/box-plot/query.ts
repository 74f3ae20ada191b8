import { asBaseAxis, baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '@powerset/contract';
import type { BoxPlotForm } from './form.ts';

export type Whiskers =
  | { readonly whisker_type: 'tukey' | 'min/max' }
  | { readonly whisker_type: 'percentile'; readonly percentiles: readonly [number, number] };

/** What the form calls its whiskers, as post-processing knows them; null for what names none. */
export function readWhiskers(text: string): Whiskers | null {
  if (text === 'Tukey') return { whisker_type: 'tukey' };
  if (text === 'Min/max (no outliers)') return { whisker_type: 'min/max' };
  const [, low, high] = /^(\d{1,2})\/(\d{1,3}) percentiles$/.exec(text) ?? [];
  const percentiles = [Number(low), Number(high)] as const;
  return percentiles[0] < percentiles[1] && percentiles[1] <= 100 ? { whisker_type: 'percentile', percentiles } : null;
}

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
