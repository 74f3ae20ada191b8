import type { ChartExample } from '@powerset/chart-kit';
import { temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'echarts_area',
  x_axis: 'day',
  metrics: ['sessions'],
  truncate_metric: true,
  time_grain_sqla: 'P1W',
  show_legend: true,
};
const weeks = { axis: 'day', start: Date.UTC(2026, 0, 5), stepDays: 7, count: 44 };
const devices = [
  { name: 'Phone', level: 52_000, trend: 0.012, season: 0.2 },
  { name: 'Desktop', level: 41_000, trend: 0.001, season: 0.1 },
  { name: 'Tablet', level: 12_000, trend: -0.004 },
];

export const examples: readonly ChartExample[] = [
  {
    name: 'sessions stacked by device',
    form: { ...base, groupby: ['device'], stack: 'Stack' },
    results: [temporalTable({ ...weeks, series: devices })],
  },
  {
    name: 'share of devices',
    form: { ...base, groupby: ['device'], stack: 'Expand', show_extra_controls: true },
    results: [temporalTable({ ...weeks, series: devices })],
  },
  {
    name: 'sessions in all',
    form: { ...base, groupby: [] },
    results: [temporalTable({ ...weeks, series: [{ name: 'sessions', level: 98_000, trend: 0.006, season: 0.2 }] })],
  },
  {
    name: 'stream of devices',
    form: { ...base, groupby: ['device'], stack: 'Stream' },
    results: [temporalTable({ ...weeks, series: devices })],
  },
];
