import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  controlValue,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  limitControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  type RuleContext,
  rowLimitControl,
  sortMetricControl,
  timeGrainControl,
  validateInteger,
  validateNonEmpty,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';

const timeOptionControl = control({
  name: 'time_series_option',
  type: 'select',
  label: 'Options',
  default: 'not_time',
  choices: pairChoices([
    ['not_time', 'Not Time Series'],
    ['time_series', 'Time Series'],
    ['agg_mean', 'Aggregate Mean'],
    ['agg_sum', 'Aggregate Sum'],
    ['point_diff', 'Difference'],
    ['point_percent', 'Percent Change'],
    ['point_factor', 'Factor'],
    ['adv_anal', 'Advanced Analytics'],
  ]),
  isClearable: false,
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Settings for time series',
});
const isTimed = (context: RuleContext) => controlValue(context, timeOptionControl) !== 'not_time';
const isAdvanced = (context: RuleContext) => controlValue(context, timeOptionControl) === 'adv_anal';
const hasDates = (context: RuleContext) =>
  ['time_series', 'adv_anal'].includes(controlValue(context, timeOptionControl));

const rollingControl = control({
  name: 'rolling_type',
  type: 'select',
  label: 'Rolling Function',
  default: 'None',
  choices: pairChoices([
    ['None', 'None'],
    ['mean', 'mean'],
    ['sum', 'sum'],
    ['std', 'std'],
    ['cumsum', 'cumsum'],
  ]),
  isClearable: false,
  changes: 'query',
  isVisible: isAdvanced,
  description: 'Defines a rolling window function to apply, works along with the [Periods] text box',
});
const isRolling = (context: RuleContext) =>
  isAdvanced(context) && ['mean', 'sum', 'std'].includes(controlValue(context, rollingControl));

const shiftControl = control({
  name: 'time_compare',
  type: 'select',
  label: 'Time Shift',
  isMulti: true,
  isFreeForm: true,
  choices: plainChoices([
    '1 day',
    '1 week',
    '28 days',
    '30 days',
    '52 weeks',
    '1 year',
    '104 weeks',
    '2 years',
    '156 weeks',
    '3 years',
  ]),
  changes: 'query',
  isVisible: isAdvanced,
  description: 'Overlay one or more timeseries from a relative time period.',
});
const isShifted = (context: RuleContext) => isAdvanced(context) && controlValue(context, shiftControl).length > 0;

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricsControl],
      [adhocFiltersControl],
      [groupbyControl],
      [limitControl],
      [sortMetricControl],
      [orderDescControl],
      [checkbox('contribution', 'Contribution', { description: 'Shows each part as its share of the total.' })],
      [rowLimitControl],
    ],
  },
  {
    label: 'Time Series Options',
    tab: 'data',
    rows: [
      [timeOptionControl],
      [
        {
          name: 'granularity_sqla',
          type: 'select',
          label: 'Time Column',
          default: '',
          initialValue: (context) => context.mainTemporalColumn ?? '',
          choices: (context) =>
            context.columns.filter(({ type }) => type === 'temporal').map(({ name }) => ({ value: name, label: name })),
          isClearable: false,
          isVisible: isTimed,
          changes: 'query',
          description: 'The column of times that the options look at.',
        },
      ],
      [withControl(timeGrainControl, { isVisible: isTimed })],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'data',
    rows: [
      [colorSchemeControl],
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [
        withControl(dateFormatControl, {
          name: 'date_time_format',
          label: 'Date Time Format',
          isVisible: hasDates,
        }),
      ],
      [
        {
          name: 'partition_limit',
          type: 'number',
          label: 'Partition Limit',
          default: 5,
          validators: [validateInteger],
          changes: 'drawing',
          description: 'The maximum number of subdivisions of each group; lower values are pruned first',
        },
      ],
      [
        {
          name: 'partition_threshold',
          type: 'number',
          label: 'Partition Threshold',
          default: 0.05,
          validators: [validateNumber],
          changes: 'drawing',
          description: 'Partitions whose height to parent height proportions are below this value are pruned',
        },
      ],
      [checkbox('log_scale', 'Log Scale', { description: 'Use a log scale' })],
      [
        checkbox('equal_date_size', 'Equal Date Sizes', {
          default: true,
          isVisible: hasDates,
          description: 'Check to force date partitions to have the same height',
        }),
      ],
      [
        checkbox('rich_tooltip', 'Rich Tooltip', {
          default: true,
          description: 'The rich tooltip shows a list of all series for that point in time',
        }),
      ],
    ],
  },
  {
    label: 'Advanced Analytics',
    tab: 'data',
    isCollapsed: true,
    isVisible: isAdvanced,
    rows: [
      [rollingControl],
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
          label: 'Min Periods',
          changes: 'query',
          validators: [validateInteger],
          isVisible: isRolling,
        },
      ],
      [shiftControl],
      [
        {
          name: 'comparison_type',
          type: 'select',
          label: 'Calculation type',
          default: 'values',
          choices: pairChoices([
            ['values', 'Actual Values'],
            ['absolute', 'Difference'],
            ['percentage', 'Percentage change'],
            ['ratio', 'Ratio'],
          ]),
          isClearable: false,
          changes: 'drawing',
          isVisible: isShifted,
        },
      ],
      [
        {
          name: 'resample_rule',
          type: 'select',
          label: 'Rule',
          default: null,
          isFreeForm: true,
          isClearable: true,
          choices: plainChoices(['1T', '1H', '1D', '7D', '1M', '1AS']),
          changes: 'query',
          isVisible: isAdvanced,
          description: 'The step to which times are filled or thinned',
        },
        {
          name: 'resample_method',
          type: 'select',
          label: 'Method',
          default: null,
          isFreeForm: true,
          isClearable: true,
          choices: plainChoices(['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum']),
          changes: 'query',
          isVisible: isAdvanced,
          description: 'What stands at a step without a value',
        },
      ],
    ],
  },
]);

export type PartitionForm = FormOf<typeof form>;
