import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { categoryTable, monthlyTable } from '../shared/example-series.ts';

const base = { viz_type: 'waterfall', x_axis: 'item', metric: 'amount', row_limit: 10000 };
const euros = { currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } };
const quarters = [
  ['Q1', 'Returns', -14],
  ['Q1', 'Sales', 120],
  ['Q1', 'Services', 22],
  ['Q2', 'Returns', -31],
  ['Q2', 'Sales', 96],
  ['Q2', 'Services', 25],
  ['Q3', 'Returns', -90],
  ['Q3', 'Sales', 61],
  ['Q3', 'Services', -12],
] as const;
const byPart = tableFromRows(quarters.map(([item, part, amount]) => ({ item, part, amount })));

export const examples: readonly ChartExample[] = [
  {
    name: 'from revenue to profit',
    form: { ...base, ...euros, show_value: true },
    results: [
      categoryTable(
        'item',
        [
          ['Revenue', 980_000],
          ['Goods', -412_000],
          ['Staff', -265_000],
          ['Rent', -84_000],
          ['Marketing', -61_000],
          ['Grants', 38_000],
          ['Taxes', -47_000],
        ],
        ['amount'],
      ),
    ],
  },
  {
    name: 'monthly change of the members',
    form: {
      ...base,
      x_axis: 'month',
      time_grain_sqla: 'P1M',
      show_legend: true,
      increase_label: 'Joined',
      decrease_label: 'Left',
    },
    results: [monthlyTable('month', [2026, 0], { amount: [320, 140, 95, -60, -120, -30, 80, 210, 160, 90, -20, 45] })],
  },
  {
    name: 'quarters by their parts',
    form: { ...base, groupby: 'part', show_value: true },
    results: [byPart],
  },
  { name: 'parts without totals', form: { ...base, groupby: 'part', show_total: false }, results: [byPart] },
  {
    name: 'below zero to a negative total',
    form: { ...base, show_value: true, total_label: 'Result' },
    results: [
      categoryTable(
        'item',
        [
          ['Income', 40],
          ['Purchases', -75],
          ['Fees', -22],
          ['Refund', 12],
        ],
        ['amount'],
      ),
    ],
  },
  {
    name: 'one step',
    form: { ...base, show_value: true },
    results: [categoryTable('item', [['Opening balance', 1200]], ['amount'])],
  },
  {
    name: 'hard: no value, zero and a name that tries to be script',
    form: { ...base, show_value: true, x_ticks_layout: '45°' },
    results: [
      tableFromRows([
        { item: '<img src=x onerror=alert(1)>', amount: 30 },
        { item: null, amount: null },
        { item: '', amount: 0 },
        { item: 'Donaudampfschifffahrtsgesellschaft', amount: -45.5 },
      ]),
    ],
  },
  {
    name: 'hard: two hundred steps',
    form: { ...base, show_value: true },
    results: [
      tableFromRows(
        Array.from({ length: 200 }, (_, at) => ({ item: `Account ${at + 1}`, amount: ((at * 37) % 91) - 40 })),
      ),
    ],
  },
];
