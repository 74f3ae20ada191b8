import {
  granularityChoices,
  labelRotationChoices,
  numberFormatChoices,
  percentFormatChoices,
  rowLimitChoices,
  seriesLimitChoices,
  timeFormatChoices,
} from './choices.ts';
import { knownSchemeId, schemeChoices } from './color-schemes.ts';
import { defaultFixedOrMetric } from './column-config.ts';
import type { ControlContext, ControlDefinition } from './definitions.ts';
import { isColumn, isOn, metricsOf, numberOf, textOf, toList } from './form-values.ts';
import { validateInteger, validateNonEmpty, validateRowLimit } from './validators.ts';

/** A control of the shared list with some of its properties changed for one chart. */
export function withControl(control: ControlDefinition, changes: Partial<ControlDefinition>): ControlDefinition {
  return { ...control, ...changes };
}

/** A switch; most only change the drawing. */
export function checkbox(
  name: string,
  label: string,
  options: Partial<ControlDefinition> & { readonly default?: boolean } = {},
): ControlDefinition {
  return { name, label, type: 'checkbox', default: false, changes: 'drawing', ...options };
}

/** True when the x-axis is a time: a temporal column of the dataset, or SQL, whose type nobody knows yet. */
export function isTemporalAxis(context: ControlContext, field = 'x_axis'): boolean {
  const axis = context.form[field];
  if (!isColumn(axis)) return false;
  if (typeof axis !== 'string') return true;
  return context.columns.some((column) => column.name === axis && column.type === 'temporal');
}

const hasMetric = (field: string) => (context: ControlContext) => metricsOf(context.form, field).length > 0;

export const metricsControl: ControlDefinition = {
  name: 'metrics',
  type: 'metrics',
  label: 'Metrics',
  isMulti: true,
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Select one or many metrics to display.',
};
export const metricControl: ControlDefinition = {
  name: 'metric',
  type: 'metric',
  label: 'Metric',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Select a metric to display.',
};
export const groupbyControl: ControlDefinition = {
  name: 'groupby',
  type: 'columns',
  label: 'Dimensions',
  isMulti: true,
  default: [],
  changes: 'query',
  description: 'Dimensions contain qualitative values such as names, dates, or geographical data.',
};
export const entityControl: ControlDefinition = {
  name: 'entity',
  type: 'column',
  label: 'Entity',
  changes: 'query',
  validators: [validateNonEmpty],
};
export const xAxisControl: ControlDefinition = {
  name: 'x_axis',
  type: 'column',
  label: 'X-axis',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Dimension to use on x-axis.',
  // Older charts name their time column only.
  initialValue: (context) => textOf(context.form, 'granularity_sqla') || context.mainTemporalColumn,
};
export const timeGrainControl: ControlDefinition = {
  name: 'time_grain_sqla',
  type: 'time-grain',
  label: 'Time grain',
  default: 'P1D',
  placeholder: 'None',
  isClearable: true,
  changes: 'query',
  choices: (context) => context.timeGrains,
  isVisible: (context) => isTemporalAxis(context),
  description: 'The time granularity for the visualization. The column is cut to this step.',
};
/** Which columns are times, for queries that cut them to the grain; follows the dataset. */
export const temporalColumnsControl: ControlDefinition = {
  name: 'temporal_columns_lookup',
  type: 'hidden',
  label: 'Temporal columns',
  changes: 'query',
  initialValue: (context) =>
    Object.fromEntries(context.columns.filter(({ type }) => type === 'temporal').map(({ name }) => [name, true])),
};
export const granularityControl: ControlDefinition = {
  name: 'granularity',
  type: 'select',
  label: 'Time granularity',
  default: 'P1D',
  isFreeForm: true,
  choices: granularityChoices,
  changes: 'query',
};
export const adhocFiltersControl: ControlDefinition = {
  name: 'adhoc_filters',
  type: 'filters',
  label: 'Filters',
  isMulti: true,
  default: [],
  changes: 'query',
};
export const sortMetricControl: ControlDefinition = {
  name: 'timeseries_limit_metric',
  type: 'metric',
  label: 'Sort by',
  default: null,
  isClearable: true,
  changes: 'query',
  description: 'Metric by which the rows, or the series that remain under the limit, are chosen and ordered.',
};
export const seriesLimitMetricControl = withControl(sortMetricControl, { name: 'series_limit_metric' });
export const orderDescControl = checkbox('order_desc', 'Sort descending', {
  default: true,
  changes: 'query',
  isVisible: hasMetric('timeseries_limit_metric'),
  description: 'Whether to sort descending or ascending.',
});
export const rowLimitControl: ControlDefinition = {
  name: 'row_limit',
  type: 'select',
  label: 'Row limit',
  default: 10000,
  isFreeForm: true,
  changes: 'query',
  choices: rowLimitChoices,
  validators: [validateInteger, validateRowLimit],
  description: 'The most rows that the query returns.',
};
export const limitControl: ControlDefinition = {
  name: 'limit',
  type: 'select',
  label: 'Series limit',
  placeholder: 'None',
  isFreeForm: true,
  isClearable: true,
  choices: seriesLimitChoices,
  validators: [validateInteger],
  changes: 'query',
  description: 'The most series that are shown: the others are left out of the query.',
};
export const seriesLimitControl = withControl(limitControl, { name: 'series_limit' });
export const groupOthersControl = checkbox('group_others_when_limit_reached', 'Group remaining as "Others"', {
  default: false,
  changes: 'query',
  isVisible: ({ form }) => (numberOf(form, 'limit') ?? numberOf(form, 'series_limit') ?? 0) > 0,
  description: 'Whether the series beyond the limit are shown together as one, instead of being left out.',
});
export const truncateMetricControl = checkbox('truncate_metric', 'Truncate metric', {
  default: true,
  changes: 'query',
  description: 'Whether to leave the metric out of the names of series.',
});
export const showEmptyColumnsControl = checkbox('show_empty_columns', 'Show empty columns', {
  default: true,
  changes: 'query',
  description: 'Whether to keep series without any value.',
});
export const dateFormatControl: ControlDefinition = {
  name: 'date_format',
  type: 'select',
  label: 'Date format',
  default: 'smart_date',
  isFreeForm: true,
  choices: timeFormatChoices,
  changes: 'drawing',
};

export const numberFormatControl: ControlDefinition = {
  name: 'y_axis_format',
  type: 'select',
  label: 'Y axis format',
  default: 'SMART_NUMBER',
  isFreeForm: true,
  changes: 'drawing',
  choices: (context) =>
    textOf(context.form, 'comparison_type') === 'percentage' && toList(context.form.time_compare).length > 0
      ? percentFormatChoices
      : numberFormatChoices,
  description: 'D3 format syntax: https://github.com/d3/d3-format',
};
export const currencyFormatControl: ControlDefinition = {
  name: 'currency_format',
  type: 'currency',
  label: 'Currency format',
  isClearable: true,
  changes: 'drawing',
};
export const timeFormatControl: ControlDefinition = {
  ...dateFormatControl,
  name: 'x_axis_time_format',
  label: 'Time format',
  description: 'D3 time format syntax: https://github.com/d3/d3-time-format',
};
export const colorSchemeControl: ControlDefinition = {
  name: 'color_scheme',
  type: 'color-scheme',
  label: 'Color scheme',
  default: knownSchemeId('categorical', null),
  choices: schemeChoices('categorical'),
  changes: 'drawing',
};
export const linearColorSchemeControl: ControlDefinition = {
  name: 'linear_color_scheme',
  type: 'sequential-scheme',
  label: 'Linear color scheme',
  changes: 'drawing',
  default: knownSchemeId('sequential', null),
  choices: schemeChoices('sequential'),
  isClearable: false,
};
export const colorPickerControl: ControlDefinition = {
  name: 'color_picker',
  type: 'color',
  label: 'Fixed color',
  default: { r: 0, g: 122, b: 135, a: 1 },
  changes: 'drawing',
};
export const zoomableControl = checkbox('zoomable', 'Data zoom', {
  description: 'Adds a slider that zooms into a part of the axis.',
});
export const sortByMetricControl = checkbox('sort_by_metric', 'Sort by metric', { default: true, changes: 'query' });
export const labelRotationControl: ControlDefinition = {
  name: 'xAxisLabelRotation',
  type: 'select',
  label: 'Rotate x axis label',
  default: 0,
  isFreeForm: true,
  choices: labelRotationChoices,
  changes: 'drawing',
  validators: [validateInteger],
};
export const conditionalFormattingControl: ControlDefinition = {
  name: 'conditional_formatting',
  type: 'conditional-formatting',
  label: 'Conditional formatting',
  changes: 'drawing',
  description: 'Colors numeric columns by rules.',
};

/** A number that stands fixed, or the metric that it follows. */
export function fixedOrMetricControl(name: string, label: string): ControlDefinition {
  return { name, label, type: 'fixed-or-metric', default: defaultFixedOrMetric, changes: 'query' };
}

/** A size in steps with names, as big numbers use for their type. */
export function sizeControl(
  name: string,
  label: string,
  given: { default: number; steps: readonly (readonly [number, string])[] },
): ControlDefinition {
  return {
    name,
    label,
    type: 'select',
    default: given.default,
    isClearable: false,
    changes: 'drawing',
    choices: given.steps.map(([value, text]) => ({ value, label: text })),
  };
}

export const isShown = (field: string) => (context: ControlContext) => isOn(context.form, field);
