import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { revealRow, type ScrollGeometry, toScrollTop, toVirtualTop } from './geometry.ts';

export interface GridView {
  readonly virtualTop: number;
  readonly scrollLeft: number;
  readonly width: number;
  readonly height: number;
}

interface GridScrollOptions {
  readonly rowCount: number;
  readonly headHeight: number;
}

/** Follows the scrolling element: which rows and columns are in view, also above the browser's limit of height. */
export function useGridScroll(scroller: RefObject<HTMLDivElement | null>, { rowCount, headHeight }: GridScrollOptions) {
  const [view, setView] = useState<GridView>({ virtualTop: 0, scrollLeft: 0, width: 800, height: 400 });
  const position = useRef({ scrollTop: 0, virtualTop: 0 });
  const geometry = useCallback(
    (): ScrollGeometry => ({ rowCount, viewHeight: Math.max(0, (scroller.current?.clientHeight ?? 400) - headHeight) }),
    [rowCount, headHeight, scroller],
  );
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const virtualTop = toVirtualTop(element.scrollTop, position.current, geometry());
    position.current = { scrollTop: element.scrollTop, virtualTop };
    // The bar is put where the rows are, so that small steps never run into its end before theirs.
    const wanted = toScrollTop(virtualTop, geometry());
    if (Math.abs(wanted - element.scrollTop) > 200) {
      element.scrollTop = wanted;
      position.current = { scrollTop: element.scrollTop, virtualTop };
    }
    setView({ virtualTop, scrollLeft: element.scrollLeft, width: element.clientWidth, height: element.clientHeight });
  }, [geometry, scroller]);
  useLayoutEffect(() => {
    update();
    const observer = new ResizeObserver(update);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [update, scroller]);
  const scrollTo = useCallback(
    (virtualTop: number) => {
      const element = scroller.current;
      if (!element) return;
      element.scrollTop = toScrollTop(virtualTop, geometry());
      position.current = { scrollTop: element.scrollTop, virtualTop };
      update();
    },
    [geometry, update, scroller],
  );
  const reveal = useCallback(
    (row: number, edges: { left: number; right: number; stickyWidth: number }) => {
      const element = scroller.current;
      if (!element) return;
      const top = revealRow(row, position.current.virtualTop, geometry().viewHeight);
      if (top !== position.current.virtualTop) scrollTo(top);
      if (edges.left < element.scrollLeft) element.scrollLeft = edges.left;
      const overhang = edges.right + edges.stickyWidth - (element.scrollLeft + element.clientWidth);
      if (overhang > 0) element.scrollLeft += overhang;
    },
    [geometry, scrollTo, scroller],
  );
  return { view, update, reveal, scrollTo, geometry };
}
