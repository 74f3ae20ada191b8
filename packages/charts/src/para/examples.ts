import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const metrics = ['revenue', 'orders', 'margin', 'returns', 'rating'];
const base = { viz_type: 'para', series: 'shop', metrics, secondary_metric: 'margin' };

const shopRow = (at: number, shop: string | null = `Shop ${at + 1}`) => {
  const size = pseudoRandom(at + 3);
  return {
    shop,
    revenue: Math.round(40_000 + 220_000 * size),
    orders: Math.round(900 + 4200 * size * (0.8 + 0.4 * pseudoRandom(at + 77))),
    margin: 0.1 + 0.35 * pseudoRandom(at + 200),
    returns: 0.02 + 0.16 * (1 - pseudoRandom(at + 200)) * pseudoRandom(at + 5),
    rating: 2.5 + 2.4 * pseudoRandom(at + 200) ** 0.5,
  };
};

const cities = ['Berlin', 'Paris', 'Madrid', 'Rome', 'Vienna', 'Warsaw', 'Oslo', 'Lisbon', 'Dublin', 'Prague'];

export const examples: readonly ChartExample[] = [
  { name: 'ten shops', form: base, results: [tableFromRows(cities.map((city, at) => shopRow(at, city)))] },
  {
    name: 'with the names as an axis',
    form: { ...base, include_series: true, secondary_metric: null },
    results: [tableFromRows(cities.map((city, at) => shopRow(at, city)))],
  },
  {
    name: 'three hundred shops',
    form: base,
    results: [tableFromRows(Array.from({ length: 300 }, (_, at) => shopRow(at)))],
  },
  {
    name: 'two measures',
    form: { ...base, metrics: ['revenue', 'rating'], linear_color_scheme: 'ember' },
    results: [tableFromRows(cities.map((city, at) => shopRow(at, city)))],
  },
  {
    name: 'with a table below',
    form: { ...base, show_datatable: true },
    results: [tableFromRows(cities.map((city, at) => shopRow(at, city)))],
  },
  {
    name: 'hard: gaps, losses, one value for all and names like code',
    form: { ...base, include_series: true, metrics: ['revenue', 'orders', 'margin', 'constant'] },
    results: [
      tableFromRows(
        Array.from({ length: 12 }, (_, at) => ({
          ...shopRow(at, at === 2 ? null : `<b>${cities[at % 10]}</b> in the centre of the town`),
          revenue: at === 4 ? null : shopRow(at).revenue - 90_000,
          margin: at % 3 === 0 ? null : shopRow(at).margin - 0.3,
          constant: 1.5,
        })),
      ),
    ],
  },
];
