import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, makeTempFolder, type Service, serviceUrl, startTcpProxy, type TcpProxy } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { addressOf, noResults, type OpeningChanges, worldOf } from './server-fixture.ts';
import { describeServers, testedServers } from './tested-servers-fixture.ts';

const schema = 'connection_shop';
const limits = { maxRows: 50_000, timeoutMs: 20_000, fairnessKey: 'ada', schema };

describeServers('connections', 'connections to $name', (server) => {
  const uri = addressOf(server) ?? '';
  const secret = 'p@ss:w/ör%d';
  const using = async <T>(changes: OpeningChanges, work: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = server.open(uri, { ...changes, resultSink: noResults });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  };
  const failing = (changes: OpeningChanges) => using(changes, (engine) => failureOf(engine.ping()));

  beforeAll(async () => {
    const admin = await server.admin(serviceUrl(server.service) ?? '');
    await admin.run(...worldOf(server, schema), ...server.sql.makeUser('reader', secret, schema));
    await admin.end();
  });

  it.each(server.schemes)('are opened by addresses that begin with %s://', async (scheme) => {
    const kind = findDatabaseKind(scheme.split('+')[0] ?? '');
    expect(kind?.findUriProblem(uri.replace(/^\w+(?=:)/, scheme))).toBe(false);
    const engine = server.open(uri.replace(/^\w+(?=:)/, scheme), { resultSink: noResults });
    await engine.ping();
    await engine.close();
  });

  it('are counted where they are pooled: those in use, and those that are kept', () =>
    using({}, async (engine) => {
      if (!engine.poolFigures) return;
      expect(engine.poolFigures()).toEqual({ used: 0, idle: 0, waiting: 0, most: expect.any(Number) });
      const asking = engine.ping();
      await expect.poll(() => engine.poolFigures?.()?.used, { interval: 1 }).toBe(1);
      await asking;
      expect(engine.poolFigures()).toMatchObject({ used: 0, idle: 1, waiting: 0 });
    }));

  it('count who waits for a turn with those who wait for a connection', () =>
    using({}, async (engine) => {
      if (!engine.poolFigures) return;
      const stopping = new AbortController();
      const { signal } = stopping;
      const asked = Array.from({ length: 12 }, (_, index) =>
        failureOf(engine.run({ ...limits, sql: server.sql.sleep(20), fairnessKey: `p${index}`, signal })),
      );
      await expect.poll(() => engine.poolFigures?.(), { timeout: 10_000 }).toMatchObject({ used: 6, waiting: 6 });
      stopping.abort();
      await Promise.all(asked);
      await expect.poll(() => engine.poolFigures?.(), { timeout: 10_000 }).toMatchObject({ used: 0, waiting: 0 });
    }));

  it('come back from the fields of a form as they went in', () => {
    const kind = findDatabaseKind(server.backend);
    const parameters = {
      host: '::1',
      port: 5433,
      database: 'a/b',
      username: 'ad@a',
      password: secret,
      encryption: true,
    };
    const written = kind?.toUri({ ...parameters, query: {} }) ?? '';
    expect(kind?.findUriProblem(written)).toBe(false);
    expect(kind?.toParameters(written)).toMatchObject(parameters);
  });

  it('take a password with signs of every kind, and no other one', async () => {
    const text = 'SELECT count(*) FROM orders';
    const read = (password: string) =>
      using({ user: 'reader', password, database: server.readersDatabase ?? schema }, (engine) =>
        engine.run({ ...limits, sql: text }),
      );
    expect((await read(secret)).table.columns[0]?.values).toEqual([20_000]);
    if (server.has.passwords)
      expect(await failureOf(read('wrong'))).toMatchObject({
        code: 'CONNECTION_ACCESS_DENIED_ERROR',
        message: expect.stringContaining('"reader"'),
      });
  });

  it.each([
    ['an unknown host', { host: 'nowhere.invalid' }, 'CONNECTION_INVALID_HOSTNAME_ERROR'],
    ['an unknown database', { database: 'nowhere' }, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    ['an unknown user', { user: 'nobody' }, 'CONNECTION_ACCESS_DENIED_ERROR'],
    ['a forbidden address', { host: '169.254.169.254' }, 'CONNECTION_INVALID_HOSTNAME_ERROR'],
    ['a private address where those are off', { allowsPrivateHosts: false }, 'CONNECTION_INVALID_HOSTNAME_ERROR'],
  ])('say what is wrong with %s', async (_name, change, code) => {
    expect((await failing(change)).code).toBe(code);
  });

  it('say that a port is closed, and that a server speaks no TLS', async () => {
    expect((await failing({ port: await freePort() })).code).toBe('CONNECTION_PORT_CLOSED_ERROR');
    if (server.has.encryption)
      expect(await failing({ encryption: 'require' })).toMatchObject({
        message: expect.stringContaining('speaks no encrypted connection'),
        invalid: ['encryption', 'port'],
      });
  });

  describe('over a bad network', () => {
    let proxy: TcpProxy;
    let engine: Engine;
    beforeAll(async () => {
      proxy = await startTcpProxy(Number(new URL(uri).port));
      engine = server.open(uri, { host: '127.0.0.1', port: proxy.port, resultSink: noResults });
    });
    afterAll(async () => {
      await engine.close();
      await proxy.close();
    });
    const one = async () => (await engine.run({ ...limits, sql: 'SELECT 1 AS one' })).table.columns[0]?.values;

    it('wait for a server that takes a connection and never answers no longer than the query may take', async () => {
      proxy.setMode('silent');
      const asked = engine.run({ ...limits, sql: 'SELECT 1', timeoutMs: 300 });
      expect((await failureOf(asked)).code).toBe('BACKEND_TIMEOUT_ERROR');
      const stopping = new AbortController();
      const stopped = engine.run({ ...limits, sql: 'SELECT 1', signal: stopping.signal });
      stopping.abort();
      expect((await failureOf(stopped)).code).toBe('QUERY_STOPPED_ERROR');
      proxy.setMode('pass');
      proxy.cutAll();
      expect(await one()).toEqual([1]);
    });

    it('keep the limit of a query whose line goes dead while it runs', async () => {
      expect(await one()).toEqual([1]);
      const asked = failureOf(engine.run({ ...limits, sql: server.sql.sleep(30), timeoutMs: 1500 }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      proxy.setMode('silent');
      expect((await asked).code).toBe('BACKEND_TIMEOUT_ERROR');
      proxy.setMode('pass');
      proxy.cutAll();
      expect(await one()).toEqual([1]);
    });

    it('say that a server died in the middle of a result, and serve again when it is back', async () => {
      proxy.cutAfter(20_000);
      expect(await failureOf(engine.run({ ...limits, sql: 'SELECT * FROM orders' }))).toMatchObject({
        code: 'ENGINE_UNAVAILABLE_ERROR',
        message: 'The connection to the database was lost. Run the query again.',
      });
      proxy.cutAfter(null);
      expect(await one()).toEqual([1]);
    });

    it('say that the server ended the connection while it was working, where it takes no new one', async () => {
      expect(await one()).toEqual([1]);
      const asked = failureOf(engine.run({ ...limits, sql: server.sql.sleep(20) }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      await proxy.close();
      expect(await asked).toMatchObject({
        code: 'ENGINE_UNAVAILABLE_ERROR',
        message: expect.stringContaining('ended the connection while it was working, and takes no new one'),
      });
      expect((await failureOf(engine.run({ ...limits, sql: 'SELECT 1 AS one' }))).code).toBe(
        'CONNECTION_PORT_CLOSED_ERROR',
      );
      await proxy.open();
      expect(await one()).toEqual([1]);
    });

    it('do not say that a change was made, nor that it was not, where the line broke meanwhile', async () => {
      const write = engine.run({ ...limits, mayWrite: true, sql: server.sql.slowWrite('times') });
      setTimeout(proxy.cutAll, 400);
      expect((await failureOf(write)).message).toMatch(/not certain whether the change was made/);
      expect(await one()).toEqual([1]);
    });
  });
});

// Servers of their own: the others are tested without encryption.
describe.each(testedServers.filter((server) => addressOf(server) && server.has.encryption))(
  'encrypted connections to $name',
  (server) => {
    let certificate = '';
    let service: Service | null = null;
    beforeAll(async () => {
      const folder = await makeTempFolder('certificate');
      const [key, file] = [join(folder.path, 'server.key'), join(folder.path, 'server.crt')];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const files = ['-keyout', key, '-out', file];
      execFileSync('openssl', ['req', '-new', '-x509', '-days', '2', '-nodes', ...subject, ...files], {
        stdio: 'pipe',
      });
      chmodSync(folder.path, 0o755);
      chmodSync(key, 0o644);
      certificate = readFileSync(file, 'utf8');
      service = await server.startEncrypted({ key, certificate: file });
    });
    afterAll(() => service?.stop());

    async function countRows(encryption: string, isGiven: boolean, host: string): Promise<number> {
      const engine = server.open(server.uriOf(service?.url ?? ''), {
        host,
        encryption,
        ...(isGiven ? { serverCertificate: certificate } : {}),
        resultSink: noResults,
      });
      try {
        const sql = `SELECT ${server.sql.repeated(1000)} FROM ${server.sql.series(5000)}`;
        return (await engine.run({ sql, maxRows: 10_000, timeoutMs: 10_000, fairnessKey: 'ada' })).table.rowCount;
      } finally {
        await engine.close();
      }
    }

    it.each([
      ['require', false, '127.0.0.1'],
      ['require', true, '127.0.0.1'],
      ['verify-ca', true, '127.0.0.1'],
      ['verify-full', true, 'localhost'],
    ])('work with %s (the certificate given: %s) at %s', async (mode, isGiven, host) => {
      await expect.poll(() => countRows(mode, isGiven, host).catch(String), { timeout: 10_000 }).toBe(5000);
    });

    it('are refused where the certificate is unknown, or is of another host', async () => {
      expect((await failureOf(countRows('verify-full', false, 'localhost'))).message).toMatch(
        /cannot be trusted: self-signed certificate/,
      );
      expect((await failureOf(countRows('verify-full', true, '127.0.0.1'))).message).toMatch(/is for another host: /);
    });
  },
);
