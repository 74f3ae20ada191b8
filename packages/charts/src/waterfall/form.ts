import {
  adhocFiltersControl,
  checkbox,
  control,
  currencyFormatControl,
  defineForm,
  type FormOf,
  isShown,
  metricControl,
  numberFormatControl,
  pairChoices,
  rowLimitControl,
  showValueControl,
  timeFormatControl,
  timeGrainControl,
  xAxisControl,
} from '@powerset/chart-kit';

const breakdownControl = control({
  name: 'groupby',
  type: 'column',
  label: 'Breakdowns',
  default: null,
  isOptional: true,
  changes: 'query',
  description: 'One step for each value of the column within each position of the x-axis, and a total after them.',
});

const stepColor = <const Name extends string>(
  name: Name,
  label: string,
  rgb: { readonly r: number; readonly g: number; readonly b: number },
) => control({ name, label, type: 'color', default: { ...rgb, a: 1 }, changes: 'drawing' });

const stepLabel = <const Name extends string>(name: Name, label: string, description: string) =>
  control({ name, label, type: 'text', default: '', changes: 'drawing', description });

const showTotalControl = checkbox('show_total', 'Show total', { default: true });

const axisLabel = <const Name extends string>(name: Name, label: string) =>
  control({ name, label, type: 'text', default: '', changes: 'drawing' });

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [xAxisControl],
      [timeGrainControl],
      [breakdownControl],
      [metricControl],
      [adhocFiltersControl],
      [rowLimitControl],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [[showValueControl], [checkbox('show_legend', 'Show legend')]],
  },
  {
    label: 'Series settings',
    tab: 'customize',
    rows: [
      [stepColor('increase_color', 'Increase color', { r: 90, g: 193, b: 137 })],
      [stepLabel('increase_label', 'Increase label', 'What steps up are called in tooltips and the legend.')],
      [stepColor('decrease_color', 'Decrease color', { r: 224, g: 67, b: 85 })],
      [stepLabel('decrease_label', 'Decrease label', 'What steps down are called in tooltips and the legend.')],
      [showTotalControl],
      [
        {
          ...stepColor('total_color', 'Total color', { r: 102, g: 102, b: 102 }),
          isVisible: isShown(showTotalControl),
        },
      ],
      [
        {
          ...stepLabel('total_label', 'Total label', 'What totals are called on the axis, in tooltips and the legend.'),
          isVisible: isShown(showTotalControl),
        },
      ],
    ],
  },
  {
    label: 'X Axis',
    tab: 'customize',
    rows: [
      [axisLabel('x_axis_label', 'X Axis Label')],
      [timeFormatControl],
      [
        {
          name: 'x_ticks_layout',
          type: 'select',
          label: 'X Tick Layout',
          default: 'auto',
          isClearable: false,
          changes: 'drawing',
          choices: pairChoices([
            ['auto', 'auto'],
            ['flat', 'flat'],
            ['45°', '45°'],
            ['90°', '90°'],
            ['staggered', 'staggered'],
          ]),
          description: 'The way the labels are laid out on the x-axis.',
        },
      ],
    ],
  },
  {
    label: 'Y Axis',
    tab: 'customize',
    rows: [[axisLabel('y_axis_label', 'Y Axis Label')], [numberFormatControl], [currencyFormatControl]],
  },
]);

export type WaterfallForm = FormOf<typeof form>;
