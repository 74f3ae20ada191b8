import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder, type Service } from '@powerset/testkit';
import { type SshServer, startSshServer } from '@powerset/testkit/ssh-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { MetHostKey } from '../host-keys.ts';
import { Tunnel } from '../tunnel/index.ts';
import { readPrivateKey } from '../tunnel/key-fixture.ts';
import { addressOf, noResults, type OpeningChanges } from './server-fixture.ts';
import { describeServers, testedServers } from './tested-servers-fixture.ts';

const limits = { maxRows: 50_000, timeoutMs: 20_000, fairnessKey: 'ada' };

describeServers('ways', '$name behind an SSH server', (server) => {
  const uri = addressOf(server) ?? '';
  let ssh: SshServer;
  let tunnel: Tunnel;
  let engine: Engine;
  beforeAll(async () => {
    ssh = await startSshServer({
      accounts: [{ user: 'ada', password: 'a password' }],
      names: { 'db.inside': '127.0.0.1' },
    });
    ({ tunnel, engine } = open());
  });
  const open = () => {
    const opened = new Tunnel({
      server: { host: '127.0.0.1', port: ssh.port, user: 'ada', password: 'a password', privateKey: null },
      hostKeys: new MetHostKey(null),
      readPrivateKey,
      policy: { allowsPrivateHosts: true },
      log: () => undefined,
    });
    const changes = { host: 'db.inside', allowsPrivateHosts: false, tunnel: opened, resultSink: noResults };
    return { tunnel: opened, engine: server.open(uri, changes) };
  };
  afterAll(async () => {
    await engine.close();
    tunnel.close();
    await ssh.stop();
  });
  const one = async () => (await engine.run({ ...limits, sql: 'SELECT 1 AS one' })).table.columns[0]?.values;

  it('is read by many at once over one connection, also rows of many megabytes', async () => {
    expect(await Promise.all([one(), one(), one(), one()])).toEqual([[1], [1], [1], [1]]);
    const sql = `SELECT ${server.sql.repeated(1000)} AS text FROM ${server.sql.series(20_000)}`;
    const { table } = await engine.run({ ...limits, sql });
    expect(table.rowCount).toBe(20_000);
    expect(table.columns[0]?.values[19_999]).toBe('x'.repeat(1000));
    expect(ssh.counts.signedIn).toBe(1);
  });

  it('is told to stop what runs, through the tunnel', async () => {
    const stopping = new AbortController();
    const asked = failureOf(engine.run({ ...limits, sql: server.sql.sleep(30), signal: stopping.signal }));
    setTimeout(() => stopping.abort(), 500);
    expect((await asked).code).toBe('QUERY_STOPPED_ERROR');
    expect(await one()).toEqual([1]);
  });

  it('answers again after the SSH server was cut off in the middle of a query', async () => {
    const asked = engine.run({ ...limits, sql: server.sql.sleep(2) });
    setTimeout(() => ssh.cutAll(), 500);
    await asked.catch(() => undefined);
    expect(await one()).toEqual([1]);
    expect(ssh.counts.open).toBe(1);
  });

  it('is left by nobody whose question is at work, though its engine is closed', async () => {
    const leaving = open();
    const asked = leaving.engine.run({ ...limits, sql: server.sql.sleep(2) });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await leaving.engine.close();
    leaving.tunnel.close();
    expect((await asked).table.rowCount).toBe(1);
  });
});

// Servers of their own: the others are tested without encryption.
describe.each(testedServers.filter((server) => addressOf(server) && server.has.encryption))(
  '$name that asks for a client certificate',
  (server) => {
    const account = 'certified';
    let service: Service | null = null;
    let authority = '';
    const certificates: Record<string, { readonly cert: string; readonly key: string }> = {};

    beforeAll(async () => {
      const { path } = await makeTempFolder('certificates');
      chmodSync(path, 0o755);
      const [key, certificate] = [join(path, 'ca.key'), join(path, 'ca.crt')];
      const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      openssl('req', '-new', '-x509', '-days', '2', '-nodes', ...names, '-keyout', key, '-out', certificate);
      chmodSync(key, 0o644);
      for (const name of [account, 'somebody-else']) {
        const [own, request, signed] = ['key', 'csr', 'crt'].map((end) => join(path, `${name}.${end}`)) as [
          string,
          string,
          string,
        ];
        openssl('req', '-new', '-nodes', '-subj', `/CN=${name}`, '-keyout', own, '-out', request);
        openssl(
          'x509',
          '-req',
          '-days',
          '2',
          '-in',
          request,
          '-CA',
          certificate,
          '-CAkey',
          key,
          '-CAcreateserial',
          '-out',
          signed,
        );
        certificates[name] = { cert: readFileSync(signed, 'utf8'), key: readFileSync(own, 'utf8') };
      }
      authority = readFileSync(certificate, 'utf8');
      service = await server.startEncrypted({ key, certificate });
      const admin = await server.admin(service?.url ?? '');
      await server.askForCertificate(admin, account);
      await admin.end();
    });
    afterAll(() => service?.stop());

    const ask = async (change: OpeningChanges) => {
      const engine = server.open(server.uriOf(service?.url ?? ''), {
        ...{ host: 'localhost', user: account, encryption: 'verify-full', serverCertificate: authority },
        ...change,
        resultSink: noResults,
      });
      try {
        return (await engine.run({ ...limits, sql: 'SELECT 1 AS one' })).table.columns[0]?.values;
      } finally {
        await engine.close();
      }
    };

    it('lets in who has it, and nobody without', async () => {
      const own = certificates[account];
      await expect
        .poll(() => ask({ ...(own ? { clientCertificate: own } : {}) }).catch(String), { timeout: 10_000 })
        .toEqual([1]);
      expect((await failureOf(ask({}))).code).toMatch(/ACCESS_DENIED|GENERIC|UNAVAILABLE/);
      const other = certificates['somebody-else'];
      if (server.namesInCertificates)
        expect((await failureOf(ask({ ...(other ? { clientCertificate: other } : {}) }))).code).toBe(
          'CONNECTION_ACCESS_DENIED_ERROR',
        );
    });
  },
);
