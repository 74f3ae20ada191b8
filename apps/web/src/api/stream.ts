import { type ChartBatchLine, type ChartBatchRequest, chartDataEndpoints } from '@powerset/contract';
import type { Client } from './client.ts';

/** A body's text in the pieces in which it comes. */
export async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Reads a body of JSON lines; yields lines as soon as they are whole, those that came together in one list. */
export async function* readJsonLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let rest = '';
  for await (const text of readText(body)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const whole = parseLines<Line>(lines);
    if (whole.length > 0) yield whole;
  }
  const last = parseLines<Line>([rest]);
  if (last.length > 0) yield last;
}

function parseLines<Line>(lines: readonly string[]): readonly Line[] {
  // The caller names the shape that the endpoint promises.
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line);
}

/** Asks for many charts at once; calls back with answers in the order in which they finish. */
export async function streamBatch(
  client: Client,
  request: ChartBatchRequest,
  options: { onLines: (lines: readonly ChartBatchLine[]) => void; signal?: AbortSignal },
): Promise<void> {
  const answer = await client.openEndpoint(chartDataEndpoints.batch, { body: request, signal: options.signal });
  if (!answer.body) return;
  for await (const lines of readJsonLines<ChartBatchLine>(answer.body)) options.onLines(lines);
}
