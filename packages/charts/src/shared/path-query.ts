import type { QueryColumn, QueryMetric, QueryObject } from '@powerset/contract';

type OrderBy = NonNullable<QueryObject['orderby']>;

/** Rows in the order of their names, the largest first where that is asked for. */
export function orderByNames(
  columns: readonly QueryColumn[],
  { metric, isSorted }: { readonly metric: QueryMetric | null; readonly isSorted: boolean },
): OrderBy {
  const names: OrderBy = columns.map((column) => [
    typeof column === 'string' ? column : { ...column, expressionType: 'SQL' as const },
    true,
  ]);
  return isSorted && metric !== null ? [[metric, false], ...names] : names;
}
