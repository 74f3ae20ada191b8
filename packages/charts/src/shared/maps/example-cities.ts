import { pseudoRandom } from '../example-series.ts';

type City = readonly [name: string, country: string, longitude: number, latitude: number, millions: number];

/** Large cities, for examples: rounded to a hundredth of a degree and a tenth of a million people. */
export const cities: readonly City[] = [
  ['Tokyo', 'Asia', 139.69, 35.69, 37.2],
  ['Delhi', 'Asia', 77.21, 28.61, 32.9],
  ['Shanghai', 'Asia', 121.47, 31.23, 29.2],
  ['Dhaka', 'Asia', 90.41, 23.81, 23.2],
  ['Cairo', 'Africa', 31.24, 30.04, 22.2],
  ['São Paulo', 'South America', -46.63, -23.55, 22.6],
  ['Mexico City', 'North America', -99.13, 19.43, 22.3],
  ['Mumbai', 'Asia', 72.88, 19.08, 21.3],
  ['Beijing', 'Asia', 116.41, 39.9, 21.8],
  ['Lagos', 'Africa', 3.38, 6.52, 15.9],
  ['Istanbul', 'Europe', 28.98, 41.01, 15.8],
  ['Kinshasa', 'Africa', 15.27, -4.44, 16.3],
  ['Buenos Aires', 'South America', -58.38, -34.6, 15.5],
  ['Manila', 'Asia', 120.98, 14.6, 14.7],
  ['New York', 'North America', -74.01, 40.71, 18.9],
  ['Moscow', 'Europe', 37.62, 55.76, 12.7],
  ['Paris', 'Europe', 2.35, 48.86, 11.2],
  ['London', 'Europe', -0.13, 51.51, 9.6],
  ['Lima', 'South America', -77.04, -12.05, 11.2],
  ['Bogotá', 'South America', -74.07, 4.71, 11.5],
  ['Jakarta', 'Asia', 106.85, -6.21, 11.2],
  ['Los Angeles', 'North America', -118.24, 34.05, 12.5],
  ['Johannesburg', 'Africa', 28.05, -26.2, 6.2],
  ['Nairobi', 'Africa', 36.82, -1.29, 5.3],
  ['Madrid', 'Europe', -3.7, 40.42, 6.8],
  ['Toronto', 'North America', -79.38, 43.65, 6.4],
  ['Sydney', 'Oceania', 151.21, -33.87, 5.1],
  ['Melbourne', 'Oceania', 144.96, -37.81, 5.2],
  ['Auckland', 'Oceania', 174.76, -36.85, 1.7],
  ['Berlin', 'Europe', 13.4, 52.52, 3.6],
];

/** The cities as rows. */
export const cityRows = cities.map(([city, continent, lon, lat, people]) => ({ city, continent, lon, lat, people }));

/** So many points scattered around a place, denser towards its middle, each with a weight. */
export function scatterAround(
  count: number,
  [longitude, latitude]: readonly [number, number],
  spread: number,
): readonly { readonly lon: number; readonly lat: number; readonly trips: number }[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = 2 * Math.PI * pseudoRandom(at * 3 + 1);
    const far = spread * pseudoRandom(at * 3 + 2) ** 2;
    const round = (value: number) => Math.round(value * 1e5) / 1e5;
    return {
      lon: round(longitude + (far * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180)),
      lat: round(latitude + far * Math.sin(angle)),
      trips: 1 + Math.floor(40 * pseudoRandom(at * 3 + 3)),
    };
  });
}
