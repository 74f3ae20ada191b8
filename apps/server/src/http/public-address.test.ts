import { request } from 'node:http';
import { apiClient, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../config.ts';

const publicUrl = 'https://bi.example.com';
let running: InProcessApp;
let dashboard = 0;
beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_PUBLIC_URL: `${publicUrl}/` } });
  dashboard = (await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'Linked' })).json.id;
});
afterAll(() => running.stop());

/** A call whose Host header is the attacker's; `fetch` would not send one. */
function postAs(host: string, path: string, body: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { ...running.admin.headers, 'content-type': 'application/json', host, origin: `http://${host}` };
    const asked = request(`${running.url}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    asked.once('error', reject);
    asked.end(JSON.stringify(body));
  });
}

describe('the public address', () => {
  it('stands in every link, whatever the Host and Origin headers say', async () => {
    const made = await postAs('evil.example', `/api/v1/dashboard/${dashboard}/permalink`, {});
    expect(JSON.parse(made).url).toMatch(/^https:\/\/bi\.example\.com\/superset\/dashboard\/p\//);
    expect(made).not.toContain('evil.example');
  });

  it('is the one origin besides its own that may sign in, with a cookie for TLS only', async () => {
    const signIn = (origin: string) =>
      apiClient(running.url, { origin }).post('/api/v1/security/sign_in', { ...testAdmin });
    const allowed = await signIn(publicUrl);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('set-cookie')).toMatch(/; Secure/i);
    for (const origin of ['https://bi.example.com.evil.example', 'http://bi.example.com', 'https://evil.example'])
      expect([origin, (await signIn(origin)).status]).toEqual([origin, 403]);
  });

  it('is refused at start when it is none', () => {
    for (const value of ['bi.example.com', 'ftp://bi.example.com', 'https://bi.example.com/sub', 'https://a:b@c/'])
      expect(() => parseConfig({ argv: ['--public-url', value], env: {}, root: '/' })).toThrow(ConfigError);
    expect(parseConfig({ argv: [], env: {}, root: '/' }).publicUrl).toBeNull();
  });
});
