import { type AnswerFacts, type ChartExample, tableFromRows } from '@powerset/chart-kit';
import type { WireChartLayer } from '@powerset/contract';
import { cityRows, scatterAround } from '../shared/maps/example-cities.ts';

const base = { viz_type: 'deck_multi', deck_slices: [1, 2] };
const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const nothing = { verbose_map: {}, column_formats: {}, currency_formats: {}, fault: null, message: null };
const [limitReached, summable] = [null, []];

/** What the server says of a layer's answer. */
const layer = (id: number, name: string, form: Readonly<Record<string, unknown>>): AnswerFacts => ({
  limitReached,
  summable,
  chart_layer: { ...nothing, id, name, form_data: { ...form } },
});
const fault = (told: Pick<WireChartLayer, 'id' | 'name' | 'fault'> & Partial<WireChartLayer>): AnswerFacts => ({
  limitReached,
  summable,
  chart_layer: { ...nothing, form_data: null, ...told },
});

const none = tableFromRows([]);
const railways = tableFromRows([
  { name: 'Berlin – Munich', path: '[[13.4,52.52],[12.37,51.34],[11.03,50.98],[11.08,49.45],[11.58,48.14]]' },
  { name: 'Hamburg – Basel', path: '[[9.99,53.55],[9.74,52.37],[9.5,51.31],[8.68,50.11],[8.4,49.01],[7.59,47.56]]' },
  { name: 'Cologne – Berlin', path: '[[6.96,50.94],[7.47,51.51],[8.53,52.02],[9.74,52.37],[13.4,52.52]]' },
]);
const stations = tableFromRows([
  { station: 'Berlin', line: 'north', lon: 13.4, lat: 52.52, people: 3.7 },
  { station: 'Hamburg', line: 'north', lon: 9.99, lat: 53.55, people: 1.9 },
  { station: 'Munich', line: 'south', lon: 11.58, lat: 48.14, people: 1.5 },
  { station: 'Cologne', line: 'west', lon: 6.96, lat: 50.94, people: 1.1 },
]);
const paths = {
  viz_type: 'deck_path',
  line_column: 'path',
  line_width: 3,
  line_width_unit: 'pixels',
  color_picker: { r: 98, g: 109, b: 125, a: 1 },
};
const points = {
  viz_type: 'deck_scatter',
  spatial,
  dimension: 'line',
  min_radius: 6,
  point_radius_fixed: { type: 'metric', value: 'people' },
};
const trips = [...scatterAround(1500, [13.4, 52.52], 0.25), ...scatterAround(500, [13.06, 52.4], 0.08)];
const cells = { viz_type: 'deck_hex', spatial, size: 'trips', grid_size: 900 };
const dots = { viz_type: 'deck_scatter', spatial, min_radius: 3, point_radius_fixed: { type: 'fix', value: 1 } };
const cities = { ...points, dimension: 'continent', max_radius: 20 };

export const examples: readonly ChartExample[] = [
  {
    name: 'railways and their stations',
    form: base,
    results: [railways, stations],
    answers: [layer(1, 'Railways', paths), layer(2, 'Stations', points)],
  },
  {
    name: 'trips gathered in hexagons, under their stops',
    form: base,
    results: [tableFromRows(trips), tableFromRows(trips.slice(0, 60))],
    answers: [layer(1, 'Trips', cells), layer(2, 'Stops', dots)],
  },
  {
    name: 'density of people and the cities',
    form: base,
    results: [tableFromRows(cityRows), tableFromRows(cityRows)],
    answers: [layer(1, 'Density', { viz_type: 'deck_heatmap', spatial, size: 'people' }), layer(2, 'Cities', cities)],
  },
  {
    name: 'a single layer',
    form: { ...base, deck_slices: [2] },
    results: [stations],
    answers: [layer(2, 'Stations', points)],
  },
  {
    name: 'looked at from a chosen place',
    form: { ...base, autozoom: false, viewport: { longitude: 10, latitude: 51, zoom: 4.4, bearing: 0, pitch: 0 } },
    results: [railways, stations],
    answers: [layer(1, 'Railways', paths), layer(2, 'Stations', points)],
  },
  {
    name: 'hard: a layer that is gone, one that failed, one that is no map, one without rows',
    form: { ...base, deck_slices: [1, 2, 3, 4, 5] },
    results: [railways, none, none, none, none],
    answers: [
      layer(1, 'Railways', paths),
      fault({ id: 2, name: null, fault: 'missing' }),
      fault({ id: 3, name: 'Delays', fault: 'failed', message: 'The column "late" does not exist' }),
      fault({ id: 4, name: 'Sales by region', fault: 'type' }),
      layer(5, 'Closed stations', points),
    ],
  },
];
