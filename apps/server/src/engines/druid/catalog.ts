import { druid } from '@powerset/sql';
import type { CatalogHit, CatalogSearch, EngineColumn, TableDescription, TableName, TableSummary } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, missingTable, type WarehouseCatalog } from '../warehouse/index.ts';
import { familyOf } from './values.ts';

const { stringLiteral: literal } = druid;
const own = "'INFORMATION_SCHEMA'";
const text = (row: TextRow, index: number): string => row[index] ?? '';

/** What the server tells about its tables: in capital letters, which it tells apart from small ones. */
export function createCatalog(ask: Ask): WarehouseCatalog {
  return {
    listSchemas: async () => {
      const rows = await ask(
        `SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME <> ${own} ORDER BY SCHEMA_NAME`,
      );
      return rows.map((row) => text(row, 0));
    },
    listTables: (schema) => listTables(ask, schema),
    searchCatalog: (search) => searchCatalog(ask, search),
    describeTable: (name) => describeTable(ask, name),
    listFunctionNames: () => listFunctionNames(ask),
  };
}

async function listTables(ask: Ask, schema: string): Promise<readonly TableSummary[]> {
  const rows = await ask(
    `SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ${literal(schema)} ORDER BY TABLE_NAME`,
  );
  return rows.map((row) => ({ schema, table: text(row, 0), kind: toKind(row[1]), rowCount: null }));
}

/** In two questions: the server joins no tables of its own by UNION within an order. */
async function searchCatalog(ask: Ask, { text: wanted, limit, within }: CatalogSearch): Promise<readonly CatalogHit[]> {
  const open = `TABLE_SCHEMA <> ${own} AND (${withinSql(within)})`;
  // Of its functions, few are known to its own tables.
  const holds = (column: string) => `POSITION(${literal(wanted.toLowerCase())} IN LOWER(${column})) > 0`;
  const tables = await ask(
    `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES
     WHERE ${open} AND ${holds('TABLE_NAME')} ORDER BY TABLE_SCHEMA, TABLE_NAME LIMIT ${limit}`,
  );
  const columns = await ask(
    `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS
     WHERE ${open} AND ${holds('COLUMN_NAME')} ORDER BY TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME LIMIT ${limit}`,
  );
  const hits = [
    ...tables.map((row) => toHit(row, { kind: toKind(row[2]), column: null, nativeType: null })),
    ...columns.map((row) => toHit(row, { kind: 'table', column: text(row, 2), nativeType: row[3] ?? null })),
  ];
  return hits.sort((one, other) => compare(keyOf(one), keyOf(other))).slice(0, limit);
}

type Found = Pick<CatalogHit, 'kind' | 'column' | 'nativeType'>;
const toHit = (row: TextRow, found: Found): CatalogHit => ({ schema: text(row, 0), table: text(row, 1), ...found });
const keyOf = ({ schema, table, column }: CatalogHit): string => JSON.stringify([schema, table, column ?? '']);
const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

function withinSql(within: CatalogSearch['within']): string {
  if (!within) return '1 = 1';
  const parts = [
    ...within.schemas.map((schema) => `TABLE_SCHEMA = ${literal(schema)}`),
    ...within.tables.map((one) => `(${isTable(one)})`),
  ];
  return parts.length > 0 ? parts.join(' OR ') : '1 = 0';
}

const isTable = ({ schema, table }: TableName): string =>
  `TABLE_SCHEMA = ${literal(schema)} AND TABLE_NAME = ${literal(table)}`;

async function describeTable(ask: Ask, name: TableName): Promise<TableDescription> {
  const [table] = await ask(`SELECT TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE ${isTable(name)}`);
  if (!table) throw missingTable(name);
  const rows = await ask(
    `SELECT COLUMN_NAME, DATA_TYPE, IS_NULLABLE FROM INFORMATION_SCHEMA.COLUMNS WHERE ${isTable(name)} ORDER BY ORDINAL_POSITION`,
  );
  return {
    ...{ ...name, kind: toKind(table[0]), columns: rows.map(toColumn) },
    // The server knows no keys and no indexes, and keeps no remarks.
    ...{ primaryKey: null, foreignKeys: [], indexes: [] },
    ...{ comment: null, definition: null, sizeBytes: null },
  };
}

function toColumn(row: TextRow): EngineColumn {
  const nativeType = text(row, 1);
  return {
    ...{ name: text(row, 0), nativeType, type: familyOf(nativeType).type },
    ...{ isNullable: row[2] !== 'NO', comment: null },
  };
}

/** Older releases keep no list of them. */
async function listFunctionNames(ask: Ask): Promise<readonly string[]> {
  const rows = await ask('SELECT DISTINCT ROUTINE_NAME FROM INFORMATION_SCHEMA.ROUTINES').catch(() => []);
  const names = rows.map((row) => text(row, 0).toLowerCase()).filter((name) => /^[a-z]\w*$/.test(name));
  return [...new Set(names)].sort();
}

function toKind(type: string | null | undefined): 'table' | 'view' {
  return type === 'VIEW' ? 'view' : 'table';
}
