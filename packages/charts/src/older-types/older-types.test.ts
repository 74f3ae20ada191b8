import { describe, expect, it } from 'vitest';
import { modernForm } from './index.ts';

const range = (subject: string, comparator: string) => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator,
});
const time = { granularity_sqla: 'ordered_at', time_range: 'Last year' };
const sales = { expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'Sales' };

describe('forms of older chart types', () => {
  it('leave today’s forms as they are, the same object', () => {
    const form = { viz_type: 'pie', groupby: ['a'] };
    expect(modernForm(form)).toBe(form);
  });

  it('line: the time column is the axis with its range as a filter, curves and steps are types of their own', () => {
    const line = {
      viz_type: 'line',
      ...time,
      metrics: [sales],
      time_compare: ['1 year', '28 days ago'],
      bottom_margin: 'auto',
    };
    expect(modernForm(line)).toEqual({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'ordered_at',
      metrics: [sales],
      time_compare: ['1 year ago', '28 days ago'],
      x_axis_title_margin: 30,
      adhoc_filters: [range('ordered_at', 'Last year')],
    });
    expect(modernForm({ ...line, line_interpolation: 'cardinal' }).viz_type).toBe('echarts_timeseries_smooth');
    expect(modernForm({ ...line, line_interpolation: 'step-after' })).toMatchObject({
      viz_type: 'echarts_timeseries_step',
      seriesType: 'end',
    });
  });

  it('area and bar: stacks, shares, zoom, titles and bounds stand under today’s names', () => {
    expect(
      modernForm({ viz_type: 'area', ...time, stacked_style: 'expand', contribution: true, show_brush: 'yes' }),
    ).toMatchObject({ viz_type: 'echarts_area', stack: 'Expand', contributionMode: 'row', zoomable: true });
    const bar = {
      viz_type: 'bar',
      ...time,
      bar_stacked: true,
      show_bar_value: true,
      y_axis_label: 'Sold',
      x_axis_format: '%Y',
      y_axis_bounds: [0, null],
      y_log_scale: true,
      x_ticks_layout: '45°',
    };
    expect(modernForm(bar)).toMatchObject({
      viz_type: 'echarts_timeseries_bar',
      stack: 'Stack',
      show_value: true,
      y_axis_title: 'Sold',
      x_axis_time_format: '%Y',
      truncateYAxis: true,
      logAxis: true,
      xAxisLabelRotation: 45,
    });
  });

  it('dist_bar: the first dimension is the axis, others are series, the longest bar comes first', () => {
    const form = { viz_type: 'dist_bar', ...time, groupby: ['city', 'kind'], columns: ['year'], metrics: [sales] };
    expect(modernForm(form)).toMatchObject({
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'city',
      groupby: ['kind', 'year'],
      stack: null,
      x_axis_sort: 'Sales',
      x_axis_sort_asc: false,
      adhoc_filters: [range('ordered_at', 'Last year')],
    });
    expect(modernForm({ ...form, order_bars: true })).toMatchObject({ x_axis_sort: 'city', x_axis_sort_asc: true });
  });

  it('dual_line: two metrics with an axis each, filtered alike', () => {
    const filter = { clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'n > 1' };
    const form = {
      viz_type: 'dual_line',
      ...time,
      metric: 'a',
      metric_2: 'b',
      y_axis_2_format: '.1%',
      adhoc_filters: [filter],
    };
    expect(modernForm(form)).toMatchObject({
      viz_type: 'mixed_timeseries',
      metrics: ['a'],
      metrics_b: ['b'],
      yAxisIndexB: 1,
      y_axis_format_secondary: '.1%',
      adhoc_filters: [filter, range('ordered_at', 'Last year')],
      adhoc_filters_b: [filter, range('ordered_at', 'Last year')],
    });
  });

  it('treemap, sunburst, sankey and networks: their dimensions stand where today’s types read them', () => {
    expect(modernForm({ viz_type: 'treemap', metrics: ['a'], groupby: ['x', 'y'], treemap_ratio: 1.6 })).toEqual({
      viz_type: 'treemap_v2',
      metric: 'a',
      groupby: ['x', 'y'],
    });
    expect(modernForm({ viz_type: 'sunburst', groupby: ['x'], metric: 'a' })).toEqual({
      viz_type: 'sunburst_v2',
      columns: ['x'],
      metric: 'a',
    });
    for (const [older, newer] of [
      ['sankey', 'sankey_v2'],
      ['sankey_loop', 'sankey_v2'],
      ['directed_force', 'graph_chart'],
    ] as const)
      expect(modernForm({ viz_type: older, groupby: ['from', 'to'], metric: 'a' })).toMatchObject({
        viz_type: newer,
        source: 'from',
        target: 'to',
        metric: 'a',
      });
  });

  it('heatmap, histogram, bubble and pivot table: axes, bins, scales and totals are kept', () => {
    expect(
      modernForm({
        viz_type: 'heatmap',
        all_columns_x: 'x',
        all_columns_y: ['y'],
        show_perc: false,
        y_axis_bounds: [1, 2],
      }),
    ).toEqual({ viz_type: 'heatmap_v2', x_axis: 'x', groupby: 'y', show_percentage: false, value_bounds: [1, 2] });
    expect(modernForm({ viz_type: 'histogram', all_columns_x: ['n'], link_length: '25', normalized: true })).toEqual({
      viz_type: 'histogram_v2',
      column: 'n',
      bins: 25,
      normalize: true,
    });
    expect(modernForm({ viz_type: 'bubble', x: 'a', limit: 50, x_log_scale: true, left_margin: 'auto' })).toEqual({
      viz_type: 'bubble_v2',
      x: 'a',
      row_limit: 50,
      logXAxis: true,
      y_axis_title_margin: 30,
    });
    expect(
      modernForm({
        viz_type: 'pivot_table',
        groupby: ['r'],
        columns: ['c'],
        pandas_aggfunc: 'mean',
        pivot_margins: true,
      }),
    ).toEqual({
      viz_type: 'pivot_table_v2',
      groupbyRows: ['r'],
      groupbyColumns: ['c'],
      aggregateFunction: 'Average',
      rowTotals: true,
      colTotals: true,
    });
  });

  it('keep what somebody has set under today’s name already', () => {
    expect(modernForm({ viz_type: 'bar', x_axis: 'kind', y_axis_label: 'old', y_axis_title: 'new' })).toMatchObject({
      x_axis: 'kind',
      y_axis_title: 'new',
    });
  });
});
