import type { CatalogHit, CatalogSearch, EngineColumn, TableDescription, TableName, TableSummary } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { familyOf } from './values.ts';

/** Asks the server's catalog with a statement of our own. */
export type Ask = (sql: string) => Promise<readonly TextRow[]>;

export interface Catalog {
  readonly ask: Ask;
  /** Tables tell their rows, bytes and comments themselves since then. */
  readonly hasTableFacts: boolean;
}

/** Since release 21.8. */
export const tableFactsSince = 2108;

const hiddenSchemas = "('system', 'INFORMATION_SCHEMA', 'information_schema', '_temporary_and_external_tables')";
/** Where materialised views without a target keep their rows. */
const visible = "name NOT LIKE '.inner%'";
const viewEngines: ReadonlySet<string> = new Set(['View', 'MaterializedView', 'LiveView', 'WindowView']);

export async function listSchemas({ ask }: Catalog): Promise<readonly string[]> {
  const rows = await ask(`SELECT name FROM system.databases WHERE name NOT IN ${hiddenSchemas} ORDER BY name`);
  return rows.map((row) => text(row, 0));
}

export async function listTables({ ask, hasTableFacts }: Catalog, schema: string): Promise<readonly TableSummary[]> {
  const rows = await ask(
    `SELECT name, engine, ${hasTableFacts ? 'total_rows' : 'NULL'} FROM system.tables
     WHERE database = ${literal(schema)} AND ${visible} ORDER BY name`,
  );
  return rows.map((row) => ({ schema, table: text(row, 0), kind: toKind(row[1]), rowCount: toCount(row[2]) }));
}

export async function searchCatalog(
  { ask }: Catalog,
  { text: wanted, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const holds = (column: string) => `positionCaseInsensitiveUTF8(${column}, ${literal(wanted)}) > 0`;
  const open = (table: string) =>
    `database NOT IN ${hiddenSchemas} AND ${table} NOT LIKE '.inner%' AND (${withinSql(within, table)})`;
  const rows = await ask(
    `SELECT s, t, e, c, y FROM (
       SELECT database AS s, name AS t, engine AS e, '' AS c, '' AS y FROM system.tables
       WHERE ${open('name')} AND ${holds('name')}
       UNION ALL SELECT database AS s, table AS t, '' AS e, name AS c, type AS y FROM system.columns
       WHERE ${open('table')} AND ${holds('name')}
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
  const names = rows.filter((row) => !row[2]).map((row) => `(${literal(text(row, 0))}, ${literal(text(row, 1))})`);
  if (names.length === 0) return new Map();
  const list = [...new Set(names)].join(', ');
  const found = await ask(`SELECT database, name, engine FROM system.tables WHERE (database, name) IN (${list})`);
  return new Map(found.map((row) => [JSON.stringify([row[0], row[1]]), toKind(row[2])]));
}

function withinSql(within: CatalogSearch['within'], table: string): string {
  if (!within) return '1';
  const schemas = within.schemas.map(literal);
  const tables = within.tables.map((one) => `(${literal(one.schema)}, ${literal(one.table)})`);
  const parts = [
    ...(schemas.length > 0 ? [`database IN (${schemas.join(', ')})`] : []),
    ...(tables.length > 0 ? [`(database, ${table}) IN (${tables.join(', ')})`] : []),
  ];
  return parts.length > 0 ? parts.join(' OR ') : '0';
}

export async function describeTable(catalog: Catalog, name: TableName): Promise<TableDescription> {
  const { ask, hasTableFacts } = catalog;
  const facts = hasTableFacts ? 'total_bytes, comment' : "NULL, ''";
  const [row] = await ask(
    `SELECT engine, create_table_query, ${facts}, partition_key, sorting_key, primary_key FROM system.tables
     WHERE database = ${literal(name.schema)} AND name = ${literal(name.table)}`,
  );
  if (!row) throw missingTable(name);
  const kind = toKind(row[0]);
  return {
    ...name,
    kind,
    comment: row[3] || null,
    definition: kind === 'view' ? readDefinition(text(row, 1)) : null,
    sizeBytes: toCount(row[2]),
    ...(await readColumns(catalog, name, text(row, 4))),
    // A primary key does not make its rows unique here, and there are no foreign ones.
    primaryKey: null,
    foreignKeys: [],
    indexes: toIndexes(row),
  };
}

/** How its rows are sorted and parted: what a condition must name to read little. */
function toIndexes(row: TextRow): TableDescription['indexes'] {
  const [partition, sorting, primary] = [text(row, 4), text(row, 5), text(row, 6)];
  const keys = [
    { name: 'partition key', key: partition },
    { name: 'sorting key', key: sorting },
    { name: 'primary key', key: primary === sorting ? '' : primary },
  ];
  return keys
    .filter(({ key }) => key !== '')
    .map(({ name, key }) => ({ name, columns: splitKey(key), isUnique: false }));
}

/** `toYYYYMM(day), (a, b)` at the commas that stand in no bracket. */
export function splitKey(key: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of key) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readDefinition(statement: string): string | null {
  return /\bAS (\(?(?:SELECT|WITH)\b.*)$/s.exec(statement)?.[1] ?? null;
}

async function readColumns(
  { ask }: Catalog,
  { schema, table }: TableName,
  partitionKey: string,
): Promise<Pick<TableDescription, 'columns' | 'partitions'>> {
  const at = `database = ${literal(schema)} AND table = ${literal(table)}`;
  const rows = await ask(`SELECT name, type, comment, is_in_partition_key FROM system.columns WHERE ${at}`);
  const columns = rows.map((row) => toEngineColumn(text(row, 0), text(row, 1), row[2] || null));
  if (partitionKey === '') return { columns };
  const [latest] = await ask(
    `SELECT partition FROM system.parts WHERE ${at} AND active ORDER BY max_date DESC, partition DESC LIMIT 1`,
  );
  const parting = rows.filter((row) => row[3] === '1').map((row) => text(row, 0));
  return { columns, partitions: { columns: parting, key: partitionKey, latest: latest?.[0] ?? null } };
}

export function toEngineColumn(name: string, nativeType: string, comment: string | null = null): EngineColumn {
  return {
    name,
    nativeType,
    type: familyOf(nativeType).type,
    isNullable: /^(?:LowCardinality\()?Nullable\(/.test(nativeType),
    comment,
  };
}

export async function listFunctionNames({ ask }: Catalog): Promise<readonly string[]> {
  const rows = await ask(
    "SELECT name FROM system.functions WHERE match(name, '^[A-Za-z][A-Za-z0-9_]*$') ORDER BY name",
  );
  return rows.map((row) => text(row, 0));
}

/** Functions that people made here: what they read and run is known to nobody but the server. */
export async function listOwnFunctions({ ask }: Catalog): Promise<ReadonlySet<string>> {
  const rows = await ask("SELECT name FROM system.functions WHERE toString(origin) <> 'System'");
  return new Set(rows.map((row) => text(row, 0)));
}

/** Functions tell where they come from since release 21.11. */
export const functionOriginSince = 2111;

function toKind(engine: string | null | undefined): 'table' | 'view' {
  return viewEngines.has(engine ?? '') ? 'view' : 'table';
}

function toCount(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function text(row: TextRow, index: number): string {
  return row[index] ?? '';
}

export function literal(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function missingTable({ schema, table }: TableName): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${schema}.${table}" does not exist.` });
}
