import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type DruidOptions, openDruid } from './index.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const sql = 'SELECT n FROM t';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

type Answerer = (response: ServerResponse, heard: Heard) => void;

const open: { server?: Server; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  open.server?.closeAllConnections();
  open.server?.close();
});

/** A program that speaks as a broker of release 33 does, as much of it as is read here. */
async function start(answer: Answerer, change: Partial<DruidOptions> = {}) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', body, headers: request.headers };
      heard.push(one);
      if (one.method === 'DELETE') response.writeHead(202).end();
      else answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const engine = openDruid({
    ...{ host: '127.0.0.1', port, user: '', password: null, path: '/druid/v2/sql/' },
    ...{ tlsMode: 'disable', serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...change },
  });
  Object.assign(open, { server, engine });
  const deletes = () => heard.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  return { engine, heard, deletes, run: (text = sql) => engine.run({ ...limits, sql: text }) };
}

const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');
const head = lines('["n"]', '["LONG"]', '["BIGINT"]');
const idOf = ({ body }: Heard): string => JSON.parse(body).context.sqlQueryId;

describe('a server that speaks the protocol of Druid', () => {
  it('is asked for lines with their types, in UTC, under a name by which a query can be ended', async () => {
    const { run, heard, deletes } = await start((response) => response.end(`${head}[1]\n[null]\n\n`));
    expect((await run()).table.columns).toMatchObject([{ name: 'n', nativeType: 'BIGINT', values: [1, null] }]);
    expect(heard[0]).toMatchObject({ method: 'POST', url: '/druid/v2/sql/' });
    expect(heard[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(heard[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
      ...{ query: sql, resultFormat: 'arrayLines', header: true, typesHeader: true, sqlTypesHeader: true },
      context: {
        sqlQueryId: expect.stringMatching(/^powerset-[0-9a-f-]{36}$/),
        ...{ sqlTimeZone: 'UTC', sqlStringifyArrays: true, timeout: 10_000 },
      },
    });
    expect(deletes()).toEqual([]);
  });

  it('has its values read exactly, packed or not, however its answer is cut into portions', async () => {
    const names = ['big', 'at', 'day', 'word', 'tags', 'sketch', 'ok', 'real', 'list'];
    const types = ['LONG', 'LONG', 'LONG', 'STRING', 'STRING', 'COMPLEX<hyperUnique>', 'LONG', 'DOUBLE', 'ARRAY<LONG>'];
    const sqlTypes = ['BIGINT', 'TIMESTAMP', 'DATE', 'VARCHAR', 'VARCHAR', 'OTHER', 'BOOLEAN', 'DOUBLE', 'ARRAY'];
    const row =
      '[9007199254740993,"2024-01-02T03:04:05.678Z","2024-01-02T00:00:00.000Z","é漢😀 \\"1234567890123456789","[\\"a\\",\\"b\\"]","AAEC",true,0.12345678901234566,[9007199254740993]]';
    const text = lines(JSON.stringify(names), JSON.stringify(types), JSON.stringify(sqlTypes), row, '');
    const { engine } = await start((response) => {
      response.setHeader('content-encoding', 'gzip');
      for (const byte of gzipSync(text)) response.write(Buffer.from([byte]));
      response.end();
    });
    const request = { ...limits, sql: 'SELECT 1' };
    const { table } = await engine.run(request);
    const rest = ['é漢😀 "1234567890123456789', '["a","b"]', 'AAEC', true, 0.12345678901234566, '[9007199254740993]'];
    const at = Date.UTC(2024, 0, 2, 3, 4, 5, 678);
    expect(table.columns.map(({ values }) => values[0])).toEqual([
      9007199254740993n,
      at,
      Date.UTC(2024, 0, 2),
      ...rest,
    ]);
    expect(table.columns[5]?.nativeType).toBe('COMPLEX<hyperUnique>');
    const exact = await engine.run({ ...request, isExact: true });
    const texts = exact.table.columns.map(({ values }) => values[0]);
    expect(texts.slice(0, 3)).toEqual([9007199254740993n, '2024-01-02 03:04:05.678', '2024-01-02']);
  });

  it('tells columns where there are no rows, and is asked for them without any', async () => {
    const { engine, heard } = await start((response) => response.end(`${head}\n`));
    expect((await engine.run({ ...limits, sql })).table).toMatchObject({ rowCount: 0, columns: [{ name: 'n' }] });
    expect(await engine.describeQuery('SELECT n FROM segments', { schema: 'sys' })).toMatchObject([
      { name: 'n', nativeType: 'BIGINT', type: 'number' },
    ]);
    expect(JSON.parse(heard[1]?.body ?? '').query).toBe(
      'SELECT * FROM (SELECT n FROM "sys".segments\n) AS described LIMIT 0',
    );
  });

  it.each([
    ['at the end of a row', `${head}[1]\n`],
    ['within a row', `${head}[1]\n[2`],
    ['behind the names', head],
  ])('that stops %s is not believed', async (_where, text) => {
    const { run } = await start((response) => response.end(text));
    expect(await failureOf(run())).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The database stopped in the middle of its answer. Run the query again.',
    });
  });

  it('is not taken for one when it answers something else', async () => {
    for (const text of ['<html>', '{"a":1}', '["n"]\n["LONG"]\n\n', '']) {
      const { run, engine } = await start((response) => response.end(text));
      expect((await failureOf(run())).message).toContain('Is this the address of its HTTP interface?');
      await engine.close();
    }
  });

  it('is told to end a query of which enough is known, and one that was stopped', async () => {
    const { engine, heard, deletes, run } = await start((response) => response.write(`${head}[1]\n[2]\n[3]\n`));
    const cut = await engine.run({ ...limits, sql, maxRows: 2 });
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([2, true]);
    await expect.poll(deletes).toEqual([`/druid/v2/sql/${idOf(heard[0] as Heard)}`]);
    const controller = new AbortController();
    const running = failureOf(engine.run({ ...limits, sql, signal: controller.signal }));
    await expect.poll(() => heard.length).toBe(3);
    controller.abort();
    expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(deletes).toHaveLength(2);
    const late = failureOf(engine.run({ ...limits, sql, timeoutMs: 300 }));
    expect(await late).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
    await expect.poll(deletes).toHaveLength(3);
    expect(run).toBeTypeOf('function');
  });

  it('is asked again when it is busy, when the connection was lost, and with the time that it takes', async () => {
    let calls = 0;
    const { run, heard } = await start((response) => {
      calls += 1;
      if (calls === 1) response.writeHead(429).end('{"error":"Query capacity exceeded"}');
      else if (calls === 2) response.socket?.destroy();
      else if (calls === 3)
        response
          .writeHead(400)
          .end(
            '{"error":"Query context parse failed","errorMessage":"Configured [timeout = 10000] is more than enforced limit of [3000]."}',
          );
      else response.end(`${head}[7]\n\n`);
    });
    expect((await run()).table.columns[0]?.values).toEqual([7]);
    expect(heard.map(({ body }) => JSON.parse(body).context.timeout)).toEqual([10_000, 10_000, 10_000, 3000]);
  });

  it('bounds the length of a row', async () => {
    const { run } = await start((response) => {
      response.write(`${head}["`);
      const part = 'x'.repeat(1024 * 1024);
      for (let count = 0; count < 18; count += 1) response.write(part);
    });
    expect((await failureOf(run())).message).toContain('larger than 16 MB');
  });

  it('is given a name and a password, and hears of nobody where none is known', async () => {
    const { engine, heard } = await start((response) => response.end(`${head}\n`), { user: 'ada', password: 'p:ö' });
    await engine.ping();
    const [, secret = ''] = heard[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(secret, 'base64').toString('utf8')).toBe('ada:p:ö');
  });

  it('hears of no statement that changes anything', async () => {
    const { engine, heard } = await start((response) => response.end(`${head}\n`));
    for (const text of ['INSERT INTO t SELECT 1', "SELECT * FROM TABLE(EXTERN('a', 'b'))", 'SELECT 1 FROM a.druid.t']) {
      expect(await failureOf(engine.run({ ...limits, sql: text }))).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
      expect(await failureOf(engine.explain(text))).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
    }
    expect(heard).toEqual([]);
    const long = `SELECT * FROM druid.t WHERE a IN (${'1, '.repeat(1000)}1)`;
    expect(await engine.analyse(long)).toMatchObject([{ kind: 'select', tables: [{ schema: 'druid', table: 't' }] }]);
  });
});

describe('what a server of Druid says went wrong', () => {
  const told = (errorMessage: string, change: object = {}) =>
    JSON.stringify({ error: 'druidException', category: 'INVALID_INPUT', errorMessage, ...change });
  it.each([
    [
      400,
      told("Column 'foo' not found in any table (line [2], column [8])", { context: { line: '2', column: '8' } }),
      { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: 'The column "foo" does not exist.', line: 2, column: 8 },
    ],
    [
      400,
      told(
        "org.apache.calcite.runtime.CalciteContextException: From line 1, column 15 to line 1, column 18: Object 'nope' not found",
      ),
      { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "nope" does not exist.', line: 1, column: 15 },
    ],
    [
      400,
      told("Incorrect syntax near the keyword 'FROM' at line 1, column 8.\nWas expecting one of:\n    <EOF>"),
      { code: 'SYNTAX_ERROR', message: 'Syntax error near "FROM".', line: 1, column: 8 },
    ],
    [
      400,
      told('Received an unexpected token [) OR] (line [1], column [9]), acceptable options: ["a"]'),
      { code: 'SYNTAX_ERROR', message: 'Syntax error near ") OR".', line: 1, column: 9 },
    ],
    [
      400,
      told('Received an unexpected token [<EOF>] (line [1], column [9]), acceptable options: ["a"]'),
      { code: 'SYNTAX_ERROR', message: 'The statement ends too early.' },
    ],
    [
      400,
      told('Encountered "x" at line 1, column 9.\nWas expecting: "a"'),
      { code: 'SYNTAX_ERROR', message: 'Syntax error near "x".', line: 1, column: 9 },
    ],
    [
      400,
      told('No match found for function signature foo(<NUMERIC>) (line [1], column [8])'),
      { message: 'The function "foo" does not exist on this server.', line: 1, column: 8 },
    ],
    [
      400,
      told("From line 1, column 8 to line 1, column 9: Expression 'a' is not being grouped"),
      { code: 'GENERIC_DB_ENGINE_ERROR', message: "Expression 'a' is not being grouped", line: 1, column: 8 },
    ],
    [504, '{"error":"Query timeout","errorMessage":"x"}', { code: 'BACKEND_TIMEOUT_ERROR' }],
    [500, '{"error":"Query cancelled","errorMessage":"x"}', { code: 'QUERY_STOPPED_ERROR' }],
    [
      400,
      '{"error":"Resource limit exceeded","errorMessage":"Not enough dictionary space"}',
      { message: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.' },
    ],
    [
      403,
      '{"error":"druidException","errorCode":"forbidden","category":"FORBIDDEN","errorMessage":"Unauthorized"}',
      { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'The account may not read this on the server.' },
    ],
    [401, '<html>', { message: 'The server wants to know who asks. Give a username and a password.' }],
    [404, '<html>', { message: 'The server at "127.0.0.1" does not answer as a Druid server does (status 404).' }],
    [
      500,
      'java.lang.RuntimeException: x\n\tat org.apache.druid.A',
      { message: 'The server at "127.0.0.1" failed (status 500). Its log says why.' },
    ],
  ])('%i %s', async (status, body, wanted) => {
    const { run } = await start((response) => response.writeHead(status).end(body));
    const failure = await failureOf(run());
    expect(failure).toMatchObject(wanted);
    expect(JSON.stringify(failure)).not.toContain('org.apache.druid.A');
  });
});
