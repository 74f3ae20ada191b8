import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, serviceUrl, startService } from '@powerset/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { readScript } from '../script-reading.ts';
import { fromUri, openPostgresql } from './index.ts';

// A server of its own: others test one without encryption.
describe.skipIf(!serviceUrl('postgresql'))('an encrypted connection to a PostgreSQL server', () => {
  let certificate = '';
  let service: Service | null = null;
  let url = '';

  beforeAll(async () => {
    service = await startService('postgresql');
    url = service?.url ?? '';
    const client = new Client({ connectionString: url });
    await client.connect();
    const folder = String((await client.query('SHOW data_directory')).rows[0].data_directory);
    const key = join(folder, 'server.key');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', key, '-out', join(folder, 'server.crt')];
    execFileSync('openssl', ['req', '-new', '-x509', '-days', '2', '-nodes', ...subject, ...files], { stdio: 'pipe' });
    const { uid, gid } = statSync(folder);
    if (process.getuid?.() === 0)
      for (const file of ['server.key', 'server.crt']) chownSync(join(folder, file), uid, gid);
    certificate = readFileSync(join(folder, 'server.crt'), 'utf8');
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  });
  afterAll(() => service?.stop());

  async function askIsEncrypted(mode: string, serverCertificate: string | null, host: string): Promise<unknown> {
    const engine = openPostgresql({
      ...fromUri(`${url}?sslmode=${mode}`),
      host,
      serverCertificate,
      policy: { allowsPrivateHosts: true },
      resultSink: { open: () => Promise.reject(new Error('nothing is kept here')) },
      readLongScript: readScript,
      log: () => undefined,
    });
    try {
      const sql = "SELECT repeat('x', 1000) FROM generate_series(1, 5000)";
      const { table } = await engine.run({ sql, maxRows: 10_000, timeoutMs: 10_000, fairnessKey: 'ada' });
      return table.rowCount === 5000;
    } finally {
      await engine.close();
    }
  }

  it('is offered as soon as the server has read its certificate', async () => {
    const ask = () => askIsEncrypted('require', null, 'localhost').catch(() => null);
    await expect.poll(ask, { timeout: 10_000 }).toBe(true);
  });

  it.each([
    ['require', false, '127.0.0.1'],
    ['require', true, '127.0.0.1'],
    ['verify-ca', true, '127.0.0.1'],
    ['verify-full', true, 'localhost'],
  ])('works with sslmode=%s (its certificate given: %s) at %s', async (mode, isGiven, host) => {
    expect(await askIsEncrypted(mode, isGiven ? certificate : null, host)).toBe(true);
  });

  it('is refused where the certificate is unknown, or is of another host', async () => {
    const unknown = await failureOf(askIsEncrypted('verify-full', null, 'localhost'));
    expect(unknown.message).toMatch(/cannot be trusted: self-signed certificate/);
    const other = await failureOf(askIsEncrypted('verify-full', certificate, '127.0.0.1'));
    expect(other.message).toMatch(/cannot be trusted: .*does not match/);
  });
});
