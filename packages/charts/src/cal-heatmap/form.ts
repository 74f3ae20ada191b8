import {
  adhocFiltersControl,
  checkbox,
  control,
  defineForm,
  type FormOf,
  linearColorSchemeControl,
  metricsControl,
  numberFormatControl,
  plainChoices,
  timeFormatControl,
  validateInteger,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { timeSection } from '../shared/time-column.ts';

const sizeControl = <const Name extends string>(name: Name, label: string, usual: number) =>
  control({
    name,
    label,
    type: 'number',
    default: usual,
    isOptional: true,
    changes: 'drawing',
    validators: [validateNonEmpty, validateInteger],
  });

export const form = defineForm([
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'domain_granularity',
          type: 'select',
          label: 'Domain',
          default: 'month',
          isClearable: false,
          changes: 'drawing',
          choices: plainChoices(['hour', 'day', 'week', 'month', 'year']),
          description: 'The stretch of time that stands together as a block.',
        },
        {
          name: 'subdomain_granularity',
          type: 'select',
          label: 'Subdomain',
          default: 'day',
          isClearable: false,
          changes: 'query',
          choices: plainChoices(['min', 'hour', 'day', 'week', 'month']),
          description: 'The stretch of time of one cell. It is finer than a block.',
        },
      ],
      [metricsControl],
      [adhocFiltersControl],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [linearColorSchemeControl],
      [sizeControl('cell_size', 'Cell Size', 10), sizeControl('cell_padding', 'Cell Padding', 2)],
      [sizeControl('cell_radius', 'Cell Radius', 0), sizeControl('steps', 'Color Steps', 10)],
      [withControl(numberFormatControl, { label: 'Number format' })],
      [timeFormatControl],
      [checkbox('show_legend', 'Legend', { default: true }), checkbox('show_values', 'Show Values')],
      [checkbox('show_metric_name', 'Show Metric Names', { default: true })],
    ],
  },
]);

export type CalendarForm = FormOf<typeof form>;
