import {
  type ResultChart,
  sqlEditorEndpoints,
  urlOf,
  type WindowQ,
  type WireComparison,
  type WireWindow,
} from '@powerset/contract';
import type { GridWindow } from '@powerset/ui';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { tablesOf } from '../../../chart-runs/index.ts';
import type { PictureRequest } from '../../../chart-suggestions/index.ts';

/** Which rows of a result are looked at, and in which order. */
export type ResultSelection = Pick<WindowQ, 'sort' | 'search' | 'filters'>;

const firstWindowRows = 250;
/** Characters of a value that a grid gets: more than it shows, far less than a page bears. */
export const shownCharacters = 500;

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
  const { offset, cuts, table } = answer;
  return { answer, window: { offset, cuts, columns: table.columns.map((column) => column.values) } };
}

/** Which value of a result is read. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const cellPart = 200_000;

/** A value of any length, in parts that are asked for one after the other. */
export function cellQuery(key: string, selection: ResultSelection, { row, column }: CellPlace) {
  return infiniteQueryOptions({
    queryKey: ['sql-editor', 'cell', key, selection, row, column],
    staleTime: Number.POSITIVE_INFINITY,
    // Long texts are not kept for long.
    gcTime: 30_000,
    retry: false,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.callEndpoint(sqlEditorEndpoints.cell, {
        params: { key },
        query: { q: { ...selection, row, column, from: pageParam, length: cellPart } },
        signal,
      }),
    getNextPageParam: ({ from, length }) => (from + cellPart < length ? from + cellPart : undefined),
  });
}

export function firstWindowQuery(key: string, selection: ResultSelection) {
  return queryOptions({
    queryKey: ['sql-editor', 'window', key, selection],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The rows carry what they were asked for: while others are on their way the last ones stay on screen.
    queryFn: async ({ signal }) => ({
      ...(await loadWindow(key, { ...selection, offset: 0, limit: firstWindowRows, cut: shownCharacters }, signal)),
      selection,
    }),
  });
}

const profiledCells = 200_000_000;
const profiledColumns = 80;

/** Whether all columns of a result are looked at without being asked for. */
export function isProfilable(columns: number, rows: number | null): boolean {
  return columns > 0 && columns <= profiledColumns && (rows ?? 0) * columns <= profiledCells;
}

export function profileQuery(key: string) {
  return queryOptions({
    queryKey: ['sql-editor', 'profile', key],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => api.callEndpoint(sqlEditorEndpoints.profile, { params: { key }, signal }),
  });
}

const shortLife = { gcTime: 120_000, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** All of one column, by its place among the columns, over the rows of a selection. */
export function columnDetailQuery(key: string, column: number, { search, filters }: ResultSelection) {
  const q = { column, ...(search ? { search } : {}), ...(filters ? { filters } : {}) };
  return queryOptions({
    queryKey: ['sql-editor', 'column', key, q],
    ...shortLife,
    queryFn: ({ signal }) =>
      api.callEndpoint(sqlEditorEndpoints.columnDetail, { params: { key }, query: { q }, signal }),
  });
}

interface ValuesQuestion {
  readonly selection: ResultSelection;
  /** Only values whose text contains this. */
  readonly find: string;
}

export function columnValuesQuery(key: string, column: number, { selection, find }: ValuesQuestion) {
  const { search, filters } = selection;
  const q = { column, ...(search ? { search } : {}), ...(filters ? { filters } : {}), ...(find ? { find } : {}) };
  return queryOptions({
    queryKey: ['sql-editor', 'values', key, q],
    ...shortLife,
    queryFn: ({ signal }) =>
      api.callEndpoint(sqlEditorEndpoints.columnValues, { params: { key }, query: { q }, signal }),
  });
}

export interface ComparisonQuestion {
  readonly before: string;
  readonly keys: readonly string[];
  readonly kinds: readonly WireComparison['kinds'][number][];
  readonly offset?: number;
  readonly limit?: number;
}

/** The rows in which a result differs from an earlier one; `load` reads any window of them. */
export function compareQuery(key: string, question: ComparisonQuestion) {
  const load = (signal: AbortSignal) =>
    api.callEndpoint(sqlEditorEndpoints.compare, {
      params: { key },
      query: { q: { ...question, keys: [...question.keys], kinds: [...question.kinds] } },
      signal,
    });
  return {
    ...queryOptions({
      queryKey: ['sql-editor', 'compare', key, question],
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      queryFn: ({ signal }) => load(signal),
    }),
    load,
  };
}

/** Which columns of a result are keys. */
export function keysQuery(key: string) {
  return queryOptions({
    queryKey: ['sql-editor', 'keys', key],
    ...shortLife,
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(sqlEditorEndpoints.keys, { params: { key }, signal })).result,
  });
}

/** The statement that reads what a value of a foreign key leads to. */
export async function loadFollowed(key: string, selection: ResultSelection, { row, column }: CellPlace) {
  const query = { q: { ...selection, row, column } };
  return (await api.callEndpoint(sqlEditorEndpoints.follow, { params: { key }, query })).result;
}

/** The rows of a result's chart. */
export function chartQuery(key: string, chart: ResultChart, { search, filters }: ResultSelection) {
  const q = { chart, ...(search ? { search } : {}), ...(filters ? { filters } : {}) };
  return queryOptions({
    queryKey: ['sql-editor', 'chart', key, q],
    ...shortLife,
    queryFn: async ({ signal }) => {
      const { result } = await api.callEndpoint(sqlEditorEndpoints.chart, { params: { key }, query: { q }, signal });
      // The rows carry what was asked: the last picture stays as it was while others are on their way.
      return { chart, results: result, tables: tablesOf(result) };
    },
  });
}

/** A small picture of a result's chart. */
export function chartPicture(key: string, chart: ResultChart, { search, filters }: ResultSelection): PictureRequest {
  const q = { chart, ...(search ? { search } : {}), ...(filters ? { filters } : {}) };
  return {
    key: ['result', key, q],
    source: `result ${key}`,
    load: async (look, signal) => {
      const query = { q, ...look };
      return (await api.callEndpoint(sqlEditorEndpoints.chartPicture, { params: { key }, query, signal })).result;
    },
  };
}

/** Address of a result as a file. */
export function exportUrl(
  key: string,
  format: 'csv' | 'parquet' | 'arrow' | 'xlsx' | 'json',
  selection: ResultSelection,
): string {
  const isPlain = !selection.search && !selection.sort?.length && !selection.filters?.length;
  return urlOf(sqlEditorEndpoints.exportResult, {
    params: { key },
    query: { format, ...(isPlain ? {} : { q: selection }) },
  });
}
