import { type ColumnType, databaseEndpoints } from '@powerset/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

const staleMs = 5 * 60_000;
const columnTypes: readonly ColumnType[] = ['number', 'string', 'temporal', 'boolean'];

/** The kind of a column by the wire's number. */
export function columnTypeOf(code: number): ColumnType {
  return columnTypes[code] ?? 'string';
}

export function schemasQuery(dbId: number) {
  return queryOptions({
    queryKey: ['database', dbId, 'schemas'],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(databaseEndpoints.schemas, {
          params: { id: dbId },
          query: { q: { force: false } },
          signal,
        })
      ).result,
  });
}

/** So many are drawn and scrolled at once without being felt. */
const tablesPerPage = 200;

export interface TablesPlace {
  readonly dbId: number;
  readonly schema: string;
  /** From 0. */
  readonly page: number;
}

/** A page of a schema's tables by name, and how many there are in all. */
export function tablesQuery({ dbId, schema, page }: TablesPlace) {
  return queryOptions({
    queryKey: ['database', dbId, 'tables', schema, { page }],
    staleTime: staleMs,
    queryFn: ({ signal }) =>
      api.callEndpoint(databaseEndpoints.tables, {
        params: { id: dbId },
        query: { q: { schema_name: schema, page, page_size: tablesPerPage } },
        signal,
      }),
  });
}

const tablesPerSearch = 100;

/** The first of a schema's tables whose names hold a text, those that begin with it before the others. */
export function foundTablesQuery(dbId: number, schema: string, text: string) {
  return queryOptions({
    queryKey: ['database', dbId, 'tables', schema, text],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(databaseEndpoints.tables, {
          params: { id: dbId },
          query: { q: { schema_name: schema, search: text, page: 0, page_size: tablesPerSearch } },
          signal,
        })
      ).result,
  });
}

export interface TablePlace {
  readonly dbId: number;
  readonly schema: string;
  readonly table: string;
}

export function tableQuery({ dbId, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: ['database', dbId, 'table', schema, table],
    staleTime: staleMs,
    queryFn: ({ signal }) =>
      api.callEndpoint(databaseEndpoints.table, {
        params: { id: dbId, table, schema },
        signal,
      }),
  });
}

const hitsPerPage = 100;

/** Tables of all schemas whose name, or a column's, holds the text; page after page. */
export function catalogSearchQuery(dbId: number, text: string) {
  return infiniteQueryOptions({
    queryKey: ['database', dbId, 'search', text],
    staleTime: staleMs,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.callEndpoint(databaseEndpoints.search, {
        params: { id: dbId },
        query: { q: { text, page: pageParam, page_size: hitsPerPage } },
        signal,
      }),
    getNextPageParam: (last, all) => (all.length * hitsPerPage < last.count ? all.length : undefined),
  });
}

/** Reads schemas, tables and columns anew. */
export function refreshTree(client: QueryClient, dbId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: ['database', dbId] });
}
