import { queryRunEndpoints, sqlEditorEndpoints, type WireFigureComparison } from '@powerset/contract';
import { newUuid } from '@powerset/ui';
import { api } from '../../../api/index.ts';
import { placeOf } from '../runs/execute-body.ts';

/** What a version of a query runs. */
export interface RunSource {
  readonly databaseId: number | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly templateParams: string | null;
}

/** As many rows as are compared. */
const mostRows = 50_000;

/**
 * Runs both texts as the editor does, where they do nothing but read, and compares what they give; null where one gives no rows.
 * A run that is not wanted any more is stopped.
 */
export async function compareRuns(
  before: RunSource,
  after: RunSource,
  signal: AbortSignal,
): Promise<WireFigureComparison | null> {
  const old = await runText(before, signal);
  const next = await runText(after, signal);
  if (old === null || next === null) return null;
  const { result } = await api.callEndpoint(sqlEditorEndpoints.figures, {
    params: { key: next },
    query: { before: old },
    signal,
  });
  return result;
}

/** The key of its rows. */
async function runText({ databaseId, sql, templateParams, ...place }: RunSource, signal: AbortSignal) {
  signal.throwIfAborted();
  const clientId = newUuid().replaceAll('-', '').slice(0, 11);
  const stop = () =>
    void api.callEndpoint(queryRunEndpoints.stop, { body: { client_id: clientId } }).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    const answer = await api.callEndpoint(sqlEditorEndpoints.execute, {
      body: {
        ...{ database_id: databaseId ?? 0, ...placeOf(place), sql, templateParams, client_id: clientId },
        ...{ runAsync: false, queryLimit: mostRows, preview_rows: 0, only_reads: true },
      },
      signal,
    });
    return 'columns' in answer ? answer.query.resultsKey : null;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
