import type { ListFilter, ListQuery } from '@powerset/contract';

/** What a list is asked for. */
export interface ListRequest {
  readonly filters?: readonly ListFilter[];
  readonly orderColumn?: string;
  readonly orderDirection?: 'asc' | 'desc';
  /** From 0. */
  readonly page?: number;
  readonly pageSize?: number;
  readonly selectColumns?: readonly string[];
}

export const DEFAULT_PAGE_SIZE = 25;
export const DEFAULT_ORDER_COLUMN = 'changed_on_delta_humanized';

/** The `q` of a list call: 25 per page, last changed first, unless asked otherwise. */
export function toListQuery(request: ListRequest): ListQuery {
  return {
    ...(request.filters && request.filters.length > 0 ? { filters: [...request.filters] } : {}),
    ...(request.selectColumns ? { select_columns: [...request.selectColumns] } : {}),
    order_column: request.orderColumn ?? DEFAULT_ORDER_COLUMN,
    order_direction: request.orderDirection ?? 'desc',
    page: request.page ?? 0,
    page_size: request.pageSize ?? DEFAULT_PAGE_SIZE,
  };
}
