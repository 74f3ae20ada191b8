import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chartDataEndpoints, datasetEndpoints, pictureEndpoints } from '@powerset/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSharedMemory } from './cache/shared-memory-for-tests.ts';
import { forwardOwned } from './forwarded.ts';
import { createProcessWatch } from './process-watch.ts';
import type { Processes } from './processes/index.ts';
import type { Services } from './services.ts';

interface Asked {
  readonly line: string;
  readonly cookie: string | undefined;
  readonly mark: string | undefined;
  /** What proxies say of who asks. */
  readonly told: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const asked: Asked[] = [];
let worker: Server;
let server: FastifyInstance;
let names: string[];

/** A worker that answers whatever it is asked. */
async function answerAsWorker(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  asked.push({
    line: `${request.method} ${request.url}`,
    cookie: request.headers.cookie,
    mark: String(request.headers['x-powerset-forwarded']),
    told: Object.fromEntries(Object.entries(request.headers).filter(([name]) => /^(?:x-forw|forw)/.test(name))),
    body: Buffer.concat(parts).toString('utf8'),
  });
}

beforeEach(async () => {
  asked.length = 0;
  names = [];
  worker = createServer((request, response) => {
    void answerAsWorker(request).then(() => response.writeHead(202, { 'x-from': 'worker' }).end('of the worker'));
  });
  await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await server.close();
  worker.closeAllConnections();
  await new Promise((resolve) => worker.close(resolve));
});

const { chartThumbnail, dashboardThumbnail } = pictureEndpoints;
const pictures = [chartThumbnail, dashboardThumbnail];
const ahead = [chartDataEndpoints.warmUp, datasetEndpoints.warmUp];

/** A process that answers people, with a worker besides it. */
async function open(
  change: Partial<Processes> = {},
  shared: Services['shared'] = null,
  trustProxy: string | false = false,
): Promise<void> {
  const { port } = worker.address() as AddressInfo;
  const processes: Partial<Processes> = {
    ...{ id: 'web', role: 'web', takesJobs: false },
    workerFor: async (name) => {
      names.push(name);
      return 'worker';
    },
    addressOf: async (id) => (id === 'worker' ? `http://127.0.0.1:${port}` : null),
    ...change,
  };
  server = fastify({ trustProxy });
  const services = { processes, shared, traces: { headers: () => ({}) }, config: {} } as unknown as Services;
  forwardOwned(server, services, createProcessWatch());
  for (const { method, path } of [...pictures, ...ahead])
    server.route({ method, url: path, handler: async () => 'of this one' });
}

const ask = async ({ method, path }: { readonly method: string; readonly path: string }, more: object = {}) => {
  const url = path.replace(':id', '7').replace(':digest', 'abc');
  const answer = await server.inject({ method: method as 'GET', url, ...more });
  return answer.payload;
};

describe('a process that answers people', () => {
  it('has thumbnails drawn by a worker, as whoever asks, and each always by the same', async () => {
    await open();
    for (const endpoint of pictures) {
      const before = names.length;
      const more = { headers: { cookie: 'session=ada' } };
      expect(await ask(endpoint, more)).toBe('of the worker');
      expect(await ask(endpoint, more)).toBe('of the worker');
      expect(new Set(names.slice(before)).size).toBe(1);
    }
    expect(asked.map(({ line, cookie, mark }) => [line, cookie, mark])).toEqual(
      [...Array(2).fill('chart'), ...Array(2).fill('dashboard')].map((what) => [
        ...[`GET /api/v1/${what}/7/thumbnail/abc/`, 'session=ada', '1'],
      ]),
    );
  });

  it('has answers read ahead by a worker where all processes share them, and by itself where they do not', async () => {
    await open({}, openSharedMemory().shared);
    for (const endpoint of ahead) expect(await ask(endpoint, { payload: { chart_id: 7 } })).toBe('of the worker');
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([{ chart_id: 7 }, { chart_id: 7 }]);
    await server.close();
    await open();
    for (const endpoint of ahead) expect(await ask(endpoint, { payload: { chart_id: 7 } })).toBe('of this one');
  });

  it('says to the worker from where somebody asks, and not what he says of that himself', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example', forwarded: 'for=6.6.6.6' };
    await open();
    await ask(chartThumbnail, { headers, remoteAddress: '10.0.0.9' });
    await server.close();
    // Behind a proxy that is believed, whose own words go on.
    await open({}, null, '10.0.0.1');
    await ask(chartThumbnail, {
      headers: { ...headers, 'x-forwarded-for': '6.6.6.6, 10.0.0.9' },
      remoteAddress: '10.0.0.1',
    });
    expect(asked.map(({ told }) => told)).toEqual([
      { 'x-forwarded-for': '10.0.0.9' },
      { ...headers, 'x-forwarded-for': '10.0.0.9' },
    ]);
  });

  it('draws and reads by itself where there is no worker, where that is gone, and what was handed to it', async () => {
    const everything = [...pictures, ...ahead];
    await open({ workerFor: async () => null }, openSharedMemory().shared);
    for (const endpoint of everything) expect(await ask(endpoint)).toBe('of this one');
    await server.close();
    await open({ addressOf: async () => null }, openSharedMemory().shared);
    for (const endpoint of everything) expect(await ask(endpoint)).toBe('of this one');
    await server.close();
    await open({}, openSharedMemory().shared);
    const headers = { 'x-powerset-forwarded': '1' };
    for (const endpoint of everything) expect(await ask(endpoint, { headers })).toBe('of this one');
    expect(asked).toEqual([]);
  });

  it('draws and reads by itself where its worker went away and is not yet missed', async () => {
    await open({ addressOf: async () => 'http://127.0.0.1:9' }, openSharedMemory().shared);
    for (const endpoint of [...pictures, ...ahead])
      expect(await ask(endpoint, endpoint.method === 'PUT' ? { payload: { chart_id: 7 } } : {})).toBe('of this one');
  });

  it('hands nothing on where it takes jobs itself', async () => {
    await open({ takesJobs: true }, openSharedMemory().shared);
    for (const endpoint of [...pictures, ...ahead]) expect(await ask(endpoint)).toBe('of this one');
    expect(asked).toEqual([]);
  });
});
