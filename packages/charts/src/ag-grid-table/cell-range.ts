import { copiedCells } from '../shared/copied-cells.ts';
import type { DrawnColumn } from '../shared/table-options.ts';

export interface CellAt {
  readonly row: number;
  readonly column: number;
}

/** Cells between two corners, both in it. */
export interface CellRange {
  readonly anchor: CellAt;
  readonly focus: CellAt;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page of the screen shows. */
  readonly page: number;
}

/** The four edges of a range. */
export function edgesOf({ anchor, focus }: CellRange) {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isInRange(range: CellRange | null, { row, column }: CellAt): boolean {
  if (!range) return false;
  const { top, bottom, left, right } = edgesOf(range);
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Where a key leads from a cell; null for keys that lead nowhere. */
export function stepOf(key: string, at: CellAt, { size, isFar }: { readonly size: GridSize; readonly isFar: boolean }) {
  const last: CellAt = { row: size.rows - 1, column: size.columns - 1 };
  const steps: Readonly<Record<string, CellAt>> = {
    ArrowUp: { row: isFar ? 0 : at.row - 1, column: at.column },
    ArrowDown: { row: isFar ? last.row : at.row + 1, column: at.column },
    ArrowLeft: { row: at.row, column: isFar ? 0 : at.column - 1 },
    ArrowRight: { row: at.row, column: isFar ? last.column : at.column + 1 },
    PageUp: { row: at.row - size.page, column: at.column },
    PageDown: { row: at.row + size.page, column: at.column },
    Home: { row: isFar ? 0 : at.row, column: 0 },
    End: { row: isFar ? last.row : at.row, column: last.column },
  };
  const next = steps[key];
  if (!next || size.rows === 0 || size.columns === 0) return null;
  return { row: within(next.row, last.row), column: within(next.column, last.column) };
}

const within = (value: number, last: number) => Math.min(last, Math.max(0, value));

/** The cells of a range as columns of values. */
export function cellsOf(
  range: CellRange,
  given: { readonly columns: readonly DrawnColumn[]; readonly rows: readonly number[] },
) {
  const { top, bottom, left, right } = edgesOf(range);
  return copiedCells(given.columns.slice(left, right + 1), given.rows.slice(top, bottom + 1));
}
