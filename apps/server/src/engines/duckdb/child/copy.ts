import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CopyArguments, Operations } from '../protocol.ts';
import type { Database } from './database.ts';
import { quoteName, quoteText } from './files/sources.ts';
import type { Task } from './tasks.ts';

type Cell = string | number | bigint | boolean | null;

interface Copying {
  readonly connection: DuckDBConnection;
  readonly source: string;
  readonly target: string;
}

/**
 * Copies all that the database holds into a file of its own, as it is at one moment, while others read and write. Table
 * by table, since the engine's own statement for it takes no notice of foreign keys.
 */
export async function copyDatabase(
  database: Database,
  task: Task,
  { target, name }: CopyArguments,
): Promise<Operations['copy']['reply']> {
  return database.lend((connection) =>
    task.on(connection, async () => {
      await connection.run(`ATTACH ${quoteText(target)} AS ${quoteName(name)}`);
      try {
        await connection.run('BEGIN');
        const tables = await copyAll({ connection, source: database.catalog, target: name });
        await connection.run('COMMIT');
        await connection.run(`DETACH ${quoteName(name)}`);
        return { tables };
      } catch (error) {
        await connection.run('ROLLBACK').catch(() => undefined);
        await connection.run(`DETACH ${quoteName(name)}`).catch(() => undefined);
        await rm(target, { force: true });
        await rm(`${target}.wal`, { force: true });
        throw error;
      }
    }),
  );
}

async function copyAll(copying: Copying): Promise<number> {
  const { connection, source, target } = copying;
  await connection.run(`COPY FROM DATABASE ${quoteName(source)} TO ${quoteName(target)} (SCHEMA)`);
  const links = await listLinks(copying);
  const tables = await listTables(copying, links);
  for (const { schema, table } of tables) {
    const names = await listStoredColumns(copying, schema, table);
    const [to = '', from = ''] = [target, source].map((catalog) => [catalog, schema, table].map(quoteName).join('.'));
    const own = links.filter((link) => link.schema === schema && link.table === table && link.referenced === table);
    if (own.length > 0) await copyByLevels(copying, { to, from, names, links: own });
    else await connection.run(`INSERT INTO ${to} (${names}) SELECT ${names} FROM ${from}`);
  }
  return tables.length;
}

/** A chain of rows longer than this is not a tree that people keep. */
const maxLevels = 1000;

interface OwnRows {
  readonly to: string;
  readonly from: string;
  readonly names: string;
  readonly links: readonly Link[];
}

/**
 * Rows that refer to rows of their own table come after those: the engine looks for a row only among those that earlier
 * statements wrote.
 */
async function copyByLevels({ connection, target }: Copying, { to, from, names, links }: OwnRows): Promise<void> {
  const [left, ready] = [`temp.${quoteName(`${target}_left`)}`, `temp.${quoteName(`${target}_ready`)}`];
  const isReady = links
    .map((link) => `(${isFree(link)} OR EXISTS (FROM ${to} t WHERE ${refersTo(link)}))`)
    .join(' AND ');
  await connection.run(`CREATE TEMP TABLE ${left} AS SELECT rowid AS r FROM ${from}`);
  for (let level = 0; level < maxLevels; level += 1) {
    await connection.run(
      `CREATE TEMP TABLE ${ready} AS SELECT s.rowid AS r FROM ${from} s WHERE s.rowid IN (SELECT r FROM ${left}) AND ${isReady}`,
    );
    await connection.run(
      `INSERT INTO ${to} (${names}) SELECT ${names} FROM ${from} WHERE rowid IN (SELECT r FROM ${ready})`,
    );
    await connection.run(`DELETE FROM ${left} WHERE r IN (SELECT r FROM ${ready})`);
    await connection.run(`DROP TABLE ${ready}`);
    const [[count] = []] = await readRows(connection, `SELECT count(*)::INTEGER FROM ${left}`);
    if (count === 0) {
      await connection.run(`DROP TABLE ${left}`);
      return;
    }
  }
  throw new Error(
    `The table ${from} cannot be copied: its rows refer to one another over more than ${maxLevels} levels. Stop the server and copy its data folder instead.`,
  );
}

function isFree({ columns }: Link): string {
  return columns.map((name) => `s.${quoteName(name)} IS NULL`).join(' OR ');
}

function refersTo({ columns, referencedColumns }: Link): string {
  return columns.map((name, at) => `t.${quoteName(referencedColumns[at] ?? '')} = s.${quoteName(name)}`).join(' AND ');
}

/** A foreign key. */
interface Link {
  readonly schema: string;
  readonly table: string;
  readonly referenced: string;
  readonly columns: readonly string[];
  readonly referencedColumns: readonly string[];
}

async function listLinks({ connection, source }: Copying): Promise<readonly Link[]> {
  const rows = await readRows(
    connection,
    `SELECT DISTINCT schema_name, table_name, referenced_table, to_json(constraint_column_names)::VARCHAR, to_json(referenced_column_names)::VARCHAR
     FROM duckdb_constraints() WHERE database_name = ${quoteText(source)} AND constraint_type = 'FOREIGN KEY'`,
  );
  return rows.map(([schema, table, referenced, columns, referencedColumns]) => ({
    schema: String(schema),
    table: String(table),
    referenced: String(referenced),
    // Lists of names, as JSON by the statement above.
    columns: JSON.parse(String(columns)) as string[],
    referencedColumns: JSON.parse(String(referencedColumns)) as string[],
  }));
}

interface Table {
  readonly schema: string;
  readonly table: string;
}

/** Tables that others refer to come before those. */
async function listTables({ connection, source }: Copying, links: readonly Link[]): Promise<readonly Table[]> {
  const here = `database_name = ${quoteText(source)}`;
  const tables = await readRows(
    connection,
    `SELECT schema_name, table_name FROM duckdb_tables() WHERE ${here} AND NOT internal AND NOT temporary ORDER BY ALL`,
  );
  let waiting: Table[] = tables.map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const isWaiting = ({ referenced, table }: Link) =>
      referenced !== table && waiting.some((other) => other.table === referenced);
    const ready = waiting.filter(
      ({ schema, table }) => !links.some((link) => link.schema === schema && link.table === table && isWaiting(link)),
    );
    const next = ready.length > 0 ? ready : waiting;
    ordered.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Without those that the engine computes: they alone have a default that a description of the table does not show. */
async function listStoredColumns({ connection, source }: Copying, schema: string, table: string): Promise<string> {
  const path = [source, schema, table].map(quoteName).join('.');
  const columns = await readRows(
    connection,
    `SELECT c.column_name FROM duckdb_columns() c JOIN (FROM (DESCRIBE ${path})) d ON d.column_name = c.column_name
     WHERE c.database_name = ${quoteText(source)} AND c.schema_name = ${quoteText(schema)} AND c.table_name = ${quoteText(table)}
     AND (c.column_default IS NULL OR d."default" IS NOT NULL) ORDER BY c.column_index`,
  );
  return columns.map(([name]) => quoteName(String(name))).join(', ');
}

async function readRows(connection: DuckDBConnection, sql: string): Promise<readonly (readonly Cell[])[]> {
  const reader = await connection.runAndReadAll(sql);
  // Names and definitions alone are asked for.
  return reader.getRows() as Cell[][];
}
