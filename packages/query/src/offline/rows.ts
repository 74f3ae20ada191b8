import type { PostProcessingRule, ResultTable, SlicedQuery } from '@powerset/contract';
import type { BrushedRows } from '../brushed/index.ts';
import { applyPostProcessing } from '../post-processing/index.ts';

type Query = Omit<SlicedQuery, 'table'> & { readonly table: ResultTable };

/** What a query shows of the rows that are chosen, which stand in its own order. */
export function showRows(
  { table, outputs, limit, offset }: Query,
  rules: readonly (PostProcessingRule | null)[],
  rows: readonly number[],
): BrushedRows {
  const picked = rows.slice(offset, limit === null ? rows.length : offset + limit);
  const columns = outputs.flatMap(({ label, at }) => {
    const column = table.columns[at[0] ?? -1];
    return column ? [{ ...column, name: label, values: picked.map((row) => column.values[row] ?? null) }] : [];
  });
  return {
    table: applyPostProcessing({ columns, rowCount: picked.length }, rules),
    sqlRowCount: picked.length,
    limitReached: limit !== null && picked.length >= limit ? limit : null,
  };
}
