import { type RefObject, useEffect } from 'react';
import { useOpenDashboard } from '../state/index.ts';

/** Charts load a little before they scroll into view. */
const margin = '200px';

type OnSeen = (isSeen: boolean) => void;

const watched = new WeakMap<Element, OnSeen>();
let observer: IntersectionObserver | null = null;

/** One observer for all cards: its news of one frame come together. */
function watch(element: Element, onSeen: OnSeen): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: margin },
  );
  watched.set(element, onSeen);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** Tells the feed while a chart's card is in view or near it. */
export function useSeen(element: RefObject<HTMLElement | null>, chartId: number): void {
  const { feed } = useOpenDashboard();
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const stop = watch(current, (isSeen) => (isSeen ? feed.see([chartId]) : feed.leave(chartId)));
    return () => {
      stop();
      feed.leave(chartId);
    };
  }, [element, chartId, feed]);
}
