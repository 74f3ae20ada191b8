import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'heatmap_v2', x_axis: 'hour', groupby: 'weekday', metric: 'orders' };
const weekdays = ['1 Mon', '2 Tue', '3 Wed', '4 Thu', '5 Fri', '6 Sat', '7 Sun'];

/** A row for each pair whose value is not null, with its rank among all. */
function cellTable(given: {
  readonly x: readonly [string, readonly CellValue[]];
  readonly y: readonly [string, readonly CellValue[]];
  readonly metric: string;
  readonly valueOf: (x: number, y: number) => number | null | undefined;
  readonly temporal?: readonly string[];
}) {
  const rows = given.y[1].flatMap((y, atY) =>
    given.x[1].flatMap((x, atX) => {
      const value = given.valueOf(atX, atY);
      return value === undefined ? [] : [{ [given.x[0]]: x, [given.y[0]]: y, [given.metric]: value }];
    }),
  );
  const values = rows.map((row) => Number(row[given.metric]));
  const sorted = [...values].sort((left, right) => left - right);
  const ranked = rows.map((row, at) => ({ ...row, rank: (sorted.indexOf(values[at] ?? 0) + 1) / rows.length }));
  return tableFromRows(ranked, given.temporal);
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const rush = (hour: number, day: number) =>
  Math.round(
    (day > 4 ? 60 : 140) *
      Math.exp(-(((hour - (day > 4 ? 14 : 12)) / 5) ** 2)) *
      (0.9 + 0.2 * pseudoRandom(hour * 7 + day)),
  );

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue by month and category, with values',
    form: {
      ...base,
      x_axis: 'month',
      groupby: 'category',
      metric: 'revenue',
      time_grain_sqla: 'P1M',
      show_values: true,
      sort_y_axis: 'value_desc',
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [
      cellTable({
        x: ['month', Array.from({ length: 9 }, (_, at) => Date.UTC(2026, at, 1))],
        y: ['category', ['Apparel', 'Footwear', 'Outdoor', 'Home', 'Kids']],
        metric: 'revenue',
        valueOf: (x, y) => 12_400 + x * 2900 + (4 - y) * 8300 + Math.round(4000 * pseudoRandom(x + y * 13)),
        temporal: ['month'],
      }),
    ],
  },
  {
    name: 'orders by weekday and hour',
    form: base,
    results: [cellTable({ x: ['hour', hours], y: ['weekday', weekdays], metric: 'orders', valueOf: rush })],
  },
  {
    name: 'how measures go together, from minus one to one',
    form: {
      ...base,
      x_axis: 'measure',
      groupby: 'other',
      metric: 'correlation',
      linear_color_scheme: 'powersetDiverging',
      legend_type: 'piecewise',
      show_values: true,
      y_axis_format: ',.2f',
    },
    results: [
      cellTable({
        x: ['measure', ['Price', 'Margin', 'Rating', 'Returns', 'Visits']],
        y: ['other', ['Price', 'Margin', 'Rating', 'Returns', 'Visits']],
        metric: 'correlation',
        valueOf: (x, y) => (x === y ? 1 : Math.round(170 * pseudoRandom(x * y + x + y) - 90) / 100),
      }),
    ],
  },
  {
    name: 'ranks within a row, with gaps',
    form: { ...base, x_axis: 'channel', groupby: 'country', metric: 'orders', normalized: true, normalize_across: 'y' },
    results: [
      cellTable({
        x: ['channel', ['Web', 'Store', 'Partner', 'Marketplace', 'Phone']],
        y: ['country', ['Germany', 'France', 'Spain', 'Italy', 'Poland', 'Austria']],
        metric: 'orders',
        valueOf: (x, y) => ((x + y) % 4 === 3 ? undefined : Math.round(1000.5 * pseudoRandom(x * 5 + y))),
      }),
    ],
  },
  {
    name: 'one cell',
    form: { ...base, x_axis: 'channel', groupby: 'country', show_values: true },
    results: [
      cellTable({ x: ['channel', ['Web']], y: ['country', ['Germany']], metric: 'orders', valueOf: () => 42.5 }),
    ],
  },
  {
    name: 'hard: 120 by 60, nulls, long names and far values',
    form: { ...base, x_axis: 'product', groupby: 'shop', metric: 'margin' },
    results: [
      cellTable({
        x: ['product', Array.from({ length: 120 }, (_, at) => (at === 9 ? null : `Product number ${at + 1}`))],
        y: [
          'shop',
          Array.from({ length: 60 }, (_, at) => (at === 3 ? null : `Shop <b>${at + 1}</b> on the long street`)),
        ],
        metric: 'margin',
        valueOf: (x, y) => {
          if ((x * 31 + y * 17) % 13 === 0) return undefined;
          return (x * y) % 29 === 5 ? null : (pseudoRandom(x * 61 + y) - 0.4) * (x === 50 && y === 20 ? 900 : 90);
        },
      }),
    ],
  },
];
