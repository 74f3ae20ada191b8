/** The widest picture, in pixels of the page, and the most cells that are drawn in a bearable time. */
const widestPx = 8000;
const mostCells = 8000;
const fewestColumns = 20;

export interface Columns {
  readonly shown: number;
  readonly total: number;
}

/**
 * Leaves out of the copy of a table the columns beyond the edge of the picture: there may be thousands, which would be
 * drawn for nothing. Those that stay keep their widths. Answers how many stay of how many, or null when all do.
 */
export function dropOffscreenCells(
  table: HTMLTableElement,
  copyOf: ReadonlyMap<Element, HTMLElement>,
  edgePx: number,
): Columns | null {
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => ({ cell, place: cell.getBoundingClientRect() })),
  );
  const longest = rows.reduce((most, row) => (row.length > most.length ? row : most), rows[0] ?? []);
  const shown = longest.filter(({ place }) => place.left < edgePx).length;
  if (shown === longest.length) return null;
  for (const { cell, place } of rows.flat()) {
    const copy = copyOf.get(cell);
    if (place.left >= edgePx) copy?.remove();
    else if (copy && cell.colSpan === 1) copy.style.cssText += `;box-sizing:border-box;min-width:${place.width}px`;
  }
  const copy = copyOf.get(table);
  if (copy) copy.style.width = 'max-content';
  return { shown, total: longest.length };
}

/** Where a table ends that is drawn whole. */
export function edgeOfWhole(table: HTMLTableElement): number {
  const left = table.getBoundingClientRect().left;
  const columns = Math.max(fewestColumns, Math.floor(mostCells / Math.max(1, table.rows.length)));
  const header = [...table.rows].find((row) => row.cells.length > columns);
  const byCount = header?.cells[columns]?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY;
  return Math.min(left + widestPx, byCount);
}
