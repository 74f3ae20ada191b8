import { isRecord, toNumber } from '@powerset/chart-kit';
import type { MapBounds } from '../shared/base-map.ts';
import type { LngLat } from '../shared/map-shapes.ts';
import { boundsOf, latitudeAt, longitudeAt, worldX, worldY } from '../shared/maps/mercator.ts';
import type { ChartSize } from './chart-sizes.ts';
import type { CartodiagramForm } from './form.ts';

interface Space {
  readonly width: number;
  readonly height: number;
  /** Of a chart, which must not stand over the edge. */
  readonly chart: ChartSize;
}

/** Around a lone place something is to be recognised; shares of the world. */
const leastExtent = 12 / 360;
const wholeWorld: MapBounds = [-170, -58, 180, 78];
/** Views are stored for a world of 256 pixels in older maps, and of 512 in those of today. */
const [olderWorld, world] = [256, 512];

/** The part of the world that is shown: as the form says, or all places with room for their charts. */
export function extentOf(form: CartodiagramForm, places: readonly LngLat[], space: Space): MapBounds {
  const { viewport, map_view: stored } = form;
  if (!form.autozoom && viewport !== null) return boundsAround(viewport, world, space);
  const older = isRecord(stored) && stored.mode === 'CUSTOM' ? readView(stored) : null;
  if (older !== null) return boundsAround(older, olderWorld, space);
  return fitted(places, space);
}

/** Whether charts of a size stand clear of each other in the part of the world that is shown. */
export function areApart(places: readonly LngLat[], bounds: MapBounds, { width, height, chart }: Space): boolean {
  const [west, south, east, north] = bounds;
  const scale = Math.min(width / (worldX(east) - worldX(west)), height / (worldY(south) - worldY(north)));
  const points = places.map(([longitude, latitude]) => [worldX(longitude) * scale, worldY(latitude) * scale] as const);
  return points.every(([x, y], index) =>
    points.every(
      ([otherX, otherY], at) =>
        at <= index || Math.abs(x - otherX) >= chart.width || Math.abs(y - otherY) >= chart.height,
    ),
  );
}

interface View {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}

function readView(stored: Readonly<Record<string, unknown>>): View | null {
  const [longitude, latitude, zoom] = [stored.longitude, stored.latitude, stored.zoom].map(toNumber);
  if (longitude == null || latitude == null || zoom == null) return null;
  return { longitude, latitude: Math.min(84, Math.max(-84, latitude)), zoom: Math.min(22, Math.max(0, zoom)) };
}

function boundsAround(view: View, size: number, { width, height }: Space): MapBounds {
  const pixels = size * 2 ** view.zoom;
  const [wide, high] = [width / pixels / 2, height / pixels / 2];
  return around([worldX(view.longitude), worldY(view.latitude)], wide, high);
}

function fitted(places: readonly LngLat[], { width, height, chart }: Space): MapBounds {
  const bounds = boundsOf(Float64Array.from(places.flat()));
  if (bounds === null) return wholeWorld;
  const [west, south, east, north] = bounds;
  const [left, right, top, bottom] = [worldX(west), worldX(east), worldY(north), worldY(south)];
  const isOne = right - left < 1e-6 && bottom - top < 1e-6;
  const room = (free: number, taken: number) => free / Math.max(free - taken - 12, free / 4);
  const wide = (Math.max(right - left, isOne ? leastExtent : 0) / 2) * room(width, chart.width);
  const high = (Math.max(bottom - top, 0) / 2) * room(height, chart.height);
  return around([(left + right) / 2, (top + bottom) / 2], Math.max(wide, 1e-5), Math.max(high, 1e-5));
}

const around = ([x, y]: readonly [number, number], wide: number, high: number): MapBounds => [
  longitudeAt(x - wide),
  latitudeAt(y + high),
  longitudeAt(x + wide),
  latitudeAt(y - high),
];
