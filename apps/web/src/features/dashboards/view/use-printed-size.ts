import { useEffect } from 'react';

/** What a page of paper has room for, in either of its usual forms, lying, inside its margins. */
const paperPx = 960;

/** Charts are drawn in pixels: on paper the whole grid is made smaller, as wide as it stands on the screen. */
export function usePrintedSize(): void {
  useEffect(() => {
    const page = document.documentElement.style;
    const before = () => {
      const width = document.querySelector<HTMLElement>('.grid-container .grid-content')?.offsetWidth;
      if (!width) return;
      page.setProperty('--print-width', `${width}px`);
      page.setProperty('--print-zoom', String(Math.min(1, paperPx / width)));
    };
    addEventListener('beforeprint', before);
    return () => removeEventListener('beforeprint', before);
  }, []);
}
