import {
  adhocFiltersControl,
  changeSchemeControl,
  checkbox,
  colorPickerControl,
  commonFields,
  compareCalendarControl,
  comparedPeriodControl,
  comparedPeriodOf,
  control,
  controlValue,
  defineForm,
  type FormOf,
  fiscalYearStartControl,
  metricControl,
  type RuleContext,
  resampleRows,
  rollingTypeControl,
  rollingWindowRow,
  timeGrainControl,
  validateInteger,
  validateNonEmpty,
  withControl,
  xAxisControl,
} from '@powerset/chart-kit';
import { bigNumberFormatRows, bigNumberSizeRows } from '../shared/big-number-form.ts';

/** A range stands beside the time column, or among the filters. */
function hasTimeRange(context: RuleContext): boolean {
  const ranges = controlValue(context, adhocFiltersControl)
    .filter((filter) => filter.operator === 'TEMPORAL_RANGE')
    .map((filter) => filter.comparator);
  return [controlValue(context, commonFields.timeRange), ...ranges].some(
    (range) => typeof range === 'string' && !['', 'No filter'].includes(range),
  );
}

const periodControl = withControl(comparedPeriodControl, {
  description:
    'Sets the latest period against an earlier one, for example 1 year ago, in place of a number of periods.',
});
const hasPeriod = (context: RuleContext) =>
  comparedPeriodOf({ time_compare: controlValue(context, periodControl) }) !== '';

const lagControl = control({
  name: 'compare_lag',
  type: 'number',
  label: 'Comparison Period Lag',
  changes: 'drawing',
  validators: [validateInteger],
  description: 'Based on granularity, number of time periods to compare against',
  isVisible: (context) => !hasPeriod(context),
});

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        withControl(xAxisControl, {
          label: 'Temporal X-Axis',
          columnTypes: ['temporal'],
          validators: [validateNonEmpty],
        }),
      ],
      [timeGrainControl],
      [metricControl],
      [adhocFiltersControl],
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    rows: [
      [periodControl],
      [compareCalendarControl],
      [fiscalYearStartControl],
      [lagControl],
      [
        {
          name: 'compare_suffix',
          type: 'text',
          label: 'Comparison suffix',
          changes: 'drawing',
          description: 'Suffix to apply after the percentage display',
        },
      ],
      [
        withControl(changeSchemeControl, {
          isVisible: (context) => hasPeriod(context) || (controlValue(context, lagControl) ?? 0) > 0,
        }),
      ],
      [checkbox('show_timestamp', 'Show Timestamp', { description: 'Whether to display the timestamp' })],
      [checkbox('show_trend_line', 'Show Trend Line', { default: true })],
      [
        checkbox('start_y_axis_at_zero', 'Start y-axis at 0', {
          default: true,
          description: 'Start y-axis at zero. Uncheck to start y-axis at minimum value in the data.',
        }),
      ],
      [
        checkbox('time_range_fixed', 'Fix to selected Time Range', {
          isVisible: hasTimeRange,
          description:
            'Fix the trend line to the full time range specified in case filtered results do not include the start or end dates',
        }),
      ],
    ],
  },
  {
    label: 'Advanced Analytics',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [
        withControl(rollingTypeControl, {
          default: 'None',
          choices: rollingTypeControl.choices.map(({ value, label }) => ({ value: value ?? 'None', label })),
        }),
      ],
      rollingWindowRow,
      ...resampleRows,
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [[colorPickerControl], ...bigNumberSizeRows, ...bigNumberFormatRows],
  },
]);

export type TrendForm = FormOf<typeof form>;
