import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { salesByPlace } from '../shared/example-paths.ts';

const base = { viz_type: 'partition', groupby: ['region', 'country'], metrics: ['revenue'] };
const sales = salesByPlace();
const timed = { granularity_sqla: 'month', time_grain_sqla: 'P1M', partition_limit: 6 };
const monthly = [0, 1, 2].flatMap((month) =>
  sales.map((row, at) => ({
    ...row,
    month: Date.UTC(2026, month, 1),
    revenue: Math.round(row.revenue * (1 + (((at * 7 + month * 5) % 9) - 3) / 10)),
  })),
);

export const examples: readonly ChartExample[] = [
  { name: 'revenue by region and country', form: base, results: [tableFromRows(sales)] },
  {
    name: 'two metrics, three levels',
    form: { ...base, metrics: ['revenue', 'orders'], groupby: ['region', 'country', 'channel'], number_format: ',.1f' },
    results: [tableFromRows(sales)],
  },
  {
    name: 'shares, all parts',
    form: { ...base, contribution: true, partition_limit: 50, partition_threshold: 0 },
    results: [tableFromRows(sales)],
  },
  {
    name: 'on a log scale',
    form: { ...base, log_scale: true, partition_threshold: 0, rich_tooltip: false },
    results: [tableFromRows(sales)],
  },
  {
    name: 'month by month',
    form: {
      ...base,
      ...timed,
      groupby: ['region', 'channel'],
      time_series_option: 'time_series',
      date_time_format: '%Y-%m',
    },
    results: [tableFromRows(monthly, ['month'])],
  },
  {
    name: 'what grew from the first month to the last',
    form: { ...base, ...timed, time_series_option: 'point_diff' },
    results: [tableFromRows(monthly, ['month'])],
  },
  {
    name: 'hard: nulls, negatives, long and equal names',
    form: { ...base, partition_threshold: 0 },
    results: [
      tableFromRows([
        { region: 'Europe', country: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', revenue: 320.5 },
        { region: 'Europe', country: 'Others', revenue: 120 },
        { region: 'Asia', country: 'Others', revenue: 90 },
        { region: 'Asia', country: '日本国内の小売店と卸売業者の合計売上', revenue: 210 },
        { region: 'شركة الاتصالات السعودية', country: null, revenue: 75 },
        { region: null, country: null, revenue: 60 },
        { region: 'Europe', country: 'Returns', revenue: -80 },
        { region: 'Asia', country: 'Unknown', revenue: null },
      ]),
    ],
  },
];
