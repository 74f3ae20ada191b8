import { type CrossFilterSelection, findColumn, labelOfCell } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { toSelection } from '../series-selection.ts';

/** A name of a row of shapes: its first text that is no shape, else its number. */
export function nameOfRow(table: ResultTable, row: number, shapeColumn: string): string {
  const named = table.columns.find(({ name, type }) => name !== shapeColumn && type === 'string');
  return named ? labelOfCell(named.values[row], named).slice(0, 80) : `#${row + 1}`;
}

/** What a row of shapes stands for as a filter: the shape's own column. */
export function selectionOfRow(
  table: ResultTable,
  row: number | undefined,
  column: string,
): CrossFilterSelection | null {
  const value = row === undefined ? undefined : findColumn(table, column)?.values[row];
  if (row === undefined || value === undefined) return null;
  return toSelection([[column, value]], nameOfRow(table, row, column));
}
