import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  TableDescription,
  TableName,
  TablePartitions,
  TableSummary,
} from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { familyOf } from './values.ts';

/** Asks the server with a statement of our own. */
export type Ask = (sql: string) => Promise<readonly TextRow[]>;

const own = "'information_schema'";

export async function listSchemas(ask: Ask): Promise<readonly string[]> {
  const rows = await ask(
    `SELECT schema_name FROM information_schema.schemata WHERE schema_name <> ${own} ORDER BY schema_name`,
  );
  return rows.map((row) => text(row, 0));
}

export async function listTables(ask: Ask, schema: string): Promise<readonly TableSummary[]> {
  const rows = await ask(
    `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${literal(schema)} ORDER BY table_name`,
  );
  return rows.map((row) => ({ schema, table: text(row, 0), kind: toKind(row[1]), rowCount: null }));
}

/** The server's own tables know what belongs where; a condition on a name is checked here, as they read each table for it. */
export async function searchCatalog(
  ask: Ask,
  { text: wanted, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const holds = (column: string) => `strpos(lower(${column}), ${literal(wanted.toLowerCase())}) > 0`;
  const open = `table_schema <> ${own} AND (${withinSql(within)})`;
  const rows = await ask(
    `SELECT s, t, k, c, y FROM (
       SELECT table_schema AS s, table_name AS t, table_type AS k, '' AS c, '' AS y FROM information_schema.tables
       WHERE ${open} AND ${holds('table_name')}
       UNION ALL SELECT table_schema, table_name, '', column_name, data_type FROM information_schema.columns
       WHERE ${open} AND ${holds('column_name')}
     ) ORDER BY s, t, c LIMIT ${limit}`,
  );
  const kinds = await kindsOf(ask, rows);
  return rows.map((row) => ({
    schema: text(row, 0),
    table: text(row, 1),
    kind: row[2] ? toKind(row[2]) : (kinds.get(JSON.stringify([row[0], row[1]])) ?? 'table'),
    column: row[3] || null,
    nativeType: row[4] || null,
  }));
}

/** Of tables that were found by a column alone. */
async function kindsOf(ask: Ask, rows: readonly TextRow[]): Promise<ReadonlyMap<string, 'table' | 'view'>> {
  const schemas = new Set(rows.filter((row) => !row[2]).map((row) => literal(text(row, 0))));
  if (schemas.size === 0) return new Map();
  const found = await ask(
    `SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema IN (${[...schemas].join(', ')})`,
  );
  return new Map(found.map((row) => [JSON.stringify([row[0], row[1]]), toKind(row[2])]));
}

function withinSql(within: CatalogSearch['within']): string {
  if (!within) return 'true';
  const parts = [
    ...within.schemas.map((schema) => `table_schema = ${literal(schema)}`),
    ...within.tables.map((one) => `(table_schema = ${literal(one.schema)} AND table_name = ${literal(one.table)})`),
  ];
  return parts.length > 0 ? parts.join(' OR ') : 'false';
}

export async function describeTable(ask: Ask, name: TableName): Promise<TableDescription> {
  const at = `table_schema = ${literal(name.schema)} AND table_name = ${literal(name.table)}`;
  const [table] = await ask(`SELECT table_type FROM information_schema.tables WHERE ${at}`);
  if (!table) throw missingTable(name);
  const kind = toKind(table[0]);
  const described = await ask(`DESCRIBE ${[name.schema, name.table].map(quote).join('.')}`);
  const nullable = await ask(`SELECT column_name, is_nullable FROM information_schema.columns WHERE ${at}`);
  const fixed = new Set(nullable.filter((row) => row[1] === 'NO').map((row) => text(row, 0)));
  const partitions = await readPartitions(ask, name, described);
  return {
    ...name,
    kind,
    columns: described.map((row) => toEngineColumn(row, !fixed.has(text(row, 0)))),
    // The server tells of no keys and no indexes of the sources that it reads.
    ...{ primaryKey: null, foreignKeys: [], indexes: [] },
    comment: await readComment(ask, name),
    definition: kind === 'view' ? await readDefinition(ask, at) : null,
    sizeBytes: null,
    ...(partitions ? { partitions } : {}),
  };
}

/** Columns by which files are parted; the latest part where the source keeps a list of them. */
async function readPartitions(
  ask: Ask,
  { schema, table }: TableName,
  described: readonly TextRow[],
): Promise<TablePartitions | null> {
  const columns = described.filter((row) => text(row, 2).includes('partition key')).map((row) => text(row, 0));
  if (columns.length === 0) return null;
  const names = columns.map(quote).join(', ');
  const order = columns.map((column) => `${quote(column)} DESC`).join(', ');
  const [latest] = await ask(
    `SELECT ${names} FROM ${quote(schema)}.${quote(`${table}$partitions`)} ORDER BY ${order} LIMIT 1`,
  ).catch(() => []);
  return { columns, key: columns.join(', '), latest: latest?.map((value) => value ?? 'NULL').join(', ') ?? null };
}

/** Some accounts may not read the catalog in which the server keeps comments. */
async function readComment(ask: Ask, { schema, table }: TableName): Promise<string | null> {
  const [row] = await ask(
    `SELECT comment FROM system.metadata.table_comments
     WHERE catalog_name = current_catalog AND schema_name = ${literal(schema)} AND table_name = ${literal(table)}`,
  ).catch(() => []);
  return row?.[0] || null;
}

async function readDefinition(ask: Ask, at: string): Promise<string | null> {
  const [row] = await ask(`SELECT view_definition FROM information_schema.views WHERE ${at}`).catch(() => []);
  return row?.[0] || null;
}

/** A row of DESCRIBE: the name, the type, what else there is of it, and its comment. */
export function toEngineColumn(row: TextRow, isNullable = true): EngineColumn {
  const nativeType = text(row, 1);
  return { name: text(row, 0), nativeType, type: familyOf(nativeType).type, isNullable, comment: row[3] || null };
}

export async function listFunctionNames(ask: Ask): Promise<readonly string[]> {
  const rows = await ask('SHOW FUNCTIONS');
  return [...new Set(rows.map((row) => text(row, 0)))].filter((name) => /^[a-z]\w*$/.test(name)).sort();
}

function toKind(type: string | null | undefined): 'table' | 'view' {
  return type === 'VIEW' ? 'view' : 'table';
}

function text(row: TextRow, index: number): string {
  return row[index] ?? '';
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function missingTable({ schema, table }: TableName): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${schema}.${table}" does not exist.` });
}
