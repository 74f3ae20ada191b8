import {
  adhocFiltersControl,
  calendarField,
  changeSchemeControl,
  checkbox,
  compareCalendarControl,
  comparedPeriodControl,
  comparisonTypeControl,
  control,
  controlValue,
  currencyFormatControl,
  defineForm,
  type FormOf,
  fiscalYearStartControl,
  isShown,
  metricControl,
  msg,
  numberFormatControl,
  pairChoices,
  rowLimitControl,
  section,
  sizeControl,
  type Validator,
  withControl,
} from '@powerset/chart-kit';

const lineSteps = [
  [0.125, 'Tiny'],
  [0.15, 'Small'],
  [0.2, 'Normal'],
  [0.3, 'Large'],
  [0.4, 'Huge'],
] as const;

const periodControl = withControl(comparedPeriodControl, {
  choices: pairChoices([
    ['1 day ago', '1 day ago'],
    ['1 week ago', '1 week ago'],
    ['1 month ago', '1 month ago'],
    ['1 year ago', '1 year ago'],
    ['custom', 'Custom date'],
    ['inherit', 'Inherit range from time filter'],
  ]),
});

/** A date, and perhaps a time of it. */
const datePattern = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/;

const validateDate: Validator = (value) => {
  const text = String(value ?? '').trim();
  return text === '' || (datePattern.test(text) && !Number.isNaN(Date.parse(text)))
    ? false
    : msg('is expected to be a date such as 2024-01-31');
};

const showNameControl = checkbox('show_metric_name', 'Show Metric Name', {
  description: 'Whether to display the metric name',
});
const colorControl = checkbox('comparison_color_enabled', 'Add color for positive/negative change', {
  description: 'Whether a change is colored by whether it is good.',
});

const optionsSection = section({
  label: 'Chart Options',
  tab: 'customize',
  rows: [
    [withControl(numberFormatControl, { label: 'Number format' })],
    [withControl(numberFormatControl, { name: 'percentDifferenceFormat', label: 'Percent Difference format' })],
    [currencyFormatControl],
    [
      sizeControl('header_font_size', 'Big Number Font Size', {
        default: 0.2,
        steps: [
          [0.2, 'Tiny'],
          [0.3, 'Small'],
          [0.4, 'Normal'],
          [0.5, 'Large'],
          [0.6, 'Huge'],
        ],
      }),
    ],
    [
      {
        name: 'subtitle',
        type: 'text',
        label: 'Subtitle',
        default: '',
        changes: 'drawing',
        description: 'Description text that shows up below your Big Number',
      },
    ],
    [sizeControl('subtitle_font_size', 'Subtitle Font Size', { default: 0.15, steps: lineSteps })],
    [showNameControl],
    [
      withControl(sizeControl('metric_name_font_size', 'Metric Name Font Size', { default: 0.15, steps: lineSteps }), {
        isVisible: isShown(showNameControl),
      }),
    ],
    [sizeControl('subheader_font_size', 'Comparison font size', { default: 0.125, steps: lineSteps })],
    [colorControl],
    [
      withControl(changeSchemeControl, {
        label: 'color scheme for comparison',
        isVisible: isShown(colorControl),
        description: 'Which direction of a change is the good one.',
      }),
    ],
    [
      {
        name: 'column_config',
        type: 'column-config',
        configures: 'comparison',
        label: 'Customize columns',
        changes: 'drawing',
        description: 'Which figures of the comparison are shown, and under which names.',
      },
    ],
  ],
});

const comparisonSection = section({
  label: 'Time Comparison',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [periodControl],
    [
      control({
        name: 'start_date_offset',
        type: 'text',
        label: 'Shift start date',
        default: '',
        placeholder: '2024-01-31',
        validators: [validateDate],
        changes: 'query',
        isVisible: (context) => controlValue(context, periodControl) === 'custom',
        description: 'The day on which the earlier period begins; it is as long as the time range.',
      }),
    ],
    [compareCalendarControl],
    [fiscalYearStartControl],
    [
      withControl(comparisonTypeControl, {
        changes: 'drawing',
        isClearable: false,
        description: 'Actual values shows all figures of the comparison, each other type the one that it names.',
      }),
    ],
  ],
});

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[metricControl], [adhocFiltersControl], [rowLimitControl]] },
  comparisonSection,
  optionsSection,
]);

export type PopKpiForm = FormOf<typeof form>;

/** What the server is asked to compare with; null where nothing is compared, or a date is not told yet. */
export function offsetOf({ time_compare: period, start_date_offset: date }: PopKpiForm): string | null {
  const text = (period ?? '').trim();
  const offset = text === 'custom' ? date.trim() : text;
  return offset === '' ? null : offset;
}

export const calendarOf = (form: PopKpiForm, offsets: readonly string[]) => calendarField(form, offsets);
