import type { ChartBatchLine, ChartBatchRequest } from '@powerset/contract';
import type { Client } from './client.ts';

/** Reads a body of JSON lines; yields lines as soon as they are whole, those that came together in one list. */
export async function* readJsonLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      // The caller names the shape that the endpoint promises.
      const whole = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line);
      if (whole.length > 0) yield whole;
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Asks for many charts at once; calls back with answers in the order in which they finish. */
export async function streamBatch(
  client: Client,
  request: ChartBatchRequest,
  options: { onLines: (lines: readonly ChartBatchLine[]) => void; signal?: AbortSignal },
): Promise<void> {
  const answer = await client.send('/api/v1/chart/data/batch', {
    method: 'POST',
    body: request,
    signal: options.signal,
  });
  if (!answer.body) return;
  for await (const lines of readJsonLines<ChartBatchLine>(answer.body)) options.onLines(lines);
}
