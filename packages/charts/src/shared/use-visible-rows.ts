import { type RefObject, useEffect, useState } from 'react';
import { maxPictureRows } from './chart-pictures.ts';

export interface VisibleRows {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

const overscan = 8;

/** Which rows of equal height are in sight of a scrolling element, and the space of the others. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  given: {
    readonly count: number;
    readonly rowHeight: number;
    readonly height: number;
    /** A picture is taken: the rows from the first on are in it, in sight or not. */
    readonly isWhole: boolean;
  },
): VisibleRows {
  const { count, rowHeight, height, isWhole } = given;
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => setTop(Math.floor(element.scrollTop / rowHeight) * rowHeight);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, rowHeight]);
  if (isWhole) {
    const end = Math.min(count, maxPictureRows);
    return { first: 0, end, before: 0, after: (count - end) * rowHeight };
  }
  const first = Math.min(Math.max(0, count - 1), Math.max(0, Math.floor(top / rowHeight) - overscan));
  const end = Math.min(count, first + Math.ceil(height / rowHeight) + 2 * overscan);
  return { first, end, before: first * rowHeight, after: Math.max(0, (count - end) * rowHeight) };
}
