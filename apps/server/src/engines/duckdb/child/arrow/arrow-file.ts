import { type FileHandle, open } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { Column, Endianness, field, type Schema, Table, tableToIPC, Version } from '@uwdata/flechette';
import type { ArrowFileArguments, ArrowFileReply } from '../../protocol.ts';
import type { Database } from '../database.ts';
import type { Task } from '../tasks.ts';
import { type ArrowColumn, toArrowColumn } from './arrow-columns.ts';

/** Three runs of 4 bytes end a stream; what stands before them is messages. */
const endBytes = 8;
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
  const schema: Schema = {
    version: Version.V5,
    endianness: Endianness.Little,
    fields: columns.map(({ type }, index) => field(names[index] ?? '', type)),
    metadata: null,
  };
  const head = encode(schema, []);
  const messages = head.subarray(0, head.length - endBytes);
  let waiting: Uint8Array[] = [messages];
  let waitingBytes = messages.length;
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
    const bytes = encode(schema, readColumns(columns, chunk));
    const batch = bytes.subarray(messages.length, bytes.length - endBytes);
    waiting.push(batch);
    waitingBytes += batch.length;
    if (waitingBytes >= portionBytes) await write();
  }
  waiting.push(head.subarray(head.length - endBytes));
  await write();
  return rowCount;
}

function readColumns(columns: readonly ArrowColumn[], chunk: DuckDBDataChunk): Column<unknown>[] {
  return columns.map(({ type, read }, index) => new Column([read(chunk, index)], type));
}

/** One schema is always written in the same bytes, which stand before those of a batch. */
function encode(schema: Schema, columns: Column<unknown>[]): Uint8Array {
  const bytes = tableToIPC(new Table(schema, columns), { format: 'stream' });
  if (!bytes) throw new Error('Arrow encoding gave no bytes');
  return bytes;
}

async function assertSound(connection: DuckDBConnection): Promise<void> {
  try {
    await connection.run('SELECT 1');
  } catch {
    throw new Error('The result broke off while it was read. Export it again.');
  }
}
