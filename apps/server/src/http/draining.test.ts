import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Drain, installDraining } from './draining.ts';

let server: FastifyInstance;
let port: number;
let drain: Drain;
/** Ends what waits at `/slow`. */
let answerSlow: () => void;
let isAsked: boolean;

beforeEach(async () => {
  server = fastify({ forceCloseConnections: true });
  drain = installDraining(server);
  isAsked = false;
  server.get('/', async () => 'here');
  const waiting = new Promise<string>((resolve) => {
    answerSlow = () => resolve('at last');
  });
  server.get('/slow', () => {
    isAsked = true;
    return waiting;
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterEach(() => server.close());

interface Answer {
  readonly text: string;
  readonly connection: string | undefined;
}

function ask(path: string, agent = new Agent()): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1', agent }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ text, connection: answer.headers.connection }));
    });
    asked.on('error', reject).end();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('a server that leaves what comes to others', () => {
  it('takes no new connection, answers once more over one that was kept, and then ends that', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask('/', agent)).connection).toBe('keep-alive');
    const drained = drain();
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await ask('/', agent)).toEqual({ text: 'here', connection: 'close' });
    await drained;
  });

  it('waits for what is under way', async () => {
    const slow = ask('/slow');
    await expect.poll(() => isAsked).toBe(true);
    setTimeout(() => answerSlow(), 1500);
    const ms = await timed(drain);
    expect(ms).toBeGreaterThan(1400);
    expect(ms).toBeLessThan(2800);
    expect((await slow).text).toBe('at last');
  });

  it('does not wait for ever', async () => {
    const never = ask('/slow').catch((error: unknown) => error);
    await expect.poll(() => isAsked).toBe(true);
    expect(await timed(drain)).toBeLessThan(4500);
    await server.close();
    expect(await never).toMatchObject({ code: 'ECONNRESET' });
  });
});
