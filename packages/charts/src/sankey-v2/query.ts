import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { orderByNames } from '../shared/path-query.ts';
import type { SankeyForm } from './form.ts';

/** One row for each source and target. */
export function toQueries(form: SankeyForm): readonly QueryObject[] {
  const { source, target, metric, sort_by_metric: isSorted } = form;
  const columns = distinctColumns([source, target].filter((column) => column !== null));
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: metric === null ? [] : [metric],
      orderby: orderByNames(columns, { metric, isSorted }),
    },
  ];
}
