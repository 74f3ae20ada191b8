import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to where it was when the layer opened, in the moment in which it goes: later somebody may have gone on
 * elsewhere, and would be taken from there.
 */
export function useReturnedFocus(layer: RefObject<HTMLElement | null>): void {
  const opener = useRef<Element | null>(typeof document === 'undefined' ? null : document.activeElement);
  useLayoutEffect(() => {
    const [own, { current: last }] = [layer.current, opener];
    return () => {
      const isOurs = document.activeElement === document.body || own?.contains(document.activeElement);
      if (isOurs && last instanceof HTMLElement && last.isConnected) last.focus();
    };
  }, [layer]);
}
