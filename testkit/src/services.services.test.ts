import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { serviceUrl } from './services.ts';

describe.skipIf(!serviceUrl('postgresql'))('the PostgreSQL service', () => {
  it('answers a query on its loopback port', async () => {
    const client = new pg.Client({ connectionString: serviceUrl('postgresql') });
    await client.connect();
    const { rows } = await client.query('select 6 * 7 as answer');
    await client.end();
    expect(rows).toEqual([{ answer: 42 }]);
  });
});

describe.skipIf(!serviceUrl('redis'))('the Redis service', () => {
  it('answers a ping on its loopback port', async () => {
    const { connect } = await import('node:net');
    const { hostname, port } = new URL(serviceUrl('redis') ?? '');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('PING\r\n'));
      socket.once('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
    expect(answer).toBe('+PONG\r\n');
  });
});
