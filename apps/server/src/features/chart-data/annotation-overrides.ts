import type { QueryColumn, QueryFilter, QueryObject } from '@powerset/contract';

type Overrides = Readonly<Record<string, string | null>>;

/** A query with what an annotation layer replaces in it; null takes the value of the chart that is drawn. */
export function overrideQuery(query: QueryObject, host: QueryObject, overrides: Overrides): QueryObject {
  const shift = overrides.time_shift;
  return [
    (given: QueryObject) => (overrides.granularity ? { ...given, granularity: overrides.granularity } : given),
    (given: QueryObject) => withGrain(given, wanted(overrides, 'time_grain_sqla', grainOf(host))),
    (given: QueryObject) => withRange(given, wanted(overrides, 'time_range', rangeOf(host))),
    (given: QueryObject) => (shift ? { ...given, time_shift: shift } : given),
  ].reduce((result, change) => change(result), query);
}

/** Absent leaves the chart's own value; null is the drawn chart's. */
function wanted(overrides: Overrides, name: string, ofHost: string | undefined): string | undefined {
  if (!Object.hasOwn(overrides, name)) return undefined;
  return overrides[name] ?? ofHost;
}

const isRange = (filter: QueryFilter) => filter.op.toUpperCase() === 'TEMPORAL_RANGE';

function rangeOf(query: QueryObject): string | undefined {
  const filtered = query.filters?.find(isRange)?.val;
  return typeof filtered === 'string' ? filtered : (query.time_range ?? undefined);
}

const timeGrainOf = (column: QueryColumn) => (typeof column === 'string' ? undefined : (column.timeGrain ?? undefined));

function grainOf(query: QueryObject): string | undefined {
  return query.columns?.map(timeGrainOf).find(Boolean) ?? query.extras?.time_grain_sqla ?? undefined;
}

function withGrain(query: QueryObject, grain: string | undefined): QueryObject {
  if (!grain) return query;
  return {
    ...query,
    extras: { ...query.extras, time_grain_sqla: grain },
    columns: query.columns?.map((column) =>
      timeGrainOf(column) && typeof column !== 'string' ? { ...column, timeGrain: grain } : column,
    ),
  };
}

/** Ranges stand in filters, or beside the query's time column. */
function withRange(query: QueryObject, range: string | undefined): QueryObject {
  if (!range) return query;
  const filters = query.filters?.map((filter) => (isRange(filter) ? { ...filter, val: range } : filter));
  return { ...query, filters, ...(query.granularity ? { time_range: range } : {}) };
}
