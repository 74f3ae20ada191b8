import { distinctColumns, findColumn, numberOfCell } from '@powerset/chart-kit';
import { columnLabel, type ResultTable, totalsColumn } from '@powerset/contract';
import type { PivotForm } from './form.ts';
import { keyOf } from './keys.ts';

/** The columns of a pivot's query, as totals name them. */
export const dimensionsOf = (form: PivotForm): readonly string[] =>
  distinctColumns([...form.groupbyColumns, ...form.groupbyRows]).map(columnLabel);

/** What the server takes; deeper pivots go without their innermost subtotals. */
const maxDimensions = 30;
const maxSets = 64;

/** Every level at which figures of several cells can stand together: each depth of the rows at each depth of the columns. */
export function groupingSetsOf(form: PivotForm): string[][] {
  const [rows, columns] = [form.groupbyRows.map(columnLabel), form.groupbyColumns.map(columnLabel)];
  const depths = (labels: readonly string[]) =>
    [...labels.keys(), labels.length].map((depth) => labels.slice(0, depth));
  const all = dimensionsOf(form).length;
  const sets = depths(rows).flatMap((row) => depths(columns).map((column) => [...new Set([...row, ...column])]));
  const distinct = new Map(sets.map((set) => [JSON.stringify([...set].sort()), set]));
  if (all > maxDimensions) return [];
  return [...distinct.values()].filter((set) => set.length < all).slice(0, maxSets);
}

/** A metric over the rows in which some dimensions have one value each; undefined where the database was not asked. */
export type FindTotal = (fixed: ReadonlyMap<string, string>, metric: string) => number | null | undefined;

/** Reads the database's own totals; null where it had no reason to be asked. */
export function totalsReader(table: ResultTable | undefined, dimensions: readonly string[]): FindTotal | null {
  if (!table || table.rowCount === 0) return null;
  const levels = findColumn(table, totalsColumn)?.values ?? [];
  const keys = dimensions.map((name) => findColumn(table, name)?.values ?? []);
  const isKept = (level: number, at: number) => Math.floor(level / 2 ** (dimensions.length - 1 - at)) % 2 === 0;
  const rowOf = new Map<string, number>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const level = numberOfCell(levels[row]) ?? 0;
    rowOf.set(JSON.stringify(keys.map((values, at) => (isKept(level, at) ? keyOf(values[row] ?? null) : null))), row);
  }
  return (fixed, metric) => {
    const row = rowOf.get(JSON.stringify(dimensions.map((name) => fixed.get(name) ?? null)));
    return row === undefined ? undefined : numberOfCell(findColumn(table, metric)?.values[row]);
  };
}
