import { type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { removeFactor } from './second-factor.ts';

let running: InProcessApp;
let time = new Date('2026-03-02T09:00:00Z');
beforeAll(async () => {
  const env = { POWERSET_REQUIRE_SECOND_FACTOR: 'everybody', POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' };
  running = await startInProcess({ env, now: () => time });
});
afterAll(() => running.stop());

const path = '/api/v1/me/second_factor/';
const password = 'a first long sentence';
const codeOf = (secret: string) => {
  time = new Date(time.getTime() + 60_000);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
};
const errorOf = ({ status, json }: Awaited<ReturnType<ApiClient['get']>>) => [status, json.errors?.[0]?.error_type];
const bootstrapOf = async (client: ApiClient) => (await client.get('/api/v1/bootstrap')).json;

async function newPerson(username: string, at = running, role = 'Alpha') {
  const id = await at.app.services.accounts.create({ username, password, roles: [role] });
  return { id, client: await signInWithCookie(at.url, { username, password }) };
}

async function setUp(client: ApiClient): Promise<string> {
  const { secret } = (await client.post(path, { password })).json.result;
  const confirmed = await client.put(path, { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  return secret;
}

const login = (username: string, code?: string) =>
  apiClient(running.url).post('/api/v1/security/login', {
    ...{ username, password, provider: 'db', refresh: true },
    ...(code === undefined ? {} : { code }),
  });

describe('where a second factor is asked of everybody', () => {
  it('a password opens nothing but the way to set one up, and to leave', async () => {
    const { client } = await newPerson('ada');
    expect(await bootstrapOf(client)).toMatchObject({ needsSecondFactor: true, user: { username: 'ada' } });
    const expires = new Date(time.getTime() + 86_400_000).toISOString();
    for (const answer of [
      await client.get('/api/v1/security/users/'),
      await client.get('/api/v1/me/sessions/'),
      await client.post('/api/v1/security/api_keys/', { name: 'k', scopes: 'all', expires_on: expires }),
      await client.put('/api/v1/me/', { first_name: 'A' }),
      await client.post('/api/v1/chart/data', { datasource: { id: 1, type: 'table' }, queries: [] }),
    ])
      expect([403, 401]).toContain(answer.status);
    expect(errorOf(await client.get('/api/v1/me/sessions/'))).toEqual([403, 'SECOND_FACTOR_REQUIRED_ERROR']);
    // What is open to visitors is open as to one of them.
    const own = (await client.get('/api/v1/me/roles/')).json;
    expect(own.result?.username ?? '').not.toBe('ada');
    expect((await client.get(path)).json.result).toMatchObject({ is_on: false, is_required: true });
    expect((await client.post('/api/v1/security/sign_out')).status).toBe(200);
    expect((await bootstrapOf(client)).needsSecondFactor).toBeUndefined();
  });

  it('all is open once it is set up, without signing in again, and it stays on', async () => {
    const { id, client } = await newPerson('grace');
    const secret = await setUp(client);
    expect((await bootstrapOf(client)).needsSecondFactor).toBeUndefined();
    expect((await client.get('/api/v1/me/sessions/')).status).toBe(200);
    const off = await client.post(`${path}remove/`, { password, code: codeOf(secret) });
    expect([off.status, off.json.message]).toEqual([422, 'A second factor is asked for here: yours stays on.']);
    // An administrator takes it from whoever lost it: what is open in browsers asks for a new one.
    await removeFactor(running.app.services.store, id);
    expect(errorOf(await client.get('/api/v1/me/sessions/'))).toEqual([403, 'SECOND_FACTOR_REQUIRED_ERROR']);
    await setUp(client);
    expect((await client.get('/api/v1/me/sessions/')).status).toBe(200);
  });

  it('programs get tokens by a code alone, which end with the factor; API keys go on', async () => {
    const { id, client } = await newPerson('linus');
    const refused = await login('linus');
    expect(errorOf(refused)).toEqual([401, 'SECOND_FACTOR_ERROR']);
    expect(refused.json.errors[0].message).toBe(
      'A second factor is asked for here. Sign in at the page once and set yours up.',
    );
    const secret = await setUp(client);
    const { access_token: access, refresh_token: refresh } = (await login('linus', codeOf(secret))).json;
    const program = apiClient(running.url, { authorization: `Bearer ${access}` });
    const renew = () => apiClient(running.url, { authorization: `Bearer ${refresh}` }).post('/api/v1/security/refresh');
    expect([(await program.get('/api/v1/me/')).status, (await renew()).status]).toEqual([200, 200]);
    const expiresOn = new Date(time.getTime() + 86_400_000);
    const { key } = await running.app.services.apiKeys.create({ userId: id, name: 'k', scopes: 'all', expiresOn });
    await removeFactor(running.app.services.store, id);
    expect(errorOf(await program.get('/api/v1/me/sessions/'))).toEqual([403, 'SECOND_FACTOR_REQUIRED_ERROR']);
    expect((await renew()).status).toBe(401);
    const byKey = apiClient(running.url, { authorization: `Bearer ${key}` });
    expect((await byKey.get('/api/v1/me/')).status).toBe(200);
  });

  it('whoever comes from an identity provider has shown there what that asks for', async () => {
    const { id } = await newPerson('edsger');
    const { token } = await running.app.services.sessions.start(id, 'provider');
    const client = apiClient(running.url, { cookie: `powerset_session=${token}` });
    expect((await bootstrapOf(client)).needsSecondFactor).toBeUndefined();
    expect((await client.get('/api/v1/me/sessions/')).status).toBe(200);
  });
});

describe('where a second factor is asked of administrators', () => {
  it('nobody else is held up', async () => {
    const env = { POWERSET_REQUIRE_SECOND_FACTOR: 'admins' };
    const at = await startInProcess({ env, now: () => time });
    const admin = await newPerson('head', at, 'Admin');
    const other = await newPerson('other', at);
    expect(errorOf(await admin.client.get('/api/v1/security/users/'))).toEqual([403, 'SECOND_FACTOR_REQUIRED_ERROR']);
    expect((await other.client.get('/api/v1/me/sessions/')).status).toBe(200);
    expect((await other.client.get(path)).json.result.is_required).toBe(false);
    await setUp(admin.client);
    expect((await admin.client.get('/api/v1/security/users/')).status).toBe(200);
    await at.stop();
  });
});
