import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'deck_path', line_column: 'path', line_width_unit: 'pixels', line_width: 3 };
const routes: readonly (readonly [string, readonly (readonly [number, number])[]])[] = [
  [
    'Berlin – Munich',
    [
      [13.4, 52.52],
      [12.37, 51.34],
      [11.03, 50.98],
      [11.08, 49.45],
      [11.58, 48.14],
    ],
  ],
  [
    'Hamburg – Basel',
    [
      [9.99, 53.55],
      [9.74, 52.37],
      [9.5, 51.31],
      [8.68, 50.11],
      [8.4, 49.01],
      [7.59, 47.56],
    ],
  ],
  [
    'Cologne – Berlin',
    [
      [6.96, 50.94],
      [7.47, 51.51],
      [8.53, 52.02],
      [9.74, 52.37],
      [13.4, 52.52],
    ],
  ],
];
const rows = routes.map(([name, path], at) => ({ name, hours: 4.5 + at, path: JSON.stringify(path) }));

export const examples: readonly ChartExample[] = [
  { name: 'railways', form: base, results: [tableFromRows(rows)] },
  {
    name: 'in another color, thin',
    form: { ...base, color_picker: { r: 189, g: 45, b: 85, a: 1 }, line_width: 1 },
    results: [tableFromRows(rows)],
  },
  {
    name: 'as wide as they are on the ground',
    form: { ...base, tooltip_contents: ['hours'], line_width_unit: 'meters', line_width: 12_000 },
    results: [tableFromRows(rows)],
  },
  {
    name: 'polylines',
    form: { ...base, line_type: 'polyline' },
    results: [tableFromRows([{ name: 'California', path: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' }])],
  },
  {
    name: 'latitude first',
    form: { ...base, reverse_long_lat: true },
    results: [
      tableFromRows(routes.map(([name, path]) => ({ name, path: JSON.stringify(path.map(([x, y]) => [y, x])) }))),
    ],
  },
  {
    name: 'hard: broken, empty, outside of the world',
    form: base,
    results: [
      tableFromRows([
        rows[0]!,
        { name: 'broken', path: '[[1,2' },
        { name: 'none', path: null },
        { name: 'far', path: '[[500,2],[3,4]]' },
        { name: 'GeoJSON', path: '{"type":"LineString","coordinates":[[7,46],[9,47],[11,46]]}' },
      ]),
    ],
  },
];
