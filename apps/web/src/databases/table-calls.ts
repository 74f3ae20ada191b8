import { type ColumnType, databaseEndpoints } from '@powerset/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

const staleMs = 5 * 60_000;
const columnTypes: readonly ColumnType[] = ['number', 'string', 'temporal', 'boolean'];

/** The kind of a column by the wire's number. */
export function columnTypeOf(code: number): ColumnType {
  return columnTypes[code] ?? 'string';
}

/** Whether another catalog than the connection's own may be chosen: it may read them, and can be opened. */
export function offersCatalogs(
  database: { readonly allow_multi_catalog: boolean; readonly opening_problem: string | null } | undefined,
): boolean {
  return database?.allow_multi_catalog === true && database.opening_problem === null;
}

/** The catalogs of a database that may read more than its own. */
export function catalogsQuery(dbId: number) {
  return queryOptions({
    queryKey: ['database', dbId, 'catalogs'],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(databaseEndpoints.catalogs, { params: { id: dbId }, signal })).result,
  });
}

/** What of one catalog is kept; without a name, of the one that the connection opens. */
function keyOf(dbId: number, catalog: string | null | undefined) {
  return catalog ? (['database', dbId, 'catalog', catalog] as const) : (['database', dbId] as const);
}

function inCatalog(catalog: string | null | undefined) {
  return catalog ? { catalog_name: catalog } : {};
}

export function schemasQuery(dbId: number, catalog?: string | null) {
  return queryOptions({
    queryKey: [...keyOf(dbId, catalog), 'schemas'],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(databaseEndpoints.schemas, {
          params: { id: dbId },
          query: { q: { ...inCatalog(catalog), force: false } },
          signal,
        })
      ).result,
  });
}

/** So many are drawn and scrolled at once without being felt. */
const tablesPerPage = 200;

export interface SchemaPlace {
  readonly dbId: number;
  readonly catalog?: string | null;
  readonly schema: string;
}

export interface TablesPlace extends SchemaPlace {
  /** From 0. */
  readonly page: number;
}

/** The server keeps what it read for a short time: what is older than the last time the tree was read anew is none. */
function sinceRefresh(client: QueryClient, dbId: number): { readonly max_age?: number } {
  const refreshedAt = client.getQueryState(refreshKey(dbId))?.dataUpdatedAt;
  return refreshedAt ? { max_age: (Date.now() - refreshedAt) / 1000 } : {};
}

function refreshKey(dbId: number) {
  return ['refreshed tree', dbId] as const;
}

/** A page of a schema's tables by name, and how many there are in all. */
export function tablesQuery({ dbId, catalog, schema, page }: TablesPlace) {
  return queryOptions({
    queryKey: [...keyOf(dbId, catalog), 'tables', schema, { page }],
    staleTime: staleMs,
    queryFn: ({ signal, client }) =>
      api.callEndpoint(databaseEndpoints.tables, {
        params: { id: dbId },
        query: {
          q: {
            ...inCatalog(catalog),
            ...{ schema_name: schema, page, page_size: tablesPerPage },
            ...sinceRefresh(client, dbId),
          },
        },
        signal,
      }),
  });
}

const tablesPerSearch = 100;

/** The first of a schema's tables whose names hold a text, those that begin with it before the others. */
export function foundTablesQuery({ dbId, catalog, schema }: SchemaPlace, text: string) {
  return queryOptions({
    queryKey: [...keyOf(dbId, catalog), 'tables', schema, text],
    staleTime: staleMs,
    queryFn: async ({ signal, client }) =>
      (
        await api.callEndpoint(databaseEndpoints.tables, {
          params: { id: dbId },
          query: {
            q: {
              ...inCatalog(catalog),
              ...{ schema_name: schema, search: text, page: 0, page_size: tablesPerSearch },
              ...sinceRefresh(client, dbId),
            },
          },
          signal,
        })
      ).result,
  });
}

export interface TablePlace extends SchemaPlace {
  readonly table: string;
}

export function tableQuery({ dbId, catalog, schema, table }: TablePlace) {
  return queryOptions({
    queryKey: [...keyOf(dbId, catalog), 'table', schema, table],
    staleTime: staleMs,
    queryFn: ({ signal }) =>
      catalog
        ? api.callEndpoint(databaseEndpoints.tableMetadata, {
            params: { id: dbId },
            query: { name: table, schema, catalog },
            signal,
          })
        : api.callEndpoint(databaseEndpoints.table, { params: { id: dbId, table, schema }, signal }),
  });
}

const hitsPerPage = 100;

/** Tables of all schemas whose name, or a column's, holds the text; page after page. */
export function catalogSearchQuery(dbId: number, text: string, catalog?: string | null) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(dbId, catalog), 'search', text],
    staleTime: staleMs,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.callEndpoint(databaseEndpoints.search, {
        params: { id: dbId },
        query: { q: { ...inCatalog(catalog), text, page: pageParam, page_size: hitsPerPage } },
        signal,
      }),
    getNextPageParam: (last, all) => (all.length * hitsPerPage < last.count ? all.length : undefined),
  });
}

/** Reads schemas, tables and columns anew. */
export function refreshTree(client: QueryClient, dbId: number): Promise<void> {
  client.setQueryData(refreshKey(dbId), true);
  return client.invalidateQueries({ queryKey: ['database', dbId] });
}
