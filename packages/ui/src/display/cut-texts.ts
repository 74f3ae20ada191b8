/** Marks titles that were given here, so that they follow the text, and those that somebody wrote stay. */
const given = 'cutTitle';

/** What is cut off at its end, or after its last line. */
function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(element);
  const isEnding = textOverflow === 'ellipsis' && overflowX !== 'visible';
  const isClamped = webkitLineClamp !== 'none' && webkitLineClamp !== '';
  return (
    (isEnding && element.scrollWidth > element.clientWidth) ||
    (isClamped && element.scrollHeight > element.clientHeight)
  );
}

function tellWhole(element: HTMLElement): void {
  const isOwn = element.title !== '' && element.dataset[given] === undefined;
  if (isOwn || element.closest('[title]:not([data-cut-title])')) return;
  if (isCut(element)) {
    element.title = element.textContent?.trim() ?? '';
    element.dataset[given] = '';
  } else if (element.dataset[given] !== undefined) {
    element.removeAttribute('title');
    delete element.dataset[given];
  }
}

/** How far above what lies under a pointer the part that cuts it may stand. */
const looksUp = 3;

/** A pointer that rests on a text which is cut is told the whole of it, wherever that text stands; the answer ends it. */
export function watchCutTexts(): () => void {
  const onOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof HTMLElement)) return;
    let element: HTMLElement | null = target;
    for (let step = 0; element && step < looksUp; step += 1) {
      if (element.textContent) tellWhole(element);
      element = element.parentElement;
    }
  };
  addEventListener('pointerover', onOver, { passive: true });
  return () => removeEventListener('pointerover', onOver);
}
