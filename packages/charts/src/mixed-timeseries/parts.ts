import { type PlainForm, plainSeriesForm } from '../shared/plain-series-form.ts';
import { facts } from './facts.ts';
import type { MixedForm } from './form.ts';

const known = new WeakMap<MixedForm, readonly [PlainForm, PlainForm]>();

/** The two charts of series that a mixed chart is made of. */
export function partsOf(form: MixedForm): readonly [PlainForm, PlainForm] {
  const before = known.get(form);
  if (before) return before;
  const parts = [plainSeriesForm.read(firstPart(form)), plainSeriesForm.read(secondPart(form))] as const;
  known.set(form, parts);
  return parts;
}

/** Which of the two axes each query is drawn on. */
export const axesOf = (form: MixedForm): readonly [0 | 1, 0 | 1] => [
  form.yAxisIndex === 1 ? 1 : 0,
  form.yAxisIndexB === 1 ? 1 : 0,
];

/** What belongs to none of the two alone. */
const shared = { viz_type: facts.key, show_empty_columns: false, chart_notes: [], panel_by: null };

function firstPart(form: MixedForm) {
  return {
    ...form,
    ...shared,
    ...axisFields(form, axesOf(form)[0]),
    stack: form.stack ? 'Stack' : null,
    percentage_threshold: 0,
  };
}

function secondPart(form: MixedForm) {
  return {
    ...form,
    ...shared,
    ...axisFields(form, axesOf(form)[1]),
    annotation_layers: [],
    metrics: form.metrics_b,
    groupby: form.groupby_b,
    adhoc_filters: secondFilters(form),
    limit: form.limit_b,
    timeseries_limit_metric: form.timeseries_limit_metric_b,
    order_desc: form.order_desc_b,
    row_limit: form.row_limit_b,
    truncate_metric: form.truncate_metric_b,
    rolling_type: form.rolling_type_b,
    rolling_periods: form.rolling_periods_b,
    min_periods: form.min_periods_b,
    time_compare: form.time_compare_b,
    comparison_type: form.comparison_type_b,
    resample_rule: form.resample_rule_b,
    resample_method: form.resample_method_b,
    seriesType: form.seriesTypeB,
    stack: form.stackB ? 'Stack' : null,
    area: form.areaB,
    show_value: form.show_valueB,
    only_total: form.only_totalB,
    percentage_threshold: 0,
    opacity: form.opacityB,
    markerEnabled: form.markerEnabledB,
    markerSize: form.markerSizeB,
    sort_series_type: form.sort_series_typeB,
    sort_series_ascending: form.sort_series_ascendingB,
  };
}

/** Bounds always hold; to cut the axis is to let it begin elsewhere than at zero. */
function axisFields(form: MixedForm, axis: 0 | 1) {
  const bounds = axis === 1 ? form.y_axis_bounds_secondary : form.y_axis_bounds;
  const isBounded = bounds.some((bound) => bound !== null);
  return {
    y_axis_bounds: bounds,
    // Where only one end is given the other stays as it would be.
    truncateYAxis: form.truncateYAxis || isBounded,
    y_axis_format: axis === 1 ? form.y_axis_format_secondary : form.y_axis_format,
    currency_format: axis === 1 ? form.currency_format_secondary : form.currency_format,
    logAxis: axis === 1 ? form.logAxisSecondary : form.logAxis,
  };
}

type Filter = MixedForm['adhoc_filters'][number];

const isTimeRange = ({ operator }: Filter) => operator === 'TEMPORAL_RANGE';

/** What a dashboard adds to the chart's filters holds for both queries; its time range stands instead of their own. */
function secondFilters({ adhoc_filters: first, adhoc_filters_b: own }: MixedForm): readonly Filter[] {
  const added = first.filter(({ isExtra }) => isExtra === true);
  const kept = added.some(isTimeRange) ? own.filter((filter) => !isTimeRange(filter)) : own;
  return [...kept, ...added];
}
