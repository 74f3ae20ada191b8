import { columnLabel } from '@powerset/contract';
import {
  axisMarginChoices,
  legendOrientationChoices,
  legendTypeChoices,
  pairChoices,
  seriesSortChoices,
  timeFormatChoices,
} from './choices.ts';
import {
  checkbox,
  currencyFormatControl,
  isShown,
  labelRotationControl,
  numberFormatControl,
  timeFormatControl,
} from './controls.ts';
import type { ControlChoice, ControlContext, ControlDefinition, ControlSection } from './definitions.ts';
import { columnsOf, isOn, textOf } from './form-values.ts';
import { validateInteger, validateNumber } from './validators.ts';

const marginControl = (name: string, label: string): ControlDefinition => ({
  name,
  label,
  type: 'select',
  default: 0,
  isFreeForm: true,
  choices: axisMarginChoices,
  changes: 'drawing',
  validators: [validateInteger],
});

export const titleSection: ControlSection = {
  label: 'Chart title',
  tab: 'customize',
  isCollapsed: true,
  rows: [
    [{ name: 'x_axis_title', type: 'text', label: 'X Axis Title', default: '', changes: 'drawing' }],
    [marginControl('x_axis_title_margin', 'X Axis Title Margin')],
    [{ name: 'y_axis_title', type: 'text', label: 'Y Axis Title', default: '', changes: 'drawing' }],
    [marginControl('y_axis_title_margin', 'Y Axis Title Margin')],
    [
      {
        name: 'y_axis_title_position',
        type: 'select',
        label: 'Y Axis Title Position',
        default: 'Left',
        choices: pairChoices([
          ['Left', 'Left'],
          ['Top', 'Top'],
        ]),
        isClearable: false,
        changes: 'drawing',
      },
    ],
  ],
};

/** Legend controls; some charts have no choice of type. */
export const legendRows: ControlSection['rows'] = [
  [checkbox('show_legend', 'Show legend', { default: true })],
  [
    {
      name: 'legendType',
      type: 'select',
      label: 'Legend type',
      default: 'scroll',
      choices: legendTypeChoices,
      isVisible: isShown('show_legend'),
      changes: 'drawing',
    },
    {
      name: 'legendOrientation',
      type: 'select',
      label: 'Legend orientation',
      default: 'top',
      choices: legendOrientationChoices,
      isVisible: isShown('show_legend'),
      changes: 'drawing',
    },
  ],
  [
    {
      name: 'legendMargin',
      type: 'number',
      label: 'Legend margin',
      default: null,
      validators: [validateInteger],
      isVisible: isShown('show_legend'),
      changes: 'drawing',
    },
  ],
];

export const seriesOrderRows: ControlSection['rows'] = [
  [
    {
      name: 'sort_series_type',
      type: 'select',
      label: 'Sort series by',
      default: 'sum',
      choices: seriesSortChoices,
      changes: 'drawing',
    },
    checkbox('sort_series_ascending', 'Sort series ascending'),
  ],
];

const isStacked = (context: ControlContext) => textOf(context.form, 'stack') !== '';

export const stackChoices = pairChoices([
  [null, 'None'],
  ['Stack', 'Stack'],
  ['Stream', 'Stream'],
  ['Expand', 'Expand'],
]);
export const barStackChoices = pairChoices([
  [null, 'None'],
  ['Stack', 'Stack'],
  ['Expand', 'Expand'],
]);

/** Which dimension has a stack for each of its values; the stacks stand side by side. */
export const stackDimensionControl: ControlDefinition = {
  name: 'stackDimension',
  type: 'select',
  label: 'Split stack by',
  default: null,
  isClearable: true,
  changes: 'drawing',
  choices: (context) =>
    columnsOf(context.form, 'groupby').map((column) => ({ value: columnLabel(column), label: columnLabel(column) })),
  isVisible: (context) => isStacked(context) && columnsOf(context.form, 'groupby').length > 1,
  description: 'Stack in groups, where each group corresponds to a dimension',
};

/** Value labels and stacking. */
export function valueRows(choices: readonly ControlChoice[]): ControlSection['rows'] {
  return [
    [checkbox('show_value', 'Show value')],
    [
      {
        name: 'stack',
        type: 'select',
        label: 'Stacked style',
        default: null,
        choices,
        // Older charts only say whether they are stacked.
        modernize: (value) => (value === true ? 'Stack' : value),
        isClearable: true,
        changes: 'drawing',
      },
    ],
    [
      checkbox('only_total', 'Only total', {
        default: true,
        isVisible: (context) => isOn(context.form, 'show_value') && isStacked(context),
      }),
    ],
    [
      {
        name: 'percentage_threshold',
        type: 'number',
        label: 'Percentage threshold',
        default: 0,
        validators: [validateNumber],
        changes: 'drawing',
        isVisible: (context) =>
          isOn(context.form, 'show_value') && isStacked(context) && !isOn(context.form, 'only_total'),
      },
    ],
  ];
}

export const tooltipSection: ControlSection = {
  label: 'Tooltip',
  tab: 'customize',
  rows: [
    [checkbox('rich_tooltip', 'Rich tooltip', { default: true, description: 'Shows all series at that point.' })],
    [checkbox('tooltipSortByMetric', 'Tooltip sort by metric', { isVisible: isShown('rich_tooltip') })],
    [
      checkbox('showTooltipTotal', 'Show total', {
        default: true,
        isVisible: isShown('rich_tooltip'),
        description: 'Whether to display the total value in the tooltip',
      }),
      checkbox('showTooltipPercentage', 'Show percentage', {
        default: true,
        isVisible: (context) => isOn(context.form, 'rich_tooltip') && isStacked(context),
        description: 'Whether to display the percentage value in the tooltip',
      }),
    ],
    [
      {
        name: 'tooltipTimeFormat',
        type: 'select',
        label: 'Tooltip time format',
        default: 'smart_date',
        isFreeForm: true,
        choices: timeFormatChoices,
        changes: 'drawing',
      },
    ],
  ],
};

const isNumericAxis = (context: ControlContext) =>
  context.columns.some((column) => column.name === context.form.x_axis && column.type === 'number');

export const xAxisSection: ControlSection = {
  label: 'X Axis',
  tab: 'customize',
  rows: [
    [timeFormatControl],
    [labelRotationControl],
    [checkbox('minorTicks', 'Minor ticks', { description: 'Shows small marks between the labels of the axis.' })],
    [checkbox('truncateXAxis', 'Truncate X Axis', { default: true, isVisible: isNumericAxis })],
    [
      {
        name: 'xAxisBounds',
        type: 'bounds',
        label: 'X Axis Bounds',
        default: [null, null],
        changes: 'drawing',
        isVisible: (context) => isNumericAxis(context) && isOn(context.form, 'truncateXAxis'),
      },
    ],
  ],
};

export const yAxisSection: ControlSection = {
  label: 'Y Axis',
  tab: 'customize',
  rows: [
    [numberFormatControl],
    [currencyFormatControl],
    [checkbox('logAxis', 'Logarithmic y-axis')],
    [checkbox('minorSplitLine', 'Minor Split Line')],
    [checkbox('truncateYAxis', 'Truncate Y Axis', { description: 'The axis need not begin at zero.' })],
    [
      {
        name: 'y_axis_bounds',
        type: 'bounds',
        label: 'Y Axis Bounds',
        default: [null, null],
        changes: 'drawing',
        isVisible: isShown('truncateYAxis'),
      },
    ],
  ],
};
