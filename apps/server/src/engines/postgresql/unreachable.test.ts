import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { isLostConnection } from './errors.ts';
import { openPostgresql } from './open.ts';

const opened: { readonly server: Server; readonly engine: Engine }[] = [];
afterEach(async () => {
  for (const { server, engine } of opened.splice(0)) {
    server.close();
    await engine.close();
  }
});

/** Takes connections and never says a word. */
async function openSilent(): Promise<Engine> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const engine = openPostgresql({
    host: '127.0.0.1',
    port: address.port,
    user: 'u',
    password: null,
    database: 'd',
    sslMode: 'disable',
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    keeper: { keepRows: () => Promise.reject(new Error('nothing is kept here')) } as never,
    log: () => undefined,
  });
  opened.push({ server, engine });
  return engine;
}

it('waits for a server that says nothing no longer than the query may take', async () => {
  const engine = await openSilent();
  const asked = engine.run({ sql: 'SELECT 1', maxRows: 1, timeoutMs: 300, fairnessKey: 'a' });
  await expect(asked).rejects.toMatchObject({ details: { code: 'BACKEND_TIMEOUT_ERROR' } });
}, 5000);

it('stops waiting for it when the query is stopped', async () => {
  const engine = await openSilent();
  const stopping = new AbortController();
  const asked = engine.run({
    sql: 'SELECT 1',
    maxRows: 1,
    timeoutMs: 60_000,
    fairnessKey: 'a',
    signal: stopping.signal,
  });
  stopping.abort();
  await expect(asked).rejects.toMatchObject({ details: { code: 'QUERY_STOPPED_ERROR' } });
}, 5000);

it('tells that nothing answers after one wait, not after two', () => {
  expect(isLostConnection(new Error('Connection terminated due to connection timeout'))).toBe(false);
  expect(isLostConnection(new Error('Connection terminated unexpectedly'))).toBe(true);
});
