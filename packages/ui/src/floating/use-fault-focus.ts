import { type RefObject, useEffect } from 'react';

const faulty = '[aria-invalid="true"]';

/**
 * Once a dialog's button was pressed, the first field that turns out to be wrong takes the focus and so comes into sight, unless
 * something else was done meanwhile: a long form says otherwise nothing to whoever looks at its end.
 */
export function useFaultFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    let isSent = false;
    const show = () => {
      const fault = isSent ? dialog.querySelector<HTMLElement>(faulty) : null;
      if (fault && document.activeElement !== fault) fault.focus();
    };
    const send = () => {
      isSent = true;
      // What was wrong before and still is changes nothing in the page.
      requestAnimationFrame(show);
    };
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-dialog-foot] button')) send();
    };
    const leave = () => {
      isSent = false;
    };
    const observer = new MutationObserver(show);
    observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-invalid'] });
    const ears = [
      ['submit', send],
      ['click', press],
      ['keydown', leave],
      ['pointerdown', leave],
    ] as const;
    for (const [event, hear] of ears) dialog.addEventListener(event, hear, true);
    return () => {
      observer.disconnect();
      for (const [event, hear] of ears) dialog.removeEventListener(event, hear, true);
    };
  }, [panel]);
}
