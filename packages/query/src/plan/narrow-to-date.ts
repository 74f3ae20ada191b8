import { columnLabel, type QueryFilter, type QueryObject } from '@powerset/contract';
import type { QueryDataset } from '../dataset.ts';
import { boundsToDate, type Clock, formatTime, resolveTimeRange } from '../time/index.ts';

const isRange = ({ op }: QueryFilter) => op?.trim().toUpperCase() === 'TEMPORAL_RANGE';

/** A query that is compared to date asks for the part of its time range that belongs to the current year, quarter or month. */
export function narrowToDate(query: QueryObject, dataset: QueryDataset, clock: Clock): QueryObject {
  const period = query.time_calendar?.to_date;
  if (!period) return query;
  const filters = query.filters ?? [];
  const axis = query.columns?.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS');
  const name = (axis && columnLabel(axis)) ?? query.granularity ?? dataset.mainTemporalColumn;
  const ranges = filters.filter(isRange);
  const range = ranges.find(({ col }) => columnLabel(col) === name) ?? ranges[0];
  const text = range ? range.val : query.time_range;
  const bounds = resolveTimeRange(typeof text === 'string' ? text : null, {
    clock,
    relativeStart: query.extras?.relative_start,
    relativeEnd: query.extras?.relative_end,
  });
  const fiscalYearStart = query.time_calendar?.fiscal_year_start ?? 1;
  const { since, until } = boundsToDate(bounds, { period, fiscalYearStart, now: clock.now });
  const val = `${formatTime(since)} : ${formatTime(until)}`;
  if (range) return { ...query, filters: filters.map((one) => (one === range ? { ...one, val } : one)) };
  if (query.granularity) return { ...query, time_range: val };
  return name ? { ...query, filters: [...filters, { col: name, op: 'TEMPORAL_RANGE', val }] } : query;
}
