import type { Viewport } from '@powerset/chart-kit';

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

/** The world is so many pixels wide at zoom 0. */
const worldSize = 512;
/** Beyond this the projection has no end. */
export const mostLatitude = 85.051129;
/** So near are places looked at that lie close together, and a lone one, around which something is to be recognised. */
const nearest = 12;
const nearestOfOne = 5;
const farthest = -2;
const radians = Math.PI / 180;

/** Longitude as a share of the way round the world. */
export const worldX = (longitude: number): number => longitude / 360 + 0.5;

/** Latitude as a share of the map's height, from the top. */
export function worldY(latitude: number): number {
  const sine = Math.sin(Math.min(mostLatitude, Math.max(-mostLatitude, latitude)) * radians);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const longitudeAt = (x: number): number => (x - 0.5) * 360;

export const latitudeAt = (y: number): number =>
  (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / radians;

/** Where a view has a place, in pixels from its top left; without bearing and pitch. */
export function projector(
  view: Viewport,
  { width, height }: { readonly width: number; readonly height: number },
): (longitude: number, latitude: number) => readonly [number, number] {
  const scale = worldSize * 2 ** view.zoom;
  const left = worldX(view.longitude) * scale - width / 2;
  const top = worldY(view.latitude) * scale - height / 2;
  return (longitude, latitude) => [worldX(longitude) * scale - left, worldY(latitude) * scale - top];
}

/** How many metres a pixel is long. */
export function metresPerPixel({ latitude, zoom }: Viewport): number {
  return (40_075_016.686 * Math.cos(latitude * radians)) / (worldSize * 2 ** zoom);
}

export interface FittedSpace {
  readonly width: number;
  readonly height: number;
  /** What a legend takes of it at one side. */
  readonly taken?: { readonly left: number; readonly right: number };
}

/** The view in which bounds fill a space, seen from above. */
export function fitBounds(bounds: Bounds, { width, height, taken = { left: 0, right: 0 } }: FittedSpace) {
  const [west, south, east, north] = bounds;
  const [left, right, top, bottom] = [worldX(west), worldX(east), worldY(north), worldY(south)];
  const padding = Math.min(24, width / 8, height / 8);
  const free = width - taken.left - taken.right - 2 * padding;
  const isOne = right - left < 1e-7 && bottom - top < 1e-7;
  const zooms = [
    Math.log2(Math.max(1, free) / (worldSize * Math.max(right - left, 1e-9))),
    Math.log2(Math.max(1, height - 2 * padding) / (worldSize * Math.max(bottom - top, 1e-9))),
  ];
  const zoom = Math.max(farthest, Math.min(isOne ? nearestOfOne : nearest, ...zooms));
  // The middle of what is left lies beside the middle of the whole.
  const aside = (taken.right - taken.left) / 2 / (worldSize * 2 ** zoom);
  return { longitude: longitudeAt((left + right) / 2 + aside), latitude: latitudeAt((top + bottom) / 2), zoom };
}

/** The bounds of both; null is nowhere. */
export function joinBounds(one: Bounds | null, other: Bounds | null): Bounds | null {
  if (one === null || other === null) return one ?? other;
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

/** The bounds of pairs of longitude and latitude; null where there are none. */
export function boundsOf(positions: ArrayLike<number>): Bounds | null {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity];
  for (let at = 0; at + 1 < positions.length; at += 2) {
    const [longitude, latitude] = [positions[at]!, positions[at + 1]!];
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return west <= east ? [west, south, east, north] : null;
}
