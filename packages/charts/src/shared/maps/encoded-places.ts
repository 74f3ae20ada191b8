import type { Bounds } from './mercator.ts';

const digits = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The cell that a geohash names; null where it is none. */
export function geohashCell(hash: string): Bounds | null {
  if (hash === '' || hash.length > 24) return null;
  const [longitudes, latitudes] = [
    [-180, 180],
    [-90, 90],
  ] as [number, number][];
  let isEven = true;
  for (const digit of hash.toLowerCase()) {
    const value = digits.indexOf(digit);
    if (value < 0) return null;
    for (let bit = 16; bit >= 1; bit /= 2) {
      const range = isEven ? longitudes! : latitudes!;
      const middle = (range[0] + range[1]) / 2;
      range[value & bit ? 0 : 1] = middle;
      isEven = !isEven;
    }
  }
  return [longitudes![0], latitudes![0], longitudes![1], latitudes![1]];
}

/** Pairs of latitude and longitude as Google's polyline packs them; null where the text ends within a number or is none. */
export function decodePolyline(text: string): readonly (readonly [number, number])[] | null {
  const points: (readonly [number, number])[] = [];
  let [latitude, longitude, at] = [0, 0, 0];
  const next = (): number => {
    let [result, shift, part] = [0, 0, 32];
    while (part >= 32) {
      part = text.charCodeAt(at++) - 63;
      if (!(part >= 0 && part < 64) || shift > 30) return Number.NaN;
      result |= (part & 31) << shift;
      shift += 5;
    }
    return result & 1 ? ~(result >> 1) : result >> 1;
  };
  while (at < text.length) {
    latitude += next();
    longitude += next();
    if (Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
    points.push([latitude / 1e5, longitude / 1e5]);
  }
  return points;
}
