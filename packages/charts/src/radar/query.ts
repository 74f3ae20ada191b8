import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { RadarForm } from './form.ts';

/** One row per group with all metrics, the largest first by the metric that sorts, else by the first. */
export function toQueries(form: RadarForm): readonly QueryObject[] {
  const { groupby, timeseries_limit_metric: sortMetric } = form;
  const metrics = distinctMetrics(form.metrics);
  const first = sortMetric ?? metrics[0];
  return [
    {
      ...baseQuery(form),
      columns: [...groupby],
      metrics,
      orderby: first === undefined ? [] : [[first, false]],
    },
  ];
}
