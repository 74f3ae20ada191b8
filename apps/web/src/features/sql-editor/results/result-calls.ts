import { sqlEditorEndpoints, urlOf, type WindowQ, type WireWindow } from '@powerset/contract';
import type { GridWindow } from '@powerset/ui';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';

/** Which rows of a result are looked at, and in which order. */
export type ResultSelection = Pick<WindowQ, 'sort' | 'search' | 'filters'>;

const firstWindowRows = 250;

export async function loadWindow(
  key: string,
  question: WindowQ,
  signal?: AbortSignal,
): Promise<{ readonly window: GridWindow; readonly answer: WireWindow }> {
  const answer = await api.callEndpoint(sqlEditorEndpoints.window, {
    params: { key },
    query: { q: question },
    ...(signal ? { signal } : {}),
  });
  return { answer, window: { offset: answer.offset, columns: answer.table.columns.map((column) => column.values) } };
}

export function firstWindowQuery(key: string, selection: ResultSelection) {
  return queryOptions({
    queryKey: ['sql-editor', 'window', key, selection],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The rows carry what they were asked for: while others are on their way the last ones stay on screen.
    queryFn: async ({ signal }) => ({
      ...(await loadWindow(key, { ...selection, offset: 0, limit: firstWindowRows }, signal)),
      selection,
    }),
  });
}

export function profileQuery(key: string) {
  return queryOptions({
    queryKey: ['sql-editor', 'profile', key],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => api.callEndpoint(sqlEditorEndpoints.profile, { params: { key }, signal }),
  });
}

/** Address of a result as a file. */
export function exportUrl(
  key: string,
  format: 'csv' | 'parquet' | 'xlsx' | 'json',
  selection: ResultSelection,
): string {
  const isPlain = !selection.search && !selection.sort?.length && !selection.filters?.length;
  return urlOf(sqlEditorEndpoints.exportResult, {
    params: { key },
    query: { format, ...(isPlain ? {} : { q: selection }) },
  });
}
