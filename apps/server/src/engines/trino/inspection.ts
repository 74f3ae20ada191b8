import type { EngineColumn, TableName, TablePartitions } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, createInformationSchema } from '../warehouse/index.ts';
import { familyOf } from './values.ts';

/** What a server of Trino's family tells about the tables of a catalog. */
export const createCatalog = createInformationSchema({
  literal,
  holds: (column, text) => `strpos(lower(${column}), ${literal(text)}) > 0`,
  readColumns,
  readComment,
  listFunctionNames,
});

async function readColumns(ask: Ask, name: TableName) {
  const described = await ask(`DESCRIBE ${[name.schema, name.table].map(quote).join('.')}`);
  const nullable = await ask(
    `SELECT column_name, is_nullable FROM information_schema.columns
     WHERE table_schema = ${literal(name.schema)} AND table_name = ${literal(name.table)}`,
  );
  const fixed = new Set(nullable.filter((row) => row[1] === 'NO').map((row) => text(row, 0)));
  return {
    columns: described.map((row) => toEngineColumn(row, !fixed.has(text(row, 0)))),
    partitions: await readPartitions(ask, name, described),
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

/** A row of DESCRIBE: the name, the type, what else there is of it, and its comment. */
function toEngineColumn(row: TextRow, isNullable: boolean): EngineColumn {
  const nativeType = text(row, 1);
  return { name: text(row, 0), nativeType, type: familyOf(nativeType).type, isNullable, comment: row[3] || null };
}

async function listFunctionNames(ask: Ask): Promise<readonly string[]> {
  const rows = await ask('SHOW FUNCTIONS');
  return [...new Set(rows.map((row) => text(row, 0)))].filter((name) => /^[a-z]\w*$/.test(name)).sort();
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
