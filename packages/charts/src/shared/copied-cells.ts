import type { CellValue, ColumnType } from '@powerset/contract';
import type { DrawnColumn } from './table-options.ts';

/** A column of cells as it is copied: values, and the name above them. */
export interface CopiedCells {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: readonly CellValue[];
}

/** More cells would fill the clipboard and stop the page while they are written. */
export const maxCopiedCells = 200_000;

/** So many rows of so many columns are copied at most. */
export const copiedRowCount = (rows: number, columns: number): number =>
  Math.min(rows, Math.max(1, Math.floor(maxCopiedCells / Math.max(1, columns))));

/** The cells of some rows as columns of values, cut where they would be too many. */
export function copiedCells(columns: readonly DrawnColumn[], rows: readonly number[]): readonly CopiedCells[] {
  const copied = rows.slice(0, copiedRowCount(rows.length, columns.length));
  return columns.map(({ column }) => ({
    name: column.label,
    type: column.type,
    values: copied.map((row) => column.values[row] ?? null),
  }));
}
