import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { ParallelForm } from './form.ts';

/** One row per line. */
export function toQueries(form: ParallelForm): readonly QueryObject[] {
  const { series, metrics, secondary_metric: color, timeseries_limit_metric: sort } = form;
  const columns = series === null ? [] : [series];
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: distinctMetrics([...metrics, ...(color === null ? [] : [color])]),
      series_columns: columns,
      orderby: sort === null ? [] : [[sort, !form.order_desc]],
    },
  ];
}
