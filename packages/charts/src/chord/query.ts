import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { ChordForm } from './form.ts';

/** One row for each source and target. */
export function toQueries(form: ChordForm): readonly QueryObject[] {
  const { groupby: source, columns: target, metric, sort_by_metric: isSorted } = form;
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns([source, target].filter((column) => column !== null)),
      metrics: metric === null ? [] : [metric],
      orderby: isSorted && metric !== null ? [[metric, false]] : [],
    },
  ];
}
