import type { StoredResult, StoreRequest } from '../engine.ts';
import type { ResultSink, ResultWriter, StoredColumn } from './result-sink.ts';

export type CopiedRows = Pick<StoredResult, 'first' | 'rowCount' | 'isTruncated'> & {
  readonly columns: readonly StoredColumn[];
};

export interface KeepJob {
  readonly request: StoreRequest;
  readonly resultSink: ResultSink;
}

/** Keeps what `copy` writes as one result, or nothing of it when that fails. */
export async function keepResult(
  { request, resultSink }: KeepJob,
  copy: (writer: ResultWriter) => Promise<CopiedRows>,
): Promise<StoredResult> {
  const { resultId } = request;
  const startedAt = performance.now();
  const writer = await resultSink.open(resultId);
  try {
    const { columns, ...read } = await copy(writer);
    const engineMs = performance.now() - startedAt;
    const { bytes } = await writer.finish(columns);
    return { resultId, ...read, engineMs, bytes };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
