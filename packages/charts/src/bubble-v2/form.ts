import {
  adhocFiltersControl,
  axisMarginChoices,
  checkbox,
  colorSchemeControl,
  control,
  controlValue,
  defineForm,
  entityControl,
  type FormOf,
  isShown,
  labelRotationControl,
  legendRows,
  metricControl,
  numberFormatChoices,
  numberFormatControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  sortMetricControl,
  validateInteger,
  withControl,
} from '@powerset/chart-kit';

const orderControl = withControl(sortMetricControl, {
  name: 'orderby',
  label: 'Sort query by',
  description: 'Metric by which the rows are chosen and ordered that a row limit leaves.',
});
const showLegendControl = legendRows[0]![0]!;
const truncateXControl = checkbox('truncateXAxis', 'Truncate X Axis', {
  default: true,
  description: 'The axis need not begin at zero.',
});
const truncateYControl = checkbox('truncateYAxis', 'Truncate Y Axis', {
  description: 'The axis need not begin at zero.',
});

const titleControl = <const Name extends string>(name: Name, label: string) =>
  control({ name, label, type: 'text', default: '', changes: 'drawing' });
const marginControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: 15,
    isFreeForm: true,
    choices: axisMarginChoices,
    changes: 'drawing',
    validators: [validateInteger],
  });
const formatControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: 'SMART_NUMBER',
    isFreeForm: true,
    changes: 'drawing',
    choices: numberFormatChoices,
    description: 'D3 format syntax: https://github.com/d3/d3-format',
  });
const boundsControl = <const Name extends string>(
  name: Name,
  label: string,
  toggle: typeof truncateXControl | typeof truncateYControl,
) =>
  control({
    name,
    label,
    type: 'bounds',
    default: [null, null],
    changes: 'drawing',
    isVisible: isShown(toggle),
  });

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'series',
          type: 'column',
          label: 'Dimension',
          default: null,
          isOptional: true,
          changes: 'query',
          description: 'Bubbles of each of its values have one color.',
        },
      ],
      [withControl(entityControl, { description: 'Each of its values is a bubble.' })],
      [withControl(metricControl, { name: 'x', label: 'X Axis' })],
      [withControl(metricControl, { name: 'y', label: 'Y Axis' })],
      [adhocFiltersControl],
      [withControl(metricControl, { name: 'size', label: 'Bubble Size' })],
      [orderControl],
      [withControl(orderDescControl, { isVisible: (context) => controlValue(context, orderControl) !== null })],
      [rowLimitControl],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      ...legendRows,
      [
        {
          name: 'legendSort',
          type: 'select',
          label: 'Sort legend',
          default: null,
          isOptional: true,
          changes: 'drawing',
          choices: pairChoices([
            ['asc', 'Label ascending'],
            ['desc', 'Label descending'],
            [null, 'Sort by data'],
          ]),
          isVisible: isShown(showLegendControl),
        },
      ],
      [
        {
          name: 'max_bubble_size',
          type: 'select',
          label: 'Max Bubble Size',
          default: '25',
          isFreeForm: true,
          changes: 'drawing',
          choices: plainChoices(['5', '10', '15', '25', '50', '75', '100']),
          modernize: (value) => (typeof value === 'number' ? String(value) : value),
          validators: [validateInteger],
        },
      ],
      [formatControl('tooltipSizeFormat', 'Bubble size number format')],
      [
        {
          name: 'opacity',
          type: 'slider',
          label: 'Bubble Opacity',
          default: 0.6,
          min: 0,
          max: 1,
          step: 0.1,
          changes: 'drawing',
          description: 'Opacity of bubbles, 0 means completely transparent, 1 means opaque',
        },
      ],
    ],
  },
  {
    label: 'X Axis',
    tab: 'customize',
    rows: [
      [titleControl('x_axis_label', 'X Axis Title')],
      [labelRotationControl],
      [
        {
          name: 'xAxisLabelInterval',
          type: 'select',
          label: 'X Axis Label Interval',
          default: 'auto',
          isClearable: false,
          changes: 'drawing',
          choices: pairChoices([
            ['auto', 'Auto'],
            ['0', 'All'],
          ]),
          modernize: (value) => (value === 0 ? '0' : value),
          description: 'Whether labels that have no room are left out.',
        },
      ],
      [marginControl('x_axis_title_margin', 'X axis title margin')],
      [formatControl('xAxisFormat', 'X Axis Format')],
      [checkbox('logXAxis', 'Logarithmic x-axis')],
    ],
  },
  {
    label: 'Y Axis',
    tab: 'customize',
    rows: [
      [titleControl('y_axis_label', 'Y Axis Title')],
      [
        {
          name: 'yAxisLabelRotation',
          type: 'select',
          label: 'Rotate y axis label',
          default: 0,
          isFreeForm: true,
          changes: 'drawing',
          choices: plainChoices([0, 45]),
          validators: [validateInteger],
        },
      ],
      [marginControl('y_axis_title_margin', 'Y axis title margin')],
      [numberFormatControl],
      [checkbox('logYAxis', 'Logarithmic y-axis')],
      [truncateXControl],
      [boundsControl('xAxisBounds', 'X Axis Bounds', truncateXControl)],
      [truncateYControl],
      [boundsControl('y_axis_bounds', 'Y Axis Bounds', truncateYControl)],
    ],
  },
]);

export type BubbleForm = FormOf<typeof form>;
