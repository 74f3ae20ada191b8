import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { FunnelForm } from './form.ts';

/** One row per step, the largest first unless told otherwise. */
export function toQueries(form: FunnelForm): readonly QueryObject[] {
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
