import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DuckDBAppender, DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { StoreArguments, StoreReply } from '../protocol.ts';
import { buildPacker, toHeaders } from './columns.ts';
import type { Database } from './database.ts';
import type { KeptTables } from './kept-tables.ts';
import { resultCatalog, resultFile } from './result-files.ts';
import { assertFoundInPlace, choosePlace } from './search-place.ts';
import type { Task } from './tasks.ts';

export interface Stores {
  /** Where the statement runs. */
  readonly database: Database;
  /** A second instance, which the statement cannot name, where the rows are kept. */
  readonly resultDatabase: Database;
  readonly resultsFolder: string;
  readonly stagingFolder: string;
  readonly kept: KeptTables;
}

/**
 * Runs a SELECT and keeps all its rows. The rows are streamed, so that the first are seen while the rest is computed;
 * because a DuckDB stream can end early without a word, it runs in a transaction that is asked afterwards whether it is
 * still sound, and a stream that broke is run again to its error.
 */
export async function storeResult(stores: Stores, task: Task, request: StoreArguments): Promise<StoreReply> {
  const file = resultFile(stores.resultsFolder, request.resultId);
  const catalog = resultCatalog(request.resultId);
  const started = performance.now();
  const remove = async () => {
    await rm(file, { force: true });
    await rm(`${file}.wal`, { force: true });
  };
  // A process that ended may have left a part of it.
  await remove();
  const reply = await stores.resultDatabase.lend(async (resultConnection) => {
    await resultConnection.run(`ATTACH '${file.replaceAll("'", "''")}' AS ${catalog} (STORAGE_VERSION 'latest')`);
    try {
      return await stores.database.lend((connection) =>
        stores.kept.read(connection, request.kept, () =>
          streamInto({ connection, resultConnection, catalog, stores, task, request }),
        ),
      );
    } catch (error) {
      await resultConnection.run(`DETACH ${catalog}`).catch(() => undefined);
      await remove();
      throw error;
    }
  });
  await stores.resultDatabase.lend((resultConnection) => resultConnection.run(`DETACH ${catalog}`));
  const { size } = await stat(file);
  return { ...reply, bytes: size, engineMs: performance.now() - started };
}

interface Streaming {
  readonly connection: DuckDBConnection;
  readonly resultConnection: DuckDBConnection;
  readonly catalog: string;
  readonly stores: Stores;
  readonly task: Task;
  readonly request: StoreArguments;
}

async function streamInto(streaming: Streaming): Promise<Omit<StoreReply, 'bytes'>> {
  const { connection, stores, task, request } = streaming;
  const { place } = request;
  return task.on(connection, async () => {
    if (place) await choosePlace(connection, stores.database, place);
    await connection.run('BEGIN TRANSACTION READ ONLY');
    try {
      if (place) await assertFoundInPlace(connection, place, { sql: request.sql, isWriting: false });
      await stores.database.planFor(connection, request.sql);
      const result = await connection.stream(request.sql);
      const copied = await copyRows(result, streaming);
      if (!copied.isTruncated) await probe(streaming);
      task.throwIfCancelled();
      return { columns: toHeaders(result), engineMs: 0, ...copied };
    } finally {
      await connection.run('ROLLBACK').catch(() => undefined);
    }
  });
}

async function copyRows(
  result: DuckDBResult,
  { resultConnection, catalog, task, request }: Streaming,
): Promise<{ rowCount: number; isTruncated: boolean }> {
  const columns = toHeaders(result);
  const types = result.columnTypes();
  // Columns are numbered: two names that differ only in case are one to DuckDB.
  const definitions = types.map((type, index) => `c${index} ${storedType(type.toString())}`);
  await resultConnection.run(`CREATE TABLE ${catalog}.result (${definitions.join(', ')})`);
  const appender: DuckDBAppender = await resultConnection.createAppender('result', 'main', catalog);
  const pack = buildPacker(result, true);
  let rowCount = 0;
  let isTruncated = false;
  while (!isTruncated) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    task.throwIfCancelled();
    if (rowCount + chunk.rowCount > request.maxRows) {
      isTruncated = true;
      chunk.rowCount = request.maxRows - rowCount;
      if (chunk.rowCount === 0) break;
    }
    if (rowCount < request.firstRows) task.sendBatch(pack(chunk), columns);
    appender.appendDataChunk(chunk);
    rowCount += chunk.rowCount;
  }
  appender.flushSync();
  appender.closeSync();
  // Written last: a result without it is not complete.
  const header = JSON.stringify({ columns, rowCount });
  await resultConnection.run(`CREATE TABLE ${catalog}.header AS SELECT '${header.replaceAll("'", "''")}' AS header`);
  return { rowCount, isTruncated };
}

/** NULL has no type of its own in a table. */
export function storedType(type: string): string {
  return type === '"NULL"' || type === 'SQLNULL' || type === 'NULL' ? 'INTEGER' : type;
}

/** Fails with the statement's own error when its stream broke off. */
async function probe({ connection, stores, request }: Streaming): Promise<void> {
  const isSound = await connection.run('SELECT 1').then(
    () => true,
    () => false,
  );
  if (isSound) return;
  await connection.run('ROLLBACK').catch(() => undefined);
  const waste = path.join(stores.stagingFolder, `probe-${request.resultId}.parquet`);
  try {
    await connection.run(`COPY (${request.sql}\n) TO '${waste.replaceAll("'", "''")}' (FORMAT parquet)`);
  } finally {
    await rm(waste, { force: true });
  }
  throw new Error('The result broke off while it was read. Run the query again.');
}
