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
  groupbyControl,
  isNumericAxis,
  isShown,
  labelRotationControl,
  numberFormatControl,
  timeFormatControl,
} from './controls.ts';
import { control, controlRows, section } from './define.ts';
import type { ControlChoice, RuleContext } from './definitions.ts';
import { controlValue } from './form-reading.ts';
import { validateInteger, validateNumber } from './validators.ts';

const marginControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: 0,
    isFreeForm: true,
    choices: axisMarginChoices,
    changes: 'drawing',
    validators: [validateInteger],
  });

export const titleSection = section({
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
});

const showLegendControl = checkbox('show_legend', 'Show legend', { default: true });

/** Legend controls; some charts have no choice of type. */
export const legendRows = controlRows([
  [showLegendControl],
  [
    {
      name: 'legendType',
      type: 'select',
      label: 'Legend type',
      default: 'scroll',
      choices: legendTypeChoices,
      isVisible: isShown(showLegendControl),
      changes: 'drawing',
    },
    {
      name: 'legendOrientation',
      type: 'select',
      label: 'Legend orientation',
      default: 'top',
      choices: legendOrientationChoices,
      isVisible: isShown(showLegendControl),
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
      isVisible: isShown(showLegendControl),
      changes: 'drawing',
    },
  ],
]);

export const seriesOrderRows = controlRows([
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
]);

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

/** How series stand on each other, of the ways that the chart offers. */
const stackControl = <Choices extends readonly ControlChoice[]>(choices: Choices) =>
  control({
    name: 'stack',
    type: 'select',
    label: 'Stacked style',
    default: null,
    choices,
    // Older charts only say whether they are stacked.
    modernize: (value) => (value === true ? 'Stack' : value),
    isClearable: true,
    changes: 'drawing',
  });

const anyStackControl = stackControl(stackChoices);

/** A rule: the control is offered where series are stacked. */
export const isStacked = (context: RuleContext) => controlValue(context, anyStackControl) !== null;

/** Which dimension has a stack for each of its values; the stacks stand side by side. */
export const stackDimensionControl = control({
  name: 'stackDimension',
  type: 'select',
  label: 'Split stack by',
  default: null,
  isClearable: true,
  changes: 'drawing',
  choices: (context) =>
    controlValue(context, groupbyControl)
      .map(columnLabel)
      .map((label) => ({ value: label, label })),
  isVisible: (context) => isStacked(context) && controlValue(context, groupbyControl).length > 1,
  description: 'Stack in groups, where each group corresponds to a dimension',
});

/** Whether marks say their values. */
export const showValueControl = checkbox('show_value', 'Show value');
const onlyTotalControl = checkbox('only_total', 'Only total', {
  default: true,
  isVisible: (context) => controlValue(context, showValueControl) && isStacked(context),
});

/** Value labels and stacking. */
export const valueRows = <Choices extends readonly ControlChoice[]>(choices: Choices) =>
  controlRows([
    [showValueControl],
    [stackControl(choices)],
    [onlyTotalControl],
    [
      {
        name: 'percentage_threshold',
        type: 'number',
        label: 'Percentage threshold',
        default: 0,
        validators: [validateNumber],
        changes: 'drawing',
        isVisible: (context) =>
          controlValue(context, showValueControl) && isStacked(context) && !controlValue(context, onlyTotalControl),
      },
    ],
  ]);

/** Shows all series at a point, or the one that is pointed at. */
export const richTooltipControl = checkbox('rich_tooltip', 'Rich tooltip', {
  default: true,
  description: 'Shows all series at that point.',
});
const isRich = isShown(richTooltipControl);

export const tooltipSection = section({
  label: 'Tooltip',
  tab: 'customize',
  rows: [
    [richTooltipControl],
    [
      // Elsewhere the values are always sorted.
      checkbox('tooltipSortByMetric', 'Tooltip sort by metric', {
        isVisible: (context) => isRich(context) && isStacked(context),
      }),
    ],
    [
      checkbox('showTooltipTotal', 'Show total', {
        default: true,
        isVisible: isRich,
        description: 'Whether to display the total value in the tooltip',
      }),
      checkbox('showTooltipPercentage', 'Show percentage', {
        default: true,
        isVisible: (context) => isRich(context) && isStacked(context),
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
});

const truncateXAxisControl = checkbox('truncateXAxis', 'Truncate X Axis', { default: true, isVisible: isNumericAxis });

export const xAxisSection = section({
  label: 'X Axis',
  tab: 'customize',
  rows: [
    [timeFormatControl],
    [labelRotationControl],
    [checkbox('minorTicks', 'Minor ticks', { description: 'Shows small marks between the labels of the axis.' })],
    [truncateXAxisControl],
    [
      {
        name: 'xAxisBounds',
        type: 'bounds',
        label: 'X Axis Bounds',
        default: [null, null],
        changes: 'drawing',
        isVisible: (context) => isNumericAxis(context) && controlValue(context, truncateXAxisControl),
      },
    ],
  ],
});

const truncateYAxisControl = checkbox('truncateYAxis', 'Truncate Y Axis', {
  description: 'The axis need not begin at zero.',
});

export const yAxisSection = section({
  label: 'Y Axis',
  tab: 'customize',
  rows: [
    [numberFormatControl],
    [currencyFormatControl],
    [checkbox('logAxis', 'Logarithmic y-axis')],
    [checkbox('minorSplitLine', 'Minor Split Line')],
    [truncateYAxisControl],
    [
      {
        name: 'y_axis_bounds',
        type: 'bounds',
        label: 'Y Axis Bounds',
        default: [null, null],
        changes: 'drawing',
        isVisible: isShown(truncateYAxisControl),
      },
    ],
  ],
});
