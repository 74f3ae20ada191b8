import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartBehavior, controlsOf, initialForm } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartViews } from './views.ts';

const keys = [
  'ag-grid-table',
  'big_number',
  'big_number_total',
  'box_plot',
  'bubble_v2',
  'bullet',
  'cal_heatmap',
  'cartodiagram',
  'chord',
  'compare',
  'country_map',
  'deck_arc',
  'deck_contour',
  'deck_geojson',
  'deck_grid',
  'deck_heatmap',
  'deck_hex',
  'deck_multi',
  'deck_path',
  'deck_polygon',
  'deck_scatter',
  'deck_screengrid',
  'echarts_area',
  'echarts_timeseries',
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'echarts_timeseries_scatter',
  'echarts_timeseries_smooth',
  'echarts_timeseries_step',
  'event_flow',
  'funnel',
  'gantt_chart',
  'gauge_chart',
  'graph_chart',
  'handlebars',
  'heatmap_v2',
  'histogram_v2',
  'horizon',
  'mapbox',
  'mixed_timeseries',
  'paired_ttest',
  'para',
  'partition',
  'pie',
  'pivot_table_v2',
  'point_cluster_map',
  'pop_kpi',
  'radar',
  'rose',
  'sankey_v2',
  'sunburst_v2',
  'table',
  'time_pivot',
  'time_table',
  'tree_chart',
  'treemap_v2',
  'waterfall',
  'word_cloud',
  'world_map',
];

/** Loaded with every page of charts, since most dashboards show them. */
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
/** A click on their marks does something else, or they have none. */
const notInteractive = [
  'big_number',
  'big_number_total',
  'bullet',
  'compare',
  'deck_multi',
  'handlebars',
  'paired_ttest',
  'pop_kpi',
  'time_pivot',
  'tree_chart',
];

const byKey = chartDefinitions.map((definition) => [definition.key, definition] as const);

/** One tag as XML has it: each attribute's text in quotes that it does not hold itself. */
const markup = /<\/?[\w:-]+(\s+[\w:-]+="[^"<]*")*\s*\/?>/g;

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
      expect(definition.tags.length).toBeGreaterThan(0);
      expect(definition.tags.includes('Popular')).toBe(popular.includes(key));
      expect([
        'Correlation',
        'Distribution',
        'Evolution',
        'Flow',
        'KPI',
        'Map',
        'Other',
        'Part of a Whole',
        'Ranking',
        'Table',
      ]).toContain(definition.category);
      // The rows behind a map of layers are those of its layers' datasets.
      expect(definition.behaviors.includes('DRILL_TO_DETAIL')).toBe(key !== 'deck_multi');
      expect(definition.behaviors.includes('INTERACTIVE_CHART')).toBe(!notInteractive.includes(key));
      const thumbnail = join(import.meta.dirname, key.replaceAll('_', '-'), 'thumbnail.svg');
      const picture = existsSync(thumbnail) ? readFileSync(thumbnail, 'utf8') : '';
      expect(picture.startsWith('<svg')).toBe(true);
      expect(picture.replaceAll(markup, ''), 'what a browser cannot read as XML').not.toContain('<');
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
  'ag-grid-table': {
    groupby: [],
    percent_metrics: [],
    order_desc: true,
    show_totals: false,
    server_pagination: false,
    row_limit: 10000,
    server_page_length: 10,
    table_timestamp_format: 'smart_date',
    page_length: null,
    include_search: false,
    show_cell_bars: true,
    align_pn: false,
    color_pn: true,
  },
  time_table: {
    groupby: [],
    row_limit: 10000,
    url: '',
    time_grain_sqla: 'P1D',
    time_range: 'No filter',
  },
  handlebars: {
    query_mode: 'aggregate',
    groupby: [],
    all_columns: [],
    percent_metrics: [],
    order_by_cols: [],
    order_desc: true,
    row_limit: 10000,
    include_time: false,
    show_totals: false,
    handlebarsTemplate: '<ul class="data-list">\n  {{#each data}}\n    <li>{{stringify this}}</li>\n  {{/each}}\n</ul>',
  },
  paired_ttest: {
    groupby: [],
    contribution: false,
    row_limit: 10000,
    significance_level: 0.05,
    pvalue_precision: 6,
    liftvalue_precision: 4,
  },
  event_flow: {
    row_limit: 10000,
    order_by_entity: true,
    min_leaf_node_event_count: 1,
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
    color_picker: {
      r: 0,
      g: 122,
      b: 135,
      a: 1,
    },
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
  echarts_timeseries_bar: {
    orientation: 'vertical',
    stack: null,
    logAxis: false,
    minorSplitLine: false,
  },
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
  treemap_v2: {
    groupby: [],
    row_limit: 10000,
    sort_by_metric: false,
    show_labels: true,
    show_upper_labels: true,
    label_type: 'key_value',
    number_format: 'SMART_NUMBER',
    date_format: 'smart_date',
  },
  sunburst_v2: {
    columns: [],
    secondary_metric: null,
    sort_by_metric: false,
    show_labels: false,
    show_labels_threshold: 5,
    show_total: false,
    label_type: 'key',
    number_format: 'SMART_NUMBER',
  },
  sankey_v2: {
    row_limit: 10000,
    sort_by_metric: false,
  },
  chord: {
    row_limit: 10000,
    sort_by_metric: false,
    y_axis_format: 'SMART_NUMBER',
  },
  graph_chart: {
    show_legend: true,
    legendType: 'scroll',
    legendOrientation: 'top',
    legendSort: null,
    layout: 'force',
    edgeSymbol: 'none,arrow',
    draggable: false,
    roam: true,
    selectedMode: 'single',
    showSymbolThreshold: 0,
    baseNodeSize: 20,
    baseEdgeWidth: 3,
    edgeLength: 400,
    gravity: 0.3,
    repulsion: 1000,
    friction: 0.2,
  },
  tree_chart: {
    root_node_id: '',
    layout: 'orthogonal',
    orient: 'LR',
    node_label_position: 'left',
    child_label_position: 'bottom',
    emphasis: 'descendant',
    symbol: 'emptyCircle',
    symbolSize: 7,
    roam: true,
    initialTreeDepth: 2,
  },
  partition: {
    order_desc: true,
    contribution: false,
    time_series_option: 'not_time',
    number_format: 'SMART_NUMBER',
    date_time_format: 'smart_date',
    partition_limit: 5,
    partition_threshold: 0.05,
    log_scale: false,
    equal_date_size: true,
    rich_tooltip: true,
    rolling_type: 'None',
    comparison_type: 'values',
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
  funnel: {
    groupby: [],
    row_limit: 10,
    sort_by_metric: true,
    percent_calculation_type: 'first_step',
    show_legend: true,
    legendOrientation: 'top',
    label_type: 0,
    tooltip_label_type: 5,
    number_format: 'SMART_NUMBER',
    show_labels: true,
    show_tooltip_labels: true,
  },
  gauge_chart: {
    row_limit: 10,
    sort_by_metric: false,
    min_val: null,
    max_val: null,
    start_angle: 225,
    end_angle: -45,
    font_size: 15,
    value_formatter: '{value}',
    show_pointer: true,
    animation: true,
    show_axis_tick: false,
    show_split_line: false,
    split_number: 10,
    show_progress: true,
    overlap: true,
    round_cap: false,
    intervals: '',
    interval_color_indices: '',
  },
  radar: {
    row_limit: 10,
    show_legend: true,
    legendType: 'scroll',
    show_labels: true,
    label_type: 'value',
    label_position: 'top',
    date_format: 'smart_date',
    is_circle: false,
  },
  word_cloud: {
    row_limit: 100,
    sort_by_metric: false,
    size_from: 10,
    size_to: 70,
    rotation: 'square',
  },
  pop_kpi: {
    y_axis_format: 'SMART_NUMBER',
    percentDifferenceFormat: 'SMART_NUMBER',
    header_font_size: 0.2,
    subtitle_font_size: 0.15,
    show_metric_name: false,
    metric_name_font_size: 0.15,
    subheader_font_size: 0.125,
    comparison_color_enabled: false,
    comparison_color_scheme: 'Green',
    comparison_type: 'values',
  },
  bullet: {
    ranges: '',
    range_labels: '',
    markers: '',
    marker_labels: '',
    marker_lines: '',
    marker_line_labels: '',
  },
  rose: {
    time_grain_sqla: 'P1D',
    time_range: 'No filter',
    order_desc: true,
    contribution: false,
    row_limit: 10000,
    date_time_format: 'smart_date',
    rich_tooltip: true,
    rolling_type: 'None',
    comparison_type: 'values',
  },
  world_map: {
    country_fieldtype: 'cca2',
    row_limit: 10000,
    sort_by_metric: true,
    show_bubbles: false,
    max_bubble_size: '25',
    color_picker: {
      r: 0,
      g: 122,
      b: 135,
      a: 1,
    },
    color_by: 'metric',
    y_axis_format: 'SMART_NUMBER',
  },
  country_map: {
    select_country: null,
    number_format: 'SMART_NUMBER',
  },
  deck_scatter: {
    filter_nulls: true,
    autozoom: true,
    row_limit: 10000,
    point_radius_fixed: {
      type: 'fix',
      value: 1000,
    },
    point_unit: 'square_m',
    min_radius: 2,
    max_radius: 250,
    multiplier: 1,
    legend_position: 'tr',
    color_scheme_type: 'categorical_palette',
  },
  deck_hex: {
    grid_size: 20,
    extruded: true,
    js_agg_function: 'sum',
    color_scheme_type: 'categorical_palette',
  },
  deck_heatmap: {
    intensity: 1,
    radius_pixels: 30,
    aggregation: 'sum',
    color_scheme_type: 'linear_palette',
  },
  deck_screengrid: {
    grid_size: 20,
    color_scheme_type: 'default',
  },
  deck_contour: {
    cellSize: 300,
    aggregation: 'sum',
  },
  deck_multi: {
    autozoom: true,
    deck_slices: [],
  },
  deck_path: {
    line_type: 'json',
    line_width: 1,
    line_width_unit: 'meters',
    reverse_long_lat: false,
  },
  deck_polygon: {
    opacity: 80,
    num_buckets: 5,
    filled: true,
    stroked: false,
    color_scheme_type: 'linear_palette',
  },
  deck_geojson: {
    filled: true,
    stroked: false,
    label_property_name: 'name',
    label_size: 24,
    line_width_unit: 'pixels',
  },
  mapbox: {
    clustering_radius: 60,
    pandas_aggfunc: 'sum',
    global_opacity: 1,
    mapbox_color: 'rgb(0, 139, 139)',
  },
};

describe('defaults of controls', () => {
  it.each(Object.entries(expected))('%s starts as in the reference', (key, defaults) => {
    const definition = findChartDefinition(key);
    expect(definition && initialForm(definition)).toMatchObject(defaults);
  });
});
