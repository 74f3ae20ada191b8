/** What a point's size is given in; areas are those of the circle. */
export const pointUnits = [
  ['square_m', 'Square meters'],
  ['square_km', 'Square kilometers'],
  ['square_miles', 'Square miles'],
  ['radius_m', 'Radius in meters'],
  ['radius_km', 'Radius in kilometers'],
  ['radius_miles', 'Radius in miles'],
] as const;

type PointUnit = (typeof pointUnits)[number][0];

const mile = 1609.344;
const metresOf: Readonly<Record<PointUnit, (value: number) => number>> = {
  square_m: (value) => Math.sqrt(value / Math.PI),
  square_km: (value) => Math.sqrt((value * 1e6) / Math.PI),
  square_miles: (value) => Math.sqrt((value * mile * mile) / Math.PI),
  radius_m: (value) => value,
  radius_km: (value) => value * 1000,
  radius_miles: (value) => value * mile,
};

/** The radius of a point in metres; what is below zero or no number has none. */
export function radiusOf(value: number, unit: PointUnit | null, multiplier: number): number {
  return value > 0 ? metresOf[unit ?? 'square_m'](value) * multiplier : 0;
}
