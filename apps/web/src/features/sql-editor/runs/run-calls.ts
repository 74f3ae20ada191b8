import {
  activeQueryStates,
  type EventOf,
  type ExecuteBody,
  type OperationOf,
  queryRunEndpoints,
  sqlEditorEndpoints,
  type WireExecution,
  type WireFirstRows,
  type WireQueryRun,
} from '@powerset/contract';
import { ApiError, type Client, readEvents } from '../../../api/index.ts';

export type Executed = Partial<WireExecution> & { readonly query: WireQueryRun };

/** What is told of a run while it works. */
export interface RunListeners {
  readonly onChange: (query: WireQueryRun) => void;
  readonly onFirstRows: (rows: WireFirstRows) => void;
}

export interface RunCalls {
  /** Runs, and tells how it goes; the answer is the last that was heard. */
  execute(body: ExecuteBody, search: string, listeners: RunListeners): Promise<Executed>;
  stop(clientId: string): Promise<void>;
  /** Tells each state of a run until it has ended or the signal is aborted. */
  follow(clientId: string, listeners: RunListeners, signal: AbortSignal): Promise<void>;
  /** One of the runs that changed at a time or later. */
  getByClientId(clientId: string, sinceMs?: number): Promise<WireQueryRun | undefined>;
}

const retryMs = 1000;

export function createRunCalls(api: Client): RunCalls {
  const updatedSince = async (sinceMs: number) =>
    (
      await api.callEndpoint(queryRunEndpoints.updatedSince, {
        query: { q: { last_updated_ms: sinceMs } },
      })
    ).result;
  const readStream = async (clientId: string, listeners: RunListeners, signal: AbortSignal) => {
    const answer = await api.openEndpoint(sqlEditorEndpoints.progress, { params: { client_id: clientId }, signal });
    await readRun(readEvents(answer), listeners);
  };
  return {
    execute: async (body, search, listeners) => {
      const answer = await api.openEndpoint(sqlEditorEndpoints.execute, {
        query: Object.fromEntries(new URLSearchParams(search)),
        body,
        headers: { Accept: 'text/event-stream, application/json' },
      });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
      return isStream ? readRun(readEvents(answer), listeners) : answer.json();
    },
    stop: async (clientId) => {
      await api.callEndpoint(queryRunEndpoints.stop, { body: { client_id: clientId } });
    },
    follow: async (clientId, { onChange, onFirstRows }, signal) => {
      let hasEnded = false;
      const note = (query: WireQueryRun) => {
        hasEnded = !activeQueryStates.includes(query.state);
        onChange(query);
      };
      while (!hasEnded && !signal.aborted) {
        await readStream(clientId, { onChange: note, onFirstRows }, signal).catch(() => undefined);
        if (!hasEnded && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    },
    getByClientId: async (clientId, sinceMs = 0) =>
      (await updatedSince(sinceMs)).find((query) => query.id === clientId),
  };
}

type RunEvent = EventOf<OperationOf<typeof sqlEditorEndpoints.execute>>;

/** Reads a followed run to its end, or to where the connection broke; throws when nothing was heard at all. */
async function readRun(events: AsyncIterable<RunEvent>, listeners: RunListeners): Promise<Executed> {
  let last: Executed | undefined;
  try {
    for await (const event of events) {
      if (event.name === 'rows') listeners.onFirstRows(event.data);
      else if (event.name === 'answer') last = event.data;
      else {
        last = { query: event.data };
        listeners.onChange(event.data);
      }
    }
  } catch (error) {
    if (!last) throw error;
  }
  if (!last) throw new ApiError({ status: 0, message: '' });
  return last;
}
