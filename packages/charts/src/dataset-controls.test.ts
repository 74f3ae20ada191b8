import {
  completeForm,
  controlsOf,
  type FormContext,
  isControlVisible,
  lightChartTheme,
  tableFromRows,
} from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as line } from './echarts-timeseries-line/index.ts';
import { chart as pivot } from './pivot-table-v2/index.ts';
import { toModelContext } from './shared/draw-chart.ts';
import { chart as table } from './table/index.ts';

const context: FormContext = {
  columns: [
    { name: 'at', type: 'temporal' },
    { name: 'city', type: 'string' },
  ],
  metrics: [{ name: 'count' }],
  timeGrains: [{ value: 'P1M', label: 'Month' }],
  mainTemporalColumn: 'at',
  maxRows: 1000,
};

describe('what controls know of the dataset', () => {
  it('lets tables and pivots cut their time columns to the grain', () => {
    const cut = { columnType: 'BASE_AXIS', timeGrain: 'P1M', label: 'at' };
    const grouped = { viz_type: 'table', groupby: ['at', 'city'], metrics: ['count'], time_grain_sqla: 'P1M' };
    expect(table.toQueries(completeForm(table, grouped, context))[0]?.columns).toMatchObject([cut, 'city']);
    const keyed = { viz_type: 'pivot_table_v2', groupbyRows: ['at'], metrics: ['count'], time_grain_sqla: 'P1M' };
    expect(pivot.toQueries(completeForm(pivot, keyed, context))[0]?.columns).toMatchObject([cut]);
  });

  it('is told anew when the dataset is another', () => {
    const form = completeForm(table, { viz_type: 'table', groupby: ['seen_at'], metrics: ['count'] }, context);
    expect(form.temporal_columns_lookup).toEqual({ at: true });
    const other = { ...context, columns: [{ name: 'seen_at', type: 'temporal' as const }] };
    expect(completeForm(table, form, other).temporal_columns_lookup).toEqual({ seen_at: true });
    expect(completeForm(table, form).temporal_columns_lookup).toEqual({ at: true });
  });

  it('draws numbers on the x-axis as names where asked to', () => {
    const rows = tableFromRows([
      { age: 1, n: 5 },
      { age: 30, n: 7 },
    ]);
    const draw = (changes: object) => {
      const form = { viz_type: line.key, x_axis: 'age', metrics: ['n'], ...changes };
      const drawing = { ...toModelContext(line, { form, results: [] }, lightChartTheme), theme: lightChartTheme };
      const model = line.toModel([rows], drawing);
      const space = { width: 400, height: 200, locale: 'en', selectedLabels: [] };
      return line.toOptions(model, { ...drawing, ...space }).option.xAxis;
    };
    expect(draw({})).toMatchObject({ type: 'value' });
    expect(draw({ xAxisForceCategorical: true })).toMatchObject({ type: 'category' });
    expect(draw({ minorTicks: true })).toMatchObject({ minorTick: { show: true } });
    expect(draw({})).not.toHaveProperty('minorTick');
    const numeric = { ...context, columns: [{ name: 'age', type: 'number' as const }] };
    const control = controlsOf(line).find((one) => one.name === 'xAxisForceCategorical')!;
    expect(isControlVisible(control, { ...numeric, form: { viz_type: line.key, x_axis: 'age' } })).toBe(true);
    expect(isControlVisible(control, { ...context, form: { viz_type: line.key, x_axis: 'at' } })).toBe(false);
  });

  it('offers to fix a trend line to its range wherever the range stands', () => {
    const control = controlsOf(bigNumber).find((one) => one.name === 'time_range_fixed')!;
    const range = (comparator: string) => ({
      adhoc_filters: [
        { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'at', operator: 'TEMPORAL_RANGE', comparator },
      ],
    });
    const isOffered = (form: object) =>
      isControlVisible(control, { ...context, form: { viz_type: 'big_number', ...form } });
    expect(isOffered({})).toBe(false);
    expect(isOffered({ time_range: 'Last year' })).toBe(true);
    expect(isOffered(range('Last year'))).toBe(true);
    expect(isOffered(range('No filter'))).toBe(false);
  });
});
