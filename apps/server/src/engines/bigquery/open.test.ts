import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type Heard, type Said, type ServiceFixture, startService } from '../warehouse/service-fixture.ts';
import { type BigQueryOptions, fromUri, openBigQuery } from './index.ts';

/** Answers after the service's reference of its REST interface, version 2: none of them was recorded from it. */
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const queries = '/bigquery/v2/projects/shop-1/queries';
const jobReference = { projectId: 'shop-1', jobId: 'j 1', location: 'EU' };
const field = (name: string, type: string, more: object = {}) => ({ name, type, mode: 'NULLABLE', ...more });
const row = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });
const done = (fields: readonly object[], rows: readonly object[], more: object = {}) => ({
  ...{ jobReference, jobComplete: true, schema: { fields }, rows, ...more },
});

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(answer: (heard: Heard) => Said, change: Partial<BigQueryOptions> = {}) {
  const service = await startService(answer);
  const engine = openBigQuery({
    ...fromUri(`bigquery://shop-1/sales?api_endpoint=http://127.0.0.1:${service.port}`),
    ...{ credentials: null, serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...change },
  });
  Object.assign(open, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t') => engine.run({ ...limits, sql }) };
}

describe('BigQuery', () => {
  it('is asked for a job, waited for and read page by page', async () => {
    const { run, service } = await start(({ method, url }) => {
      if (method === 'POST') return { jobReference, jobComplete: false };
      const asked = new URL(url, 'http://x').searchParams;
      if (asked.get('pageToken')) return done([field('n', 'INTEGER')], [row('3')]);
      const isFirst = service.heard.length === 2;
      return isFirst
        ? { jobReference, jobComplete: false }
        : done([field('n', 'INTEGER')], [row('1'), row('2')], { pageToken: 'p=2' });
    });
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(service.calls()).toEqual([`POST ${queries}`, ...Array(3).fill(`GET ${queries}/j%201`)]);
    expect(JSON.parse(service.heard[0]?.body ?? '')).toMatchObject({
      ...{ query: 'SELECT n FROM t', useLegacySql: false, defaultDataset: { projectId: 'shop-1', datasetId: 'sales' } },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(service.heard[3]?.url).toContain('location=EU');
    expect(service.heard[3]?.url).toContain('pageToken=p%3D2');
  });

  it('has its values read exactly, whatever their types', async () => {
    const fields = [
      ...[field('i', 'INTEGER'), field('n', 'NUMERIC'), field('f', 'FLOAT'), field('b', 'BOOLEAN')],
      ...[
        field('d', 'DATE'),
        field('dt', 'DATETIME'),
        field('ts', 'TIMESTAMP'),
        field('t', 'TIME'),
        field('x', 'BYTES'),
      ],
      field('l', 'INTEGER', { mode: 'REPEATED' }),
      field('r', 'RECORD', { fields: [field('a', 'STRING'), field('at', 'TIMESTAMP')] }),
    ];
    const values = [
      ...['9007199254740993', '12345678901234567890.123456789', 'NaN', 'true', '2024-01-02', '2024-01-02T03:04:05.678'],
      ...['1704164645678901', '03:04:05', 'yv4='],
      [{ v: '1' }, { v: '9007199254740993' }],
      row('x', '0'),
    ];
    const { engine } = await start(() => done(fields, [row(...values), row(...values.map(() => null))]));
    const exact = (await engine.run({ ...limits, sql: 'SELECT 1', isExact: true })).table;
    expect(exact.columns.map(({ nativeType, values: [first] }) => [nativeType, first])).toEqual([
      ['INT64', 9007199254740993n],
      ['NUMERIC', '12345678901234567890.123456789'],
      ['FLOAT64', null],
      ['BOOL', true],
      ['DATE', '2024-01-02'],
      ['DATETIME', '2024-01-02 03:04:05.678'],
      ['TIMESTAMP', '2024-01-02 03:04:05.678901'],
      ['TIME', '03:04:05'],
      ['BYTES', "b'\\xca\\xfe'"],
      ['ARRAY<INT64>', '[1,"9007199254740993"]'],
      ['STRUCT<a STRING, at TIMESTAMP>', '{"a":"x","at":"1970-01-01 00:00:00"}'],
    ]);
    expect(exact.columns.map(({ values: [, second] }) => second)).toEqual(Array(11).fill(null));
    const plain = (await engine.run({ ...limits, sql: 'SELECT 1' })).table;
    expect(plain.columns[6]?.values[0]).toBe(Date.parse('2024-01-02T03:04:05.678Z'));
  });

  it('ends a job of which enough is known, and one that was stopped before it had a name', async () => {
    let isSlow = false;
    const { engine, service } = await start(({ method, url }) => {
      if (url.includes('/cancel')) return {};
      if (method === 'GET') return null;
      return isSlow
        ? { jobReference, jobComplete: false }
        : done([field('n', 'INTEGER')], [row('1'), row('2')], { pageToken: 'p' });
    });
    const cut = await engine.run({ ...limits, sql: 'SELECT n FROM t', maxRows: 1 });
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([1, true]);
    const ended = () => service.heard.filter(({ url }) => url.includes('/jobs/j%201/cancel?location=EU')).length;
    await expect.poll(ended).toBe(1);
    isSlow = true;
    const controller = new AbortController();
    const running = failureOf(engine.run({ ...limits, sql: 'SELECT n FROM t', signal: controller.signal }));
    controller.abort();
    expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    // It may have been stopped before anything was asked.
    await expect
      .poll(() => ended() === 2 || service.calls().filter((call) => call === `POST ${queries}`).length === 1)
      .toBe(true);
  });

  it('is signed in to by the key of a service account, whose token is used again', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const signer = await startService(() => ({ access_token: 'token-1', expires_in: 3600 }));
    const credentials = JSON.stringify({
      ...{ client_email: 'bi@shop-1.iam', private_key: pem, token_uri: `http://127.0.0.1:${signer.port}/token` },
    });
    const { run, service } = await start(() => done([field('n', 'INTEGER')], [row('1')]), { credentials });
    await run();
    await run();
    expect(service.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(signer.heard).toHaveLength(1);
    const assertion = new URLSearchParams(signer.heard[0]?.body).get('assertion') ?? '';
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), signature, 'base64url');
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ iss: 'bi@shop-1.iam', scope: 'https://www.googleapis.com/auth/bigquery' },
      aud: `http://127.0.0.1:${signer.port}/token`,
    });
    await signer.stop();
  });

  it('refuses a key that is none, before anything is asked', async () => {
    const { run, service } = await start(() => ({}), { credentials: '{"client_email":"x"}' });
    expect(await failureOf(run())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
    expect(service.heard).toEqual([]);
  });

  it('tells the columns and the cost of a query by looking at it alone', async () => {
    const { engine, service } = await start(() =>
      done([field('n', 'INTEGER', { mode: 'REQUIRED' })], [], { totalBytesProcessed: '1530000000' }),
    );
    expect(await engine.describeQuery('SELECT n FROM t')).toEqual([
      { name: 'n', nativeType: 'INT64', type: 'number', isNullable: false, comment: null },
    ]);
    expect(await engine.estimate?.('SELECT n FROM t')).toEqual({ 'Bytes processed': '1.53 GB' });
    expect(service.heard.every(({ body }) => JSON.parse(body).dryRun === true)).toBe(true);
  });

  it('lists datasets and tables by its lists, and describes one with its partitions', async () => {
    const { engine, service } = await start(({ url, method }) => {
      if (method === 'POST') return done([field('f0_', 'STRING')], [row('20240102')]);
      if (url.includes('/tables/orders'))
        return {
          ...{
            type: 'TABLE',
            description: 'All orders',
            numBytes: '123',
            timePartitioning: { type: 'DAY', field: 'day' },
          },
          schema: {
            fields: [field('day', 'DATE', { description: 'When' }), field('id', 'INTEGER', { mode: 'REQUIRED' })],
          },
        };
      if (url.includes('/tables/none'))
        return { status: 404, body: { error: { message: 'Not found', errors: [{ reason: 'notFound' }] } } };
      if (url.includes('/tables'))
        return {
          tables: [
            { tableReference: { tableId: 'orders' }, type: 'TABLE' },
            { tableReference: { tableId: 'v' }, type: 'MATERIALIZED_VIEW' },
          ],
        };
      return url.includes('pageToken')
        ? { datasets: [{ datasetReference: { datasetId: 'a' } }] }
        : { datasets: [{ datasetReference: { datasetId: 'b' } }], nextPageToken: 'x' };
    });
    expect(await engine.listSchemas()).toEqual(['a', 'b']);
    expect((await engine.listTables('sales')).map(({ table, kind }) => [table, kind])).toEqual([
      ['orders', 'table'],
      ['v', 'view'],
    ]);
    expect(await engine.describeTable({ schema: 'sales', table: 'orders' })).toMatchObject({
      ...{ kind: 'table', comment: 'All orders', sizeBytes: 123 },
      columns: [
        { name: 'day', nativeType: 'DATE', comment: 'When' },
        { name: 'id', isNullable: false },
      ],
      partitions: { columns: ['day'], key: 'DAY(day)', latest: '20240102' },
    });
    expect(await failureOf(engine.describeTable({ schema: 'sales', table: 'none' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    expect(service.heard.some(({ url }) => url.includes('/datasets/sales/tables'))).toBe(true);
  });

  it.each([
    [
      'Syntax error: Unexpected keyword "FORM" at [1:10]',
      400,
      'invalidQuery',
      'SYNTAX_ERROR',
      'Syntax error near "FORM".',
      1,
      10,
    ],
    [
      'Syntax error: Unexpected end of script at [2:3]',
      400,
      'invalidQuery',
      'SYNTAX_ERROR',
      'The statement ends too early.',
      2,
      3,
    ],
    [
      'Unrecognized name: nope at [1:8]',
      400,
      'invalidQuery',
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "nope" does not exist.',
      1,
      8,
    ],
    [
      'Not found: Table shop-1:sales.t was not found in location EU',
      404,
      'notFound',
      'TABLE_DOES_NOT_EXIST_ERROR',
      'Table "sales.t" does not exist.',
      null,
      null,
    ],
    [
      'Not found: Dataset shop-1:x was not found',
      404,
      'notFound',
      'SCHEMA_DOES_NOT_EXIST_ERROR',
      'Schema "x" does not exist.',
      null,
      null,
    ],
    [
      'Quota exceeded',
      403,
      'quotaExceeded',
      'ENGINE_UNAVAILABLE_ERROR',
      'The project has used up its quota of queries. Its administrator can raise it.',
      null,
      null,
    ],
    [
      'Query exceeded limit for bytes billed',
      400,
      'bytesBilledLimitExceeded',
      'GENERIC_DB_ENGINE_ERROR',
      'The query reads more than the database allows. Narrow it by a condition.',
      null,
      null,
    ],
  ])('says in plain words: %s', async (message, status, reason, code, words, line, column) => {
    const { run } = await start(() => ({ status, body: { error: { message, errors: [{ reason, message }] } } }));
    expect(await failureOf(run())).toMatchObject({ code, message: words, line, column });
  });

  it('reads no other project’s tables', async () => {
    const { engine } = await start(() => ({}));
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT 1 FROM `other.ds.t`' }))).toMatchObject({
      message: 'This database is the catalog "shop-1": tables of "other" cannot be read by it.',
    });
  });
});

describe('the address of BigQuery', () => {
  it.each([
    ['bigquery://shop-1', { project: 'shop-1', dataset: '', location: null, maximumBytesBilled: null }],
    [
      'bigquery://shop-1/sales?location=EU&maximum_bytes_billed=1000',
      { dataset: 'sales', location: 'EU', maximumBytesBilled: '1000' },
    ],
    ['bigquery+bigquery://shop-1/?dataset_id=x&priority=INTERACTIVE', { dataset: 'x' }],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['bigquery://', 'names no project'],
    ['bigquery://a b', 'must be its id'],
    ['bigquery://p?credentials_path=/etc/passwd', '"credentials_path" of the connection string is not supported'],
    ['bigquery://p?maximum_bytes_billed=-1', 'whole number of bytes'],
    ['bigquery://p?api_endpoint=file:///x', 'must look like https'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('bigquery')?.findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, the project that of the key unless another one is named', () => {
    const kind = findDatabaseKind('bigquery');
    const credentials_info = JSON.stringify({ project_id: 'shop-1', private_key: 'k' });
    expect(kind?.toUri({ credentials_info, database: 'sales', query: { location: 'EU' } })).toBe(
      'bigquery://shop-1/sales?location=EU',
    );
    expect(kind?.toUri({ credentials_info, project: 'other' })).toBe('bigquery://other');
    expect(kind?.toSecretOptions?.({ credentials_info })).toEqual({
      credentials_info: { project_id: 'shop-1', private_key: 'k' },
    });
    expect(kind?.toSecretOptions?.({})).toBeNull();
    expect(kind?.toParameters('bigquery://shop-1/sales?location=EU')).toEqual({
      project: 'shop-1',
      database: 'sales',
      query: { location: 'EU' },
    });
  });
});
