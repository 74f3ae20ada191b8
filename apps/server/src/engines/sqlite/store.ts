import { unpackTable } from '../../packed/index.ts';
import type { StoredResult, StoreRequest } from '../engine.ts';
import type { ResultSink } from '../remote/index.ts';
import type { FileProcess } from './process.ts';

export interface StoreJob {
  readonly process: FileProcess;
  readonly request: StoreRequest;
  readonly resultSink: ResultSink;
}

const usualFirstRows = 1000;

/** Runs one reading statement and keeps all its rows, a batch at a time. */
export async function storeRows({ process, request, resultSink }: StoreJob): Promise<StoredResult> {
  const { sql, maxRows, resultId, firstRows = usualFirstRows } = request;
  const writer = await resultSink.open(resultId);
  try {
    const reply = await process.request('store', { sql, maxRows, firstRows }, async ({ rows, first }) => {
      if (first) request.onFirstRows?.(unpackTable(first));
      await writer.add(rows);
    });
    const { bytes } = await writer.finish(reply.columns);
    const { rowCount, isTruncated, engineMs } = reply;
    return { resultId, first: unpackTable(reply.first), rowCount, isTruncated, engineMs, bytes };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
