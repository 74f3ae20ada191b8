import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { GaugeForm } from './form.ts';

/** One row per value on the scale. */
export function toQueries(form: GaugeForm): readonly QueryObject[] {
  const { groupby, metric, sort_by_metric: isSorted } = form;
  return [
    {
      ...baseQuery(form),
      columns: [...groupby],
      metrics: metric === null ? [] : [metric],
      orderby: isSorted && metric !== null ? [[metric, false]] : [],
    },
  ];
}
