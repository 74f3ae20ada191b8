import { control, type FieldsOf, section } from '@powerset/chart-kit';

/** Which column is the time, for types whose query has no x-axis. */
export const timeColumnControl = control({
  name: 'granularity_sqla',
  type: 'select',
  label: 'Time Column',
  default: null,
  isClearable: false,
  changes: 'query',
  choices: (context) =>
    context.columns.filter(({ type }) => type === 'temporal').map(({ name }) => ({ value: name, label: name })),
  initialValue: (context) => context.mainTemporalColumn,
  description: 'The column of times that the chart follows.',
});

/** The form as queries read it, where no time column is none. */
export const withTimeColumn = <Form extends FieldsOf<typeof timeColumnControl>>(form: Form) => ({
  ...form,
  granularity_sqla: form.granularity_sqla ?? '',
});

export const timeSection = section({
  label: 'Time',
  tab: 'data',
  rows: [
    [timeColumnControl],
    [
      {
        name: 'time_range',
        type: 'time-range',
        label: 'Time Range',
        default: 'No filter',
        changes: 'query',
      },
    ],
  ],
});
