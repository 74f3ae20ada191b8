import {
  asBaseAxis,
  baseQuery,
  type ChartForm,
  columnsOf,
  distinctColumns,
  distinctMetrics,
  isOn,
  isRecord,
  metricOf,
  metricsOf,
  textOf,
} from '@powerset/chart-kit';
import { columnLabel, type QueryColumn, type QueryObject } from '@powerset/contract';
import { groupingSetsOf } from './totals.ts';

/** As many totals as are always fetched, however few cells are. */
const leastTotals = 10_000;

/** One row per combination of all keys; the pivot is made from them. Then the totals that are no sums of those. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  const metrics = distinctMetrics(metricsOf(form, 'metrics'));
  const sortMetric = metricOf(form, 'series_limit_metric') ?? metrics[0];
  const isAscending = form.order_desc !== undefined && !isOn(form, 'order_desc');
  const base = baseQuery(form);
  const asked: QueryObject = {
    ...base,
    columns: distinctColumns([...columnsOf(form, 'groupbyColumns'), ...columnsOf(form, 'groupbyRows')]).map((column) =>
      cutToGrain(column, form),
    ),
    metrics,
  };
  const sets = groupingSetsOf(form);
  const rows: QueryObject = { ...asked, orderby: sortMetric === undefined ? [] : [[sortMetric, isAscending]] };
  if (sets.length === 0 || metrics.length === 0) return [rows];
  const limit = Math.max(leastTotals, base.row_limit ?? leastTotals);
  return [rows, { ...asked, row_limit: limit, grouping_sets: sets, unless_additive: true }];
}

function cutToGrain(column: QueryColumn, form: ChartForm): QueryColumn {
  const grain = textOf(form, 'time_grain_sqla');
  const temporal = isRecord(form.temporal_columns_lookup) ? form.temporal_columns_lookup : {};
  const label = columnLabel(column);
  const isTemporal = temporal[label] === true || textOf(form, 'granularity_sqla') === label;
  return grain && isTemporal ? asBaseAxis(column, grain) : column;
}
