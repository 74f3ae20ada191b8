import type { CellValue } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { type Frame, numberColumn, numbersOf } from './frame.ts';
import { findOne, type Options, putColumns, requiredText, textOption } from './options.ts';

const digits = '0123456789bcdefghjkmnpqrstuvwxyz';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number;
}

/** Adds latitude and longitude of geohashes (the middle of their cells). */
export function geohashDecode(frame: Frame, options: Options): Frame {
  const column = findOne(frame, requiredText(options, 'geohash'));
  const points = column.values.map((value) => (typeof value === 'string' && value !== '' ? decode(value) : null));
  return putPoints(frame, options, points);
}

/** Adds the geohash (12 characters) of coordinates. */
export function geohashEncode(frame: Frame, options: Options): Frame {
  const latitudes = numbersOf(findOne(frame, requiredText(options, 'latitude')));
  const longitudes = numbersOf(findOne(frame, requiredText(options, 'longitude')));
  const values = latitudes.map((latitude, row): CellValue => {
    const longitude = longitudes[row] ?? null;
    return latitude === null || longitude === null ? null : encode({ latitude, longitude });
  });
  return putColumns(frame, [
    { path: [requiredText(options, 'geohash')], type: 'string', nativeType: 'VARCHAR', values },
  ]);
}

/** Adds the coordinates of points that are written as text, in decimals or in degrees, minutes and seconds. */
export function geodeticParse(frame: Frame, options: Options): Frame {
  const column = findOne(frame, requiredText(options, 'geodetic'));
  const points = column.values.map((value) => (typeof value === 'string' ? parsePoint(value) : null));
  return putPoints(frame, options, points);
}

function putPoints(frame: Frame, options: Options, points: readonly (Point | null)[]): Frame {
  const altitude = textOption(options, 'altitude');
  const columns = [
    numberColumn(
      [requiredText(options, 'latitude')],
      points.map((point) => point?.latitude ?? null),
    ),
    numberColumn(
      [requiredText(options, 'longitude')],
      points.map((point) => point?.longitude ?? null),
    ),
  ];
  if (altitude === undefined) return putColumns(frame, columns);
  return putColumns(frame, [
    ...columns,
    numberColumn(
      [altitude],
      points.map((point) => point?.altitude ?? null),
    ),
  ]);
}

function decode(hash: string): Point {
  const range = { longitude: [-180, 180] as [number, number], latitude: [-90, 90] as [number, number] };
  let isLongitude = true;
  for (const character of hash.toLowerCase()) {
    const value = digits.indexOf(character);
    if (value < 0) throw new QueryError('Invalid geohash string', 'post_processing');
    for (let bit = 4; bit >= 0; bit -= 1) {
      const side = isLongitude ? range.longitude : range.latitude;
      const middle = (side[0] + side[1]) / 2;
      side[(value >> bit) & 1 ? 0 : 1] = middle;
      isLongitude = !isLongitude;
    }
  }
  return {
    latitude: (range.latitude[0] + range.latitude[1]) / 2,
    longitude: (range.longitude[0] + range.longitude[1]) / 2,
  };
}

function encode(point: Point): string {
  if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) {
    throw new QueryError('Invalid longitude/latitude', 'post_processing');
  }
  const range = { longitude: [-180, 180] as [number, number], latitude: [-90, 90] as [number, number] };
  let hash = '';
  for (let start = 0; start < 60; start += 5) {
    let value = 0;
    for (let bit = start; bit < start + 5; bit += 1) {
      const key = bit % 2 === 0 ? 'longitude' : 'latitude';
      const middle = (range[key][0] + range[key][1]) / 2;
      const isUpper = point[key] >= middle;
      range[key][isUpper ? 0 : 1] = middle;
      value = value * 2 + (isUpper ? 1 : 0);
    }
    hash += digits[value];
  }
  return hash;
}

const angle = String.raw`([+-]?\d+(?:\.\d+)?)\s*(?:[°d]?\s*(?:(\d+(?:\.\d+)?)\s*['′m]\s*(?:(\d+(?:\.\d+)?)\s*(?:["″s]|'')\s*)?)|[°d]\s*)?`;
const pointPattern = new RegExp(
  `^\\s*(?:([NS])\\s*)?${angle}([NS])?[\\s,;/]+(?:([EW])\\s*)?${angle}([EW])?(?:[\\s,;/]+([+-]?\\d+(?:\\.\\d+)?)\\s*(km|m|mi|ft|nm|nmi)?)?\\s*$`,
  'i',
);

const kilometres: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  ft: 0.0003048,
  nm: 1.852,
  nmi: 1.852,
};

function parsePoint(text: string): Point {
  const match = pointPattern.exec(text);
  const latitude = match && toDegrees(match.slice(2, 5), match[1] ?? match[5]);
  if (!match || latitude === null || Math.abs(latitude) > 90) {
    throw new QueryError('Invalid geodetic string', 'post_processing');
  }
  const longitude = toDegrees(match.slice(7, 10), match[6] ?? match[10]);
  // Heights are kilometres unless they say otherwise.
  const altitude = Number(match[11] ?? 0) * (kilometres[match[12]?.toLowerCase() ?? 'km'] ?? 1);
  return { latitude, longitude: aroundTheGlobe(longitude), altitude };
}

function aroundTheGlobe(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}

function toDegrees(parts: readonly (string | undefined)[], side: string | undefined): number {
  const [degrees, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  const sign = (parts[0]?.startsWith('-') ? -1 : 1) * (/[SW]/i.test(side ?? '') ? -1 : 1);
  return sign * (Math.abs(degrees ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600);
}
