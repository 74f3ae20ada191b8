import {
  type ExecuteBody,
  queryEndpoints,
  sqllabEndpoints,
  type WireExecution,
  type WireQuery,
} from '@powerset/contract';
import { buildUrl, type Client } from '../../../api/index.ts';

export interface RunCalls {
  execute(body: ExecuteBody, search: string): Promise<Partial<WireExecution> & { readonly query: WireQuery }>;
  stop(clientId: string): Promise<void>;
  /** Calls back with each state of a run until it has ended or the signal is aborted. */
  follow(clientId: string, onChange: (query: WireQuery) => void, signal: AbortSignal): Promise<void>;
  getByClientId(clientId: string): Promise<WireQuery | undefined>;
}

const retryMs = 1000;

export function createRunCalls(api: Client): RunCalls {
  const updatedSince = async (sinceMs: number) =>
    (
      await api.callEndpoint<{ result: readonly WireQuery[] }>(queryEndpoints.updatedSince, {
        query: { q: { last_updated_ms: sinceMs } },
      })
    ).result;
  const readStream = async (clientId: string, onChange: (query: WireQuery) => void, signal: AbortSignal) => {
    const answer = await api.send(buildUrl(sqllabEndpoints.progress.path, { client_id: clientId }), { signal });
    if (!answer.body) return;
    for await (const query of readEvents<WireQuery>(answer.body)) onChange(query);
  };
  return {
    execute: (body, search) => api.request(`${sqllabEndpoints.execute.path}${search}`, { method: 'POST', body }),
    stop: async (clientId) => {
      await api.callEndpoint(queryEndpoints.stop, { body: { client_id: clientId } });
    },
    follow: async (clientId, onChange, signal) => {
      let hasEnded = false;
      const note = (query: WireQuery) => {
        hasEnded = !['pending', 'scheduled', 'running', 'fetching'].includes(query.state);
        onChange(query);
      };
      while (!hasEnded && !signal.aborted) {
        await readStream(clientId, note, signal).catch(() => undefined);
        if (!hasEnded && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    },
    getByClientId: async (clientId) => (await updatedSince(0)).find((query) => query.id === clientId),
  };
}

/** Server-sent events whose data is JSON. */
export async function* readEvents<Event>(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        // The caller names the shape that the endpoint promises.
        if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as Event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}
