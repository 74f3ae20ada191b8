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

/** One row per combination of all keys; the pivot is made from them. */
export function toQueries(form: ChartForm): readonly QueryObject[] {
  const metrics = distinctMetrics(metricsOf(form, 'metrics'));
  const sortMetric = metricOf(form, 'series_limit_metric') ?? metrics[0];
  const isAscending = form.order_desc !== undefined && !isOn(form, 'order_desc');
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns([...columnsOf(form, 'groupbyColumns'), ...columnsOf(form, 'groupbyRows')]).map(
        (column) => cutToGrain(column, form),
      ),
      metrics,
      orderby: sortMetric === undefined ? [] : [[sortMetric, isAscending]],
    },
  ];
}

function cutToGrain(column: QueryColumn, form: ChartForm): QueryColumn {
  const grain = textOf(form, 'time_grain_sqla');
  const temporal = isRecord(form.temporal_columns_lookup) ? form.temporal_columns_lookup : {};
  const label = columnLabel(column);
  const isTemporal = temporal[label] === true || textOf(form, 'granularity_sqla') === label;
  return grain && isTemporal ? asBaseAxis(column, grain) : column;
}
