import type { MapBox } from './map-frame.ts';

type Place = readonly [number, number];

/** A ring cut to a box, side by side; empty where nothing of it lies inside. */
export function clipRing(ring: readonly Place[], [left, top, right, bottom]: MapBox): readonly Place[] {
  const cutAtX = (x: number, [ax, ay]: Place, [bx, by]: Place): Place => [x, ay + ((x - ax) / (bx - ax)) * (by - ay)];
  const cutAtY = (y: number, [ax, ay]: Place, [bx, by]: Place): Place => [ax + ((y - ay) / (by - ay)) * (bx - ax), y];
  const sides: readonly [(place: Place) => boolean, (one: Place, other: Place) => Place][] = [
    [([x]) => x >= left, (one, other) => cutAtX(left, one, other)],
    [([x]) => x <= right, (one, other) => cutAtX(right, one, other)],
    [([, y]) => y >= top, (one, other) => cutAtY(top, one, other)],
    [([, y]) => y <= bottom, (one, other) => cutAtY(bottom, one, other)],
  ];
  let kept = ring;
  for (const [isInside, cut] of sides) {
    kept = kept.flatMap((place, index) => {
      const before = kept.at(index - 1)!;
      if (isInside(place)) return isInside(before) ? [place] : [cut(before, place), place];
      return isInside(before) ? [cut(before, place)] : [];
    });
  }
  return kept;
}
