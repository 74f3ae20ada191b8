import { columnLabel, metricLabel } from '@powerset/contract';
import {
  comparedPeriodChoices,
  contributionChoices,
  pairChoices,
  resampleMethodChoices,
  resampleRuleChoices,
  rollingTypeChoices,
  seasonalityChoices,
  seriesSortChoices,
} from './choices.ts';
import {
  adhocFiltersControl,
  checkbox,
  compareCalendarControl,
  comparisonTypeControl,
  fiscalYearStartControl,
  groupbyControl,
  groupOthersControl,
  isNumericAxis,
  isShown,
  isTemporalAxis,
  limitControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  showEmptyColumnsControl,
  sortMetricControl,
  timeGrainControl,
  timeShiftControl,
  truncateMetricControl,
  xAxisControl,
} from './controls.ts';
import { control, controlRows, section } from './define.ts';
import type { ChartTheme, ControlChoice, RuleContext } from './definitions.ts';
import { controlValue } from './form-reading.ts';
import type { FieldsOf } from './form-types.ts';
import { validateInteger, validateShare } from './validators.ts';

const hasDimensions = (context: RuleContext) => controlValue(context, groupbyControl).length > 0;
const metricCount = (context: RuleContext) => controlValue(context, metricsControl).length;

/** The values of an x-axis can be sorted by hand unless they are times, which have their own order. */
const isSortableAxis = (context: RuleContext) =>
  controlValue(context, xAxisControl) !== null && !isTemporalAxis(context);

function axisSortChoices(context: RuleContext): readonly ControlChoice[] {
  const axis = controlValue(context, xAxisControl);
  const limitMetric = controlValue(context, sortMetricControl);
  const metrics = [...controlValue(context, metricsControl), ...(limitMetric ? [limitMetric] : [])];
  return [...new Set([...(axis ? [columnLabel(axis)] : []), ...metrics.map(metricLabel)])].map((label) => ({
    value: label,
    label,
  }));
}

const xAxisSortControl = control({
  name: 'x_axis_sort',
  type: 'sort-by',
  label: 'X-Axis Sort By',
  isClearable: true,
  changes: 'query',
  choices: axisSortChoices,
  isVisible: (context) => isSortableAxis(context) && !hasDimensions(context) && metricCount(context) === 1,
});
const xAxisSortAscControl = checkbox('x_axis_sort_asc', 'X-Axis Sort Ascending', {
  default: true,
  changes: 'query',
  isVisible: (context) => xAxisSortControl.isVisible(context) && controlValue(context, xAxisSortControl) !== null,
});
/** Numbers of an x-axis as names; bars stand on names anyway. */
export const forceCategoricalControl = checkbox('xAxisForceCategorical', 'Force categorical', {
  isVisible: isNumericAxis,
  description: 'Treats the numbers of the x-axis as names: evenly spaced, sorted like any other names.',
});
const isSeriesSorted = (context: RuleContext) =>
  isSortableAxis(context) && (hasDimensions(context) || metricCount(context) > 1);
const xAxisSortSeriesControl = control({
  name: 'x_axis_sort_series',
  type: 'select',
  isOptional: true,
  label: 'X-Axis Sort By',
  default: 'name',
  choices: seriesSortChoices,
  changes: 'drawing',
  isVisible: isSeriesSorted,
});
const xAxisSortSeriesAscControl = checkbox('x_axis_sort_series_ascending', 'X-Axis Sort Ascending', {
  default: true,
  isVisible: isSeriesSorted,
});
const contributionModeControl = control({
  name: 'contributionMode',
  type: 'select',
  label: 'Contribution Mode',
  default: null,
  choices: contributionChoices,
  changes: 'query',
  description: 'Shows each value as its share of the row or of the series.',
});

const panelByControl = control({
  name: 'panel_by',
  type: 'column',
  label: 'Split into panels by',
  isOptional: true,
  default: null,
  changes: 'query',
  description: 'One small chart for each value of a column, all drawn alike.',
});
const panelScalesControl = control({
  name: 'panel_scales',
  type: 'select',
  label: 'Scales of the panels',
  default: 'shared',
  choices: pairChoices([
    ['shared', 'The same for all'],
    ['own', 'Each its own'],
  ]),
  isClearable: false,
  changes: 'drawing',
  isVisible: (context) => controlValue(context, panelByControl) !== null,
});

/** Section of charts that may be drawn once for each value of a column. */
export const panelsSection = section({
  label: 'Panels',
  tab: 'data',
  isCollapsed: true,
  rows: [[panelByControl], [panelScalesControl]],
});

/** The same for charts without scales. */
export const plainPanelsSection = section({ ...panelsSection, rows: [[panelByControl]] });

/** Query section of charts with an x-axis. */
export const seriesQuerySection = section({
  label: 'Query',
  tab: 'data',
  rows: [
    [xAxisControl],
    [timeGrainControl],
    [forceCategoricalControl],
    [xAxisSortControl],
    [xAxisSortAscControl],
    [xAxisSortSeriesControl],
    [xAxisSortSeriesAscControl],
    [metricsControl],
    [groupbyControl],
    [contributionModeControl],
    [adhocFiltersControl],
    [limitControl, sortMetricControl],
    [groupOthersControl],
    [orderDescControl],
    [rowLimitControl],
    [truncateMetricControl],
    [showEmptyColumnsControl],
  ],
});

/** The earlier period that a table or a big number is set against. */
export const comparedPeriodControl = control({
  name: 'time_compare',
  type: 'select',
  label: 'Time shift',
  default: null,
  isFreeForm: true,
  isClearable: true,
  choices: comparedPeriodChoices,
  changes: 'query',
  description:
    'Compares with an earlier period, or with one that starts at a date such as 2024-01-31. Needs a time range with both ends.',
});

const isCompared = (context: RuleContext) =>
  comparedPeriodOf({ time_compare: controlValue(context, comparedPeriodControl) }) !== '';

const changeColorControl = checkbox('comparison_color_enabled', 'Add colors for positive and negative change', {
  isVisible: isCompared,
});
/** Which direction of a change is good; `Red` says that less is better. */
export const changeSchemeControl = control({
  name: 'comparison_color_scheme',
  type: 'select',
  label: 'Color scheme',
  default: 'Green',
  isClearable: false,
  choices: pairChoices([
    ['Green', 'Green for increase, red for decrease'],
    ['Red', 'Red for increase, green for decrease'],
  ]),
  changes: 'drawing',
  isVisible: (context) => isCompared(context) && controlValue(context, changeColorControl),
});

/** One earlier period beside the one that is shown. */
export const comparedPeriodSection = section({
  label: 'Time comparison',
  tab: 'data',
  isCollapsed: true,
  rows: [[comparedPeriodControl], [changeColorControl], [changeSchemeControl]],
});

/** The same, where the chart may choose by which calendar. */
export const calendarPeriodSection = section({
  ...comparedPeriodSection,
  rows: [
    [comparedPeriodControl],
    [compareCalendarControl],
    [fiscalYearStartControl],
    [changeColorControl],
    [changeSchemeControl],
  ],
});

/** The earlier period of a form, blank for none; lists hold several in other chart types, of which the first counts. */
export const comparedPeriodOf = (form: FieldsOf<typeof comparedPeriodControl>): string =>
  (form.time_compare ?? '').trim();

/** Good or bad by its sign, in the colours that the form names; none where it wants none. */
export function changeColor(
  form: FieldsOf<typeof changeColorControl | typeof changeSchemeControl>,
  change: number,
  theme: ChartTheme,
): string | undefined {
  if (!form.comparison_color_enabled || change === 0) return undefined;
  return isGoodChange(form, change) ? theme.success : theme.danger;
}

/** Whether a change that is not zero is for the better, by the direction that the form calls good. */
export function isGoodChange(form: FieldsOf<typeof changeSchemeControl>, change: number): boolean {
  return change > 0 === (form.comparison_color_scheme !== 'Red');
}

export const rollingTypeControl = control({
  name: 'rolling_type',
  type: 'select',
  label: 'Rolling function',
  default: null,
  choices: rollingTypeChoices,
  changes: 'query',
});

const isRolling = (context: RuleContext) => ![null, 'cumsum'].includes(controlValue(context, rollingTypeControl));

/** The window over the rows; big numbers use it too. */
export const rollingWindowRow = [
  control({
    name: 'rolling_periods',
    type: 'number',
    label: 'Periods',
    changes: 'query',
    validators: [validateInteger],
    isVisible: isRolling,
  }),
  control({
    name: 'min_periods',
    type: 'number',
    label: 'Min periods',
    changes: 'query',
    validators: [validateInteger],
    isVisible: isRolling,
  }),
] as const;

/** Only a time axis has a frequency. */
export const resampleRows = controlRows([
  [
    {
      name: 'resample_rule',
      type: 'select',
      label: 'Rule',
      default: null,
      isFreeForm: true,
      isClearable: true,
      choices: resampleRuleChoices,
      changes: 'query',
      isVisible: isTemporalAxis,
    },
    {
      name: 'resample_method',
      type: 'select',
      label: 'Fill method',
      default: null,
      isFreeForm: true,
      isClearable: true,
      choices: resampleMethodChoices,
      changes: 'query',
      isVisible: isTemporalAxis,
    },
  ],
]);

export const advancedAnalyticsSection = section({
  label: 'Advanced analytics',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [rollingTypeControl],
    rollingWindowRow,
    [timeShiftControl],
    [compareCalendarControl],
    [fiscalYearStartControl],
    [comparisonTypeControl],
    ...resampleRows,
  ],
});

export const annotationsSection = section({
  label: 'Annotations and layers',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [{ name: 'annotation_layers', type: 'annotations', label: 'Annotation layers', default: [], changes: 'drawing' }],
    [
      {
        name: 'chart_notes',
        type: 'notes',
        label: 'Notes',
        default: [],
        changes: 'drawing',
        description: 'Words at a point or along a span, put there by pointing at the chart.',
        isVisible: isTemporalAxis,
      },
    ],
  ],
});

const forecastEnabledControl = checkbox('forecastEnabled', 'Enable forecast', {
  changes: 'query',
  isVisible: isTemporalAxis,
});
const isForecast = isShown(forecastEnabledControl);

const seasonalityControl = <const Period extends string>(period: Period) =>
  control({
    name: `forecastSeasonality${period}`,
    type: 'select',
    label: `${period} seasonality`,
    default: null,
    isFreeForm: true,
    choices: seasonalityChoices,
    changes: 'query',
    isVisible: isForecast,
    description: 'A number sets the order of the seasonality.',
  });

/** Only on a time axis is there something to come. */
export const forecastSection = section({
  label: 'Predictive analytics',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [forecastEnabledControl],
    [
      {
        name: 'forecastPeriods',
        type: 'number',
        label: 'Forecast periods',
        default: 10,
        changes: 'query',
        validators: [validateInteger],
        isVisible: isForecast,
      },
    ],
    [
      {
        name: 'forecastInterval',
        type: 'number',
        label: 'Confidence interval',
        default: 0.8,
        changes: 'query',
        validators: [validateShare],
        isVisible: isForecast,
      },
    ],
    [seasonalityControl('Yearly'), seasonalityControl('Weekly')],
    [seasonalityControl('Daily')],
  ],
});
