import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { monthlyTable, pseudoRandom, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'rose',
  granularity_sqla: 'month',
  x_axis: 'month',
  time_grain_sqla: 'P1M',
  metrics: ['revenue'],
};
const season = [62, 58, 71, 84, 96, 120, 141, 138, 104, 88, 110, 152].map((value) => value * 1000);

export const examples: readonly ChartExample[] = [
  { name: 'a year by month', form: base, results: [monthlyTable('month', [2026, 0], { revenue: season })] },
  {
    name: 'channels by month',
    form: { ...base, groupby: ['channel'] },
    results: [
      monthlyTable('month', [2026, 0], {
        Store: season,
        Web: season.map((value) => Math.round(value * 0.6)),
        Phone: season.map((value) => Math.round(value * 0.2)),
      }),
    ],
  },
  {
    name: 'with the year before, by length',
    form: { ...base, time_compare: ['1 year'], rose_area_proportion: false },
    results: [
      monthlyTable('month', [2026, 0], {
        revenue: season,
        'revenue__1 year ago': season.map((value, at) => Math.round(value * (0.8 + 0.05 * (at % 5)))),
      }),
    ],
  },
  {
    name: 'cities by revenue in euros',
    form: { ...base, x_axis: 'city', currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } },
    results: [
      tableFromRows(
        ['Rome', 'Oslo', 'Bonn', 'Lyon', 'Graz', 'Bern', 'Porto'].map((city, at) => ({
          city,
          revenue: Math.round(9_000_000_000 / (at + 1)),
        })),
      ),
    ],
  },
  {
    name: 'hard: nothing, negative and markup',
    form: { ...base, x_axis: 'city' },
    results: [
      tableFromRows([
        { city: '<b>Rome</b>', revenue: 120 },
        { city: null, revenue: 80 },
        { city: 'Donaudampfschifffahrtsgesellschaft', revenue: 30 },
        { city: 'Nothing', revenue: null },
        { city: 'Returned', revenue: -40 },
      ]),
    ],
  },
  {
    name: 'hard: three hundred days',
    form: { ...base, x_axis: 'day', time_grain_sqla: 'P1D' },
    results: [
      temporalTable({
        ...{ axis: 'day', start: Date.UTC(2026, 0, 1), stepDays: 1, count: 300 },
        series: [{ name: 'revenue', level: 900 + 100 * pseudoRandom(1), trend: 0.002 }],
      }),
    ],
  },
  { name: 'one month', form: base, results: [monthlyTable('month', [2026, 0], { revenue: [12] })] },
];
