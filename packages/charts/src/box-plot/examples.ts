import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

interface Recipe {
  readonly level: number;
  readonly spread: number;
  readonly outliers?: readonly number[];
  readonly count?: number;
}

/** The columns of one box as the server names them. */
function box(metric: string, { level, spread, outliers = [], count = 90 }: Recipe) {
  const skew = pseudoRandom(level) * 0.3;
  return {
    [`${metric}__mean`]: level + spread * skew,
    [`${metric}__median`]: level,
    [`${metric}__max`]: level + spread * 2.4,
    [`${metric}__min`]: level - spread * (2.1 - skew),
    [`${metric}__q1`]: level - spread * 0.7,
    [`${metric}__q3`]: level + spread * (0.8 + skew),
    [`${metric}__count`]: count,
    [`${metric}__outliers`]: JSON.stringify(outliers),
  };
}

const nothing = Object.fromEntries(
  ['mean', 'median', 'max', 'min', 'q1', 'q3'].map((part) => [`sales__${part}`, null] as const),
);
const base = { viz_type: 'box_plot', columns: ['ordered_at'], metrics: ['delivery_days'], time_grain_sqla: 'P1D' };
const carriers: readonly (readonly [string, Recipe])[] = [
  ['Post', { level: 4.2, spread: 1.1, outliers: [9.4, 8.6, 8.1] }],
  ['Courier', { level: 1.8, spread: 0.4, outliers: [3.6, 3.9] }],
  ['Freight', { level: 6.5, spread: 1.9, outliers: [13.2, 14.8, 0.4] }],
  ['Own fleet', { level: 2.6, spread: 0.6 }],
  ['Pick-up', { level: 1.1, spread: 0.3, outliers: [2.9] }],
];

export const examples: readonly ChartExample[] = [
  {
    name: 'days to deliver by carrier',
    form: { ...base, groupby: ['carrier'] },
    results: [tableFromRows(carriers.map(([carrier, recipe]) => ({ carrier, ...box('delivery_days', recipe) })))],
  },
  {
    name: 'price and cost by category',
    form: { ...base, groupby: ['category'], metrics: ['price', 'cost'], y_axis_title: 'EUR per order' },
    results: [
      tableFromRows(
        ['Outdoor', 'Footwear', 'Apparel', 'Home', 'Accessories'].map((category, at) => ({
          category,
          ...box('price', { level: 120.5 - at * 20, spread: 18 - at * 2, outliers: [210 - at * 20, 225 - at * 22] }),
          ...box('cost', { level: 74.5 - at * 12, spread: 12 - at, outliers: at === 1 ? [20.5] : [] }),
        })),
      ),
    ],
  },
  {
    name: 'order value by month',
    form: { ...base, groupby: ['month'], metrics: ['order_value'], zoomable: true },
    results: [
      tableFromRows(
        Array.from({ length: 18 }, (_, at) => ({
          month: Date.UTC(2025, at, 1),
          ...box('order_value', { level: 64.5 + at * 1.5, spread: 9 + (at % 4), outliers: at % 3 ? [] : [140 + at] }),
        })),
        ['month'],
      ),
    ],
  },
  {
    name: 'one group',
    form: { ...base, groupby: [] },
    results: [tableFromRows([box('delivery_days', { level: 3.4, spread: 1.2, outliers: [8.5, 9.1] })])],
  },
  {
    name: 'result by region, below zero too',
    form: {
      ...base,
      groupby: ['region', 'segment'],
      metrics: ['margin'],
      x_ticks_layout: '45°',
      number_format: ',.1f',
    },
    results: [
      tableFromRows(
        ['North', 'South', 'East', 'West'].flatMap((region, at) =>
          ['Consumer', 'Business'].map((segment, own) => ({
            region,
            segment,
            ...box('margin', { level: 14 - at * 9 + own * 4, spread: 8, outliers: [-60 + at * 5, 55] }),
          })),
        ),
      ),
    ],
  },
  {
    name: 'hard: many shops, some without values, one far off',
    form: { ...base, groupby: ['shop'], metrics: ['sales'] },
    results: [
      tableFromRows(
        Array.from({ length: 120 }, (_, at) => ({
          shop: at === 7 ? null : `Shop ${at + 1} <b>Main Street</b>`,
          ...(at % 11 === 3
            ? { ...box('sales', { level: 1, spread: 1 }), ...nothing, sales__count: 3 }
            : box('sales', {
                level: 100 + pseudoRandom(at) * 300,
                spread: 20 + pseudoRandom(at + 500) * 40,
                outliers: at === 50 ? [4200.5] : [],
              })),
        })),
      ),
    ],
  },
];
