import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createExporter } from './exporter.ts';
import { toOtlp } from './otlp.ts';
import { type EndedSpan, readTraceParent, writeTraceParent } from './spans.ts';
import { createTraces, noTraces, tracesOf } from './traces.ts';

const ended = (change: Partial<EndedSpan> = {}): EndedSpan => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: null,
  isKept: true,
  name: 'work',
  kind: 'internal',
  startMs: 1_700_000_000_123,
  durationMs: 1.5,
  attributes: {},
  isFailed: false,
  ...change,
});

describe('the header of a trace', () => {
  const header = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('is read as the W3C writes it, of later versions too, and written again', () => {
    const read = readTraceParent(header);
    expect(read && writeTraceParent(read)).toBe(header);
    expect(readTraceParent(header.replace(/^00/, '01').concat('-more'))?.isKept).toBe(true);
    expect(readTraceParent(header.replace(/01$/, '00'))?.isKept).toBe(false);
  });

  it.each([
    '',
    'x',
    header.replace(/^00/, 'ff'),
    `${header}-more`,
    header.toUpperCase(),
    header.replace(/0af7651916cd43dd8448eb211c80319c/, '0'.repeat(32)),
    header.replace(/b7ad6b7169203331/, '0'.repeat(16)),
    'a'.repeat(1_000_000),
  ])('is none where it is something else', (text) => {
    expect(readTraceParent(text)).toBeNull();
  });
});

it('spans are what OTLP calls them, with texts of bounded length', () => {
  const attributes = { text: 'x'.repeat(9000), whole: 3, part: 0.5, is: true, none: undefined };
  const { resourceSpans } = JSON.parse(
    toOtlp([ended({ attributes, kind: 'client', isFailed: true })], { 'service.name': 'powerset' }),
  );
  const [{ resource, scopeSpans }] = resourceSpans;
  expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'powerset' } }]);
  const [span] = scopeSpans[0].spans;
  expect(span).toMatchObject({
    kind: 3,
    startTimeUnixNano: '1700000000123000000',
    endTimeUnixNano: '1700000000124500000',
    status: { code: 2 },
  });
  expect(span).not.toHaveProperty('parentSpanId');
  const values = Object.fromEntries(
    span.attributes.map(({ key, value }: { key: string; value: object }) => [key, value]),
  );
  expect(values).toEqual({
    text: { stringValue: 'x'.repeat(4000) },
    whole: { intValue: '3' },
    part: { doubleValue: 0.5 },
    is: { boolValue: true },
  });
});

describe('the exporter', () => {
  const never = () => new Promise<void>(() => undefined);
  const nowMs = () => performance.now();

  it('sends bundles one after the other, and counts them', async () => {
    const sizes: number[] = [];
    const send = async (spans: readonly EndedSpan[]) => void sizes.push(spans.length);
    const exporter = createExporter({ send, onFailure: () => undefined, nowMs });
    for (let count = 0; count < 600; count += 1) exporter.add(ended());
    await exporter.close();
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    expect(exporter.counts()).toEqual({ sent: 600, dropped: 0 });
  });

  it('gathers what comes one by one, also while a bundle is on its way', async () => {
    const sizes: number[] = [];
    const send = async (spans: readonly EndedSpan[]) => {
      sizes.push(spans.length);
      await pause(20);
    };
    const exporter = createExporter({ send, onFailure: () => undefined, nowMs });
    for (let count = 0; count < 300; count += 1) {
      exporter.add(ended());
      await pause(0);
    }
    await exporter.close();
    expect(sizes).toEqual([256, 44]);
  });

  it('holds a bounded number where the collector does not answer, drops the rest, and does not hold up the end', async () => {
    const exporter = createExporter({
      send: (_spans, signal) =>
        Promise.race([
          never(),
          new Promise<void>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
        ]),
      onFailure: () => undefined,
      nowMs,
    });
    for (let count = 0; count < 10_000; count += 1) exporter.add(ended());
    expect(exporter.counts().dropped).toBeGreaterThanOrEqual(10_000 - 4096 - 256);
    const startedAt = performance.now();
    await exporter.close();
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(exporter.counts()).toEqual({ sent: 0, dropped: 10_000 });
    exporter.add(ended());
    expect(exporter.counts().dropped).toBe(10_001);
  });

  it('says once a minute why spans were dropped', async () => {
    let time = 0;
    const said: unknown[] = [];
    const exporter = createExporter({
      send: () => Promise.reject(new Error('away')),
      onFailure: (error) => said.push(error),
      nowMs: () => time,
    });
    for (let count = 0; count < 1024; count += 1) exporter.add(ended());
    await pause(20);
    expect(said.length).toBe(1);
    time = 61_000;
    exporter.add(ended());
    await exporter.close();
    expect([said.length, exporter.counts().dropped]).toEqual([2, 1025]);
  });
});

describe('what is traced', () => {
  const open = (percent = 100) => {
    const spans: EndedSpan[] = [];
    let id = 0;
    const traces = createTraces({
      exporter: {
        add: (span) => void spans.push(span),
        counts: () => ({ sent: 0, dropped: 0 }),
        close: async () => undefined,
      },
      now: () => new Date(1000),
      nowMs: () => 0,
      randomHex: (bytes) => {
        id += 1;
        return String(id).padStart(bytes * 2, '0');
      },
      percent,
      tellsSql: false,
    });
    return { traces, spans };
  };

  it('knows within what it happens, also after waiting, and which kind of error ended it', async () => {
    const { traces, spans } = open();
    await traces.span({ name: 'outer' }, async (note) => {
      await pause(1);
      note({ seen: 1 });
      expect(traces.headers().traceparent).toContain('-01');
      await expect(
        traces.span({ name: 'inner' }, async () => {
          throw Object.assign(new Error("secret 'Ann'"), { details: { code: 'SYNTAX_ERROR' } });
        }),
      ).rejects.toThrow('secret');
    });
    expect(traces.headers()).toEqual({});
    const [inner, outer] = spans;
    expect([inner?.traceId, inner?.parentId]).toEqual([outer?.traceId, outer?.spanId]);
    expect([inner?.isFailed, inner?.attributes, outer?.attributes]).toEqual([
      true,
      { 'error.type': 'SYNTAX_ERROR' },
      { seen: 1 },
    ]);
    expect(JSON.stringify(spans)).not.toContain('Ann');
  });

  it('is what the settings say of traces that begin here, and what they say of those of others', async () => {
    const { traces, spans } = open(0);
    await traces.span({ name: 'own' }, async () => expect(traces.headers().traceparent).toMatch(/-00$/));
    expect(spans).toEqual([]);
    const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isKept: true };
    traces.begin({ name: 'asked' }, parent)?.end({});
    expect(spans.map(({ traceId, parentId }) => [traceId, parentId])).toEqual([[parent.traceId, parent.spanId]]);
  });

  it('is nothing where no collector is configured', async () => {
    expect(await noTraces.span({ name: 'work' }, async (note) => note({ a: 1 }))).toBeUndefined();
    expect([noTraces.begin({ name: 'x' }, null), noTraces.headers()]).toEqual([null, {}]);
  });
});

describe('a collector', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function collect(status: number) {
    const got: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
      });
    }).listen(0, '127.0.0.1');
    closers.push(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const lines: string[] = [];
    const traces = tracesOf({
      config: {
        otlpUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
        otlpHeaders: { authorization: 'Bearer hidden-token' },
        otlpPercent: 100,
        otlpTellsSql: false,
      },
      version: '1',
      log: { warn: (...words: unknown[]) => lines.push(JSON.stringify(words)) } as unknown as Logger,
      now: () => new Date(),
      randomHex: (bytes) => 'a'.repeat(bytes * 2),
    });
    await traces.span({ name: 'work' }, async () => undefined);
    await traces.close();
    return { got, lines, traces };
  }

  it('gets spans with its headers', async () => {
    const { got, traces } = await collect(200);
    expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer hidden-token', 'content-type': 'application/json' });
    expect(got[0]?.body).toContain('"name":"work"');
    expect(traces.counts()).toEqual({ sent: 1, dropped: 0 });
  });

  it.each([503, 401, 302])(
    'that answers %d gets them once, and the log says so without its address and headers',
    async (status) => {
      const { got, lines, traces } = await collect(status);
      expect([got.length, traces.counts()]).toEqual([1, { sent: 0, dropped: 1 }]);
      expect(lines.join()).toContain('dropped');
      expect(lines.join()).not.toMatch(/hidden-token|127\.0\.0\.1/);
    },
  );
});
