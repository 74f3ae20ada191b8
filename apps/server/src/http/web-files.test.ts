import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { installSecurityHeaders } from './security-headers.ts';
import { installWebFiles } from './web-files.ts';

const script = "document.documentElement.dataset.theme = 'dark';";

async function openPages() {
  const folder = await makeTempFolder('web-files');
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'assets/a-1.js'), 'export {};');
  writeFileSync(
    join(folder.path, 'index.html'),
    `<html><script>${script}</script><script src="/a.js"></script></html>`,
  );
  const app = fastify();
  installSecurityHeaders(app);
  await installWebFiles(app, folder.path);
  return { app, close: async () => Promise.all([app.close(), folder.remove()]) };
}

describe('the files of the web application', () => {
  it('let the script inside the page run by its hash, and no other one inside a page', async () => {
    const { app, close } = await openPages();
    const hash = createHash('sha256').update(script).digest('base64');
    for (const url of ['/', '/superset/dashboard/1/', '/index.html']) {
      const page = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(page.body, url).toContain(script);
      expect(page.headers['content-security-policy'], url).toContain(`script-src 'self' 'sha256-${hash}';`);
    }
    const file = await app.inject('/assets/a-1.js');
    expect(file.headers['content-security-policy']).toContain("script-src 'self';");
    expect(file.headers['cache-control']).toContain('immutable');
    const missing = await app.inject('/api/v1/nothing');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-security-policy']).toContain("script-src 'self';");
    await close();
  });
});
