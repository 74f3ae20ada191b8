import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { orderByNames } from '../shared/path-query.ts';
import type { GraphForm } from './form.ts';

/** One row for each source and target, with their categories. */
export function toQueries(form: GraphForm): readonly QueryObject[] {
  const { source, target, metric, source_category: sourceCategory, target_category: targetCategory } = form;
  const columns = distinctColumns([source, target, sourceCategory, targetCategory].filter((column) => column !== null));
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: metric === null ? [] : [metric],
      orderby: orderByNames(columns, { metric, isSorted: false }),
    },
  ];
}
