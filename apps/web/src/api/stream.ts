import type { ChartBatchLine, ChartBatchRequest } from '@powerset/contract';
import type { Client } from './client.ts';

/** Reads a body of JSON lines; yields each line as soon as it is whole. */
export async function* readJsonLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) {
        // The caller names the shape that the endpoint promises.
        if (line.trim()) yield JSON.parse(line) as Line;
      }
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Asks for many charts at once; calls back with each answer in the order in which they finish. */
export async function streamBatch(
  client: Client,
  request: ChartBatchRequest,
  options: { onLine: (line: ChartBatchLine) => void; signal?: AbortSignal },
): Promise<void> {
  const answer = await client.send('/api/v1/chart/data/batch', {
    method: 'POST',
    body: request,
    signal: options.signal,
  });
  if (!answer.body) return;
  for await (const line of readJsonLines<ChartBatchLine>(answer.body)) options.onLine(line);
}
