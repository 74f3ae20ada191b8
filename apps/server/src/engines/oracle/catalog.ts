import { oracle } from '@powerset/sql';
import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  EngineForeignKey,
  TableDescription,
  TableName,
  TablePartitions,
  TableSummary,
} from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, missingTable, type WarehouseCatalog } from '../warehouse/index.ts';
import { toShown, toStored } from './names.ts';
import { familyOf } from './values.ts';
import { openFunctions } from './words.ts';

const literal = (text: string): string => oracle.stringLiteral(text);
const stored = (name: string): string => literal(toStored(name));
/** Tables of the recycle bin, and those that the server keeps for others, are none that people made. */
const shownObjects = `o.object_type IN ('TABLE', 'VIEW', 'MATERIALIZED VIEW') AND o.secondary = 'N' AND o.object_name NOT LIKE 'BIN$%'`;
const ownObjects = `NOT EXISTS (SELECT 1 FROM sys.all_users u WHERE u.username = o.owner AND u.oracle_maintained = 'Y')`;

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
  const rows = await ask(`SELECT username FROM sys.all_users WHERE oracle_maintained = 'N' ORDER BY username`);
  return rows.map((row) => toShown(row[0] ?? ''));
}

/** A materialised view is a table of its name as well: the view tells more. */
async function listTables(ask: Ask, schema: string): Promise<readonly TableSummary[]> {
  const rows = await ask(
    `SELECT o.object_name, MIN(o.object_type), MIN(t.num_rows) FROM sys.all_objects o
     LEFT JOIN sys.all_tables t ON t.owner = o.owner AND t.table_name = o.object_name
     WHERE ${shownObjects} AND o.owner = ${stored(schema)} GROUP BY o.object_name ORDER BY o.object_name`,
  );
  return rows.map(([table, type, count]) => ({
    ...{ schema, table: toShown(table ?? ''), kind: toKind(type) },
    rowCount: count === null || count === undefined ? null : Number(count),
  }));
}

async function searchCatalog(ask: Ask, { text, limit, within }: CatalogSearch): Promise<readonly CatalogHit[]> {
  const holds = (column: string) => `INSTR(LOWER(${column}), ${literal(text.toLowerCase())}) > 0`;
  const open = `${shownObjects} AND ${ownObjects} AND (${withinSql(within)})`;
  const rows = await ask(
    `SELECT f.s, f.t, MIN(f.k), f.c, f.y FROM (
       SELECT o.owner AS s, o.object_name AS t, o.object_type AS k, NULL AS c, NULL AS y FROM sys.all_objects o
       WHERE ${open} AND ${holds('o.object_name')}
       UNION ALL SELECT o.owner, o.object_name, o.object_type, c.column_name, c.data_type FROM sys.all_objects o
       JOIN sys.all_tab_columns c ON c.owner = o.owner AND c.table_name = o.object_name
       WHERE ${open} AND ${holds('c.column_name')}
     ) f GROUP BY f.s, f.t, f.c, f.y ORDER BY f.s, f.t, f.c NULLS FIRST FETCH FIRST ${limit} ROWS ONLY`,
  );
  return rows.map(([schema, table, type, column, nativeType]) => ({
    ...{ schema: toShown(schema ?? ''), table: toShown(table ?? ''), kind: toKind(type) },
    ...{ column: column ? toShown(column) : null, nativeType: nativeType || null },
  }));
}

function withinSql(within: CatalogSearch['within']): string {
  if (!within) return '1 = 1';
  const parts = [
    ...within.schemas.map((schema) => `o.owner = ${stored(schema)}`),
    ...within.tables.map(({ schema, table }) => `(o.owner = ${stored(schema)} AND o.object_name = ${stored(table)})`),
  ];
  return parts.length > 0 ? parts.join(' OR ') : '1 = 0';
}

async function describeTable(ask: Ask, name: TableName): Promise<TableDescription> {
  const at = (alias: string) =>
    `${alias}.owner = ${stored(name.schema)} AND ${alias}.table_name = ${stored(name.table)}`;
  const [table] = await ask(
    `SELECT MIN(o.object_type), MIN(c.comments), MIN(m.comments) FROM sys.all_objects o
     LEFT JOIN sys.all_tab_comments c ON c.owner = o.owner AND c.table_name = o.object_name
     LEFT JOIN sys.all_mview_comments m ON m.owner = o.owner AND m.mview_name = o.object_name
     WHERE ${shownObjects} AND o.owner = ${stored(name.schema)} AND o.object_name = ${stored(name.table)}`,
  );
  const [type, comment, viewComment] = table ?? [];
  if (!type) throw missingTable(name);
  const partitions = await readPartitions(ask, name);
  return {
    ...{ ...name, kind: toKind(type), columns: await readColumns(ask, at) },
    ...(await readKeys(ask, name)),
    foreignKeys: await readForeignKeys(ask, name),
    comment: viewComment || comment || null,
    definition: await readDefinition(ask, name, type),
    sizeBytes: await readSize(ask, name),
    ...(partitions ? { partitions } : {}),
  };
}

async function readColumns(ask: Ask, at: (alias: string) => string): Promise<readonly EngineColumn[]> {
  const rows = await ask(
    `SELECT c.column_name, c.data_type, c.data_precision, c.data_scale, c.char_length, c.data_length, c.nullable, m.comments
     FROM sys.all_tab_columns c
     LEFT JOIN sys.all_col_comments m ON m.owner = c.owner AND m.table_name = c.table_name AND m.column_name = c.column_name
     WHERE ${at('c')} ORDER BY c.column_id`,
  );
  return rows.map(([column, type, precision, scale, letters, bytes, nullable, comment]) => {
    const nativeType = toNativeType(type ?? '', { precision, scale, letters, bytes });
    return {
      ...{ name: toShown(column ?? ''), nativeType, type: familyOf(nativeType).type },
      ...{ isNullable: nullable !== 'N', comment: comment || null },
    };
  });
}

type Size = Readonly<Record<'precision' | 'scale' | 'letters' | 'bytes', string | null | undefined>>;

/** As people write it. Whole numbers of any length have a scale and no precision. */
function toNativeType(type: string, { precision, scale, letters, bytes }: Size): string {
  if (/^N?(?:VAR)?CHAR2?$/.test(type)) return `${type}(${letters ?? bytes ?? 0})`;
  if (type === 'RAW') return `RAW(${bytes ?? 0})`;
  if (type === 'FLOAT') return `FLOAT(${precision ?? 126})`;
  if (type !== 'NUMBER') return type;
  if (precision) return `NUMBER(${precision},${scale ?? 0})`;
  return scale === '0' ? 'NUMBER(38,0)' : 'NUMBER';
}

/** The primary key, and the indexes that are not its own with the columns that they are ordered by. */
async function readKeys(ask: Ask, name: TableName): Promise<Pick<TableDescription, 'primaryKey' | 'indexes'>> {
  const place = `owner = ${stored(name.schema)}`;
  const keys = await ask(
    `SELECT c.constraint_name, c.index_name, x.column_name FROM sys.all_constraints c
     JOIN sys.all_cons_columns x ON x.owner = c.owner AND x.constraint_name = c.constraint_name AND x.table_name = c.table_name
     WHERE c.${place} AND c.table_name = ${stored(name.table)} AND c.constraint_type = 'P' ORDER BY x.position`,
  );
  const indexes = await ask(
    `SELECT i.index_name, i.uniqueness, x.column_name FROM sys.all_indexes i
     JOIN sys.all_ind_columns x ON x.index_owner = i.owner AND x.index_name = i.index_name
     WHERE i.table_owner = ${stored(name.schema)} AND i.table_name = ${stored(name.table)} ORDER BY i.index_name, x.column_position`,
  );
  const own = keys[0]?.[1];
  const columnsOf = (rows: readonly TextRow[]) => rows.map((row) => toShown(row[2] ?? ''));
  return {
    primaryKey: keys.length === 0 ? null : { name: toShown(keys[0]?.[0] ?? ''), columns: columnsOf(keys) },
    indexes: grouped(indexes)
      .filter(([index]) => index !== own)
      .map(([index, rows]) => ({
        ...{ name: toShown(index), columns: columnsOf(rows) },
        isUnique: rows[0]?.[1] === 'UNIQUE',
      })),
  };
}

async function readForeignKeys(ask: Ask, name: TableName): Promise<readonly EngineForeignKey[]> {
  const rows = await ask(
    `SELECT c.constraint_name, r.owner, r.table_name, x.column_name, y.column_name FROM sys.all_constraints c
     JOIN sys.all_cons_columns x ON x.owner = c.owner AND x.constraint_name = c.constraint_name
     JOIN sys.all_constraints r ON r.owner = c.r_owner AND r.constraint_name = c.r_constraint_name
     JOIN sys.all_cons_columns y ON y.owner = r.owner AND y.constraint_name = r.constraint_name AND y.position = x.position
     WHERE c.owner = ${stored(name.schema)} AND c.table_name = ${stored(name.table)} AND c.constraint_type = 'R'
     ORDER BY c.constraint_name, x.position`,
  );
  return grouped(rows).map(([key, group]) => ({
    name: toShown(key),
    columns: group.map((row) => toShown(row[3] ?? '')),
    referredSchema: toShown(group[0]?.[1] ?? ''),
    referredTable: toShown(group[0]?.[2] ?? ''),
    referredColumns: group.map((row) => toShown(row[4] ?? '')),
  }));
}

async function readDefinition(ask: Ask, name: TableName, type: string): Promise<string | null> {
  if (toKind(type) === 'table') return null;
  const place = (column: string) => `owner = ${stored(name.schema)} AND ${column} = ${stored(name.table)}`;
  const rows = await ask(
    type === 'VIEW'
      ? `SELECT text FROM sys.all_views WHERE ${place('view_name')}`
      : `SELECT query FROM sys.all_mviews WHERE ${place('mview_name')}`,
  );
  return rows[0]?.[0]?.trim() || null;
}

/** Of the table and its parts; accounts that may not see it are told nothing. */
async function readSize(ask: Ask, { schema, table }: TableName): Promise<number | null> {
  const rows = await ask(
    `SELECT SUM(bytes) FROM sys.dba_segments WHERE owner = ${stored(schema)} AND segment_name = ${stored(table)}`,
  ).catch((): readonly TextRow[] => []);
  const bytes = rows[0]?.[0];
  return bytes ? Number(bytes) : null;
}

/** The last part of a table that is parted by ranges ends nowhere; the one before it is told then. */
async function readPartitions(ask: Ask, { schema, table }: TableName): Promise<TablePartitions | null> {
  const place = `owner = ${stored(schema)}`;
  const keys = await ask(
    `SELECT t.partitioning_type, k.column_name FROM sys.all_part_tables t
     JOIN sys.all_part_key_columns k ON k.owner = t.owner AND k.name = t.table_name AND k.object_type = 'TABLE'
     WHERE t.${place} AND t.table_name = ${stored(table)} ORDER BY k.column_position`,
  );
  if (keys.length === 0) return null;
  const at = `table_owner = ${stored(schema)} AND table_name = ${stored(table)}`;
  // Its bounds are of an old type that no query with FETCH may hold.
  const parts = await ask(
    `SELECT p.high_value FROM sys.all_tab_partitions p WHERE ${at} AND p.partition_position >=
       (SELECT MAX(x.partition_position) - 1 FROM sys.all_tab_partitions x WHERE ${at}) ORDER BY p.partition_position DESC`,
  );
  const columns = keys.map((row) => toShown(row[1] ?? ''));
  const latest = parts.map((row) => row[0]).find((value) => value && !/MAXVALUE|DEFAULT/i.test(value));
  const key = `${keys[0]?.[0] ?? ''} (${columns.join(', ')})`;
  return { columns, key, latest: latest ? boundText(latest) : null };
}

/** `TO_DATE(' 2024-02-01 00:00:00', …)`, `TIMESTAMP' 2024-02-01 00:00:00'` and `'eu'` by what stands in their quotes. */
function boundText(value: string): string {
  return (/'([^']*)'/.exec(value)?.[1] ?? value).trim();
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

/** `MATERIALIZED VIEW` is one, too. */
function toKind(type: string | null | undefined): 'table' | 'view' {
  return type?.endsWith('VIEW') ? 'view' : 'table';
}
