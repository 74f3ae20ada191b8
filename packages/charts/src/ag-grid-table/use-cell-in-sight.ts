import { type RefObject, useLayoutEffect } from 'react';
import type { CellAt } from './cell-range.ts';

interface CellSizes {
  readonly widths: readonly number[];
  readonly pinnedCount: number;
  readonly rowHeight: number;
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

/** Scrolls to a cell that was walked to, past head, totals and pinned columns. */
export function useCellInSight(
  scroller: RefObject<HTMLElement | null>,
  at: CellAt | null,
  { widths, pinnedCount, rowHeight }: CellSizes,
): void {
  const [row, column] = [at?.row, at?.column];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step scrolls, not a column that grows
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || row === undefined || column === undefined) return;
    const headHeight = element.querySelector('thead')?.offsetHeight ?? 0;
    const footHeight = element.querySelector('tfoot')?.offsetHeight ?? 0;
    const room = element.clientHeight - headHeight - footHeight;
    element.scrollTop = scrolledTo(element.scrollTop, { start: row * rowHeight, size: rowHeight, room });
    if (column < pinnedCount) return;
    const pinnedWidth = sumOf(widths.slice(0, pinnedCount));
    const start = sumOf(widths.slice(pinnedCount, column));
    const size = widths[column] ?? 0;
    element.scrollLeft = scrolledTo(element.scrollLeft, { start, size, room: element.clientWidth - pinnedWidth });
  }, [row, column]);
}

/** The nearest position at which a part is in sight. */
export function scrolledTo(
  position: number,
  { start, size, room }: { readonly start: number; readonly size: number; readonly room: number },
): number {
  if (start < position || size > room) return start;
  return Math.max(position, start + size - room);
}
