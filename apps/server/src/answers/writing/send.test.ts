import { setTimeout } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { keptDeflate } from '../../http/index.ts';
import { openLineStream } from './send.ts';

it('a stream of lines begins with its head, also where the lines after it are compressed already', async () => {
  const app = fastify();
  const deflate = keptDeflate(() => new Date('2026-11-24T00:00:00Z'));
  const head = Buffer.from('head\n');
  const compress = async (text: Buffer) => {
    if (text.equals(head)) await setTimeout(20);
    return deflate(text);
  };
  app.get('/', (request, reply) => {
    const lines = openLineStream({ request, reply }, { compress, head });
    void lines.write([Buffer.from('rows\n')]).then(lines.end);
    return reply;
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toBe('head\nrows\n');
  } finally {
    await app.close();
  }
});
