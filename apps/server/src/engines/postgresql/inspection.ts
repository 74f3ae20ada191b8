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
import { EngineError } from '../engine.ts';
import { readPartitions } from './partitions.ts';
import type { Session } from './session.ts';
import { familyOf, type TextRow } from './values.ts';

/** Statements of our own that read a server's catalog. */
export interface Catalog {
  readonly listSchemas: (session: Session) => Promise<readonly string[]>;
  readonly listTables: (session: Session, schema: string) => Promise<readonly TableSummary[]>;
  readonly searchCatalog: (session: Session, search: CatalogSearch) => Promise<readonly CatalogHit[]>;
  readonly describeTable: (session: Session, name: TableName) => Promise<TableDescription>;
  readonly listFunctionNames: (session: Session) => Promise<readonly string[]>;
  /** Functions that people made here, as `["schema","name"]`: what they read is known to nobody but the server. */
  readonly listOwnFunctions: (session: Session) => Promise<ReadonlySet<string>>;
}

export const postgresqlCatalog: Catalog = {
  listSchemas,
  listTables,
  searchCatalog,
  describeTable,
  listFunctionNames,
  listOwnFunctions,
};

async function listSchemas(session: Session): Promise<readonly string[]> {
  const { rows } = await session.query(
    `SELECT nspname FROM pg_catalog.pg_namespace
     WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' AND pg_catalog.has_schema_privilege(oid, 'USAGE')
     ORDER BY nspname`,
  );
  return rows.map((row) => text(row, 0));
}

const kinds = `('r', 'p', 'v', 'm', 'f')`;
const readable = "pg_catalog.has_table_privilege(c.oid, 'SELECT')";

/** The driver reads them in some milliseconds, and others have their turn before the next. */
const tablesAtOnce = 1000;

async function listTables(session: Session, schema: string): Promise<readonly TableSummary[]> {
  await session.query(
    `DECLARE powerset_tables NO SCROLL CURSOR FOR SELECT c.relname, c.relkind,
       CASE WHEN c.relkind IN ('r', 'm') AND c.reltuples >= 0 THEN c.reltuples::bigint
            WHEN c.relkind = 'p' THEN (SELECT sum(greatest(p.reltuples, 0))::bigint FROM pg_catalog.pg_inherits i
                                       JOIN pg_catalog.pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) END
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ${kinds} AND NOT c.relispartition AND ${readable}
     ORDER BY c.relname`,
    { values: [schema] },
  );
  const tables: TableSummary[] = [];
  for (let isMore = true; isMore; ) {
    const { rows } = await session.query(`FETCH ${tablesAtOnce} FROM powerset_tables`);
    for (const row of rows)
      tables.push({
        ...{ schema, table: text(row, 0), kind: toKind(row[1]) },
        rowCount: row[2] == null ? null : Number(row[2]),
      });
    isMore = rows.length === tablesAtOnce;
  }
  await session.query('CLOSE powerset_tables');
  return tables;
}

async function searchCatalog(
  session: Session,
  { text: wanted, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const relations = `pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`;
  const open = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND c.relkind IN ${kinds} AND NOT c.relispartition AND ${readable}
    AND (${within === undefined} OR n.nspname = ANY($2::text[])
      OR (n.nspname::text, c.relname::text) IN (SELECT * FROM unnest($3::text[], $4::text[])))`;
  const tables = within?.tables ?? [];
  const { rows } = await session.query(
    `SELECT n.nspname AS s, c.relname AS t, c.relkind, NULL AS col, NULL AS type, 0 AS place
       FROM ${relations} WHERE ${open} AND strpos(lower(c.relname), lower($1)) > 0
     UNION ALL SELECT n.nspname, c.relname, c.relkind, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnum
       FROM ${relations} JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE ${open} AND strpos(lower(a.attname), lower($1)) > 0
     ORDER BY s, t, place LIMIT ${limit}`,
    {
      values: [wanted, within?.schemas ?? [], tables.map(({ schema }) => schema), tables.map(({ table }) => table)],
    },
  );
  return rows.map((row) => ({
    schema: text(row, 0),
    table: text(row, 1),
    kind: toKind(row[2]),
    column: row[3] ?? null,
    nativeType: row[4] ?? null,
  }));
}

async function describeTable(session: Session, name: TableName): Promise<TableDescription> {
  const found = await session.query(
    `SELECT c.oid, c.relkind, pg_catalog.obj_description(c.oid, 'pg_class'),
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid, true) END,
       CASE WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_total_relation_size(c.oid) END
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ${kinds} AND ${readable}`,
    { values: [name.schema, name.table] },
  );
  const [row] = found.rows;
  if (!row) throw missingTable(name);
  const oid = text(row, 0);
  const keys = await readKeys(session, oid);
  const partitions = row[1] === 'p' ? await readPartitions(session, oid) : null;
  return {
    ...name,
    kind: toKind(row[1]),
    comment: row[2] ?? null,
    definition: row[3]?.trim() ?? null,
    sizeBytes: row[4] == null ? null : Number(row[4]),
    columns: await readColumns(session, oid),
    ...keys,
    indexes: await readIndexes(session, oid),
    ...(partitions ? { partitions } : {}),
  };
}

async function readColumns(session: Session, oid: string): Promise<readonly EngineColumn[]> {
  const { rows } = await session.query(
    `SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
       CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE a.atttypid END,
       a.attnotnull OR (t.typtype = 'd' AND t.typnotnull), pg_catalog.col_description(a.attrelid, a.attnum)
     FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    { values: [oid] },
  );
  return rows.map((row) => ({
    name: text(row, 0),
    nativeType: text(row, 1),
    type: familyOf(Number(row[2])).type,
    isNullable: row[3] !== 't',
    comment: row[4] ?? null,
  }));
}

const namesOf = (relation: string, numbers: string): string =>
  `(SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY k(number, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number)`;

async function readKeys(
  session: Session,
  oid: string,
): Promise<{ readonly primaryKey: EngineKey | null; readonly foreignKeys: readonly EngineForeignKey[] }> {
  const { rows } = await session.query(
    `SELECT c.conname, c.contype, ${namesOf('c.conrelid', 'c.conkey')}, n.nspname, r.relname, ${namesOf('c.confrelid', 'c.confkey')}
     FROM pg_catalog.pg_constraint c
     LEFT JOIN pg_catalog.pg_class r ON r.oid = c.confrelid
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
     WHERE c.conrelid = $1 AND c.contype IN ('p', 'f') ORDER BY c.conname`,
    { values: [oid] },
  );
  const primary = rows.find((row) => row[1] === 'p');
  return {
    primaryKey: primary ? { name: text(primary, 0), columns: names(primary[2]) } : null,
    foreignKeys: rows
      .filter((row) => row[1] === 'f')
      .map((row) => ({
        name: text(row, 0),
        columns: names(row[2]),
        referredSchema: row[3] ?? null,
        referredTable: text(row, 4),
        referredColumns: names(row[5]),
      })),
  };
}

async function readIndexes(session: Session, oid: string): Promise<TableDescription['indexes']> {
  const { rows } = await session.query(
    `SELECT c.relname, i.indisunique,
       (SELECT json_agg(coalesce(a.attname, pg_catalog.pg_get_indexdef(i.indexrelid, k.place::int, true)) ORDER BY k.place)
        FROM unnest(i.indkey::int[]) WITH ORDINALITY k(number, place)
        LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number AND k.number > 0
        WHERE k.place <= i.indnkeyatts)
     FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1 AND NOT i.indisprimary AND i.indisvalid ORDER BY c.relname`,
    { values: [oid] },
  );
  return rows.map((row) => ({ name: text(row, 0), isUnique: row[1] === 't', columns: names(row[2]) }));
}

async function listFunctionNames(session: Session): Promise<readonly string[]> {
  const { rows } = await session.query(
    `SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('pg_catalog', 'public') AND p.prokind IN ('f', 'a', 'w') AND p.proname ~ '^[a-z][a-z0-9_]*$'
       AND p.prorettype NOT IN ('internal'::regtype, 'trigger'::regtype, 'cstring'::regtype)
       AND NOT 'internal'::regtype = ANY (p.proargtypes) ORDER BY 1`,
  );
  return rows.map((row) => text(row, 0));
}

async function listOwnFunctions(session: Session): Promise<ReadonlySet<string>> {
  const { rows } = await session.query(
    `SELECT DISTINCT n.nspname, p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT EXISTS (
       SELECT FROM pg_catalog.pg_depend d
       WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
  );
  return new Set(rows.map((row) => JSON.stringify([row[0], row[1]])));
}

/** The names of types, by number and modifier; by a statement without a table, which every server of the family can answer. */
export async function nameTypes(
  session: Session,
  types: readonly { readonly oid: number; readonly modifier: number }[],
): Promise<readonly string[]> {
  const calls = types.map(({ oid, modifier }) => `pg_catalog.format_type(${oid}, ${modifier})`);
  const { rows } = await session.query(`SELECT ${calls.join(', ')}`);
  return types.map((_, index) => text(rows[0] ?? [], index));
}

function toKind(relkind: string | null | undefined): 'table' | 'view' {
  return relkind === 'v' || relkind === 'm' ? 'view' : 'table';
}

function text(row: TextRow, index: number): string {
  return row[index] ?? '';
}

function names(value: string | null | undefined): readonly string[] {
  // The statements above write a JSON list of names.
  return value ? (JSON.parse(value) as string[]) : [];
}

export function missingTable({ schema, table }: TableName): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${schema}.${table}" does not exist.` });
}
