import { type RefObject, useEffect, useState } from 'react';

/** Charts load a little before they scroll into view. */
const margin = '200px';

/** Whether an element is in view or near it, now. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: margin,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
