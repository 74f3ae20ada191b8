import { encodeRison, type ListFilter, parseRison } from '@powerset/contract';
import { DEFAULT_ORDER_COLUMN, DEFAULT_PAGE_SIZE, type ListRequest } from '../api/index.ts';
import type { FilterDefinition } from './list-definition.ts';

export type ViewMode = 'table' | 'card';

/** A chosen filter: what is sent, and how it reads. */
export interface FilterValue {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** Everything of a list that its address holds. */
export interface ListState {
  readonly page: number;
  readonly sortColumn: string;
  readonly sortOrder: 'asc' | 'desc';
  readonly search: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly view: ViewMode;
}

export interface ListDefaults {
  readonly view: ViewMode;
  readonly sortColumn?: string;
}

function isFilterValue(value: unknown): value is FilterValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    'label' in value &&
    typeof value.label === 'string'
  );
}

function readFilters(text: string | null): { search: string; filters: Readonly<Record<string, FilterValue>> } {
  if (!text) return { search: '', filters: {} };
  try {
    const parsed = parseRison(text);
    if (typeof parsed !== 'object' || parsed === null) return { search: '', filters: {} };
    const entries = Object.entries(parsed);
    const search = entries.find(([key]) => key === 'search')?.[1];
    return {
      search: search === undefined ? '' : String(search),
      filters: Object.fromEntries(entries.filter(([, value]) => isFilterValue(value))),
    };
  } catch {
    return { search: '', filters: {} };
  }
}

/** Reads a list's state from the query of its address; what is missing or damaged takes its default. */
export function parseListState(params: URLSearchParams, defaults: ListDefaults): ListState {
  const page = Number(params.get('pageIndex'));
  const view = params.get('viewMode');
  return {
    page: Number.isInteger(page) && page > 0 ? page : 0,
    sortColumn: params.get('sortColumn') ?? defaults.sortColumn ?? DEFAULT_ORDER_COLUMN,
    sortOrder: params.get('sortOrder') === 'asc' ? 'asc' : 'desc',
    view: view === 'table' || view === 'card' ? view : defaults.view,
    ...readFilters(params.get('filters')),
  };
}

/** Writes a list's state into a query; defaults stay out so that addresses stay short. */
export function toSearchParams(state: ListState, defaults: ListDefaults): URLSearchParams {
  const params = new URLSearchParams();
  const filters = { ...(state.search ? { search: state.search } : {}), ...state.filters };
  if (Object.keys(filters).length > 0) params.set('filters', encodeRison(filters));
  if (state.page > 0) params.set('pageIndex', String(state.page));
  const isDefaultSort =
    state.sortColumn === (defaults.sortColumn ?? DEFAULT_ORDER_COLUMN) && state.sortOrder === 'desc';
  if (!isDefaultSort) {
    params.set('sortColumn', state.sortColumn);
    params.set('sortOrder', state.sortOrder);
  }
  if (state.view !== defaults.view) params.set('viewMode', state.view);
  return params;
}

/** What the server is asked for a state. */
export function toListRequest(
  state: ListState,
  definition: {
    search: { col: string; opr: string } | null;
    filters: readonly FilterDefinition[];
    baseFilters?: readonly ListFilter[];
    fields?: readonly string[];
  },
): ListRequest {
  const search = definition.search && state.search ? [{ ...definition.search, value: state.search }] : [];
  const chosen = definition.filters.flatMap((filter) => {
    const value = state.filters[filter.key];
    return value === undefined ? [] : [{ col: filter.col, opr: filter.opr, value: value.value }];
  });
  return {
    filters: [...(definition.baseFilters ?? []), ...search, ...chosen],
    orderColumn: state.sortColumn,
    orderDirection: state.sortOrder,
    page: state.page,
    pageSize: DEFAULT_PAGE_SIZE,
    ...(definition.fields ? { selectColumns: definition.fields } : {}),
  };
}

/** The order after a press on a column's head: the other way when it is sorted already, else rising. */
export function toggleSort(state: ListState, column: string): ListState {
  const isSame = state.sortColumn === column;
  return { ...state, page: 0, sortColumn: column, sortOrder: isSame && state.sortOrder === 'asc' ? 'desc' : 'asc' };
}

/** The page numbers to show: first, last and around the current one; null stands for a gap. */
export function pageNumbers(page: number, pageCount: number): readonly (number | null)[] {
  const wanted = [...new Set([0, page - 1, page, page + 1, pageCount - 1])]
    .filter((at) => at >= 0 && at < pageCount)
    .sort((a, b) => a - b);
  return wanted.flatMap((at, index) => {
    const before = wanted[index - 1];
    return before !== undefined && at - before > 1 ? [null, at] : [at];
  });
}
