import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { SunburstForm } from './form.ts';

/** One row for each path, with both metrics; the largest first where that is asked for. */
export function toQueries(form: SunburstForm): readonly QueryObject[] {
  const { columns, metric, secondary_metric: second, sort_by_metric: isSorted } = form;
  return [
    {
      ...baseQuery(form),
      columns: [...columns],
      metrics: distinctMetrics([metric, second].filter((one) => one !== null)),
      orderby: isSorted && metric !== null ? [[metric, false]] : [],
    },
  ];
}
