import {
  type ChartBatchLine,
  type ChartBatchRequest,
  type ChartSlicesLine,
  type ChartSlicesRequest,
  chartDataEndpoints,
  type EventOf,
  type LineOf,
  type Operation,
} from '@powerset/contract';
import { loadServerTexts } from '../i18n/index.ts';
import type { Client, OpenAnswer } from './client.ts';
import { isAbort, noAnswer } from './errors.ts';

/** A body's text in the pieces in which it comes. */
async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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

/** Reads an answer of JSON lines; yields lines as soon as they are whole, those that came together in one list. */
export async function* readJsonLines<O extends Operation>(answer: OpenAnswer<O>): AsyncGenerator<readonly LineOf<O>[]> {
  if (!answer.body) return;
  let rest = '';
  for await (const text of readText(answer.body)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const whole = parseLines<O>(lines);
    if (whole.length > 0) yield whole;
  }
  const last = parseLines<O>([rest]);
  if (last.length > 0) yield last;
}

function parseLines<O extends Operation>(lines: readonly string[]): readonly LineOf<O>[] {
  // What the endpoint declares of its lines.
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as LineOf<O>);
}

/** Reads an answer of server-sent events. */
export async function* readEvents<O extends Operation>(answer: OpenAnswer<O>): AsyncGenerator<EventOf<O>> {
  if (!answer.body) return;
  let rest = '';
  for await (const text of readText(answer.body)) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const found = parseEvent(event);
      // What the endpoint declares of its events.
      if (found) yield found as EventOf<O>;
    }
  }
}

function parseEvent(text: string): { readonly name: string; readonly data: unknown } | null {
  const fields = Object.fromEntries(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]));
  const { event, data } = fields;
  if (!data) return null;
  return { name: event ? event.slice('event: '.length) : '', data: JSON.parse(data.slice('data: '.length)) };
}

/** Asks for the slices of many charts; calls back with each as it is ready. */
export async function streamSlices(
  client: Client,
  request: ChartSlicesRequest,
  options: { onLines: (lines: readonly ChartSlicesLine[]) => void; signal: AbortSignal },
): Promise<void> {
  const answer = await client.openEndpoint(chartDataEndpoints.slices, { body: request, signal: options.signal });
  for await (const lines of readJsonLines(answer)) options.onLines(lines);
}

/** A stream that breaks off says so in the browser's own words; here it is a server that is gone. */
async function* wholeOrLost<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    throw isAbort(error) ? error : noAnswer();
  }
}

/** Asks for many charts at once; calls back with answers in the order in which they finish. */
export async function streamBatch(
  client: Client,
  request: ChartBatchRequest,
  options: { onLines: (lines: readonly ChartBatchLine[]) => void; signal?: AbortSignal },
): Promise<void> {
  const answer = await client.openEndpoint(chartDataEndpoints.batch, { body: request, signal: options.signal });
  // Charts ask for rows, so that no line describes anything else.
  for await (const lines of wholeOrLost(readJsonLines(answer))) {
    if (lines.some((line) => 'error' in line)) await loadServerTexts().catch(() => undefined);
    options.onLines(lines.flatMap((line) => ('result' in line ? [] : [line])));
  }
}
