import type { FileDimension, QueryFilter, QueryObject } from '@powerset/contract';
import { boundsOf, columnOf, filterCondition, type Passes, rangeCondition } from './conditions.ts';

/** A query as what does not concern some columns, and what is asked of those. */
export interface Parted {
  readonly rest: QueryObject;
  /** By the column's place; null where only an engine can tell. */
  readonly conditions: readonly { readonly at: number; readonly passes: Passes }[] | null;
}

export interface PartingPlace {
  readonly dimensions: readonly FileDimension[];
  readonly madeAt: Date;
}

/** Takes from a query what it asks of the dimensions. */
export function partQuery(query: QueryObject, { dimensions, madeAt }: PartingPlace): Parted {
  const placeOf = (column: string | null | undefined) => dimensions.findIndex((one) => one.column === column);
  const isRange = ({ op }: QueryFilter) => op.trim().toUpperCase() === 'TEMPORAL_RANGE';
  const found: { readonly at: number; readonly passes: Passes | null }[] = [];
  const kept: QueryFilter[] = [];
  for (const filter of query.filters ?? []) {
    const at = placeOf(columnOf(filter));
    const dimension = dimensions[at];
    if (!dimension) kept.push(filter);
    else if (isRange(filter))
      found.push({ at, passes: rangeCondition(boundsOf(filter.val, query, madeAt), dimension) });
    else found.push({ at, passes: filterCondition(filter, dimension) });
  }
  const at = placeOf(query.granularity);
  const ranged = dimensions[at];
  if (ranged?.kind === 'day' && query.time_range)
    found.push({ at, passes: rangeCondition(boundsOf(query.time_range, query, madeAt), ranged) });
  const { time_range: timeRange, ...others } = query;
  const isTimed = timeRange !== undefined && ranged?.kind !== 'day';
  return {
    rest: { ...others, ...(isTimed ? { time_range: timeRange } : {}), filters: kept },
    conditions: found.every(isKnown) ? found : null,
  };
}

function isKnown<T extends { readonly passes: Passes | null }>(one: T): one is T & { readonly passes: Passes } {
  return one.passes !== null;
}

const passedOver = new Set(['isExtra', 'applied_time_extras', 'force', 'datasource', 'url_params']);

/** A text that is the same for queries that ask the same, in whatever order their filters stand. */
export function nameOfQuery(query: QueryObject): string {
  const { time_range: timeRange, filters = [], ...rest } = query;
  const isOpen = (value: unknown) => value === undefined || value === null || value === '' || value === 'No filter';
  const asked = filters
    .filter(({ op, val }) => !(op.trim().toUpperCase() === 'TEMPORAL_RANGE' && isOpen(val)))
    .map((filter) => toText(filter))
    .sort();
  // A range without a column to be of keeps no row out.
  const isTimed = !isOpen(timeRange) && !isOpen(rest.granularity);
  return toText({ ...rest, ...(isTimed ? { time_range: timeRange } : {}), asked });
}

/** Keys in one order, without what says nothing. */
function toText(part: unknown): string {
  return JSON.stringify(part, (name, value: unknown) => {
    if (passedOver.has(name) || value === null || isNothing(value)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

const isNothing = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
