import { baseQuery, distinctColumns, xAxisColumn } from '@powerset/chart-kit';
import { columnLabel, type QueryObject } from '@powerset/contract';
import type { WaterfallForm } from './form.ts';

/** One row for each position and part of it, in the order in which the steps are taken. */
export function toQueries(form: WaterfallForm): readonly QueryObject[] {
  const { groupby, metric } = form;
  const axis = xAxisColumn(form);
  const columns = distinctColumns([...(axis ? [axis] : []), ...(groupby === null ? [] : [groupby])]);
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: metric === null ? [] : [metric],
      orderby: columns.map((column) => [columnLabel(column), true]),
    },
  ];
}
