import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const dayMs = 86_400_000;
const base = { viz_type: 'cal_heatmap', granularity_sqla: 'ordered_at', metrics: ['orders'] };

/** A row for each step, with values that weekends and the year's end change. */
function steps(start: number, count: number, stepMs = dayMs) {
  return Array.from({ length: count }, (_, at) => {
    const time = start + at * stepMs;
    const date = new Date(time);
    const isWeekend = [0, 6].includes(date.getUTCDay());
    const rush = date.getUTCMonth() === 10 ? 1.6 : 1;
    const hour = stepMs < dayMs ? Math.exp(-(((date.getUTCHours() - 13) / 5) ** 2)) : 1;
    return { __timestamp: time, level: (isWeekend ? 60 : 130) * rush * hour * (0.7 + 0.6 * pseudoRandom(at + 1)) };
  });
}

const orders = (start: number, count: number, stepMs?: number) =>
  steps(start, count, stepMs).map(({ __timestamp, level }) => ({ __timestamp, orders: Math.round(level) }));
const temporal = ['__timestamp'];

export const examples: readonly ChartExample[] = [
  {
    name: 'orders of four months by day',
    form: { ...base, cell_size: 14 },
    results: [tableFromRows(orders(Date.UTC(2025, 9, 1), 123), temporal)],
  },
  {
    name: 'orders of a year by day',
    form: base,
    results: [tableFromRows(orders(Date.UTC(2025, 9, 1), 365), temporal)],
  },
  {
    name: 'two measures, one under the other',
    form: {
      ...base,
      metrics: ['orders', 'return_rate'],
      y_axis_format: '.3~g',
      linear_color_scheme: 'ember',
      steps: 5,
    },
    results: [
      tableFromRows(
        steps(Date.UTC(2026, 3, 1), 122).map(({ __timestamp, level }, at) => ({
          __timestamp,
          orders: Math.round(level),
          return_rate: 0.02 + 0.1 * pseudoRandom(at + 900),
        })),
        temporal,
      ),
    ],
  },
  {
    name: 'days with values',
    form: { ...base, show_values: true, cell_size: 24, cell_radius: 4 },
    results: [tableFromRows(orders(Date.UTC(2026, 7, 1), 61), temporal)],
  },
  {
    name: 'hours of a week',
    form: {
      ...base,
      domain_granularity: 'week',
      subdomain_granularity: 'hour',
      metrics: ['orders'],
      show_legend: false,
    },
    results: [tableFromRows(orders(Date.UTC(2026, 8, 7), 14 * 24, 3_600_000), temporal)],
  },
  {
    name: 'months of some years',
    form: { ...base, domain_granularity: 'year', subdomain_granularity: 'month', cell_size: 26, cell_radius: 3 },
    results: [
      tableFromRows(
        Array.from({ length: 44 }, (_, at) => ({
          __timestamp: Date.UTC(2023, at, 1),
          orders: Math.round(3000 + 2000 * pseudoRandom(at + 5)),
        })),
        temporal,
      ),
    ],
  },
  {
    name: 'hard: gaps, losses and one day far off',
    form: { ...base, metrics: ['result'], linear_color_scheme: 'powersetDiverging' },
    results: [
      tableFromRows(
        steps(Date.UTC(2024, 1, 1), 200)
          .filter((_, at) => at % 9 !== 4)
          .map(({ __timestamp, level }, at) => ({
            __timestamp,
            result: at % 17 === 3 ? null : (level - 100) * (at === 120 ? 6.5 : 1),
          })),
        temporal,
      ),
    ],
  },
];
