import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  controlRows,
  controlValue,
  currencyFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isShown,
  legendRows,
  metricControl,
  numberFormatControl,
  pairChoices,
  rowLimitControl,
  section,
  sortByMetricControl,
  withControl,
} from '@powerset/chart-kit';
import { legendSortControl } from '../shared/legend-order.ts';

const [showLegendRow, [, legendOrientation], legendMarginRow] = legendRows;

const contents = [
  [0, 'Category Name'],
  [1, 'Value'],
  [2, 'Percentage'],
  [3, 'Category and Value'],
  [4, 'Category and Percentage'],
  [5, 'Category, Value and Percentage'],
] as const;

/** A label that is written as the form's own template says; own to this product. */
export const templateLabel = 7;

const names = ['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent'];
/** Charts of other kinds call the same contents by names. */
const readContents = (value: unknown) => {
  const at = typeof value === 'string' ? names.indexOf(value) : -1;
  return at < 0 ? value : at;
};

const showLabelsControl = checkbox('show_labels', 'Show Labels', { default: true });
const showTooltipControl = checkbox('show_tooltip_labels', 'Show Tooltip Labels', { default: true });
const labelTypeControl = control({
  name: 'label_type',
  type: 'select',
  label: 'Label Contents',
  default: 0,
  choices: pairChoices([...contents, [6, 'Value and Percentage'], [templateLabel, 'Template']]),
  modernize: readContents,
  isClearable: false,
  changes: 'drawing',
  isVisible: isShown(showLabelsControl),
  description: 'What the labels should contain.',
});

const querySection = section({
  label: 'Query',
  tab: 'data',
  rows: [
    [groupbyControl],
    [metricControl],
    [adhocFiltersControl],
    [withControl(rowLimitControl, { default: 10 })],
    [sortByMetricControl],
    [
      {
        name: 'percent_calculation_type',
        type: 'select',
        label: '% calculation',
        default: 'first_step',
        choices: pairChoices([
          ['first_step', 'Calculate from first step'],
          ['prev_step', 'Calculate from previous step'],
          ['total', 'Percent of total'],
        ]),
        isClearable: false,
        changes: 'drawing',
        description: 'What the percentages of labels and tooltips are shares of.',
      },
    ],
  ],
});

const shapeSection = section({
  label: 'Funnel shape',
  tab: 'customize',
  rows: [
    [
      {
        name: 'funnel_sort',
        type: 'select',
        label: 'Order of the steps',
        default: 'descending',
        choices: pairChoices([
          ['descending', 'Largest first'],
          ['ascending', 'Smallest first'],
          ['name', 'By name'],
          ['none', 'As the rows came'],
        ]),
        isClearable: false,
        changes: 'drawing',
        description: 'Steps with an order of their own (1 Visit, 2 Basket, …) are told by name.',
      },
      {
        name: 'orientation',
        type: 'select',
        label: 'Orientation',
        default: 'vertical',
        choices: pairChoices([
          ['vertical', 'Vertical'],
          ['horizontal', 'Horizontal'],
        ]),
        isClearable: false,
        changes: 'drawing',
      },
    ],
    [
      {
        name: 'gap',
        type: 'slider',
        label: 'Gap between steps',
        default: 30,
        min: 0,
        max: 80,
        step: 5,
        changes: 'drawing',
        description: 'The part of a step, in percent, over which it narrows to the next.',
      },
    ],
  ],
});

const labelRows = controlRows([
  [labelTypeControl],
  [
    {
      name: 'label_template',
      type: 'text',
      label: 'Label Template',
      default: '{name}: {value} ({percent})',
      changes: 'drawing',
      isVisible: (context) =>
        controlValue(context, showLabelsControl) && controlValue(context, labelTypeControl) === templateLabel,
      description: '{name}, {value} and {percent} stand for those of the step.',
    },
  ],
  [
    {
      name: 'tooltip_label_type',
      type: 'select',
      label: 'Tooltip Contents',
      default: 5,
      choices: pairChoices(contents),
      modernize: readContents,
      isClearable: false,
      changes: 'drawing',
      isVisible: isShown(showTooltipControl),
      description: 'What the tooltips should contain.',
    },
  ],
  [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
  [currencyFormatControl],
  [showLabelsControl],
  [showTooltipControl],
]);

export const form = defineForm([
  querySection,
  { label: 'Chart Options', tab: 'customize', rows: [[colorSchemeControl]] },
  shapeSection,
  {
    label: 'Legend',
    tab: 'customize',
    rows: [showLegendRow, [legendOrientation], legendMarginRow, [legendSortControl]],
  },
  { label: 'Labels', tab: 'customize', rows: labelRows },
]);

export type FunnelForm = FormOf<typeof form>;
