import {
  adhocFiltersControl,
  colorSchemeControl,
  defineForm,
  type FormOf,
  metricControl,
  pairChoices,
  rowLimitControl,
  sortByMetricControl,
  validateInteger,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'series',
          type: 'column',
          label: 'Dimension',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'The column whose values are the words.',
        },
      ],
      [metricControl],
      [adhocFiltersControl],
      [withControl(rowLimitControl, { default: 100 })],
      [withControl(sortByMetricControl, { default: false })],
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    rows: [
      [
        {
          name: 'size_from',
          type: 'number',
          label: 'Minimum Font Size',
          default: 10,
          validators: [validateInteger],
          changes: 'drawing',
          description: 'Font size for the smallest value in the list',
        },
        {
          name: 'size_to',
          type: 'number',
          label: 'Maximum Font Size',
          default: 70,
          validators: [validateInteger],
          changes: 'drawing',
          description: 'Font size for the biggest value in the list',
        },
      ],
      [
        {
          name: 'rotation',
          type: 'select',
          label: 'Word Rotation',
          default: 'square',
          choices: pairChoices([
            ['random', 'random'],
            ['flat', 'flat'],
            ['square', 'square'],
          ]),
          isClearable: false,
          changes: 'drawing',
          description: 'Rotation to apply to words in the cloud',
        },
      ],
      [colorSchemeControl],
    ],
  },
]);

export type WordCloudForm = FormOf<typeof form>;
