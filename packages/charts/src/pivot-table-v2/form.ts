import {
  adhocFiltersControl,
  checkbox,
  conditionalFormattingControl,
  controlValue,
  currencyFormatControl,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isTemporalColumn,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  type RuleContext,
  rowLimitControl,
  seriesLimitControl,
  seriesLimitMetricControl,
  temporalColumnsControl,
  timeGrainControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { aggregateFunctions } from './aggregates.ts';

const columnsControl = withControl(groupbyControl, {
  name: 'groupbyColumns',
  label: 'Columns',
  description: 'Columns to group by on the columns',
});
const rowsControl = withControl(groupbyControl, {
  name: 'groupbyRows',
  label: 'Rows',
  description: 'Columns to group by on the rows',
});

const hasTemporalKey = (context: RuleContext) =>
  [...controlValue(context, columnsControl), ...controlValue(context, rowsControl)].some((key) =>
    isTemporalColumn(context, key),
  );

const orderChoices = pairChoices([
  ['key_a_to_z', 'key a-z'],
  ['key_z_to_a', 'key z-a'],
  ['value_a_to_z', 'value ascending'],
  ['value_z_to_a', 'value descending'],
]);

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [columnsControl],
      [rowsControl],
      [withControl(timeGrainControl, { isVisible: hasTemporalKey })],
      [temporalColumnsControl],
      [withControl(metricsControl, { validators: [validateNonEmpty] })],
      [
        {
          name: 'metricsLayout',
          type: 'radio',
          label: 'Apply metrics on',
          default: 'COLUMNS',
          choices: pairChoices([
            ['COLUMNS', 'Columns'],
            ['ROWS', 'Rows'],
          ]),
          changes: 'drawing',
          description: 'Use metrics as a top level group for columns or for rows',
        },
      ],
      [adhocFiltersControl],
      [seriesLimitControl],
      [
        withControl(rowLimitControl, {
          label: 'Cell limit',
          description: 'Limits the number of cells that get retrieved.',
        }),
      ],
      [seriesLimitMetricControl],
      [
        withControl(orderDescControl, {
          isVisible: (context) => controlValue(context, seriesLimitMetricControl) !== null,
        }),
      ],
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    rows: [
      [
        {
          name: 'aggregateFunction',
          type: 'select',
          label: 'Aggregation function',
          default: 'Sum',
          isClearable: false,
          choices: plainChoices(aggregateFunctions),
          changes: 'drawing',
          description:
            'What totals are made of. Sum shows the metric itself over all rows, as the database computes it; the other functions are applied to the values of the cells.',
        },
      ],
      [
        checkbox('rowTotals', 'Show rows total', { description: 'Display row level total' }),
        checkbox('rowSubTotals', 'Show rows subtotal', { description: 'Display row level subtotal' }),
      ],
      [
        checkbox('colTotals', 'Show columns total', { description: 'Display column level total' }),
        checkbox('colSubTotals', 'Show columns subtotal', { description: 'Display column level subtotal' }),
      ],
      [checkbox('transposePivot', 'Transpose pivot', { description: 'Swap rows and columns' })],
      [
        checkbox('combineMetric', 'Combine metrics', {
          description:
            'Display metrics side by side within each column, as opposed to each column being displayed side by side for each metric.',
        }),
      ],
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    rows: [
      [withControl(numberFormatControl, { name: 'valueFormat', label: 'Value format' })],
      [currencyFormatControl],
      [dateFormatControl],
      [
        {
          name: 'rowOrder',
          type: 'select',
          label: 'Sort rows by',
          default: 'key_a_to_z',
          isClearable: false,
          choices: orderChoices,
          changes: 'drawing',
        },
      ],
      [
        {
          name: 'colOrder',
          type: 'select',
          label: 'Sort columns by',
          default: 'key_a_to_z',
          isClearable: false,
          choices: orderChoices,
          changes: 'drawing',
        },
      ],
      [
        {
          name: 'rowSubtotalPosition',
          type: 'select',
          label: 'Rows subtotal position',
          default: false,
          isClearable: false,
          choices: pairChoices([
            [true, 'Top'],
            [false, 'Bottom'],
          ]),
          changes: 'drawing',
        },
      ],
      [
        {
          name: 'colSubtotalPosition',
          type: 'select',
          label: 'Columns subtotal position',
          default: false,
          isClearable: false,
          choices: pairChoices([
            [true, 'Left'],
            [false, 'Right'],
          ]),
          changes: 'drawing',
        },
      ],
      [conditionalFormattingControl],
    ],
  },
]);

export type PivotForm = FormOf<typeof form>;
