import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Authority, makeAuthority, makeTempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsMaterial } from '../tls/index.ts';
import { peerFetch } from './peer-fetch.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let authority: Authority;
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let connections: number;
const read = (file: string) => readFileSync(file, 'utf8');

/** What a process of the name shows and trusts. */
function shown(name: string, by = authority): TlsMaterial {
  const { certFile, keyFile } = by.issue({ file: name, name });
  return { cert: read(certFile), key: read(keyFile), ca: read(authority.caFile) };
}

beforeAll(async () => {
  folder = await makeTempFolder('powerset-peer-fetch');
  authority = makeAuthority(folder.path);
  const { certFile, keyFile } = authority.issue({ file: 'server', name: 'server', addresses: ['127.0.0.1'] });
  const own = { cert: read(certFile), key: read(keyFile), ca: read(authority.caFile) };
  connections = 0;
  const asks = { requestCert: true, rejectUnauthorized: true };
  server = createServer({ ...own, ...asks }, (request, response) => answer(request, response));
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await folder.remove();
});

const at = (path: string) => new URL(path, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
const ask = (material: TlsMaterial, asked: Partial<Parameters<typeof peerFetch>[2]> = {}) =>
  peerFetch({ now: () => material }, at('/run?x=1'), { headers: {}, signal: AbortSignal.timeout(5000), ...asked });

describe('a process that is asked over TLS', () => {
  it('is asked as somebody asks, and answers piece by piece, as it is', async () => {
    answer = (request, response) => {
      response.writeHead(201, [
        ...['x-asked', `${request.method} ${request.url} ${request.headers['x-who']}`],
        ...['x-packed', String(request.headers['accept-encoding']), 'set-cookie', 'a=1', 'set-cookie', 'b=2'],
      ]);
      request.pipe(response);
    };
    const headers = { 'x-who': 'ada', 'accept-encoding': 'gzip' };
    const answered = await ask(shown('one'), { method: 'POST', headers, body: 'rows' });
    expect([answered.status, answered.headers.get('x-asked')]).toEqual([201, 'POST /run?x=1 ada']);
    expect(answered.headers.get('x-packed')).toBe('identity');
    expect(answered.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answered.text()).toBe('rows');
  });

  it('is followed nowhere, and may answer with nothing', async () => {
    const material = shown('two');
    for (const status of [302, 204, 304]) {
      answer = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end();
      const answered = await ask(material);
      expect([answered.status, answered.headers.get('location'), await answered.text()]).toEqual([
        status,
        '/elsewhere',
        '',
      ]);
    }
  });

  it('is asked over connections that are kept, and over another one once the certificates are new', async () => {
    answer = (_request, response) => response.end('here');
    const material = shown('three');
    const before = connections;
    for (let count = 0; count < 3; count += 1) expect(await (await ask(material)).text()).toBe('here');
    expect(connections - before).toBe(1);
    expect(await (await ask(shown('four'))).text()).toBe('here');
    expect(connections - before).toBe(2);
  });

  it('lets nobody in without a certificate of the installation, and is trusted by nobody else', async () => {
    answer = (_request, response) => response.end('here');
    const stranger = makeAuthority(folder.path, 'stranger');
    await expect(ask({ ca: read(authority.caFile) })).rejects.toThrow();
    await expect(ask(shown('strange', stranger))).rejects.toThrow();
    await expect(ask({ ...shown('five'), ca: read(stranger.caFile) })).rejects.toThrow();
    const without = peerFetch(null, at('/run'), { headers: {}, signal: AbortSignal.timeout(5000) });
    await expect(without).rejects.toThrow();
  });

  it('is left with whoever asked', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const asked = ask(shown('six'), { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});
