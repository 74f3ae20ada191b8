import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  TableDescription,
  TableName,
  TablePartitions,
  TableSummary,
} from '../engine.ts';
import { type Ask, missingTable, type WarehouseCatalog } from '../warehouse/index.ts';
import type { Connection } from './client.ts';
import { JobFailure } from './errors.ts';
import { functionNames } from './function-names.ts';
import { type Field, familyOf, nativeTypeOf } from './values.ts';

interface ListedTable {
  readonly tableReference: { readonly tableId: string };
  readonly type?: string;
}

/** The documented shape of a table; as much of it as is read. */
interface Table {
  readonly type?: string;
  readonly schema?: { readonly fields?: readonly Field[] };
  readonly description?: string;
  readonly numBytes?: string;
  readonly view?: { readonly query?: string };
  readonly materializedView?: { readonly query?: string };
  readonly timePartitioning?: { readonly type?: string; readonly field?: string };
  readonly rangePartitioning?: { readonly field?: string };
}

/** Of datasets that are looked through for a name; each takes a part of one query. */
const maxSearched = 50;

/** What the service tells about the tables of a project, by its lists: they cost nothing. */
export function createCatalog(connection: Connection, ask: Ask): WarehouseCatalog {
  const listSchemas = async () => {
    const found = await connection.list<{ readonly datasetReference: { readonly datasetId: string } }>(
      '/datasets',
      'datasets',
    );
    return found.map(({ datasetReference }) => datasetReference.datasetId).sort();
  };
  return {
    listSchemas,
    listTables: (schema) => listTables(connection, schema),
    searchCatalog: async (search) => {
      const schemas = search.within ? schemasOf(search.within) : await listSchemas();
      return searchCatalog({ connection, ask }, search, schemas.slice(0, maxSearched));
    },
    describeTable: (name) => describeTable({ connection, ask }, name),
    listFunctionNames: async () => functionNames,
  };
}

const pathOf = (...parts: readonly string[]) => parts.map(encodeURIComponent).join('/');

async function listTables(connection: Connection, schema: string): Promise<readonly TableSummary[]> {
  const found = await connection.list<ListedTable>(`/datasets/${pathOf(schema)}/tables`, 'tables');
  return found.map(({ tableReference, type }) => ({
    ...{ schema, table: tableReference.tableId, kind: toKind(type), rowCount: null },
  }));
}

function schemasOf({ schemas, tables }: NonNullable<CatalogSearch['within']>): readonly string[] {
  return [...new Set([...schemas, ...tables.map(({ schema }) => schema)])];
}

/** Each dataset describes its own tables: one query asks them all. */
async function searchCatalog(
  { connection, ask }: Asking,
  { text, limit, within }: CatalogSearch,
  schemas: readonly string[],
): Promise<readonly CatalogHit[]> {
  if (schemas.length === 0) return [];
  const holds = (column: string) => `STRPOS(LOWER(${column}), ${literal(text.toLowerCase())}) > 0`;
  const parts = schemas.map((schema) => {
    const from = (view: string) => `${datasetOf(connection, schema)}.INFORMATION_SCHEMA.${view}`;
    return `SELECT ${literal(schema)} AS s, t.table_name AS t, t.table_type AS k, c.column_name AS c, c.data_type AS y
      FROM ${from('TABLES')} AS t LEFT JOIN ${from('COLUMNS')} AS c ON c.table_name = t.table_name AND ${holds('c.column_name')}
      WHERE (${holds('t.table_name')} OR c.column_name IS NOT NULL) AND ${withinSql(within, schema)}`;
  });
  const rows = await ask(`SELECT s, t, k, c, y FROM (${parts.join('\nUNION ALL ')}) ORDER BY s, t, c LIMIT ${limit}`);
  const wanted = text.toLowerCase();
  return rows
    .flatMap(([schema, table, kind, column, nativeType]): readonly CatalogHit[] => {
      const place = { schema: schema ?? '', table: table ?? '', kind: toKind(kind ?? '') };
      const own = place.table.toLowerCase().includes(wanted) ? [{ ...place, column: null, nativeType: null }] : [];
      return [...own, ...(column ? [{ ...place, column, nativeType: nativeType ?? null }] : [])];
    })
    .filter((hit, index, all) => hit.column !== null || all.findIndex((one) => isSame(one, hit)) === index)
    .slice(0, limit);
}

const isSame = (one: CatalogHit, other: CatalogHit) =>
  one.column === other.column && one.schema === other.schema && one.table === other.table;

function withinSql(within: CatalogSearch['within'], schema: string): string {
  if (!within || within.schemas.includes(schema)) return 'TRUE';
  const names = within.tables.filter((one) => one.schema === schema).map(({ table }) => literal(table));
  return `t.table_name IN (${names.join(', ')})`;
}

interface Asking {
  readonly connection: Connection;
  readonly ask: Ask;
}

async function describeTable({ connection, ask }: Asking, name: TableName): Promise<TableDescription> {
  const path = `/datasets/${pathOf(name.schema)}/tables/${pathOf(name.table)}`;
  const table = await connection.get<Table>(path).catch((error: unknown) => {
    throw error instanceof JobFailure && error.status === 404 ? missingTable(name) : error;
  });
  const partitions = await readPartitions({ connection, ask }, name, table);
  return {
    ...name,
    kind: toKind(table.type),
    columns: (table.schema?.fields ?? []).map(toEngineColumn),
    // The service holds nobody to keys, and keeps no indexes that a reader could name.
    ...{ primaryKey: null, foreignKeys: [], indexes: [] },
    comment: table.description || null,
    definition: table.view?.query ?? table.materializedView?.query ?? null,
    sizeBytes: table.numBytes === undefined ? null : Number(table.numBytes),
    ...(partitions ? { partitions } : {}),
  };
}

/** How the rows are parted, and the latest part that holds any. */
async function readPartitions(
  { connection, ask }: Asking,
  { schema, table }: TableName,
  described: Table,
): Promise<TablePartitions | null> {
  const { timePartitioning: byTime, rangePartitioning: byRange } = described;
  if (!byTime && !byRange) return null;
  const column = byTime?.field ?? byRange?.field ?? '_PARTITIONTIME';
  const rows = await ask(
    `SELECT MAX(partition_id) FROM ${datasetOf(connection, schema)}.INFORMATION_SCHEMA.PARTITIONS
     WHERE table_name = ${literal(table)} AND total_rows > 0 AND NOT STARTS_WITH(partition_id, '__')`,
  ).catch(() => []);
  const key = byTime?.type ? `${byTime.type}(${column})` : column;
  return { columns: [column], key, latest: rows[0]?.[0] ?? null };
}

export function toEngineColumn(field: Field): EngineColumn {
  const nativeType = nativeTypeOf(field);
  return {
    ...{ name: field.name, nativeType, type: familyOf(nativeType).type },
    isNullable: field.mode !== 'REQUIRED',
    comment: field.description || null,
  };
}

function toKind(type: string | undefined): 'table' | 'view' {
  return /VIEW$/.test(type ?? '') ? 'view' : 'table';
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

/** Names of datasets alone lie in the project that runs the query. */
function datasetOf({ settings: { otherProject } }: Connection, schema: string): string {
  return [...(otherProject ? [otherProject] : []), schema].map(quote).join('.');
}

function quote(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
