import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPeerFiles } from './peer-files.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Peer {
  readonly address: string;
  readonly asked: string[];
}

/** Another process, which has one file, or never answers. */
async function openPeer(file: string | null): Promise<Peer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['x-powerset-forwarded']}`);
    if (file === null) return;
    response.statusCode = request.url === `/assets/${file}` ? 200 : 404;
    response.end('export {};');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const over = (...peers: readonly Peer[]) =>
  createPeerFiles({ others: async () => peers.map(({ address }) => address) });

describe('files of the web application that another build has', () => {
  it('come from whichever process has them, also where one of the others is silent or gone', async () => {
    const [other, silent] = [await openPeer('new-1.js'), await openPeer(null)];
    const gone = { address: 'http://127.0.0.1:9', asked: [] };
    const find = over(gone, silent, other);
    expect(String(await find('new-1.js', {}))).toBe('export {};');
    expect(other.asked).toEqual(['/assets/new-1.js 1']);
  });

  it('are asked of nobody by a request that came from another process, and of nobody twice where none has them', async () => {
    const other = await openPeer('new-1.js');
    const find = over(other);
    expect(await find('new-1.js', { 'x-powerset-forwarded': '1' })).toBeNull();
    expect(await find('old-1.js', {})).toBeNull();
    expect(await find('old-1.js', {})).toBeNull();
    expect(other.asked).toEqual(['/assets/old-1.js 1']);
    expect(await over()('new-1.js', {})).toBeNull();
  });

  it('are looked for eight at once: names that somebody makes up hold nobody up', async () => {
    const silent = await openPeer(null);
    const find = over(silent);
    const all = Array.from({ length: 50 }, (_, index) => find(`made-up-${index}.js`, {}));
    const first = await Promise.all(all.slice(8));
    expect(new Set(first)).toEqual(new Set([null]));
    await expect.poll(() => silent.asked.length).toBe(8);
    expect(await Promise.all(all)).toEqual(all.map(() => null));
  });
});
