import { baseQuery, type ChartForm, columnsOf, isOn, metricsOf } from '@powerset/chart-kit';
import type { QueryMetric, QueryObject } from '@powerset/contract';

/** One row per slice, the largest first unless told otherwise; then what they come to, where rows that came do not say it. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  const metric = metricsOf(form, 'metric')[0];
  const isSorted = form.sort_by_metric === undefined || isOn(form, 'sort_by_metric');
  const asked: QueryObject = {
    ...baseQuery(form),
    columns: [...columnsOf(form, 'groupby')],
    metrics: metric === undefined ? [] : [metric],
  };
  const rows: QueryObject = { ...asked, orderby: isSorted && metric !== undefined ? [[metric, false]] : [] };
  if (metric === undefined || !(isOn(form, 'show_total') || mayAddUp(metric))) return [rows];
  return [rows, { ...asked, grouping_sets: [[]], unless_additive: true }];
}

/** What certainly has no sum needs no whole to be a share of. */
const mayAddUp = (metric: QueryMetric) =>
  typeof metric === 'string' || metric.expressionType === 'SQL' || ['SUM', 'COUNT'].includes(metric.aggregate ?? '');
