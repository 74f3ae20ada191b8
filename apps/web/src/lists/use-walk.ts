import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DEFAULT_PAGE_SIZE, type ResourceEndpoints } from '../api/index.ts';
import type { ListDefinition } from './list-definition.ts';
import { toListRequest } from './list-state.ts';
import type { ListPageModel } from './use-list-page.ts';

export interface Walk<T extends ResourceEndpoints> {
  /** The list as far as it was walked through, and its page. */
  readonly model: ListPageModel<T>;
  readonly definition: ListDefinition<T>;
  readonly isWalking: boolean;
  /** When the oldest was done that was looked at. */
  readonly searchedBackTo: string | null;
  readonly hasMore: boolean;
  readonly goOn: () => void;
  readonly stop: () => void;
}

interface Wish {
  readonly key: string;
  /** So many are looked for without being asked again. */
  readonly rows: number;
  readonly isStopped: boolean;
}

/** Looks through a list for a text while somebody waits; null where nothing is looked for in this way. */
export function useWalk<T extends ResourceEndpoints>(
  definition: ListDefinition<T>,
  model: ListPageModel<T>,
): Walk<T> | null {
  const { walk, resource } = definition;
  const { search: text } = model.state;
  const { filters = [] } = toListRequest(model.state, definition);
  const isAsked = walk !== undefined && text !== '';
  const queryKey = [resource.name, 'walk', text, filters];
  const key = JSON.stringify(queryKey);
  const client = useQueryClient();
  const [last, setWish] = useState<Wish | null>(null);
  const wish = last?.key === key ? last : { key, rows: DEFAULT_PAGE_SIZE, isStopped: false };
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam: before, signal }) => {
      const stretch = await walk?.({ text, filters, before }, signal);
      return stretch ?? { rows: [], next: null, searchedBackTo: null };
    },
    getNextPageParam: ({ next }) => next,
    enabled: isAsked && !wish.isStopped,
    // Read anew it would be walked through anew.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  });
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const isWanted = isAsked && !wish.isStopped && rows.length < wish.rows;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, error, fetchNextPage]);
  if (!isAsked) return null;
  const isWalking = isFetching || (isWanted && hasNextPage && !error);
  const list = { ...model.list, collection: rows, count: rows.length, loading: false, error };
  return {
    model: {
      ...model,
      list: { ...list, isFirstLoad: isWalking && rows.length === 0, refresh: () => void query.refetch() },
    },
    // It comes newest first alone.
    definition: { ...definition, columns: definition.columns.map(({ sortKey: _key, ...column }) => column) },
    isWalking,
    searchedBackTo: pages.at(-1)?.searchedBackTo ?? null,
    hasMore: hasNextPage,
    goOn: () => setWish({ key, rows: rows.length + DEFAULT_PAGE_SIZE, isStopped: false }),
    stop: () => {
      setWish({ ...wish, isStopped: true });
      void client.cancelQueries({ queryKey });
    },
  };
}
