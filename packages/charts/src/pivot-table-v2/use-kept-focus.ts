import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { PivotLines } from './pivot-props.ts';

/** A button that folds is drawn anew with what it folded, and keeps the keyboard. */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>, lines: PivotLines): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target.dataset.fold : undefined;
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) last.current = undefined;
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that are drawn anew are the reason to look
  useLayoutEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return;
    const buttons = scroller.current?.querySelectorAll<HTMLElement>('[data-fold]') ?? [];
    [...buttons].find((button) => button.dataset.fold === last.current)?.focus({ preventScroll: true });
  }, [scroller, lines]);
}
