import type { QueryObject } from '@powerset/contract';
import { tableForm } from '../shared/table-form.ts';
import { toQueries as toTableQueries } from '../shared/table-query.ts';
import type { HandlebarsForm } from './form.ts';

/** The rows of a table, with their time where it is wanted; then the totals when asked for. */
export function toQueries(form: HandlebarsForm): readonly QueryObject[] {
  const asTable = { ...form, server_pagination: false, percent_metric_calculation: 'row_limit', time_compare: null };
  const [rows, ...totals] = toTableQueries(tableForm.read(asTable));
  if (!rows) return [];
  const hasTime = form.include_time && form.query_mode === 'aggregate' && Boolean(form.granularity_sqla);
  return [hasTime ? { ...rows, is_timeseries: true } : rows, ...totals];
}
