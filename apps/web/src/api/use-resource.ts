import type { ListQuery } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { callResource } from './call-resource.ts';
import { deletions, hiddenIds } from './deletions.ts';
import { errorText } from './errors.ts';
import { type ListRequest, toListQuery } from './list-query.ts';
import { listMessages } from './messages.ts';
import { listPage } from './resource-calls.ts';
import { type PageOf, paramsOf, type Resource, type ResourceEndpoints, type RowOf } from './resources.ts';
import { toShownPage } from './shown-page.ts';

export interface ListOptions<Row> {
  readonly isEnabled?: boolean;
  /** Whoever asks shows in its place why nothing came: no message beside it says so again. */
  readonly showsFailure?: boolean;
  /** How soon to ask again, judged by what came; null for not at all. */
  readonly refreshMs?: (rows: readonly Row[]) => number | null;
}

export interface ListState<Row> {
  readonly collection: readonly Row[];
  readonly count: number;
  /** With those that are being deleted: by it the server divides pages. */
  readonly total: number;
  /** Being deleted, on the pages before this one. */
  readonly hiddenBefore: number;
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
export function useList<T extends ResourceEndpoints>(
  resource: Resource<T>,
  request: ListRequest,
  options: ListOptions<RowOf<T>> = {},
): ListState<RowOf<T>> {
  const asked = toListQuery(request);
  // The same words are the same question, whoever made them anew.
  const words = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what is asked
  const q = useMemo(() => asked, [words]);
  const query = useQuery({
    queryKey: [resource.name, 'list', q],
    queryFn: ({ signal }) => listPage(resource, q, signal),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
    refetchInterval: (running) => options.refreshMs?.(running.state.data?.result ?? []) ?? false,
  });
  const { rows, ...counts } = useShown(resource, q, query.data);
  const isShown = options.showsFailure === true && rows.length === 0;
  useErrorToast(isShown ? null : query.error, (message) => listMessages.fetchFailed(resource.label, message));
  return {
    collection: rows,
    ...counts,
    loading: query.isFetching,
    isFirstLoad: query.isPending && query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}

/** Without what is being deleted and can still be taken back, here and on the other pages that were read. */
function useShown<T extends ResourceEndpoints>(resource: Resource<T>, q: ListQuery, data: PageOf<T> | undefined) {
  const pending = useStore(deletions.store);
  const client = useQueryClient();
  return useMemo(() => {
    const hidden = hiddenIds(pending, resource);
    const others =
      hidden.size === 0
        ? []
        : client.getQueriesData<PageOf<T>>({ queryKey: [resource.name, 'list'] }).flatMap(toPage(q));
    return toShownPage({ number: q.page ?? 0, data }, others, hidden);
  }, [pending, resource, data, q, client]);
}

/** What was read of the same list, on other pages. */
const toPage =
  (q: ListQuery) =>
  <Page>([[, , other], data]: readonly [readonly unknown[], Page | undefined]) => {
    const asked = other as ListQuery;
    const isSame = asked.page !== q.page && JSON.stringify({ ...asked, page: 0 }) === JSON.stringify({ ...q, page: 0 });
    return isSame ? [{ number: asked.page ?? 0, data }] : [];
  };

/** One object of a resource. */
export function useItem<T extends ResourceEndpoints>(resource: Resource<T>, id: number | string | null) {
  return useQuery({
    queryKey: [resource.name, 'item', id],
    queryFn: async ({ signal }) =>
      (await callResource(resource, 'get', { params: paramsOf(resource, id ?? ''), signal })).result,
    enabled: id !== null,
  });
}

export interface InfoState {
  readonly permissions: readonly string[];
  readonly can: (permission: string) => boolean;
  readonly isLoading: boolean;
}

/** What the user may do with a resource, by permission name (`can_write`, `can_export`, …). */
export function useInfo(resource: Resource, options: { isEnabled?: boolean; isQuiet?: boolean } = {}): InfoState {
  const query = useQuery({
    queryKey: [resource.name, 'info'],
    queryFn: ({ signal }) => callResource(resource, 'info', { query: { q: { keys: ['permissions'] } }, signal }),
    staleTime: 60_000,
    enabled: options.isEnabled ?? true,
  });
  useErrorToast(options.isQuiet ? null : query.error, (message) => listMessages.infoFailed(resource.label, message));
  const permissions = query.data?.permissions ?? [];
  return { permissions, can: (permission) => permissions.includes(permission), isLoading: query.isPending };
}

/** Marks everything read of a resource as old. */
export function useInvalidate(): (resource: Resource) => Promise<void> {
  const queryClient = useQueryClient();
  return (resource) => queryClient.invalidateQueries({ queryKey: [resource.name] });
}
