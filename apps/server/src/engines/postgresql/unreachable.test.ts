import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
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
const openSilent = () => openAt(createServer((socket) => socket.on('error', () => undefined)));

/** Lets the first connection in and takes what opens a session; then the line is dead, for others too. */
function openDying(): Promise<Engine> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const isReady = message('Z', Buffer.from('I'));
  let connections = 0;
  return openAt(
    createServer((socket) => {
      socket.on('error', () => undefined);
      connections += 1;
      if (connections > 1) return;
      socket.once('data', () => {
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), isReady]));
        socket.once('data', () => socket.write(Buffer.concat([message('C', Buffer.from('BEGIN\0')), isReady])));
      });
    }),
  );
}

async function openAt(server: Server): Promise<Engine> {
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
    resultSink: { keepRows: () => Promise.reject(new Error('nothing is kept here')) } as never,
    readLongScript: readScript,
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

it('keeps the limit of a query whose line goes dead, also while the server cannot be told to stop', async () => {
  const engine = await openDying();
  const asked = engine.run({ sql: 'SELECT 1', maxRows: 1, timeoutMs: 300, fairnessKey: 'a' });
  await expect(asked).rejects.toMatchObject({ details: { code: 'BACKEND_TIMEOUT_ERROR' } });
}, 2500);

it('tells that nothing answers after one wait, not after two', () => {
  expect(isLostConnection(new Error('Connection terminated due to connection timeout'))).toBe(false);
  expect(isLostConnection(new Error('Connection terminated unexpectedly'))).toBe(true);
  // Another session's crash, a restart, and the end of an idle one reach everybody who is connected.
  for (const code of ['57P01', '57P02', '57P03', '57P05'])
    expect(isLostConnection(Object.assign(new Error('the server goes'), { code, severity: 'FATAL' }))).toBe(true);
});
