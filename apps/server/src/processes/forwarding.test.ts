import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installForwarding } from './forwarding.ts';
import { createPeerHealth } from './peer-health.ts';
import type { Processes } from './processes.ts';

/** A process on a machine of which nothing comes back; with a health, it lives and its answer takes its time. */
let peer: Server;
let sockets: Socket[];
let asked: string[];
let hasHealth: boolean;
let server: FastifyInstance;

beforeEach(async () => {
  sockets = [];
  asked = [];
  hasHealth = false;
  peer = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const [line = ''] = data.toString().split('\r\n');
      asked.push(line);
      if (hasHealth && line.includes('/health')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK');
    });
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const { port } = peer.address() as AddressInfo;
  const processes: Partial<Processes> = { id: 'one', addressOf: async () => `http://127.0.0.1:${port}` };
  server = fastify();
  server.setErrorHandler((error: Error, _request, reply) => reply.code(503).send(error.message));
  installForwarding(server, {
    processes: processes as Processes,
    routes: new Map([['GET /run', () => ({ kind: 'run', name: 'x' }) as const]]),
    headers: () => ({}),
    ownerOf: async () => 'other',
    health: createPeerHealth(null, 60),
    lookMs: 80,
  });
  server.get('/run', async () => 'of this one');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  await new Promise((resolve) => peer.close(resolve));
});

const isHealth = (line: string) => line.includes('/health');

describe('a request that is handed on', () => {
  it('ends where its process is alive by all that is known, and answers nothing at all', async () => {
    const answer = await server.inject('/run');
    expect([answer.statusCode, answer.payload]).toEqual([503, expect.stringContaining('does not answer')]);
    expect(asked.filter(isHealth).length).toBe(2);
  });

  it('is not sent where another one just waited in vain, until something comes back', async () => {
    await server.inject('/run');
    const before = asked.length;
    expect((await server.inject('/run')).statusCode).toBe(503);
    expect(asked.slice(before).map(isHealth)).toEqual([true]);
    hasHealth = true;
    void server.inject('/run');
    await expect.poll(() => asked.slice(before).filter((line) => !isHealth(line)).length).toBe(1);
  });

  it('waits as long as it takes where its process is there', async () => {
    hasHealth = true;
    const answer = server.inject('/run');
    await expect.poll(() => asked.filter(isHealth).length).toBeGreaterThan(4);
    const [line] = sockets;
    line?.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nrows');
    expect((await answer).payload).toBe('rows');
  });
});
