import {
  type AdhocColumn,
  columnLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryObject,
} from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { modernizeQuery, type PlanInput, planQuery, type QueryPlan } from '../plan/index.ts';
import { type Compared, isOfRange, shiftEnd, shiftTimeOffset } from './time-offset.ts';

export interface OffsetPlan {
  readonly offset: string;
  readonly plan: QueryPlan;
  /** What was planned, for those who have to plan again with `seriesRows`. */
  readonly input: PlanInput;
}

/**
 * The queries that a time comparison needs besides the main one, one for each of the query's `time_offsets`. The main
 * plan must be of the same query. Throws `QueryError` when the query has neither a closed time range nor a time axis.
 */
export function planTimeOffsets(input: PlanInput, main: QueryPlan): readonly OffsetPlan[] {
  const query = modernizeQuery(input.query);
  const offsets = query.time_offsets ?? [];
  if (offsets.length === 0) return [];
  const bounds = { since: main.from, until: main.to, calendar: main.timeCalendar };
  // Along a time axis each row finds its own partner, so that an open range lacks nothing; a range's length needs both ends.
  const isAlongAxis = baseAxis(query)?.timeGrain !== undefined && offsets.every((offset) => !isOfRange(offset));
  if ((!bounds.since || !bounds.until) && !isAlongAxis) {
    throw new QueryError(
      'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
      'time_range',
    );
  }
  const granularity = timeColumnOf(query, input);
  return offsets.map((offset) => {
    const planned: PlanInput = {
      ...input,
      query: offsetQuery(query, granularity),
      timeBounds: offsetBounds(bounds, offset),
    };
    return { offset, plan: planQuery(planned), input: planned };
  });
}

function offsetBounds(bounds: Compared, offset: string): PlanInput['timeBounds'] {
  const { since, until } = bounds;
  return {
    since: since && shiftTimeOffset(since, offset, bounds),
    until: until && shiftEnd(until, offset, bounds),
    inner: { since, until },
  };
}

function baseAxis(query: QueryObject): AdhocColumn | undefined {
  return query.columns?.find(
    (column): column is AdhocColumn => typeof column !== 'string' && column.columnType === 'BASE_AXIS',
  );
}

/** The dataset's column that time runs along: of the x-axis, else the granularity, else of the only time filter. */
function timeColumnOf(query: QueryObject, input: PlanInput): string {
  const axis = baseAxis(query);
  const filters = (query.filters ?? []).filter(isTimeFilter);
  const candidates = [axis?.sqlExpression, query.granularity, filters[0] && columnLabel(filters[0].col)];
  const name = candidates.find((candidate) =>
    input.dataset.columns.some((column) => column.name === candidate && column.isTemporal),
  );
  if (!name) {
    throw new QueryError('A time column must be specified when using a Time Comparison.', 'granularity');
  }
  return name;
}

function isTimeFilter(filter: QueryFilter): boolean {
  return filter.op?.toUpperCase() === 'TEMPORAL_RANGE';
}

function offsetQuery(query: QueryObject, granularity: string): QueryObject {
  const axis = baseAxis(query);
  const labels = new Set([granularity, axis && columnLabel(axis)]);
  const filters = (query.filters ?? []).filter((filter) => !(isTimeFilter(filter) && labels.has(nameOf(filter.col))));
  return {
    ...query,
    granularity,
    filters,
    time_range: null,
    time_offsets: [],
    post_processing: [],
    row_offset: 0,
  };
}

function nameOf(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.sqlExpression;
}
