import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { openTrino, type TrinoOptions } from './index.ts';

/** What a server of release 476 answers, as much of it as is read here. */
const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };

type Answerer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

const open: { server?: Server; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  open.server?.closeAllConnections();
  open.server?.close();
});

async function start(answer: Answerer, change: Partial<TrinoOptions> = {}) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      heard.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const engine = openTrino({
    ...{
      family: 'Trino',
      host: '127.0.0.1',
      port,
      user: 'ada',
      password: null,
      catalog: 'lake',
      defaultSchema: 'sales',
    },
    ...{ tlsMode: 'disable', serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...change },
  });
  Object.assign(open, { server, engine });
  return { engine, heard, run: (sql = 'SELECT n FROM t') => engine.run({ ...limits, sql }) };
}

const say = (response: ServerResponse, page: object) => response.end(JSON.stringify(page));
const next = (path: string) => ({ nextUri: `http://other.example:9/v1/statement/${path}` });

describe('a server that speaks the protocol of Trino', () => {
  it('is asked again over another connection for an answer that does not come', async () => {
    let asked = 0;
    const change = { silenceMs: 200 };
    const { run } = await start(({ url }, response) => {
      if (url === '/v1/statement') return say(response, next('queued/1'));
      asked += 1;
      // As a machine that takes what it is sent, and is gone.
      return asked === 1 ? undefined : say(response, { columns, data: [[7]] });
    }, change);
    expect((await run()).table.columns[0]?.values).toEqual([7]);
    expect(asked).toBe(2);
  });

  it('is told again to end a query until it hears it', async () => {
    let told = 0;
    const { engine, heard } = await start(
      (request, response) => {
        if (request.method === 'POST') return say(response, next('queued/1'));
        if (request.method !== 'DELETE') return undefined;
        told += 1;
        return told < 3 ? request.socket.destroy() : response.writeHead(204).end();
      },
      { endAgainMs: [10, 10, 10, 10, 10] },
    );
    await failureOf(engine.run({ ...limits, timeoutMs: 300, sql: 'SELECT n FROM t' }));
    await expect.poll(() => told).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
  });

  it('is asked for one part after the other, where it was found and not where it says it is', async () => {
    const { run, heard } = await start(({ url }, response) => {
      if (url === '/v1/statement') say(response, next('queued/1'));
      else if (url?.endsWith('queued/1')) say(response, { ...next('executing/2?slug=x'), columns });
      else if (url?.endsWith('executing/2?slug=x'))
        say(response, { ...next('executing/3'), columns, data: [[1], [2]] });
      else say(response, { columns, data: [[3]] });
    });
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/statement',
      'GET /v1/statement/queued/1',
      'GET /v1/statement/executing/2?slug=x',
      'GET /v1/statement/executing/3',
    ]);
    expect(heard[0]).toMatchObject({
      body: 'SELECT n FROM t',
      headers: {
        ...{ 'x-trino-user': 'ada', 'x-trino-catalog': 'lake', 'x-trino-schema': 'sales', 'x-trino-time-zone': 'UTC' },
        'x-trino-source': 'powerset',
      },
    });
  });

  it('is asked with the headers of Presto where it is one', async () => {
    const { run, heard } = await start((_request, response) => say(response, { columns, data: [[1]] }), {
      family: 'Presto',
    });
    await run();
    expect(heard[0]?.headers).toMatchObject({
      ...{
        'x-presto-user': 'ada',
        'x-presto-catalog': 'lake',
        'x-presto-schema': 'sales',
        'x-presto-time-zone': 'UTC',
      },
      'x-presto-session': 'offset_clause_enabled=true',
    });
    expect(Object.keys(heard[0]?.headers ?? {}).filter((name) => name.startsWith('x-trino'))).toEqual([]);
  });

  it('is asked again when it is busy, or when the connection was lost', async () => {
    let calls = 0;
    const { run, heard } = await start((request, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(503).end('try again');
      else if (calls === 2) request.socket.destroy();
      else say(response, { columns, data: [[7]] });
    });
    expect((await run()).table.columns[0]?.values).toEqual([7]);
    expect(heard).toHaveLength(3);
  });

  it('is not asked for ever', async () => {
    const { engine } = await start((_request, response) => response.writeHead(503).end());
    const failure = await failureOf(engine.run({ ...limits, sql: 'SELECT 1', timeoutMs: 1500 }));
    expect(failure).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
  });

  it('is told to end a query of which enough is known, and one that was stopped', async () => {
    const { engine, heard } = await start(({ url, method }, response) => {
      if (method === 'DELETE') response.writeHead(204).end();
      else if (url === '/v1/statement') say(response, { ...next('executing/1'), columns, data: [[1], [2], [3]] });
      // Nothing more: the query runs.
    });
    const cut = await engine.run({ ...limits, sql: 'SELECT n FROM t', maxRows: 2 });
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([2, true]);
    const deletes = () => heard.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    await expect.poll(deletes).toEqual(['/v1/statement/executing/1']);
    const controller = new AbortController();
    const running = failureOf(engine.run({ ...limits, sql: 'SELECT n FROM t', signal: controller.signal }));
    await expect.poll(() => heard.filter(({ method }) => method === 'GET').length).toBe(1);
    controller.abort();
    expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(deletes).toHaveLength(2);
  });

  it('keeps every digit, packed or not, whatever stands beside it', async () => {
    const list = { rawType: 'array', arguments: [{ kind: 'TYPE', value: { rawType: 'bigint', arguments: [] } }] };
    const text = { rawType: 'varchar', arguments: [] };
    const wide = [
      ...columns,
      { name: 'l', type: 'array(bigint)', typeSignature: list },
      { name: 't', type: 'varchar', typeSignature: text },
      { name: 'd', type: 'double', typeSignature: { rawType: 'double', arguments: [] } },
    ];
    const page = `{"columns":${JSON.stringify(wide)},"data":[[9007199254740993,[-9007199254740993],"x \\"1234567890123456789, \\\\",0.12345678901234566]]}`;
    const { engine } = await start((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(page));
    });
    const { table } = await engine.run({ ...limits, sql: 'SELECT 1' });
    expect(table.columns.map(({ values }) => values[0])).toEqual([
      9007199254740993n,
      '[-9007199254740993]',
      'x "1234567890123456789, \\',
      0.12345678901234566,
    ]);
  });

  it.each([
    [(response: ServerResponse) => response.end('<html>'), 'Is this the address of a Trino or Presto server?'],
    [
      (response: ServerResponse) => response.writeHead(404).end('<html>'),
      'does not answer as a Trino server does (status 404)',
    ],
    [
      (response: ServerResponse) => response.writeHead(401).end('no'),
      'Either the username "ada" or the password is incorrect.',
    ],
    [
      (response: ServerResponse) =>
        response.writeHead(500).end('java.lang.RuntimeException: x\n\tat io.trino.server.A'),
      'failed (status 500). Its log says why.',
    ],
    [
      (response: ServerResponse) =>
        response
          .writeHead(500)
          .end(
            'java.lang.RuntimeException: Authentication error\n\tat io.trino.server.A\nCaused by: java.lang.IllegalStateException: authenticator was not loaded',
          ),
      'The database is starting. Try again in a moment.',
    ],
    [
      (response: ServerResponse) =>
        say(response, {
          error: { message: 'Trino server is still initializing', errorName: 'SERVER_STARTING_UP' },
        }),
      'The database is starting. Try again in a moment.',
    ],
    [
      (response: ServerResponse) =>
        response.writeHead(403).end('Error 403 Forbidden: Authentication over HTTP is not enabled'),
      'lets nobody in without encryption. Turn encryption on.',
    ],
    [
      (response: ServerResponse) =>
        say(response, {
          error: {
            message: 'Access Denied: User CN=ada cannot impersonate user bob',
            errorName: 'PERMISSION_DENIED',
          },
        }),
      'User CN=ada cannot impersonate user bob',
    ],
    [
      (response: ServerResponse) => response.writeHead(401).end('Password not allowed for insecure authentication'),
      'Turn encryption on, or leave the password empty.',
    ],
    [
      (response: ServerResponse) =>
        say(response, { error: { message: 'Max requests queued', errorName: 'QUERY_QUEUE_FULL' } }),
      'Try again in a moment.',
    ],
    [
      (response: ServerResponse) =>
        say(response, {
          error: { message: "line 1:9: mismatched input '<EOF>'. Expecting: x", errorName: 'SYNTAX_ERROR' },
        }),
      'The statement ends too early.',
    ],
  ])('is understood when it answers something else (%#)', async (answer, words) => {
    const { engine } = await start((_request, response) => void answer(response));
    const failure = await failureOf(engine.ping());
    expect(failure).toMatchObject({ message: expect.stringContaining(words) });
    expect(JSON.stringify(failure)).not.toContain('io.trino.server');
  });

  it('is given a password in the letters in which it reads it', async () => {
    const { engine, heard } = await start((_request, response) => say(response, { columns, data: [] }), {
      user: 'ada',
      password: 'p@ss:w/ör%d',
    });
    await engine.ping();
    const [, secret = ''] = heard[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(secret, 'base64').toString('latin1')).toBe('ada:p@ss:w/ör%d');
  });

  it('is said to speak no TLS where it speaks none, without the words of the library that found out', async () => {
    const { engine } = await start((_request, response) => say(response, {}), { tlsMode: 'verify' });
    const failure = await failureOf(engine.ping());
    expect(failure.message).toMatch(/^The host "127.0.0.1" speaks no encrypted connection on port \d+\./);
    expect(JSON.stringify(failure)).not.toMatch(/ssl3|openssl/);
  });

  it('hears of no statement that changes anything or reads another catalog', async () => {
    const { engine, heard } = await start((_request, response) => say(response, { columns, data: [] }));
    for (const sql of [
      'DROP TABLE t',
      'SELECT * FROM other.s.t',
      "SELECT * FROM TABLE(system.query(query => 'SELECT 1'))",
    ]) {
      expect(await failureOf(engine.run({ ...limits, sql }))).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
      expect(await failureOf(engine.analyse(sql))).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
      expect(await failureOf(engine.estimate?.(sql) ?? Promise.resolve())).toMatchObject({
        code: 'GENERIC_DB_ENGINE_ERROR',
      });
    }
    expect(heard).toEqual([]);
    const long = `SELECT * FROM LAKE.s.t WHERE a IN (${'1, '.repeat(1000)}1)`;
    expect(await engine.analyse(long)).toMatchObject([{ kind: 'select', tables: [{ schema: 's', table: 't' }] }]);
  });

  it('says what it knows of the parts of a table, and nothing where it has no list of them', async () => {
    const cells = (...rows: readonly (readonly (string | null)[])[]) => {
      const typeSignature = { rawType: 'varchar', arguments: [] };
      const named = (rows[0] ?? []).map((_, at) => ({ name: `c${at}`, type: 'varchar', typeSignature }));
      return { columns: named, data: rows };
    };
    const { engine, heard } = await start((_request, response, body) => {
      if (body.includes('$partitions')) say(response, cells(['2024-02-29', null]));
      else if (body.startsWith('DESCRIBE'))
        say(
          response,
          cells(
            ['n', 'bigint', '', ''],
            ['day', 'date', 'partition key', ''],
            ['kind', 'varchar', 'partition key', 'a "kind"'],
          ),
        );
      else if (body.includes('is_nullable')) say(response, cells(['n', 'NO']));
      else if (body.includes('table_type')) say(response, cells(['BASE TABLE']));
      else say(response, { error: { message: 'Access Denied', errorName: 'PERMISSION_DENIED' } });
    });
    const described = await engine.describeTable({ schema: 's', table: 'o"r' });
    expect(described).toMatchObject({
      ...{ comment: null, definition: null },
      partitions: { columns: ['day', 'kind'], key: 'day, kind', latest: '2024-02-29, NULL' },
    });
    expect(described.columns.map(({ name, isNullable }) => [name, isNullable])).toEqual([
      ['n', false],
      ['day', true],
      ['kind', true],
    ]);
    expect(heard.find(({ body }) => body.includes('$partitions'))?.body).toContain('FROM "s"."o""r$partitions"');
  });
});
