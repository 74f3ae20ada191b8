import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type Heard, type Said, type ServiceFixture, startService } from '../warehouse/service-fixture.ts';
import { type AthenaOptions, fromUri, openAthena } from './index.ts';

/** Answers after the service's reference of its calls: none of them was recorded from it. */
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const actionOf = ({ headers }: Heard) => String(headers['x-amz-target']).replace('AmazonAthena.', '');
const state = (State: string, StateChangeReason = '', StatementType = 'DML') => ({
  QueryExecution: { StatementType, Status: { State, StateChangeReason } },
});
const row = (...values: (string | undefined)[]) => ({
  Data: values.map((value) => (value === undefined ? {} : { VarCharValue: value })),
});
const results = (columns: readonly (readonly [string, string])[], rows: readonly object[], NextToken?: string) => ({
  ...(NextToken ? { NextToken } : {}),
  ResultSet: { Rows: rows, ResultSetMetadata: { ColumnInfo: columns.map(([Name, Type]) => ({ Name, Type })) } },
});

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(
  answer: (action: string, body: Readonly<Record<string, unknown>>) => Said,
  change: Partial<AthenaOptions> = {},
) {
  const service = await startService((heard) => answer(actionOf(heard), JSON.parse(heard.body)));
  const engine = openAthena({
    ...fromUri(
      `awsathena+rest://AKID:s%2Fecret@127.0.0.1:${service.port}/Sales?protocol=http&region_name=eu-west-1&s3_staging_dir=s3://b/x/`,
    ),
    ...{
      serverCertificate: null,
      policy: { allowsPrivateHosts: true },
      resultSink: noResults,
      readLongScript: readScript,
      ...change,
    },
  });
  Object.assign(open, { service, engine });
  const calls = () => service.heard.map(actionOf);
  return { engine, service, calls, run: (sql = 'SELECT n FROM t') => engine.run({ ...limits, sql }) };
}

describe('Athena', () => {
  it('is given a query, waited for and read page by page, without the line of names', async () => {
    let polls = 0;
    const { run, service, calls } = await start((action, body) => {
      if (action === 'StartQueryExecution') return { QueryExecutionId: 'q1' };
      if (action === 'GetQueryExecution') return state(polls++ === 0 ? 'RUNNING' : 'SUCCEEDED');
      return body.NextToken
        ? results([['n', 'bigint']], [row('3')])
        : results([['n', 'bigint']], [row('n'), row('9007199254740993'), row(undefined)], 'more');
    });
    expect((await run()).table.columns[0]?.values).toEqual([9007199254740993n, null, 3]);
    expect(calls()).toEqual([
      'StartQueryExecution',
      'GetQueryExecution',
      'GetQueryExecution',
      'GetQueryResults',
      'GetQueryResults',
    ]);
    const [first] = service.heard;
    expect(first?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/athena\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      ...{ QueryString: 'SELECT n FROM t', WorkGroup: 'primary', ResultConfiguration: { OutputLocation: 's3://b/x/' } },
      QueryExecutionContext: { Database: 'sales', Catalog: 'awsdatacatalog' },
    });
  });

  it('is told to end a query that was stopped', async () => {
    const { engine, calls } = await start((action) => {
      if (action === 'StartQueryExecution') return { QueryExecutionId: 'q1' };
      return action === 'StopQueryExecution' ? {} : state('RUNNING');
    });
    const controller = new AbortController();
    const running = failureOf(engine.run({ ...limits, sql: 'SELECT n FROM t', signal: controller.signal }));
    await expect.poll(calls).toContain('GetQueryExecution');
    controller.abort();
    expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(calls).toContain('StopQueryExecution');
  });

  it('lists, finds and describes tables without a query', async () => {
    const orders = {
      ...{ Name: 'orders', TableType: 'EXTERNAL_TABLE', Parameters: { comment: 'All orders' } },
      Columns: [
        { Name: 'id', Type: 'bigint' },
        { Name: 'name', Type: 'string', Comment: 'Who' },
      ],
      PartitionKeys: [{ Name: 'day', Type: 'date' }],
    };
    const { engine, calls } = await start((action) => {
      if (action === 'ListDatabases') return { DatabaseList: [{ Name: 'sales' }, { Name: 'default' }] };
      if (action === 'ListTableMetadata')
        return { TableMetadataList: [orders, { Name: 'a_view', TableType: 'VIRTUAL_VIEW' }] };
      if (action === 'GetTableMetadata') return { TableMetadata: orders };
      if (action === 'StartQueryExecution') return { QueryExecutionId: 'q1' };
      return action === 'GetQueryExecution'
        ? state('SUCCEEDED')
        : results([['day', 'date']], [row('day'), row('2024-01-02')]);
    });
    expect(await engine.listSchemas()).toEqual(['default', 'sales']);
    expect((await engine.listTables('sales')).map(({ table, kind }) => [table, kind])).toEqual([
      ['a_view', 'view'],
      ['orders', 'table'],
    ]);
    const within = { schemas: ['sales'], tables: [] };
    expect(
      (await engine.searchCatalog({ text: 'NAME', limit: 10, within })).map(({ table, column }) => [table, column]),
    ).toEqual([['orders', 'name']]);
    expect(calls()).not.toContain('StartQueryExecution');
    expect(await engine.describeTable({ schema: 'sales', table: 'orders' })).toMatchObject({
      ...{ comment: 'All orders', partitions: { columns: ['day'], latest: '2024-01-02' } },
      columns: [
        { nativeType: 'bigint' },
        { nativeType: 'varchar', comment: 'Who' },
        { nativeType: 'date', type: 'temporal' },
      ],
    });
  });

  it.each([
    [
      "COLUMN_NOT_FOUND: line 1:8: Column 'nope' cannot be resolved",
      'COLUMN_DOES_NOT_EXIST_ERROR',
      'The column "nope" does not exist.',
      8,
    ],
    [
      "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.sales.t' does not exist",
      'TABLE_DOES_NOT_EXIST_ERROR',
      'Table "sales.t" does not exist.',
      15,
    ],
    [
      'Query exhausted resources at this scale factor',
      'GENERIC_DB_ENGINE_ERROR',
      'Query exhausted resources at this scale factor',
      null,
    ],
  ])('says in plain words: %s', async (reason, code, words, column) => {
    const { run } = await start((action) =>
      action === 'StartQueryExecution' ? { QueryExecutionId: 'q' } : state('FAILED', reason),
    );
    expect(await failureOf(run())).toMatchObject({ code, message: words, column });
  });

  it.each([
    [
      400,
      { __type: 'InvalidRequestException', Message: "line 1:10: mismatched input 'FORM'. Expecting: <EOF>" },
      'SYNTAX_ERROR',
    ],
    [
      400,
      { __type: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' },
      'CONNECTION_ACCESS_DENIED_ERROR',
    ],
  ])('says what a refusal of %i means', async (status, body, code) => {
    const { run } = await start(() => ({ status, body }));
    expect(await failureOf(run())).toMatchObject({ code });
  });

  it('is not asked without a key, nor for another catalog, nor to change anything', async () => {
    const { run, service, engine } = await start(() => ({}));
    expect(await failureOf(run('SELECT 1 FROM other.s.t'))).toMatchObject({
      message: expect.stringContaining('the catalog "awsdatacatalog"'),
    });
    expect((await failureOf(run('DROP TABLE t'))).message).toContain('not allowed');
    await engine.close();
    const without = openAthena({
      ...fromUri(`awsathena+rest://127.0.0.1:${service.port}/x?protocol=http&region_name=eu-west-1`),
      ...{
        serverCertificate: null,
        policy: { allowsPrivateHosts: true },
        resultSink: noResults,
        readLongScript: readScript,
      },
    });
    expect(await failureOf(without.run({ ...limits, sql: 'SELECT 1' }))).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
    });
    await without.close();
    expect(service.heard).toEqual([]);
  });
});

describe('the address of Athena', () => {
  it('names its region by its host, and is what the fields of its form mean', () => {
    const kind = findDatabaseKind('awsathena');
    const fields = {
      ...{ region: 'eu-west-1', username: 'AKID', password: 's/e', database: 'sales', query: { catalog_name: 'lake' } },
      ...{ s3_staging_dir: 's3://b/', work_group: 'bi' },
    };
    const uri = kind?.toUri(fields) ?? '';
    expect(fromUri(uri)).toMatchObject({
      ...{
        host: 'athena.eu-west-1.amazonaws.com',
        port: 443,
        region: 'eu-west-1',
        accessKeyId: 'AKID',
        secretKey: 's/e',
      },
      ...{ catalog: 'lake', schema: 'sales', outputLocation: 's3://b/', workGroup: 'bi' },
    });
    expect(kind?.toParameters(uri)).toEqual(fields);
  });

  it.each([
    ['awsathena+rest://k:s@example.com/x', 'names no region'],
    [
      'awsathena+rest://k:s@athena.eu-west-1.amazonaws.com/x?role_arn=a',
      '"role_arn" of the connection string is not supported',
    ],
    ['awsathena+rest://k:s@athena.eu-west-1.amazonaws.com/x?s3_staging_dir=http://x', 'must look like s3://'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('awsathena')?.findUriProblem(uri)).toContain(words);
  });
});
