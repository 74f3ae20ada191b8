import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  currencyFormatControl,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  metricControl,
  numberFormatControl,
  pairChoices,
  rowLimitControl,
  sortByMetricControl,
  withControl,
} from '@powerset/chart-kit';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [groupbyControl],
      [metricControl],
      [rowLimitControl],
      [withControl(sortByMetricControl, { default: false })],
      [adhocFiltersControl],
    ],
  },
  { label: 'Chart Options', tab: 'customize', rows: [[colorSchemeControl]] },
  {
    label: 'Labels',
    tab: 'customize',
    rows: [
      [checkbox('show_labels', 'Show Labels', { default: true })],
      [
        checkbox('show_upper_labels', 'Show Upper Labels', {
          default: true,
          description: 'Whether parts that are made of others say their name above them.',
        }),
      ],
      [
        {
          name: 'label_type',
          type: 'select',
          label: 'Label Type',
          default: 'key_value',
          choices: pairChoices([
            ['Key', 'Key'],
            ['value', 'Value'],
            ['key_value', 'Category and Value'],
          ]),
          isClearable: false,
          changes: 'drawing',
        },
      ],
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [currencyFormatControl],
      [dateFormatControl],
    ],
  },
]);

export type TreemapForm = FormOf<typeof form>;
