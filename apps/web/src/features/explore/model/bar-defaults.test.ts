import type { ChartForm, FormContext } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { withBarDefaults } from './bar-defaults.ts';

const context: FormContext = {
  columns: [
    { name: 'city', type: 'string' },
    { name: 'day', type: 'temporal' },
  ],
  metrics: [],
  timeGrains: [],
  mainTemporalColumn: 'day',
  maxRows: 1000,
};
const bars = (fields: Record<string, unknown> = {}): ChartForm => ({ viz_type: 'echarts_timeseries_bar', ...fields });
const chosen = { x_axis: 'city', metrics: ['revenue'] };
const change = (before: ChartForm, after: ChartForm, isNew = true) =>
  withBarDefaults({ before, after, isNew, context });

describe('bars of categories', () => {
  it('stand from the largest down once they are described, and lie by themselves', () => {
    expect(change(bars({ x_axis: 'city' }), bars(chosen))).toMatchObject({
      x_axis_sort: 'revenue',
      x_axis_sort_asc: false,
    });
    const table: ChartForm = { viz_type: 'table' };
    expect(change(table, bars(chosen))).toMatchObject({ x_axis_sort: 'revenue', orientation: 'auto' });
  });

  it('follow another metric, and stay as somebody chose', () => {
    const sorted = bars({ ...chosen, x_axis_sort: 'revenue', x_axis_sort_asc: true });
    expect(change(sorted, bars({ ...sorted, metrics: ['orders'] }))).toMatchObject({
      x_axis_sort: 'orders',
      x_axis_sort_asc: true,
    });
    expect(change(sorted, bars({ ...sorted, x_axis_sort: null })).x_axis_sort).toBeNull();
    const cleared = bars({ ...chosen, x_axis_sort: null });
    expect(change(cleared, bars({ ...cleared, metrics: ['orders'] })).x_axis_sort).toBeNull();
  });

  it('keep their order in saved charts, over time and with dimensions', () => {
    expect(change(bars({ x_axis: 'city' }), bars(chosen), false).x_axis_sort).toBeUndefined();
    expect(change(bars(), bars({ ...chosen, x_axis: 'day' })).x_axis_sort).toBeUndefined();
    expect(change(bars(), bars({ ...chosen, groupby: ['city'] })).x_axis_sort).toBeUndefined();
  });
});
