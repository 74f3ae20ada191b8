import type { CellQ, WireFollowedKey, WireKeyColumn } from '@powerset/contract';
import { dialectByName, readOrigins, type SelectOrigins } from '@powerset/sql';
import type { User } from '../../access/index.ts';
import { assertTablesAccess, defaultSchemaOf, readCatalog } from '../../catalog/index.ts';
import { EngineError, type EngineForeignKey, type ResultHeader, type TableDescription } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { findStatementResult, type QueryRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { getDatabase } from './execute.ts';
import { literalOf } from './filter-sql.ts';
import type { EditorResults } from './results.ts';

interface KeysQuestion {
  readonly user: User;
  readonly run: QueryRun;
  readonly key: string;
  readonly header: ResultHeader;
}

/** A column of a table: which of the tables that a statement reads, and what it is called there. */
interface Origin {
  readonly table: number;
  readonly column: string;
}

interface Origins {
  readonly tables: readonly TableDescription[];
  /** One for each column of the result; null where it is not sure. */
  readonly columns: readonly (Origin | null)[];
}

const mostTables = 8;

/** The columns that are keys, by the catalogue and not by their names; none where their origin is not sure. */
export async function findKeyColumns(services: Services, question: KeysQuestion): Promise<WireKeyColumn[]> {
  const origins = await findOrigins(services, question);
  return origins.columns.flatMap((origin, index): WireKeyColumn[] => {
    if (!origin) return [];
    const { primaryKey } = origins.tables[origin.table]!;
    const followed = findForeign(origins, index);
    if (!followed) return primaryKey?.columns.includes(origin.column) ? [{ index, target: null }] : [];
    const { referredSchema: schema, referredTable: table, referredColumns, columns } = followed.foreign;
    return [{ index, target: { schema, table, column: referredColumns[columns.indexOf(origin.column)]! } }];
  });
}

/** What reads the row that a value leads to; every part of the key comes from the same row. */
export async function followKey(
  services: Services,
  results: EditorResults,
  { place, ...question }: KeysQuestion & { readonly place: CellQ },
): Promise<WireFollowedKey> {
  const origins = await findOrigins(services, question);
  const followed = findForeign(origins, place.column);
  if (!followed) throw refused('column: Its values lead to no other table.');
  const { run, key, header } = question;
  const database = await getDatabase(services, run.database_id);
  const dialect = dialectByName(database.backend);
  const { referredSchema: schema, referredTable: table, referredColumns } = followed.foreign;
  const conditions = followed.places.map(async (column, part) => {
    const { text } = await results.cell(key, { ...place, column, from: 0, length: longestKey });
    if (text === null) throw refused('row: It has no value there.');
    return `${dialect.quoteIdentifier(referredColumns[part]!)} = ${literalOf(text, header.columns[column]!, dialect)}`;
  });
  const name = [schema, table].flatMap((part) => (part ? [dialect.quoteIdentifier(part)] : [])).join('.');
  const sql = `SELECT *\nFROM ${name}\nWHERE ${(await Promise.all(conditions)).join('\n  AND ')}`;
  return { sql, database_id: run.database_id, catalog: run.catalog, schema: run.schema, table };
}

/** Longer values are no keys. */
const longestKey = 10_000;

interface Followed {
  readonly foreign: EngineForeignKey;
  /** Of each column of the key, where it stands in the result. */
  readonly places: readonly number[];
}

/** The foreign key that a column belongs to, when all of it is in the result. */
function findForeign({ tables, columns }: Origins, index: number): Followed | undefined {
  const origin = columns[index];
  if (!origin) return undefined;
  const placeOf = (column: string) =>
    column === origin.column ? index : columns.findIndex((one) => one?.table === origin.table && one.column === column);
  return tables[origin.table]!.foreignKeys.filter((foreign) => foreign.columns.includes(origin.column))
    .map((foreign) => ({ foreign, places: foreign.columns.map(placeOf) }))
    .find(({ places }) => places.every((place) => place >= 0));
}

const unknown: Origins = { tables: [], columns: [] };

async function findOrigins(services: Services, question: KeysQuestion): Promise<Origins> {
  const { run, header } = question;
  const database = await getDatabase(services, run.database_id);
  const sql = statementOf(question);
  const read = sql === null ? null : readOrigins(sql, dialectByName(database.backend).lexRules);
  if (!read || read.tables.length > mostTables) return unknown;
  try {
    const tables = await describeTables(services, question, read);
    const columns = alignColumns(read, tables, header);
    return columns ? { tables, columns } : unknown;
  } catch (error) {
    // What may not be seen, or is not there any more, is not told of.
    if (error instanceof EngineError || error instanceof AppError) return unknown;
    throw error;
  }
}

/** Characters of a statement's text that a run tells. */
const toldText = 2000;

function statementOf({ run, key }: KeysQuestion): string | null {
  if (run.results_key === key) return run.executed_sql ?? run.sql;
  const sql = findStatementResult(run, key)?.sql ?? null;
  const isWhole = sql !== null && sql.length < toldText && !/\{\{|\{%/.test(sql);
  return isWhole ? sql : null;
}

async function describeTables(services: Services, { user, run }: KeysQuestion, read: SelectOrigins) {
  const database = await getDatabase(services, run.database_id);
  const names = read.tables.map(({ schema, table }) => ({
    schema: schema ?? run.schema ?? defaultSchemaOf(database) ?? '',
    table,
  }));
  const catalog = readCatalog(database, run.catalog);
  const tables = names.map((name) => ({ catalog, ...name }));
  await assertTablesAccess(services.store, { user, database, tables });
  const engine = await services.engines.get(run.database_id, user, catalog);
  return Promise.all(names.map((name) => engine.describeTable(name)));
}

/** Null where the statement gives other columns than its tables now have. */
function alignColumns(
  { tables, items }: SelectOrigins,
  described: readonly TableDescription[],
  header: ResultHeader,
): readonly (Origin | null)[] | null {
  const all = (table: number) => described[table]!.columns.map(({ name }) => ({ table, column: name }));
  const matching = (qualifier: string | null) =>
    tables.flatMap(({ alias }, table) => (qualifier === null || isSame(alias, qualifier) ? [table] : []));
  const columns = items.flatMap((item): (Origin | null)[] => {
    if (!item) return [null];
    const places = matching(item.qualifier);
    if (item.column === null) return places.flatMap(all);
    const { column } = item;
    const found = places.flatMap(all).filter((one) => isSame(one.column, column));
    return [found.length === 1 ? found[0]! : null];
  });
  return columns.length === header.columns.length ? columns : null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function refused(message: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message } });
}
