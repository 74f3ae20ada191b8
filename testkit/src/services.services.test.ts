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

describe.skipIf(!serviceUrl('mariadb'))('the MariaDB service', () => {
  it('greets on its loopback port', async () => {
    const { connect } = await import('node:net');
    const { hostname, port } = new URL(serviceUrl('mariadb') ?? '');
    const greeting = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString('latin1'));
      });
    });
    expect(greeting).toContain('MariaDB');
  });
});

describe.skipIf(!serviceUrl('clickhouse'))('the ClickHouse service', () => {
  it('answers a query on its loopback port', async () => {
    const { host } = new URL(serviceUrl('clickhouse') ?? '');
    const response = await fetch(`http://${host}/?query=SELECT%206*7`);
    expect((await response.text()).trim()).toBe('42');
  });
});
