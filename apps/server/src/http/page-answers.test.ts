import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder, signInWithCookie, testAdmin } from '@powerset/testkit';
import { startInProcess } from '@powerset/testkit/in-process';
import { describe, expect, it } from 'vitest';

describe('the answers that a page brings along', () => {
  it('are those of its visitor: none tells of a dashboard that may not be seen', async () => {
    const web = await makeTempFolder('web-files');
    mkdirSync(join(web.path, 'assets'));
    writeFileSync(join(web.path, 'index.html'), '<head><!--answers--></head>');
    const running = await startInProcess({ webFolder: web.path });
    const made = await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'Nobody else’s </script>' });
    const address = `/superset/dashboard/${made.json.id}/`;
    const gamma = { username: 'gamma', password: 'a password for tests' };
    await running.signInAs(gamma.username, ['Gamma']);
    const asPage = { headers: { accept: 'text/html' } };
    const owner = await (await running.signInByCookie(testAdmin)).get(address, asPage);
    expect([...owner.text.matchAll(/data-answer="([^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/api/v1/bootstrap',
      `/api/v1/dashboard/${made.json.id}`,
      `/api/v1/dashboard/${made.json.id}/charts`,
      `/api/v1/dashboard/${made.json.id}/datasets`,
    ]);
    expect(owner.text).toContain('Nobody else’s \\u003c/script>');
    for (const client of [await signInWithCookie(running.url, gamma), null]) {
      const text = client
        ? (await client.get(address, asPage)).text
        : await (await fetch(running.url + address, asPage)).text();
      expect(text.match(/data-answer/g)).toHaveLength(1);
      expect(text).not.toContain('Nobody else’s');
    }
    await running.stop();
    await web.remove();
  });
});
