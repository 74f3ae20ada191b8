import { columnLabel, metricLabel } from '@powerset/contract';
import {
  comparedPeriodChoices,
  comparisonTypeChoices,
  contributionChoices,
  pairChoices,
  resampleMethodChoices,
  resampleRuleChoices,
  rollingTypeChoices,
  seasonalityChoices,
  seriesSortChoices,
  timeShiftChoices,
} from './choices.ts';
import {
  adhocFiltersControl,
  checkbox,
  groupbyControl,
  groupOthersControl,
  isShown,
  isTemporalAxis,
  limitControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  showEmptyColumnsControl,
  sortMetricControl,
  timeGrainControl,
  truncateMetricControl,
  xAxisControl,
} from './controls.ts';
import type { ChartTheme, ControlChoice, ControlContext, ControlDefinition, ControlSection } from './definitions.ts';
import { columnOf, columnsOf, isOn, metricsOf, textOf, toList } from './form-values.ts';
import { validateInteger, validateShare } from './validators.ts';

const hasDimensions = (context: ControlContext) => columnsOf(context.form, 'groupby').length > 0;
const metricCount = (context: ControlContext) => metricsOf(context.form, 'metrics').length;

/** The values of an x-axis can be sorted by hand unless they are times, which have their own order. */
const isSortableAxis = (context: ControlContext) =>
  columnOf(context.form, 'x_axis') !== null && !isTemporalAxis(context);

function axisSortChoices(context: ControlContext): readonly ControlChoice[] {
  const axis = columnOf(context.form, 'x_axis');
  const labels = [...(axis ? [columnLabel(axis)] : []), ...metricsOf(context.form, 'metrics').map(metricLabel)];
  const limitMetric = metricsOf(context.form, 'timeseries_limit_metric').map(metricLabel);
  return [...new Set([...labels, ...limitMetric])].map((label) => ({ value: label, label }));
}

const xAxisSortControl: ControlDefinition = {
  name: 'x_axis_sort',
  type: 'sort-by',
  label: 'X-Axis Sort By',
  isClearable: true,
  changes: 'query',
  choices: axisSortChoices,
  isVisible: (context) => isSortableAxis(context) && !hasDimensions(context) && metricCount(context) === 1,
};
const xAxisSortAscControl = checkbox('x_axis_sort_asc', 'X-Axis Sort Ascending', {
  default: true,
  changes: 'query',
  isVisible: (context) => xAxisSortControl.isVisible!(context) && textOf(context.form, 'x_axis_sort') !== '',
});
const isNumericXAxis = (context: ControlContext) =>
  context.columns.some((column) => column.name === context.form.x_axis && column.type === 'number');
const forceCategoricalControl = checkbox('xAxisForceCategorical', 'Force categorical', {
  isVisible: isNumericXAxis,
  description: 'Treats the numbers of the x-axis as names: evenly spaced, sorted like any other names.',
});
const isSeriesSorted = (context: ControlContext) =>
  isSortableAxis(context) && (hasDimensions(context) || metricCount(context) > 1);
const xAxisSortSeriesControl: ControlDefinition = {
  name: 'x_axis_sort_series',
  type: 'select',
  label: 'X-Axis Sort By',
  default: 'name',
  choices: seriesSortChoices,
  changes: 'drawing',
  isVisible: isSeriesSorted,
};
const xAxisSortSeriesAscControl = checkbox('x_axis_sort_series_ascending', 'X-Axis Sort Ascending', {
  default: true,
  isVisible: isSeriesSorted,
});
const contributionModeControl: ControlDefinition = {
  name: 'contributionMode',
  type: 'select',
  label: 'Contribution Mode',
  default: null,
  choices: contributionChoices,
  changes: 'query',
  description: 'Shows each value as its share of the row or of the series.',
};

/** Query section of charts with an x-axis. */
export const seriesQuerySection: ControlSection = {
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
};

const isCompared = (context: ControlContext) => comparedPeriodOf(context.form) !== '';

/** One earlier period beside the one that is shown. */
export const comparedPeriodSection: ControlSection = {
  label: 'Time comparison',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [
      {
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
      },
    ],
    [checkbox('comparison_color_enabled', 'Add colors for positive and negative change', { isVisible: isCompared })],
    [
      {
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
        isVisible: (context) => isCompared(context) && isOn(context.form, 'comparison_color_enabled'),
      },
    ],
  ],
};

/** The earlier period of a form; lists hold several in other chart types, of which the first counts. */
export const comparedPeriodOf = (form: ControlContext['form']): string =>
  textOf({ period: toList(form.time_compare)[0] }, 'period').trim();

/** Good or bad by its sign, in the colours that the form names; none where it wants none. */
export function changeColor(form: ControlContext['form'], change: number, theme: ChartTheme): string | undefined {
  if (!isOn(form, 'comparison_color_enabled') || change === 0) return undefined;
  const isGood = change > 0 === (textOf(form, 'comparison_color_scheme', 'Green') !== 'Red');
  return isGood ? theme.success : theme.danger;
}

const isRolling = (context: ControlContext) => !['', 'None', 'cumsum'].includes(textOf(context.form, 'rolling_type'));

/** Window over the rows; big numbers use it too. */
export const rollingRows: ControlSection['rows'] = [
  [
    {
      name: 'rolling_type',
      type: 'select',
      label: 'Rolling function',
      default: null,
      choices: rollingTypeChoices,
      changes: 'query',
    },
  ],
  [
    {
      name: 'rolling_periods',
      type: 'number',
      label: 'Periods',
      changes: 'query',
      validators: [validateInteger],
      isVisible: isRolling,
    },
    {
      name: 'min_periods',
      type: 'number',
      label: 'Min periods',
      changes: 'query',
      validators: [validateInteger],
      isVisible: isRolling,
    },
  ],
];

/** Only a time axis has a frequency. */
export const resampleRows: ControlSection['rows'] = [
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
      isVisible: (context) => isTemporalAxis(context),
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
      isVisible: (context) => isTemporalAxis(context),
    },
  ],
];

export const advancedAnalyticsSection: ControlSection = {
  label: 'Advanced analytics',
  tab: 'data',
  isCollapsed: true,
  rows: [
    ...rollingRows,
    [
      {
        name: 'time_compare',
        type: 'select',
        label: 'Time shift',
        isMulti: true,
        isFreeForm: true,
        choices: timeShiftChoices,
        changes: 'query',
        description: 'Overlays the same series of an earlier period, for example 1 year ago.',
      },
    ],
    [
      {
        name: 'comparison_type',
        type: 'select',
        label: 'Calculation type',
        default: 'values',
        choices: comparisonTypeChoices,
        changes: 'query',
      },
    ],
    ...resampleRows,
  ],
};

export const annotationsSection: ControlSection = {
  label: 'Annotations and layers',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [{ name: 'annotation_layers', type: 'annotations', label: 'Annotation layers', default: [], changes: 'drawing' }],
  ],
};

const seasonalityControl = (period: string): ControlDefinition => ({
  name: `forecastSeasonality${period}`,
  type: 'select',
  label: `${period} seasonality`,
  default: null,
  isFreeForm: true,
  choices: seasonalityChoices,
  changes: 'query',
  isVisible: isShown('forecastEnabled'),
  description: 'A number sets the order of the seasonality.',
});

/** Only on a time axis is there something to come. */
export const forecastSection: ControlSection = {
  label: 'Predictive analytics',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [
      checkbox('forecastEnabled', 'Enable forecast', {
        changes: 'query',
        isVisible: (context) => isTemporalAxis(context),
      }),
    ],
    [
      {
        name: 'forecastPeriods',
        type: 'number',
        label: 'Forecast periods',
        default: 10,
        changes: 'query',
        validators: [validateInteger],
        isVisible: isShown('forecastEnabled'),
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
        isVisible: isShown('forecastEnabled'),
      },
    ],
    [seasonalityControl('Yearly'), seasonalityControl('Weekly')],
    [seasonalityControl('Daily')],
  ],
};
