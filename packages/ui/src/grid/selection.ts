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

/** Whole rows: the focus stands in the first column, so that keys go on from there. */
export function rangeOfRows(from: number, to: number, columnCount: number): CellRange {
  return { anchor: { row: from, column: columnCount - 1 }, focus: { row: to, column: 0 } };
}

/** Whole columns, likewise. */
export function rangeOfColumns(from: number, to: number, rowCount: number): CellRange {
  return { anchor: { row: rowCount - 1, column: from }, focus: { row: 0, column: to } };
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
