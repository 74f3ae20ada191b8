import { describe, expect, it } from 'vitest';
import { defineForm } from './define.ts';
import type { ChartForm } from './definitions.ts';
import { baseQuery, xAxisColumn } from './queries.ts';
import { advancedAnalyticsSection, forecastSection, seriesQuerySection } from './query-sections.ts';
import { seriesPostProcessing, timeSeriesQuery } from './time-series-queries.ts';

const { read } = defineForm([seriesQuerySection, advancedAnalyticsSection, forecastSection]);
const baseQueryOf = (form: ChartForm) => baseQuery(read(form));
const seriesQueryOf = (form: ChartForm) => timeSeriesQuery(read(form));
const postProcessingOf = (form: ChartForm) => seriesPostProcessing(read(form));
const xAxisOf = (form: ChartForm) => xAxisColumn(read(form));

const revenue = {
  expressionType: 'SIMPLE' as const,
  aggregate: 'SUM' as const,
  column: { column_name: 'revenue' },
  label: 'SUM(revenue)',
};
const form: ChartForm = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'ordered_at',
  time_grain_sqla: 'P1W',
  metrics: [revenue],
  groupby: ['channel'],
  row_limit: 10000,
  limit: 5,
  order_desc: true,
  truncate_metric: true,
  show_empty_columns: true,
  comparison_type: 'values',
};
const operations = (changes: Record<string, unknown>) =>
  postProcessingOf({ ...form, ...changes }).map((rule) => rule.operation);
const ruleOf = (operation: string, changes: Record<string, unknown>) =>
  postProcessingOf({ ...form, ...changes }).find((rule) => rule.operation === operation)?.options;

describe('the base of every query', () => {
  it('turns simple filters into conditions and SQL into clauses that cannot reach into each other', () => {
    const query = baseQueryOf({
      viz_type: 'x',
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'country', operator: 'IN', comparator: ['DE', 'FR'] },
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'note', operator: 'IS NULL', comparator: 'ignored' },
        {
          expressionType: 'SIMPLE',
          clause: 'WHERE',
          subject: 'ordered_at',
          operator: 'TEMPORAL_RANGE',
          comparator: 'Last week',
        },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a = 1 OR b = 2' },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'c = 3' },
        { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'SUM(x) > 1' },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '  ' },
        { expressionType: 'SIMPLE', subject: 'broken' },
        null,
        'text',
      ],
    });
    expect(query.filters).toEqual([
      { col: 'country', op: 'IN', val: ['DE', 'FR'] },
      { col: 'note', op: 'IS NULL' },
      { col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'Last week' },
    ]);
    expect(query.extras).toMatchObject({ where: '(a = 1 OR b = 2) AND (c = 3)', having: '(SUM(x) > 1)' });
  });

  it('carries time, limits and parameters', () => {
    const query = baseQueryOf({
      ...form,
      time_range: 'Last year',
      granularity_sqla: 'ds',
      timeseries_limit_metric: 'orders',
      url_params: { a: '1' },
      order_desc: false,
    });
    expect(query).toMatchObject({
      time_range: 'Last year',
      granularity: 'ds',
      row_limit: 10000,
      series_limit: 5,
      series_limit_metric: 'orders',
      order_desc: false,
      url_params: { a: '1' },
    });
    expect(query.extras?.time_grain_sqla).toBe('P1W');
  });

  it('cuts the x-axis to the grain', () => {
    expect(xAxisOf(form)).toMatchObject({
      columnType: 'BASE_AXIS',
      timeGrain: 'P1W',
      sqlExpression: 'ordered_at',
      label: 'ordered_at',
      isColumnReference: true,
    });
    expect(xAxisOf({ viz_type: 'x', x_axis: { label: 'half', sqlExpression: 'a / 2' } })).toMatchObject({
      columnType: 'BASE_AXIS',
      sqlExpression: 'a / 2',
    });
    expect(xAxisOf({ viz_type: 'x' })).toBeNull();
  });
});

describe('the query of a chart of series', () => {
  it('asks for axis and dimensions, ordered by its first metric', () => {
    const query = seriesQueryOf(form);
    expect(query.columns).toEqual([xAxisOf(form), 'channel']);
    expect(query).toMatchObject({
      metrics: [revenue],
      series_columns: ['channel'],
      orderby: [[revenue, false]],
      time_offsets: [],
    });
    expect('is_timeseries' in query).toBe(false);
    expect(seriesQueryOf({ ...form, x_axis: null }).is_timeseries).toBe(true);
  });

  it('limits the categories of its axis where it has no dimensions and the others are asked for as one', () => {
    const gathered = {
      ...form,
      x_axis: 'city',
      time_grain_sqla: null,
      groupby: [],
      group_others_when_limit_reached: true,
    };
    const keysOf = (changes: Record<string, unknown>) => seriesQueryOf({ ...gathered, ...changes }).series_columns;
    expect(keysOf({})).toEqual([expect.objectContaining({ label: 'city', columnType: 'BASE_AXIS' })]);
    expect(keysOf({ groupby: ['channel'] })).toEqual(['channel']);
    expect(keysOf({ group_others_when_limit_reached: false })).toEqual([]);
    expect(keysOf({ limit: null })).toEqual([]);
  });

  it('is ordered by the sort metric when there is one', () => {
    expect(seriesQueryOf({ ...form, timeseries_limit_metric: 'orders', order_desc: false }).orderby).toEqual([
      ['orders', true],
    ]);
  });

  it('pivots, drops the only metric from the names and flattens', () => {
    expect(postProcessingOf(form)).toEqual([
      {
        operation: 'pivot',
        options: {
          index: ['ordered_at'],
          columns: ['channel'],
          aggregates: { 'SUM(revenue)': { operator: 'mean' } },
          drop_missing_columns: false,
        },
      },
      { operation: 'rename', options: { columns: { 'SUM(revenue)': null }, level: 0, inplace: true } },
      { operation: 'flatten' },
    ]);
    expect(operations({ truncate_metric: false })).toEqual(['pivot', 'flatten']);
    expect(operations({ metrics: [revenue, 'orders'] })).toEqual(['pivot', 'flatten']);
    expect(operations({ groupby: [] })).toEqual(['pivot', 'flatten']);
    expect(operations({ metrics: [] })).toEqual([]);
  });

  it('rolls or accumulates [CTL-033]', () => {
    expect(ruleOf('rolling', { rolling_type: 'mean', rolling_periods: '7', min_periods: 3 })).toEqual({
      rolling_type: 'mean',
      window: 7,
      min_periods: 3,
      columns: { 'SUM(revenue)': 'SUM(revenue)' },
    });
    expect(ruleOf('cum', { rolling_type: 'cumsum' })).toEqual({
      operator: 'sum',
      columns: { 'SUM(revenue)': 'SUM(revenue)' },
    });
    expect(operations({ rolling_type: 'None' })).not.toContain('rolling');
  });

  it('compares with earlier periods: as values, or as one of three calculations [CTL-030] [CTL-044]', () => {
    const shifted = { time_compare: ['1 year ago'] };
    expect(seriesQueryOf({ ...form, ...shifted }).time_offsets).toEqual(['1 year ago']);
    expect(Object.keys(Object(ruleOf('pivot', shifted)?.aggregates))).toEqual([
      'SUM(revenue)',
      'SUM(revenue)__1 year ago',
    ]);
    expect(operations(shifted)).not.toContain('compare');
    expect(ruleOf('compare', { ...shifted, comparison_type: 'percentage' })).toEqual({
      source_columns: ['SUM(revenue)'],
      compare_columns: ['SUM(revenue)__1 year ago'],
      compare_type: 'percentage',
      drop_original_columns: true,
    });
    expect(ruleOf('rename', { ...shifted, comparison_type: 'ratio' })?.columns).toEqual({
      'ratio__SUM(revenue)__SUM(revenue)__1 year ago': 'SUM(revenue)__1 year ago',
    });
  });

  it('resamples, zero filling with a number [CTL-036] [CTL-037]', () => {
    expect(ruleOf('resample', { resample_rule: '1D', resample_method: 'zerofill' })).toEqual({
      method: 'asfreq',
      rule: '1D',
      fill_value: 0,
    });
    expect(ruleOf('resample', { resample_rule: '1D', resample_method: 'ffill' })).toEqual({
      method: 'ffill',
      rule: '1D',
      fill_value: null,
    });
    expect(operations({ resample_rule: '1D' })).not.toContain('resample');
  });

  it('sorts the axis only where there is one series', () => {
    expect(ruleOf('sort', { groupby: [], x_axis_sort: 'ordered_at', x_axis_sort_asc: false })).toEqual({
      is_sort_index: true,
      ascending: false,
    });
    expect(ruleOf('sort', { groupby: [], x_axis_sort: 'SUM(revenue)' })).toEqual({
      by: 'SUM(revenue)',
      ascending: true,
    });
    expect(operations({ x_axis_sort: 'SUM(revenue)' })).not.toContain('sort');
  });

  it('sorts by what a comparison takes away before it does', () => {
    const compared = { time_compare: ['1 week ago'], comparison_type: 'ratio' };
    const all = operations({ groupby: [], x_axis_sort: 'SUM(revenue)', ...compared });
    expect(all).toEqual(['pivot', 'sort', 'compare', 'flatten']);
  });

  it('keeps the order of the steps, the forecast last', () => {
    const all = operations({
      rolling_type: 'mean',
      time_compare: ['1 week ago'],
      comparison_type: 'difference',
      resample_rule: '1D',
      resample_method: 'asfreq',
      contributionMode: 'row',
      forecastEnabled: true,
      forecastPeriods: '5',
      forecastInterval: '0.9',
    });
    expect(all).toEqual(['pivot', 'rolling', 'compare', 'resample', 'rename', 'contribution', 'flatten', 'prophet']);
    expect(
      ruleOf('prophet', {
        forecastEnabled: true,
        forecastPeriods: '5',
        forecastInterval: '0.9',
        forecastSeasonalityWeekly: 3,
      }),
    ).toEqual({
      time_grain: 'P1W',
      periods: 5,
      confidence_interval: 0.9,
      yearly_seasonality: null,
      weekly_seasonality: 3,
      daily_seasonality: null,
      index: 'ordered_at',
      // Ours: Prophet's own interval leaves out how unsure the course itself is.
      widening: true,
    });
  });
});
