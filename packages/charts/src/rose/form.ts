import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  controlRows,
  controlValue,
  currencyFormatControl,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isTemporalAxis,
  limitControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  rollingTypeControl,
  rollingWindowRow,
  rowLimitControl,
  section,
  sortMetricControl,
  stackChoices,
  timeGrainControl,
  withControl,
  xAxisControl,
} from '@powerset/chart-kit';
import { type SeriesForm, seriesDataSections, seriesLookSections } from '../shared/series-form.ts';

const sectorsControl = withControl(xAxisControl, {
  label: 'Sectors by',
  default: null,
  isOptional: true,
  isClearable: true,
  initialValue: () => null,
  validators: [],
  description: 'The column whose values are the sectors; the time column where it is empty.',
});

const timeSection = section({
  label: 'Time',
  tab: 'data',
  rows: [
    [
      control({
        name: 'granularity_sqla',
        type: 'select',
        label: 'Time Column',
        isFreeForm: true,
        initialValue: (context) => context.mainTemporalColumn,
        choices: (context) =>
          context.columns.filter(({ type }) => type === 'temporal').map(({ name }) => ({ value: name, label: name })),
        changes: 'query',
        description: 'The time column of the sectors and of the time range.',
      }),
    ],
    [
      withControl(timeGrainControl, {
        isVisible: (context) => controlValue(context, sectorsControl) === null || isTemporalAxis(context),
      }),
    ],
    [{ name: 'time_range', type: 'time-range', label: 'Time Range', default: 'No filter', changes: 'query' }],
  ],
});

const querySection = section({
  label: 'Query',
  tab: 'data',
  rows: [
    [sectorsControl],
    [metricsControl],
    [adhocFiltersControl],
    [groupbyControl],
    [limitControl, sortMetricControl],
    [orderDescControl],
    [
      checkbox('contribution', 'Contribution', {
        changes: 'query',
        description: 'Compute the contribution to the total',
      }),
    ],
    [rowLimitControl],
  ],
});

const optionsSection = section({
  label: 'Chart Options',
  tab: 'customize',
  rows: [
    [colorSchemeControl],
    [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
    [currencyFormatControl],
    [withControl(dateFormatControl, { name: 'date_time_format', label: 'Date Time Format' })],
    [
      checkbox('rich_tooltip', 'Rich Tooltip', {
        default: true,
        description: 'The rich tooltip shows a list of all series for that point in time',
      }),
    ],
    [
      checkbox('rose_area_proportion', 'Use Area Proportions', {
        default: true,
        description: 'Check if the Rose Chart should use segment area instead of segment radius for proportioning',
      }),
    ],
  ],
});

const comparisonRows = controlRows([
  [
    {
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
      description: 'Overlay one or more series of a relative time period earlier.',
    },
  ],
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
      changes: 'query',
    },
  ],
]);

const resampleRows = controlRows([
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
      description: 'Pandas resample rule',
    },
    {
      name: 'resample_method',
      type: 'select',
      label: 'Fill method',
      default: null,
      isFreeForm: true,
      isClearable: true,
      choices: plainChoices(['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum']),
      changes: 'query',
      description: 'Pandas resample method',
    },
  ],
]);

const analyticsSection = section({
  label: 'Advanced Analytics',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [
      withControl(rollingTypeControl, {
        default: 'None',
        isClearable: false,
        choices: pairChoices([
          ['None', 'None'],
          ['mean', 'mean'],
          ['sum', 'sum'],
          ['std', 'std'],
          ['cumsum', 'cumsum'],
        ]),
      }),
    ],
    rollingWindowRow,
    ...comparisonRows,
    ...resampleRows,
  ],
});

export const form = defineForm([timeSection, querySection, optionsSection, analyticsSection]);

export type RoseForm = FormOf<typeof form>;

const seriesForm = defineForm([...seriesDataSections, ...seriesLookSections({ own: [], stack: stackChoices })]);

/** The same as a form of series, which asks and reads the same way. */
export function toSeriesForm(form: RoseForm): SeriesForm {
  return seriesForm.read({
    ...form,
    granularity_sqla: form.granularity_sqla ?? '',
    contributionMode: form.contribution ? 'row' : null,
    rolling_type: form.rolling_type === 'None' ? null : form.rolling_type,
    time_compare: form.time_compare.map(earlierBy),
    comparison_type: form.comparison_type === 'absolute' ? 'difference' : form.comparison_type,
    truncate_metric: true,
  });
}

/** `1 year` and `1 year ago` mean the same. */
const earlierBy = (shift: string): string => (/^\d+ [a-z]+$/i.test(shift.trim()) ? `${shift.trim()} ago` : shift);
