import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PinnedPlace } from '../shared/pinned-place.ts';
import type { DrawnColumn } from '../shared/table-options.ts';
import styles from './pins.module.css';

/** Columns that stay at an edge stand there. */
export function pinnedAside(columns: readonly DrawnColumn[]): readonly DrawnColumn[] {
  if (columns.every(({ pinned }) => pinned === null)) return columns;
  const of = (edge: DrawnColumn['pinned']) => columns.filter(({ pinned }) => pinned === edge);
  return [...of('left'), ...of(null), ...of('right')];
}

/** What is held at the edges leaves half of the width to the rest; what has no room is scrolled with it. */
const mostHeld = 0.5;

/** Where each column is held, by the widths that the browser gave; nothing for those that are scrolled. */
export function heldPlaces(
  columns: readonly Pick<DrawnColumn, 'pinned'>[],
  given: { readonly widths: readonly number[]; readonly width: number },
): readonly PinnedPlace[] {
  const places: PinnedPlace[] = [];
  let room = given.width * mostHeld;
  const hold = (edge: 'left' | 'right', order: readonly number[]) => {
    let [offset, last] = [0, -1];
    for (const index of order) {
      const width = given.widths[index] ?? 0;
      if (columns[index]?.pinned !== edge || width > room) break;
      places[index] = { className: `${styles.held}`, style: { [edge]: offset } };
      [offset, room, last] = [offset + width, room - width, index];
    }
    const inner = edge === 'left' ? styles.lastLeft : styles.firstRight;
    const place = places[last];
    if (place) places[last] = { ...place, className: `${place.className} ${inner}` };
  };
  const order = columns.map((_, index) => index);
  hold('left', order);
  hold('right', order.toReversed());
  return places;
}

const noPlaces: readonly PinnedPlace[] = [];

export function usePins(
  columns: readonly DrawnColumn[],
  width: number,
): { readonly head: RefObject<HTMLTableRowElement | null>; readonly pins: readonly PinnedPlace[] } {
  const head = useRef<HTMLTableRowElement>(null);
  const [pins, setPins] = useState(noPlaces);
  useLayoutEffect(() => {
    const row = head.current;
    if (!row || columns.every(({ pinned }) => pinned === null)) {
      setPins(noPlaces);
      return undefined;
    }
    const measure = () => {
      const widths = [...row.cells].map((cell) => cell.getBoundingClientRect().width);
      const next = heldPlaces(columns, { widths, width });
      setPins((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    // Rows that come into sight may widen a column.
    const watched = new ResizeObserver(measure);
    for (const cell of row.cells) watched.observe(cell);
    return () => watched.disconnect();
  }, [columns, width]);
  return { head, pins };
}
