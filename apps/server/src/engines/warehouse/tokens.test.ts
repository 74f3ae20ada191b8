import { afterEach, describe, expect, it } from 'vitest';
import { fromUri as fromBigQueryUri, openBigQuery } from '../bigquery/index.ts';
import { fromUri as fromDatabricksUri, openDatabricks } from '../databricks/index.ts';
import { type Engine, EngineError } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri as fromSnowflakeUri, openSnowflake } from '../snowflake/index.ts';
import { nobody, type TokenSource } from '../token-source.ts';
import { fromUri as fromTrinoUri, openTrino } from '../trino/index.ts';
import { type Heard, type Said, type ServiceFixture, startService } from './service-fixture.ts';

const shared = {
  ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
  ...{ resultSink: noResults, readLongScript: readScript, tokens: nobody },
} as const;

interface Kind {
  readonly open: (port: number) => Engine;
  readonly answer: object;
}

const kinds: Readonly<Record<string, Kind>> = {
  Trino: {
    open: (port) =>
      openTrino({ ...fromTrinoUri(`trino://ada:secret@127.0.0.1:${port}/lake?http_scheme=http`), ...shared }),
    answer: {
      columns: [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }],
      data: [[7]],
    },
  },
  Snowflake: {
    open: (port) =>
      openSnowflake({
        ...fromSnowflakeUri(`snowflake://ada:secret@org-shop:${port}/shop?host=127.0.0.1&protocol=http`),
        ...{ ...shared, privateKey: null },
      }),
    answer: {
      ...{ statementHandle: 'h', data: [['7']] },
      resultSetMetaData: { rowType: [{ name: 'N', type: 'fixed', scale: 0 }], partitionInfo: [{}] },
    },
  },
  BigQuery: {
    open: (port) =>
      openBigQuery({
        ...fromBigQueryUri(`bigquery://shop-1/sales?api_endpoint=http://127.0.0.1:${port}`),
        ...{ ...shared, credentials: null },
      }),
    answer: {
      ...{ jobReference: { jobId: 'j' }, jobComplete: true, rows: [{ f: [{ v: '7' }] }] },
      schema: { fields: [{ name: 'n', type: 'INTEGER', mode: 'NULLABLE' }] },
    },
  },
  Databricks: {
    open: (port) =>
      openDatabricks({
        ...fromDatabricksUri(
          `databricks://token:secret@127.0.0.1:${port}?protocol=http&http_path=%2Fsql%2F1.0%2Fwarehouses%2Fw1`,
        ),
        ...shared,
      }),
    answer: {
      ...{ statement_id: 's', status: { state: 'SUCCEEDED' }, result: { data_array: [['7']] } },
      manifest: { schema: { columns: [{ name: 'n', type_text: 'BIGINT' }] } },
    },
  },
};

const open: { service?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(kind: string, answer: (heard: Heard, usual: object) => Said = (_heard, usual) => usual) {
  const { open: openKind, answer: usual } = kinds[kind]!;
  const service = await startService((heard) => answer(heard, usual));
  const engine = openKind(service.port);
  Object.assign(open, { service, engine });
  return { engine, service };
}

const tokensOf = (first: string, next: string | Error = new Error('none')): TokenSource => ({
  current: async () => first,
  renewed: async () => {
    if (typeof next === 'string') return next;
    throw next;
  },
});
const run = (engine: Engine | undefined) =>
  engine!.run({ sql: 'SELECT n FROM t', maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada' });
const failureOf = async (work: Promise<unknown>): Promise<EngineError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof EngineError) return error;
  throw new Error('It did not fail as engines do.');
};
const bearers = ({ heard }: ServiceFixture) => heard.map(({ headers }) => headers.authorization);

describe.each(Object.keys(kinds))('%s, asked by people themselves', (kind) => {
  it('is shown the token of each, over the same connection, and never the account of the connection', async () => {
    const { engine, service } = await start(kind);
    const [ada, ben] = [engine.as?.(tokensOf('token-of-ada')), engine.as?.(tokensOf('token-of-ben'))];
    for (const one of [ada, ben]) expect((await run(one)).table.columns[0]?.values).toEqual([7]);
    expect(bearers(service)).toEqual(['Bearer token-of-ada', 'Bearer token-of-ben']);
    expect(JSON.stringify(service.heard.map(({ headers }) => headers))).not.toMatch(/secret|"ada"/);
    await run(engine);
    expect(bearers(service)[2]).toBeUndefined();
  });

  it('is asked again with another token where it refuses one, once', async () => {
    const { engine, service } = await start(kind, ({ headers }, usual) =>
      headers.authorization === 'Bearer new' ? usual : { status: 401, body: 'Unauthorized' },
    );
    expect((await run(engine.as?.(tokensOf('old', 'new')))).table.rowCount).toBe(1);
    expect(bearers(service).slice(0, 2)).toEqual(['Bearer old', 'Bearer new']);
    const failed = await failureOf(run(engine.as?.(tokensOf('old', 'older'))));
    expect(failed.details.code).toBe('CONNECTION_ACCESS_DENIED_ERROR');
  });

  it('says where to sign in whoever has no token', async () => {
    const { engine, service } = await start(kind);
    const first = new EngineError({ code: 'OAUTH2_REDIRECT', message: 'Sign in.' }, { url: 'https://x.example/' });
    const asking = engine.as?.({ current: () => Promise.reject(first), renewed: () => Promise.reject(first) });
    const failed = await failureOf(run(asking));
    expect([failed.details.code, failed.extra]).toEqual(['OAUTH2_REDIRECT', { url: 'https://x.example/' }]);
    expect(JSON.stringify(failed)).not.toContain('x.example');
    expect(service.heard).toEqual([]);
  });
});
