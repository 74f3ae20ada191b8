import type { ChartExample } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = { viz_type: 'echarts_timeseries_bar', x_axis: 'ordered_at', metrics: ['revenue'], truncate_metric: true };

export const examples: readonly ChartExample[] = [
  {
    name: 'weekly revenue stacked by channel',
    form: { ...base, groupby: ['channel'], time_grain_sqla: 'P1W', stack: 'Stack' },
    results: [
      temporalTable({
        axis: 'ordered_at',
        start: Date.UTC(2026, 7, 24),
        stepDays: 7,
        count: 13,
        series: [
          { name: 'Web', level: 96_000, trend: 0.02, season: 0.1 },
          { name: 'Store', level: 55_000, trend: 0.02 },
          { name: 'Marketplace', level: 35_000, trend: 0.04 },
          { name: 'Partner', level: 18_000, trend: 0.02 },
        ],
      }),
    ],
  },
  {
    name: 'revenue by country',
    form: { ...base, x_axis: 'country', groupby: [], orientation: 'horizontal' },
    results: [
      categoryTable(
        'country',
        [
          ['Germany', 742_000],
          ['France', 518_000],
          ['Netherlands', 402_000],
          ['Spain', 331_000],
          ['Italy', 287_000],
          ['Poland', 214_000],
          ['Austria', 168_000],
        ],
        ['revenue'],
      ),
    ],
  },
  {
    name: 'monthly result with losses',
    form: { ...base, metrics: ['margin'], time_grain_sqla: 'P1M', show_value: true },
    results: [
      monthlyTable('ordered_at', [2025, 8], {
        margin: [12_400, 18_100, 26_300, 31_900, -8200, -4100, 3900, 9800, 14_000, 13_200, 11_800, 15_900],
      }),
    ],
  },
  {
    name: 'orders by segment and channel',
    form: { ...base, x_axis: 'segment', groupby: ['channel'], metrics: ['orders'] },
    results: [
      categoryTable(
        'segment',
        [
          ['Consumer', 5400, 3100, 1800],
          ['Small business', 2900, 1400, 2200],
          ['Club', 2100, 2600, 400],
          ['Enterprise', 900, 300, 1500],
        ],
        ['Web', 'Store', 'Partner'],
      ),
    ],
  },
];
