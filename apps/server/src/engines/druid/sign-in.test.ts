import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type DruidOptions, fromUri, openDruid } from './index.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Certificates by which the server knows who connects; none unless it asks for one. */
interface Secured {
  readonly isTls?: boolean;
  readonly asksForCertificate?: boolean;
}

/** A broker that knows one account, as its extension for basic security answers. */
async function startBroker({ isTls = true, asksForCertificate = false }: Secured = {}) {
  const heard: string[] = [];
  const answer: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => {
      const [way = '', secret = ''] = request.headers.authorization?.split(' ') ?? [];
      const who = Buffer.from(secret, 'base64').toString();
      heard.push(`${request.method} ${way} ${who}`);
      if (who === 'ada:s3cret ü') response.end('["n"]\n["LONG"]\n["BIGINT"]\n[7]\n\n');
      else response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end('<html>Unauthorized</html>');
    });
  };
  const tls = {
    ...{ key: testKey, cert: testCertificate },
    ...(asksForCertificate ? { ca: testCertificate, requestCert: true, rejectUnauthorized: true } : {}),
  };
  const server = isTls ? createServer(tls, answer) : createPlainServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, port: (server.address() as AddressInfo).port };
}

function open(uri: string, more: Partial<DruidOptions> = {}): Engine {
  const engine = openDruid({
    ...fromUri(uri),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, ...more },
  });
  ends.push(() => engine.close());
  return engine;
}

const trusting = { serverCertificate: testCertificate };
const account = 'ada:s3cret%20%C3%BC';
const secured = (port: number, who = account, query = '') =>
  `druid+https://${who}@localhost:${port}/druid/v2/sql/${query}`;

describe('signing in to Druid on an encrypted connection', () => {
  it('is done by name and password with each question', async () => {
    const { heard, port } = await startBroker();
    const { table } = await open(secured(port), trusting).run({ ...limits, sql: 'SELECT n FROM t' });
    expect(table.columns[0]?.values).toEqual([7]);
    expect(heard).toEqual(['POST Basic ada:s3cret ü']);
  });

  it.each([
    ['a wrong password', 'ada:wrong', /username "ada" or the password/],
    ['no name at all', '', /wants to know who asks/],
  ])('is refused with %s', async (_name, who, words) => {
    const { port } = await startBroker();
    const uri = secured(port, who).replace('//@', '//');
    expect(await failureOf(open(uri, trusting).ping())).toMatchObject({
      message: expect.stringMatching(words),
    });
  });

  it('goes to no server whose certificate nobody knows, unless nobody looks at it', async () => {
    const { heard, port } = await startBroker();
    expect((await failureOf(open(secured(port)).ping())).message).toMatch(
      /certificate of "localhost" cannot be trusted/,
    );
    expect(heard).toEqual([]);
    await open(secured(port, account, '?verify=false')).ping();
    expect(heard).toHaveLength(1);
  });

  it('shows the certificate of who connects to a server that asks for one', async () => {
    const { port } = await startBroker({ asksForCertificate: true });
    const clientCertificate = { cert: testCertificate, key: testKey };
    await open(secured(port), { ...trusting, clientCertificate }).ping();
    expect((await failureOf(open(secured(port), trusting).ping())).code).toBe('CONNECTION_ACCESS_DENIED_ERROR');
  });

  it('says where encryption is asked of a server that has none, and the other way round', async () => {
    const plain = await startBroker({ isTls: false });
    expect((await failureOf(open(secured(plain.port), trusting).ping())).message).toMatch(/speaks no encrypted/);
    const { port } = await startBroker();
    const uri = secured(port).replace('druid+https', 'druid');
    expect((await failureOf(open(uri).ping())).code).toMatch(/UNAVAILABLE|GENERIC/);
  });
});
