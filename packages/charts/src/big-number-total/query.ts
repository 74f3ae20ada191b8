import { baseQuery, type ChartForm, comparedPeriodOf, metricsOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';

/** One row: the metric over everything that the filters let through, and over the earlier period if one is compared. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  const period = comparedPeriodOf(form);
  return [
    {
      ...baseQuery(form),
      columns: [],
      metrics: [...metricsOf(form, 'metric').slice(0, 1)],
      orderby: [],
      row_limit: null,
      time_offsets: period === '' ? [] : [period],
    },
  ];
}
