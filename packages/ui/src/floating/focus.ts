const focusable =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])';

/** Everything inside that the Tab key reaches, in order. */
function findFocusable(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.offsetParent !== null || element === document.activeElement,
  );
}

/** Gives the focus to the element that asks for it, else to the first that takes it, else to the container or what stands in for it. */
export function focusFirst(container: HTMLElement, otherwise = container): void {
  const wanted = container.querySelector<HTMLElement>('[data-autofocus],[autofocus]');
  // Measured before placing, a popup is hidden and so takes no focus unless it becomes visible first.
  container.style.visibility = 'visible';
  const target = wanted ?? container.querySelector<HTMLElement>(focusable) ?? otherwise;
  target.focus({ preventScroll: true });
}

/** Keeps Tab within a container; for dialogs. */
export function trapTab(
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
  container: HTMLElement,
): void {
  if (event.key !== 'Tab') return;
  const stops = findFocusable(container);
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) {
    event.preventDefault();
    return;
  }
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === container)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first.focus();
  }
}
