import {
  adhocFiltersControl,
  checkbox,
  defineForm,
  type FormOf,
  groupbyControl,
  limitControl,
  metricsControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  sortMetricControl,
  validateInteger,
  withControl,
} from '@powerset/chart-kit';
import { timeSection } from '../shared/time-column.ts';

export const form = defineForm([
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricsControl],
      [adhocFiltersControl],
      [groupbyControl],
      [limitControl, withControl(sortMetricControl, { label: 'Sort query by' })],
      [orderDescControl],
      [checkbox('contribution', 'Contribution', { description: 'Each value as its share of all at that time.' })],
      [rowLimitControl],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [
        {
          name: 'series_height',
          type: 'select',
          label: 'Series Height',
          default: '25',
          isFreeForm: true,
          changes: 'drawing',
          choices: plainChoices(['10', '25', '40', '50', '75', '100', '150', '200']),
          modernize: (value) => (typeof value === 'number' ? String(value) : value),
          validators: [validateInteger],
          description: 'The height of each series in pixels, where the chart has room for it.',
        },
        {
          name: 'horizon_color_scale',
          type: 'select',
          label: 'Value Domain',
          default: 'series',
          changes: 'drawing',
          choices: pairChoices([
            ['series', 'series'],
            ['overall', 'overall'],
            ['change', 'change'],
          ]),
          description:
            'Each series has a scale of its own, all have one, or all show the change since their first value.',
        },
      ],
    ],
  },
]);

export type HorizonForm = FormOf<typeof form>;
