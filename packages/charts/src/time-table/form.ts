import {
  adhocFiltersControl,
  control,
  defineForm,
  type FormOf,
  groupbyControl,
  isTemporalColumn,
  limitControl,
  metricsControl,
  rowLimitControl,
  timeGrainControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';

const timeColumnControl = control({
  name: 'granularity_sqla',
  type: 'select',
  label: 'Time column',
  default: '',
  isClearable: false,
  changes: 'query',
  initialValue: (context) => context.mainTemporalColumn ?? '',
  choices: (context) =>
    context.columns
      .filter(({ name }) => isTemporalColumn(context, name))
      .map(({ name }) => ({ value: name, label: name })),
  description: 'The time column for the visualization.',
});
const timeRangeControl = control({
  name: 'time_range',
  type: 'time-range',
  label: 'Time range',
  default: 'No filter',
  changes: 'query',
});
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
          description: 'Where the name of a row leads: an address in which {{ metric }} stands for that name.',
        },
      ],
    ],
  },
]);

export type TimeTableForm = FormOf<typeof form>;
