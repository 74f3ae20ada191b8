import type { DuckDBConnection } from '@duckdb/node-api';
import type { RunArguments, RunReply } from '../protocol.ts';
import { buildPacker, toHeaders } from './columns.ts';
import type { Task } from './tasks.ts';

export const wrapHead = 'SELECT * FROM (';

/**
 * Runs one statement to its end inside the engine and hands its rows on in batches. Not streamed: DuckDB 1.5 ends a
 * stream quietly when it is interrupted or a value does not convert, and the result would only look complete.
 */
export async function runStatement(connection: DuckDBConnection, task: Task, request: RunArguments): Promise<RunReply> {
  const sql = request.isWrapped ? `${wrapHead}${request.sql}\n) LIMIT ${request.maxRows + 1}` : request.sql;
  const started = performance.now();
  const result = await task.on(connection, () => connection.run(sql));
  const engineMs = performance.now() - started;
  const columns = toHeaders(result);
  const pack = buildPacker(result, request.isExact);
  let rowCount = 0;
  let isTruncated = false;
  while (!isTruncated) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    task.throwIfCancelled();
    isTruncated = rowCount + chunk.rowCount > request.maxRows;
    if (isTruncated) chunk.rowCount = request.maxRows - rowCount;
    if (chunk.rowCount > 0) task.sendBatch(pack(chunk), columns);
    rowCount += chunk.rowCount;
  }
  return { columns, rowCount, isTruncated, engineMs };
}
