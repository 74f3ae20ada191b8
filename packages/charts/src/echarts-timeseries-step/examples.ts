import type { ChartExample } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'echarts_timeseries_step',
  x_axis: 'day',
  metrics: ['price'],
  time_grain_sqla: 'P1M',
  truncate_metric: true,
};
const rates = {
  'Key rate': [0, 0.5, 1.25, 2, 2.5, 3, 3.25, 3.5, 3.75, 4, 4, 4],
  Deposit: [-0.5, 0, 0.75, 1.5, 2, 2.5, 2.75, 3, 3.25, 3.5, 3.5, 3.25],
};
const stock = { Warehouse: [400, 380, 360, 520, 500, 470, 450], Shops: [120, 140, 150, 90, 110, 130, 125] };

export const examples: readonly ChartExample[] = [
  {
    name: 'central bank rates',
    form: { ...base, groupby: ['rate'], seriesType: 'end' },
    results: [monthlyTable('day', [2022, 6], rates)],
  },
  {
    name: 'price list, from the day of the change',
    form: { ...base, groupby: [] },
    results: [monthlyTable('day', [2025, 0], { price: [99, 99, 109, 109, 109, 119, 119, 99, 99, 129, 129, 129] })],
  },
  {
    name: 'stepped half way',
    form: { ...base, groupby: ['rate'], seriesType: 'middle', markerEnabled: true },
    results: [monthlyTable('day', [2022, 6], rates)],
  },
  {
    name: 'stock in two places, stacked',
    form: { ...base, groupby: ['place'], stack: 'Stack', area: true },
    results: [monthlyTable('day', [2026, 0], stock)],
  },
  {
    name: 'weekly headcount of four teams',
    form: { ...base, groupby: ['team'], time_grain_sqla: 'P1W' },
    results: [
      temporalTable({
        axis: 'day',
        start: Date.UTC(2026, 0, 5),
        stepDays: 7,
        count: 40,
        series: ['Sales', 'Support', 'Logistics', 'Studio'].map((name, at) => ({
          name,
          level: 60 - at * 14,
          trend: 0.01 * at,
        })),
      }),
    ],
  },
  {
    name: 'steps of categories',
    form: { ...base, x_axis: 'stage', groupby: [] },
    results: [
      categoryTable(
        'stage',
        [
          ['Draft', 3],
          ['Review', 3],
          ['Print', 5],
          ['Sale', 9],
        ],
        ['price'],
      ),
    ],
  },
  {
    name: 'hard: missing months and a single value',
    form: { ...base, groupby: ['place'], seriesType: 'end' },
    results: [
      monthlyTable('day', [2026, 0], {
        Warehouse: [4, 4, null, null, 9, 9, null],
        Shops: [null, null, -3, null, null, null, null],
      }),
    ],
  },
];
