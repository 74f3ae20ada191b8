import type { QueryColumn } from '@powerset/contract';
import { cssOfSavedColor, type SavedColor } from './colors.ts';
import { isColumn, isRecord, toList, toNumber } from './form-values.ts';

/** Which columns say where a row lies: two of numbers, one of both with a comma between them, or one of geohashes. */
export type Spatial =
  | { readonly type: 'latlong'; readonly latCol: QueryColumn; readonly lonCol: QueryColumn }
  | { readonly type: 'delimited'; readonly lonlatCol: QueryColumn; readonly reverseCheckbox: boolean }
  | { readonly type: 'geohash'; readonly geohashCol: QueryColumn; readonly reverseCheckbox: boolean };

/** The part of the world that a map shows, and from where. */
export interface Viewport {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  readonly bearing: number;
  readonly pitch: number;
}

/** Values from one bound to the other have one colour; both bounds are part of it. */
export interface ColorBreakpoint {
  readonly minValue: number;
  readonly maxValue: number;
  readonly color: SavedColor;
}

/** A line at a value, or the area between two. */
export interface Contour {
  readonly lowerThreshold: number;
  readonly upperThreshold: number | null;
  readonly color: SavedColor;
  readonly strokeWidth: number;
}

/** Where a new map looks from. */
export const defaultViewport: Viewport = {
  longitude: 6.85236157047845,
  latitude: 31.222656842808707,
  zoom: 1,
  bearing: 0,
  pitch: 0,
};

const column = (value: unknown): QueryColumn | undefined => toList(value).find(isColumn);

/** The stored value of a spatial control; undefined while a column is missing. */
export function readSpatial(value: unknown): Spatial | undefined {
  if (!isRecord(value)) return undefined;
  const reverseCheckbox = value.reverseCheckbox === true;
  if (value.type === 'delimited') {
    const lonlatCol = column(value.lonlatCol);
    return lonlatCol ? { type: 'delimited', lonlatCol, reverseCheckbox } : undefined;
  }
  if (value.type === 'geohash') {
    const geohashCol = column(value.geohashCol);
    return geohashCol ? { type: 'geohash', geohashCol, reverseCheckbox } : undefined;
  }
  const [latCol, lonCol] = [column(value.latCol), column(value.lonCol)];
  return latCol && lonCol ? { type: 'latlong', latCol, lonCol } : undefined;
}

const within = (value: unknown, [low, high]: readonly [number, number], otherwise: number) => {
  const number = toNumber(value);
  return number === null ? otherwise : Math.min(high, Math.max(low, number));
};

/** The stored value of a viewport control; what is missing or none is zoom 1, bearing 0, pitch 0. */
export function readViewport(value: unknown): Viewport | undefined {
  if (!isRecord(value)) return undefined;
  return {
    longitude: within(value.longitude, [-180, 180], defaultViewport.longitude),
    latitude: within(value.latitude, [-85, 85], defaultViewport.latitude),
    zoom: within(value.zoom, [0, 22], 1),
    bearing: within(value.bearing, [-180, 180], 0),
    pitch: within(value.pitch, [0, 60], 0),
  };
}

/** The stored value of a control of breakpoints; entries without bounds or colour are left out. */
export function readBreakpoints(value: unknown): readonly ColorBreakpoint[] {
  return toList(value)
    .filter(isRecord)
    .flatMap((entry) => {
      const [minValue, maxValue] = [toNumber(entry.minValue), toNumber(entry.maxValue)];
      if (minValue === null || maxValue === null || cssOfSavedColor(entry.color) === undefined) return [];
      // Checked above to be a colour.
      return [{ minValue, maxValue, color: entry.color as SavedColor }];
    });
}

/** The stored value of a control of contours. */
export function readContours(value: unknown): readonly Contour[] {
  return toList(value)
    .filter(isRecord)
    .flatMap((entry) => {
      const lowerThreshold = toNumber(entry.lowerThreshold);
      if (lowerThreshold === null || cssOfSavedColor(entry.color) === undefined) return [];
      return [
        {
          lowerThreshold,
          upperThreshold: toNumber(entry.upperThreshold),
          // Checked above to be a colour.
          color: entry.color as SavedColor,
          strokeWidth: toNumber(entry.strokeWidth) ?? 1,
        },
      ];
    });
}

/** An angle in degrees, minutes and seconds, as sailors write it. */
export function toSexagesimal(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const sign = degrees < 0 && seconds > 0 ? '-' : '';
  return `${sign}${parts[0]}° ${parts[1]}' ${parts[2]}"`;
}

/** Where a viewport looks, as its label says it. */
export function viewportLabel({ longitude, latitude }: Viewport): string {
  return `${toSexagesimal(longitude)} | ${toSexagesimal(latitude)}`;
}
