import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { get as getTls } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { asyncEventsSocket } from '@powerset/contract';
import { type ApiClient, makeAuthority, serviceUrl, signInWithCookie, testAdmin } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTlsInstallation, type TlsInstallation } from './tls-fixture.ts';

const isPossible =
  serviceUrl('postgresql') !== undefined && serviceUrl('redis') !== undefined && existsSync('/usr/sbin/nginx');

describe.skipIf(!isPossible)('processes that speak TLS alone', () => {
  let all: TlsInstallation;
  let ca: string;
  let databaseId: number;
  const at = (index: number): ApiClient => all.clients[index] as ApiClient;
  const run = (index: number, sql: string, clientId: string, runAsync = false) =>
    at(index).post('/api/v1/sqllab/execute/', {
      ...{ database_id: databaseId, sql, client_id: clientId, runAsync, schema: 'public' },
    });
  const stateOf = async (index: number, clientId: string) => {
    const { result } = (await at(index).get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    return result.find(({ id }: { id: string }) => id === clientId)?.state;
  };
  const serialOf = (url: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const shown = { cert: certOf.cert, key: certOf.key };
      const socket = connectTls({ host: hostname, port: Number(port), ca, ...shown }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  let certOf: { readonly cert: string; readonly key: string };

  beforeAll(async () => {
    all = await startTlsInstallation();
    ca = await readFile(all.authority.caFile, 'utf8');
    const [cert, key] = await Promise.all(
      ['proxy.pem', 'proxy.key'].map((name) => readFile(`${all.folder}/${name}`, 'utf8')),
    );
    certOf = { cert: cert ?? '', key: key ?? '' };
    // The data lie where the metadata do; of the connection the certificates are texts.
    const { hostname, port, pathname } = new URL(all.postgresqlUrl);
    const read = (name: string) => readFile(`${all.folder}/${name}`, 'utf8');
    const shown = { server_cert: ca, client_cert: await read('account.pem'), client_key: await read('account.key') };
    const made = await at(0).post('/api/v1/database/', {
      database_name: 'Shop',
      sqlalchemy_uri: `postgresql://powerset@${hostname}:${port}${pathname}?sslmode=verify-full`,
      allow_run_async: true,
      ...shown,
    });
    expect(made.status, made.text).toBe(201);
    databaseId = made.json.id;
  });
  afterAll(async () => {
    await all?.stop();
  });

  it('read each other’s results, follow and stop each other’s runs', async () => {
    const done = await run(0, 'SELECT n FROM generate_series(1, 2000) AS n', 'to-read');
    expect(done.status, done.text).toBe(200);
    const csv = await at(1).get('/api/v1/sqllab/export/to-read/');
    expect(csv.text.trim().split(/\r?\n/)).toHaveLength(2001);
    const key = done.json.query.resultsKey;
    const part = await at(2).get(`/api/v1/sqllab/results/${key}/window?q=(offset:1998,limit:10)`);
    expect(part.json.table.columns[0].values).toEqual([1999, 2000]);
    expect((await run(0, 'SELECT pg_sleep(60)', 'to-stop', true)).status).toBe(202);
    await expect.poll(() => stateOf(1, 'to-stop')).toBe('running');
    const followed = at(2).get('/api/v1/sqllab/progress/to-stop');
    expect((await at(1).post('/api/v1/query/stop', { client_id: 'to-stop' })).status).toBe(200);
    expect((await followed).text).toContain('stopped');
  });

  it('let nobody in who shows no certificate, or one of somebody else', async () => {
    const [server] = all.servers;
    const stranger = makeAuthority(all.folder, 'stranger').issue({ file: 'strange', name: 'powerset' });
    const [cert, key] = [await readFile(stranger.certFile, 'utf8'), await readFile(stranger.keyFile, 'utf8')];
    const ask = (shown: object) =>
      new Promise((resolve) => {
        const request = getTls(`${server?.url}/health`, { ca, agent: false, ...shown }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        request.on('error', () => resolve('refused'));
      });
    expect([await ask({}), await ask({ cert, key }), await ask(certOf)]).toEqual(['refused', 'refused', 200]);
  });

  it('are reached by people over HTTP/2, and tell of ends over WebSockets', async () => {
    const session = connectHttp2(all.front, { ca });
    const stream = session.request({ ':path': '/health' });
    const status = await new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])));
    session.destroy();
    expect(status).toBe(200);
    const cookie = (await signInWithCookie(at(0).url, testAdmin)).headers.cookie ?? '';
    const socket = new WebSocket(`${all.front.replace('https', 'wss')}${asyncEventsSocket.path}`, {
      ...{ ca, headers: { cookie, origin: all.front } },
    });
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const table = { database: databaseId, schema: 'public', table_name: 'asked', sql: 'SELECT 41 AS n' };
    const dataset = await at(1).post('/api/v1/dataset/', table);
    const datasource = { id: dataset.json.id, type: 'table' };
    const taken = await at(2).post('/api/v1/chart/data', { datasource, queries: [{ columns: ['n'], metrics: [] }] });
    expect(taken.status, taken.text).toBe(202);
    await expect.poll(() => heard.join(), { timeout: 20_000 }).toContain(taken.json.job_id);
    socket.close();
  });

  it('share what they read, which Redis gives to nobody without a certificate', async () => {
    const { result } = (await at(1).get('/api/v1/database/health/')).json;
    expect(result.find(({ id }: { id: number }) => id === databaseId)).toMatchObject({ state: 'answers' });
    const log = await Promise.all(
      all.servers.map(({ dataFolder }) => readFile(`${dataFolder}/logs/server.jsonl`, 'utf8')),
    );
    expect(log.join()).not.toContain('the shared cache is away');
  });

  it('go on with new certificates as soon as they fit together, without a start', async () => {
    const [server] = all.servers;
    const before = await serialOf(server?.url ?? '');
    const next = all.authority.issue({ file: 'next', name: 'powerset', addresses: ['127.0.0.1'] });
    await rename(next.certFile, `${all.folder}/process.pem`);
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    // The key is that of before: what does not fit is not taken.
    expect(await serialOf(server?.url ?? '')).toBe(before);
    await rename(next.keyFile, `${all.folder}/process.key`);
    await expect.poll(() => serialOf(server?.url ?? ''), { timeout: 15_000 }).not.toBe(before);
    expect((await at(1).get('/api/v1/sqllab/export/to-read/')).status).toBe(200);
    // The metadata server takes the certificate of each new connection from its file.
    const account = all.authority.issue({ file: 'account-next', name: 'powerset' });
    await rename(account.keyFile, `${all.folder}/account.key`);
    await rename(account.certFile, `${all.folder}/account.pem`);
    const lists = await Promise.all(Array.from({ length: 10 }, () => at(2).get('/api/v1/dashboard/')));
    expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
  }, 60_000);
});
