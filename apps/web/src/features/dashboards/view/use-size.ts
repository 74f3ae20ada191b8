import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const noSize: Size = { width: 0, height: 0 };

const measured = new WeakMap<Element, () => void>();
let observer: ResizeObserver | null = null;

/** One observer for all charts: what changes in one frame is told together. */
function watch(element: Element, onChange: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) measured.get(target)?.();
  });
  measured.set(element, onChange);
  observer.observe(element);
  return () => {
    measured.delete(element);
    observer?.unobserve(element);
  };
}

/** An element's inner size, kept up to date. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(noSize);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const next = { width: current.clientWidth, height: current.clientHeight };
      setSize((last) => (last.width === next.width && last.height === next.height ? last : next));
    };
    measure();
    return watch(current, measure);
  }, [element]);
  return size;
}
