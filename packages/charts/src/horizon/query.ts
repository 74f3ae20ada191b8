import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryMetric, QueryObject } from '@powerset/contract';
import { withTimeColumn } from '../shared/time-column.ts';
import type { HorizonForm } from './form.ts';

/** One row per moment and series. */
export function toQueries(form: HorizonForm): readonly QueryObject[] {
  const { groupby, metrics, timeseries_limit_metric: sort } = form;
  const main: QueryMetric | undefined = sort ?? metrics[0];
  return [
    {
      ...baseQuery(withTimeColumn(form)),
      is_timeseries: true,
      columns: [...groupby],
      metrics: distinctMetrics([...metrics, ...(sort === null ? [] : [sort])]),
      series_columns: [...groupby],
      orderby: main === undefined ? [] : [[main, !form.order_desc]],
    },
  ];
}
