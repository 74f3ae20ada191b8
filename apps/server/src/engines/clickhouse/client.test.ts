import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connection } from './client.ts';

const open: { server?: Server; connection?: Connection } = {};
afterEach(async () => {
  await open.connection?.close();
  open.server?.closeAllConnections();
  open.server?.close();
});

/** A server that cuts the line of the first statement and goes on with it, as one behind a bad network does. */
async function start() {
  const running = new Set<string>();
  const killed: string[] = [];
  let cuts = 1;
  const server = createServer((request, response) => {
    let sql = '';
    request.on('data', (part) => {
      sql += String(part);
    });
    request.on('end', () => {
      const id = new URL(request.url ?? '', 'http://h').searchParams.get('query_id') ?? '';
      if (sql.startsWith('SELECT version()')) return response.end('26.1.1.1\tUTC\t0\n');
      if (sql.startsWith('KILL')) {
        killed.push(sql);
        return response.end();
      }
      if (sql.startsWith('SELECT wrong'))
        return response
          .writeHead(sql.includes('late') ? 200 : 404, { 'x-clickhouse-exception-code': '47' })
          .end('Code: 47. DB::Exception: Unknown identifier: wrong');
      if (running.has(id))
        return response
          .writeHead(500)
          .end(
            `Code: 216. DB::Exception: Query with id = ${id} is already running. (QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING)`,
          );
      running.add(id);
      if (cuts === 0) return response.end('n\nUInt8\n1\n');
      cuts -= 1;
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection = new Connection({
    ...{ host: '127.0.0.1', port, user: 'ada', password: null, database: 'shop' },
    ...{ tlsMode: 'disable', serverCertificate: null, policy: { allowsPrivateHosts: true } },
  });
  Object.assign(open, { server, connection });
  return { connection, running, killed };
}

describe('a statement whose line was cut', () => {
  it('is asked again under an id of its own, as the server may still run the first', async () => {
    const { connection, running, killed } = await start();
    const { signal } = new AbortController();
    const { stream } = await connection.open({
      ...{ sql: 'SELECT 1', queryId: 'asked', database: 'shop', timeoutMs: 5000, signal },
    });
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('n\nUInt8\n1\n');
    expect([...running]).toEqual(['asked', 'asked-1']);
    expect(killed).toEqual(["KILL QUERY WHERE query_id LIKE 'asked%' ASYNC"]);
  });

  it('is not asked again where it changes something', async () => {
    const { connection, running } = await start();
    const { signal } = new AbortController();
    const writing = { sql: 'INSERT', queryId: 'wrote', database: 'shop', timeoutMs: 5000, mayWrite: true, signal };
    await expect(connection.open(writing)).rejects.toThrow();
    expect([...running]).toEqual(['wrote']);
  });
});

describe('what a server refuses', () => {
  it.each(['SELECT wrong', 'SELECT wrong, late'])('is told in its words, whatever its status says: %s', async (sql) => {
    const { connection } = await start();
    const { signal } = new AbortController();
    const asked = connection.open({ sql, queryId: 'refused', database: 'shop', timeoutMs: 5000, signal });
    await expect(asked).rejects.toThrow('Code: 47. DB::Exception: Unknown identifier: wrong');
  });
});
