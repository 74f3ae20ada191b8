import type { ChartDataRequest, QueryFilter, QueryObject } from '@powerset/contract';
import { QueryFilter as QueryFilterSchema } from '@powerset/contract/schemas';
import { Value } from 'typebox/value';
import { fieldError } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';

type NamedFilter = QueryFilter & { readonly col: string };

const mostFilters = 1000;
const noRange = 'No filter';

/** Filters that older dashboards put beside a form, in the JSON that a call has of them. */
export function readExtraFilters(text: string | null | undefined): readonly NamedFilter[] {
  if (!text) return [];
  const filters = parseList(text);
  if (!filters || filters.length > mostFilters || !filters.every(isNamedFilter))
    throw fieldError({ extra_filters: ['It must be a JSON list of filters: {"col", "op", "val"}.'] }, 400);
  return filters;
}

/** Those that a form holds; whatever is no filter counts as nothing, as a form is kept by anybody. */
export function extraFiltersOf(form: Readonly<Record<string, unknown>>): readonly NamedFilter[] {
  return Array.isArray(form.extra_filters) ? form.extra_filters.slice(0, mostFilters).filter(isNamedFilter) : [];
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const isNamedFilter = (value: unknown): value is NamedFilter =>
  Value.Check(QueryFilterSchema, value) && typeof value.col === 'string';

/** The same request with the filters in each of its queries; three names stand for a query's time. */
export function withExtraFilters(request: ChartDataRequest, filters: readonly NamedFilter[]): ChartDataRequest {
  if (filters.length === 0) return request;
  const time = { range: textOf(filters, '__time_range'), column: textOf(filters, '__time_col') };
  const grain = textOf(filters, '__time_grain');
  const others = filters.filter(({ col, val }) => !timeNames.has(col) && !isEmpty(val)).map(toFilter);
  const queries = request.queries.map((query) => withGrain(withTime(withFilters(query, others), time), grain));
  return { ...request, queries };
}

const timeNames = new Set(['__time_range', '__time_col', '__time_grain']);

function textOf(filters: readonly NamedFilter[], name: string): string | null {
  const value = filters.findLast(({ col }) => col === name)?.val;
  return typeof value === 'string' && value !== '' && value !== noRange ? value : null;
}

/** As in the reference: what chooses nothing filters nothing. */
const isEmpty = (value: QueryFilter['val']) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const toFilter = ({ col, op, val }: NamedFilter): QueryFilter => ({ col, op: op.toUpperCase(), val, isExtra: true });

function withFilters(query: QueryObject, filters: readonly QueryFilter[]): QueryObject {
  return { ...query, filters: [...(query.filters ?? []), ...filters] };
}

function withTime(
  query: QueryObject,
  { range, column }: { readonly range: string | null; readonly column: string | null },
): QueryObject {
  const granularity = column === null ? {} : { granularity: column };
  if (range === null) return { ...query, ...granularity };
  const filters = query.filters ?? [];
  const isRange = ({ op }: QueryFilter) => op === 'TEMPORAL_RANGE';
  if (!filters.some(isRange)) return { ...query, ...granularity, time_range: range };
  const replaced = filters.map((filter) =>
    isRange(filter) ? { ...filter, ...(column === null ? {} : { col: column }), val: range, isExtra: true } : filter,
  );
  return { ...query, filters: replaced };
}

function withGrain(query: QueryObject, grain: string | null): QueryObject {
  if (grain === null) return query;
  const columns = query.columns?.map((column) =>
    typeof column !== 'string' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column,
  );
  return { ...query, ...(columns ? { columns } : {}), extras: { ...query.extras, time_grain_sqla: grain } };
}
