import { control, isTemporalColumn } from '@powerset/chart-kit';

/** The time column of types that name no x-axis: their rows are of its moments. */
export const timeColumnControl = control({
  name: 'granularity_sqla',
  type: 'select',
  label: 'Time column',
  default: '',
  isFreeForm: true,
  isClearable: false,
  changes: 'query',
  initialValue: (context) => context.mainTemporalColumn ?? '',
  choices: (context) =>
    context.columns
      .filter(({ name }) => isTemporalColumn(context, name))
      .map(({ name }) => ({ value: name, label: name })),
  description: 'The time column for the visualization.',
});

export const timeRangeControl = control({
  name: 'time_range',
  type: 'time-range',
  label: 'Time range',
  default: 'No filter',
  changes: 'query',
});
