import {
  adhocFiltersControl,
  checkbox,
  control,
  currencyFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  labelRotationControl,
  linearColorSchemeControl,
  metricControl,
  numberFormatControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
  validateNonEmpty,
  withControl,
  xAxisControl,
} from '@powerset/chart-kit';

const sortControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: null,
    isClearable: true,
    changes: 'query',
    choices: pairChoices([
      ['alpha_asc', 'Axis ascending'],
      ['alpha_desc', 'Axis descending'],
      ['value_asc', 'Metric ascending'],
      ['value_desc', 'Metric descending'],
    ]),
  });

const intervalControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: -1,
    isClearable: false,
    changes: 'drawing',
    choices: [{ value: -1, label: 'Auto' }, ...plainChoices(Array.from({ length: 50 }, (_, at) => at + 1))],
    description: 'Every so many-th name of the axis is written.',
  });

const marginControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: 'auto',
    isFreeForm: true,
    isClearable: false,
    changes: 'drawing',
    // Numbers too are kept as what was typed.
    choices: plainChoices(['auto', '50', '75', '100', '125', '150', '200']),
    modernize: (value) => (typeof value === 'number' ? String(value) : value),
  });

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [xAxisControl],
      [timeGrainControl],
      [
        withControl(groupbyControl, {
          type: 'column',
          label: 'Y-Axis',
          default: null,
          isMulti: false,
          validators: [validateNonEmpty],
          description: 'Dimension to use on y-axis.',
          // The chart it was before kept a list.
          modernize: (value) => (Array.isArray(value) ? (value[0] ?? null) : value),
        }),
      ],
      [metricControl],
      [adhocFiltersControl],
      [rowLimitControl],
      [sortControl('sort_x_axis', 'Sort X Axis')],
      [sortControl('sort_y_axis', 'Sort Y Axis')],
      [
        {
          name: 'normalize_across',
          type: 'select',
          label: 'Normalize Across',
          default: 'heatmap',
          changes: 'query',
          choices: pairChoices([
            ['heatmap', 'heatmap'],
            ['x', 'x'],
            ['y', 'y'],
          ]),
          description: 'Among which cells ranks and percentages are taken: all, those of a column or those of a row.',
        },
      ],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [
        {
          name: 'legend_type',
          type: 'select',
          label: 'Legend type',
          default: 'continuous',
          isClearable: false,
          changes: 'drawing',
          choices: pairChoices([
            ['continuous', 'Continuous'],
            ['piecewise', 'Piecewise'],
          ]),
        },
      ],
      [linearColorSchemeControl],
      [
        {
          name: 'border_color',
          type: 'color',
          label: 'Border color',
          default: { r: 0, g: 0, b: 0, a: 1 },
          changes: 'drawing',
        },
        {
          name: 'border_width',
          type: 'slider',
          label: 'Border width',
          default: 0,
          min: 0,
          max: 2,
          step: 0.1,
          changes: 'drawing',
        },
      ],
      [intervalControl('xscale_interval', 'X-scale interval'), intervalControl('yscale_interval', 'Y-scale interval')],
      [marginControl('left_margin', 'Left Margin'), marginControl('bottom_margin', 'Bottom Margin')],
      [
        {
          name: 'value_bounds',
          type: 'bounds',
          label: 'Value bounds',
          default: [null, null],
          changes: 'drawing',
          description: 'Values beyond these bounds have the color of the bound.',
        },
      ],
      [withControl(numberFormatControl, { label: 'Value Format' })],
      [timeFormatControl],
      [labelRotationControl],
      [currencyFormatControl],
      [checkbox('show_legend', 'Legend', { default: true })],
      [checkbox('show_percentage', 'Show percentage', { default: true })],
      [checkbox('show_values', 'Show Values')],
      [
        checkbox('normalized', 'Normalized', {
          description: 'Colors follow the rank of a cell among the others, not its value.',
        }),
      ],
    ],
  },
]);

export type HeatmapForm = FormOf<typeof form>;
