import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cityRows, scatterAround } from '../shared/maps/example-cities.ts';

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const base = { viz_type: 'deck_scatter', spatial };
const byPeople = { point_radius_fixed: { type: 'metric', value: 'people' }, point_unit: 'radius_km', multiplier: 12 };

export const examples: readonly ChartExample[] = [
  {
    name: 'people by city and continent',
    form: { ...base, ...byPeople, dimension: 'continent', min_radius: 3, max_radius: 26 },
    results: [tableFromRows(cityRows)],
  },
  {
    name: 'cities by size, in breakpoints',
    form: {
      ...base,
      ...byPeople,
      max_radius: 22,
      color_scheme_type: 'color_breakpoints',
      color_breakpoints: [
        { minValue: 0, maxValue: 10, color: { r: 162, g: 217, b: 245, a: 1 } },
        { minValue: 10, maxValue: 20, color: { r: 64, g: 153, b: 217, a: 1 } },
        { minValue: 20, maxValue: 40, color: { r: 28, g: 87, b: 159, a: 1 } },
      ],
    },
    results: [tableFromRows(cityRows)],
  },
  {
    name: 'pick-ups in a city',
    form: { ...base, min_radius: 2, point_radius_fixed: { type: 'fix', value: 20 }, point_unit: 'radius_m' },
    results: [tableFromRows(scatterAround(4000, [13.4, 52.52], 0.3))],
  },
  {
    name: 'one place, in a fixed color',
    form: {
      ...base,
      color_scheme_type: 'fixed_color',
      color_picker: { r: 189, g: 45, b: 85, a: 1 },
      min_radius: 8,
      tooltip_contents: ['city'],
      tooltip_template: '<b>{{city}}</b><br/>at {{lat}}, {{lon}}',
    },
    results: [tableFromRows(cityRows.slice(16, 17))],
  },
  {
    name: 'places in one column',
    form: { ...base, spatial: { type: 'delimited', lonlatCol: 'at' }, min_radius: 5 },
    results: [tableFromRows(cityRows.map(({ lon, lat, city }) => ({ at: `${lon},${lat}`, city })))],
  },
  {
    name: 'geohashes',
    form: { ...base, spatial: { type: 'geohash', geohashCol: 'hash' }, min_radius: 5, dimension: 'hash' },
    results: [tableFromRows(['u33db', 'gcpvj', 'ezjmg', 'u09tv', 'sr2yk', 'u4pru'].map((hash) => ({ hash })))],
  },
  {
    name: 'hard: nulls, texts, places outside of the world',
    form: { ...base, ...byPeople, max_radius: 30 },
    results: [
      tableFromRows([
        { lon: 2.35, lat: 48.86, people: 11.2 },
        { lon: null, lat: 10, people: 1 },
        { lon: 'north', lat: 'pole', people: 2 },
        { lon: 500, lat: 12, people: 3 },
        { lon: -0.13, lat: 51.51, people: null },
        { lon: 13.4, lat: 52.52, people: -4 },
      ]),
    ],
  },
];
