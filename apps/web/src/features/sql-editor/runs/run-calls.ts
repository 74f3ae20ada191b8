import {
  activeQueryStates,
  type ExecuteBody,
  queryRunEndpoints,
  sqlEditorEndpoints,
  type WireExecution,
  type WireFirstRows,
  type WireQueryRun,
} from '@powerset/contract';
import { ApiError, type Client, readText } from '../../../api/index.ts';

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
  getByClientId(clientId: string): Promise<WireQueryRun | undefined>;
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
    if (answer.body) await readRun(answer.body, listeners);
  };
  return {
    execute: async (body, search, listeners) => {
      const answer = await api.openEndpoint(sqlEditorEndpoints.execute, {
        query: Object.fromEntries(new URLSearchParams(search)),
        body,
        headers: { Accept: 'text/event-stream, application/json' },
      });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
      // The shape that the endpoint promises.
      if (!isStream || !answer.body) return (await answer.json()) as Executed;
      return readRun(answer.body, listeners);
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
    getByClientId: async (clientId) => (await updatedSince(0)).find((query) => query.id === clientId),
  };
}

/** Reads a followed run to its end, or to where the connection broke; throws when nothing was heard at all. */
async function readRun(body: ReadableStream<Uint8Array>, listeners: RunListeners): Promise<Executed> {
  let last: Executed | undefined;
  try {
    for await (const { name, data } of readEvents(body)) {
      // The endpoint promises these shapes under these names.
      if (name === 'rows') listeners.onFirstRows(data as WireFirstRows);
      else if (name === 'answer') last = data as Executed;
      else {
        const query = data as WireQueryRun;
        last = { query };
        listeners.onChange(query);
      }
    }
  } catch (error) {
    if (!last) throw error;
  }
  if (!last) throw new ApiError({ status: 0, message: '' });
  return last;
}

export interface ServerEvent {
  /** Empty for events without a name. */
  readonly name: string;
  readonly data: unknown;
}

/** Server-sent events whose data is JSON. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const text of readText(body)) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const found = parseEvent(event);
      if (found) yield found;
    }
  }
}

function parseEvent(text: string): ServerEvent | null {
  const fields = Object.fromEntries(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]));
  const { event, data } = fields;
  if (!data) return null;
  return { name: event ? event.slice('event: '.length) : '', data: JSON.parse(data.slice('data: '.length)) };
}
