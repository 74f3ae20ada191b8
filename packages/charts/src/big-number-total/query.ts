import { baseQuery, calendarField, comparedPeriodOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { BigNumberForm } from './form.ts';

/** One row: the metric over everything that the filters let through, and over the earlier period if one is compared. */
export function toQueries(form: BigNumberForm): readonly QueryObject[] {
  const period = comparedPeriodOf(form);
  return [
    {
      ...baseQuery(form),
      columns: [],
      metrics: form.metric === null ? [] : [form.metric],
      orderby: [],
      row_limit: null,
      time_offsets: period === '' ? [] : [period],
      ...calendarField(form, period === '' ? [] : [period]),
    },
  ];
}
