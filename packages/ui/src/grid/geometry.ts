export const ROW_HEIGHT = 28;

/** Browsers cap the height of an element: Chromium at 33.5 million pixels, Firefox at 17.8 million. */
const MAX_SCROLL_PX = 15_000_000;

export interface ScrollGeometry {
  readonly rowCount: number;
  /** Height of the part that shows rows. */
  readonly viewHeight: number;
  readonly maxScrollPx?: number;
}

/** Height that all rows would have, and the height that the scrolling element gets. */
export function heightsOf({ rowCount, maxScrollPx = MAX_SCROLL_PX }: ScrollGeometry): {
  readonly virtual: number;
  readonly physical: number;
} {
  const virtual = rowCount * ROW_HEIGHT;
  return { virtual, physical: Math.min(virtual, maxScrollPx) };
}

/** Where the scroll bar stands when the rows stand at `virtualTop`. */
export function toScrollTop(virtualTop: number, geometry: ScrollGeometry): number {
  const { virtual, physical } = heightsOf(geometry);
  if (virtual === physical) return virtualTop;
  const range = Math.max(1, virtual - geometry.viewHeight);
  return (virtualTop / range) * Math.max(0, physical - geometry.viewHeight);
}

export interface ScrollPosition {
  readonly scrollTop: number;
  readonly virtualTop: number;
}

/**
 * Where the rows stand after the scroll bar moved. Up to the cap both are the same. Above it a small step (wheel, touch)
 * moves the rows by as many pixels, and a long one (the bar dragged) to the same share of the whole.
 */
export function toVirtualTop(scrollTop: number, last: ScrollPosition, geometry: ScrollGeometry): number {
  const { virtual, physical } = heightsOf(geometry);
  if (virtual === physical) return scrollTop;
  const maxScroll = Math.max(1, physical - geometry.viewHeight);
  const maxVirtual = Math.max(0, virtual - geometry.viewHeight);
  if (scrollTop <= 0) return 0;
  if (scrollTop >= maxScroll - 1) return maxVirtual;
  const step = scrollTop - last.scrollTop;
  const moved =
    Math.abs(step) <= geometry.viewHeight * 2 ? last.virtualTop + step : (scrollTop / maxScroll) * maxVirtual;
  return Math.max(0, Math.min(maxVirtual, moved));
}

export interface Span {
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

/** Rows to draw: those in view and a few beyond. */
export function visibleRows(virtualTop: number, geometry: ScrollGeometry, overscan = 6): Span {
  const first = Math.max(0, Math.floor(virtualTop / ROW_HEIGHT) - overscan);
  const end = Math.min(geometry.rowCount, Math.ceil((virtualTop + geometry.viewHeight) / ROW_HEIGHT) + overscan);
  return { first, end: Math.max(first, end) };
}

/** Left edges of the columns, and after them the whole width. */
export function columnEdges(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/** Columns to draw for a sideways position. */
export function visibleColumns(edges: readonly number[], scrollLeft: number, viewWidth: number): Span {
  const count = edges.length - 1;
  let first = 0;
  while (first < count - 1 && (edges[first + 1] ?? 0) < scrollLeft) first += 1;
  let end = first;
  while (end < count && (edges[end] ?? 0) <= scrollLeft + viewWidth) end += 1;
  return { first, end };
}

/** The least move that brings a row wholly into view. */
export function revealRow(row: number, virtualTop: number, viewHeight: number): number {
  const top = row * ROW_HEIGHT;
  if (top < virtualTop) return top;
  if (top + ROW_HEIGHT > virtualTop + viewHeight) return top + ROW_HEIGHT - viewHeight;
  return virtualTop;
}
