import type { CellValue, ResultTable } from '@powerset/contract';
import { eachInTurns, sortInTurns } from '../../turns/index.ts';
import type {
  CatalogHit,
  CatalogPart,
  CatalogSearch,
  EngineColumn,
  EngineForeignKey,
  TableDescription,
  TableName,
  TableSummary,
} from '../engine.ts';
import { EngineError } from '../engine.ts';

/** Runs our own statements; never a user's. */
export type RunTrusted = (sql: string) => Promise<ResultTable>;

type Row = Readonly<Record<string, CellValue>>;

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoteName(...parts: readonly string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}

function toRows(table: ResultTable): Row[] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(table.columns.map((column) => [column.name, column.values[row] ?? null])),
  );
}

const here = 'database_name = current_database()';

export async function listSchemas(run: RunTrusted): Promise<string[]> {
  const table = await run(
    `SELECT schema_name FROM duckdb_schemas() WHERE ${here} AND schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1`,
  );
  return toRows(table).map((row) => String(row.schema_name));
}

export async function listTables(run: RunTrusted, schema: string): Promise<readonly TableSummary[]> {
  const where = `${here} AND NOT internal AND NOT temporary AND schema_name = ${quoteText(schema)}`;
  // Asked together, the engine goes through its tables twice.
  const [tables, views] = await Promise.all([
    run(`SELECT table_name, estimated_size FROM duckdb_tables() WHERE ${where}`),
    run(`SELECT view_name FROM duckdb_views() WHERE ${where}`),
  ]);
  const [names = [], sizes = []] = tables.columns.map(({ values }) => values);
  const [viewNames = []] = views.columns.map(({ values }) => values);
  const found: TableSummary[] = [];
  await eachInTurns(names.keys(), (at) => {
    const size = sizes[at] ?? null;
    found.push({ schema, table: String(names[at]), kind: 'table', rowCount: size === null ? null : Number(size) });
  });
  await eachInTurns(viewNames, (name) => found.push({ schema, table: String(name), kind: 'view', rowCount: null }));
  return sortInTurns(found, (a, b) => (a.table < b.table ? -1 : 1));
}

function isWithin({ schemas, tables }: CatalogPart): string {
  const whole = schemas.map(quoteText).join(', ');
  const some = tables.map(({ schema, table }) => `(${quoteText(schema)}, ${quoteText(table)})`).join(', ');
  return [whole && `s IN (${whole})`, some && `(s, t) IN (${some})`].filter(Boolean).join(' OR ') || 'false';
}

export async function searchCatalog(
  run: RunTrusted,
  { text, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const needle = `lower(${quoteText(text)})`;
  const where = `${here} AND NOT internal AND schema_name NOT IN ('information_schema', 'pg_catalog')`;
  const table = await run(
    `SELECT * FROM (SELECT schema_name AS s, table_name AS t, 'table' AS kind, NULL AS c, NULL AS type, -1 AS place
       FROM duckdb_tables() WHERE ${where} AND NOT temporary AND contains(lower(table_name), ${needle})
     UNION ALL SELECT schema_name, view_name, 'view', NULL, NULL, -1
       FROM duckdb_views() WHERE ${where} AND NOT temporary AND contains(lower(view_name), ${needle})
     UNION ALL SELECT schema_name, table_name, CASE WHEN EXISTS (FROM duckdb_views() v WHERE v.database_name = k.database_name
         AND v.schema_name = k.schema_name AND v.view_name = k.table_name) THEN 'view' ELSE 'table' END,
       column_name, data_type, column_index
       FROM duckdb_columns() k WHERE ${where} AND contains(lower(column_name), ${needle}))
     WHERE ${within ? isWithin(within) : 'true'}
     ORDER BY s, t, place LIMIT ${limit}`,
  );
  return toRows(table).map((row) => ({
    schema: String(row.s),
    table: String(row.t),
    kind: row.kind === 'view' ? 'view' : 'table',
    column: toText(row.c),
    nativeType: toText(row.type),
  }));
}

export async function describeTable(run: RunTrusted, name: TableName): Promise<TableDescription> {
  const where = `${here} AND schema_name = ${quoteText(name.schema)} AND table_name = ${quoteText(name.table)}`;
  const [relation, columns, constraints, indexes] = await Promise.all([
    run(`SELECT 'table' AS kind, comment, NULL AS definition FROM duckdb_tables() WHERE ${where}
         UNION ALL SELECT 'view', comment, sql FROM duckdb_views() WHERE ${where.replace('table_name', 'view_name')}`),
    run(
      `SELECT column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE ${where} ORDER BY column_index`,
    ),
    run(`SELECT constraint_type, to_json(constraint_column_names)::VARCHAR AS columns, constraint_name, referenced_table,
         to_json(referenced_column_names)::VARCHAR AS referred FROM duckdb_constraints() WHERE ${where}`),
    run(`SELECT index_name, is_unique, expressions FROM duckdb_indexes() WHERE ${where}`),
  ]);
  const found = toRows(relation)[0];
  if (!found) throw missingTable(name);
  const keys = toRows(constraints);
  const primary = keys.find((row) => row.constraint_type === 'PRIMARY KEY');
  return {
    ...name,
    kind: found.kind === 'view' ? 'view' : 'table',
    comment: toText(found.comment),
    definition: toText(found.definition),
    sizeBytes: found.kind === 'view' ? null : await sizeOf(run, name),
    columns: toRows(columns).map(toColumn),
    primaryKey: primary ? { name: toText(primary.constraint_name), columns: toNames(primary.columns) } : null,
    foreignKeys: keys
      .filter((row) => row.constraint_type === 'FOREIGN KEY')
      .map((row) => toForeignKey(row, name.schema)),
    indexes: toRows(indexes).map((row) => ({
      name: toText(row.index_name),
      columns: toExpressions(row.expressions),
      isUnique: row.is_unique === true,
    })),
  };
}

/** The blocks of its columns; nothing is told of what has not been written into the file yet, or is smaller than a block. */
async function sizeOf(run: RunTrusted, { schema, table }: TableName): Promise<number | null> {
  const place = quoteText(quoteName(schema, table));
  const blockSize = '(SELECT block_size FROM pragma_database_size() WHERE database_name = current_database())';
  const found = await run(
    `SELECT count(DISTINCT block) * ${blockSize} AS size
       FROM (SELECT unnest([block_id] || additional_block_ids) AS block FROM pragma_storage_info(${place})) WHERE block >= 0`,
  ).catch(() => null);
  const size = Number(found?.columns[0]?.values[0] ?? 0);
  return size > 0 ? size : null;
}

function missingTable({ schema, table }: TableName): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${schema}.${table}" does not exist.` });
}

function toText(value: CellValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toNames(value: CellValue | undefined): string[] {
  // The statement above writes a JSON list of names.
  return typeof value === 'string' ? (JSON.parse(value) as string[]) : [];
}

/** `[name, "two words"]`, as DuckDB writes the expressions of an index. */
function toExpressions(value: CellValue | undefined): string[] {
  if (typeof value !== 'string') return [];
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim().replace(/^['"]+|['"]+$/g, ''));
}

function toForeignKey(row: Row, schema: string): EngineForeignKey {
  return {
    name: toText(row.constraint_name),
    columns: toNames(row.columns),
    referredSchema: schema,
    referredTable: String(row.referenced_table),
    referredColumns: toNames(row.referred),
  };
}

function toColumn(row: Row): EngineColumn {
  const nativeType = String(row.data_type);
  return {
    name: String(row.column_name),
    nativeType: nativeType.startsWith('ENUM(') ? 'ENUM' : nativeType,
    type: toGenericType(nativeType),
    isNullable: row.is_nullable === true,
    comment: toText(row.comment),
  };
}

/** From the name of a type, for columns that were not read. */
function toGenericType(nativeType: string): EngineColumn['type'] {
  const plain = nativeType.replace(/^DECIMAL\(\d+,\d+\)$/, 'DECIMAL');
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)$/.test(plain)) return 'number';
  if (/^(DATE|TIMESTAMP[A-Z_ ]*)$/.test(plain)) return 'temporal';
  return plain === 'BOOLEAN' ? 'boolean' : 'string';
}
