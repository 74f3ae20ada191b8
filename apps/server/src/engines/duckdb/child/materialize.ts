import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import type { MaterializeArguments, MaterializeReply, ReadMaterializedArguments, RunReply } from '../protocol.ts';
import { toHeaders } from './columns.ts';
import { runOn, wrapHead } from './run.ts';
import { inPlace } from './search-place.ts';
import { type Stores, storedType } from './store.ts';
import type { Task } from './tasks.ts';

type MaterializeStores = Pick<Stores, 'database' | 'resultDatabase'>;

/** Runs a SELECT and keeps its rows as a table in the database of results, where no statement of a user can name them. */
export async function materializeRows(
  stores: MaterializeStores,
  task: Task,
  request: MaterializeArguments,
): Promise<MaterializeReply> {
  const { database, resultDatabase } = stores;
  const { place, sql, table, maxRows } = request;
  return database.lend((connection) =>
    inPlace({
      connection,
      database,
      place,
      sql,
      isWriting: false,
      work: async () => {
        if (await hasCollations(connection)) return { columns: [], rowCount: null };
        const statement = `${wrapHead}${sql}\n) LIMIT ${maxRows + 1}`;
        const result = await task.on(connection, () => connection.run(statement));
        if (result.rowCount > maxRows) return { columns: [], rowCount: null };
        await resultDatabase.lend((keeping) => copyInto(keeping, { result, table, task }));
        return { columns: toHeaders(result), rowCount: result.rowCount };
      },
    }),
  );
}

/** A column with a collation is compared in its own way, which a copy of its values does not know. */
async function hasCollations(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT count(*) FROM (SELECT sql FROM duckdb_tables() UNION ALL SELECT sql FROM duckdb_views() WHERE NOT internal) WHERE sql ILIKE '%collate%'`,
  );
  return Number(reader.getRows()[0]?.[0]) > 0;
}

interface Copying {
  readonly result: DuckDBMaterializedResult;
  readonly table: string;
  readonly task: Task;
}

const chunksPerTurn = 8;

async function copyInto(keeping: DuckDBConnection, { result, table, task }: Copying): Promise<void> {
  const columns = result.columnTypes().map((type, index) => `c${index} ${storedType(type.toString())}`);
  await keeping.run(`CREATE OR REPLACE TABLE ${quoted(table)} (${columns.join(', ')})`);
  try {
    const appender = await keeping.createAppender(table);
    let copied = 0;
    for (let index = 0; copied < result.rowCount; index++) {
      if (index % chunksPerTurn === 0) await setImmediate();
      task.throwIfCancelled();
      const chunk = result.getChunk(index);
      copied += chunk.rowCount;
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  } catch (error) {
    await dropTable(keeping, table).catch(() => undefined);
    throw error;
  }
}

/** A SELECT of our own over kept rows. */
export function readMaterialized(
  { resultDatabase }: MaterializeStores,
  task: Task,
  request: ReadMaterializedArguments,
): Promise<RunReply> {
  return resultDatabase.lend(async (connection) => {
    await resultDatabase.planFor(connection, request.sql);
    return runOn(connection, task, { ...request, isWrapped: false, isExact: false });
  });
}

export async function dropMaterialized(
  { resultDatabase }: MaterializeStores,
  { table }: { readonly table: string },
): Promise<null> {
  await resultDatabase.lend((connection) => dropTable(connection, table));
  return null;
}

async function dropTable(connection: DuckDBConnection, table: string): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS ${quoted(table)}`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
