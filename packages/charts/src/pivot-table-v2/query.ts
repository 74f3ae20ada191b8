import { asBaseAxis, baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn, type QueryObject } from '@powerset/contract';
import type { PivotForm } from './form.ts';
import { groupingSetsOf } from './totals.ts';

/** As many totals as are always fetched, however few cells are. */
const leastTotals = 10_000;

/** One row per combination of all keys; the pivot is made from them. Then the totals that are no sums of those. */
export function toQueries(form: PivotForm): readonly QueryObject[] {
  const metrics = distinctMetrics(form.metrics);
  const sortMetric = form.series_limit_metric ?? metrics[0];
  const isAscending = !form.order_desc;
  const base = baseQuery(form);
  const asked: QueryObject = {
    ...base,
    columns: distinctColumns([...form.groupbyColumns, ...form.groupbyRows]).map((column) => cutToGrain(column, form)),
    metrics,
  };
  const sets = groupingSetsOf(form);
  const rows: QueryObject = { ...asked, orderby: sortMetric === undefined ? [] : [[sortMetric, isAscending]] };
  if (sets.length === 0 || metrics.length === 0) return [rows];
  const limit = Math.max(leastTotals, base.row_limit ?? leastTotals);
  return [rows, { ...asked, row_limit: limit, grouping_sets: sets, unless_additive: true }];
}

function cutToGrain(column: QueryColumn, form: PivotForm): QueryColumn {
  const grain = form.time_grain_sqla;
  const temporal = form.temporal_columns_lookup;
  const label = columnLabel(column);
  const isTemporal = temporal[label] === true || form.granularity_sqla === label;
  return grain && isTemporal ? asBaseAxis(column, grain) : column;
}
