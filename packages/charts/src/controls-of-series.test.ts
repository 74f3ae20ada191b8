import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCase, type ControlCases, effectOf, faultsOf } from './control-effects.ts';
import { chart as area } from './echarts-area/index.ts';
import { View as AreaView } from './echarts-area/View.tsx';
import { chart as generic } from './echarts-timeseries/index.ts';
import { View as GenericView } from './echarts-timeseries/View.tsx';
import { chart as bar } from './echarts-timeseries-bar/index.ts';
import { View as BarView } from './echarts-timeseries-bar/View.tsx';
import { chart as line } from './echarts-timeseries-line/index.ts';
import { View as LineView } from './echarts-timeseries-line/View.tsx';
import { chart as scatter } from './echarts-timeseries-scatter/index.ts';
import { View as ScatterView } from './echarts-timeseries-scatter/View.tsx';
import { chart as smooth } from './echarts-timeseries-smooth/index.ts';
import { View as SmoothView } from './echarts-timeseries-smooth/View.tsx';
import { chart as step } from './echarts-timeseries-step/index.ts';
import { View as StepView } from './echarts-timeseries-step/View.tsx';
import { monthlyTable } from './shared/example-series.ts';
import type { ChartViewProps } from './shared/view-props.ts';

const results = [
  monthlyTable('at', [2026, 0], {
    Berlin: [30, 32, 51, 12, 40, 44, 48, 52],
    Paris: [20, 25, 22, 90, 26, 30, 31, 29],
    Rome: [10, 11, 9, 14, 13, 12, 16, 15],
  }),
];
const ages = [
  tableFromRows([
    { age: 1, revenue: 5 },
    { age: 20, revenue: 9 },
    { age: 90, revenue: 7 },
  ]),
];
const cities = [
  tableFromRows([
    { city: 'Rome', new: 9, old: 1 },
    { city: 'Berlin', new: 2, old: 4 },
    { city: 'Paris', new: 5, old: 5 },
  ]),
];
const compared = [
  monthlyTable('at', [2026, 0], {
    Berlin: [30, 32, 51],
    Paris: [20, 25, 22],
    '1 year ago, Berlin': [25, 27, 31],
    '1 year ago, Paris': [22, 21, 24],
  }),
];
const sorted = [monthlyTable('at', [2026, 0], { Rome: [30, 32], Paris: [31, 30], Berlin: [29, 31] })];
const heights = [monthlyTable('at', [2026, 0], { Berlin: [1000, 1004], Paris: [1002, 1009] })];
const manySeries = [
  monthlyTable(
    'at',
    [2026, 0],
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`City ${index}`, [index, 40 - index]])),
  ),
];
const unevenPanels = [monthlyTable('at', [2026, 0], { Berlin: [3, 4], Paris: [20, 900] })];
const byAge = { x_axis: 'age', groupby: [] };
const byCity = { x_axis: 'city', groupby: [] };
const cityByKind = { x_axis: 'city', groupby: ['kind'] };
const forecast = { forecastEnabled: true };
const seasons = [null, true, false];
const values = { show_value: true, stack: 'Stack' };
const months = Array.from({ length: 12 }, (_, index) => index + 1);
const sortTypes = ['name', 'sum', 'min', 'max', 'avg'];
const formula = { name: 'limit', annotationType: 'FORMULA', value: '60', show: true, style: 'solid', color: '#f00' };
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };

const queryCases: Readonly<Record<string, ControlCase>> = {
  x_axis: { to: 'seen' },
  panel_by: { to: 'kind' },
  panel_scales: {
    ...{ to: 'own', choices: ['shared', 'own'], hiddenBy: { panel_by: null } },
    ...{ form: { panel_by: 'city', groupby: [], stack: null }, results: unevenPanels },
  },
  time_grain_sqla: { to: 'P1Y', hiddenBy: byCity },
  xAxisForceCategorical: { to: true, form: byAge, results: ages, hiddenBy: {} },
  x_axis_sort: { to: 'revenue', form: byCity, hiddenBy: cityByKind },
  x_axis_sort_asc: { to: false, form: { ...byCity, x_axis_sort: 'revenue' }, hiddenBy: byCity },
  x_axis_sort_series: { to: 'sum', form: cityByKind, results: cities, choices: sortTypes, hiddenBy: byCity },
  x_axis_sort_series_ascending: { to: false, form: cityByKind, results: cities, hiddenBy: byCity },
  metrics: { to: ['orders'] },
  groupby: { to: ['kind'] },
  contributionMode: { to: 'row', choices: [null, 'row', 'column'] },
  adhoc_filters: { to: [filter] },
  limit: { to: 5 },
  group_others_when_limit_reached: { to: true, form: { limit: 5 }, hiddenBy: { limit: null } },
  timeseries_limit_metric: { to: 'orders' },
  order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
  row_limit: { to: 50 },
  truncate_metric: { to: false },
  show_empty_columns: { to: false },
  rolling_type: { to: 'cumsum', choices: [null, 'mean', 'sum', 'std', 'cumsum'] },
  rolling_periods: { to: 3, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
  min_periods: { to: 2, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
  time_compare: { to: ['1 year ago'] },
  compare_calendar: {
    to: 'weekday',
    form: { time_compare: ['1 year ago'] },
    choices: [null, 'weekday', 'year', 'quarter', 'month'],
    hiddenBy: {},
  },
  fiscal_year_start: {
    to: 4,
    form: { time_compare: ['1 year ago'], compare_calendar: 'year' },
    choices: months,
    hiddenBy: { compare_calendar: 'month' },
  },
  comparison_type: {
    to: 'ratio',
    form: { time_compare: ['1 year ago'] },
    choices: ['values', 'difference', 'percentage', 'ratio'],
  },
  resample_rule: { to: '1D', form: { resample_method: 'ffill' }, hiddenBy: byCity },
  resample_method: { to: 'zerofill', form: { resample_rule: '1D' }, hiddenBy: byCity },
  annotation_layers: { to: [formula] },
  chart_notes: { to: [{ text: 'Sale', at: Date.UTC(2026, 2, 1) }], hiddenBy: byCity },
  forecastEnabled: { to: true, hiddenBy: byCity },
  forecastPeriods: { to: 20, form: forecast, hiddenBy: {} },
  forecastInterval: { to: 0.5, form: forecast, hiddenBy: {} },
  forecastSeasonalityYearly: { to: true, form: forecast, choices: seasons, hiddenBy: {} },
  forecastSeasonalityWeekly: { to: 7, form: forecast, hiddenBy: {} },
  forecastSeasonalityDaily: { to: false, form: forecast, hiddenBy: {} },
};

const lookCases: Readonly<Record<string, ControlCase>> = {
  x_axis_title: { to: 'Month' },
  x_axis_title_margin: { to: 50, form: { x_axis_title: 'Month' } },
  y_axis_title: { to: 'Money' },
  y_axis_title_margin: { to: 50, form: { y_axis_title: 'Money' } },
  y_axis_title_position: { to: 'Top', form: { y_axis_title: 'Money' }, choices: ['Left', 'Top'] },
  sort_series_type: { to: 'max', choices: sortTypes },
  sort_series_ascending: { to: true },
  color_scheme: { to: 'orchard' },
  time_shift_color: {
    to: false,
    form: { time_compare: ['1 year ago'] },
    results: compared,
    hiddenBy: { time_compare: [] },
  },
  show_value: { to: true },
  only_total: { to: false, form: values, hiddenBy: { show_value: true } },
  percentage_threshold: { to: 40, form: { ...values, only_total: false }, hiddenBy: values },
  zoomable: { to: true },
  show_legend: { to: false },
  legendType: { to: 'plain', results: manySeries, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
  legendOrientation: {
    to: 'right',
    choices: ['top', 'bottom', 'left', 'right'],
    hiddenBy: { show_legend: false },
  },
  legendSort: { to: 'asc', results: sorted, choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
  legendMargin: { to: 90, hiddenBy: { show_legend: false } },
  x_axis_time_format: { to: '%Y-%m-%d' },
  xAxisLabelRotation: { to: 45 },
  x_axis_number_format: { to: ',.2f', form: byAge, results: ages, hiddenBy: {} },
  xAxisLabelInterval: { to: '0', choices: ['auto', '0'], width: 240 },
  force_max_interval: { to: true, width: 240, hiddenBy: byCity },
  minorTicks: { to: true },
  truncateXAxis: { to: false, form: { ...byAge, xAxisBounds: [10, 50] }, results: ages, hiddenBy: {} },
  xAxisBounds: { to: [10, 50], form: byAge, results: ages, hiddenBy: {} },
  rich_tooltip: { to: false },
  showTooltipTotal: { to: false, hiddenBy: { rich_tooltip: false } },
  showTooltipPercentage: { to: false, form: { stack: 'Stack' }, hiddenBy: {} },
  tooltipSortByMetric: { to: true, form: { stack: 'Stack' }, hiddenBy: {} },
  tooltipTimeFormat: { to: '%Y' },
  y_axis_format: { to: ',.2f' },
  currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
  logAxis: { to: true },
  minorSplitLine: { to: true },
  truncateYAxis: { to: true, results: heights },
  y_axis_bounds: { to: [5, 80], form: { truncateYAxis: true }, hiddenBy: {} },
};

const marker = {
  markerEnabled: { to: true },
  markerSize: { to: 15, form: { markerEnabled: true }, hiddenBy: {} },
};

const { xAxisForceCategorical: _, ...barQueryCases } = queryCases;

const crowded = [monthlyTable('at', [1900, 0], { Berlin: Array.from({ length: 1500 }, (_, at) => (at * 37) % 101) })];

/** Curves do not stand on each other. */
const { only_total: _total, percentage_threshold: _threshold, showTooltipPercentage: _share, ...unstacked } = lookCases;
const { tooltipSortByMetric: _order, ...smoothLook } = unstacked;

const missingPeriods: ControlCase = {
  to: 'connect',
  results: [
    tableFromRows(
      [0, 1, 4, 5].map((month) => ({ at: Date.UTC(2026, month), Berlin: 10 + month })),
      ['at'],
    ),
  ],
  choices: ['gap', 'zero', 'connect'],
  hiddenBy: byCity,
};

const sets: readonly ControlCases[] = [
  {
    definition: line,
    view: LineView as ComponentType<ChartViewProps>,
    cases: {
      ...queryCases,
      ...lookCases,
      ...marker,
      missing_periods: missingPeriods,
      seriesType: { to: 'smooth', choices: ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'] },
      area: { to: true },
      opacity: { to: 0.5, form: { area: true }, hiddenBy: {} },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Stream', 'Expand'] },
    },
  },
  {
    definition: bar,
    view: BarView as ComponentType<ChartViewProps>,
    cases: {
      ...barQueryCases,
      ...lookCases,
      orientation: { to: 'horizontal', choices: ['vertical', 'horizontal', 'auto'] },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Expand'] },
      stackDimension: {
        to: 'kind',
        form: { stack: 'Stack', groupby: ['city', 'kind'] },
        results: [
          monthlyTable('at', [2026, 0], {
            'Berlin, new': [30, 32],
            'Paris, new': [20, 25],
            'Berlin, old': [3, 2],
            'Paris, old': [2, 5],
          }),
        ],
        choices: ['city', 'kind'],
        hiddenBy: { groupby: ['city', 'kind'] },
      },
    },
  },
  {
    definition: area,
    view: AreaView as ComponentType<ChartViewProps>,
    cases: {
      ...queryCases,
      ...lookCases,
      ...marker,
      missing_periods: missingPeriods,
      seriesType: { to: 'smooth', choices: ['line', 'smooth', 'start', 'middle', 'end'] },
      opacity: { to: 0.5 },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Stream', 'Expand'] },
      show_extra_controls: { to: true },
    },
  },
  {
    definition: generic,
    view: GenericView as ComponentType<ChartViewProps>,
    cases: {
      ...queryCases,
      ...lookCases,
      ...marker,
      missing_periods: missingPeriods,
      area: { to: true },
      opacity: { to: 0.5, form: { area: true }, hiddenBy: {} },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Stream', 'Expand'] },
    },
  },
  {
    definition: smooth,
    view: SmoothView as ComponentType<ChartViewProps>,
    cases: { ...queryCases, ...smoothLook, ...marker, missing_periods: missingPeriods },
  },
  {
    definition: step,
    view: StepView as ComponentType<ChartViewProps>,
    cases: {
      ...queryCases,
      ...lookCases,
      ...marker,
      missing_periods: missingPeriods,
      seriesType: { to: 'end', choices: ['start', 'middle', 'end'] },
      area: { to: true },
      opacity: { to: 0.5, form: { area: true }, hiddenBy: {} },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Stream', 'Expand'] },
    },
  },
  {
    definition: scatter,
    view: ScatterView as ComponentType<ChartViewProps>,
    cases: {
      ...queryCases,
      ...lookCases,
      markerEnabled: { to: true, results: crowded },
      markerSize: { to: 60, form: { markerEnabled: true }, hiddenBy: {} },
      stack: { to: 'Stack', choices: [null, 'Stack', 'Stream', 'Expand'] },
    },
  },
].map((set) => ({
  ...set,
  form: { x_axis: 'at', metrics: ['revenue'], groupby: ['city'], time_grain_sqla: 'P1M' },
  results,
}));

describe.each(sets.map((set) => [set.definition.key, set] as const))('the controls of %s', (_, set) => {
  it('have a case each', () => {
    const names = controlsOf(set.definition).map((control) => control.name);
    expect(Object.keys(set.cases).sort()).toEqual([...names].sort());
  });

  it('are compared by pictures that are the same each time', () => {
    expect(effectOf(set, {}, { to: null })).toEqual(effectOf(set, {}, { to: null }));
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});

describe('controls of stacked charts', () => {
  it.each([
    ['a stacked area is filled by its opacity', area, { stack: 'Stack', opacity: 0.2 }, { opacity: 0.4 }],
    ['an area is filled to the full', area, { opacity: 0.9 }, { opacity: 1 }],
  ] as const)('%s', (_, definition, form, change) => {
    const set = sets.find((one) => one.definition === definition)!;
    const cases = { opacity: { form, from: form.opacity, to: change.opacity } };
    expect(faultsOf({ ...set, cases }, 'opacity')).toEqual([]);
  });
});
