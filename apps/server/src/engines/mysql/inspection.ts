import { dialectByName } from '@powerset/sql';
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
import type { Session } from './client.ts';
import { readPartitions } from './partitions.ts';
import { familyOfName, type RawRow } from './values.ts';

/** Reads the server's catalog with statements of our own. Most servers compare names there without regard to case: we do not. */

const text = (value: string): string => dialectByName('mysql').stringLiteral(value);
const exactlyIn =
  ({ server }: Session) =>
  (column: string, value: string): string =>
    `${column} = ${text(value)}${server.family.foldsCatalog ? ` AND BINARY ${column} = ${text(value)}` : ''}`;
const systemSchemas = ['information_schema', 'mysql', 'performance_schema', 'sys', 'ndbinfo'];
const notSystem = (column: string): string => `LOWER(${column}) NOT IN (${systemSchemas.map(text).join(', ')})`;

export function isSystemSchema(name: string): boolean {
  return systemSchemas.includes(name.toLowerCase());
}

export async function listSchemas(session: Session): Promise<readonly string[]> {
  const { rows } = await session.query(
    `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE ${notSystem('SCHEMA_NAME')} ORDER BY SCHEMA_NAME`,
  );
  return rows.map((row) => cell(row, 0));
}

const kindsOf = ({ server }: Session): string => server.family.tableTypes.map(text).join(', ');

export async function listTables(session: Session, schema: string): Promise<readonly TableSummary[]> {
  const { rows } = await session.query(
    `SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS FROM information_schema.TABLES
     WHERE ${exactlyIn(session)('TABLE_SCHEMA', schema)} AND TABLE_TYPE IN (${kindsOf(session)}) ORDER BY TABLE_NAME`,
  );
  return rows.map((row) => ({
    schema,
    table: cell(row, 0),
    kind: toKind(row[1]),
    rowCount: row[2] == null ? null : Number(row[2]),
  }));
}

export async function searchCatalog(
  session: Session,
  { text: wanted, limit, within }: CatalogSearch,
): Promise<readonly CatalogHit[]> {
  const holds = (column: string) => `LOCATE(LOWER(${text(wanted)}), LOWER(${column})) > 0`;
  const open = `t.TABLE_TYPE IN (${kindsOf(session)}) AND ${notSystem('t.TABLE_SCHEMA')} AND ${withinSql(session, within)}`;
  const { rows } = await session.query(
    `SELECT t.TABLE_SCHEMA AS s, t.TABLE_NAME AS n, t.TABLE_TYPE, NULL AS col, NULL AS type, 0 AS place
       FROM information_schema.TABLES t WHERE ${open} AND ${holds('t.TABLE_NAME')}
     UNION ALL SELECT t.TABLE_SCHEMA, t.TABLE_NAME, t.TABLE_TYPE, c.COLUMN_NAME, c.COLUMN_TYPE, c.ORDINAL_POSITION
       FROM information_schema.TABLES t JOIN information_schema.COLUMNS c
         ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME
       WHERE ${open} AND ${holds('c.COLUMN_NAME')}
     ORDER BY s, n, place LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    schema: cell(row, 0),
    table: cell(row, 1),
    kind: toKind(row[2]),
    column: row[3] === null ? null : cell(row, 3),
    nativeType: row[4] === null ? null : cell(row, 4),
  }));
}

function withinSql(session: Session, within: CatalogSearch['within']): string {
  if (!within) return 'TRUE';
  const exactly = exactlyIn(session);
  const parts = [
    ...within.schemas.map((schema) => exactly('t.TABLE_SCHEMA', schema)),
    ...within.tables.map(
      ({ schema, table }) => `${exactly('t.TABLE_SCHEMA', schema)} AND ${exactly('t.TABLE_NAME', table)}`,
    ),
  ];
  return parts.length === 0 ? 'FALSE' : `(${parts.map((part) => `(${part})`).join(' OR ')})`;
}

export async function describeTable(session: Session, name: TableName): Promise<TableDescription> {
  const exactly = exactlyIn(session);
  const here = () => `${exactly('TABLE_SCHEMA', name.schema)} AND ${exactly('TABLE_NAME', name.table)}`;
  const { rows } = await session.query(
    `SELECT TABLE_TYPE, TABLE_COMMENT, DATA_LENGTH + COALESCE(INDEX_LENGTH, 0) FROM information_schema.TABLES
     WHERE ${here()} AND TABLE_TYPE IN (${kindsOf(session)})`,
  );
  const [row] = rows;
  if (!row) throw await missingTable(session, name);
  const kind = toKind(row[0]);
  const partitions = kind === 'view' ? null : await readPartitions(session, here());
  return {
    ...name,
    kind,
    comment: kind === 'view' ? null : cell(row, 1) || null,
    definition: kind === 'view' ? await readDefinition(session, here()) : null,
    sizeBytes: kind === 'view' || row[2] === null ? null : Number(row[2]),
    columns: await readColumns(session, here()),
    ...(await readKeys(session, here())),
    indexes: await readIndexes(session, here()),
    ...(partitions ? { partitions } : {}),
  };
}

async function readDefinition(session: Session, here: string): Promise<string | null> {
  const { rows } = await session.query(`SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE ${here}`);
  // Whoever may not see it is told nothing.
  return rows[0] ? cell(rows[0], 0) || null : null;
}

async function readColumns(session: Session, here: string): Promise<readonly EngineColumn[]> {
  const { rows } = await session.query(
    `SELECT COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT FROM information_schema.COLUMNS
     WHERE ${here} ORDER BY ORDINAL_POSITION`,
  );
  return rows.map((row) => ({
    name: cell(row, 0),
    nativeType: cell(row, 1),
    type: familyOfName(cell(row, 1)).type,
    isNullable: cell(row, 2) === 'YES',
    comment: cell(row, 3) || null,
  }));
}

interface Keys {
  readonly primaryKey: EngineKey | null;
  readonly foreignKeys: readonly EngineForeignKey[];
}

async function readKeys(session: Session, here: string): Promise<Keys> {
  const { rows } = await session.query(
    `SELECT CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
     FROM information_schema.KEY_COLUMN_USAGE WHERE ${here} ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`,
  );
  const primary = rows.filter((row) => cell(row, 0) === 'PRIMARY');
  const foreign = rows.filter((row) => row[3] !== null);
  return {
    primaryKey: primary.length > 0 ? { name: 'PRIMARY', columns: primary.map((row) => cell(row, 1)) } : null,
    foreignKeys: groupByName(foreign).map(([name, own]) => ({
      name,
      columns: own.map((row) => cell(row, 1)),
      referredSchema: own[0] ? cell(own[0], 2) : null,
      referredTable: own[0] ? cell(own[0], 3) : '',
      referredColumns: own.map((row) => cell(row, 4)),
    })),
  };
}

async function readIndexes(session: Session, here: string): Promise<TableDescription['indexes']> {
  const { rows } = await session.query(
    `SELECT INDEX_NAME, COALESCE(COLUMN_NAME, '(expression)'), NON_UNIQUE FROM information_schema.STATISTICS
     WHERE ${here} AND INDEX_NAME <> 'PRIMARY' ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
  );
  return groupByName(rows).map(([name, own]) => ({
    name,
    columns: own.map((row) => cell(row, 1)),
    isUnique: Number(own[0]?.[2]) === 0,
  }));
}

function groupByName(rows: readonly RawRow[]): readonly (readonly [string, readonly RawRow[]])[] {
  const groups = new Map<string, RawRow[]>();
  for (const row of rows) {
    const group = groups.get(cell(row, 0)) ?? [];
    group.push(row);
    groups.set(cell(row, 0), group);
  }
  return [...groups];
}

/** Functions that people made here, as `["schema","name"]` with the name in small letters. */
export async function listOwnFunctions(session: Session): Promise<ReadonlySet<string>> {
  const { rows } = await session.query(
    `SELECT ROUTINE_SCHEMA, LOWER(ROUTINE_NAME) FROM information_schema.ROUTINES
     WHERE ROUTINE_TYPE = 'FUNCTION' AND ${notSystem('ROUTINE_SCHEMA')}`,
  );
  return new Set(rows.map((row) => JSON.stringify([cell(row, 0), cell(row, 1)])));
}

/** The server's own functions as far as it tells them. */
export async function listServerFunctions(session: Session): Promise<readonly string[]> {
  const sql = session.server.family.functionNamesSql;
  if (!sql) return [];
  // Releases that do not have the list are no worse for it.
  const { rows } = await session.query(sql).catch(() => ({ rows: [] as readonly RawRow[] }));
  return rows.map((row) => cell(row, 0));
}

export function toKind(type: unknown): 'table' | 'view' {
  return /VIEW$/.test(String(type)) ? 'view' : 'table';
}

function cell(row: RawRow, index: number): string {
  const value = row[index];
  return value === null || value === undefined ? '' : String(value);
}

/** Says which table was meant, where one differs in capital letters alone. */
async function missingTable(session: Session, { schema, table }: TableName): Promise<EngineError> {
  const { rows } = await session.query(
    `SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES
     WHERE LOWER(TABLE_SCHEMA) = LOWER(${text(schema)}) AND LOWER(TABLE_NAME) = LOWER(${text(table)}) LIMIT 1`,
  );
  const [near] = rows;
  const hint = near ? ` There is "${cell(near, 0)}.${cell(near, 1)}": capital letters count here.` : '';
  return new EngineError({
    code: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: `Table "${schema}.${table}" does not exist.${hint}`,
  });
}
