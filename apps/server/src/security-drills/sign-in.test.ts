import { request } from 'node:http';
import { type ApiClient, apiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = { time: Date.parse('2026-05-01T00:00:00Z') };
const proxy = '127.0.0.1';
let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess({
    now: () => new Date(clock.time),
    env: { POWERSET_TRUSTED_PROXIES: `${proxy}, 10.0.0.0/8` },
  });
});
afterAll(() => running.stop());

const password = 'a password for tests';
const login = '/api/v1/security/login';
const browserSignIn = '/api/v1/security/sign_in';
const me = '/api/v1/me/';

interface SignedIn {
  readonly id: number;
  readonly bearer: ApiClient;
  readonly refresher: ApiClient;
  readonly browser: ApiClient;
}

async function signInEverywhere(username: string): Promise<SignedIn> {
  const id = await running.app.services.accounts.create({ username, password, roles: ['Gamma'] });
  return { id, ...(await doorsOf(username)) };
}

async function doorsOf(username: string) {
  const { json } = await apiClient(running.url).post(login, { username, password, refresh: true });
  return {
    bearer: apiClient(running.url, { authorization: `Bearer ${json.access_token}` }),
    refresher: apiClient(running.url, { authorization: `Bearer ${json.refresh_token}` }),
    browser: await signInWithCookie(running.url, { username, password }),
  };
}

async function statuses({ bearer, refresher, browser }: Omit<SignedIn, 'id'>) {
  const refreshed = await refresher.post('/api/v1/security/refresh');
  return [(await bearer.get(me)).status, refreshed.status, (await browser.get(me)).status];
}

const change = (id: number, body: unknown) => running.admin.put(`/api/v1/security/users/${id}`, body);

describe('tokens and sessions', () => {
  it('end with a new password, those that a refresh token gave too', async () => {
    const person = await signInEverywhere('changed');
    const renewed = (await person.refresher.post('/api/v1/security/refresh')).json.access_token;
    const later = apiClient(running.url, { authorization: `Bearer ${renewed}` });
    expect([await statuses(person), (await later.get(me)).status]).toEqual([[200, 200, 200], 200]);
    expect((await change(person.id, { password: 'another fine secret 7' })).status).toBe(200);
    expect([await statuses(person), (await later.get(me)).status]).toEqual([[401, 401, 401], 401]);
  });

  it('end when the account is shut, and do not come back when it is opened again', async () => {
    const person = await signInEverywhere('shut');
    await change(person.id, { active: false });
    expect(await statuses(person)).toEqual([401, 401, 401]);
    await change(person.id, { active: true });
    expect(await statuses(person)).toEqual([401, 401, 401]);
    expect(await statuses(await doorsOf('shut'))).toEqual([200, 200, 200]);
  });

  it('end with signing out, by the browser or by a token', async () => {
    const person = await signInEverywhere('leaver');
    expect((await person.browser.post('/api/v1/security/sign_out')).status).toBe(200);
    expect(await statuses(person)).toEqual([401, 401, 401]);
    const again = await doorsOf('leaver');
    expect((await again.bearer.post('/api/v1/security/sign_out')).status).toBe(200);
    expect(await statuses(again)).toEqual([401, 401, 200]);
  });

  it('end with the account', async () => {
    const person = await signInEverywhere('deleted');
    await running.admin.delete(`/api/v1/security/users/${person.id}`);
    expect(await statuses(person)).toEqual([401, 401, 401]);
  });
});

describe('guessing at somebody else’s password', () => {
  const from = (address: string, cookie = '') =>
    apiClient(running.url, { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) });
  const fail = async (client: ApiClient, username: string, tries: number) => {
    let last = 0;
    for (let index = 0; index < tries; index += 1)
      last = (await client.post(login, { username, password: 'wrong' })).status;
    return last;
  };

  it('holds up the one who guesses, and nobody at another address', async () => {
    expect(await fail(from('203.0.113.1'), testAdmin.username, 9)).toBe(429);
    expect((await from('203.0.113.1').post(browserSignIn, testAdmin)).status).toBe(429);
    expect((await from('203.0.113.2').post(browserSignIn, testAdmin)).status).toBe(200);
    clock.time += 61_000;
    expect((await from('203.0.113.1').post(browserSignIn, testAdmin)).status).toBe(200);
  });

  it('holds up no browser in which the person has signed in before, at whichever address', async () => {
    const { cookie = '' } = (await signInWithCookie(running.url, testAdmin)).headers;
    const known = /powerset_browser=[^;]+/.exec(cookie)?.[0] ?? '';
    for (let start = 0; start < 40; start += 1) await fail(from(`198.51.100.${start}`), testAdmin.username, 8);
    expect((await from('203.0.113.77').post(browserSignIn, testAdmin)).status).toBe(429);
    expect((await from('198.51.100.0', known).post(browserSignIn, testAdmin)).status).toBe(200);
    expect((await from('203.0.113.77', `${known}x`).post(browserSignIn, testAdmin)).status).toBe(429);
    clock.time += 61_000;
  });

  it('is held up in a known browser too, and for the people it knows alone', async () => {
    await running.app.services.accounts.create({ username: 'neighbour', password, roles: ['Gamma'] });
    const { cookie = '' } = (await signInWithCookie(running.url, testAdmin)).headers;
    const known = from('203.0.113.3', /powerset_browser=[^;]+/.exec(cookie)?.[0]);
    expect(await fail(known, 'neighbour', 9)).toBe(429);
    expect(await fail(known, testAdmin.username, 9)).toBe(429);
    clock.time += 61_000;
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    for (let index = 0; index < 8; index += 1) await fail(from(`2001:db8:1:2::${index}`), testAdmin.username, 1);
    expect(await fail(from('2001:db8:1:2:ffff::1'), testAdmin.username, 1)).toBe(429);
    expect(await fail(from('2001:db8:1:3::1'), testAdmin.username, 1)).toBe(401);
    clock.time += 61_000;
  });

  it('makes those wait who try many names, but not the others behind the same proxy', async () => {
    for (let index = 0; index < 40; index += 1) await fail(from('203.0.113.4'), `name${index}`, 1);
    expect(await fail(from('203.0.113.4'), 'one-more', 1)).toBe(429);
    expect(await fail(from('203.0.113.5'), 'one-more', 1)).toBe(401);
    clock.time += 61_000;
  });
});

describe('what a proxy says', () => {
  it('is believed of a trusted one: TLS, so that browsers stay with it and keep cookies to it', async () => {
    const overTls = apiClient(running.url, { 'x-forwarded-proto': 'https' });
    const plain = await apiClient(running.url).post(browserSignIn, testAdmin);
    const safe = await overTls.post(browserSignIn, testAdmin);
    expect(safe.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(safe.headers.getSetCookie()).toHaveLength(2);
    for (const line of safe.headers.getSetCookie()) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('is believed of no other, neither address nor TLS nor host', async () => {
    const direct = await startInProcess({ env: { POWERSET_TRUSTED_PROXIES: '10.0.0.0/8' } });
    try {
      const liar = (index: number) =>
        apiClient(direct.url, {
          'x-forwarded-for': `203.0.113.${index}`,
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'evil.example',
        });
      let last = await liar(0).post(login, { username: 'x', password: 'wrong' });
      for (let index = 1; index < 9; index += 1)
        last = await liar(index).post(login, { username: 'x', password: 'wrong' });
      expect(last.status).toBe(429);
      expect(last.headers.get('strict-transport-security')).toBeNull();
      expect(await linkOf(direct, { 'x-forwarded-host': 'evil.example' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    } finally {
      await direct.stop();
    }
  });
});

describe('links', () => {
  it('name no host of a header that is not trusted, and that of a trusted proxy', async () => {
    const own = new URL(running.url).host;
    expect(await linkOf(running, {})).toContain(`http://${own}/superset/dashboard/p/`);
    expect(await linkOf(running, { host: 'evil.example' })).toMatch(/^\/superset\/dashboard\/p\//);
    expect(await linkOf(running, { host: 'evil.example', origin: 'http://evil.example' })).toMatch(/^\/superset\//);
    const forwarded = { 'x-forwarded-host': 'bi.example.com', 'x-forwarded-proto': 'https' };
    expect(await linkOf(running, forwarded)).toMatch(/^https:\/\/bi\.example\.com\/superset\/dashboard\/p\//);
  });
});

/** The link of a permalink; `fetch` would not send another Host header. */
async function linkOf({ url, admin }: InProcessApp, headers: Readonly<Record<string, string>>): Promise<string> {
  const { id } = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Linked' })).json;
  return new Promise((resolve, reject) => {
    const all = { ...admin.headers, 'content-type': 'application/json', ...headers };
    const asked = request(
      `${url}/api/v1/dashboard/${id}/permalink`,
      { method: 'POST', headers: all },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve(JSON.parse(Buffer.concat(chunks).toString()).url);
      },
    );
    asked.once('error', reject);
    asked.end('{}');
  });
}
