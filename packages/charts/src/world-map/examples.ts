import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

/** Millions of people and billions of dollars, rounded. */
const rows = [
  ['IN', 'India', 1428.6, 3550],
  ['CN', 'China', 1425.7, 17795],
  ['US', 'United States', 340.0, 27361],
  ['ID', 'Indonesia', 277.5, 1371],
  ['PK', 'Pakistan', 240.5, 338],
  ['NG', 'Nigeria', 223.8, 363],
  ['BR', 'Brazil', 216.4, 2174],
  ['BD', 'Bangladesh', 173.0, 437],
  ['RU', 'Russian Federation', 144.4, 2021],
  ['MX', 'Mexico', 128.5, 1789],
  ['ET', 'Ethiopia', 126.5, 164],
  ['JP', 'Japan', 123.3, 4213],
  ['EG', 'Egypt, Arab Rep.', 112.7, 396],
  ['DE', 'Germany', 83.3, 4456],
  ['TR', 'Türkiye', 85.8, 1108],
  ['FR', 'France', 64.8, 3031],
  ['GB', 'United Kingdom', 67.7, 3340],
  ['IT', 'Italy', 58.9, 2255],
  ['ZA', 'South Africa', 60.4, 378],
  ['AR', 'Argentina', 45.8, 641],
  ['ES', 'Spain', 47.5, 1581],
  ['AU', 'Australia', 26.4, 1724],
  ['CA', 'Canada', 38.8, 2140],
  ['SA', 'Saudi Arabia', 36.9, 1068],
  ['SG', 'Singapore', 6.0, 501],
  ['MT', 'Malta', 0.5, 21],
].map(([code, country, people, product]) => ({
  code: String(code),
  country: String(country),
  people: Number(people),
  product: Number(product),
}));

const base = { viz_type: 'world_map', entity: 'code', metric: 'people' };

export const examples: readonly ChartExample[] = [
  { name: 'people by country', form: base, results: [tableFromRows(rows)] },
  {
    name: 'with bubbles of the product',
    form: { ...base, show_bubbles: true, secondary_metric: 'product', max_bubble_size: '25' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'by name, in a scheme of its own',
    form: { ...base, entity: 'country', country_fieldtype: 'name', linear_color_scheme: 'moss' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'each country its color',
    form: { ...base, color_by: 'country', y_axis_format: ',.1f' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'change, on a scheme of two sides',
    form: { ...base, metric: 'change', linear_color_scheme: 'rustTeal', y_axis_format: '.1%' },
    results: [
      tableFromRows(
        rows.map(({ code }, index) => ({ code, change: index === 4 ? null : ((index * 7) % 19) / 50 - 0.12 })),
      ),
    ],
  },
  {
    name: 'hard: codes that no country has, doubles and empty values',
    form: { ...base, metric: 'people' },
    results: [
      tableFromRows([
        { code: 'DE', people: 83.3 },
        { code: 'de ', people: 1 },
        { code: 'EU', people: 448.4 },
        { code: 'XX', people: 2 },
        { code: null, people: 3 },
        { code: 'FR', people: null },
        { code: 'AQ', people: 0.001 },
        { code: 'GP', people: -4 },
      ]),
    ],
  },
];
