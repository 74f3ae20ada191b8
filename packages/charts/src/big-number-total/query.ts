import { baseQuery, type ChartForm, metricsOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';

/** One row: the metric over everything that the filters let through. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  return [
    {
      ...baseQuery(form),
      columns: [],
      metrics: [...metricsOf(form, 'metric').slice(0, 1)],
      orderby: [],
      row_limit: null,
    },
  ];
}
