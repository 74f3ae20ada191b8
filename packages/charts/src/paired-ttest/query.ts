import { baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { withTimeColumn } from '../shared/time-column.ts';
import type { TtestForm } from './form.ts';

/** Metrics of each group over time: pairs are what two groups measured at one moment. */
export function toQueries(form: TtestForm): readonly QueryObject[] {
  const { timeseries_limit_metric: sortMetric } = form;
  return [
    {
      ...baseQuery(withTimeColumn(form)),
      columns: distinctColumns(form.groupby),
      metrics: distinctMetrics(form.metrics),
      is_timeseries: true,
      orderby: sortMetric === null ? [] : [[sortMetric, !form.order_desc]],
    },
  ];
}
