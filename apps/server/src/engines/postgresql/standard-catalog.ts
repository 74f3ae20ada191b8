import { type Dialect, dialectByName } from '@powerset/sql';
import type { CatalogSearch, EngineColumn, EngineKey, TableDescription, TableName } from '../engine.ts';
import { readConstraint } from './constraints.ts';
import { type Catalog, missingTable } from './inspection.ts';
import type { Session } from './session.ts';
import { familyOfName, type TextRow } from './values.ts';

/** In what servers differ that have no whole catalog of PostgreSQL's, but views in the manner of the standard. */
export interface StandardCatalog {
  readonly dialect: string;
  readonly tables: string;
  readonly columns: string;
  /** Expressions over them: a table's comment, and a column's type and comment. Null where there is none. */
  readonly tableComment: string | null;
  readonly columnType: string;
  readonly columnComment: string | null;
  /** Which columns anybody sees. */
  readonly columnIsSeen: string;
  /** Schemas of the server's own that do not begin with `pg_`. */
  readonly ownSchemas: readonly string[];
  /** Rows of index, column, and whether values repeat, for `schema` and `table`; null where there are no indexes. */
  readonly indexesSql: ((schema: string, table: string) => string) | null;
}

const kinds = "table_type NOT LIKE '%TEMPORARY%' AND table_type NOT LIKE 'SYSTEM%'";

/** Reads catalogs by literals: some servers take no parameters beside their own views. */
export function standardCatalog(own: StandardCatalog): Catalog {
  const dialect = dialectByName(own.dialect);
  return {
    listSchemas: (session) => listSchemas(session, own, dialect),
    listTables: async (session, schema) => {
      const { rows } = await session.query(
        `SELECT table_name, table_type FROM ${own.tables} WHERE table_schema = ${dialect.stringLiteral(schema)} AND ${kinds} ORDER BY table_name`,
      );
      return rows.map((row) => ({ schema, table: cell(row, 0), kind: toKind(row[1]), rowCount: null }));
    },
    searchCatalog: (session, search) => searchCatalog(session, search, { own, dialect }),
    describeTable: (session, name) => describeTable(session, name, { own, dialect }),
    listFunctionNames: async (session) => {
      const { rows } = await session.query(
        `SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
         WHERE n.nspname = 'pg_catalog' AND p.proname ~ '^[a-z][a-z0-9_]*$' ORDER BY 1`,
      );
      return rows.map((row) => cell(row, 0));
    },
    listOwnFunctions: async (session) => {
      const { rows } = await session.query(
        `SELECT DISTINCT n.nspname, p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
         WHERE ${notOwn('n.nspname', own, dialect)}`,
      );
      return new Set(rows.map((row) => JSON.stringify([row[0], row[1]])));
    },
  };
}

interface Words {
  readonly own: StandardCatalog;
  readonly dialect: Dialect;
}

function notOwn(column: string, { ownSchemas }: StandardCatalog, { stringLiteral }: Dialect): string {
  const names = ['information_schema', ...ownSchemas].map(stringLiteral).join(', ');
  return `SUBSTRING(CAST(${column} AS VARCHAR(128)), 1, 3) <> 'pg_' AND ${column} NOT IN (${names})`;
}

async function listSchemas(session: Session, own: StandardCatalog, dialect: Dialect): Promise<readonly string[]> {
  const { rows } = await session.query(
    `SELECT nspname FROM pg_catalog.pg_namespace
     WHERE ${notOwn('nspname', own, dialect)} AND has_schema_privilege(nspname, 'USAGE') ORDER BY nspname`,
  );
  return rows.map((row) => cell(row, 0));
}

async function searchCatalog(session: Session, { text, limit, within }: CatalogSearch, { own, dialect }: Words) {
  const holds = (column: string) => `POSITION(LOWER(${dialect.stringLiteral(text)}) IN LOWER(${column})) > 0`;
  const open = `${kinds.replaceAll('table_type', 't.table_type')} AND ${notOwn('t.table_schema', own, dialect)} AND ${withinSql(within, dialect)}`;
  const { rows } = await session.query(
    `SELECT t.table_schema AS s, t.table_name AS n, t.table_type AS k, CAST(NULL AS VARCHAR(128)) AS col, CAST(NULL AS VARCHAR(256)) AS typ, 0 AS place
       FROM ${own.tables} t WHERE ${open} AND ${holds('t.table_name')}
     UNION ALL SELECT t.table_schema, t.table_name, t.table_type, c.column_name, ${own.columnType}, c.ordinal_position
       FROM ${own.tables} t JOIN ${own.columns} c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
       WHERE ${open} AND ${own.columnIsSeen} AND ${holds('c.column_name')}
     ORDER BY s, n, place LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    schema: cell(row, 0),
    table: cell(row, 1),
    kind: toKind(row[2]),
    column: row[3] ?? null,
    nativeType: row[4] ?? null,
  }));
}

function withinSql(within: CatalogSearch['within'], { stringLiteral }: Dialect): string {
  if (!within) return 'TRUE';
  const parts = [
    ...within.schemas.map((schema) => `t.table_schema = ${stringLiteral(schema)}`),
    ...within.tables.map(
      ({ schema, table }) => `t.table_schema = ${stringLiteral(schema)} AND t.table_name = ${stringLiteral(table)}`,
    ),
  ];
  return parts.length === 0 ? 'FALSE' : `(${parts.map((part) => `(${part})`).join(' OR ')})`;
}

async function describeTable(session: Session, name: TableName, words: Words): Promise<TableDescription> {
  const { own, dialect } = words;
  const [schema, table] = [dialect.stringLiteral(name.schema), dialect.stringLiteral(name.table)];
  const here = `table_schema = ${schema} AND table_name = ${table}`;
  const found = await session.query(
    `SELECT table_type, ${own.tableComment ?? 'NULL'} FROM ${own.tables} WHERE ${here} AND ${kinds}`,
  );
  const [row] = found.rows;
  if (!row) throw missingTable(name);
  const columns = await readColumns(session, here, own);
  const kind = toKind(row[0]);
  return {
    ...name,
    kind,
    comment: row[1] || null,
    definition: kind === 'view' ? await readDefinition(session, schema, table) : null,
    sizeBytes: null,
    columns,
    ...(await readKeys(session, { schema, table, columns })),
    indexes: own.indexesSql ? toIndexes((await session.query(own.indexesSql(schema, table))).rows, columns) : [],
  };
}

async function readColumns(session: Session, here: string, own: StandardCatalog): Promise<readonly EngineColumn[]> {
  const { rows } = await session.query(
    `SELECT c.column_name, ${own.columnType}, c.is_nullable, ${own.columnComment ?? 'NULL'} FROM ${own.columns} c
     WHERE ${here} AND ${own.columnIsSeen} ORDER BY c.ordinal_position`,
  );
  return rows.map((row) => ({
    name: cell(row, 0),
    nativeType: cell(row, 1).toLowerCase(),
    type: familyOfName(cell(row, 1)).type,
    isNullable: cell(row, 2).toUpperCase() !== 'NO',
    comment: row[3] || null,
  }));
}

async function readDefinition(session: Session, schema: string, table: string): Promise<string | null> {
  const { rows } = await session.query(
    `SELECT definition FROM pg_catalog.pg_views WHERE schemaname = ${schema} AND viewname = ${table}`,
  );
  return rows[0]?.[0]?.trim() || null;
}

interface Described {
  /** As literals. */
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly EngineColumn[];
}

/** A constraint's columns are numbers, which not every server can look up: so it is read as it is written. */
async function readKeys(session: Session, { schema, table, columns }: Described) {
  const { rows } = await session.query(
    `SELECT c.conname, c.contype, pg_catalog.pg_get_constraintdef(c.oid), fn.nspname, fr.relname
     FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class r ON r.oid = c.conrelid
       JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
       LEFT JOIN pg_catalog.pg_class fr ON fr.oid = c.confrelid LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = fr.relnamespace
     WHERE n.nspname = ${schema} AND r.relname = ${table} AND c.contype IN ('p', 'f') ORDER BY c.conname`,
  );
  const seen = new Set(columns.map((column) => column.name));
  const keys = rows
    .map((row) => ({ row, read: readConstraint(cell(row, 2)) }))
    // A key that a server makes of a column that nobody sees is none of the table's.
    .filter(({ read }) => read.columns.length > 0 && read.columns.every((column) => seen.has(column)));
  const primary = keys.find(({ row }) => row[1] === 'p');
  return {
    primaryKey: primary ? { name: cell(primary.row, 0), columns: primary.read.columns } : null,
    foreignKeys: keys
      .filter(({ row }) => row[1] === 'f')
      .map(({ row, read }) => ({
        name: cell(row, 0),
        columns: read.columns,
        referredSchema: row[3] ?? null,
        referredTable: cell(row, 4),
        referredColumns: read.referred,
      })),
  };
}

function toIndexes(rows: readonly TextRow[], columns: readonly EngineColumn[]): TableDescription['indexes'] {
  const seen = new Set(columns.map(({ name }) => name));
  const byName = new Map<string, EngineKey & { readonly isUnique: boolean }>();
  for (const row of rows) {
    const name = cell(row, 0);
    const known = byName.get(name)?.columns ?? [];
    byName.set(name, { name, columns: [...known, cell(row, 1)], isUnique: row[2] === 't' });
  }
  return [...byName.values()]
    .filter(({ columns: own }) => own.every((column) => seen.has(column)))
    .map((index) => ({ ...index, name: index.name ?? '' }));
}

function toKind(type: string | null | undefined): 'table' | 'view' {
  return /VIEW/i.test(type ?? '') ? 'view' : 'table';
}

function cell(row: TextRow, index: number): string {
  return row[index] ?? '';
}
