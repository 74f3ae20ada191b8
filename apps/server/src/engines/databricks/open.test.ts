import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type Heard, type Said, type ServiceFixture, startService } from '../warehouse/service-fixture.ts';
import { fromUri, openDatabricks } from './index.ts';

/** Answers after the service's reference of its interface for statements, 2.0: none of them was recorded from it. */
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const root = '/api/2.0/sql/statements';
const column = (name: string, type_text: string) => ({ name, type_text });
const answered = (columns: readonly object[], data_array: readonly unknown[], more: object = {}) => ({
  ...{ statement_id: 's1', status: { state: 'SUCCEEDED' }, manifest: { schema: { columns } } },
  result: { data_array, ...more },
});
const pending = { statement_id: 's1', status: { state: 'PENDING' } };

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(answer: (heard: Heard) => Said, catalog = 'main') {
  const service = await startService(answer);
  const path = encodeURIComponent('/sql/1.0/warehouses/w1');
  const engine = openDatabricks({
    ...fromUri(
      `databricks://token:dapi1@127.0.0.1:${service.port}?protocol=http&http_path=${path}&catalog=${catalog}&schema=sales`,
    ),
    ...{
      serverCertificate: null,
      policy: { allowsPrivateHosts: true },
      resultSink: noResults,
      readLongScript: readScript,
    },
  });
  Object.assign(open, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t') => engine.run({ ...limits, sql }) };
}

describe('Databricks', () => {
  it('is given a statement, waited for and read chunk by chunk, of no other host', async () => {
    const { run, service } = await start(({ method, url }) => {
      if (method === 'POST') return pending;
      if (url.includes('/chunks/1')) return { data_array: [['3']] };
      const link = { next_chunk_internal_link: `https://elsewhere.example${root}/s1/result/chunks/1?row_offset=2` };
      return service.heard.length === 2 ? pending : answered([column('n', 'BIGINT')], [['1'], ['2']], link);
    });
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(service.calls()).toEqual([
      `POST ${root}`,
      `GET ${root}/s1`,
      `GET ${root}/s1`,
      `GET ${root}/s1/result/chunks/1`,
    ]);
    expect(service.heard[0]?.headers.authorization).toBe('Bearer dapi1');
    expect(JSON.parse(service.heard[0]?.body ?? '')).toMatchObject({
      ...{
        warehouse_id: 'w1',
        catalog: 'main',
        schema: 'sales',
        statement: 'SELECT n FROM t',
        on_wait_timeout: 'CONTINUE',
      },
    });
  });

  it('has its values read exactly, whatever their types', async () => {
    const columns = [
      ...[
        column('i', 'BIGINT'),
        column('d', 'DECIMAL(38,9)'),
        column('f', 'DOUBLE'),
        column('b', 'BOOLEAN'),
        column('day', 'DATE'),
      ],
      ...[column('at', 'TIMESTAMP'), column('l', 'ARRAY<INT>'), column('s', 'STRING')],
    ];
    const values = [
      '9007199254740993',
      '12345678901234567890.1',
      'NaN',
      'false',
      '2024-01-02',
      '2024-01-02T03:04:05.678Z',
      '["1"]',
      'x',
    ];
    const { engine } = await start(() => answered(columns, [values]));
    const exact = (await engine.run({ ...limits, sql: 'SELECT 1', isExact: true })).table.columns;
    expect(exact.map(({ values: [first] }) => first)).toEqual([
      ...[
        9007199254740993n,
        '12345678901234567890.1',
        null,
        false,
        '2024-01-02',
        '2024-01-02 03:04:05.678',
        '["1"]',
        'x',
      ],
    ]);
    const plain = (await engine.run({ ...limits, sql: 'SELECT 1' })).table.columns;
    expect(plain[5]?.values[0]).toBe(Date.parse('2024-01-02T03:04:05.678Z'));
  });

  it('is told to end a statement of which enough is known', async () => {
    const { engine, service } = await start(({ url }) =>
      url.endsWith('/cancel')
        ? {}
        : answered([column('n', 'INT')], [['1'], ['2']], { next_chunk_internal_link: `${root}/s1/result/chunks/1` }),
    );
    const cut = await engine.run({ ...limits, sql: 'SELECT n FROM t', maxRows: 1 });
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([1, true]);
    await expect.poll(() => service.calls().at(-1)).toBe(`POST ${root}/s1/cancel`);
  });

  it('describes a table with its partitions', async () => {
    const texts = [column('col_name', 'STRING'), column('data_type', 'STRING'), column('comment', 'STRING')];
    const { engine } = await start(({ body }) => {
      if (body.includes('information_schema.tables')) return answered([column('table_type', 'STRING')], [['MANAGED']]);
      if (body.includes('EXTENDED')) return answered(texts, [['Comment', 'All orders', '']]);
      if (body.includes('DESCRIBE'))
        return answered(texts, [
          ...[
            ['id', 'bigint', 'The number'],
            ['day', 'date', null],
            ['', '', ''],
            ['# Partition Information', '', ''],
          ],
          ...[
            ['# col_name', 'data_type', 'comment'],
            ['day', 'date', null],
          ],
        ]);
      return answered([column('day', 'DATE')], [['2024-01-02']]);
    });
    expect(await engine.describeTable({ schema: 'sales', table: 'orders' })).toMatchObject({
      ...{ kind: 'table', comment: 'All orders' },
      columns: [
        { name: 'id', nativeType: 'BIGINT', comment: 'The number' },
        { name: 'day', type: 'temporal' },
      ],
      partitions: { columns: ['day'], key: 'day', latest: '2024-01-02' },
    });
  });

  it('lists what the older catalog holds by its own words', async () => {
    const { engine } = await start(({ body }) => {
      const three = [column('database', 'STRING'), column('tableName', 'STRING'), column('isTemporary', 'BOOLEAN')];
      if (body.includes('SHOW SCHEMAS')) return answered([column('databaseName', 'STRING')], [['sales'], ['default']]);
      if (body.includes('SHOW VIEWS')) return answered(three, [['sales', 'v', 'false']]);
      return answered(three, [
        ['sales', 'v', 'false'],
        ['sales', 'a', 'false'],
      ]);
    }, 'hive_metastore');
    expect(await engine.listSchemas()).toEqual(['default', 'sales']);
    expect((await engine.listTables('sales')).map(({ table, kind }) => [table, kind])).toEqual([
      ['a', 'table'],
      ['v', 'view'],
    ]);
  });

  it.each([
    [
      "[PARSE_SYNTAX_ERROR] Syntax error at or near 'FORM'. SQLSTATE: 42601 (line 1, pos 9)",
      'SYNTAX_ERROR',
      'Syntax error near "FORM".',
      10,
    ],
    [
      '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with name `nope` cannot be resolved. Did you mean one of the following? [`n`]. SQLSTATE: 42703; line 1 pos 7',
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "nope" does not exist.',
      8,
    ],
    [
      '[TABLE_OR_VIEW_NOT_FOUND] The table or view `main`.`sales`.`t` cannot be found. Verify the spelling',
      'TABLE_DOES_NOT_EXIST_ERROR',
      'Table "main.sales.t" does not exist.',
      null,
    ],
    [
      '[SCHEMA_NOT_FOUND] The schema `main`.`x` cannot be found. Verify the spelling',
      'SCHEMA_DOES_NOT_EXIST_ERROR',
      'Schema "main.x" does not exist.',
      null,
    ],
  ])('says in plain words: %s', async (message, code, words, at) => {
    const { run } = await start(() => ({
      statement_id: 's1',
      status: { state: 'FAILED', error: { error_code: 'BAD_REQUEST', message } },
    }));
    expect(await failureOf(run())).toMatchObject({ code, message: words, column: at });
  });

  it('says that a token was refused', async () => {
    const { run } = await start(() => ({ status: 403, body: { message: 'Invalid access token.' } }));
    expect(await failureOf(run())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
  });
});

describe('the address of Databricks', () => {
  const path = 'http_path=%2Fsql%2F1.0%2Fwarehouses%2Fw1';

  it.each([
    [
      `databricks://token:dapi@h.example:443?${path}&catalog=Main&schema=Sales`,
      { host: 'h.example', token: 'dapi', warehouse: 'w1', catalog: 'main', schema: 'sales' },
    ],
    [
      `databricks+connector://token:dapi@h.example/sales?${path}`,
      { catalog: 'hive_metastore', schema: 'sales', port: 443 },
    ],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['databricks://token:x@h', 'must name a SQL warehouse'],
    [`databricks://token:x@?${path}`, 'names no host'],
    [`databricks://token:x@h?${path}&oauth=1`, '"oauth" of the connection string is not supported'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('databricks')?.findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('databricks');
    const fields = {
      ...{ host: 'h.example', port: 443, access_token: 'dapi', http_path_field: '/sql/1.0/warehouses/w1' },
      ...{ default_catalog: 'main', default_schema: 'sales' },
    };
    expect(kind?.toParameters(kind.toUri(fields))).toEqual(fields);
  });
});
