import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cityRows, scatterAround } from '../shared/maps/example-cities.ts';

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const base = { viz_type: 'deck_hex', spatial, size: 'trips' };
const trips = [
  ...scatterAround(3000, [13.4, 52.52], 0.25),
  ...scatterAround(900, [13.06, 52.4], 0.08),
  ...scatterAround(500, [13.63, 52.68], 0.1),
];

export const examples: readonly ChartExample[] = [
  { name: 'trips in a city', form: { ...base }, results: [tableFromRows(trips)] },
  { name: 'people in cities of the world', form: { ...base, size: 'people' }, results: [tableFromRows(cityRows)] },
  {
    name: 'tilted, as high as they are busy',
    form: { ...base, viewport: { longitude: 13.4, latitude: 52.5, zoom: 9, bearing: 20, pitch: 50 } },
    results: [tableFromRows(trips)],
  },
  {
    name: 'larger cells in one color',
    form: { ...base, grid_size: 3000, color_scheme_type: 'fixed_color', color_picker: { r: 8, g: 157, b: 163, a: 1 } },
    results: [tableFromRows(trips)],
  },
  {
    name: 'breakpoints',
    form: {
      ...base,
      grid_size: 2000,
      color_scheme_type: 'color_breakpoints',
      color_breakpoints: [
        { minValue: 0, maxValue: 100, color: { r: 162, g: 217, b: 245, a: 1 } },
        { minValue: 100, maxValue: 100_000, color: { r: 28, g: 87, b: 159, a: 1 } },
      ],
    },
    results: [tableFromRows(trips)],
  },
  {
    name: 'hard: nulls, texts, negatives, places outside of the world',
    form: { ...base },
    results: [
      tableFromRows([
        ...trips.slice(0, 40),
        { lon: null, lat: null, trips: 5 },
        { lon: 'x', lat: 'y', trips: 5 },
        { lon: 200, lat: 95, trips: 5 },
        { lon: 13.2, lat: 52.4, trips: null },
        { lon: 13.21, lat: 52.41, trips: -8 },
      ]),
    ],
  },
];
