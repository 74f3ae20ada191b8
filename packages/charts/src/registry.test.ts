import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartBehavior, controlsOf, initialForm } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartViews } from './views.ts';

/** Types whose code comes when one is used: of other tags and categories than those that most dashboards show. */
const maps = [
  'deck_arc',
  'deck_contour',
  'deck_geojson',
  'deck_grid',
  'deck_heatmap',
  'deck_hex',
  'deck_path',
  'deck_polygon',
  'deck_scatter',
  'deck_screengrid',
  'mapbox',
  'point_cluster_map',
];
const keys = [
  ...maps,
  'big_number',
  'big_number_total',
  'echarts_area',
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'pie',
  'pivot_table_v2',
  'table',
];

const byKey = chartDefinitions.map((definition) => [definition.key, definition] as const);

describe('the registry of charts', () => {
  it('is fresh: written from the folders present', () => {
    const tool = join(import.meta.dirname, '../tools/make-chart-registry.mjs');
    expect(() => execFileSync(process.execPath, [tool, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  it('has a view for each chart, the quick tiles among them [GAL-002] [GAL-023]', () => {
    expect(chartDefinitions.map((definition) => definition.key).sort()).toEqual([...keys].sort());
    expect(Object.keys(chartViews).sort()).toEqual([...keys].sort());
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
      if (!maps.includes(key)) expect(definition.tags).toContain('Popular');
      expect(definition.category === 'Map').toBe(maps.includes(key));
      expect(['Evolution', 'KPI', 'Map', 'Part of a Whole', 'Table']).toContain(definition.category);
      expect(definition.behaviors).toContain('DRILL_TO_DETAIL');
      expect(definition.behaviors.includes('INTERACTIVE_CHART')).toBe(!key.startsWith('big_number'));
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
  deck_scatter: {
    filter_nulls: true,
    autozoom: true,
    row_limit: 10000,
    point_radius_fixed: { type: 'fix', value: 1000 },
    point_unit: 'square_m',
    min_radius: 2,
    max_radius: 250,
    multiplier: 1,
    legend_position: 'tr',
    color_scheme_type: 'categorical_palette',
  },
  deck_hex: { grid_size: 20, extruded: true, js_agg_function: 'sum', color_scheme_type: 'categorical_palette' },
  deck_heatmap: { intensity: 1, radius_pixels: 30, aggregation: 'sum', color_scheme_type: 'linear_palette' },
  deck_screengrid: { grid_size: 20, color_scheme_type: 'default' },
  deck_contour: { cellSize: 300, aggregation: 'sum' },
  deck_path: { line_type: 'json', line_width: 1, line_width_unit: 'meters', reverse_long_lat: false },
  deck_polygon: { opacity: 80, num_buckets: 5, filled: true, stroked: false, color_scheme_type: 'linear_palette' },
  deck_geojson: {
    filled: true,
    stroked: false,
    label_property_name: 'name',
    label_size: 24,
    line_width_unit: 'pixels',
  },
  mapbox: { clustering_radius: 60, pandas_aggfunc: 'sum', global_opacity: 1, mapbox_color: 'rgb(0, 139, 139)' },
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
