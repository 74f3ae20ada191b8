import { randomBytes } from 'node:crypto';
import {
  apiClient,
  freePort,
  makeTempFolder,
  runServerToEnd,
  serviceUrl,
  startServerProcess,
  startTcpProxy,
  type TcpProxy,
  type TempFolder,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const postgresqlUrl = serviceUrl('postgresql');

describe.skipIf(!postgresqlUrl)('a start while the metadata server is away', () => {
  let proxy: TcpProxy;
  let folder: TempFolder;
  beforeAll(async () => {
    proxy = await startTcpProxy(Number(new URL(postgresqlUrl ?? '').port));
    folder = await makeTempFolder('powerset-waiting');
  });
  afterAll(async () => {
    await proxy.close().catch(() => undefined);
    await folder.remove();
  });

  async function settings(more: Readonly<Record<string, string>> = {}) {
    const url = new URL(postgresqlUrl ?? '');
    url.port = String(proxy.port);
    url.searchParams.set('schema', `waiting_${randomBytes(6).toString('hex')}`);
    return {
      ...{ POWERSET_METADATA_URL: url.toString(), POWERSET_DATA: folder.path, POWERSET_HOST: '127.0.0.1' },
      ...{ POWERSET_PORT: String(await freePort()), POWERSET_EXAMPLES: 'false', ...more },
    };
  }

  it('waits for it, says so on its port and in its log, and goes on when it is there', async () => {
    await proxy.close();
    const env = await settings();
    const server = startServerProcess(env);
    const client = apiClient(`http://127.0.0.1:${env.POWERSET_PORT}`);
    const text = 'The metadata server is away. This server waits for it.';
    try {
      await vi.waitFor(async () => expect((await client.get('/health')).json).toEqual({ message: text }), 20_000);
      const ready = await client.get('/health/ready');
      expect([ready.status, ready.json.checks]).toEqual([503, { store: false, engine: false }]);
      const page = await client.get('/api/v1/dashboard/');
      expect([page.status, page.json]).toEqual([503, { message: text }]);
      expect(server.logs()).toContain('The metadata server is away. Trying again for up to 60 seconds.');
      await proxy.open();
      await vi.waitFor(async () => expect((await client.get('/health/ready')).status).toBe(200), 40_000);
      expect(server.logs()).toContain('Powerset is ready');
    } finally {
      await server.stop();
    }
  });

  it('gives up after the seconds of its setting, at none of them and for what waiting does not mend at once', async () => {
    await proxy.close();
    const after = async (more: Readonly<Record<string, string>>) => {
      const { code, text } = await runServerToEnd(await settings(more));
      return [code, text.includes('Trying again'), /The metadata cannot be opened \((.*)\)/.exec(text)?.[1]];
    };
    const refused = expect.stringContaining('ECONNREFUSED');
    expect(await after({ POWERSET_METADATA_WAIT_SECONDS: '2' })).toEqual([1, true, refused]);
    expect(await after({ POWERSET_METADATA_WAIT_SECONDS: '0' })).toEqual([1, false, refused]);
    await proxy.open();
    const url = new URL((await settings()).POWERSET_METADATA_URL);
    url.pathname = '/nowhere';
    expect(await after({ POWERSET_METADATA_URL: url.toString() })).toEqual([
      ...[1, false],
      expect.stringContaining('"nowhere" does not exist'),
    ]);
  });
});
