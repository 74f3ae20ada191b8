import { baseQuery, type ChartForm, columnsOf, isOn, metricsOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';

/** One row per slice, the largest first unless told otherwise. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  const metric = metricsOf(form, 'metric')[0];
  const isSorted = form.sort_by_metric === undefined || isOn(form, 'sort_by_metric');
  return [
    {
      ...baseQuery(form),
      columns: [...columnsOf(form, 'groupby')],
      metrics: metric === undefined ? [] : [metric],
      orderby: isSorted && metric !== undefined ? [[metric, false]] : [],
    },
  ];
}
