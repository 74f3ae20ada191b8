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
  const tables = await listTables(copying);
  for (const { schema, table } of tables) {
    const names = await listStoredColumns(copying, schema, table);
    const [to, from] = [target, source].map((catalog) => [catalog, schema, table].map(quoteName).join('.'));
    await connection.run(`INSERT INTO ${to} (${names}) SELECT ${names} FROM ${from}`);
  }
  return tables.length;
}

interface Table {
  readonly schema: string;
  readonly table: string;
}

/** Tables that others refer to come before those. */
async function listTables({ connection, source }: Copying): Promise<readonly Table[]> {
  const here = `database_name = ${quoteText(source)}`;
  const tables = await readRows(
    connection,
    `SELECT schema_name, table_name FROM duckdb_tables() WHERE ${here} AND NOT internal AND NOT temporary ORDER BY ALL`,
  );
  const links = await readRows(
    connection,
    `SELECT schema_name, table_name, referenced_table FROM duckdb_constraints() WHERE ${here} AND constraint_type = 'FOREIGN KEY'`,
  );
  let waiting: Table[] = tables.map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const isWaiting = (name: Cell, own: string) => name !== own && waiting.some(({ table }) => table === name);
    const ready = waiting.filter(
      ({ schema, table }) =>
        !links.some(([s, t, referenced]) => s === schema && t === table && isWaiting(referenced ?? null, table)),
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
