import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { chart as chord } from './chord/index.ts';
import { View as ChordView } from './chord/View.tsx';
import { type ControlCases, faultsOf } from './control-effects.ts';
import { chart as graph } from './graph-chart/index.ts';
import { View as GraphView } from './graph-chart/View.tsx';
import { chart as partition } from './partition/index.ts';
import { View as PartitionView } from './partition/View.tsx';
import { chart as sankey } from './sankey-v2/index.ts';
import { View as SankeyView } from './sankey-v2/View.tsx';
import type { ChartViewProps } from './shared/view-props.ts';
import { chart as sunburst } from './sunburst-v2/index.ts';
import { View as SunburstView } from './sunburst-v2/View.tsx';
import { chart as tree } from './tree-chart/index.ts';
import { View as TreeView } from './tree-chart/View.tsx';
import { chart as treemap } from './treemap-v2/index.ts';
import { View as TreemapView } from './treemap-v2/View.tsx';

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const euro = { symbol: 'EUR', symbolPosition: 'prefix' };
const parts = tableFromRows([
  { city: 'Rome', kind: 'Web', revenue: 50.5, orders: 5 },
  { city: 'Rome', kind: 'Store', revenue: 20, orders: 8 },
  { city: 'Bonn', kind: 'Web', revenue: 30, orders: 9 },
  { city: 'Oslo', kind: 'Store', revenue: 3, orders: 1 },
]);
const years = tableFromRows(
  [
    { at: Date.UTC(2025, 2, 1), revenue: 1 },
    { at: Date.UTC(2026, 2, 1), revenue: 2 },
  ],
  ['at'],
);
const dated = { to: '%Y', form: { groupby: ['at'], columns: ['at'] }, results: [years] };

const treemapSet: ControlCases = {
  definition: treemap,
  view: TreemapView as ComponentType<ChartViewProps>,
  form: { groupby: ['city', 'kind'], metric: 'revenue' },
  results: [parts],
  cases: {
    groupby: { to: ['kind'] },
    metric: { to: 'orders' },
    row_limit: { to: 50 },
    sort_by_metric: { to: true },
    adhoc_filters: { to: [filter] },
    color_scheme: { to: 'orchard' },
    show_labels: { to: false },
    show_upper_labels: { to: false },
    label_type: { to: 'value', choices: ['Key', 'value', 'key_value'] },
    number_format: { to: ',.3f' },
    currency_format: { to: euro },
    date_format: dated,
  },
};

const labelled = { show_labels: true };
const byRatio = { secondary_metric: 'orders' };

const sunburstSet: ControlCases = {
  definition: sunburst,
  view: SunburstView as ComponentType<ChartViewProps>,
  form: { columns: ['city', 'kind'], metric: 'revenue' },
  results: [parts],
  cases: {
    columns: { to: ['kind'] },
    metric: { to: 'orders' },
    secondary_metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    row_limit: { to: 50 },
    sort_by_metric: { to: true },
    color_scheme: { to: 'orchard', hiddenBy: byRatio },
    linear_color_scheme: { to: 'moss', form: byRatio, hiddenBy: { secondary_metric: 'revenue' } },
    show_labels: { to: true },
    show_labels_threshold: { to: 40, form: labelled },
    show_total: { to: true },
    label_type: { to: 'value', form: labelled, choices: ['key', 'value', 'key_value'] },
    number_format: { to: ',.3f' },
    currency_format: { to: euro },
    date_format: { ...dated, form: { ...dated.form, ...labelled } },
  },
};

const links = tableFromRows([
  { city: 'Rome', kind: 'Bonn', revenue: 50.5, of: 'South', to: 'North' },
  { city: 'Bonn', kind: 'Oslo', revenue: 30, of: 'North', to: 'North' },
  { city: 'Rome', kind: 'Oslo', revenue: 3, of: 'South', to: 'North' },
  { city: 'Lima', kind: 'Rome', revenue: 12, of: 'East', to: 'South' },
  { city: 'Lima', kind: 'Quito', revenue: 9, of: 'East', to: 'East' },
]);
const flows = { row_limit: { to: 50 }, adhoc_filters: { to: [filter] }, metric: { to: 'orders' } };

const sankeySet: ControlCases = {
  definition: sankey,
  view: SankeyView as ComponentType<ChartViewProps>,
  form: { source: 'city', target: 'kind', metric: 'revenue' },
  results: [links],
  cases: {
    ...flows,
    source: { to: 'age' },
    target: { to: 'age' },
    sort_by_metric: { to: true },
    color_scheme: { to: 'orchard' },
  },
};

const chordSet: ControlCases = {
  definition: chord,
  view: ChordView as ComponentType<ChartViewProps>,
  form: { groupby: 'city', columns: 'kind', metric: 'revenue' },
  results: [links],
  cases: {
    ...flows,
    groupby: { to: 'age' },
    columns: { to: 'age' },
    sort_by_metric: { to: true },
    y_axis_format: { to: ',.3f' },
    color_scheme: { to: 'orchard' },
  },
};

const grouped = { source_category: 'of', target_category: 'to' };
const circular = { layout: 'circular' };
const manyKinds = tableFromRows(
  Array.from({ length: 40 }, (_, at) => ({
    city: `A${at}`,
    kind: `B${at}`,
    revenue: 40 - at,
    of: `Kind of ${at}`,
    to: 'x',
  })),
);

const graphSet: ControlCases = {
  definition: graph,
  view: GraphView as ComponentType<ChartViewProps>,
  form: { source: 'city', target: 'kind', metric: 'revenue' },
  results: [links],
  cases: {
    ...flows,
    source: { to: 'age' },
    target: { to: 'age' },
    source_category: { to: 'of' },
    target_category: { to: 'to' },
    color_scheme: { to: 'orchard' },
    show_legend: { to: false, form: grouped },
    legendType: {
      to: 'plain',
      form: grouped,
      results: [manyKinds],
      choices: ['scroll', 'plain'],
      hiddenBy: { show_legend: false },
    },
    legendOrientation: {
      to: 'right',
      form: grouped,
      choices: ['top', 'bottom', 'left', 'right'],
      hiddenBy: { show_legend: false },
    },
    legendMargin: { to: 90, form: grouped, hiddenBy: { show_legend: false } },
    legendSort: { to: 'asc', form: grouped, choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
    layout: { to: 'circular', choices: ['force', 'circular'] },
    edgeSymbol: { to: 'circle,circle', choices: ['none,none', 'none,arrow', 'circle,arrow', 'circle,circle'] },
    draggable: { to: true, hiddenBy: circular },
    roam: { to: false, choices: [false, 'scale', 'move', true] },
    selectedMode: { to: 'multiple', choices: [false, 'single', 'multiple'] },
    showSymbolThreshold: { to: 40 },
    baseNodeSize: { to: 30 },
    baseEdgeWidth: { to: 1 },
    edgeLength: { to: 800, hiddenBy: circular },
    gravity: { to: 0.9, hiddenBy: circular },
    repulsion: { to: 3000, hiddenBy: circular },
    friction: { to: 0.8, hiddenBy: circular },
  },
};

const sides = ['left', 'top', 'right', 'bottom'];
const radial = { layout: 'radial' };

const treeSet: ControlCases = {
  definition: tree,
  view: TreeView as ComponentType<ChartViewProps>,
  form: { id: 'city', parent: 'kind' },
  results: [
    tableFromRows([
      { city: 'Earth', kind: null },
      { city: 'Europe', kind: 'Earth' },
      { city: 'Asia', kind: 'Earth' },
      { city: 'Italy', kind: 'Europe' },
      { city: 'Rome', kind: 'Italy' },
    ]),
  ],
  cases: {
    ...flows,
    id: { to: 'age' },
    parent: { to: 'age' },
    name: { to: 'age' },
    root_node_id: { to: 'Europe' },
    layout: { to: 'radial', choices: ['orthogonal', 'radial'] },
    orient: { to: 'TB', choices: ['LR', 'RL', 'TB', 'BT'], hiddenBy: radial },
    node_label_position: { to: 'top', choices: sides },
    child_label_position: { to: 'right', choices: sides },
    emphasis: { to: 'ancestor', choices: ['ancestor', 'descendant'], hiddenBy: radial },
    symbol: {
      to: 'diamond',
      choices: ['emptyCircle', 'circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow', 'none'],
    },
    symbolSize: { to: 21 },
    roam: { to: false, choices: [false, 'scale', 'move', true] },
    initialTreeDepth: { to: -1 },
  },
};

const timed = { time_series_option: 'time_series', granularity_sqla: 'at' };
const advanced = { time_series_option: 'adv_anal', granularity_sqla: 'at' };
const overTime = tableFromRows(
  [
    { at: Date.UTC(2025, 2, 1), city: 'Rome', kind: 'Web', revenue: 10, 'revenue__1 year ago': 4 },
    { at: Date.UTC(2026, 2, 1), city: 'Rome', kind: 'Web', revenue: 30, 'revenue__1 year ago': 10 },
  ],
  ['at'],
);
const shifted = { ...advanced, time_compare: ['1 year'] };

const partitionSet: ControlCases = {
  definition: partition,
  view: PartitionView as ComponentType<ChartViewProps>,
  form: { groupby: ['city', 'kind'], metrics: ['revenue'], granularity_sqla: 'at' },
  results: [parts],
  cases: {
    metrics: { to: ['orders'] },
    adhoc_filters: { to: [filter] },
    groupby: { to: ['kind'] },
    limit: { to: 5 },
    timeseries_limit_metric: { to: 'orders' },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    contribution: { to: true },
    row_limit: { to: 50 },
    time_series_option: {
      to: 'time_series',
      choices: [
        ...['not_time', 'time_series', 'agg_mean', 'agg_sum'],
        ...['point_diff', 'point_percent', 'point_factor', 'adv_anal'],
      ],
    },
    granularity_sqla: { to: 'seen', form: timed, choices: ['at', 'seen'], hiddenBy: {} },
    time_grain_sqla: { to: 'P1Y', form: timed, hiddenBy: {} },
    color_scheme: { to: 'orchard' },
    number_format: { to: ',.3f' },
    date_time_format: { to: '%Y', form: timed, results: [overTime], hiddenBy: {} },
    partition_limit: { to: 1 },
    partition_threshold: { to: 0.5 },
    log_scale: { to: true },
    equal_date_size: { to: false, form: timed, results: [overTime], hiddenBy: {} },
    rich_tooltip: { to: false },
    rolling_type: {
      to: 'cumsum',
      form: advanced,
      choices: ['None', 'mean', 'sum', 'std', 'cumsum'],
      hiddenBy: timed,
    },
    rolling_periods: { to: 3, form: { ...advanced, rolling_type: 'mean' }, hiddenBy: advanced },
    min_periods: { to: 2, form: { ...advanced, rolling_type: 'mean' }, hiddenBy: advanced },
    time_compare: { to: ['1 year'], form: advanced, hiddenBy: timed },
    comparison_type: {
      to: 'absolute',
      form: shifted,
      results: [overTime],
      choices: ['values', 'absolute', 'percentage', 'ratio'],
      hiddenBy: advanced,
    },
    resample_rule: { to: '1D', form: { ...advanced, resample_method: 'ffill' }, hiddenBy: timed },
    resample_method: { to: 'mean', form: { ...advanced, resample_rule: '1D' }, hiddenBy: timed },
  },
};

describe.each([
  ['treemap_v2', treemapSet],
  ['sunburst_v2', sunburstSet],
  ['sankey_v2', sankeySet],
  ['chord', chordSet],
  ['graph_chart', graphSet],
  ['tree_chart', treeSet],
  ['partition', partitionSet],
])('the controls of %s', (_, set) => {
  it('have a case each', () => {
    const names = controlsOf(set.definition).map((control) => control.name);
    expect(Object.keys(set.cases).sort()).toEqual([...names].sort());
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
