import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isShown,
  legendRows,
  metricsControl,
  numberFormatControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  sortMetricControl,
  withControl,
} from '@powerset/chart-kit';
import { legendSortControl } from '../shared/legend-order.ts';

const showLabelsControl = checkbox('show_labels', 'Show Labels', { default: true });

const labelRows = [
  [showLabelsControl],
  [
    control({
      name: 'label_type',
      type: 'select',
      label: 'Label Type',
      default: 'value',
      choices: pairChoices([
        ['value', 'Value'],
        ['key_value', 'Category and Value'],
      ]),
      isClearable: false,
      changes: 'drawing',
      isVisible: isShown(showLabelsControl),
      description: 'What should be shown on the label?',
    }),
  ],
  [
    control({
      name: 'label_position',
      type: 'select',
      label: 'Label position',
      default: 'top',
      choices: plainChoices([
        'top',
        'left',
        'right',
        'bottom',
        'inside',
        'insideLeft',
        'insideRight',
        'insideTop',
        'insideBottom',
        'insideTopLeft',
        'insideBottomLeft',
        'insideTopRight',
        'insideBottomRight',
      ]),
      isClearable: false,
      changes: 'drawing',
      isVisible: isShown(showLabelsControl),
    }),
  ],
  [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
  [dateFormatControl],
] as const;

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [groupbyControl],
      [metricsControl],
      [sortMetricControl],
      [adhocFiltersControl],
      [withControl(rowLimitControl, { default: 10 })],
    ],
  },
  { label: 'Chart Options', tab: 'customize', rows: [[colorSchemeControl]] },
  { label: 'Legend', tab: 'customize', rows: [...legendRows, [legendSortControl]] },
  { label: 'Labels', tab: 'customize', rows: labelRows },
  {
    label: 'Radar',
    tab: 'customize',
    rows: [
      [
        {
          name: 'column_config',
          type: 'column-config',
          configures: 'axes',
          label: 'Customize Metrics',
          changes: 'drawing',
          description: 'Where the axis of each metric begins and ends.',
        },
      ],
      [
        checkbox('shared_scale', 'Same scale for all metrics', {
          description: 'For metrics of one unit, whose sizes can be compared.',
        }),
      ],
      [
        checkbox('is_circle', 'Circle radar shape', {
          description: "Radar render type, whether to display 'circle' shape.",
        }),
      ],
    ],
  },
]);

export type RadarForm = FormOf<typeof form>;
