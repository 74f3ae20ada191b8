import {
  adhocFiltersControl,
  colorSchemeControl,
  control,
  defineForm,
  type FormOf,
  metricControl,
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
          name: 'source',
          type: 'column',
          label: 'Source',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'The column of the names from which something flows.',
        }),
      ],
      [
        control({
          name: 'target',
          type: 'column',
          label: 'Target',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'The column of the names to which it flows.',
        }),
      ],
      [metricControl],
      [adhocFiltersControl],
      [rowLimitControl],
      [withControl(sortByMetricControl, { default: false })],
    ],
  },
  { label: 'Chart Options', tab: 'customize', rows: [[colorSchemeControl]] },
]);

export type SankeyForm = FormOf<typeof form>;
