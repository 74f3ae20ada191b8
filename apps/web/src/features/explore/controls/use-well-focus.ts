import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** The buttons of a well in their order: each pill's, then the one that adds. */
const stopsOf = (well: HTMLElement): readonly HTMLElement[] => [
  ...well.querySelectorAll<HTMLElement>('[data-pill] > button:first-of-type'),
  ...well.querySelectorAll<HTMLElement>(':scope > [data-adds]'),
];

/** Of which stop something belongs to; -1 for what stands elsewhere, as a card that was opened from here does. */
const placeOf = (well: HTMLElement, target: Element): number =>
  stopsOf(well).findIndex((stop) => stop.contains(target) || stop.closest('[data-pill]')?.contains(target));

/**
 * Keeps the focus of the keyboard in a well while its pills come, go and change their names: on the pill of the same place,
 * or on the last one.
 */
export function useWellFocus(well: RefObject<HTMLElement | null>) {
  const place = useRef<number | null>(null);
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    if (place.current === null || !well.current || document.activeElement !== document.body) return;
    const stops = stopsOf(well.current);
    stops[Math.min(place.current, stops.length - 1)]?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      isWithin.current = true;
      const at = well.current ? placeOf(well.current, target) : -1;
      if (at >= 0) place.current = at;
    },
    onBlur: ({ target }: FocusEvent) => {
      isWithin.current = false;
      // What goes has no say in where the focus goes; who leaves has.
      setTimeout(() => {
        if (target.isConnected && !isWithin.current) place.current = null;
      });
    },
  };
}
