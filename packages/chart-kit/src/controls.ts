import type { QueryColumn, QueryObject } from '@powerset/contract';
import {
  allGranularity,
  comparisonTypeChoices,
  granularityChoices,
  labelRotationChoices,
  numberFormatChoices,
  pairChoices,
  percentFormatChoices,
  rowLimitChoices,
  seriesLimitChoices,
  timeFormatChoices,
  timeShiftChoices,
} from './choices.ts';
import { knownSchemeId, schemeChoices } from './color-schemes.ts';
import { defaultFixedOrMetric } from './column-config.ts';
import { commonFields, control, withControl } from './define.ts';
import type { ControlDefinition, RuleContext } from './definitions.ts';
import { controlValue } from './form-reading.ts';
import type { FieldsOf } from './form-types.ts';
import { validateInteger, validateNonEmpty, validateRowLimit } from './validators.ts';

/** A switch; most only change the drawing. */
export function checkbox<const Name extends string>(
  name: Name,
  label: string,
  options: Partial<ControlDefinition> & { readonly default?: boolean } = {},
) {
  return { default: false, changes: 'drawing', ...options, name, label, type: 'checkbox' } as const;
}

export const metricsControl = control({
  name: 'metrics',
  type: 'metrics',
  label: 'Metrics',
  isMulti: true,
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Select one or many metrics to display.',
});
export const metricControl = control({
  name: 'metric',
  type: 'metric',
  label: 'Metric',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Select a metric to display.',
});
export const groupbyControl = control({
  name: 'groupby',
  type: 'columns',
  label: 'Dimensions',
  isMulti: true,
  default: [],
  changes: 'query',
  description: 'Dimensions contain qualitative values such as names, dates, or geographical data.',
});
export const entityControl = control({
  name: 'entity',
  type: 'column',
  label: 'Entity',
  changes: 'query',
  validators: [validateNonEmpty],
});
export const xAxisControl = control({
  name: 'x_axis',
  type: 'column',
  label: 'X-axis',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Dimension to use on x-axis.',
  // Older charts name their time column only.
  initialValue: (context) => controlValue(context, commonFields.timeColumn) || context.mainTemporalColumn,
});

/** True when the x-axis is a time: a temporal column of the dataset, or SQL, whose type nobody knows yet. */
export function isTemporalAxis(context: RuleContext): boolean {
  const axis = controlValue(context, xAxisControl);
  return axis !== null && isTemporalColumn(context, axis);
}

/** Whether a column is a time; SQL may be one. */
export function isTemporalColumn({ columns }: RuleContext, column: QueryColumn): boolean {
  return typeof column !== 'string' || columns.some(({ name, type }) => name === column && type === 'temporal');
}

/** Whether the x-axis is a column of numbers. */
export function isNumericAxis(context: RuleContext): boolean {
  const axis = controlValue(context, xAxisControl);
  return context.columns.some(({ name, type }) => name === axis && type === 'number');
}

export const timeGrainControl = control({
  name: 'time_grain_sqla',
  type: 'time-grain',
  label: 'Time grain',
  default: 'P1D',
  placeholder: allGranularity.label,
  isClearable: true,
  changes: 'query',
  choices: (context) => [allGranularity, ...context.timeGrains],
  isVisible: isTemporalAxis,
  description: 'The time granularity for the visualization. The column is cut to this step.',
});
/** Which columns are times, for queries that cut them to the grain; follows the dataset. */
export const temporalColumnsControl = control({
  name: 'temporal_columns_lookup',
  type: 'hidden',
  label: 'Temporal columns',
  changes: 'query',
  initialValue: (context) =>
    Object.fromEntries(context.columns.filter(({ type }) => type === 'temporal').map(({ name }) => [name, true])),
});
export const granularityControl = control({
  name: 'granularity',
  type: 'select',
  label: 'Time granularity',
  default: 'P1D',
  isFreeForm: true,
  choices: granularityChoices,
  changes: 'query',
});
export const adhocFiltersControl = control({
  name: 'adhoc_filters',
  type: 'filters',
  label: 'Filters',
  isMulti: true,
  default: [],
  changes: 'query',
});
export const sortMetricControl = control({
  name: 'timeseries_limit_metric',
  type: 'metric',
  label: 'Sort by',
  default: null,
  isClearable: true,
  changes: 'query',
  description: 'Metric by which the rows, or the series that remain under the limit, are chosen and ordered.',
});
export const seriesLimitMetricControl = withControl(sortMetricControl, { name: 'series_limit_metric' });
export const orderDescControl = checkbox('order_desc', 'Sort descending', {
  default: true,
  changes: 'query',
  isVisible: (context) => controlValue(context, sortMetricControl) !== null,
  description: 'Whether to sort descending or ascending.',
});
export const rowLimitControl = control({
  name: 'row_limit',
  type: 'select',
  label: 'Row limit',
  default: 10000,
  isOptional: true,
  isFreeForm: true,
  changes: 'query',
  choices: rowLimitChoices,
  validators: [validateInteger, validateRowLimit],
  description: 'The most rows that the query returns.',
});
export const limitControl = control({
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
});
export const seriesLimitControl = withControl(limitControl, { name: 'series_limit' });
export const groupOthersControl = checkbox('group_others_when_limit_reached', 'Group remaining as "Others"', {
  default: false,
  changes: 'query',
  isVisible: (context) => (controlValue(context, limitControl) ?? controlValue(context, seriesLimitControl) ?? 0) > 0,
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
export const dateFormatControl = control({
  name: 'date_format',
  type: 'select',
  label: 'Date format',
  default: 'smart_date',
  isFreeForm: true,
  choices: timeFormatChoices,
  changes: 'drawing',
});

/** Earlier periods of the same series, laid over them. */
export const timeShiftControl = control({
  name: 'time_compare',
  type: 'select',
  label: 'Time shift',
  isMulti: true,
  isFreeForm: true,
  choices: timeShiftChoices,
  changes: 'query',
  description: 'Overlays the same series of an earlier period, for example 1 year ago.',
});
/** By which calendar earlier periods are found; own to this product. */
export const compareCalendarControl = control({
  name: 'compare_calendar',
  type: 'select',
  label: 'Compare by',
  default: null,
  isClearable: false,
  choices: pairChoices([
    [null, 'Dates'],
    ['weekday', 'Weekdays (whole weeks)'],
    ['year', 'Year to date'],
    ['quarter', 'Quarter to date'],
    ['month', 'Month to date'],
  ]),
  changes: 'query',
  isVisible: comparesPeriods,
  description:
    'Weekdays sets each day against the nearest same weekday, 364 days before for a year. To date shows the current period up to now, or to the end of the time range, against the same stretch of the earlier one.',
});

/** Lists in charts of series, one text in others. */
function comparesPeriods({ form }: RuleContext): boolean {
  const { time_compare: compared } = form as { readonly time_compare?: unknown };
  return Array.isArray(compared) ? compared.length > 0 : typeof compared === 'string' && compared.trim() !== '';
}

export const fiscalYearStartControl = control({
  name: 'fiscal_year_start',
  type: 'select',
  label: 'Fiscal year starts in',
  default: 1,
  isClearable: false,
  choices: pairChoices([
    [1, 'January'],
    [2, 'February'],
    [3, 'March'],
    [4, 'April'],
    [5, 'May'],
    [6, 'June'],
    [7, 'July'],
    [8, 'August'],
    [9, 'September'],
    [10, 'October'],
    [11, 'November'],
    [12, 'December'],
  ]),
  changes: 'query',
  isVisible: (context) =>
    comparesPeriods(context) && ['year', 'quarter'].includes(String(controlValue(context, compareCalendarControl))),
});

/** What a form's calendar adds to a query with earlier periods. */
export function calendarField(
  form: FieldsOf<typeof compareCalendarControl | typeof fiscalYearStartControl>,
  offsets: readonly string[],
): Partial<Pick<QueryObject, 'time_calendar'>> {
  const { compare_calendar: calendar, fiscal_year_start: fiscalYearStart } = form;
  if (calendar === null || offsets.length === 0) return {};
  if (calendar === 'weekday') return { time_calendar: { weekday: true } };
  return {
    time_calendar: { to_date: calendar, ...(fiscalYearStart > 1 ? { fiscal_year_start: fiscalYearStart } : {}) },
  };
}

export const comparisonTypeControl = control({
  name: 'comparison_type',
  type: 'select',
  label: 'Calculation type',
  default: 'values',
  choices: comparisonTypeChoices,
  changes: 'query',
});
export const numberFormatControl = control({
  name: 'y_axis_format',
  type: 'select',
  label: 'Y axis format',
  default: 'SMART_NUMBER',
  isFreeForm: true,
  changes: 'drawing',
  choices: (context) =>
    controlValue(context, comparisonTypeControl) === 'percentage' && controlValue(context, timeShiftControl).length > 0
      ? percentFormatChoices
      : numberFormatChoices,
  description: 'D3 format syntax: https://github.com/d3/d3-format',
});
export const currencyFormatControl = control({
  name: 'currency_format',
  type: 'currency',
  label: 'Currency format',
  isClearable: true,
  changes: 'drawing',
});
export const timeFormatControl = withControl(dateFormatControl, {
  name: 'x_axis_time_format',
  label: 'Time format',
  description: 'D3 time format syntax: https://github.com/d3/d3-time-format',
});
export const colorSchemeControl = control({
  name: 'color_scheme',
  type: 'color-scheme',
  label: 'Color scheme',
  default: knownSchemeId('categorical', null),
  choices: schemeChoices('categorical'),
  changes: 'drawing',
});
export const linearColorSchemeControl = control({
  name: 'linear_color_scheme',
  type: 'sequential-scheme',
  label: 'Linear color scheme',
  changes: 'drawing',
  default: knownSchemeId('sequential', null),
  choices: schemeChoices('sequential'),
  isClearable: false,
});
export const colorPickerControl = control({
  name: 'color_picker',
  type: 'color',
  label: 'Fixed color',
  default: { r: 0, g: 122, b: 135, a: 1 },
  changes: 'drawing',
});
export const zoomableControl = checkbox('zoomable', 'Data zoom', {
  description: 'Adds a slider that zooms into a part of the axis.',
});
export const sortByMetricControl = checkbox('sort_by_metric', 'Sort by metric', { default: true, changes: 'query' });
export const labelRotationControl = control({
  name: 'xAxisLabelRotation',
  type: 'select',
  label: 'Rotate x axis label',
  default: 0,
  isFreeForm: true,
  choices: labelRotationChoices,
  changes: 'drawing',
  validators: [validateInteger],
});
export const conditionalFormattingControl = control({
  name: 'conditional_formatting',
  type: 'conditional-formatting',
  label: 'Conditional formatting',
  changes: 'drawing',
  description: 'Colors numeric columns by rules.',
});

/** A number that stands fixed, or the metric that it follows. */
export function fixedOrMetricControl<const Name extends string>(name: Name, label: string) {
  return control({ name, label, type: 'fixed-or-metric', default: defaultFixedOrMetric, changes: 'query' });
}

/** A size in steps with names, as big numbers use for their type. */
export function sizeControl<const Name extends string>(
  name: Name,
  label: string,
  given: { readonly default: number; readonly steps: readonly (readonly [number, string])[] },
) {
  return control({
    name,
    label,
    type: 'select',
    default: given.default,
    isClearable: false,
    changes: 'drawing',
    choices: given.steps.map(([value, text]) => ({ value, label: text })),
  });
}

/** A rule: the control is offered where a switch is on. */
export function isShown(toggle: ControlDefinition & { readonly type: 'checkbox' }) {
  return (context: RuleContext): boolean => controlValue(context, toggle);
}
