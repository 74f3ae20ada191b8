import type { Placement } from '../floating/place.ts';

/** Whether the page is written from right to left. */
export const isRightToLeft = (): boolean => typeof document !== 'undefined' && document.documentElement.dir === 'rtl';

/** What a way of the pointer to the right counts towards the end of a line: 1, or -1 where lines end at the left. */
export const forwardSign = (): 1 | -1 => (isRightToLeft() ? -1 : 1);

const otherArrows: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** A key by its place in the way of reading: `ArrowRight` leads to the end of a line, wherever that is. */
export const readingKey = (key: string): string => (isRightToLeft() ? (otherArrows[key] ?? key) : key);

const otherPlacements: Readonly<Partial<Record<Placement, Placement>>> = {
  'bottom-start': 'bottom-end',
  'bottom-end': 'bottom-start',
  'top-start': 'top-end',
  'top-end': 'top-start',
  'right-start': 'left-start',
  'left-start': 'right-start',
};

/** Where something stands on the page that is placed by the way of reading. */
export const placementOnPage = (placement: Placement): Placement =>
  isRightToLeft() ? (otherPlacements[placement] ?? placement) : placement;
