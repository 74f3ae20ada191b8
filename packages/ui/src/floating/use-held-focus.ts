import { type RefObject, useEffect } from 'react';

/**
 * What has the focus may go while its layer stays: a button that is pressed once, a row that is removed. The layer takes it
 * then, so that Esc still closes and Tab goes on from there.
 */
export function useHeldFocus(layer: RefObject<HTMLElement | null>, isHeld = true): void {
  useEffect(() => {
    const own = layer.current;
    if (!own || !isHeld) return;
    const hold = () => {
      const isLost = document.activeElement === document.body && own.isConnected && !own.closest('[inert]');
      if (isLost) own.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      hold();
      // A button that is disabled loses the focus with the next frame.
      requestAnimationFrame(() => setTimeout(hold));
    });
    observer.observe(own, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, [layer, isHeld]);
}
