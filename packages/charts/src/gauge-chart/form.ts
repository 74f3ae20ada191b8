import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  currencyFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  metricControl,
  msg,
  numberFormatControl,
  plainChoices,
  rowLimitControl,
  section,
  sortByMetricControl,
  type Validator,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';

const isListOf = (value: unknown, isFitting: (number: number) => boolean) =>
  String(value ?? '').trim() === '' ||
  String(value)
    .split(',')
    .every((part) => part.trim() !== '' && isFitting(Number(part)));

const validateBounds: Validator = (value) =>
  isListOf(value, Number.isFinite) ? false : msg('is expected to be numbers with commas between them');
const validateIndices: Validator = (value) =>
  isListOf(value, (number) => Number.isInteger(number) && number > 0)
    ? false
    : msg('is expected to be whole numbers from 1 with commas between them');

const querySection = section({
  label: 'Query',
  tab: 'data',
  rows: [
    [groupbyControl],
    [metricControl],
    [adhocFiltersControl],
    [withControl(rowLimitControl, { default: 10, choices: plainChoices([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) })],
    [withControl(sortByMetricControl, { default: false })],
  ],
});

const generalSection = section({
  label: 'General',
  tab: 'customize',
  rows: [
    [
      {
        name: 'min_val',
        type: 'number',
        label: 'Min',
        default: null,
        validators: [validateNumber],
        changes: 'drawing',
        description: 'Minimum value on the gauge axis',
      },
      {
        name: 'max_val',
        type: 'number',
        label: 'Max',
        default: null,
        validators: [validateNumber],
        changes: 'drawing',
        description: 'Maximum value on the gauge axis',
      },
    ],
    [
      {
        name: 'start_angle',
        type: 'number',
        label: 'Start angle',
        default: 225,
        validators: [validateNumber],
        changes: 'drawing',
        description: 'Angle at which to start progress axis',
      },
      {
        name: 'end_angle',
        type: 'number',
        label: 'End angle',
        default: -45,
        validators: [validateNumber],
        changes: 'drawing',
        description: 'Angle at which to end progress axis',
      },
    ],
    [colorSchemeControl],
    [
      {
        name: 'font_size',
        type: 'slider',
        label: 'Font size',
        default: 15,
        min: 10,
        max: 20,
        step: 1,
        changes: 'drawing',
        description: 'Font size for axis labels, detail value and other text elements',
      },
    ],
    [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
    [currencyFormatControl],
    [
      {
        name: 'value_formatter',
        type: 'text',
        label: 'Value format',
        default: '{value}',
        changes: 'drawing',
        description: 'Additional text to add before or after the value, e.g. unit',
      },
    ],
    [
      checkbox('show_pointer', 'Show pointer', { default: true, description: 'Whether to show the pointer' }),
      checkbox('animation', 'Animation', {
        default: true,
        description: 'Whether to animate the progress and the value or just display them',
      }),
    ],
  ],
});

const axisSection = section({
  label: 'Axis',
  tab: 'customize',
  rows: [
    [
      checkbox('show_axis_tick', 'Show axis line ticks', { description: 'Whether to show minor ticks on the axis' }),
      checkbox('show_split_line', 'Show split lines', { description: 'Whether to show the split lines on the axis' }),
    ],
    [
      {
        name: 'split_number',
        type: 'slider',
        label: 'Split number',
        default: 10,
        min: 3,
        max: 30,
        step: 1,
        changes: 'drawing',
        description: 'Number of split segments on the axis',
      },
    ],
  ],
});

const progressSection = section({
  label: 'Progress',
  tab: 'customize',
  rows: [
    [
      checkbox('show_progress', 'Show progress', {
        default: true,
        description: 'Whether to show the progress of gauge chart',
      }),
      checkbox('overlap', 'Overlap', {
        default: true,
        description: 'Whether the progress bar overlaps when there are multiple groups of data',
      }),
    ],
    [
      checkbox('round_cap', 'Round cap', {
        description: 'Style the ends of the progress bar with a round cap',
      }),
    ],
  ],
});

const intervalsSection = section({
  label: 'Intervals',
  tab: 'customize',
  rows: [
    [
      {
        name: 'intervals',
        type: 'text',
        label: 'Interval bounds',
        default: '',
        validators: [validateBounds],
        changes: 'drawing',
        description:
          'Comma-separated interval bounds, e.g. 2,4,5 for intervals 0-2, 2-4 and 4-5. Last number should match the value provided for MAX.',
      },
    ],
    [
      {
        name: 'interval_color_indices',
        type: 'text',
        label: 'Interval colors',
        default: '',
        validators: [validateIndices],
        changes: 'drawing',
        description:
          'Comma-separated color picks for the intervals, e.g. 1,2,4. Integers denote colors from the chosen color scheme and are 1-indexed. Length must be matching that of interval bounds.',
      },
    ],
  ],
});

export const form = defineForm([querySection, generalSection, axisSection, progressSection, intervalsSection]);

export type GaugeForm = FormOf<typeof form>;
