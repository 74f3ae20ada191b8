import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartBehavior, controlsOf, initialForm } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartViews } from './views.ts';

const keys = [
  'big_number',
  'big_number_total',
  'compare',
  'echarts_area',
  'echarts_timeseries',
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'echarts_timeseries_scatter',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'gantt_chart',
  'mixed_timeseries',
  'pie',
  'pivot_table_v2',
  'table',
  'time_pivot',
  'waterfall',
];

/** The types that most dashboards show. */
const popular = [
  'big_number',
  'big_number_total',
  'echarts_area',
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'pie',
  'pivot_table_v2',
  'table',
];
/** Charts whose marks stand for no column. */
const withoutMarks = ['big_number', 'big_number_total', 'compare', 'time_pivot'];

const byKey = chartDefinitions.map((definition) => [definition.key, definition] as const);

describe('the registry of charts', () => {
  it('is fresh: written from the folders present', () => {
    const tool = join(import.meta.dirname, '../tools/make-chart-registry.mjs');
    expect(() => execFileSync(process.execPath, [tool, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  it('has a view for each chart, the quick tiles among them [GAL-002] [GAL-023]', () => {
    expect(chartDefinitions.map((definition) => definition.key).sort()).toEqual(keys);
    expect(Object.keys(chartViews).sort()).toEqual(keys);
    for (const tile of [
      'echarts_timeseries_line',
      'echarts_timeseries_bar',
      'echarts_area',
      'table',
      'big_number_total',
      'pie',
    ]) {
      expect(findChartDefinition(tile), tile).toBeDefined();
    }
    expect(findChartDefinition('filter_box')).toBeUndefined();
  });

  it.each(byKey)(
    '%s says its name, description, category, tags and behaviours, and has a thumbnail [GAL-016]',
    (key, definition) => {
      expect(definition.name).not.toBe('');
      expect(definition.description.length).toBeGreaterThan(30);
      expect(definition.tags.length).toBeGreaterThan(2);
      expect(definition.tags.includes('Popular')).toBe(popular.includes(key));
      expect(['Evolution', 'KPI', 'Part of a Whole', 'Table']).toContain(definition.category);
      expect(definition.behaviors).toContain('DRILL_TO_DETAIL');
      expect(definition.behaviors.includes('INTERACTIVE_CHART')).toBe(!withoutMarks.includes(key));
      const thumbnail = join(import.meta.dirname, key.replaceAll('_', '-'), 'thumbnail.svg');
      expect(existsSync(thumbnail) && readFileSync(thumbnail, 'utf8').startsWith('<svg')).toBe(true);
      expect(definition.isDeprecated ?? false).toBe(false);
    },
  );

  it('knows the behaviours that the reference has, and no others [GAL-017]', () => {
    const known: readonly ChartBehavior[] = ['INTERACTIVE_CHART', 'NATIVE_FILTER', 'DRILL_TO_DETAIL', 'DRILL_BY'];
    for (const { behaviors } of chartDefinitions) expect(known).toEqual(expect.arrayContaining([...behaviors]));
    const drawn = new Set(chartDefinitions.flatMap((definition) => definition.behaviors));
    expect([...drawn].sort()).toEqual(['DRILL_BY', 'DRILL_TO_DETAIL', 'INTERACTIVE_CHART']);
  });

  it.each(chartDefinitions.map((definition) => [definition.key, definition] as const))(
    '%s owns each control once and starts from a complete form',
    (_, definition) => {
      const names = definition.sections.flatMap((section) => section.rows.flat()).map((control) => control.name);
      expect(new Set(names).size).toBe(names.length);
      const form = initialForm(definition);
      for (const control of controlsOf(definition)) {
        if (control.default !== undefined && control.name !== 'query_mode')
          expect(form[control.name], control.name).toEqual(control.default);
      }
    },
  );
});

const expected: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  table: {
    groupby: [],
    percent_metrics: [],
    order_desc: true,
    show_totals: false,
    server_pagination: false,
    row_limit: 1000,
    server_page_length: 10,
    table_timestamp_format: 'smart_date',
    page_length: null,
    include_search: false,
    show_cell_bars: true,
    align_pn: false,
    color_pn: true,
    allow_rearrange_columns: false,
  },
  big_number_total: {
    subheader: '',
    header_font_size: 0.4,
    subheader_font_size: 0.15,
    y_axis_format: 'SMART_NUMBER',
    time_format: 'smart_date',
    force_timestamp_formatting: false,
  },
  big_number: {
    show_timestamp: false,
    show_trend_line: true,
    start_y_axis_at_zero: true,
    color_picker: { r: 0, g: 122, b: 135, a: 1 },
    rolling_type: 'None',
  },
  echarts_timeseries_line: {
    seriesType: 'line',
    area: false,
    opacity: 0.2,
    markerEnabled: false,
    markerSize: 6,
    zoomable: false,
    show_legend: true,
    legendType: 'scroll',
    legendOrientation: 'top',
    sort_series_type: 'sum',
    sort_series_ascending: false,
    rich_tooltip: true,
    show_value: false,
    stack: null,
    truncateYAxis: false,
    y_axis_bounds: [null, null],
    row_limit: 10000,
    comparison_type: 'values',
    forecastEnabled: false,
    forecastPeriods: 10,
    forecastInterval: 0.8,
    x_axis_title_margin: 0,
    xAxisLabelRotation: 0,
  },
  echarts_timeseries_bar: { orientation: 'vertical', stack: null, logAxis: false, minorSplitLine: false },
  echarts_area: {
    seriesType: 'line',
    opacity: 0.2,
    stack: null,
    only_total: true,
    show_extra_controls: false,
    markerEnabled: false,
  },
  mixed_timeseries: {
    row_limit: 10000,
    row_limit_b: 10000,
    order_desc_b: true,
    truncate_metric_b: true,
    seriesType: 'line',
    seriesTypeB: 'line',
    stack: false,
    stackB: false,
    opacityB: 0.2,
    markerSizeB: 6,
    yAxisIndex: 0,
    yAxisIndexB: 0,
    show_query_identifiers: false,
    y_axis_bounds_secondary: [null, null],
    y_axis_format_secondary: 'SMART_NUMBER',
    yAxisTitleSecondary: '',
    logAxisSecondary: false,
  },
  echarts_timeseries_scatter: { markerEnabled: false, markerSize: 6, stack: null, x_axis_number_format: '~g' },
  echarts_timeseries_step: { seriesType: 'start', area: false, opacity: 0.2, force_max_interval: false },
  echarts_timeseries_smooth: { show_value: false, markerSize: 6, legendSort: null, xAxisLabelInterval: 'auto' },
  echarts_timeseries: { area: false, stack: null, time_shift_color: true, percentage_threshold: 0 },
  waterfall: {
    show_legend: false,
    show_total: true,
    increase_color: { r: 90, g: 193, b: 137, a: 1 },
    decrease_color: { r: 224, g: 67, b: 85, a: 1 },
    total_color: { r: 102, g: 102, b: 102, a: 1 },
    x_ticks_layout: 'auto',
    x_axis_time_format: 'smart_date',
  },
  gantt_chart: {
    subcategories: false,
    tooltip_columns: [],
    order_by_cols: [],
    zoomable: false,
    show_extra_controls: false,
    tooltipTimeFormat: 'smart_date',
    tooltipValuesFormat: 'SMART_NUMBER',
  },
  time_pivot: {
    freq: 'W-MON',
    line_interpolation: 'linear',
    show_legend: true,
    color_picker: { r: 0, g: 122, b: 135, a: 1 },
    left_margin: 'auto',
    y_log_scale: false,
  },
  compare: {
    contribution: false,
    comparison_type: 'values',
    x_ticks_layout: 'auto',
    x_axis_showminmax: false,
    y_axis_bounds: [null, null],
  },
  pie: {
    row_limit: 100,
    sort_by_metric: true,
    show_labels_threshold: 5,
    label_type: 'key',
    number_format: 'SMART_NUMBER',
    date_format: 'smart_date',
    show_labels: true,
    labels_outside: true,
    label_line: false,
    show_total: false,
    outerRadius: 70,
    donut: false,
    innerRadius: 30,
  },
  pivot_table_v2: {
    metricsLayout: 'COLUMNS',
    row_limit: 10000,
    order_desc: true,
    aggregateFunction: 'Sum',
    rowTotals: false,
    rowSubTotals: false,
    colTotals: false,
    colSubTotals: false,
    transposePivot: false,
    combineMetric: false,
    valueFormat: 'SMART_NUMBER',
    date_format: 'smart_date',
    rowOrder: 'key_a_to_z',
    colOrder: 'key_a_to_z',
    rowSubtotalPosition: false,
    colSubtotalPosition: false,
  },
};

describe('defaults of controls', () => {
  it.each(Object.entries(expected))('%s starts as in the reference', (key, defaults) => {
    const definition = findChartDefinition(key);
    expect(definition && initialForm(definition)).toMatchObject(defaults);
  });
});
