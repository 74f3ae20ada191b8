import type { Box } from '../floating/place.ts';

export interface MessageSpot {
  readonly left: number;
  readonly top: number;
}

export interface MessageRequest {
  readonly anchor: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly viewport: { readonly width: number; readonly height: number };
  /** How much would be covered there; nothing is best. */
  readonly coverOf: (box: Box) => number;
}

const gap = 6;
const margin = 8;
/** A finger comes from below. */
const narrow = 600;

/** Where a message stands beside what was pressed: where it covers least, in the order in which eyes look. */
export function placeMessage(request: MessageRequest): MessageSpot {
  const { size, coverOf } = request;
  let best: MessageSpot | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spotsOf(request)) {
    const cover = coverOf({ ...spot, ...size });
    if (cover < least) [best, least] = [spot, cover];
    if (cover === 0) break;
  }
  return best ?? { left: margin, top: margin };
}

function spotsOf({ anchor, size, viewport }: MessageRequest): readonly MessageSpot[] {
  const right = anchor.left + anchor.width;
  const bottom = anchor.top + anchor.height;
  const middle = anchor.left + (anchor.width - size.width) / 2;
  const lefts = [middle, right - size.width, anchor.left];
  const below = lefts.map((left) => ({ left, top: bottom + gap }));
  const above = lefts.map((left) => ({ left, top: anchor.top - gap - size.height }));
  const level = anchor.top + (anchor.height - size.height) / 2;
  const aside = [
    { left: right + gap, top: level },
    { left: anchor.left - gap - size.width, top: level },
  ];
  const spots = viewport.width < narrow ? [...above, ...below, ...aside] : [...below, ...above, ...aside];
  // A strip further up or down is better than one over what can be pressed.
  const strips = [1, 2, 3].flatMap((step) => [
    { left: middle, top: anchor.top - gap - size.height - step * size.height },
    { left: middle, top: bottom + gap + step * size.height },
  ]);
  const isInView = ({ left, top }: MessageSpot) =>
    left >= margin &&
    top >= margin &&
    left + size.width <= viewport.width - margin &&
    top + size.height <= viewport.height - margin;
  const pulled = ({ left, top }: MessageSpot) => ({
    left: Math.max(margin, Math.min(left, viewport.width - size.width - margin)),
    top,
  });
  return [...spots.filter(isInView), ...[...spots.slice(0, 6), ...strips].map(pulled).filter(isInView)];
}

const controls =
  'button, a, input, select, textarea, label, summary, [role=button], [role=tab], [role^=menuitem], [role=option], [role=switch]';
/** What is read there while messages come, or written: better left free, though it can be pressed past a message. */
const readings = '[role=status], [role=alert], [data-status-line], [contenteditable=true]';
const steps = { across: 6, down: 3 };

/** Counts what a message would cover at a place: what can be pressed weighs more than all that is only read. */
export function coverOnPage(box: Box): number {
  let cover = 0;
  for (let column = 0; column <= steps.across; column += 1)
    for (let row = 0; row <= steps.down; row += 1) {
      const x = box.left + (box.width * column) / steps.across;
      const y = box.top + (box.height * row) / steps.down;
      const hit = document.elementFromPoint(x, y);
      if (hit?.closest(controls) || hit?.closest('[data-message]')) cover += 100;
      else if (hit?.closest(readings)) cover += 1;
    }
  return cover;
}
