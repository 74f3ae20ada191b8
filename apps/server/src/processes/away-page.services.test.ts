import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort, makeTempFolder, projectRoot, startProcess, waitUntilReady } from '@powerset/testkit';
import { expect, it } from 'vitest';

/** nginx with deploy/nginx.conf, in front of ports of here. */
async function startProxy(ports: readonly number[]) {
  const folder = await makeTempFolder('powerset-proxy');
  const port = await freePort();
  let text = (await readFile(join(projectRoot, 'deploy/nginx.conf'), 'utf8')).replace('8080', `127.0.0.1:${port}`);
  for (const [at, own] of ports.entries()) text = text.replace(`127.0.0.1:${8088 + at} `, `127.0.0.1:${own} `);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder.path}/${name};`,
  );
  const file = join(folder.path, 'nginx.conf');
  const head = `daemon off; pid ${folder.path}/nginx.pid; error_log ${folder.path}/nginx.log; events {}`;
  await writeFile(file, `${head}\nhttp { access_log off; ${places.join(' ')}\n${text}\n}\n`);
  const nginx = startProcess({ command: 'nginx', args: ['-c', file, '-p', folder.path] });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(nginx, async () => (await fetch(url)).status > 0, { name: 'nginx', timeoutMs: 10_000 });
  const stop = async () => {
    await nginx.stop();
    await folder.remove();
  };
  return { url, stop };
}

it.skipIf(!existsSync('/usr/sbin/nginx'))(
  'a proxy with no process behind it shows a page that tries again, and passes on what a process answers',
  async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const { url, stop } = await startProxy(ports);
    const away = await fetch(`${url}/superset/welcome/`);
    expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([
      ...[502, '5', 'no-store'],
    ]);
    expect(away.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await away.text();
    expect(page).toContain('<h1 style="font-size: 16px">Powerset does not answer</h1>');
    expect(page).toContain('<meta http-equiv="refresh" content="5">');

    const words = JSON.stringify({ message: 'The database took too long.' });
    const process = createServer((_request, answer) => answer.writeHead(504).end(words)).listen(ports[0], '127.0.0.1');
    await once(process, 'listening');
    const own = await fetch(`${url}/api/v1/chart/data`, { method: 'POST', body: '{}' });
    expect([own.status, await own.text()]).toEqual([504, words]);
    process.close();
    process.closeAllConnections();
    await stop();
  },
);
