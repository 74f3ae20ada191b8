import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeTempFolder } from '@powerset/testkit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { installSecurityHeaders } from './security-headers.ts';
import { installWebFiles } from './web-files.ts';

async function openHelp(hasHelp = true) {
  const folder = await makeTempFolder('help-files');
  writeFileSync(join(folder.path, 'index.html'), '<html><!--answers--><body>the application</body></html>');
  if (hasHelp) {
    mkdirSync(join(folder.path, 'help/pictures'), { recursive: true });
    writeFileSync(join(folder.path, 'help/index.html'), '<h1>Help</h1>');
    writeFileSync(join(folder.path, 'help/404.html'), '<h1>No such page</h1>');
    writeFileSync(join(folder.path, 'help/help.js'), 'plain');
    writeFileSync(join(folder.path, 'help/help.js.gz'), gzipSync('plain'));
  }
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  installSecurityHeaders(app);
  await installWebFiles(app, { config: { webFolder: folder.path }, questions: () => [], now: () => new Date() });
  return { app, close: async () => Promise.all([app.close(), folder.remove()]) };
}

const accept = { accept: 'text/html' };

describe('the help', () => {
  it('is served beside the application, to whoever asks, under a policy that lets no foreign script run', async () => {
    const { app, close } = await openHelp();
    const { statusCode, body, headers } = await app.inject({ url: '/help/index.html', headers: accept });
    expect([statusCode, body]).toEqual([200, '<h1>Help</h1>']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['cache-control']).toBe('no-cache');
    for (const url of ['/help', '/help/']) {
      const answer = await app.inject({ url, headers: accept });
      expect([answer.statusCode, answer.headers.location], url).toEqual([302, '/help/index.html']);
    }
    await close();
  });

  it('answers what was read before with nothing, and what is large compressed', async () => {
    const { app, close } = await openHelp();
    const first = await app.inject({ url: '/help/help.js', headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers['content-encoding']).toBe('gzip');
    const same = await app.inject({ url: '/help/index.html' });
    const { statusCode } = await app.inject({
      url: '/help/index.html',
      headers: { 'if-none-match': String(same.headers.etag) },
    });
    expect(statusCode).toBe(304);
    await close();
  });

  it('has a page for addresses that it has not, and leads to no file outside of it', async () => {
    const { app, close } = await openHelp();
    for (const url of ['/help/nothing.html', '/help/..%2findex.html', '/help/..%2f..%2fpackage.json', '/help/a%00b']) {
      const { statusCode, body } = await app.inject({ url, headers: accept });
      expect([statusCode, body], url).toEqual([404, '<h1>No such page</h1>']);
    }
    await close();
  });

  it('leaves the application as it is where the build wrote none', async () => {
    const { app, close } = await openHelp(false);
    expect((await app.inject({ url: '/superset/welcome/', headers: accept })).body).toContain('the application');
    expect((await app.inject({ url: '/help/', headers: accept })).body).toContain('the application');
    await close();
  });
});
