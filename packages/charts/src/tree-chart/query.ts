import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { orderByNames } from '../shared/path-query.ts';
import type { TreeForm } from './form.ts';

/** One row for each node with its parent, by parents. */
export function toQueries(form: TreeForm): readonly QueryObject[] {
  const { id, parent, name, metric } = form;
  const named = (columns: readonly (typeof id)[]) => distinctColumns(columns.filter((column) => column !== null));
  return [
    {
      ...baseQuery(form),
      columns: named([id, parent, name]),
      metrics: metric === null ? [] : [metric],
      orderby: orderByNames(named([parent, id, name]), { metric, isSorted: false }),
    },
  ];
}
