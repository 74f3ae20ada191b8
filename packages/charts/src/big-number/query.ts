import {
  baseQuery,
  calendarField,
  comparedPeriodOf,
  offsetLabel,
  resampleRule,
  rollingRule,
  xAxisColumn,
  xAxisLabel,
} from '@powerset/chart-kit';
import { metricLabel, type PostProcessingRule, type QueryObject } from '@powerset/contract';
import type { TrendForm } from './form.ts';

/** The metric over time, cut to the grain, with window and resampling. */
export function toQueries(form: TrendForm): readonly QueryObject[] {
  const axis = xAxisColumn(form);
  const metrics = form.metric === null ? [] : [form.metric];
  const period = comparedPeriodOf(form);
  const offsets = period === '' ? [] : [period];
  const labels = metrics
    .map(metricLabel)
    .flatMap((label) => [label, ...offsets.map((offset) => offsetLabel(label, offset))]);
  const rules: readonly (PostProcessingRule | null)[] = [
    {
      operation: 'pivot',
      options: {
        index: [xAxisLabel(form)],
        columns: [],
        aggregates: Object.fromEntries(labels.map((label) => [label, { operator: 'mean' }])),
        drop_missing_columns: true,
      },
    },
    rollingRule(form, labels),
    resampleRule(form),
    { operation: 'flatten' },
  ];
  return [
    {
      ...baseQuery(form),
      columns: axis ? [axis] : [],
      ...(axis ? {} : { is_timeseries: true }),
      metrics,
      orderby: [],
      time_offsets: offsets,
      ...calendarField(form, offsets),
      post_processing: labels.length === 0 ? [] : rules.filter((rule): rule is PostProcessingRule => rule !== null),
    },
  ];
}
