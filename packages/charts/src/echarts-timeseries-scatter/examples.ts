import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, pseudoRandom, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'echarts_timeseries_scatter',
  x_axis: 'day',
  metrics: ['amount'],
  time_grain_sqla: 'P1D',
  truncate_metric: true,
};

/** Two clouds over a numeric axis. */
const cloud = (count: number) =>
  tableFromRows(
    Array.from({ length: count }, (_, at) => {
      const x = Math.round(18_000 * pseudoRandom(at + 1)) / 1000 + at * 1e-5;
      const noise = pseudoRandom(at + 7) + pseudoRandom(at + 13) - 1;
      return { size: x, amount: Math.round(1000 * (12 + 3.1 * x + 14 * noise)) / 1000 };
    }),
  );

export const examples: readonly ChartExample[] = [
  {
    name: 'daily orders by channel',
    form: { ...base, groupby: ['channel'] },
    results: [
      temporalTable({
        axis: 'day',
        start: Date.UTC(2026, 0, 1),
        stepDays: 1,
        count: 90,
        series: [
          { name: 'Web', level: 420, trend: 0.004 },
          { name: 'Store', level: 260, trend: 0.001 },
          { name: 'Partner', level: 90, trend: 0.006 },
        ],
      }),
    ],
  },
  {
    name: 'rent by size of the flat',
    form: { ...base, x_axis: 'size', groupby: [], x_axis_title: 'Size', y_axis_title: 'Rent' },
    results: [cloud(400)],
  },
  {
    name: 'marked large',
    form: { ...base, groupby: [], markerEnabled: true, markerSize: 18, time_grain_sqla: 'P1M' },
    results: [monthlyTable('day', [2026, 0], { amount: [4, 9, 3, 12, 8, 15, 11] })],
  },
  {
    name: 'by weekday and shift',
    form: { ...base, x_axis: 'weekday', groupby: ['shift'] },
    results: [
      categoryTable(
        'weekday',
        [
          ['Mon', 82, 41],
          ['Tue', 93, 44],
          ['Wed', 90, 61],
          ['Thu', 93, 39],
          ['Fri', 129, 70],
        ],
        ['Early', 'Late'],
      ),
    ],
  },
  {
    name: 'values said, cut axis',
    form: { ...base, groupby: [], show_value: true, truncateYAxis: true, time_grain_sqla: 'P1M' },
    results: [monthlyTable('day', [2026, 0], { amount: [1004, 1009, 1003, 1012, 1008] })],
  },
  {
    name: 'logarithmic',
    form: { ...base, x_axis: 'size', groupby: [], logAxis: true },
    results: [
      tableFromRows(
        Array.from({ length: 60 }, (_, at) => ({ size: at / 3, amount: 10 ** (5 * pseudoRandom(at + 3)) })),
      ),
    ],
  },
  {
    name: 'hard: six thousand measurements',
    form: { ...base, x_axis: 'size', groupby: [] },
    results: [cloud(6000)],
  },
  {
    name: 'hard: nothing, zero and below',
    form: { ...base, groupby: ['channel'], time_grain_sqla: 'P1M' },
    results: [monthlyTable('day', [2026, 0], { Web: [0, null, -4, 8, 0], Store: [null, null, null, null, -9] })],
  },
];
