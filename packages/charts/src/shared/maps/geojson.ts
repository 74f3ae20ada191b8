import { isRecord, valuesOf } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { longestLine, type Pair, parseJson } from './lines.ts';
import { type Bounds, boundsOf } from './mercator.ts';
import { isOnEarth, type PlaceFaults } from './places.ts';

/** Shapes that rows hold as GeoJSON, taken apart. Each says which feature it is of. */
export interface Shapes {
  readonly points: readonly Placed<Pair>[];
  readonly lines: readonly Placed<readonly Pair[]>[];
  readonly areas: readonly Placed<readonly (readonly Pair[])[]>[];
  readonly features: readonly Feature[];
  readonly bounds: Bounds | null;
  readonly faults: PlaceFaults;
}

interface Placed<Shape> {
  readonly shape: Shape;
  readonly feature: number;
}

export interface Feature {
  readonly row: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** More would hold the page while they are read. */
const mostText = 30_000_000;
const mostFeatures = 200_000;
const deepest = 8;

interface Reading {
  readonly points: Placed<Pair>[];
  readonly lines: Placed<readonly Pair[]>[];
  readonly areas: Placed<readonly (readonly Pair[])[]>[];
  readonly features: Feature[];
  isOutside: boolean;
}

/** The shapes of a column of GeoJSON; a row that has none is counted. */
export function readShapes(table: ResultTable, name: string): Shapes {
  const reading: Reading = { points: [], lines: [], areas: [], features: [], isOutside: false };
  const counts = { empty: 0, unreadable: 0, outside: 0, large: 0 };
  let left = mostText;
  const values = valuesOf(table, name);
  values.forEach((value, row) => {
    const text = typeof value === 'string' ? value.trim() : '';
    left -= text.length;
    const before = countOf(reading);
    reading.isOutside = false;
    if (value === null || text === '') counts.empty += 1;
    else if (text.length > longestLine || left < 0) {
      counts.unreadable += 1;
      counts.large += 1;
    } else {
      readObject(parseJson(text), { reading, row, depth: 0 });
      if (countOf(reading) === before) counts[reading.isOutside ? 'outside' : 'unreadable'] += 1;
    }
  });
  return { ...reading, bounds: boundsOfShapes(reading), faults: { all: values.length, ...counts } };
}

const countOf = ({ points, lines, areas }: Reading) => points.length + lines.length + areas.length;

interface At {
  readonly reading: Reading;
  readonly row: number;
  readonly depth: number;
}

/** A collection, a feature, or a bare geometry, which is a feature without properties. */
function readObject(value: unknown, at: At): void {
  const { reading, row, depth } = at;
  if (!isRecord(value) || depth > deepest || reading.features.length >= mostFeatures) return;
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
    for (const one of value.features) readObject(one, { ...at, depth: depth + 1 });
    return;
  }
  const isFeature = value.type === 'Feature';
  const feature = reading.features.push({ row, properties: isRecord(value.properties) ? value.properties : {} }) - 1;
  readGeometry(isFeature ? value.geometry : value, feature, at);
}

function readGeometry(value: unknown, feature: number, { reading, row, depth }: At): void {
  if (!isRecord(value) || depth > deepest) return;
  if (value.type === 'GeometryCollection' && Array.isArray(value.geometries)) {
    for (const one of value.geometries) readGeometry(one, feature, { reading, row, depth: depth + 1 });
    return;
  }
  const { coordinates } = value;
  const many = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
  const keep = <Shape>(list: Placed<Shape>[], shape: Shape | null) => shape && list.push({ shape, feature });
  const pair = (one: unknown) => readPair(one, reading);
  const line = (one: unknown) => readLine(one, pair);
  const area = (one: unknown) => readArea(one, line);
  if (value.type === 'Point') keep(reading.points, pair(coordinates));
  if (value.type === 'MultiPoint') for (const one of many(coordinates)) keep(reading.points, pair(one));
  if (value.type === 'LineString') keep(reading.lines, line(coordinates));
  if (value.type === 'MultiLineString') for (const one of many(coordinates)) keep(reading.lines, line(one));
  if (value.type === 'Polygon') keep(reading.areas, area(coordinates));
  if (value.type === 'MultiPolygon') for (const one of many(coordinates)) keep(reading.areas, area(one));
}

function readPair(value: unknown, reading: Reading): Pair | null {
  if (!Array.isArray(value) || !Number.isFinite(value[0]) || !Number.isFinite(value[1])) return null;
  const pair = [Number(value[0]), Number(value[1])] as const;
  if (isOnEarth(pair)) return pair;
  reading.isOutside = true;
  return null;
}

function readLine(value: unknown, pair: (one: unknown) => Pair | null): readonly Pair[] | null {
  const points = Array.isArray(value) ? value.map(pair) : [];
  return points.length > 1 && points.every((point) => point !== null) ? points : null;
}

function readArea(value: unknown, line: (one: unknown) => readonly Pair[] | null): readonly (readonly Pair[])[] | null {
  const rings = Array.isArray(value) ? value.map(line) : [];
  return rings.length > 0 && rings.every((ring) => ring !== null) ? rings : null;
}

function boundsOfShapes({ points, lines, areas }: Reading): Bounds | null {
  const pairs = [
    ...points.map(({ shape }) => shape),
    ...lines.flatMap(({ shape }) => shape),
    ...areas.flatMap(({ shape }) => shape[0] ?? []),
  ];
  return boundsOf(Float64Array.from(pairs.flat()));
}
