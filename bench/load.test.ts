import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { Connection, requestBytes } from './connection.ts';
import { loadServer } from './load.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(isChunked: boolean): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      if (isChunked) response.write('{"result":');
      response.end(isChunked ? '[]}' : '{"result":[]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, seen };
}

it.each([
  ['by length', false],
  ['in chunks', true],
])('counts answers that come %s', async (_how, isChunked) => {
  const { port, seen } = await serve(isChunked);
  const request = { port, connections: 4, seconds: 0.2, path: '/x', body: '{"a":1}', headers: {} };
  const result = await loadServer(request);
  expect(result.failures).toBe(0);
  expect(result.latenciesMs.length).toBe(seen.length);
  expect(new Set(seen)).toEqual(new Set(['POST /x {"a":1}']));
});

it.each([
  ['by length', false],
  ['in chunks', true],
])('gives the body of one answer after the other when it comes %s', async (_how, isChunked) => {
  const { port } = await serve(isChunked);
  const connection = await Connection.open(port);
  const bytes = requestBytes({ port, path: '/x', body: '{}', headers: {} });
  for (let round = 0; round < 3; round += 1) {
    const answer = await connection.send(bytes);
    expect([answer.status, answer.body().toString()]).toEqual([200, '{"result":[]}']);
  }
  connection.close();
});
