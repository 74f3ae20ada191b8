import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromUri as athenaUri, openAthena } from '../athena/index.ts';
import { fromUri as bigQueryUri, openBigQuery } from '../bigquery/index.ts';
import { fromUri as databricksUri, openDatabricks } from '../databricks/index.ts';
import type { Engine } from '../engine.ts';
import { inPortions } from '../remote/index.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { openSnowflake, fromUri as snowflakeUri } from '../snowflake/index.ts';
import { openTrino } from '../trino/index.ts';
import { type Heard, type Said, type ServiceFixture, startService } from './service-fixture.ts';

const rowCount = 60_000;
/** Some ten megabytes. */
const rows = Array.from({ length: rowCount }, (_, at) => [String(at), `${at} `.padEnd(160, 'text "ü" ')]);
const common = {
  ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
  ...{ resultSink: noResults, readLongScript: readScript },
};

interface Service {
  readonly open: (port: number) => Engine;
  readonly answer: (heard: Heard) => Said;
}

const bigQuery: Service = {
  open: (port) =>
    openBigQuery({
      ...bigQueryUri(`bigquery://p/s?api_endpoint=http://127.0.0.1:${port}`),
      credentials: null,
      ...common,
    }),
  answer: () => ({
    ...{ jobReference: { projectId: 'p', jobId: 'j' }, jobComplete: true },
    schema: { fields: [named('n', 'INTEGER'), named('t', 'STRING')] },
    rows: rows.map((row) => ({ f: row.map((v) => ({ v })) })),
  }),
};
const named = (name: string, type: string) => ({ name, type, mode: 'NULLABLE' });

const snowflake: Service = {
  open: (port) =>
    openSnowflake({
      ...snowflakeUri(`snowflake://ada:pat@org-shop:${port}/Shop/sales?host=127.0.0.1&protocol=http`),
      ...{ privateKey: null, ...common },
    }),
  answer: () => ({
    ...{ statementHandle: 'h', data: rows },
    resultSetMetaData: {
      rowType: [
        { name: 'N', type: 'fixed', nullable: true, precision: 38, scale: 0 },
        { name: 'T', type: 'text', nullable: true },
      ],
      partitionInfo: [{}],
    },
  }),
};

const databricks: Service = {
  open: (port) =>
    openDatabricks({
      ...databricksUri(
        `databricks://token:t@127.0.0.1:${port}?protocol=http&http_path=/sql/1.0/warehouses/w&catalog=main`,
      ),
      ...common,
    }),
  answer: () => ({
    ...{ statement_id: 's', status: { state: 'SUCCEEDED' } },
    manifest: {
      schema: {
        columns: [
          { name: 'n', type_text: 'BIGINT' },
          { name: 't', type_text: 'STRING' },
        ],
      },
    },
    result: { data_array: rows },
  }),
};

const trino: Service = {
  open: (port) =>
    openTrino({
      ...{ family: 'Trino', host: '127.0.0.1', port, user: 'ada', password: null, catalog: 'lake', defaultSchema: 's' },
      ...{ tlsMode: 'disable', ...common },
    }),
  answer: () => ({
    columns: [
      { name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } },
      { name: 't', type: 'varchar', typeSignature: { rawType: 'varchar', arguments: [] } },
    ],
    data: rows.map(([n, t]) => [Number(n), t]),
  }),
};

const athena: Service = {
  open: (port) =>
    openAthena({
      ...athenaUri(
        `awsathena+rest://K:s@127.0.0.1:${port}/S?protocol=http&region_name=eu-west-1&s3_staging_dir=s3://b/x/`,
      ),
      ...common,
    }),
  answer: ({ headers }) => {
    const action = String(headers['x-amz-target']);
    if (action.endsWith('StartQueryExecution')) return { QueryExecutionId: 'q' };
    if (action.endsWith('GetQueryExecution'))
      return { QueryExecution: { StatementType: 'DML', Status: { State: 'SUCCEEDED' } } };
    return {
      ResultSet: {
        Rows: [['n', 't'], ...rows].map((row) => ({ Data: row.map((VarCharValue) => ({ VarCharValue })) })),
        ResultSetMetadata: {
          ColumnInfo: [
            { Name: 'n', Type: 'bigint' },
            { Name: 't', Type: 'varchar' },
          ],
        },
      },
    };
  },
};

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  vi.restoreAllMocks();
  await open.engine?.close();
  await open.service?.stop();
});

describe('an answer of many megabytes', () => {
  it.each([
    ['BigQuery', bigQuery],
    ['Snowflake', snowflake],
    ['Databricks', databricks],
    ['Trino', trino],
    ['Athena', athena],
  ])('of %s is parsed in portions, and read whole', async (_name, { open: openEngine, answer }) => {
    const service = await startService(answer);
    const engine = openEngine(service.port);
    Object.assign(open, { service, engine });
    const parsing = vi.spyOn(JSON, 'parse');
    const limits = { maxRows: 100_000, timeoutMs: 30_000, fairnessKey: 'ada' };
    const { table } = await engine.run({ ...limits, sql: 'SELECT n, t FROM t' });
    expect(Math.max(...parsing.mock.calls.map(([text]) => text.length))).toBeLessThan(300_000);
    expect(table.columns.map(({ values }) => [values.length, values.at(-1)])).toEqual([
      [rowCount, rowCount - 1],
      [rowCount, rows.at(-1)?.[1]],
    ]);
  });

  it('is handed on a few thousand values at a time, between which others have their turn', async () => {
    const columns = Array.from({ length: 80 }, (_, at) => ({ name: `c${at}`, nativeType: 'STRING' }));
    let turns = 0;
    let isDone = false;
    void (async () => {
      for (; !isDone; turns += 1) await turn();
    })();
    const sizes: number[] = [];
    for await (const { rowCount: count } of inPortions(rows, (some) => {
      const endsAt = performance.now() + 0.5;
      while (performance.now() < endsAt);
      return { columns, rowCount: some.length, cells: [] };
    }))
      sizes.push(count);
    isDone = true;
    expect(Math.max(...sizes)).toBe(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(rowCount);
    // Three hundred milliseconds of work.
    expect(turns).toBeGreaterThan(50);
  });
});
