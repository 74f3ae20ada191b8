import type { ChartMap, MapArea, MapPolygon } from '@powerset/chart-kit';
import type { MapBox } from './map-frame.ts';

/** A place on the sphere in degrees: longitude, latitude. */
export type LngLat = readonly [number, number];

/** A place in the map's own units, y downwards; null where the map does not show it. */
export type ProjectPlace = (place: LngLat) => readonly [number, number] | null;

/** An area as it is drawn. */
export interface AreaShape {
  readonly code: string;
  readonly name: string;
  /** SVG path data. */
  readonly path: string;
  readonly box: MapBox;
  /** Of its largest part. */
  readonly mainBox: MapBox;
  /** A point inside of its largest part, where a mark or label may stand. */
  readonly center: readonly [number, number];
  /** Of its largest part, in square units. */
  readonly size: number;
}

type Ring = readonly (readonly [number, number])[];

/** The areas of a map in a projection; those of which it shows nothing are left out. */
export function shapeAreas(map: ChartMap, projectArea: (area: MapArea) => ProjectPlace): readonly AreaShape[] {
  return map.areas.flatMap((area) => {
    const shape = shapePolygons(area.polygons, projectArea(area));
    return shape ? [{ code: area.code, name: area.name, ...shape }] : [];
  });
}

export function shapePolygons(
  polygons: readonly MapPolygon[],
  project: ProjectPlace,
): Omit<AreaShape, 'code' | 'name'> | null {
  const drawn = polygons
    .map((rings) => rings.map((ring) => projectRing(ring, project)).filter((ring) => ring.length > 2))
    .filter((rings) => rings.length > 0);
  if (drawn.length === 0) return null;
  const largest = drawn
    .map(([outer = []]) => ({ outer, size: Math.abs(areaOf(outer)) }))
    .reduce((one, other) => (other.size > one.size ? other : one));
  return {
    path: drawn.map((rings) => rings.map(pathOf).join('')).join(''),
    box: boxOf(drawn.flat(2)),
    mainBox: boxOf(largest.outer),
    center: centerOf(largest.outer),
    size: largest.size,
  };
}

function projectRing(ring: Ring, project: ProjectPlace): Ring {
  return ring.flatMap((place) => {
    const at = project(place);
    return at ? [at] : [];
  });
}

const pathOf = (ring: Ring) => `M${ring.map(([x, y]) => `${round(x)},${round(y)}`).join('L')}Z`;

/** Maps are about a thousand units wide: a hundredth is a pixel at a zoom of a hundred. */
const round = (value: number) => Math.round(value * 100) / 100;

/** Twice a ring's area would do as well; its sign says which way it goes round. */
function areaOf(ring: Ring): number {
  let sum = 0;
  ring.forEach(([x, y], index) => {
    const [beforeX, beforeY] = ring.at(index - 1)!;
    sum += beforeX * y - x * beforeY;
  });
  return sum / 2;
}

/** Of all places, however many. */
export function boxOf(places: readonly (readonly [number, number])[]): MapBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
}

export function joinBoxes(boxes: readonly MapBox[]): MapBox {
  return boxOf(
    boxes.flatMap(([left, top, right, bottom]): [number, number][] => [
      [left, top],
      [right, bottom],
    ]),
  );
}

/** The centre of gravity where the ring has it inside; else the middle of the widest stretch at its height. */
function centerOf(ring: Ring): readonly [number, number] {
  const [x, y] = gravityOf(ring);
  const crossings = crossingsAt(ring, y);
  const stretches = crossings.flatMap((left, index) =>
    index % 2 === 0 && crossings[index + 1] !== undefined ? [[left, crossings[index + 1]!] as const] : [],
  );
  if (stretches.length === 0 || stretches.some(([left, right]) => left <= x && x <= right)) return [x, y];
  const [left, right] = stretches.reduce((one, other) => (other[1] - other[0] > one[1] - one[0] ? other : one));
  return [(left + right) / 2, y];
}

function gravityOf(ring: Ring): readonly [number, number] {
  const [left, top, right, bottom] = boxOf(ring);
  const whole = areaOf(ring);
  if (Math.abs(whole) < 1e-12) return [(left + right) / 2, (top + bottom) / 2];
  let [sumX, sumY] = [0, 0];
  ring.forEach(([x, y], index) => {
    const [beforeX, beforeY] = ring.at(index - 1)!;
    const part = beforeX * y - x * beforeY;
    sumX += (beforeX + x) * part;
    sumY += (beforeY + y) * part;
  });
  return [sumX / (6 * whole), sumY / (6 * whole)];
}

/** Where a level line meets the ring, from left to right. */
function crossingsAt(ring: Ring, level: number): readonly number[] {
  return ring
    .flatMap(([x, y], index) => {
      const [beforeX, beforeY] = ring.at(index - 1)!;
      if (beforeY > level === y > level) return [];
      return [beforeX + ((level - beforeY) / (y - beforeY)) * (x - beforeX)];
    })
    .sort((one, other) => one - other);
}
