import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { chart as trend } from './big-number/index.ts';
import { View as TrendView } from './big-number/View.tsx';
import { chart as total } from './big-number-total/index.ts';
import { View as TotalView } from './big-number-total/View.tsx';
import { type ControlCases, faultsOf } from './control-effects.ts';
import { chart as pie } from './pie/index.ts';
import { View as PieView } from './pie/View.tsx';
import { monthlyTable } from './shared/example-series.ts';
import type { ChartViewProps } from './shared/view-props.ts';

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const range = { ...filter, subject: 'at', operator: 'TEMPORAL_RANGE', comparator: 'Last year' };
const rule = { column: 'revenue', colorScheme: '#ff0000', operator: '>', targetValue: 20 };
const euro = { symbol: 'EUR', symbolPosition: 'prefix' };
const compared = { time_compare: '1 year ago' };
const figureSizes = [0.2, 0.3, 0.4, 0.5, 0.6];
const lineSizes = [0.125, 0.15, 0.2, 0.3, 0.4];
const places = ['top', 'bottom', 'left', 'right'];

const formats = {
  header_font_size: { to: 0.6, choices: figureSizes },
  subheader_font_size: { to: 0.4, choices: lineSizes, form: { subheader: 'so far', show_timestamp: true } },
  y_axis_format: { to: ',.2f' },
  currency_format: { to: euro },
  time_format: { to: '%Y', form: { force_timestamp_formatting: true } },
  force_timestamp_formatting: { to: true },
};

const totalSet: ControlCases = {
  definition: total,
  view: TotalView as ComponentType<ChartViewProps>,
  form: { metric: 'revenue' },
  results: [tableFromRows([{ revenue: 1234.5, 'revenue__1 year ago': 1000 }])],
  cases: {
    ...formats,
    panel_by: { to: 'city' },
    metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    time_compare: { to: '1 year ago' },
    compare_calendar: {
      to: 'weekday',
      form: compared,
      choices: [null, 'weekday', 'year', 'quarter', 'month'],
      hiddenBy: {},
    },
    fiscal_year_start: {
      to: 4,
      form: { ...compared, compare_calendar: 'quarter' },
      choices: Array.from({ length: 12 }, (_, index) => index + 1),
      hiddenBy: compared,
    },
    comparison_color_enabled: { to: true, form: compared, hiddenBy: {} },
    comparison_color_scheme: {
      to: 'Red',
      form: { ...compared, comparison_color_enabled: true },
      choices: ['Green', 'Red'],
      hiddenBy: compared,
    },
    subheader: { to: 'so far' },
    conditional_formatting: { to: [rule] },
  },
};

const trendSet: ControlCases = {
  definition: trend,
  view: TrendView as ComponentType<ChartViewProps>,
  form: { x_axis: 'at', metric: 'revenue', time_grain_sqla: 'P1M' },
  results: [monthlyTable('at', [2026, 0], { revenue: [100.5, 120, 90, 110.25] })],
  cases: {
    ...formats,
    x_axis: { to: 'seen' },
    time_grain_sqla: { to: 'P1Y' },
    metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    time_compare: { to: '1 year ago' },
    compare_calendar: {
      to: 'weekday',
      form: compared,
      choices: [null, 'weekday', 'year', 'quarter', 'month'],
      hiddenBy: {},
    },
    fiscal_year_start: {
      to: 4,
      form: { ...compared, compare_calendar: 'quarter' },
      choices: Array.from({ length: 12 }, (_, index) => index + 1),
      hiddenBy: compared,
    },
    compare_lag: { to: 1, hiddenBy: compared },
    compare_suffix: { to: 'on the month before', form: { compare_lag: 1 } },
    comparison_color_scheme: {
      to: 'Red',
      choices: ['Green', 'Red'],
      form: { compare_lag: 1 },
      hiddenBy: { compare_lag: 0 },
    },
    show_timestamp: { to: true },
    show_trend_line: { to: false },
    start_y_axis_at_zero: { to: false },
    time_range_fixed: { to: true, form: { adhoc_filters: [range] }, hiddenBy: {} },
    rolling_type: { to: 'cumsum', choices: ['None', 'mean', 'sum', 'std', 'cumsum'] },
    rolling_periods: { to: 3, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
    min_periods: { to: 2, form: { rolling_type: 'mean' }, hiddenBy: {} },
    resample_rule: { to: '1D', form: { resample_method: 'ffill' } },
    resample_method: { to: 'zerofill', form: { resample_rule: '1D' } },
    color_picker: { to: { r: 200, g: 0, b: 0, a: 1 } },
  },
};

const many = [
  tableFromRows(Array.from({ length: 40 }, (_, index) => ({ city: `City ${index}`, revenue: 100 - index }))),
];
const donut = { donut: true };

const pieSet: ControlCases = {
  definition: pie,
  view: PieView as ComponentType<ChartViewProps>,
  form: { groupby: ['city'], metric: 'revenue' },
  results: [
    tableFromRows([
      { city: 'Rome', revenue: 50.5 },
      { city: 'Bonn', revenue: 30 },
      { city: 'Oslo', revenue: 3 },
    ]),
  ],
  cases: {
    panel_by: { to: 'kind' },
    groupby: { to: ['kind'] },
    metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    row_limit: { to: 50 },
    sort_by_metric: { to: false },
    color_scheme: { to: 'orchard' },
    show_labels_threshold: { to: 50 },
    threshold_for_other: { to: 10 },
    show_legend: { to: false },
    legendType: { to: 'plain', results: many, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
    legendOrientation: { to: 'right', choices: places, hiddenBy: { show_legend: false } },
    legendMargin: { to: 90, hiddenBy: { show_legend: false } },
    label_type: {
      to: 'key_percent',
      choices: ['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent'],
    },
    number_format: { to: ',.3f' },
    currency_format: { to: euro },
    date_format: {
      to: '%Y',
      form: { groupby: ['at'] },
      results: [tableFromRows([{ at: Date.UTC(2026, 2, 1), revenue: 1 }], ['at'])],
    },
    show_labels: { to: false },
    labels_outside: { to: false, hiddenBy: { show_labels: false } },
    label_line: { to: true, hiddenBy: { show_labels: false } },
    show_total: { to: true },
    outerRadius: { to: 30 },
    donut: { to: true },
    innerRadius: { to: 60, form: donut, hiddenBy: {} },
    roseType: { to: 'area', choices: ['area', 'radius', null] },
  },
};

describe.each([
  ['big_number_total', totalSet],
  ['big_number', trendSet],
  ['pie', pieSet],
])('the controls of %s', (_, set) => {
  it('have a case each', () => {
    const names = controlsOf(set.definition).map((control) => control.name);
    expect(Object.keys(set.cases).sort()).toEqual([...names].sort());
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
