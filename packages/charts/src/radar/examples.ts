import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const metrics = ['revenue', 'orders', 'margin', 'returns', 'rating'];
const base = { viz_type: 'radar', groupby: ['store'], metrics, show_labels: false };

const stores = tableFromRows([
  { store: 'Rome', revenue: 1_250_000, orders: 8_420, margin: 0.31, returns: 412, rating: 4.6 },
  { store: 'Oslo', revenue: 980_000, orders: 4_100, margin: 0.42, returns: 120, rating: 4.2 },
  { store: 'Bonn', revenue: 640_000, orders: 6_930, margin: 0.22, returns: 655, rating: 3.9 },
]);

const grades = tableFromRows([
  { team: 'Search', speed: 82, quality: 91, reach: 64, support: 77, safety: 95, price: 58 },
  { team: 'Checkout', speed: 64, quality: 72, reach: 88, support: 69, safety: 81, price: 90 },
]);
const gradeMetrics = ['speed', 'quality', 'reach', 'support', 'safety', 'price'];

const many = Array.from({ length: 45 }, (_, at) => ({
  store: `Branch office number ${at + 1}`,
  ...Object.fromEntries(metrics.map((metric, spoke) => [metric, Math.round(1000 * pseudoRandom(at * 7 + spoke))])),
}));

export const examples: readonly ChartExample[] = [
  { name: 'stores over five measures', form: base, results: [stores] },
  {
    name: 'grades on one scale',
    form: { ...base, groupby: ['team'], metrics: gradeMetrics, shared_scale: true, show_labels: true },
    results: [grades],
  },
  {
    name: 'a circle with ends of its own',
    form: {
      ...base,
      is_circle: true,
      column_config: {
        margin: { radarMetricMinValue: 0, radarMetricMaxValue: 0.5 },
        rating: { radarMetricMinValue: 1, radarMetricMaxValue: 5 },
      },
      legendOrientation: 'right',
    },
    results: [stores],
  },
  {
    name: 'one profile with its labels',
    form: { ...base, groupby: [], show_labels: true, label_type: 'value' },
    results: [tableFromRows([{ revenue: 1_250_000, orders: 8_420, margin: 0.31, returns: 412, rating: 4.6 }])],
  },
  {
    name: 'two metrics',
    form: { ...base, metrics: ['revenue', 'orders'] },
    results: [stores],
  },
  {
    name: 'hard: nothing, negatives and markup',
    form: { ...base, show_labels: true },
    results: [
      tableFromRows([
        { store: '<b>Rome</b>', revenue: -120, orders: null, margin: 0.3, returns: 4e12, rating: 4 },
        { store: null, revenue: 900, orders: null, margin: -0.2, returns: 1, rating: null },
        { store: '', revenue: null, orders: null, margin: 0, returns: 3e12, rating: 5 },
      ]),
    ],
  },
  { name: 'hard: very many groups', form: { ...base, row_limit: 100 }, results: [tableFromRows(many)] },
];
