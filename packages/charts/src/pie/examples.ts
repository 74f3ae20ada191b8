import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const rows = [
  ['Apparel', 846_000],
  ['Footwear', 592_000],
  ['Outdoor', 471_000],
  ['Accessories', 388_000],
  ['Home', 301_000],
  ['Kids', 214_000],
  ['Beauty', 86_000],
].map(([category, revenue]) => ({ category: String(category), revenue: Number(revenue) }));
const base = { viz_type: 'pie', groupby: ['category'], metric: 'revenue' };

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue by category',
    form: { ...base, label_type: 'key_percent', show_legend: false },
    results: [tableFromRows(rows)],
  },
  {
    name: 'donut with total',
    form: {
      ...base,
      donut: true,
      innerRadius: 45,
      show_total: true,
      legendOrientation: 'right',
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [tableFromRows(rows)],
  },
  {
    name: 'labels inside',
    form: { ...base, labels_outside: false, label_type: 'percent' },
    results: [tableFromRows(rows)],
  },
];
