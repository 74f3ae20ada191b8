import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openHive } from './index.ts';
import { type Answer, columnsOf, type HiveService, rowsOf, startHiveService } from './service-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const sql = 'SELECT n FROM t';
const open: { service?: HiveService; server?: Server; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
  open.server?.closeAllConnections();
  open.server?.close();
  for (const name of Object.keys(open)) delete open[name as keyof typeof open];
});

async function connect(port: number, options = 'transportMode=http&httpPath=gateway/hive&auth=LDAP') {
  const engine = await openHive({
    ...fromUri(`hive://ada:s%20x@127.0.0.1:${port}/sales?${options}`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(open, { engine });
  return { engine, run: (more = {}) => engine.run({ ...limits, sql, ...more }) };
}

async function start(answer: Answer, ways: { readonly isWelcome?: boolean } = {}) {
  const service = await startHiveService(answer, { isHttp: true, ...ways });
  Object.assign(open, { service });
  return { service, ...(await connect(service.port)) };
}

/** A server that speaks HTTP, and nothing of the protocol. */
async function startOther(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(open, { server });
  return connect((server.address() as AddressInfo).port);
}

function answering(...parts: readonly (readonly number[])[]): Answer {
  let count = 0;
  return (question) => {
    if (question === 'GetResultSetMetadata') return columnsOf([{ name: 'n', type: 3 }]);
    if (question !== 'FetchResults') return undefined as never;
    const values = parts[count] ?? [];
    count += 1;
    return rowsOf([{ kind: 'i32Val', values }]);
  };
}

describe('a server that takes the protocol of HiveServer2 over HTTP', () => {
  it('is sent each question as a request of its own, under its path, with the name and the password', async () => {
    const { run, service } = await start(answering([1, 2], [3]));
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(new Set(service.signIns)).toEqual(new Set(['ada:s x']));
    expect(service.requests[0]).toBe('/gateway/hive -');
    // Whatever stands before several servers finds the one of the session by it.
    expect(service.requests.at(-1)).toBe('/gateway/hive hive.server2.auth=abc');
    expect(service.heard.filter((one) => one.startsWith('Execute')).slice(-2)).toEqual([
      'ExecuteStatement USE `sales`',
      `ExecuteStatement ${sql}`,
    ]);
  });

  it('is told when a session is over, as no connection ends with it', async () => {
    const { engine, run, service } = await start(answering([1]));
    await run();
    await engine.close();
    await expect.poll(() => service.heard.at(-1)).toBe('CloseSession');
  });

  it('is told to end a statement that takes too long', async () => {
    let isSilent = false;
    const rows = answering([1]);
    const { run, service } = await start((question, request) =>
      isSilent && question === 'GetOperationStatus' ? null : rows(question, request),
    );
    await run();
    isSilent = true;
    expect(await failureOf(run({ timeoutMs: 300 }))).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
    await expect.poll(() => service.heard).toContain('CancelOperation');
    await expect.poll(() => service.heard).toContain('CloseSession');
  });

  it('is asked again where it ended a connection between two questions', async () => {
    const { run, service } = await start(answering([1]));
    await run();
    service.cutConnections();
    expect((await run()).table.rowCount).toBe(0);
  });

  it('is closed to whoever gives a wrong password', async () => {
    const { run } = await start(answering(), { isWelcome: false });
    expect(await failureOf(run())).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "ada" or the password is incorrect.',
    });
  });

  it.each([
    ['a page', 200, '<html>', 'text/html; charset=utf-8'],
    ['another path', 404, 'Not Found', 'text/plain'],
    ['its other address', 302, '', 'text/plain'],
    ['something that is no message', 200, '\u0000\u0001\u0002\u0003\u0004\u0005', 'application/x-thrift'],
  ])('is not taken for one that answers with %s', async (_name, status, body, type) => {
    const { engine } = await startOther((response) => response.writeHead(status, { 'Content-Type': type }).end(body));
    expect(await failureOf(engine.ping())).toMatchObject({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: expect.stringMatching(/^The answer of the database cannot be read\./),
    });
  });

  it('is waited for no longer than it takes to see that it says nothing', async () => {
    const { run } = await startOther(() => undefined);
    expect(await failureOf(run({ timeoutMs: 300 }))).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
  });
});

describe('the address of a server that is spoken with over HTTP', () => {
  it.each([
    ['hive+http://ada@h/sales', { httpPath: '/cliservice', tlsMode: 'disable', port: 10_000 }],
    ['hive+https://ada:x@h:443/sales?auth=BASIC', { httpPath: '/cliservice', tlsMode: 'verify', port: 443 }],
    ['hive+https://ada:x@h:443/sales?verify=false', { tlsMode: 'trust' }],
    [
      'hive://ada@h/s?transportMode=http&httpPath=/gateway/hive&ssl=true',
      { httpPath: '/gateway/hive', tlsMode: 'verify' },
    ],
    ['hive://ada@h/s?transportMode=binary', { httpPath: null }],
    ['hive://ada@h/s', { httpPath: null }],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['hive://h/s?httpPath=cliservice', 'needs transportMode=http'],
    ['hive://h/s?transportMode=zookeeper', 'must be binary or http'],
    ['hive+http://h/s?httpPath=a/../b', 'plain letters'],
    ['hive+http://h/s?httpPath=a%0D%0Ab', 'plain letters'],
    ['hive+http://h/s?auth=DIGEST', 'The option "auth" must be'],
    ['hive://h/s?auth=BASIC', 'must be NONE, NOSASL, LDAP, CUSTOM or KERBEROS'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('hive')?.findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('hive');
    const fields = {
      ...{ host: 'h.example', port: 10_001, database: 'sales', username: 'ada', password: 's x', encryption: true },
      query: { transportMode: 'http', httpPath: 'gateway/hive' },
    };
    expect(kind?.toParameters(kind.toUri(fields))).toEqual(fields);
    expect(kind?.toParameters('hive+https://ada@h/sales')).toMatchObject({
      encryption: true,
      query: { transportMode: 'http' },
    });
  });
});
