import type { ChartExample } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'echarts_timeseries_smooth',
  x_axis: 'hour',
  metrics: ['load'],
  time_grain_sqla: 'PT1H',
  truncate_metric: true,
};
const hours = Array.from({ length: 72 }, (_, at) => Math.round(48 + 14 * Math.sin(((at % 24) - 7) / 3.8) + (at % 5)));

export const examples: readonly ChartExample[] = [
  {
    name: 'hourly load of the grid',
    form: { ...base, groupby: [] },
    results: [
      {
        rowCount: hours.length,
        columns: [
          {
            name: 'hour',
            type: 'temporal',
            nativeType: 'TIMESTAMP',
            values: hours.map((_, at) => Date.UTC(2026, 2, 2, at)),
          },
          { name: 'load', type: 'number', nativeType: 'DOUBLE', values: hours },
        ],
      },
    ],
  },
  {
    name: 'weekly sales of three lines',
    form: { ...base, groupby: ['line'], time_grain_sqla: 'P1W' },
    results: [
      temporalTable({
        axis: 'hour',
        start: Date.UTC(2026, 0, 5),
        stepDays: 7,
        count: 30,
        series: [
          { name: 'Outdoor', level: 900, trend: 0.02 },
          { name: 'Home', level: 640, trend: 0.004 },
          { name: 'Kids', level: 300, trend: 0.01 },
        ],
      }),
    ],
  },
  {
    name: 'temperature, above and below zero',
    form: { ...base, groupby: ['city'], time_grain_sqla: 'P1M', markerEnabled: true },
    results: [
      monthlyTable('hour', [2025, 0], {
        Oslo: [-5, -4, 0, 5, 11, 15, 18, 16, 12, 6, 1, -3],
        Rome: [8, 9, 11, 14, 18, 22, 25, 25, 21, 17, 12, 9],
      }),
    ],
  },
  {
    name: 'with a forecast',
    form: { ...base, groupby: [], time_grain_sqla: 'P1M', forecastEnabled: true },
    results: [
      monthlyTable('hour', [2026, 0], {
        load: [40, 42, 47, 45, 50, 52, null, null, null],
        load__yhat: [40, 43, 45, 47, 50, 52, 54, 57, 59],
        load__yhat_lower: [38, 41, 43, 45, 48, 50, 51, 53, 54],
        load__yhat_upper: [42, 45, 47, 49, 52, 54, 57, 61, 64],
      }),
    ],
  },
  {
    name: 'values said',
    form: { ...base, groupby: [], time_grain_sqla: 'P1M', show_value: true },
    results: [monthlyTable('hour', [2026, 0], { load: [12, 19, 15, 22, 31, 28] })],
  },
  {
    name: 'by size of the household',
    form: { ...base, x_axis: 'size', groupby: [] },
    results: [
      categoryTable(
        'size',
        [
          ['1', 210],
          ['2', 340],
          ['3', 290],
          ['4', 260],
          ['5', 90],
          ['6 and more', 40],
        ],
        ['load'],
      ),
    ],
  },
  {
    name: 'hard: gaps and one point',
    form: { ...base, groupby: ['line'], time_grain_sqla: 'P1M' },
    results: [
      monthlyTable('hour', [2026, 0], {
        Outdoor: [3, 9, null, null, 4, null, 7, 8],
        Home: [null, null, null, 5, null, null, null, null],
      }),
    ],
  },
];
