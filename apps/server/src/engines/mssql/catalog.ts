import { mssql } from '@powerset/sql';
import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  EngineForeignKey,
  EngineKey,
  TableDescription,
  TableName,
  TableSummary,
} from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, missingTable, type WarehouseCatalog } from '../warehouse/index.ts';
import { familyOf } from './values.ts';
import { openFunctions } from './words.ts';

const literal = (text: string): string => mssql.stringLiteral(text);
/** Of tables and views that people made, or that were installed for them. */
const shownObjects = `o.type IN ('U', 'V') AND o.is_ms_shipped = 0`;
/** Those that hold nothing of people's are the server's own, and of its fixed roles. */
const ownSchemas = `('sys', 'INFORMATION_SCHEMA', 'guest')`;
/** Types with a length, a precision or a scale, as people write them. */
const typeSql = `UPPER(CASE WHEN t.name = 'timestamp' THEN 'rowversion' ELSE t.name END) + CASE
  WHEN t.name IN ('varchar', 'char', 'varbinary', 'binary') THEN '(' + IIF(c.max_length = -1, 'MAX', CAST(c.max_length AS VARCHAR(9))) + ')'
  WHEN t.name IN ('nvarchar', 'nchar') THEN '(' + IIF(c.max_length = -1, 'MAX', CAST(c.max_length / 2 AS VARCHAR(9))) + ')'
  WHEN t.name IN ('decimal', 'numeric') THEN CONCAT('(', c.precision, ',', c.scale, ')')
  WHEN t.name IN ('time', 'datetime2', 'datetimeoffset') THEN CONCAT('(', c.scale, ')')
  ELSE '' END`;
/** Its name where it is one of the server's, else that of the type that it stands for. */
const typeJoin = `JOIN sys.types t ON t.user_type_id = IIF(c.user_type_id > 256 AND c.system_type_id <> 240, c.system_type_id, c.user_type_id)`;

/** What the server tells about the tables of a database. */
export function createCatalog(ask: Ask): WarehouseCatalog {
  return {
    listSchemas: () => listSchemas(ask),
    listTables: (schema) => listTables(ask, schema),
    searchCatalog: (search) => searchCatalog(ask, search),
    describeTable: (name) => describeTable(ask, name),
    listFunctionNames: async () => [...openFunctions].sort(),
  };
}

async function listSchemas(ask: Ask): Promise<readonly string[]> {
  const rows = await ask(
    `SELECT s.name FROM sys.schemas s WHERE s.name NOT IN ${ownSchemas} AND s.schema_id < 16384 ORDER BY s.name`,
  );
  return rows.map((row) => row[0] ?? '');
}

async function listTables(ask: Ask, schema: string): Promise<readonly TableSummary[]> {
  const rows = await ask(
    `SELECT o.name, o.type, (SELECT SUM(p.rows) FROM sys.partitions p WHERE p.object_id = o.object_id AND p.index_id IN (0, 1))
     FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE ${shownObjects} AND s.name = ${literal(schema)} ORDER BY o.name`,
  );
  return rows.map(([table, type, count]) => ({
    ...{ schema, table: table ?? '', kind: toKind(type) },
    rowCount: count === null || count === undefined ? null : Number(count),
  }));
}

async function searchCatalog(ask: Ask, { text, limit, within }: CatalogSearch): Promise<readonly CatalogHit[]> {
  const holds = (column: string) => `CHARINDEX(${literal(text.toLowerCase())}, LOWER(${column})) > 0`;
  const open = `${shownObjects} AND (${withinSql(within)})`;
  const from = 'FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id';
  const rows = await ask(
    `SELECT TOP ${limit} f.s, f.t, f.k, f.c, f.y FROM (
       SELECT s.name AS s, o.name AS t, o.type AS k, N'' AS c, N'' AS y ${from} WHERE ${open} AND ${holds('o.name')}
       UNION ALL SELECT s.name, o.name, o.type, c.name, ${typeSql} ${from}
       JOIN sys.columns c ON c.object_id = o.object_id ${typeJoin} WHERE ${open} AND ${holds('c.name')}
     ) AS f ORDER BY f.s, f.t, f.c`,
  );
  return rows.map(([schema, table, type, column, nativeType]) => ({
    ...{ schema: schema ?? '', table: table ?? '', kind: toKind(type) },
    ...{ column: column || null, nativeType: nativeType || null },
  }));
}

function withinSql(within: CatalogSearch['within']): string {
  if (!within) return '1 = 1';
  const parts = [
    ...within.schemas.map((schema) => `s.name = ${literal(schema)}`),
    ...within.tables.map(({ schema, table }) => `(s.name = ${literal(schema)} AND o.name = ${literal(table)})`),
  ];
  return parts.length > 0 ? parts.join(' OR ') : '1 = 0';
}

async function describeTable(ask: Ask, name: TableName): Promise<TableDescription> {
  const [table] = await ask(
    `SELECT CAST(o.object_id AS VARCHAR(20)), o.type, CAST(p.value AS NVARCHAR(MAX)), m.definition
     FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
     LEFT JOIN sys.extended_properties p ON p.class = 1 AND p.major_id = o.object_id AND p.minor_id = 0 AND p.name = 'MS_Description'
     LEFT JOIN sys.sql_modules m ON m.object_id = o.object_id
     WHERE ${shownObjects} AND s.name = ${literal(name.schema)} AND o.name = ${literal(name.table)}`,
  );
  const [id, type, comment, definition] = table ?? [];
  if (!id) throw missingTable(name);
  const keys = await readKeys(ask, id);
  return {
    ...{ ...name, kind: toKind(type), columns: await readColumns(ask, id) },
    ...{ ...keys, foreignKeys: await readForeignKeys(ask, id) },
    comment: comment || null,
    definition: definition ? bodyOf(definition) : null,
    sizeBytes: await readSize(ask, id),
  };
}

async function readColumns(ask: Ask, id: string): Promise<readonly EngineColumn[]> {
  const rows = await ask(
    `SELECT c.name, ${typeSql}, c.is_nullable, CAST(p.value AS NVARCHAR(MAX))
     FROM sys.columns c ${typeJoin}
     LEFT JOIN sys.extended_properties p ON p.class = 1 AND p.major_id = c.object_id AND p.minor_id = c.column_id AND p.name = 'MS_Description'
     WHERE c.object_id = ${id} ORDER BY c.column_id`,
  );
  return rows.map(([column, nativeType, nullable, comment]) => ({
    ...{ name: column ?? '', nativeType: nativeType ?? '', type: familyOf(nativeType ?? '').type },
    ...{ isNullable: nullable !== 'false', comment: comment || null },
  }));
}

/** The primary key, and the other indexes with the columns that they are ordered by. */
async function readKeys(ask: Ask, id: string): Promise<Pick<TableDescription, 'primaryKey' | 'indexes'>> {
  const rows = await ask(
    `SELECT i.name, i.is_primary_key, i.is_unique, c.name
     FROM sys.indexes i JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id
     JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
     WHERE i.object_id = ${id} AND i.type > 0 AND x.is_included_column = 0 ORDER BY i.index_id, x.key_ordinal`,
  );
  const groups = grouped(rows).map(([name, group]) => ({
    key: { name, columns: group.map((row) => row[3] ?? '') },
    isPrimary: group[0]?.[1] === 'true',
    isUnique: group[0]?.[2] === 'true',
  }));
  const primaryKey: EngineKey | null = groups.find(({ isPrimary }) => isPrimary)?.key ?? null;
  const others = groups.filter(({ isPrimary }) => !isPrimary);
  return { primaryKey, indexes: others.map(({ key, isUnique }) => ({ ...key, isUnique })) };
}

async function readForeignKeys(ask: Ask, id: string): Promise<readonly EngineForeignKey[]> {
  const rows = await ask(
    `SELECT f.name, s.name, o.name, c.name, r.name
     FROM sys.foreign_keys f JOIN sys.foreign_key_columns x ON x.constraint_object_id = f.object_id
     JOIN sys.columns c ON c.object_id = x.parent_object_id AND c.column_id = x.parent_column_id
     JOIN sys.columns r ON r.object_id = x.referenced_object_id AND r.column_id = x.referenced_column_id
     JOIN sys.objects o ON o.object_id = x.referenced_object_id JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE f.parent_object_id = ${id} ORDER BY f.name, x.constraint_column_id`,
  );
  return grouped(rows).map(([name, group]) => ({
    name,
    columns: group.map((row) => row[3] ?? ''),
    referredSchema: group[0]?.[1] ?? null,
    referredTable: group[0]?.[2] ?? '',
    referredColumns: group.map((row) => row[4] ?? ''),
  }));
}

/** Of the table and its indexes; accounts that may not see it are told nothing. */
async function readSize(ask: Ask, id: string): Promise<number | null> {
  const rows = await ask(
    `SELECT SUM(a.total_pages) * 8192 FROM sys.partitions p JOIN sys.allocation_units a ON a.container_id IN (p.hobt_id, p.partition_id)
     WHERE p.object_id = ${id}`,
  ).catch((): readonly TextRow[] => []);
  const bytes = rows[0]?.[0];
  return bytes ? Number(bytes) : null;
}

/** Rows of one name, which stand together. */
function grouped(rows: readonly TextRow[]): readonly (readonly [string, readonly TextRow[]])[] {
  const groups = new Map<string, TextRow[]>();
  for (const row of rows) {
    const name = row[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups];
}

/** `CREATE VIEW a AS SELECT …`: the query alone. */
function bodyOf(definition: string): string {
  return definition.replace(/^.*?\bAS\b\s*(?=SELECT|WITH|\()/is, '').trim();
}

/** Types of objects are two letters. */
function toKind(type: string | null | undefined): 'table' | 'view' {
  return type?.trim() === 'V' ? 'view' : 'table';
}
