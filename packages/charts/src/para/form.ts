import {
  adhocFiltersControl,
  checkbox,
  defineForm,
  type FormOf,
  limitControl,
  linearColorSchemeControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  sortMetricControl,
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
          default: null,
          isOptional: true,
          changes: 'query',
          description: 'Each of its values is a line.',
        },
      ],
      [withControl(metricsControl, { description: 'Each metric is an axis.' })],
      [
        {
          name: 'secondary_metric',
          type: 'metric',
          label: 'Color Metric',
          default: null,
          isOptional: true,
          changes: 'query',
          description: 'The metric that lines have their color by; without one the first.',
        },
      ],
      [adhocFiltersControl],
      [limitControl],
      [rowLimitControl],
      [withControl(sortMetricControl, { label: 'Sort query by' })],
      [orderDescControl],
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    rows: [
      [checkbox('show_datatable', 'Data Table', { description: 'The same rows as a table below.' })],
      [
        checkbox('include_series', 'Include Series', {
          description: 'The names of the lines as an axis of their own.',
        }),
      ],
      [linearColorSchemeControl],
    ],
  },
]);

export type ParallelForm = FormOf<typeof form>;
