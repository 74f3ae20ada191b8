import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** A small receiver of OTLP/HTTP. */
async function startCollector(port = 0): Promise<{ server: Server; url: string; spans: Span[] }> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      spans.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

const readValue = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

let collector: Awaited<ReturnType<typeof startCollector>>;
let running: InProcessApp;
beforeAll(async () => {
  collector = await startCollector();
  running = await startInProcess({ isWarm: true, env: { POWERSET_OTLP_URL: collector.url } });
});
afterAll(async () => {
  await running.stop();
  collector.server.close();
});

const findSpan = async (name: string, traceId?: string): Promise<Span> =>
  expect
    .poll(() => collector.spans.find((span) => span.name === name && (!traceId || span.traceId === traceId)), {
      timeout: 8000,
    })
    .toBeDefined()
    .then(() => collector.spans.find((span) => span.name === name && (!traceId || span.traceId === traceId)) as Span);

const traceId = '0af7651916cd43dd8448eb211c80319c';
const runSql = (sql: string, traceparent: string) =>
  running.admin.send('POST', '/api/v1/sqllab/execute/', {
    body: { database_id: 1, sql, runAsync: false },
    headers: { traceparent },
  });

it('a request is a span of the trace that it came with, its query one below it, and nothing of a text or value is in either', async () => {
  await runSql("SELECT 'hidden word' AS a UNION ALL SELECT 'b'", `00-${traceId}-b7ad6b7169203331-01`);
  const request = await findSpan('POST /api/v1/sqllab/execute/', traceId);
  expect(request.parentSpanId).toBe('b7ad6b7169203331');
  expect([readValue(request, 'http.route'), readValue(request, 'http.response.status_code')]).toEqual([
    '/api/v1/sqllab/execute/',
    '200',
  ]);
  expect(readValue(request, 'powerset.request_id')).toBeTruthy();
  const query = await findSpan('store duckdb', traceId);
  expect(query.parentSpanId).toBe(request.spanId);
  expect([readValue(query, 'db.system.name'), readValue(query, 'db.response.returned_rows')]).toEqual(['duckdb', '2']);
  expect(JSON.stringify(collector.spans)).not.toContain('hidden word');
});

it('a query that fails says which kind of error ended it, and none of its words', async () => {
  const other = traceId.replace('0a', '0b');
  await runSql("SELECT CAST('hidden word' AS INTEGER)", `00-${other}-b7ad6b7169203331-01`);
  const query = await findSpan('store duckdb', other);
  expect([query.status.code, readValue(query, 'error.type')]).toEqual([2, 'GENERIC_DB_ENGINE_ERROR']);
  expect(JSON.stringify(collector.spans)).not.toContain('hidden word');
});

it('what came with a trace that nobody keeps is not told, nor are the calls of whoever watches', async () => {
  const silent = traceId.replace('0a', '0c');
  await runSql('SELECT 1', `00-${silent}-b7ad6b7169203331-00`);
  await fetch(`${running.url}/health`);
  const last = traceId.replace('0a', '0d');
  await runSql('SELECT 2', `00-${last}-b7ad6b7169203331-01`);
  await findSpan('POST /api/v1/sqllab/execute/', last);
  expect(collector.spans.filter((span) => span.traceId === silent || span.name.includes('/health'))).toEqual([]);
});

it('figures say how many spans were sent and dropped', async () => {
  const text = (await running.admin.send('GET', '/metrics')).text;
  expect(text).toMatch(/powerset_spans\{outcome="sent"\} [1-9]/);
  expect(text).toMatch(/powerset_spans\{outcome="dropped"\} 0/);
});

it('a collector that is away changes no answer, and statements are told only where the settings allow it', async () => {
  const away = await startInProcess({
    env: { POWERSET_OTLP_URL: 'http://127.0.0.1:9', POWERSET_OTLP_PERCENT: '100' },
  });
  const startedAt = performance.now();
  for (let count = 0; count < 50; count += 1) expect((await away.admin.get('/api/v1/me/')).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await away.stop();

  const told = await startInProcess({
    isWarm: true,
    env: { POWERSET_OTLP_URL: collector.url, POWERSET_OTLP_SQL: 'true' },
  });
  await told.admin.post('/api/v1/sqllab/execute/', { database_id: 1, sql: "SELECT 'told word'", runAsync: false });
  await told.stop();
  expect(JSON.stringify(collector.spans)).toContain('told word');
});
