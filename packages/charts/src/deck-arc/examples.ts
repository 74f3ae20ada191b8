import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cities } from '../shared/maps/example-cities.ts';

const start = { type: 'latlong', latCol: 'from_lat', lonCol: 'from_lon' };
const end = { type: 'latlong', latCol: 'to_lat', lonCol: 'to_lon' };
const base = { viz_type: 'deck_arc', start_spatial: start, end_spatial: end };
const hubs = ['London', 'New York', 'Tokyo'];
const flights = cities.flatMap(([to, continent, to_lon, to_lat], at) => {
  const [from, , from_lon, from_lat] = cities.find(([name]) => name === hubs[at % hubs.length])!;
  return from === to ? [] : [{ from, to, continent, tons: 12.5 + at, from_lon, from_lat, to_lon, to_lat }];
});

export const examples: readonly ChartExample[] = [
  { name: 'flights from three hubs', form: base, results: [tableFromRows(flights)] },
  {
    name: 'by continent',
    form: { ...base, color_scheme_type: 'categorical_palette', dimension: 'continent', stroke_width: 2 },
    results: [tableFromRows(flights)],
  },
  {
    name: 'from blue to red',
    form: {
      ...base,
      color_picker: { r: 27, g: 119, b: 182, a: 1 },
      target_color_picker: { r: 189, g: 45, b: 85, a: 1 },
      stroke_width: 3,
    },
    results: [tableFromRows(flights.filter(({ from }) => from === 'London'))],
  },
  {
    name: 'tilted',
    form: { ...base, viewport: { longitude: 0, latitude: 30, zoom: 1, bearing: 0, pitch: 45 } },
    results: [tableFromRows(flights)],
  },
  {
    name: 'with names in the tooltip',
    form: { ...base, tooltip_contents: ['from', 'to', 'tons'] },
    results: [tableFromRows(flights.slice(0, 5))],
  },
  {
    name: 'hard: ends missing, unreadable, outside of the world',
    form: base,
    results: [
      tableFromRows([
        { from_lon: 0, from_lat: 51, to_lon: 10, to_lat: 50 },
        { from_lon: null, from_lat: null, to_lon: 10, to_lat: 50 },
        { from_lon: 'x', from_lat: 'y', to_lon: 10, to_lat: 50 },
        { from_lon: 3, from_lat: 4, to_lon: 300, to_lat: 50 },
        { from_lon: 7, from_lat: 46, to_lon: 7, to_lat: 46 },
      ]),
    ],
  },
];
