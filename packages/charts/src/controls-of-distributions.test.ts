import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { chart as box } from './box-plot/index.ts';
import { View as BoxView } from './box-plot/View.tsx';
import { chart as bubble } from './bubble-v2/index.ts';
import { View as BubbleView } from './bubble-v2/View.tsx';
import { chart as calendar } from './cal-heatmap/index.ts';
import { View as CalendarView } from './cal-heatmap/View.tsx';
import { type ControlCase, type ControlCases, faultsOf } from './control-effects.ts';
import { chart as heatmap } from './heatmap-v2/index.ts';
import { View as HeatmapView } from './heatmap-v2/View.tsx';
import { chart as histogram } from './histogram-v2/index.ts';
import { View as HistogramView } from './histogram-v2/View.tsx';
import { chart as horizon } from './horizon/index.ts';
import { View as HorizonView } from './horizon/View.tsx';
import { chart as parallel } from './para/index.ts';
import { View as ParallelView } from './para/View.tsx';
import type { ChartViewProps } from './shared/view-props.ts';

type View = ComponentType<ChartViewProps>;
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const euro = { symbol: 'EUR', symbolPosition: 'prefix' };
const filters: ControlCase = { to: [filter] };
const places = ['top', 'bottom', 'left', 'right'];
const day = 86_400_000;
const start = Date.UTC(2026, 2, 2);

const limits = {
  limit: { to: 10 },
  timeseries_limit_metric: { to: 'orders' },
  order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
};
const titles = {
  x_axis_title: { to: 'Cities' },
  x_axis_title_margin: { to: 75, form: { x_axis_title: 'Cities' } },
  y_axis_title: { to: 'Money' },
  y_axis_title_margin: { to: 75, form: { y_axis_title: 'Money' } },
  y_axis_title_position: { to: 'Top', form: { y_axis_title: 'Money' }, choices: ['Left', 'Top'] },
};

const boxRow = (city: string | number, level: number) => ({
  city,
  ...{ revenue__min: level - 4.5, revenue__q1: level - 2, revenue__median: level, revenue__q3: level + 2.25 },
  ...{ revenue__max: level + 5, revenue__mean: level + 0.5, revenue__count: 30, revenue__outliers: '[50.5]' },
});
const moreBoxes = [tableFromRows(Array.from({ length: 12 }, (_, at) => boxRow(`City number ${at}`, 40 - at)))];

const boxSet: ControlCases = {
  definition: box,
  view: BoxView as View,
  form: { columns: ['at'], groupby: ['city'], metrics: ['revenue'] },
  results: [tableFromRows([boxRow('Rome', 20), boxRow('Bonn', 12)])],
  hidden: ['temporal_columns_lookup'],
  cases: {
    ...titles,
    columns: { to: ['seen'] },
    time_grain_sqla: { to: 'P1M', hiddenBy: { columns: ['kind'] } },
    groupby: { to: ['kind'] },
    metrics: { to: ['orders'] },
    adhoc_filters: filters,
    series_limit: { to: 10 },
    series_limit_metric: { to: 'orders' },
    row_limit: { to: 50 },
    whiskerOptions: { to: '5/95 percentiles' },
    color_scheme: { to: 'orchard' },
    x_ticks_layout: { to: '90°', results: moreBoxes, choices: ['auto', 'flat', '45°', '90°', 'staggered'] },
    number_format: { to: ',.3f' },
    date_format: {
      to: '%Y',
      form: { groupby: ['at'] },
      results: [
        tableFromRows(
          [boxRow(start, 20)].map(({ city, ...rest }) => ({ at: city, ...rest })),
          ['at'],
        ),
      ],
    },
    zoomable: { to: true },
  },
};

const histogramSet: ControlCases = {
  definition: histogram,
  view: HistogramView as View,
  form: { column: 'age', groupby: ['city'] },
  results: [
    tableFromRows([
      { city: 'Rome', '0.5 - 10.5': 5, '10.5 - 20.5': 7 },
      { city: 'Bonn', '0.5 - 10.5': 2, '10.5 - 20.5': 1 },
    ]),
  ],
  cases: {
    column: { to: 'height' },
    groupby: { to: ['kind'] },
    adhoc_filters: filters,
    row_limit: { to: 50 },
    bins: { to: 20 },
    normalize: { to: true },
    cumulative: { to: true },
    color_scheme: { to: 'orchard' },
    show_value: { to: true },
    show_legend: { to: false },
    x_axis_title: { to: 'Years' },
    x_axis_format: { to: ',.3f' },
    y_axis_title: { to: 'People' },
    y_axis_format: { to: ',.3f' },
  },
};

const cells = [
  { x: 'Web', y: 'Rome', revenue: 10.5, rank: 0.5 },
  { x: 'Store', y: 'Rome', revenue: 40, rank: 1 },
  { x: 'Web', y: 'Bonn', revenue: 5, rank: 0.25 },
];
const sorts = ['alpha_asc', 'alpha_desc', 'value_asc', 'value_desc'];
const steps = [-1, ...Array.from({ length: 50 }, (_, at) => at + 1)];

const heatmapSet: ControlCases = {
  definition: heatmap,
  view: HeatmapView as View,
  form: { x_axis: 'x', groupby: 'y', metric: 'revenue' },
  results: [tableFromRows(cells)],
  cases: {
    x_axis: { to: 'kind' },
    time_grain_sqla: { to: 'P1M', form: { x_axis: 'at' }, hiddenBy: { x_axis: 'city' } },
    groupby: { to: 'kind' },
    metric: { to: 'orders' },
    adhoc_filters: filters,
    row_limit: { to: 50 },
    sort_x_axis: { to: 'value_desc', choices: sorts },
    sort_y_axis: { to: 'value_desc', choices: sorts },
    normalize_across: { to: 'x', choices: ['heatmap', 'x', 'y'] },
    legend_type: { to: 'piecewise', choices: ['continuous', 'piecewise'] },
    linear_color_scheme: { to: 'ember' },
    border_color: { to: { r: 200, g: 0, b: 0, a: 1 }, form: { border_width: 2 } },
    border_width: { to: 2 },
    xscale_interval: { to: 2, choices: steps },
    yscale_interval: { to: 2, choices: steps },
    left_margin: { to: '150' },
    bottom_margin: { to: '100' },
    value_bounds: { to: [0, 100] },
    y_axis_format: { to: ',.3f' },
    x_axis_time_format: {
      to: '%Y',
      results: [
        tableFromRows(
          cells.map((cell, at) => ({ ...cell, x: start + at * day })),
          ['x'],
        ),
      ],
    },
    xAxisLabelRotation: { to: 45 },
    currency_format: { to: euro },
    show_legend: { to: false },
    show_percentage: { to: false },
    show_values: { to: true },
    normalized: { to: true },
  },
};

const bubbles = [
  { city: 'Rome', kind: 'b', revenue: 10.5, orders: 4, size: 30 },
  { city: 'Bonn', kind: 'a', revenue: 200, orders: 14, size: 10.5 },
  { city: 'Oslo', kind: 'c', revenue: 120, orders: 9, size: 5 },
];
const manyKinds = [
  tableFromRows(
    Array.from({ length: 40 }, (_, at) => ({ ...bubbles[0]!, revenue: at + 1, kind: `Kind number ${at}` })),
  ),
];
const bounds = { truncateYAxis: true };

const bubbleSet: ControlCases = {
  definition: bubble,
  view: BubbleView as View,
  form: { entity: 'city', series: 'kind', x: 'revenue', y: 'orders', size: 'size' },
  results: [tableFromRows(bubbles)],
  cases: {
    series: { to: 'age' },
    entity: { to: 'age' },
    x: { to: 'size' },
    y: { to: 'size' },
    size: { to: 'revenue' },
    adhoc_filters: filters,
    orderby: { to: 'orders' },
    order_desc: { to: false, form: { orderby: 'orders' }, hiddenBy: {} },
    row_limit: { to: 50 },
    color_scheme: { to: 'orchard' },
    show_legend: { to: false },
    legendType: { to: 'plain', results: manyKinds, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
    legendOrientation: { to: 'right', choices: places, hiddenBy: { show_legend: false } },
    legendMargin: { to: 90, hiddenBy: { show_legend: false } },
    legendSort: { to: 'asc', choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
    max_bubble_size: { to: '75' },
    tooltipSizeFormat: { to: ',.3f' },
    opacity: { to: 0.2 },
    x_axis_label: { to: 'Money' },
    xAxisLabelRotation: { to: 45 },
    xAxisLabelInterval: { to: '0', choices: ['auto', '0'], form: { xAxisFormat: ',.9f' } },
    x_axis_title_margin: { to: 75 },
    xAxisFormat: { to: ',.3f' },
    logXAxis: { to: true },
    y_axis_label: { to: 'Orders' },
    yAxisLabelRotation: { to: 45 },
    y_axis_title_margin: { to: 75 },
    y_axis_format: { to: ',.3f' },
    logYAxis: { to: true },
    truncateXAxis: {
      to: false,
      results: [tableFromRows(bubbles.map((one) => ({ ...one, revenue: one.revenue + 1000 })))],
    },
    xAxisBounds: { to: [0, 1000], hiddenBy: { truncateXAxis: false } },
    truncateYAxis: {
      to: true,
      results: [tableFromRows(bubbles.map((one) => ({ ...one, orders: one.orders + 1000 })))],
    },
    y_axis_bounds: { to: [0, 1000], form: bounds, hiddenBy: { truncateYAxis: false } },
  },
};

const days = [
  tableFromRows(
    Array.from({ length: 40 }, (_, at) => ({ __timestamp: start + at * day, revenue: at + 0.5 })),
    ['__timestamp'],
  ),
];
const time = { granularity_sqla: { to: 'seen', choices: ['at', 'seen'] }, time_range: { to: 'Last year' } };

const calendarSet: ControlCases = {
  definition: calendar,
  view: CalendarView as View,
  form: { metrics: ['revenue'] },
  results: days,
  cases: {
    ...time,
    domain_granularity: { to: 'year', choices: ['hour', 'day', 'week', 'month', 'year'] },
    subdomain_granularity: { to: 'week', choices: ['min', 'hour', 'day', 'week', 'month'] },
    metrics: { to: ['orders'] },
    adhoc_filters: filters,
    linear_color_scheme: { to: 'ember' },
    cell_size: { to: 20 },
    cell_padding: { to: 5 },
    cell_radius: { to: 4 },
    steps: { to: 4 },
    y_axis_format: { to: ',.3f' },
    x_axis_time_format: { to: '%Y' },
    show_legend: { to: false },
    show_values: { to: true, form: { cell_size: 30 } },
    show_metric_name: { to: false },
  },
};

const parallelSet: ControlCases = {
  definition: parallel,
  view: ParallelView as View,
  form: { series: 'city', metrics: ['revenue', 'orders'] },
  results: [tableFromRows(bubbles)],
  cases: {
    ...limits,
    series: { to: 'kind' },
    metrics: { to: ['orders', 'size'] },
    secondary_metric: { to: 'size' },
    adhoc_filters: filters,
    row_limit: { to: 50 },
    show_datatable: { to: true },
    include_series: { to: true },
    linear_color_scheme: { to: 'ember' },
  },
};

const strips = [
  tableFromRows(
    ['Rome', 'Bonn'].flatMap((city, own) =>
      Array.from({ length: 20 }, (_, at) => ({ __timestamp: start + at * day, city, revenue: (own + 1) * (at + 2.5) })),
    ),
    ['__timestamp'],
  ),
];

const horizonSet: ControlCases = {
  definition: horizon,
  view: HorizonView as View,
  form: { metrics: ['revenue'], groupby: ['city'] },
  results: strips,
  cases: {
    ...time,
    ...limits,
    metrics: { to: ['orders'] },
    adhoc_filters: filters,
    groupby: { to: ['kind'] },
    contribution: { to: true },
    row_limit: { to: 50 },
    series_height: { to: '50' },
    horizon_color_scale: { to: 'overall', choices: ['series', 'overall', 'change'] },
  },
};

describe.each([
  ['box_plot', boxSet],
  ['histogram_v2', histogramSet],
  ['heatmap_v2', heatmapSet],
  ['bubble_v2', bubbleSet],
  ['cal_heatmap', calendarSet],
  ['para', parallelSet],
  ['horizon', horizonSet],
])('the controls of %s', (_, set) => {
  it('have a case each', () => {
    const names = controlsOf(set.definition).map((control) => control.name);
    expect([...Object.keys(set.cases), ...(set.hidden ?? [])].sort()).toEqual([...names].sort());
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
