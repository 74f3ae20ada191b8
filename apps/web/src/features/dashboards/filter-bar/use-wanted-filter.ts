import { type RefObject, useEffect } from 'react';
import { useDashboard } from '../state/index.ts';

/** Says that there is a bar in which filters can be shown, and opens it when one of them is wanted. */
export function useWantedFilters(open?: () => void): void {
  const wanted = useDashboard((state) => state.wantedFilter);
  const setBarShown = useDashboard((state) => state.setBarShown);
  useEffect(() => {
    setBarShown(true);
    return () => setBarShown(false);
  }, [setBarShown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each wish, not whenever the bar is drawn anew
  useEffect(() => {
    if (wanted !== null) open?.();
  }, [wanted]);
}

/** Scrolls to a filter and gives it the focus when it is wanted, or once its field is there: its values may still be on the way. */
export function useWanted(id: string, field: RefObject<HTMLElement | null>): void {
  const isWanted = useDashboard((state) => state.wantedFilter === id);
  const goToFilter = useDashboard((state) => state.goToFilter);
  useEffect(() => {
    const { current } = field;
    if (!isWanted || !current) return;
    current.scrollIntoView({ block: 'nearest' });
    // Chosen values have buttons of their own, before the field in which one types.
    const find = (control: string) => current.querySelector<HTMLElement>(`[data-filter-control] ${control}`);
    const take = () => {
      const control = find('input') ?? find('button');
      if (!control) return;
      observer.disconnect();
      goToFilter(null);
      control.focus();
    };
    const observer = new MutationObserver(take);
    observer.observe(current, { childList: true, subtree: true });
    take();
    return () => observer.disconnect();
  }, [isWanted, field, goToFilter]);
}

/** While the pointer or the focus is on a filter, the charts that it reaches are marked. */
export function useFocusMarks(id: string) {
  const setFocused = useDashboard((state) => state.setFocusedFilterField);
  const show = () => setFocused(id);
  const hide = () => setFocused(null);
  return { onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide };
}
