import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { calendarOf, offsetOf, type PopKpiForm } from './form.ts';

/** One row: the metric over the time range, and over the earlier period. */
export function toQueries(form: PopKpiForm): readonly QueryObject[] {
  const offset = offsetOf(form);
  const offsets = offset === null ? [] : [offset];
  return [
    {
      ...baseQuery(form),
      columns: [],
      metrics: form.metric === null ? [] : [form.metric],
      time_offsets: offsets,
      ...calendarOf(form, offsets),
    },
  ];
}
