import { type FileHandle, open } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { openArrowStream } from '../../../../packed/index.ts';
import type { ArrowFileArguments, ArrowFileReply } from '../../protocol.ts';
import type { Database } from '../database.ts';
import type { Task } from '../tasks.ts';
import { toArrowColumn } from './arrow-columns.ts';

/** So much is gathered before it is written to the disk. */
const portionBytes = 1 << 20;

/**
 * Writes the rows of a SELECT of ours as an Arrow IPC stream, chunk by chunk, so that any number of rows takes the memory
 * of some. A stream of the engine can end early without a word: the transaction is asked afterwards whether it is sound.
 */
export async function writeArrowFile(
  database: Database,
  task: Task,
  { sql, path }: ArrowFileArguments,
): Promise<ArrowFileReply> {
  const file = await open(path, 'wx');
  try {
    return await database.lend((connection) =>
      task.on(connection, async () => {
        await connection.run('BEGIN TRANSACTION READ ONLY');
        const rowCount = await writeRows(await connection.stream(sql), file, task);
        await assertSound(connection);
        return { rowCount };
      }),
    );
  } finally {
    await file.close();
  }
}

async function writeRows(result: DuckDBResult, file: FileHandle, task: Task): Promise<number> {
  const columns = result.columnTypes().map(toArrowColumn);
  const names = result.deduplicatedColumnNames();
  const stream = openArrowStream(columns.map(({ type }, index) => ({ name: names[index] ?? '', type })));
  let waiting: Uint8Array[] = [stream.head];
  let waitingBytes = 0;
  let rowCount = 0;
  const write = async () => {
    await file.writev(waiting);
    waiting = [];
    waitingBytes = 0;
  };
  for (;;) {
    const chunk = await result.fetchChunk();
    task.throwIfCancelled();
    if (!chunk || chunk.rowCount === 0) break;
    rowCount += chunk.rowCount;
    const message = stream.toMessage(columns.map(({ read }, index) => read(chunk, index)));
    waiting.push(...message);
    for (const piece of message) waitingBytes += piece.length;
    if (waitingBytes >= portionBytes) await write();
  }
  waiting.push(stream.end);
  await write();
  return rowCount;
}

async function assertSound(connection: DuckDBConnection): Promise<void> {
  try {
    await connection.run('SELECT 1');
  } catch {
    throw new Error('The result broke off while it was read. Export it again.');
  }
}
