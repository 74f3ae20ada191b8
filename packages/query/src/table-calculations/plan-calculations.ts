import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryObject,
  type TableCalculation,
} from '@powerset/contract';

type Query = Pick<QueryObject, 'columns' | 'metrics' | 'table_calculations' | 'is_rowcount'>;

/** The calculations of a query on metrics that it asks for; the first of each metric counts. */
export function calculationsOf(query: Query): readonly TableCalculation[] {
  const asked = query.table_calculations ?? [];
  if (asked.length === 0 || query.is_rowcount || !query.metrics?.length) return asked.slice(0, 0);
  const labels = new Set(query.metrics.map(metricLabel));
  const known = asked.filter(({ metric }) => labels.has(metric));
  return known.filter(({ metric }, index) => known.findIndex((other) => other.metric === metric) === index);
}

/** The earlier times that calculations compare with. */
export function calculationOffsets(query: Query): readonly string[] {
  return [...new Set(calculationsOf(query).flatMap(({ offset }) => (offset ? [offset] : [])))];
}

/** The query as it is asked with the earlier times that its calculations need. */
export function withCalculationOffsets(query: QueryObject): QueryObject {
  const needed = calculationOffsets(query);
  if (needed.length === 0) return query;
  return { ...query, time_offsets: [...new Set([...(query.time_offsets ?? []), ...needed])] };
}

/** Along what a calculation runs: the x-axis, else the time that was cut to a grain; undefined where rows have an order only. */
export function axisLabel(columns: readonly QueryColumn[] | undefined): string | undefined {
  const axis = columns?.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS');
  return axis && columnLabel(axis);
}

const isShare = ({ type }: TableCalculation) => type === 'share';

/**
 * The query for what shares are shares of: of all rows, also of those beyond the query's limits. Undefined where nothing
 * is shown as a share.
 */
export function wholeQuery(query: QueryObject): QueryObject | undefined {
  const shares = calculationsOf(query).filter(isShare);
  if (shares.length === 0) return undefined;
  const labels = (query.columns ?? []).map(columnLabel);
  const axis = query.grouping_sets ? undefined : (axisLabel(query.columns) ?? timeAxis(query));
  const sets = shares.map(({ of }) => wholeColumns(of, labels, axis));
  const shown = new Set(shares.map(({ metric }) => metric));
  return {
    ...query,
    metrics: query.metrics?.filter((metric) => shown.has(metricLabel(metric))),
    grouping_sets: [...new Map(sets.map((set) => [JSON.stringify(set), [...set]])).values()],
    unless_additive: undefined,
    table_calculations: [],
    post_processing: [],
    time_offsets: [],
    orderby: [],
    series_limit: 0,
    series_limit_metric: null,
    group_others_when_limit_reached: false,
    row_limit: 0,
    row_offset: 0,
  };
}

const timeAxis = ({ is_timeseries: isTimeSeries }: QueryObject) => (isTimeSeries ? '__timestamp' : undefined);

/** The columns of a result whose values a share's whole keeps apart. */
export function wholeColumns(
  of: TableCalculation['of'],
  labels: readonly string[],
  axis: string | undefined,
): readonly string[] {
  if (axis === undefined || of === undefined || of === 'total') return [];
  return of === 'series' ? labels.filter((label) => label !== axis) : [axis];
}
