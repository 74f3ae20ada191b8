import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { type FakeTickets, startFakeTickets } from '../kerberos/tickets-fixture.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { findUriProblem, fromUri, openTrino, withSecretSignIn } from './index.ts';

const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const open: { fake?: FakeTickets; server?: Server } = {};
afterEach(async () => {
  open.server?.closeAllConnections();
  open.server?.close();
  await open.fake?.stop();
});

/** Refuses the first as one that is busy does, then answers in two parts. */
async function start(status = 503) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Negotiate ', '');
    heard.push(`${request.method} ${Buffer.from(token, 'base64')} ${request.headers['x-trino-user']}`);
    if (heard.length === 1) response.writeHead(status).end('not now');
    else if (request.method === 'POST') response.end(JSON.stringify({ nextUri: 'http://x/v1/statement/1', columns }));
    else response.end(JSON.stringify({ columns, data: [[7]] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.server = server;
  open.fake = await startFakeTickets();
  // A server on loopback has an address.
  return { heard, port: (server.address() as AddressInfo).port, tickets: open.fake.tickets };
}

const common = {
  ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
  ...{ resultSink: noResults, readLongScript: readScript },
};

describe('Trino and Presto whose people sign in by tickets', () => {
  it('are given another ticket with each request, also where one is repeated', async () => {
    const { heard, port, tickets } = await start();
    const uri = `trino://ada@127.0.0.1:${port}/lake?auth=KERBEROS&kerberos_service_name=trino`;
    const engine = openTrino({ ...fromUri(uri), ...common, tickets });
    expect((await engine.run({ ...limits, sql: 'SELECT n FROM t' })).table.columns[0]?.values).toEqual([7]);
    expect(heard).toEqual([
      'POST 1 web trino@127.0.0.1 first ada',
      'POST 2 web trino@127.0.0.1 first ada',
      'GET 3 web trino@127.0.0.1 first ada',
    ]);
    await engine.close();
  });

  it('are asked as their secret options say, which take the words of the reference', async () => {
    const { heard, port, tickets } = await start(401);
    const secret = { service_name: 'trino', principal: 'ada@X', hostname_override: 'lake.example', delegate: false };
    const parts = withSecretSignIn(
      fromUri(`trino://ada@127.0.0.1:${port}/lake`),
      JSON.stringify({ auth_method: 'kerberos', auth_params: { ...secret, mutual_authentication: 1 } }),
    );
    const engine = openTrino({ ...parts, ...common, tickets });
    expect(await failureOf(engine.ping())).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The database refused the ticket of Kerberos.',
    });
    expect(heard).toEqual(['POST 1 web trino@lake.example ada@X ada']);
    await engine.close();
  });

  it.each([
    [{ auth_method: 'jwt', auth_params: { token: 'x' } }, 'must be kerberos'],
    [{ auth_method: 'kerberos', auth_params: { config: '/etc/passwd' } }, '"auth_params.config" is not supported'],
    [{ auth_method: 'kerberos', auth_params: { delegate: true } }, 'must be false'],
    [{ auth_method: 'kerberos', auth_params: { service_name: 'a b' } }, 'The service of Kerberos'],
  ])('refuse the secret options %j', async (options, words) => {
    const opening = async () => withSecretSignIn(fromUri('trino://ada@h/lake'), JSON.stringify(options));
    expect((await failureOf(opening())).message).toContain(words);
  });

  it.each([
    ['trino://ada:secret@h/lake?auth=KERBEROS', 'has no password'],
    ['trino://ada@h/lake?auth=LDAP', 'must be KERBEROS'],
    ['trino://ada@h/lake?kerberos_service_name=HTTP', 'need auth=KERBEROS'],
  ])('refuse %s', (uri, words) => {
    expect(findUriProblem(uri)).toContain(words);
  });

  it('have their options in the form', () => {
    const kind = findDatabaseKind('trino');
    const uri = 'trino://ada@h:8080/lake?http_scheme=http&auth=KERBEROS&kerberos_service_name=HTTP';
    expect(kind?.toUri(kind.toParameters(uri))).toBe(uri);
  });
});
