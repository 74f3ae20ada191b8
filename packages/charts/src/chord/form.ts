import {
  adhocFiltersControl,
  colorSchemeControl,
  control,
  defineForm,
  type FormOf,
  metricControl,
  numberFormatControl,
  rowLimitControl,
  sortByMetricControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        control({
          name: 'groupby',
          type: 'column',
          label: 'Source',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Choose a source',
        }),
      ],
      [
        control({
          name: 'columns',
          type: 'column',
          label: 'Target',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Choose a target',
        }),
      ],
      [metricControl],
      [adhocFiltersControl],
      [rowLimitControl],
      [withControl(sortByMetricControl, { default: false })],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [[withControl(numberFormatControl, { label: 'Number format' })], [colorSchemeControl]],
  },
]);

export type ChordForm = FormOf<typeof form>;
