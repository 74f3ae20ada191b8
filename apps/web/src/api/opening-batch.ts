import type { ChartBatchLine, ChartBatchRequest, chartDataEndpoints, LineOf, OperationOf } from '@powerset/contract';
import type { Client, OpenAnswer } from './client.ts';
import { readJsonLines, streamBatch } from './stream.ts';

type OpeningAnswer = OpenAnswer<OperationOf<typeof chartDataEndpoints.opening>>;

/** What the start script asked for on behalf of this page; see start.js. */
export interface AskedAhead {
  /** The address that was opened. */
  readonly page: string;
  readonly answer: Promise<Response>;
  readonly stop: () => void;
}

declare global {
  var powersetAhead: AskedAhead | undefined;
}

interface BatchOptions {
  readonly onLines: (lines: readonly ChartBatchLine[]) => void;
  readonly signal: AbortSignal;
}

/** Longer the page does not wait to hear what is on the way: it asks for everything itself. */
const patienceMs = 300;

/**
 * Asks for a page's charts. The first time it takes from what the start script asked for ahead whatever is asked in the same
 * words, asks for the rest, and has the server remember the whole for the next opening of this address.
 */
export async function streamPageBatch(
  client: Client,
  request: ChartBatchRequest,
  options: BatchOptions,
): Promise<void> {
  const ahead = globalThis.powersetAhead;
  globalThis.powersetAhead = undefined;
  if (!ahead) return streamBatch(client, request, options);
  const hashes = Object.fromEntries(request.requests.map(({ key, payload }) => [key, hashOf(JSON.stringify(payload))]));
  const marked = { ...request, opening: { page: ahead.page, hashes } };
  options.signal.addEventListener('abort', ahead.stop);
  const found = await inTime(openAhead(ahead));
  const isComing = ({ key }: { readonly key: string }) => found?.opening[key] === hashes[key];
  const coming = request.requests.filter(isComing);
  if (!found || coming.length === 0) {
    ahead.stop();
    return streamBatch(client, marked, options);
  }
  const others = request.requests.filter((item) => !isComing(item));
  await Promise.all([
    // What is not read to its end would hold its connection.
    readAhead(client, { found, request: { ...request, requests: coming } }, options).finally(ahead.stop),
    others.length > 0 ? streamBatch(client, { ...marked, requests: others }, options) : undefined,
  ]);
}

interface Found {
  readonly opening: Readonly<Record<string, string>>;
  readonly lines: AsyncIterable<readonly ChartBatchLine[]>;
}

/** What is on the way, by its first line; undefined where nothing is. */
async function openAhead({ answer }: AskedAhead): Promise<Found | undefined> {
  const response = await answer.catch(() => undefined);
  if (!response?.ok) return undefined;
  // The start script asked the endpoint.
  const pieces = readJsonLines(response as OpeningAnswer);
  const first = await pieces.next().catch(() => undefined);
  const [head, ...rest] = first?.value ?? [];
  if (!head || !('opening' in head)) return undefined;
  return { opening: head.opening, lines: chartLines(rest, pieces) };
}

type OpeningLine = LineOf<OperationOf<typeof chartDataEndpoints.opening>>;

async function* chartLines(first: readonly OpeningLine[], pieces: AsyncIterable<readonly OpeningLine[]>) {
  const ofCharts = (lines: readonly OpeningLine[]) =>
    lines.flatMap((line) => ('opening' in line || 'result' in line ? [] : [line]));
  yield ofCharts(first);
  for await (const lines of pieces) yield ofCharts(lines);
}

interface Coming {
  readonly found: Found;
  readonly request: ChartBatchRequest;
}

/** What breaks off on the way is asked for anew. */
async function readAhead(client: Client, { found, request }: Coming, options: BatchOptions): Promise<void> {
  const missing = new Map(request.requests.map((item) => [item.key, item]));
  try {
    for await (const lines of found.lines) {
      const wanted = lines.filter(({ key }) => missing.delete(key));
      if (wanted.length > 0) options.onLines(wanted);
      // Charts that are not in view this time are waited for no more.
      if (missing.size === 0) return;
    }
  } catch {
    options.signal.throwIfAborted();
  }
  if (missing.size > 0) await streamBatch(client, { ...request, requests: [...missing.values()] }, options);
}

function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
}

/** 64 bits that tell one text from another: two runs of FNV-1a from different beginnings. */
export function hashOf(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x01000193);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36).padStart(7, '0');
}
