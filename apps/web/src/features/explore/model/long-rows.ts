import type { QueryObject, ResultTable } from '@powerset/contract';

/** Steps that only turn a result around; the rows under them say the same. */
const turning: ReadonlySet<string> = new Set(['pivot', 'flatten', 'rename', 'sort']);

/** The query of a chart's rows before they were spread into one column per series; undefined when they never were. */
export function toLongQuery(query: QueryObject | undefined): QueryObject | undefined {
  const steps = query?.post_processing ?? [];
  const isOnlyTurned = steps.length > 0 && steps.every((step) => turning.has(step?.operation ?? ''));
  return query && isOnlyTurned && steps.some((step) => step?.operation === 'pivot')
    ? { ...query, post_processing: [] }
    : undefined;
}

/** Rows in the order of their first time column, as the chart shows them; the engine's order within one moment. */
export function inTimeOrder(table: ResultTable): ResultTable {
  const time = table.columns.find((column) => column.type === 'temporal');
  if (!time) return table;
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).sort(
    (a, b) => Number(time.values[a] ?? Number.NEGATIVE_INFINITY) - Number(time.values[b] ?? Number.NEGATIVE_INFINITY),
  );
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row] ?? null) })),
  };
}
