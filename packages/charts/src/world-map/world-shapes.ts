import type { ChartMap, MapArea } from '@powerset/chart-kit';
import { geoEqualEarth } from 'd3-geo';
import { countries } from '../shared/country-facts.ts';
import type { MapBox } from '../shared/map-frame.ts';
import { type AreaShape, joinBoxes, type LngLat, shapeAreas } from '../shared/map-shapes.ts';

export interface WorldShapes {
  readonly shapes: readonly AreaShape[];
  /** All of it, and without Antarctica, which few charts have a value for. */
  readonly whole: MapBox;
  readonly inhabited: MapBox;
}

const unitsWide = 1000;
const project = (place: LngLat) => equalEarth(place as [number, number]);
/** Areas keep their sizes to each other: what is coloured is not larger for lying far north. */
const equalEarth = geoEqualEarth().fitWidth(unitsWide, { type: 'Sphere' });

/** Places that the map has no shape for, or draws as a part of another country; they are a mark. */
const smallPlaces: readonly (readonly [string, LngLat])[] = [
  ['BQ', [-68.26, 12.2]],
  ['BV', [3.36, -54.42]],
  ['CC', [96.87, -12.17]],
  ['CX', [105.63, -10.49]],
  ['GF', [-53.1, 3.95]],
  ['GI', [-5.35, 36.14]],
  ['GP', [-61.55, 16.25]],
  ['MQ', [-61.02, 14.64]],
  ['RE', [55.53, -21.12]],
  ['SJ', [16, 78.6]],
  ['TK', [-171.85, -9.17]],
  ['TV', [179.2, -8.52]],
  ['UM', [166.65, 19.28]],
  ['YT', [45.15, -12.82]],
];

/** Areas without an ISO code, by what the map calls them; the last two are counted to the countries that ISO counts them to. */
const byName: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };

const made = new WeakMap<ChartMap, WorldShapes>();

/** The countries of the map `world` by their alpha-2 codes, in an equal-area projection a thousand units wide; made once. */
export function worldShapes(map: ChartMap): WorldShapes {
  const known = made.get(map);
  if (known) return known;
  const codes = new Map(countries.map(({ numeric, cca2 }) => [numeric, cca2]));
  const coded = map.areas.map((area) => ({ ...area, code: codes.get(area.code) ?? byName[area.name] ?? '' }));
  const shapes = shapeAreas({ areas: joinCodes(coded) }, () => project);
  const marks = smallPlaces.flatMap(([code, place]) => markOf(code, place) ?? []);
  const all = [...shapes, ...marks];
  const found = {
    shapes: all,
    whole: joinBoxes(all.map(({ box }) => box)),
    inhabited: joinBoxes(all.filter(({ code }) => !isPolar.has(code)).map(({ box }) => box)),
  };
  made.set(map, found);
  return found;
}

/** Areas of one code are one shape; the lines between them stay. */
function joinCodes(areas: readonly MapArea[]): readonly MapArea[] {
  const joined = new Map<string, MapArea>();
  for (const area of areas) {
    const key = area.code || area.name;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, polygons: [...known.polygons, ...area.polygons] } : area);
  }
  return [...joined.values()];
}

const isPolar = new Set(['AQ', 'BV', 'HM', 'GS', 'TF']);

function markOf(code: string, place: LngLat): AreaShape | null {
  const at = project(place);
  const country = countries.find(({ cca2 }) => cca2 === code);
  if (!at || !country) return null;
  return { code, name: country.name, path: '', box: [...at, ...at], mainBox: [...at, ...at], center: at, size: 0 };
}
