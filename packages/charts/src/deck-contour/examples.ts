import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cityRows, scatterAround } from '../shared/maps/example-cities.ts';

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const base = { viz_type: 'deck_contour', spatial, size: 'trips' };
const trips = [
  ...scatterAround(3000, [13.4, 52.52], 0.25),
  ...scatterAround(900, [13.06, 52.4], 0.08),
  ...scatterAround(500, [13.63, 52.68], 0.1),
];

export const examples: readonly ChartExample[] = [
  {
    name: 'bands like heights',
    form: {
      ...base,
      cellSize: 2500,
      contours: [
        { lowerThreshold: 20, upperThreshold: 100, color: { r: 162, g: 217, b: 245, a: 0.7 } },
        { lowerThreshold: 100, upperThreshold: 400, color: { r: 64, g: 153, b: 217, a: 0.7 } },
        { lowerThreshold: 400, upperThreshold: 100_000, color: { r: 28, g: 87, b: 159, a: 0.7 } },
      ],
    },
    results: [tableFromRows(trips)],
  },
  { name: 'trips in a city', form: { ...base }, results: [tableFromRows(trips)] },
  { name: 'people in cities of the world', form: { ...base, size: 'people' }, results: [tableFromRows(cityRows)] },
  {
    name: 'three lines',
    form: {
      ...base,
      cellSize: 2500,
      contours: [20, 80, 300].map((lowerThreshold, at) => ({
        lowerThreshold,
        color: { r: 28, g: 87, b: 159, a: 1 },
        strokeWidth: at + 1,
      })),
    },
    results: [tableFromRows(trips)],
  },
  { name: 'by the mean', form: { ...base, aggregation: 'mean', cellSize: 2000 }, results: [tableFromRows(trips)] },
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
