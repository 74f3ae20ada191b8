import { useEffect } from 'react';
import { factsOf } from '../filter-bar/index.ts';
import { useOpenDashboard } from '../state/index.ts';

const phone = '(max-width: 599px)';

/**
 * Charts are drawn in pixels: on paper the whole grid is made smaller, as wide as it stands on the screen, in one column where it
 * stands in one, and under what its filters ask for, as paper has no filter bar.
 */
export function usePrintedSize(): void {
  const { store } = useOpenDashboard();
  useEffect(() => {
    const page = document.documentElement.style;
    const before = () => {
      const grid = document.querySelector<HTMLElement>('.grid-container .grid-content');
      if (!grid?.offsetWidth) return;
      page.setProperty('--print-width', `${grid.offsetWidth}px`);
      grid.dataset.printed = matchMedia(phone).matches ? 'stacked' : 'whole';
      const facts = factsOf(store.getState()).join(' · ');
      if (facts) grid.dataset.facts = facts;
      else delete grid.dataset.facts;
    };
    addEventListener('beforeprint', before);
    return () => removeEventListener('beforeprint', before);
  }, [store]);
}
