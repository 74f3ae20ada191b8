import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type Heard, type Said, type ServiceFixture, startService } from '../warehouse/service-fixture.ts';
import { fromUri, openSnowflake, type SnowflakeOptions } from './index.ts';

/** Answers after the service's reference of its interface for statements, version 2: none of them was recorded from it. */
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const root = '/api/v2/statements';
const handle = '01b2-3c';
const type = (name: string, kind: string, more: object = {}) => ({ name, type: kind, nullable: true, ...more });
const answered = (rowType: readonly object[], data: readonly unknown[], parts = 1) => ({
  ...{ statementHandle: handle, data },
  resultSetMetaData: { numRows: data.length, format: 'jsonv2', rowType, partitionInfo: Array(parts).fill({}) },
});
const running = { status: 202, body: { statementHandle: handle, message: 'Asynchronous execution in progress.' } };
const number = type('N', 'fixed', { precision: 38, scale: 0 });

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(answer: (heard: Heard) => Said, change: Partial<SnowflakeOptions> = {}) {
  const service = await startService(answer);
  const engine = openSnowflake({
    ...fromUri(
      `snowflake://ada:pat-1@org-shop:${service.port}/Shop/sales?warehouse=wh&role=analyst&host=127.0.0.1&protocol=http`,
    ),
    ...{ privateKey: null, serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...change },
  });
  Object.assign(open, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t') => engine.run({ ...limits, sql }) };
}

describe('Snowflake', () => {
  it('is given a statement, waited for and read part by part', async () => {
    const { run, service } = await start(({ method, url }) => {
      if (method === 'POST') return running;
      if (url.includes('partition=1')) return { data: [['3']] };
      return service.heard.length === 2 ? running : answered([number], [['1'], ['2']], 2);
    });
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(service.calls()).toEqual([`POST ${root}`, ...Array(3).fill(`GET ${root}/${handle}`)]);
    const [first] = service.heard;
    expect(first?.url).toMatch(/async=true&requestId=[0-9a-f-]{36}$/);
    expect(first?.headers.authorization).toBe('Bearer pat-1');
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      ...{ statement: 'SELECT n FROM t', database: 'SHOP', schema: 'SALES', warehouse: 'WH', role: 'ANALYST' },
      parameters: { TIMEZONE: 'UTC' },
    });
  });

  it('has its values read exactly, whatever their types', async () => {
    const types = [
      ...[
        type('I', 'fixed', { precision: 38, scale: 0 }),
        type('N', 'fixed', { precision: 38, scale: 9 }),
        type('F', 'real'),
      ],
      ...[
        type('B', 'boolean'),
        type('D', 'date'),
        type('T', 'time'),
        type('TN', 'timestamp_ntz'),
        type('TL', 'timestamp_ltz'),
      ],
      ...[
        type('TZ', 'timestamp_tz'),
        type('X', 'binary'),
        type('V', 'variant'),
        type('S', 'text'),
        type('OLD', 'date'),
      ],
    ];
    const values = [
      ...['9007199254740993', '12345678901234567890.123456789', '1.5e10', 'true', '19724', '11045.000000000'],
      ...['1704164645.678901000', '1704164645.000000000', '1704164645.500000000 1560', 'cafe', '{"a":1}', "it's", '-1'],
    ];
    const { engine } = await start(() => answered(types, [values, values.map(() => null)]));
    const { columns } = (await engine.run({ ...limits, sql: 'SELECT 1', isExact: true })).table;
    expect(columns.map(({ nativeType, values: [first] }) => [nativeType, first])).toEqual([
      ['NUMBER(38,0)', 9007199254740993n],
      ['NUMBER(38,9)', '12345678901234567890.123456789'],
      ['FLOAT', 15_000_000_000],
      ['BOOLEAN', true],
      ['DATE', '2024-01-02'],
      ['TIME', '03:04:05'],
      ['TIMESTAMP_NTZ', '2024-01-02 03:04:05.678901'],
      ['TIMESTAMP_LTZ', '2024-01-02 03:04:05'],
      ['TIMESTAMP_TZ', '2024-01-02 03:04:05.5'],
      ['BINARY', "X'CAFE'"],
      ['VARIANT', '{"a":1}'],
      ['VARCHAR', "it's"],
      ['DATE', '1969-12-31'],
    ]);
    expect(columns.every(({ values: [, second] }) => second === null)).toBe(true);
  });

  it('is told to end a statement of which enough is known, and one that was stopped', async () => {
    const { engine, service } = await start(({ method, url }) => {
      if (url.endsWith('/cancel')) return {};
      if (method === 'POST') return running;
      return service.heard.length > 4 ? running : answered([number], [['1'], ['2']], 2);
    });
    const cut = await engine.run({ ...limits, sql: 'SELECT n FROM t', maxRows: 1 });
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([1, true]);
    const ended = () => service.calls().filter((call) => call === `POST ${root}/${handle}/cancel`).length;
    await expect.poll(ended).toBe(1);
    const controller = new AbortController();
    const waiting = failureOf(engine.run({ ...limits, sql: 'SELECT n FROM t', signal: controller.signal }));
    await expect.poll(() => service.calls().filter((call) => call.startsWith('GET')).length).toBeGreaterThan(2);
    controller.abort();
    expect(await waiting).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(ended).toBe(2);
  });

  it('is signed in to by a private key, as its owner', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = String(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' }));
    const { run, service } = await start(() => answered([number], [['1']]), {
      privateKey: { text, passphrase: 'word' },
      password: null,
    });
    await run();
    const { authorization = '', 'x-snowflake-authorization-token-type': kind } = service.heard[0]?.headers ?? {};
    expect(kind).toBe('KEYPAIR_JWT');
    const [head = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(key, signature, 'base64url')).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ sub: 'ORG-SHOP.ADA', iss: expect.stringMatching(/^ORG-SHOP\.ADA\.SHA256:[A-Za-z0-9+/]{43}=$/) },
    });
  });

  it('says what is missing where neither a token nor a key was given', async () => {
    const { run, service } = await start(() => ({}), { password: null });
    expect(await failureOf(run())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
    expect(service.heard).toEqual([]);
  });

  it('shows names in small letters, and asks for them as the server keeps them', async () => {
    const names = (...rows: readonly string[][]) => answered([type('A', 'text'), type('B', 'text')], rows);
    const { engine, service } = await start(({ body }) => {
      if (body.includes('schemata')) return names(['PUBLIC', ''], ['Mixed', '']);
      return names(['ORDERS', 'BASE TABLE'], ['View1', 'MATERIALIZED VIEW']);
    });
    expect(await engine.listSchemas()).toEqual(['public', 'Mixed']);
    expect((await engine.listTables('sales')).map(({ table, kind }) => [table, kind])).toEqual([
      ['orders', 'table'],
      ['View1', 'view'],
    ]);
    expect(service.heard[1]?.body).toContain("table_schema = 'SALES'");
    expect(await engine.analyse('SELECT 1 FROM ORDERS, "Mixed"."View1"')).toMatchObject([
      {
        tables: [
          { schema: null, table: 'orders' },
          { schema: 'Mixed', table: 'View1' },
        ],
      },
    ]);
    expect(engine.foldName?.('ORDERS')).toBe('orders');
  });

  it('tells what a query reads', async () => {
    const plan = JSON.stringify({ GlobalStats: { partitionsTotal: 10, partitionsAssigned: 2, bytesAssigned: 2048 } });
    const { engine } = await start(() => answered([type('content', 'text')], [[plan]]));
    expect(await engine.estimate?.('SELECT n FROM t')).toEqual({ 'Bytes read': '2,048 B', Partitions: '2 of 10' });
  });

  it.each([
    [
      "SQL compilation error:\nsyntax error line 1 at position 14 unexpected 'FORM'.",
      422,
      'SYNTAX_ERROR',
      'Syntax error near "FORM".',
    ],
    [
      "SQL compilation error: error line 2 at position 7\ninvalid identifier 'NOPE'",
      422,
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "NOPE" does not exist.',
    ],
    [
      "SQL compilation error:\nObject 'SHOP.SALES.T' does not exist or not authorized.",
      422,
      'TABLE_DOES_NOT_EXIST_ERROR',
      'Table "SHOP.SALES.T" does not exist.',
    ],
    [
      "SQL compilation error:\nSchema 'SHOP.X' does not exist or not authorized.",
      422,
      'SCHEMA_DOES_NOT_EXIST_ERROR',
      'Schema "SHOP.X" does not exist.',
    ],
    [
      'Statement reached its statement timeout of 10 second(s) and was canceled.',
      422,
      'BACKEND_TIMEOUT_ERROR',
      'The query was stopped by the database because it ran too long.',
    ],
    [
      'No active warehouse selected in the current session.',
      422,
      'GENERIC_DB_ENGINE_ERROR',
      'No warehouse runs queries of this connection. Name one in it.',
    ],
    [
      'Programmatic access token is invalid.',
      401,
      'CONNECTION_ACCESS_DENIED_ERROR',
      'Either the username "ada" or the password is incorrect.',
    ],
  ])('says in plain words: %s', async (message, status, code, words) => {
    const { run } = await start(() => ({ status, body: { code: '001003', message, sqlState: '42000' } }));
    expect(await failureOf(run())).toMatchObject({ code, message: words });
  });
});

describe('the address of Snowflake', () => {
  it.each([
    [
      'snowflake://ada:t%40k@org-shop/shop',
      { account: 'org-shop', host: 'org-shop.snowflakecomputing.com', port: 443, password: 't@k', schema: 'public' },
    ],
    [
      'snowflake://ada@xy1.eu-west-1.snowflakecomputing.com/SHOP/Sales?warehouse=W',
      { account: 'xy1.eu-west-1', database: 'shop', schema: 'sales', warehouse: 'W' },
    ],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['snowflake://ada@/db', 'names no account'],
    ['snowflake://org/db', 'names no user'],
    ['snowflake://ada@org', 'names no database'],
    ['snowflake://ada@org/db?token=x', '"token" of the connection string is not supported'],
    ['snowflake://ada@org/db?host=a/b', 'must be a name'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('snowflake')?.findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('snowflake');
    const fields = {
      account: 'org-shop',
      username: 'ada',
      password: 't@k',
      database: 'shop/sales',
      warehouse: 'w',
      role: '',
    };
    expect(kind?.toUri(fields)).toBe('snowflake://ada:t%40k@org-shop/shop/sales?warehouse=w');
    expect(kind?.toParameters('snowflake://ada:t%40k@org-shop/shop/sales?warehouse=w')).toEqual(fields);
    expect(kind?.toSecretOptions?.({ private_key: 'PEM', private_key_passphrase: 'p' })).toEqual({
      ...{ auth_method: 'keypair', auth_params: { privatekey_body: 'PEM', privatekey_pass: 'p' } },
    });
  });
});
