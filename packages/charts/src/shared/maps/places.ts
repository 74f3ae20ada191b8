import { findColumn, numberOfCell, type Spatial } from '@powerset/chart-kit';
import { type CellValue, columnLabel, type QueryColumn, type ResultTable } from '@powerset/contract';
import { geohashCell } from './encoded-places.ts';
import { type Bounds, boundsOf } from './mercator.ts';

/** How many rows are not drawn, and why. */
export interface PlaceFaults {
  readonly all: number;
  readonly empty: number;
  readonly unreadable: number;
  readonly outside: number;
  /** Of those that are not readable: longer than what is read while a page waits. */
  readonly large?: number;
}

/** Where rows lie. Packed, since there may be a million. */
export interface Places {
  /** Longitude and latitude of each place in turn. */
  readonly positions: Float64Array;
  /** The row of the result that each place belongs to. */
  readonly rows: Uint32Array;
  readonly bounds: Bounds | null;
  readonly faults: PlaceFaults;
}

export const nowhere: Places = {
  positions: new Float64Array(0),
  rows: new Uint32Array(0),
  bounds: null,
  faults: { all: 0, empty: 0, unreadable: 0, outside: 0 },
};

/** All rows of a result that has no column of places. */
export const noPlaces = (all: number): PlaceFaults => ({ all, empty: all, unreadable: 0, outside: 0 });

type Reader = (row: number) => 'empty' | 'unreadable' | readonly [longitude: number, latitude: number];

/** The columns that a spatial control needs. */
export function columnsOfSpatial(spatial: Spatial | null): readonly QueryColumn[] {
  if (spatial === null) return [];
  if (spatial.type === 'latlong') return [spatial.lonCol, spatial.latCol];
  return [spatial.type === 'delimited' ? spatial.lonlatCol : spatial.geohashCol];
}

/** The places of a result's rows; what has none is counted. */
export function readPlaces(table: ResultTable, spatial: Spatial | null): Places {
  if (spatial === null) return { ...nowhere, faults: noPlaces(table.rowCount) };
  if (table.rowCount === 0) return nowhere;
  const read = readerOf(table, spatial);
  const positions = new Float64Array(table.rowCount * 2);
  const rows = new Uint32Array(table.rowCount);
  const counts = { empty: 0, unreadable: 0, outside: 0 };
  let count = 0;
  for (let row = 0; row < table.rowCount; row += 1) {
    const place = read(row);
    if (typeof place === 'string') counts[place] += 1;
    else if (!isOnEarth(place)) counts.outside += 1;
    else {
      positions[count * 2] = place[0];
      positions[count * 2 + 1] = place[1];
      rows[count] = row;
      count += 1;
    }
  }
  const drawn = positions.subarray(0, count * 2);
  return {
    positions: drawn,
    rows: rows.subarray(0, count),
    bounds: boundsOf(drawn),
    faults: { all: table.rowCount, ...counts },
  };
}

/** Whether a pair of longitude and latitude is one. */
export const isOnEarth = ([longitude, latitude]: readonly [number, number]): boolean =>
  longitude >= -180 && longitude <= 180 && latitude >= -90 && latitude <= 90;

function readerOf(table: ResultTable, spatial: Spatial): Reader {
  const [first, second] = columnsOfSpatial(spatial).map(
    (column): readonly CellValue[] => findColumn(table, columnLabel(column))?.values ?? [],
  );
  if (spatial.type === 'latlong') return (row) => readPair(first?.[row], second?.[row]);
  const isReversed = spatial.reverseCheckbox;
  const turned = (place: ReturnType<Reader>) =>
    isReversed && typeof place !== 'string' ? ([place[1], place[0]] as const) : place;
  const read = spatial.type === 'delimited' ? readDelimited : readGeohash;
  return (row) => {
    const value = first?.[row];
    if (value === null || value === undefined || value === '') return 'empty';
    return turned(typeof value === 'string' ? read(value) : 'unreadable');
  };
}

function readPair(longitude: CellValue | undefined, latitude: CellValue | undefined): ReturnType<Reader> {
  if (longitude === null || longitude === undefined || latitude === null || latitude === undefined) return 'empty';
  const [x, y] = [numberOfCell(longitude), numberOfCell(latitude)];
  if (x === null || y === null) return longitude === '' || latitude === '' ? 'empty' : 'unreadable';
  return [x, y];
}

/** Longitude first, then latitude, as the reference has it; whatever stands between them that is no number. */
function readDelimited(text: string): ReturnType<Reader> {
  const parts = text.slice(0, 200).match(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi);
  if (!parts || parts.length < 2) return 'unreadable';
  return [Number(parts[0]), Number(parts[1])];
}

function readGeohash(text: string): ReturnType<Reader> {
  const cell = geohashCell(text.trim());
  return cell === null ? 'unreadable' : [(cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2];
}
