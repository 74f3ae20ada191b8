import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cityRows, scatterAround } from '../shared/maps/example-cities.ts';

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const base = { viz_type: 'deck_heatmap', spatial, size: 'trips' };
const trips = [
  ...scatterAround(3000, [13.4, 52.52], 0.25),
  ...scatterAround(900, [13.06, 52.4], 0.08),
  ...scatterAround(500, [13.63, 52.68], 0.1),
];

export const examples: readonly ChartExample[] = [
  { name: 'trips in a city', form: { ...base }, results: [tableFromRows(trips)] },
  { name: 'people in cities of the world', form: { ...base, size: 'people' }, results: [tableFromRows(cityRows)] },
  { name: 'a wide radius', form: { ...base, radius_pixels: 60 }, results: [tableFromRows(trips)] },
  { name: 'in embers', form: { ...base, linear_color_scheme: 'ember' }, results: [tableFromRows(trips)] },
  {
    name: 'in one color, by the mean',
    form: {
      ...base,
      color_scheme_type: 'fixed_color',
      color_picker: { r: 189, g: 45, b: 85, a: 1 },
      aggregation: 'mean',
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
