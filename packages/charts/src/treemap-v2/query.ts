import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { orderByNames } from '../shared/path-query.ts';
import type { TreemapForm } from './form.ts';

/** One row for each path, in the order of its names; the largest first where that is asked for. */
export function toQueries(form: TreemapForm): readonly QueryObject[] {
  const { groupby, metric, sort_by_metric: isSorted } = form;
  return [
    {
      ...baseQuery(form),
      columns: [...groupby],
      metrics: metric === null ? [] : [metric],
      orderby: orderByNames(groupby, { metric, isSorted }),
    },
  ];
}
