import type { ListEnvelope } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { api } from './api-client.ts';
import { awaitUndeclared } from './client.ts';
import { deletions, hiddenIds } from './deletions.ts';
import { errorText } from './errors.ts';
import { type ListRequest, toListQuery } from './list-query.ts';
import { listMessages } from './messages.ts';
import { listPage } from './resource-calls.ts';
import { callOf, paramsOf, type Resource } from './resources.ts';

export interface ListOptions<Row> {
  readonly isEnabled?: boolean;
  /** How soon to ask again, judged by what came; null for not at all. */
  readonly refreshMs?: (rows: readonly Row[]) => number | null;
}

export interface ListState<Row> {
  readonly collection: readonly Row[];
  readonly count: number;
  /** A call is under way. */
  readonly loading: boolean;
  /** Nothing has ever come. */
  readonly isFirstLoad: boolean;
  readonly error: Error | null;
  readonly refresh: () => void;
}

function useErrorToast(error: Error | null, toText: (message: string) => string): void {
  const latest = useRef(toText);
  latest.current = toText;
  // Once for each error: the message belongs to it, not to the function that words it.
  useEffect(() => {
    if (error) toasts.danger(latest.current(errorText(error)), { isUnique: true });
  }, [error]);
}

/** A page of a resource's list; the last page stays while the next one loads. */
export function useList<Row>(resource: Resource, request: ListRequest, options: ListOptions<Row> = {}): ListState<Row> {
  const q = toListQuery(request);
  const query = useQuery({
    queryKey: [resource.name, 'list', q],
    queryFn: ({ signal }) => listPage<Row>(resource, q, signal),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
    refetchInterval: (running) => options.refreshMs?.(running.state.data?.result ?? []) ?? false,
  });
  useErrorToast(query.error, (message) => listMessages.fetchFailed(resource.label, message));
  const { rows, count } = useShown(resource, query.data);
  return {
    collection: rows,
    count,
    loading: query.isFetching,
    isFirstLoad: query.isPending && query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}

/** Without what is being deleted and can still be taken back. */
function useShown<Row>(resource: Resource, data: ListEnvelope<Row> | undefined) {
  const pending = useStore(deletions.store);
  return useMemo(() => {
    const hidden = hiddenIds(pending, resource);
    const all = data?.result ?? [];
    const rows = hidden.size === 0 ? all : all.filter((row) => !hidden.has(idOf(row)));
    return { rows, count: (data?.count ?? 0) - (all.length - rows.length) };
  }, [pending, resource, data]);
}

function idOf(row: unknown): number {
  return typeof row === 'object' && row !== null && 'id' in row ? Number(row.id) : Number.NaN;
}

/** One object of a resource. */
export function useItem<Item>(resource: Resource, id: number | string | null) {
  return useQuery({
    queryKey: [resource.name, 'item', id],
    queryFn: async ({ signal }) => {
      const item = api.callEndpoint(callOf(resource, 'get'), { params: paramsOf(resource, id ?? ''), signal });
      return (await awaitUndeclared<{ result: Item }>(item)).result;
    },
    enabled: id !== null,
  });
}

export interface InfoState {
  readonly permissions: readonly string[];
  readonly can: (permission: string) => boolean;
  readonly isLoading: boolean;
}

/** What the user may do with a resource, by permission name (`can_write`, `can_export`, …). */
export function useInfo(resource: Resource, options: { isEnabled?: boolean } = {}): InfoState {
  const query = useQuery({
    queryKey: [resource.name, 'info'],
    queryFn: ({ signal }) =>
      awaitUndeclared<{ permissions: readonly string[] }>(
        api.callEndpoint(callOf(resource, 'info'), { query: { q: { keys: ['permissions'] } }, signal }),
      ),
    staleTime: 60_000,
    enabled: options.isEnabled ?? true,
  });
  useErrorToast(query.error, (message) => listMessages.infoFailed(resource.label, message));
  const permissions = query.data?.permissions ?? [];
  return { permissions, can: (permission) => permissions.includes(permission), isLoading: query.isPending };
}

/** Marks everything read of a resource as old. */
export function useInvalidate(): (resource: Resource) => Promise<void> {
  const queryClient = useQueryClient();
  return (resource) => queryClient.invalidateQueries({ queryKey: [resource.name] });
}
