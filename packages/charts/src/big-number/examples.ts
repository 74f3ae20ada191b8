import type { ChartExample } from '@powerset/chart-kit';
import { monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = { viz_type: 'big_number', x_axis: 'ordered_at', metric: 'revenue', time_grain_sqla: 'P1M' };
const orders = [38_100, 39_400, 40_200, 39_900, 41_800, 43_000, 42_400, 44_100, 46_700, 45_900, 46_200, 47_300, 48_230];

export const examples: readonly ChartExample[] = [
  {
    name: 'orders against last year',
    form: { ...base, metric: 'orders', compare_lag: 12, compare_suffix: 'vs last year', start_y_axis_at_zero: false },
    results: [monthlyTable('ordered_at', [2025, 10], { orders })],
  },
  {
    name: 'falling revenue with its date',
    form: {
      ...base,
      compare_lag: 1,
      compare_suffix: 'vs last week',
      show_timestamp: true,
      time_grain_sqla: 'P1W',
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [
      temporalTable({
        axis: 'ordered_at',
        start: Date.UTC(2026, 4, 4),
        stepDays: 7,
        count: 26,
        series: [{ name: 'revenue', level: 148_000, trend: -0.012 }],
      }),
    ],
  },
];
