import type { ChartExample } from '@powerset/chart-kit';
import { categoryTable, temporalTable } from '../shared/example-series.ts';

const revenue = {
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: 'revenue' },
  label: 'SUM(revenue)',
};
const base = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'ordered_at',
  metrics: [revenue],
  time_grain_sqla: 'P1W',
  truncate_metric: true,
};
const weeks = { axis: 'ordered_at', start: Date.UTC(2025, 10, 17), stepDays: 7, count: 53 };

export const examples: readonly ChartExample[] = [
  {
    name: 'weekly revenue by channel',
    form: {
      ...base,
      groupby: ['channel'],
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
      annotation_layers: [
        { name: 'Season', annotationType: 'INTERVAL', sourceType: 'NATIVE', show: true, showLabel: true, value: 1 },
      ],
    },
    annotations: {
      Season: {
        records: [{ start_dttm: '2025-11-30', end_dttm: '2025-12-24', short_descr: 'Black Friday to Christmas' }],
      },
    },
    results: [
      temporalTable({
        ...weeks,
        series: [
          { name: 'Web', level: 92_000, trend: 0.004, season: 0.28 },
          { name: 'Store', level: 68_000, trend: -0.001, season: 0.36 },
          { name: 'Marketplace', level: 35_000, trend: 0.009, season: 0.22 },
          { name: 'Partner', level: 23_000, trend: 0.003, season: 0.1 },
        ],
      }),
    ],
  },
  {
    name: 'daily revenue against last year',
    form: {
      ...base,
      time_grain_sqla: 'P1D',
      time_compare: ['1 year ago'],
      comparison_type: 'values',
      annotation_layers: [
        { name: 'Sale', annotationType: 'EVENT', sourceType: 'NATIVE', show: true, showLabel: true, value: 2 },
      ],
    },
    annotations: { Sale: { records: [{ start_dttm: '2026-10-09', short_descr: 'Autumn sale' }] } },
    results: [
      temporalTable({
        axis: 'ordered_at',
        start: Date.UTC(2026, 7, 21),
        stepDays: 1,
        count: 92,
        series: [
          { name: 'SUM(revenue)', level: 33_000, trend: 0.002, season: 0.2 },
          { name: 'SUM(revenue)__1 year ago', level: 29_000, trend: 0.002, season: 0.15 },
        ],
      }),
    ],
  },
  {
    name: 'eight product lines',
    form: { ...base, groupby: ['category'], metrics: ['revenue'] },
    results: [
      temporalTable({
        ...weeks,
        series: ['Apparel', 'Footwear', 'Outdoor', 'Accessories', 'Home', 'Kids', 'Beauty', 'Other'].map(
          (name, index) => ({
            name,
            level: 60_000 - index * 6000,
            trend: 0.001 * index,
            season: 0.2,
          }),
        ),
      }),
    ],
  },
  {
    name: 'names that try to be script',
    form: { ...base, groupby: ['channel'], time_grain_sqla: 'P1D' },
    results: [
      temporalTable({
        axis: 'ordered_at',
        start: Date.UTC(2026, 0, 1),
        stepDays: 1,
        count: 20,
        series: [
          { name: '<img src=x onerror=alert(1)>', level: 900, trend: 0.01 },
          { name: '{b|"quoted"} & co\\, ltd', level: 300, trend: 0.02 },
        ],
      }),
    ],
  },
  {
    name: 'orders by weekday',
    form: { ...base, x_axis: 'weekday', metrics: ['orders'], groupby: [], markerEnabled: true },
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
          ['Sun', 1120],
        ],
        ['orders'],
      ),
    ],
  },
];
