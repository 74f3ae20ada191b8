import type { DuckDBConnection } from '@duckdb/node-api';
import type { SearchPlace } from '../protocol.ts';
import { type Database, homeSchema } from './database.ts';
import { TaskFailure } from './tasks.ts';

/** What stands between choosing the schema and the work. */
export interface PlacedWork<T> {
  readonly connection: DuckDBConnection;
  readonly database: Database;
  readonly place: SearchPlace | null;
  /** The statement, for the place of a name that is not there. */
  readonly sql: string;
  readonly isWriting: boolean;
  readonly work: () => Promise<T>;
}

/** Does the work with bare names meaning tables of one schema; without a place, as the connection always does. */
export async function inPlace<T>(placed: PlacedWork<T>): Promise<T> {
  const { connection, database, place, sql, isWriting, work } = placed;
  if (!place) return work();
  await choosePlace(connection, database, place);
  await connection.run(isWriting ? 'BEGIN TRANSACTION' : 'BEGIN TRANSACTION READ ONLY');
  try {
    await assertFoundInPlace(connection, place, { sql, isWriting });
    const result = await work();
    await connection.run('COMMIT');
    return result;
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Bare names are looked for in the schema first, until the connection is lent again. */
export async function choosePlace(
  connection: DuckDBConnection,
  database: Database,
  { schema }: SearchPlace,
): Promise<void> {
  database.markMoved(connection);
  await connection.run(`SET schema = ${quoteText(schema)}`).catch((error: unknown) => {
    if (!/No catalog \+ schema|qualified name/.test(String(error))) throw error;
    throw missingSchema(schema);
  });
}

/**
 * DuckDB looks in `main` for what is not in the chosen schema, where other permissions hold: so every name must be in the
 * schema, or, where a statement may make it, at least not in `main`. Whoever asks is inside the transaction that runs the
 * statement, so that nothing moves in between. What lies elsewhere is not told: the asker may not know of it.
 */
export async function assertFoundInPlace(
  connection: DuckDBConnection,
  { schema, names }: SearchPlace,
  { sql, isWriting }: Pick<PlacedWork<unknown>, 'sql' | 'isWriting'>,
): Promise<void> {
  const listed = names.map((name) => quoteText(name.toLowerCase())).join(', ');
  const conditions = `database_name = current_database() AND schema_name IN (current_schema(), '${homeSchema}')`;
  const reader = await connection.runAndReadAll(
    `SELECT current_schema(), NULL UNION ALL
     SELECT schema_name, table_name FROM duckdb_tables() WHERE ${conditions} AND lower(table_name) IN (${listed}) UNION ALL
     SELECT schema_name, view_name FROM duckdb_views() WHERE ${conditions} AND lower(view_name) IN (${listed})`,
  );
  const [current, ...found] = reader.getRows().map((row) => row.map((value) => toFolded(String(value))));
  if (current?.[0] !== toFolded(schema)) throw missingSchema(schema);
  const isIn = (place: string, name: string) =>
    found.some(([inSchema, table]) => inSchema === toFolded(place) && table === toFolded(name));
  const stray = names.find((name) => !isIn(schema, name) && (!isWriting || isIn(homeSchema, name)));
  if (stray !== undefined) throw missingTable(stray, schema, sql);
}

function missingTable(name: string, schema: string, sql: string): TaskFailure {
  const at = new RegExp(`(?<![\\w.])"?${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`, 'i').exec(sql)?.index;
  const before = at === undefined ? undefined : sql.slice(0, at);
  return new TaskFailure({
    origin: 'driver',
    message: `Catalog Error: Table with name ${name} does not exist in the schema ${schema}!`,
    line: before === undefined ? null : before.split('\n').length,
    column: before === undefined ? null : before.length - before.lastIndexOf('\n'),
  });
}

function missingSchema(schema: string): TaskFailure {
  return new TaskFailure({
    origin: 'driver',
    message: `Catalog Error: Schema with name ${schema} does not exist!`,
  });
}

/** DuckDB folds the letters of ASCII and no others. */
function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
