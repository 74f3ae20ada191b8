import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  defineForm,
  type FormOf,
  groupbyControl,
  numberFormatChoices,
  plainChoices,
  rowLimitControl,
  validateInteger,
  validateMaximum,
  validateNonEmpty,
} from '@powerset/chart-kit';

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

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'column',
          type: 'column',
          label: 'Column',
          changes: 'query',
          columnTypes: ['number'],
          validators: [validateNonEmpty],
          description: 'The numbers whose spread is shown.',
        },
      ],
      [groupbyControl],
      [adhocFiltersControl],
      [rowLimitControl],
      [
        {
          name: 'bins',
          type: 'select',
          label: 'Bins',
          default: 5,
          isOptional: true,
          isFreeForm: true,
          changes: 'query',
          choices: plainChoices([5, 10, 15, 20]),
          validators: [validateNonEmpty, validateInteger, validateMaximum(1000)],
          description: 'The number of stretches of equal width.',
        },
      ],
      [
        checkbox('normalize', 'Normalize', {
          changes: 'query',
          description: 'Shows shares of all values instead of counts.',
        }),
      ],
      [
        checkbox('cumulative', 'Cumulative', {
          changes: 'query',
          description: 'Each bar also counts what lies before it.',
        }),
      ],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      [checkbox('show_value', 'Show value')],
      [checkbox('show_legend', 'Show legend', { default: true })],
      [{ name: 'x_axis_title', type: 'text', label: 'X Axis Title', default: '', changes: 'drawing' }],
      [formatControl('x_axis_format', 'X Axis Format')],
      [{ name: 'y_axis_title', type: 'text', label: 'Y Axis Title', default: '', changes: 'drawing' }],
      [formatControl('y_axis_format', 'Y axis format')],
    ],
  },
]);

export type HistogramForm = FormOf<typeof form>;
