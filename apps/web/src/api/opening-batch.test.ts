import type { ChartBatchLine, ChartBatchRequest } from '@powerset/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { hashOf, streamPageBatch } from './opening-batch.ts';

const payloadOf = (id: number) => ({ datasource: { id }, queries: [] });
const itemOf = (key: string, id = 1) => ({ key, payload: payloadOf(id) });
const hash = (id = 1) => hashOf(JSON.stringify(payloadOf(id)));
const lineOf = (key: string, from: string) => `${JSON.stringify({ key, status: 200, results: [from] })}\n`;

afterEach(() => {
  globalThis.powersetAhead = undefined;
});

interface Ahead {
  readonly opening?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly status?: number;
  readonly breaksOff?: boolean;
}

function setAhead({ opening = {}, lines = [], status = 200, breaksOff = false }: Ahead) {
  const state = { isStopped: false };
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode(`${JSON.stringify({ opening })}\n${lines.join('')}`));
      if (breaksOff) stream.error(new Error('gone'));
      else stream.close();
    },
  });
  const answer = Promise.resolve(new Response(body, { status }));
  const stop = () => {
    state.isStopped = true;
  };
  globalThis.powersetAhead = { page: '/superset/dashboard/1/', answer, stop };
  return state;
}

async function ask(requests: ChartBatchRequest['requests']) {
  const sent: ChartBatchRequest[] = [];
  const client = createClient({
    fetch: async (_input, init) => {
      const body: ChartBatchRequest = JSON.parse(String(init?.body));
      sent.push(body);
      return new Response(body.requests.map(({ key }) => lineOf(key, 'asked')).join(''));
    },
  });
  client.setCsrfToken('token');
  const got: [string, unknown][] = [];
  const onLines = (lines: readonly ChartBatchLine[]) => {
    for (const line of lines) got.push([line.key, 'results' in line ? line.results[0] : line.error]);
  };
  await streamPageBatch(client, { dashboard_id: 1, requests }, { onLines, signal: new AbortController().signal });
  return { got: Object.fromEntries(got), sent };
}

const keysOf = (sent: readonly ChartBatchRequest[]) => sent.map(({ requests }) => requests.map(({ key }) => key));

describe('charts that were asked for ahead of the page', () => {
  it('are taken where they are asked in the same words, and no request is sent', async () => {
    setAhead({ opening: { a: hash(), b: hash() }, lines: [lineOf('a', 'ahead'), lineOf('b', 'ahead')] });
    const { got, sent } = await ask([itemOf('a'), itemOf('b')]);
    expect(got).toEqual({ a: 'ahead', b: 'ahead' });
    expect(sent).toEqual([]);
  });

  it('are asked anew where they are asked in other words, and the whole is named to be remembered', async () => {
    setAhead({ opening: { a: hash(), b: hash() }, lines: [lineOf('a', 'ahead'), lineOf('b', 'ahead')] });
    const { got, sent } = await ask([itemOf('a'), itemOf('b', 2), itemOf('c')]);
    expect(got).toEqual({ a: 'ahead', b: 'asked', c: 'asked' });
    expect(keysOf(sent)).toEqual([['b', 'c']]);
    const hashes = { a: hash(), b: hash(2), c: hash() };
    expect(sent[0]?.opening).toEqual({ page: '/superset/dashboard/1/', hashes });
  });

  it('are asked anew where nothing is remembered, where nobody may, and where the answer breaks off', async () => {
    const nothing = setAhead({});
    expect((await ask([itemOf('a')])).got).toEqual({ a: 'asked' });
    expect(nothing.isStopped).toBe(true);
    setAhead({ opening: { a: hash() }, lines: [lineOf('a', 'ahead')], status: 403 });
    expect((await ask([itemOf('a')])).got).toEqual({ a: 'asked' });
    setAhead({ opening: { a: hash(), b: hash() }, lines: [lineOf('a', 'ahead')] });
    expect((await ask([itemOf('a'), itemOf('b')])).got).toEqual({ a: 'ahead', b: 'asked' });
    setAhead({ opening: { a: hash() }, breaksOff: true });
    expect((await ask([itemOf('a')])).got).toEqual({ a: 'asked' });
  });

  it('hold no connection once what is asked for has come', async () => {
    const ahead = setAhead({ opening: { a: hash(), b: hash() }, lines: [lineOf('a', 'ahead')] });
    expect((await ask([itemOf('a')])).got).toEqual({ a: 'ahead' });
    expect(ahead.isStopped).toBe(true);
  });

  it('are those of the first request alone', async () => {
    setAhead({ opening: { a: hash() }, lines: [lineOf('a', 'ahead')] });
    expect((await ask([itemOf('a')])).got).toEqual({ a: 'ahead' });
    const { got, sent } = await ask([itemOf('a')]);
    expect(got).toEqual({ a: 'asked' });
    expect(sent[0]?.opening).toBeUndefined();
  });
});

describe('the hash of a request', () => {
  it('tells requests apart that differ in a letter', () => {
    const texts = Array.from({ length: 20_000 }, (_, at) => JSON.stringify({ at, text: `chart ${at % 97}` }));
    expect(new Set(texts.map(hashOf)).size).toBe(texts.length);
    expect(hashOf('a')).toMatch(/^[0-9a-z]{8,14}$/);
  });
});
