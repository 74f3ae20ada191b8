import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingWorld, startEmbedding } from './embedding-fixture.ts';

let world: EmbeddingWorld;
const webFolder = mkdtempSync(join(tmpdir(), 'powerset-page-'));

beforeAll(async () => {
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><div id="root"></div><!--answers--></body>');
  world = await startEmbedding({ webFolder });
});
afterAll(async () => {
  await world.running.stop();
  rmSync(webFolder, { recursive: true });
});

const open = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const client = await world.running.signInByCookie();
  return client.get(path, { headers: { accept: 'text/html', ...headers } });
};
const page = () => `/embedded/${world.uuid}?uiConfig=3`;
const embed = (sites: readonly string[]) =>
  world.admin.put(`/api/v1/dashboard/${world.dashboardId}/embedded`, { allowed_domains: sites });
const ancestorsOf = ({ headers }: { readonly headers: Headers }) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

describe('the page of an embedded dashboard', () => {
  it('may be framed by the sites that are named, and by no other', async () => {
    await embed(['https://app.example.com', 'https://*.example.org']);
    const answer = await open(page());
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, null]);
    expect(ancestorsOf(answer)).toBe("'self' https://app.example.com https://*.example.org");
    const other = await open('/superset/welcome/');
    expect([ancestorsOf(other), other.headers.get('x-frame-options')]).toEqual(["'self'", 'SAMEORIGIN']);
  });

  it('may be framed by every site where none is named', async () => {
    await embed([]);
    expect(ancestorsOf(await open(page(), { referer: 'https://anybody.example.net/' }))).toBe('*');
  });

  it('is refused to a site that says who it is and may not show it, also when it might before', async () => {
    await embed(['https://app.example.com', 'https://*.example.org']);
    const statusOf = async (referer: string) => (await open(page(), { referer })).status;
    expect(await statusOf('https://app.example.com/orders')).toBe(200);
    expect(await statusOf('https://a.b.example.org/')).toBe(200);
    for (const site of [
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.evil.net',
      'https://example.org',
      'https://evilexample.org',
      'nonsense',
    ])
      expect([site, await statusOf(`${site}/`)]).toEqual([site, 403]);
    await embed(['https://other.example.com']);
    const removed = await open(page(), { referer: 'https://app.example.com/' });
    expect([removed.status, ancestorsOf(removed)]).toEqual([403, "'none'"]);
  });

  it('is not there under another name, nor when it is embedded no more', async () => {
    const missing = await open(`/embedded/${crypto.randomUUID()}`);
    expect([missing.status, ancestorsOf(missing)]).toEqual([404, "'none'"]);
    expect((await open('/embedded/%00')).status).toBe(404);
    expect((await open("/embedded/' or 1=1")).status).toBe(404);
  });

  it('brings nothing along of whoever is signed in in the same browser', async () => {
    await embed([]);
    expect((await open(page())).text).not.toContain('data-answer');
    expect((await open('/superset/welcome/')).text).toContain('data-answer');
  });
});

describe('charts and dashboards that stand alone', () => {
  it('may be framed by our own pages alone, unless the settings name sites', async () => {
    const answer = await open('/explore/?slice_id=1&standalone=1');
    expect([ancestorsOf(answer), answer.headers.get('x-frame-options')]).toEqual(["'self'", 'SAMEORIGIN']);
  });

  it('may be framed by the sites of the settings, and nothing else may', async () => {
    const sites = 'https://wiki.example.com/,https://*.example.org';
    const other = await startEmbedding({ webFolder, env: { POWERSET_FRAME_SITES: sites } });
    const client = await other.running.signInByCookie();
    const framedBy = async (path: string) => ancestorsOf(await client.get(path, { headers: { accept: 'text/html' } }));
    const named = "'self' https://wiki.example.com https://*.example.org";
    for (const path of [
      '/explore/?slice_id=1&standalone=1',
      '/superset/explore/p/abc/?standalone=2',
      '/superset/dashboard/1/?native_filters_key=a&standalone=3',
      '/superset/dashboard/1/?standalone=true',
    ])
      expect(await framedBy(path), path).toBe(named);
    for (const path of [
      '/explore/?slice_id=1',
      '/explore/?slice_id=1&standalone=0',
      '/login/?standalone=1',
      '/users/list/?standalone=1',
      '/superset/welcome/?next=/explore/?standalone=1',
      '/superset/dashboard/1/?xstandalone=1',
    ])
      expect(await framedBy(path), path).toBe("'self'");
    await other.running.stop();
  });
});
