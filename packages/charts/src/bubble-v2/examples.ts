import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = {
  viz_type: 'bubble_v2',
  entity: 'product',
  series: 'category',
  x: 'price',
  y: 'margin',
  size: 'revenue',
  xAxisFormat: ',.1f',
  y_axis_format: '.1%',
};
const categories = ['Outdoor', 'Apparel', 'Home'];
const words = ['Tent', 'Jacket', 'Lamp', 'Boots', 'Shirt', 'Chair', 'Stove', 'Scarf', 'Mirror', 'Rope', 'Cap', 'Rug'];

const products = words.map((product, at) => ({
  product,
  category: categories[at % 3] ?? '',
  price: 18.5 + Math.round(320 * pseudoRandom(at + 2)),
  margin: 0.12 + 0.4 * pseudoRandom(at + 40),
  revenue: Math.round(4000 + 120_000 * pseudoRandom(at + 9) ** 3),
}));

const crowd = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const kind = at % 3;
    const spread = () => pseudoRandom(at * 3 + 1) + pseudoRandom(at * 5 + 2) - 1;
    return {
      product: `Customer ${at}`,
      category: ['New', 'Regular', 'Club'][kind] ?? '',
      price: 40 + kind * 30 + 40 * spread(),
      margin: 0.2 + kind * 0.08 + 0.12 * (pseudoRandom(at * 7 + 3) + pseudoRandom(at * 11) - 1),
      revenue: 200 * pseudoRandom(at * 13) ** 4,
    };
  });

export const examples: readonly ChartExample[] = [
  { name: 'price, margin and revenue of products', form: base, results: [tableFromRows(products)] },
  {
    name: 'one kind, with titles',
    form: { ...base, series: null, x_axis_label: 'Price in EUR', y_axis_label: 'Margin', max_bubble_size: '50' },
    results: [tableFromRows(products.map(({ category: _, ...row }) => row))],
  },
  {
    name: 'countries on logarithmic axes',
    form: {
      ...base,
      ...{ entity: 'country', series: 'region', x: 'gdp', y: 'energy', size: 'people' },
      ...{ xAxisFormat: 'SMART_NUMBER', y_axis_format: 'SMART_NUMBER', logXAxis: true, logYAxis: true },
    },
    results: [
      tableFromRows(
        ['Norland', 'Estia', 'Sudmark', 'Westria', 'Aldova', 'Belmar', 'Corvia', 'Dunmor', 'Elland', 'Farrow'].map(
          (country, at) => ({
            country,
            region: ['North', 'South'][at % 2] ?? '',
            gdp: 10 ** (2.8 + 2.2 * pseudoRandom(at + 1)),
            energy: 10 ** (0.2 + 1.8 * pseudoRandom(at + 1) + 0.4 * pseudoRandom(at + 70)),
            people: 10 ** (5.5 + 2.3 * pseudoRandom(at + 30)),
          }),
        ),
      ),
    ],
  },
  {
    name: 'one bubble',
    form: { ...base, series: null },
    results: [tableFromRows([{ product: 'Tent', price: 189.5, margin: 0.31, revenue: 92_000 }])],
  },
  { name: 'six thousand customers', form: { ...base, max_bubble_size: '10' }, results: [tableFromRows(crowd(6000))] },
  {
    name: 'hard: losses, nothing, sizes below zero and names like code',
    form: { ...base, xAxisFormat: 'SMART_NUMBER' },
    results: [
      tableFromRows([
        { product: '<img src=x>', category: null, price: -120, margin: -0.4, revenue: 30_000 },
        { product: null, category: null, price: 80, margin: 0.1, revenue: 12_000 },
        {
          product: 'A very long name of a product that nobody reads',
          category: 'Home',
          price: 15,
          margin: 0.35,
          revenue: 0,
        },
        { product: 'Refunded', category: 'Home', price: 40, margin: 0.2, revenue: -900 },
        { product: 'Unknown', category: 'Outdoor', price: null, margin: 0.2, revenue: 900 },
        { product: 'Far off', category: 'Outdoor', price: 4200.5, margin: 0.9, revenue: 5000 },
      ]),
    ],
  },
];
