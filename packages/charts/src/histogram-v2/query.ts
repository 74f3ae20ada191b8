import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import { columnLabel, type QueryMetric, type QueryObject } from '@powerset/contract';
import type { HistogramForm } from './form.ts';

/** How many rows have a value: so a row limit is one of different values, and all rows are counted. */
const rowCount: QueryMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: '__rows' };

/** One row per value and group, which the server counts into bins. */
export function toQueries(form: HistogramForm): readonly QueryObject[] {
  const { column, groupby, bins, cumulative, normalize } = form;
  if (column === null) return [{ ...baseQuery(form), columns: [...groupby], metrics: [] }];
  const label = columnLabel(column);
  const groups = groupby.filter((one) => columnLabel(one) !== label);
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns([...groups, column]),
      metrics: [rowCount],
      post_processing: [
        {
          operation: 'histogram',
          options: {
            column: label,
            groupby: groups.map(columnLabel),
            bins: bins ?? 5,
            cumulative,
            normalize,
            count: '__rows',
          },
        },
      ],
    },
  ];
}
