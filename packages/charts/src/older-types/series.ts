import { metricLabel, type QueryMetric } from '@powerset/contract';
import { type Fields, listOf, marginOf, type OlderType, renamed, rotationOf, withTimeFilter } from './fields.ts';

const names = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  x_axis_label: 'x_axis_title',
  y_axis_label: 'y_axis_title',
  x_axis_format: 'x_axis_time_format',
  y_log_scale: 'logAxis',
  show_controls: 'show_extra_controls',
  show_bar_value: 'show_value',
  y_axis_2_format: 'y_axis_format_secondary',
} as const;

const styles: Readonly<Record<string, string>> = { stack: 'Stack', stream: 'Stream', expand: 'Expand' };

/** What all older charts over time share. */
function seriesFields(form: Fields): Fields {
  const { contribution, show_brush: brush, time_compare: compared, x_ticks_layout: layout, ...others } = form;
  const fields = renamed(others, names);
  return {
    ...fields,
    ...(contribution === true ? { contributionMode: 'row' } : {}),
    ...(brush === 'yes' ? { zoomable: true } : {}),
    ...(layout === undefined ? {} : { xAxisLabelRotation: rotationOf(layout) }),
    ...(compared === undefined || compared === null ? {} : { time_compare: listOf(compared).map(agoOf) }),
    ...('x_axis_title_margin' in fields ? { x_axis_title_margin: marginOf(fields.x_axis_title_margin) } : {}),
    ...('y_axis_title_margin' in fields ? { y_axis_title_margin: marginOf(fields.y_axis_title_margin) } : {}),
    ...(hasBounds(form.y_axis_bounds) ? { truncateYAxis: true } : {}),
  };
}

const agoOf = (shift: unknown) => (/ ago$|^(inherit|custom)$/.test(String(shift)) ? shift : `${String(shift)} ago`);

const hasBounds = (bounds: unknown) => listOf(bounds).some((bound) => typeof bound === 'number');

/** Of a chart whose axis was its time column. */
function overTime(form: Fields): Fields {
  const { x_axis: axis = form.granularity_sqla } = form;
  return { ...withTimeFilter(seriesFields(form)), x_axis: axis };
}

const smooth = ['basis', 'cardinal', 'monotone'];
const steps: Readonly<Record<string, string>> = { 'step-before': 'start', 'step-after': 'end' };

const interpolation = (form: Fields) => String(form.line_interpolation ?? '');

const line: OlderType = {
  key: (form) => {
    if (smooth.includes(interpolation(form))) return 'echarts_timeseries_smooth';
    return steps[interpolation(form)] ? 'echarts_timeseries_step' : 'echarts_timeseries_line';
  },
  translate: (form) => {
    const { line_interpolation: _, ...others } = overTime(form);
    const step = steps[interpolation(form)];
    return { ...others, ...(step ? { seriesType: step } : {}) };
  },
};

const area: OlderType = {
  key: 'echarts_area',
  translate: (form) => {
    const { stacked_style: style, line_interpolation: _, ...others } = overTime(form);
    const stepOrSmooth = steps[interpolation(form)] ?? (smooth.includes(interpolation(form)) ? 'smooth' : 'line');
    return {
      ...others,
      stack: styles[String(style)] ?? 'Stack',
      opacity: form.opacity ?? 0.7,
      seriesType: stepOrSmooth,
    };
  },
};

const stackOf = (form: Fields) => (form.bar_stacked === true ? 'Stack' : null);

const bar: OlderType = {
  key: 'echarts_timeseries_bar',
  translate: (form) => {
    const { bar_stacked: _, ...others } = overTime(form);
    return { ...others, stack: stackOf(form) };
  },
};

/** Bars of categories: the first dimension is the axis, the others and the breakdowns are series. */
const categoryBar: OlderType = {
  key: 'echarts_timeseries_bar',
  translate: (form) => {
    const { bar_stacked: _, order_bars: byName, columns, ...others } = withTimeFilter(seriesFields(form));
    const [axis, ...rest] = listOf(form.groupby);
    const [metric] = listOf(form.metrics);
    const isNamed = byName === true || metric === undefined;
    // What stands among the metrics of a form is one, or is refused where the form is read.
    const sort = isNamed ? axis : metricLabel(metric as QueryMetric);
    return {
      ...others,
      x_axis: axis,
      groupby: [...rest, ...listOf(columns)],
      stack: stackOf(form),
      x_axis_sort: sort,
      x_axis_sort_asc: isNamed,
    };
  },
};

/** Two metrics over time, each with an axis of its own. */
const dualLine: OlderType = {
  key: 'mixed_timeseries',
  translate: (form) => {
    const { metric, metric_2: second, ...others } = overTime(form);
    return {
      ...others,
      metrics: listOf(metric),
      metrics_b: listOf(second),
      adhoc_filters_b: others.adhoc_filters,
      groupby: [],
      groupby_b: [],
      yAxisIndex: 0,
      yAxisIndexB: 1,
    };
  },
};

export const olderSeries: Readonly<Record<string, OlderType>> = {
  line,
  area,
  bar,
  dist_bar: categoryBar,
  dual_line: dualLine,
};
