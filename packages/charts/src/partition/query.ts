import {
  asBaseAxis,
  baseQuery,
  distinctColumns,
  distinctMetrics,
  resampleRule,
  rollingRule,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel, type PostProcessingRule, type QueryObject } from '@powerset/contract';
import type { PartitionForm } from './form.ts';
import { offsetsOf, shiftedNames } from './shifts.ts';

/** One row for each path; with a time in it where the options look at times. */
export function toQueries(form: PartitionForm): readonly QueryObject[] {
  const { groupby, timeseries_limit_metric: sortBy, granularity_sqla: time } = form;
  const metrics = distinctMetrics(form.metrics);
  const order = sortBy ?? metrics[0];
  const isTimed = form.time_series_option !== 'not_time' && time !== '';
  const axis = isTimed ? [asBaseAxis(time, form.time_grain_sqla)] : [];
  const { time_grain_sqla: _, ...extras } = baseQuery(form).extras ?? {};
  return [
    {
      ...baseQuery(form),
      ...(isTimed ? {} : { extras }),
      ...(time === '' ? {} : { granularity: time }),
      columns: distinctColumns([...axis, ...groupby]),
      metrics: distinctMetrics([...metrics, ...(sortBy ? [sortBy] : [])]),
      series_columns: [...groupby],
      orderby: order === undefined ? [] : [[order, !form.order_desc]],
      ...(isTimed && form.time_series_option === 'adv_anal' ? advanced(form, time) : {}),
    },
  ];
}

/** The series of each path over time, worked on by the server. */
function advanced(form: PartitionForm, axis: string): Pick<QueryObject, 'time_offsets' | 'post_processing'> {
  const offsets = offsetsOf(form);
  const labels = distinctMetrics(form.metrics).map(metricLabel);
  const columns = labels.flatMap((label) => [label, ...shiftedNames(label, offsets)]);
  const worked = [rollingRule(form, columns), resampleRule(form)].filter((rule) => rule !== null);
  const pivot: PostProcessingRule = {
    operation: 'pivot',
    options: {
      index: [axis],
      columns: form.groupby.map(columnLabel),
      aggregates: Object.fromEntries(columns.map((label) => [label, { operator: 'sum' }])),
      drop_missing_columns: false,
    },
  };
  return {
    time_offsets: [...offsets],
    ...(worked.length > 0 ? { post_processing: [pivot, ...worked, { operation: 'flatten' }] } : {}),
  };
}
