import type { ChartMap, MapArea } from '@powerset/chart-kit';
import { type GeoProjection, geoAzimuthalEqualArea, geoConicEqualArea } from 'd3-geo';
import type { MapBox } from '../shared/map-frame.ts';
import { type AreaShape, boxOf, joinBoxes, type LngLat, type ProjectPlace, shapeAreas } from '../shared/map-shapes.ts';
import { clusterParts, largestRing } from './part-clusters.ts';

export interface PartShapes {
  readonly shapes: readonly AreaShape[];
  readonly box: MapBox;
}

/** A frame beside the map of most parts for those that lie far off: its edges and size as shares of that map's. */
interface Inset {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface PlacedParts {
  readonly areas: readonly MapArea[];
  readonly inset: Inset;
}

/** Where readers look for them. */
const usual: Readonly<Record<string, readonly (Inset & { readonly codes: readonly string[] })[]>> = {
  usa: [
    { codes: ['US-AK'], left: 0, top: 0.76, width: 0.22, height: 0.24 },
    { codes: ['US-PR'], left: 0.88, top: 0.95, width: 0.08, height: 0.06 },
    { codes: ['US-HI'], left: 0.24, top: 0.88, width: 0.12, height: 0.12 },
  ],
  spain: [{ codes: ['ES-GC', 'ES-TF'], left: 0.02, top: 0.98, width: 0.34, height: 0.16 }],
};

/** Countries of two halves, neither of which is a part apart. */
const undivided = new Set(['malaysia']);

const unitsWide = 1000;
const made = new WeakMap<ChartMap, PartShapes>();

/** The parts of a country around the middle of it, in an equal-area projection a thousand units wide; made once. */
export function partShapes(map: ChartMap, key: string): PartShapes {
  const known = made.get(map);
  if (known) return known;
  const { main, apart } = divideParts(map, key);
  const most = shapePart(main, unitsWide);
  const others = apart.flatMap((placed) => moveInto(placed, most.box));
  const shapes = [...most.shapes, ...others];
  const found = { shapes, box: joinBoxes([most.box, ...others.map(({ box }) => box)]) };
  made.set(map, found);
  return found;
}

/** What is drawn as one map, and what in frames beside it. */
function divideParts({ areas }: ChartMap, key: string): { main: readonly MapArea[]; apart: readonly PlacedParts[] } {
  const known = (usual[key] ?? []).map(({ codes, ...inset }) => ({
    inset,
    areas: areas.filter(({ code }) => codes.includes(code)),
  }));
  const isKnown = new Set(known.flatMap((placed) => placed.areas));
  const others = areas.filter((area) => !isKnown.has(area));
  const [main = [], ...far] = undivided.has(key) ? [others] : clusterParts(others);
  const column = far.map((cluster, index) => ({ areas: cluster, inset: frameAt(index) }));
  return { main, apart: [...known, ...column].filter((placed) => placed.areas.length > 0) };
}

const framesInColumn = 4;
const frameAt = (index: number): Inset => ({
  left: -0.24 * (1 + Math.floor(index / framesInColumn)),
  top: 0.76 - 0.25 * (index % framesInColumn),
  width: 0.2,
  height: 0.2,
});

/** Each is projected around its own middle, then laid where it belongs. */
function moveInto({ areas, inset }: PlacedParts, box: MapBox): readonly AreaShape[] {
  const [boxWidth, boxHeight] = [box[2] - box[0], box[3] - box[1]];
  const width = boxWidth * inset.width;
  const tried = shapePart(areas, width).box;
  const shrink = Math.min(1, (boxHeight * inset.height) / Math.max(tried[3] - tried[1], 1e-9));
  const project = projectionOf(areas, width * shrink);
  const own = shapePart(areas, width * shrink).box;
  const [moveX, moveY] = [box[0] + boxWidth * inset.left - own[0], box[1] + boxHeight * inset.top - own[1]];
  const moved: ProjectPlace = (place) => {
    const at = project(place);
    return at && [at[0] + moveX, at[1] + moveY];
  };
  return shapeAreas({ areas }, () => moved);
}

function shapePart(areas: readonly MapArea[], width: number): PartShapes {
  const project = projectionOf(areas, width);
  const shapes = shapeAreas({ areas }, () => project);
  return { shapes, box: joinBoxes(shapes.map(({ mainBox }) => mainBox)) };
}

/** Straight up from the middle of the country: a cone where it is wide, a plane that touches it there otherwise. */
function projectionOf(areas: readonly MapArea[], width: number): ProjectPlace {
  const places = areas.flatMap(({ polygons }) => largestRing(polygons));
  const [longitude, latitude] = middleOf(places);
  const [, south, , north] = boxOf(places);
  const isWide = Math.abs(latitude) > 20 && north - south < 70;
  const projection: GeoProjection = isWide
    ? geoConicEqualArea()
        .rotate([-longitude, 0])
        .parallels([south + (north - south) / 6, north - (north - south) / 6])
    : geoAzimuthalEqualArea().rotate([-longitude, -latitude]);
  projection.scale(1).translate([0, 0]);
  const drawn = places.flatMap((place) => projection(place as [number, number]) ?? []);
  const xs = drawn.filter((_, index) => index % 2 === 0);
  const scale = width / Math.max(spread(xs), 1e-9);
  projection.scale(scale);
  return (place) => projection(place as [number, number]);
}

const spread = (values: readonly number[]) => {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
};

/** The middle of places, also of those on both sides of the antimeridian. */
function middleOf(places: readonly LngLat[]): LngLat {
  const sorted = places.map(([longitude]) => longitude).sort((one, other) => one - other);
  const [west = 0, gap = 0] = widestGap(sorted);
  const [, south, , north] = boxOf(places);
  const longitude = west + (360 - gap) / 2;
  return [longitude > 180 ? longitude - 360 : longitude, (south + north) / 2];
}

/** Where the longitudes begin after the widest gap between them, and how wide it is. */
function widestGap(sorted: readonly number[]): readonly [number, number] {
  const last = sorted.at(-1) ?? 0;
  let [start, widest] = [sorted[0] ?? 0, (sorted[0] ?? 0) + 360 - last];
  sorted.forEach((value, index) => {
    const gap = value - (sorted[index - 1] ?? value);
    if (gap > widest) [start, widest] = [value, gap];
  });
  return [start, widest];
}
