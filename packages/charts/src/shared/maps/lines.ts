import { isRecord, valuesOf } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { decodePolyline, geohashCell } from './encoded-places.ts';
import { type Bounds, boundsOf } from './mercator.ts';
import { isOnEarth, type PlaceFaults } from './places.ts';

export type Pair = readonly [number, number];
export type LineEncoding = 'json' | 'polyline' | 'geohash';

/** Lines of points that rows hold as text. */
export interface Lines {
  /** Each line's points; the first of an area is its outer ring, what follows are holes. */
  readonly lines: readonly (readonly (readonly Pair[])[])[];
  /** The row of each line. */
  readonly rows: Uint32Array;
  readonly bounds: Bounds | null;
  readonly faults: PlaceFaults;
}

/** Longer texts would hold the page while they are read, and so would more points in all. */
export const longestLine = 2_000_000;
const mostText = 30_000_000;
const mostPoints = 2_000_000;

type Fault = 'empty' | 'unreadable' | 'outside' | 'large';

/** The lines of a column; a row that has none is counted. */
export function readLines(
  table: ResultTable,
  name: string,
  { encoding, isReversed }: { readonly encoding: LineEncoding; readonly isReversed: boolean },
): Lines {
  const values = valuesOf(table, name);
  const lines: (readonly (readonly Pair[])[])[] = [];
  const rows: number[] = [];
  const counts = { empty: 0, unreadable: 0, outside: 0, large: 0 };
  const budget = { text: mostText, points: mostPoints };
  values.forEach((value, row) => {
    const read = value === null || value === '' ? 'empty' : readLine(value, encoding, budget);
    const line = typeof read === 'string' ? read : checked(isReversed ? turned(read) : read);
    if (typeof line === 'string') {
      counts[line] += 1;
      if (line === 'large') counts.unreadable += 1;
    } else {
      lines.push(line);
      rows.push(row);
    }
  });
  const flat = Float64Array.from(lines.flatMap((line) => (line[0] ?? []).flat()));
  return { lines, rows: Uint32Array.from(rows), bounds: boundsOf(flat), faults: { all: values.length, ...counts } };
}

function readLine(
  value: unknown,
  encoding: LineEncoding,
  budget: { text: number; points: number },
): Fault | readonly (readonly Pair[])[] {
  if (typeof value !== 'string') return 'unreadable';
  budget.text -= value.length;
  if (value.length > longestLine || budget.text < 0) return 'large';
  const read = readersOf[encoding](value.trim());
  if (read === null) return 'unreadable';
  budget.points -= read.reduce((sum, ring) => sum + ring.length, 0);
  return budget.points < 0 ? 'large' : read;
}

const readersOf: Readonly<Record<LineEncoding, (text: string) => readonly (readonly Pair[])[] | null>> = {
  json: (text) => ringsOf(parseJson(text)),
  polyline: (text) => {
    const points = decodePolyline(text);
    return points && points.length > 1 ? [points.map(([latitude, longitude]) => [longitude, latitude])] : null;
  },
  geohash: (text) => {
    const cell = geohashCell(text);
    if (cell === null) return null;
    const [west, south, east, north] = cell;
    return [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
  },
};

/** A list of pairs, several, or GeoJSON around them; null for anything else. */
function ringsOf(value: unknown, depth = 0): readonly (readonly Pair[])[] | null {
  if (depth > 4) return null;
  if (isRecord(value)) return ringsOf(value.coordinates ?? value.geometry ?? value.path ?? value.polygon, depth + 1);
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isPair)) return value.length > 1 ? [value.map(([x, y]) => [x, y] as const)] : null;
  const inner = value.map((one) => ringsOf(one, depth + 1));
  return inner.some((one) => one === null) ? null : inner.flatMap((one) => one ?? []);
}

const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]);

/** JSON of a bounded text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const turned = (line: readonly (readonly Pair[])[]) => line.map((ring) => ring.map(([x, y]) => [y, x] as const));

const checked = (line: readonly (readonly Pair[])[]): Fault | readonly (readonly Pair[])[] =>
  line.every((ring) => ring.every(isOnEarth)) ? line : 'outside';
