import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { batchBytes, joinBatches, type PackedBatch } from '../../../packed/index.ts';
import type { RunArguments, RunReply, TrustedArguments } from '../protocol.ts';
import { worthBytes } from '../row-ring.ts';
import { buildPacker, toHeaders } from './columns.ts';
import type { Database } from './database.ts';
import type { KeptTables } from './kept-tables.ts';
import { inPlace } from './search-place.ts';
import type { Task } from './tasks.ts';

export const wrapHead = 'SELECT * FROM (';

/** How long the rows of one statement keep the messages of others waiting. */
const turnMs = 5;

/**
 * Runs one statement to its end inside the engine and hands its rows on in batches, a small last one with the reply. Not
 * streamed: DuckDB 1.5 ends a stream quietly when it is interrupted or a value does not convert, and the result would
 * only look complete.
 */
export async function runStatement(
  { database, kept }: RunPlaces,
  task: Task,
  request: RunArguments,
): Promise<RunReply> {
  const { place, isWriting, sql } = request;
  const work = (connection: DuckDBConnection) => async () => {
    await database.planFor(connection, sql);
    return runOn(connection, task, request);
  };
  return database.lend((connection) =>
    kept.read(connection, request.kept, () =>
      inPlace({ connection, database, place, sql, isWriting, work: work(connection) }),
    ),
  );
}

export interface RunPlaces {
  readonly database: Database;
  readonly kept: KeptTables;
}

export type PlacelessRun = Omit<RunArguments, 'place' | 'isWriting' | 'kept'>;

export async function runOn(connection: DuckDBConnection, task: Task, request: PlacelessRun): Promise<RunReply> {
  const sql = request.isWrapped ? `${wrapHead}${request.sql}\n) LIMIT ${request.maxRows + 1}` : request.sql;
  const started = performance.now();
  const result = await task.on(connection, () => connection.run(sql));
  const engineMs = performance.now() - started;
  const columns = toHeaders(result);
  const pack = buildPacker(result, request.isExact);
  const rowCount = Math.min(result.rowCount, request.maxRows);
  const isTruncated = result.rowCount > request.maxRows;
  const batches = new Batches();
  let packed = 0;
  let turnEndsAt = performance.now() + turnMs;
  for (let index = 0; packed < rowCount; index++) {
    if (performance.now() > turnEndsAt) {
      await setImmediate();
      turnEndsAt = performance.now() + turnMs;
    }
    task.throwIfCancelled();
    const chunk = result.getChunk(index);
    chunk.rowCount = Math.min(chunk.rowCount, rowCount - packed);
    for (const ready of batches.add(pack(chunk))) {
      task.sendBatch(ready, columns);
      // It is on its way before the next is packed: the server reads it meanwhile.
      await setImmediate();
    }
    packed += chunk.rowCount;
  }
  const ready = batches.take();
  const last = ready.length > 0 && batchBytes(ready.at(-1)!) < worthBytes ? ready.pop()! : null;
  for (const batch of ready) task.sendBatch(batch, columns);
  return { columns, rowCount, isTruncated, engineMs, last };
}

/**
 * What travels together: a message for each chunk of the engine's costs both sides more than its rows do. One that the channel
 * has no room for at once waits for the next but one, and whoever reads the rows meanwhile waits as well.
 */
const messageCells = 25_000;
const messageBytes = 256 << 10;

/** Gathers chunks to batches that are worth a message. */
class Batches {
  private gathered: PackedBatch[] = [];
  private cells = 0;
  private bytes = 0;

  /** Gives what was gathered before where the batch does not fit beside it. */
  add(batch: PackedBatch): PackedBatch[] {
    const cells = batch.rowCount * batch.columns.length;
    const bytes = batchBytes(batch);
    const isFull = this.cells + cells > messageCells || this.bytes + bytes > messageBytes;
    const ready = isFull ? this.take() : [];
    this.gathered.push(batch);
    this.cells += cells;
    this.bytes += bytes;
    return ready;
  }

  /** What was gathered, as one where it can be joined. */
  take(): PackedBatch[] {
    const gathered = this.gathered;
    const joined = joinBatches(gathered);
    this.gathered = [];
    this.cells = 0;
    this.bytes = 0;
    return joined ? [joined] : gathered;
  }
}

/** The same for a request whose reply says something else: every batch is sent on its own. */
export async function sendRows(connection: DuckDBConnection, task: Task, request: PlacelessRun): Promise<void> {
  const { last, columns } = await runOn(connection, task, request);
  if (last) task.sendBatch(last, columns);
}

/** A statement of our own; where it comes from decides whether it writes. */
export function runTrusted(places: RunPlaces, task: Task, request: TrustedArguments): Promise<RunReply> {
  return runStatement(places, task, {
    ...request,
    place: request.place ?? null,
    isWrapped: false,
    isWriting: true,
    maxRows: Number.MAX_SAFE_INTEGER,
  });
}
