import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type VisibleColumns, visibleColumns } from './table-layout.ts';

const stepPx = 100;

/** Which columns are in sight of a scrolling element. */
export function useVisibleColumns(
  scroller: RefObject<HTMLElement | null>,
  given: {
    readonly widths: readonly number[];
    readonly pinnedCount: number;
    readonly width: number;
    readonly isWhole: boolean;
  },
): VisibleColumns {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => setLeft(Math.floor(Math.abs(element.scrollLeft) / stepPx) * stepPx);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  const { widths, pinnedCount, width, isWhole } = given;
  return useMemo(
    () => visibleColumns(widths, { pinnedCount, width, isWhole, left }),
    [widths, pinnedCount, width, isWhole, left],
  );
}
