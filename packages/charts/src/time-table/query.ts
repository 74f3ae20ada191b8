import { baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { TimeTableForm } from './form.ts';

/** Metrics over time, of each group where there are any. */
export function toQueries(form: TimeTableForm): readonly QueryObject[] {
  const metrics = distinctMetrics(form.metrics);
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns(form.groupby),
      metrics,
      is_timeseries: true,
      orderby: metrics[0] === undefined ? [] : [[metrics[0], false]],
    },
  ];
}
