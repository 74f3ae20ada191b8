import type { ChartExample } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'echarts_timeseries',
  x_axis: 'day',
  metrics: ['visits'],
  time_grain_sqla: 'P1W',
  truncate_metric: true,
};
const weeks = { axis: 'day', start: Date.UTC(2026, 0, 5), stepDays: 7, count: 44 };
const channels = [
  { name: 'Search', level: 41_000, trend: 0.006, season: 0.1 },
  { name: 'Direct', level: 28_000, trend: 0.002 },
  { name: 'Newsletter', level: 9000, trend: 0.011 },
];

export const examples: readonly ChartExample[] = [
  {
    name: 'weekly visits by channel',
    form: { ...base, groupby: ['channel'] },
    results: [temporalTable({ ...weeks, series: channels })],
  },
  {
    name: 'filled and marked',
    form: { ...base, groupby: [], area: true, markerEnabled: true, time_grain_sqla: 'P1M' },
    results: [monthlyTable('day', [2025, 0], { visits: [310, 298, 342, 365, 351, 388, 402, 395, 421, 450, 512, 498] })],
  },
  {
    name: 'stacked by channel',
    form: { ...base, groupby: ['channel'], stack: 'Stack', area: true },
    results: [temporalTable({ ...weeks, series: channels })],
  },
  {
    name: 'shares of channels',
    form: { ...base, groupby: ['channel'], stack: 'Expand', area: true },
    results: [temporalTable({ ...weeks, series: channels })],
  },
  {
    name: 'two series against last year',
    form: { ...base, groupby: ['channel'], time_compare: ['1 year ago'], time_grain_sqla: 'P1M' },
    results: [
      monthlyTable('day', [2026, 0], {
        Search: [30, 34, 33, 40, 44, 47],
        Direct: [20, 19, 22, 21, 25, 24],
        '1 year ago, Search': [26, 27, 30, 31, 36, 38],
        '1 year ago, Direct': [22, 21, 20, 23, 22, 23],
      }),
    ],
  },
  {
    name: 'visits by weekday',
    form: { ...base, x_axis: 'weekday', groupby: [] },
    results: [
      categoryTable(
        'weekday',
        [
          ['Mon', 820],
          ['Tue', 932],
          ['Wed', 901],
          ['Thu', 934],
          ['Fri', 1290],
          ['Sat', 1330],
        ],
        ['visits'],
      ),
    ],
  },
  {
    name: 'hard: gaps, losses and one value',
    form: { ...base, groupby: ['channel'], time_grain_sqla: 'P1M' },
    results: [
      monthlyTable('day', [2026, 0], {
        Search: [30, null, null, -12, -20, null, 8],
        Direct: [null, null, 22, null, null, null, null],
        'Lab, \\, <b>': [1, 2, 3, 5, 8, 13, 21],
      }),
    ],
  },
];
