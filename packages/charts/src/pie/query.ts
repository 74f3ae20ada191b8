import { baseQuery, panelColumnOf } from '@powerset/chart-kit';
import type { QueryMetric, QueryObject } from '@powerset/contract';
import type { PieForm } from './form.ts';

/** One row per slice, the largest first unless told otherwise; then what they come to, where rows that came do not say it. */
export function toQueries(form: PieForm): readonly QueryObject[] {
  const { groupby, metric, sort_by_metric: isSorted } = form;
  const asked: QueryObject = {
    ...baseQuery(form),
    columns: [...groupby],
    metrics: metric === null ? [] : [metric],
  };
  const rows: QueryObject = { ...asked, orderby: isSorted && metric !== null ? [[metric, false]] : [] };
  // The limit is that of one circle, and each has a whole of its own.
  if (panelColumnOf(form)) return [{ ...rows, row_limit: (form.row_limit ?? usualSlices) * mostPanels }];
  if (metric === null || !(form.show_total || mayAddUp(metric))) return [rows];
  return [rows, { ...asked, grouping_sets: [[]], unless_additive: true }];
}

const [usualSlices, mostPanels] = [100, 100];

/** What certainly has no sum needs no whole to be a share of. */
const mayAddUp = (metric: QueryMetric) =>
  typeof metric === 'string' || metric.expressionType === 'SQL' || ['SUM', 'COUNT'].includes(metric.aggregate ?? '');
