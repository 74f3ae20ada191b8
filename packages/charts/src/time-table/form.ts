import {
  adhocFiltersControl,
  control,
  defineForm,
  type FormOf,
  groupbyControl,
  limitControl,
  metricsControl,
  rowLimitControl,
  timeGrainControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { timeColumnControl, timeRangeControl } from '../shared/time-controls.ts';

const columnsControl = control({
  name: 'column_collection',
  type: 'time-series-columns',
  label: 'Time series columns',
  default: [],
  changes: 'drawing',
  validators: [validateNonEmpty],
});

export const form = defineForm([
  {
    label: 'Time',
    tab: 'data',
    rows: [[timeColumnControl], [withControl(timeGrainControl, { isVisible: () => true })], [timeRangeControl]],
  },
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricsControl],
      [adhocFiltersControl],
      [groupbyControl],
      [limitControl],
      [columnsControl],
      [rowLimitControl],
      [
        {
          name: 'url',
          type: 'text',
          label: 'URL',
          default: '',
          changes: 'drawing',
          description:
            'Where the name of a row leads: an address in which the word metric in double braces stands for that name.',
        },
      ],
    ],
  },
]);

export type TimeTableForm = FormOf<typeof form>;
