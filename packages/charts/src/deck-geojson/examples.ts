import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cities } from '../shared/maps/example-cities.ts';

const base = { viz_type: 'deck_geojson', geojson: 'shape' };
const feature = (geometry: object, properties: object = {}) =>
  JSON.stringify({ type: 'Feature', properties, geometry });
const ring = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

const parks = [
  ['Tiergarten', 13.35, 52.51, 0.02],
  ['Tempelhofer Feld', 13.4, 52.47, 0.025],
  ['Volkspark', 13.43, 52.52, 0.012],
].map(([name, x, y, size]) => ({
  shape: feature(
    { type: 'Polygon', coordinates: [ring(Number(x), Number(y), Number(size))] },
    { name, kind: 'park', hectares: 210.5 },
  ),
}));

const capitals = {
  type: 'FeatureCollection',
  features: cities.slice(0, 12).map(([name, continent, longitude, latitude]) => ({
    type: 'Feature',
    properties: { name, continent },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
};

export const examples: readonly ChartExample[] = [
  { name: 'parks', form: { ...base, stroked: true }, results: [tableFromRows(parks)] },
  {
    name: 'cities with names',
    form: { ...base, enable_labels: true, label_size: 12 },
    results: [tableFromRows([{ shape: JSON.stringify(capitals) }])],
  },
  {
    name: 'a river',
    form: { ...base, line_width: 3, stroke_color_picker: { r: 27, g: 119, b: 182, a: 1 } },
    results: [
      tableFromRows([
        {
          shape: feature({
            type: 'LineString',
            coordinates: [
              [9.4, 47.5],
              [7.6, 47.6],
              [8.4, 49],
              [6.9, 50.9],
              [4.5, 51.9],
            ],
          }),
          name: 'Rhine',
        },
      ]),
    ],
  },
  {
    name: 'outlines alone',
    form: { ...base, filled: false, stroked: true, line_width: 2 },
    results: [tableFromRows(parks)],
  },
  {
    name: 'features with colors of their own',
    form: base,
    results: [
      tableFromRows(
        ['#1b77b6', '#c67b27', '#089da3'].map((fillColor, at) => ({
          shape: feature({ type: 'Polygon', coordinates: [ring(at * 2, 46, 1.6)] }, { fillColor }),
        })),
      ),
    ],
  },
  {
    name: 'hard: broken, empty, outside of the world',
    form: base,
    results: [
      tableFromRows([
        { shape: parks[0]!.shape },
        { shape: '{"type":"Polygon"' },
        { shape: null },
        { shape: '{"type":"Point","coordinates":[500,2]}' },
        { shape: '{"type":"Feature","geometry":null,"properties":null}' },
      ]),
    ],
  },
];
