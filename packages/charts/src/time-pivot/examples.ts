import type { ChartExample } from '@powerset/chart-kit';
import { monthlyTable, pseudoRandom, temporalTable } from '../shared/example-series.ts';

const base = { viz_type: 'time_pivot', granularity_sqla: 'day', metric: 'orders', time_grain_sqla: 'P1D' };
const weekly = [820, 760, 790, 810, 990, 1310, 1180];
const days = (count: number) => ({
  rowCount: count,
  columns: [
    {
      name: '__timestamp',
      type: 'temporal' as const,
      nativeType: 'TIMESTAMP',
      values: Array.from({ length: count }, (_, at) => Date.UTC(2026, 8, 7 + at)),
    },
    {
      name: 'orders',
      type: 'number' as const,
      nativeType: 'DOUBLE',
      values: Array.from({ length: count }, (_, at) =>
        Math.round(weekly[at % 7]! * (1 + at * 0.003) * (0.95 + 0.1 * pseudoRandom(at + 1))),
      ),
    },
  ],
});
const months = (count: number, values: (at: number) => number | null) =>
  monthlyTable('__timestamp', [2021, 0], { orders: Array.from({ length: count }, (_, at) => values(at)) });

export const examples: readonly ChartExample[] = [
  { name: 'this week beside the nine before', form: base, results: [days(67)] },
  {
    name: 'years over each other',
    form: { ...base, freq: 'AS', time_grain_sqla: 'P1M' },
    results: [months(69, (at) => Math.round(400 + at * 4 + 90 * Math.sin((at % 12) / 1.8)))],
  },
  {
    name: 'fifty-two weeks each',
    form: { ...base, freq: '52W-MON', time_grain_sqla: 'P1W' },
    results: [
      temporalTable({
        axis: '__timestamp',
        start: Date.UTC(2023, 0, 2),
        stepDays: 7,
        count: 190,
        series: [{ name: 'orders', level: 900, trend: 0.002, season: 0.3 }],
      }),
    ],
  },
  {
    name: 'quarters, rounded lines in red',
    form: { ...base, freq: 'QS', line_interpolation: 'monotone', color_picker: { r: 196, g: 48, b: 43, a: 1 } },
    results: [days(300)],
  },
  {
    name: 'logarithmic, with the ends of both axes',
    form: {
      ...base,
      freq: 'MS',
      y_log_scale: true,
      x_axis_showminmax: true,
      y_axis_label: 'Orders',
      x_axis_label: 'Day',
    },
    results: [days(100)],
  },
  { name: 'only one period', form: base, results: [days(4)] },
  {
    name: 'hard: two hundred days of steps, gaps and losses',
    form: { ...base, freq: 'D', time_grain_sqla: 'PT1H', line_interpolation: 'step-after' },
    results: [
      {
        rowCount: 4800,
        columns: [
          {
            name: '__timestamp',
            type: 'temporal',
            nativeType: 'TIMESTAMP',
            values: Array.from({ length: 4800 }, (_, at) => Date.UTC(2026, 0, 1, at)),
          },
          {
            name: 'orders',
            type: 'number',
            nativeType: 'DOUBLE',
            values: Array.from({ length: 4800 }, (_, at) =>
              at % 24 === 3 ? null : Math.round(60 * Math.sin((at % 24) / 4) - 10 * pseudoRandom(at + 1)),
            ),
          },
        ],
      },
    ],
  },
];
