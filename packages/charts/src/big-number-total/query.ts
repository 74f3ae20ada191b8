import { baseQuery, calendarField, comparedPeriodOf, panelColumnOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { BigNumberForm } from './form.ts';

/** So many panels are drawn at most; one more says that there are others. */
const mostPanels = 100;

/** One row, or one for each panel with the largest first: the metric over everything that the filters let through, and over the earlier period if one is compared. */
export function toQueries(form: BigNumberForm): readonly QueryObject[] {
  const period = comparedPeriodOf(form);
  const panel = panelColumnOf(form);
  return [
    {
      ...baseQuery(form),
      columns: panel ? [panel] : [],
      metrics: form.metric === null ? [] : [form.metric],
      orderby: panel && form.metric !== null ? [[form.metric, false]] : [],
      row_limit: panel ? mostPanels + 1 : null,
      time_offsets: period === '' ? [] : [period],
      ...calendarField(form, period === '' ? [] : [period]),
    },
  ];
}
