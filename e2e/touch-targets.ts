import type { Page } from '@playwright/test';

/** Less than this around a control's middle is hard to meet with a finger. */
const leastHeight = 35;
const leastWidth = 28;

/** The controls on the screen whose field, which may be larger than what is drawn, is too small for a finger. */
export function findTooSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(measureTargets, { leastHeight, leastWidth });
}

/** Runs in the page, and so stands alone. */
function measureTargets(least: { readonly leastHeight: number; readonly leastWidth: number }): readonly string[] {
  const controls =
    'button,a[href],input,select,textarea,summary,[role=button],[role=tab],[role=switch],[role=option],[role=menuitem]';
  const isOnScreen = (box: DOMRect) =>
    box.width > 1 &&
    box.height > 1 &&
    box.top >= 0 &&
    box.bottom <= innerHeight &&
    box.left >= 0 &&
    box.right <= innerWidth;
  const scrolls = (element: HTMLElement) =>
    /auto|scroll/.test(getComputedStyle(element).overflow) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);
  // At the edge of what scrolls a field goes on beyond it, where nothing can be met before it is scrolled to.
  const isCut = (control: HTMLElement, x: number, y: number) => {
    const [halfWidth, halfHeight] = [least.leastWidth / 2, least.leastHeight / 2];
    if (y + halfHeight > innerHeight) return true;
    for (let element = control.parentElement; element; element = element.parentElement) {
      if (element === document.documentElement || !scrolls(element)) continue;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      if (y - halfHeight < top || y + halfHeight > bottom || x - halfWidth < left || x + halfWidth > right) return true;
    }
    return false;
  };
  const reach = (hits: (step: number) => boolean) => {
    let step = 0;
    while (step < 22 && hits(step + 1)) step += 1;
    return step;
  };
  return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    const box = control.getBoundingClientRect();
    // Links in running text are as high as their line.
    const isInText = control.tagName === 'A' && getComputedStyle(control).display === 'inline';
    if (!isOnScreen(box) || isInText || control.closest('[inert], .cm-editor')) return [];
    const frame = control.closest('[data-select]') ?? control.closest('label, :has(> input), :has(> textarea)');
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (isCut(control, x, y)) return [];
    const isHit = (atX: number, atY: number) => {
      const met = document.elementFromPoint(atX, atY);
      return met !== null && (control.contains(met) || frame?.contains(met) === true);
    };
    if (!isHit(x, y)) return [];
    const height = 1 + reach((step) => isHit(x, y - step)) + reach((step) => isHit(x, y + step));
    const width = 1 + reach((step) => isHit(x - step, y)) + reach((step) => isHit(x + step, y));
    if (height >= least.leastHeight && width >= least.leastWidth) return [];
    return [`${control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''}: ${width} x ${height}`];
  });
}
