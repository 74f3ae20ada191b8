import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

const base = { viz_type: 'histogram_v2', column: 'order_value', groupby: [] };

/** One row per group, with a column for each bin from `start` on. */
function binTable(start: number, width: number, groups: readonly (readonly [string, CellValue, readonly number[]])[]) {
  const nameOf = (at: number) => `${floatText(start + at * width)} - ${floatText(start + (at + 1) * width)}`;
  return tableFromRows(
    groups.map(([dimension, key, counts]) => ({
      ...(dimension === '' ? {} : { [dimension]: key }),
      ...Object.fromEntries(counts.map((count, at) => [nameOf(at), count])),
    })),
  );
}

const floatText = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value));

const bell = (count: number, [middle, spread]: readonly [number, number], size: number) =>
  Array.from({ length: count }, (_, at) => Math.round(size * Math.exp(-(((at - middle) / spread) ** 2))));

export const examples: readonly ChartExample[] = [
  {
    name: 'order values',
    form: { ...base, bins: 20, y_axis_format: ',.1f' },
    results: [
      binTable(2.5, 9.5, [['', null, bell(20, [5.5, 4], 1840).map((count, at) => count + (at > 14 ? 12 : 0))]]),
    ],
  },
  {
    name: 'order values by channel',
    form: { ...base, groupby: ['channel'], bins: 10, show_value: true },
    results: [
      binTable(0, 25.5, [
        ['channel', 'Web', bell(10, [3, 2.4], 920)],
        ['channel', 'Store', bell(10, [5, 2], 610)],
        ['channel', 'Phone', bell(10, [2, 1.2], 240)],
      ]),
    ],
  },
  {
    name: 'shares up to a value',
    form: { ...base, column: 'delivery_days', bins: 10, normalize: true, cumulative: true, x_axis_title: 'Days' },
    results: [binTable(0, 1.5, [['', null, [0.04, 0.15, 0.33, 0.55, 0.71, 0.83, 0.91, 0.96, 0.99, 1]]])],
  },
  {
    name: 'five bins',
    form: { ...base, column: 'age', show_value: true },
    results: [binTable(18, 13.4, [['', null, [1204, 2410, 1893, 940, 211]]])],
  },
  {
    name: 'changes, below zero too',
    form: { ...base, column: 'change', bins: 15, x_axis_format: '.1%', y_axis_title: 'Shops' },
    results: [binTable(-0.3, 0.04, [['', null, bell(15, [7, 3], 64)]])],
  },
  {
    name: 'hard: a long tail in a hundred bins, and groups without a name',
    form: { ...base, column: 'latency', groupby: ['service'], bins: 100, normalize: true },
    results: [
      binTable(0.000_012, 0.5, [
        ['service', null, bell(100, [1, 2], 100).map((count, at) => (count + (at === 97 ? 1 : 0)) / 400.5)],
        ['service', '<b>checkout</b>', bell(100, [4, 3], 40).map((count) => count / 400.5)],
      ]),
    ],
  },
];
