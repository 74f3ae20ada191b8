import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  currencyFormatControl,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isShown,
  legendRows,
  metricControl,
  numberFormatControl,
  pairChoices,
  plainPanelsSection,
  rowLimitControl,
  sortByMetricControl,
  validateNonEmpty,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';

const labelTypeChoices = pairChoices([
  ['key', 'Category Name'],
  ['value', 'Value'],
  ['percent', 'Percentage'],
  ['key_value', 'Category and Value'],
  ['key_percent', 'Category and Percentage'],
  ['key_value_percent', 'Category, Value and Percentage'],
  ['value_percent', 'Value and Percentage'],
]);

const showLabelsControl = checkbox('show_labels', 'Show Labels', { default: true });
const donutControl = checkbox('donut', 'Donut');

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [withControl(groupbyControl, { validators: [validateNonEmpty] })],
      [metricControl],
      [adhocFiltersControl],
      [withControl(rowLimitControl, { default: 100 })],
      [sortByMetricControl],
    ],
  },
  plainPanelsSection,
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      [
        {
          name: 'show_labels_threshold',
          type: 'number',
          label: 'Percentage threshold',
          default: 5,
          changes: 'drawing',
          validators: [validateNumber],
          description: 'Minimum threshold in percentage points for showing labels.',
        },
      ],
      [
        {
          name: 'threshold_for_other',
          type: 'number',
          label: 'Threshold for Other',
          default: 0,
          min: 0,
          max: 100,
          step: 0.5,
          changes: 'drawing',
          validators: [validateNumber],
          description: 'Slices of a smaller percentage stand together as Others.',
        },
      ],
      ...legendRows,
    ],
  },
  {
    label: 'Labels',
    tab: 'customize',
    rows: [
      [
        {
          name: 'label_type',
          type: 'select',
          label: 'Label Type',
          default: 'key',
          choices: labelTypeChoices,
          isClearable: false,
          changes: 'drawing',
        },
      ],
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [currencyFormatControl],
      [dateFormatControl],
      [showLabelsControl],
      [
        checkbox('labels_outside', 'Put labels outside', { default: true, isVisible: isShown(showLabelsControl) }),
        checkbox('label_line', 'Label Line', { isVisible: isShown(showLabelsControl) }),
      ],
      [checkbox('show_total', 'Show Total')],
    ],
  },
  {
    label: 'Pie shape',
    tab: 'customize',
    rows: [
      [
        {
          name: 'outerRadius',
          type: 'slider',
          label: 'Outer Radius',
          default: 70,
          min: 10,
          max: 100,
          step: 1,
          changes: 'drawing',
        },
      ],
      [donutControl],
      [
        {
          name: 'innerRadius',
          type: 'slider',
          label: 'Inner Radius',
          default: 30,
          min: 0,
          max: 100,
          step: 1,
          changes: 'drawing',
          isVisible: isShown(donutControl),
        },
      ],
      [
        {
          name: 'roseType',
          type: 'select',
          label: 'Rose Type',
          default: null,
          isClearable: true,
          changes: 'drawing',
          choices: pairChoices([
            ['area', 'Area'],
            ['radius', 'Radius'],
            [null, 'None'],
          ]),
        },
      ],
    ],
  },
]);

export type PieForm = FormOf<typeof form>;
