import { type GridColumnType, type GridValue, plainText } from './cell-text.ts';

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells: where it began and where it stands now. */
export interface CellRange {
  readonly anchor: CellPosition;
  readonly focus: CellPosition;
}

export interface RangeBounds {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The range's corners, all included. */
export function boundsOf({ anchor, focus }: CellRange): RangeBounds {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isInside(bounds: RangeBounds | null, row: number, column: number): boolean {
  return (
    bounds !== null && row >= bounds.top && row <= bounds.bottom && column >= bounds.left && column <= bounds.right
  );
}

export interface GridSize {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly pageRows: number;
}

interface KeyStroke {
  readonly key: string;
  readonly hasCommand: boolean;
}

/** Where the focus goes after a key, or null for keys that do not move. */
export function moveFocus(from: CellPosition, { key, hasCommand }: KeyStroke, size: GridSize): CellPosition | null {
  const lastRow = size.rowCount - 1;
  const lastColumn = size.columnCount - 1;
  const to = (row: number, column: number): CellPosition => ({
    row: Math.max(0, Math.min(lastRow, row)),
    column: Math.max(0, Math.min(lastColumn, column)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(hasCommand ? lastRow : from.row + 1, from.column);
    case 'ArrowUp':
      return to(hasCommand ? 0 : from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, hasCommand ? lastColumn : from.column + 1);
    case 'ArrowLeft':
      return to(from.row, hasCommand ? 0 : from.column - 1);
    case 'PageDown':
      return to(from.row + size.pageRows, from.column);
    case 'PageUp':
      return to(from.row - size.pageRows, from.column);
    case 'Home':
      return to(hasCommand ? 0 : from.row, 0);
    case 'End':
      return to(hasCommand ? lastRow : from.row, lastColumn);
    default:
      return null;
  }
}

function quote(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as tab-separated text, the way spreadsheets take it; with names when more than one row is copied. */
export function toTabbedText(
  columns: readonly { name: string; type: GridColumnType; values: readonly GridValue[] }[],
  hasHeader: boolean,
): string {
  const rowCount = columns[0]?.values.length ?? 0;
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map((column) => quote(plainText(column.values[row] ?? null, column.type))).join('\t'),
  );
  return [...(hasHeader ? [columns.map((column) => quote(column.name)).join('\t')] : []), ...rows].join('\n');
}
