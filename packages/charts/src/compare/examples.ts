import type { ChartExample } from '@powerset/chart-kit';
import { monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'compare',
  granularity_sqla: 'day',
  metrics: ['price'],
  time_grain_sqla: 'P1W',
  groupby: ['share'],
};
const weeks = { axis: '__timestamp', start: Date.UTC(2026, 0, 5), stepDays: 7, count: 44 };
const shares = [
  { name: 'Mill', level: 118, trend: 0.009 },
  { name: 'Harbour', level: 41, trend: -0.006 },
  { name: 'Orchard', level: 9200, trend: 0.003, season: 0.2 },
];

export const examples: readonly ChartExample[] = [
  { name: 'three shares since January', form: base, results: [temporalTable({ ...weeks, series: shares })] },
  {
    name: 'since the middle of the year',
    form: { ...base, baseline: '2026-07-01' },
    results: [temporalTable({ ...weeks, series: shares })],
  },
  {
    name: 'one measure of a kind and another',
    form: {
      ...base,
      metrics: ['price', 'trades'],
      groupby: [],
      time_grain_sqla: 'P1M',
      y_axis_label: 'Change',
      x_axis_label: 'Month',
    },
    results: [
      monthlyTable('__timestamp', [2026, 0], {
        price: [100, 104, 99, 108, 121, 118, 126],
        trades: [8100, 9200, 7700, 8800, 12_900, 11_200, 14_100],
      }),
    ],
  },
  {
    name: 'logarithmic: twice and half are as far',
    form: { ...base, y_log_scale: true, time_grain_sqla: 'P1M' },
    results: [
      monthlyTable('__timestamp', [2026, 0], { Doubles: [10, 20, 40, 80, 160], Halves: [160, 80, 40, 20, 10] }),
    ],
  },
  {
    name: 'whole percents and the ends of both axes',
    form: { ...base, y_axis_format: '+.0%', x_axis_showminmax: true, y_axis_showminmax: true, x_ticks_layout: '45°' },
    results: [temporalTable({ ...weeks, series: shares.slice(0, 2) })],
  },
  {
    name: 'one point',
    form: { ...base, time_grain_sqla: 'P1M' },
    results: [monthlyTable('__timestamp', [2026, 0], { Mill: [12] })],
  },
  {
    name: 'hard: zero, nothing and losses at the baseline',
    form: { ...base, time_grain_sqla: 'P1M' },
    results: [
      monthlyTable('__timestamp', [2026, 0], {
        Zero: [0, 5, 6, 7],
        Later: [null, 4, 5, 6],
        Loss: [-50, -25, 10, -100],
        Gap: [20, null, 30, 10],
      }),
    ],
  },
];
