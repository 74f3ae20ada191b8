import { type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCodeRight } from './second-factor.ts';

let running: InProcessApp;
let time = new Date('2026-03-02T09:00:00Z');
beforeAll(async () => {
  running = await startInProcess({ now: () => time });
});
afterAll(() => running.stop());

const path = '/api/v1/me/second_factor/';
const password = 'a first long sentence';
const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

interface Person {
  readonly id: number;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly client: ApiClient;
}

async function newPerson(username: string): Promise<Person> {
  const id = await running.app.services.accounts.create({ username, password, roles: ['Gamma'] });
  const credentials = { username, password };
  return { id, credentials, client: await signInWithCookie(running.url, credentials) };
}

async function withFactor(username: string) {
  const person = await newPerson(username);
  const { secret } = (await person.client.post(path, { password })).json.result;
  const confirmed = await person.client.put(path, { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  later(60);
  return { ...person, secret: String(secret), codes: confirmed.json.result.recovery_codes as readonly string[] };
}

const signIn = (credentials: object) => apiClient(running.url).post('/api/v1/security/sign_in', credentials);
const login = (credentials: object) =>
  apiClient(running.url).post('/api/v1/security/login', { ...credentials, provider: 'db' });
const typeOf = (answer: { readonly json: { errors: readonly { error_type: string }[] } }) =>
  answer.json.errors[0]?.error_type;

describe('a second factor', () => {
  it('is asked for at both doors from whoever confirmed one, and of nobody else', async () => {
    const ada = await newPerson('ada');
    const begun = await ada.client.post(path, { password });
    const { secret, uri } = begun.json.result;
    expect(begun.headers.get('cache-control')).toBe('no-store');
    expect(uri).toBe(`otpauth://totp/Powerset:ada?issuer=Powerset&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    expect((await signIn(ada.credentials)).status).toBe(200);
    expect((await ada.client.get(path)).json.result).toEqual({
      ...{ is_on: false, is_required: false, confirmed_on: null, recovery_codes_left: 0 },
    });
    expect((await ada.client.put(path, { code: another(codeOf(secret)) })).status).toBe(422);
    const confirmed = await ada.client.put(path, { code: codeOf(secret) });
    expect(new Set(confirmed.json.result.recovery_codes).size).toBe(10);
    expect((await ada.client.get(path)).json.result).toEqual({
      ...{ is_on: true, is_required: false, confirmed_on: time.toISOString(), recovery_codes_left: 10 },
    });
    later(30);
    for (const door of [signIn, login]) {
      const asked = await door(ada.credentials);
      expect([asked.status, typeOf(asked)]).toEqual([401, 'SECOND_FACTOR_ERROR']);
      expect(asked.headers.getSetCookie()).toEqual([]);
      const passed = await door({ ...ada.credentials, code: codeOf(secret) });
      expect(passed.status, passed.text).toBe(200);
      later(30);
    }
    const grace = await newPerson('grace');
    expect((await signIn({ ...grace.credentials, code: '000000' })).status).toBe(200);
  });

  it('takes a code once, of a clock that is half a minute off at most, and none with a wrong password', async () => {
    const { credentials, secret } = await withFactor('mary');
    const code = codeOf(secret);
    later(30);
    expect((await signIn({ ...credentials, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    const used = await signIn({ ...credentials, code });
    expect([used.status, used.json.message]).toEqual([401, 'This code is wrong, has run out or was used before.']);
    const old = codeOf(secret);
    later(90);
    expect((await signIn({ ...credentials, code: old })).status).toBe(401);
    const wrong = await signIn({ ...credentials, password: 'no', code: codeOf(secret) });
    expect([wrong.status, typeOf(wrong)]).toEqual([401, 'UNAUTHENTICATED_ERROR']);
    expect((await signIn({ ...credentials, code: codeOf(secret) })).status).toBe(200);
  });

  it('of two that bring the same code at once lets one in', async () => {
    const { id, secret } = await withFactor('twice');
    const { services } = running.app;
    // As after the passwords of both were looked at, which takes each its time.
    const both = await Promise.all([1, 2].map(() => isCodeRight(services, id, codeOf(secret))));
    expect(both.toSorted()).toEqual([false, true]);
  });

  it('lets nobody guess codes who knows the password, and takes the right one after a quarter of an hour', async () => {
    const { credentials, secret } = await withFactor('guessed');
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await signIn({ ...credentials, code: another(codeOf(secret)) })).status);
      // The throttle of passwords is not what stops them.
      later(20);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await signIn({ ...credentials, code: codeOf(secret) })).status).toBe(429);
    later(15 * 60);
    expect((await signIn({ ...credentials, code: codeOf(secret) })).status).toBe(200);
  });

  it('is replaced once by each recovery code, however it is typed, until there are new ones', async () => {
    const { credentials, client, codes } = await withFactor('lost');
    const [first = '', second = ''] = codes;
    expect((await signIn({ ...credentials, code: first.toUpperCase().replace('-', ' ') })).status).toBe(200);
    expect((await signIn({ ...credentials, code: first })).status).toBe(401);
    expect((await client.get(path)).json.result.recovery_codes_left).toBe(9);
    const refused = await client.post(`${path}recovery_codes/`, { password: 'not mine' });
    expect([refused.status, refused.json.message]).toEqual([422, { password: ['This is not your password.'] }]);
    const renewed = (await client.post(`${path}recovery_codes/`, { password })).json.result.recovery_codes;
    expect((await signIn({ ...credentials, code: second })).status).toBe(401);
    expect((await signIn({ ...credentials, code: renewed[0] })).status).toBe(200);
  });

  it('is begun, and taken away, by the password alone or with a code: a browser that was left open is not enough', async () => {
    const { client, credentials, secret } = await withFactor('left');
    expect((await client.post(path, { password: 'not mine' })).status).toBe(422);
    const again = await client.post(path, { password });
    expect([again.status, typeOf(again)]).toEqual([409, 'CONFLICT_ERROR']);
    expect((await client.post(`${path}remove/`, { password: 'not mine', code: codeOf(secret) })).status).toBe(422);
    const wrong = await client.post(`${path}remove/`, { password, code: another(codeOf(secret)) });
    expect([wrong.status, Object.keys(wrong.json.message)]).toEqual([422, ['code']]);
    expect((await client.post(`${path}remove/`, { password, code: codeOf(secret) })).status).toBe(200);
    expect((await signIn(credentials)).status).toBe(200);
    for (const gone of [
      await client.post(`${path}remove/`, { password, code: '000000' }),
      await client.post(`${path}recovery_codes/`, { password }),
      await client.put(path, { code: '000000' }),
    ])
      expect(gone.status).toBe(404);
  });

  it('is seen and taken from who lost it by administrators, who read nothing of it', async () => {
    const { id, credentials, client, secret } = await withFactor('helped');
    const own = `/api/v1/security/users/${id}`;
    const account = await running.admin.get(own);
    expect(account.json.result.has_second_factor).toBe(true);
    expect(account.text).not.toContain(secret);
    expect((await client.delete(`${own}/second_factor/`)).status).toBe(403);
    expect((await apiClient(running.url).delete(`${own}/second_factor/`)).status).toBe(401);
    const expires = new Date(time.getTime() + 86_400_000).toISOString();
    const key = await running.admin.post('/api/v1/security/api_keys/', {
      name: 'r',
      scopes: 'all',
      expires_on: expires,
    });
    const robot = apiClient(running.url, { authorization: `Bearer ${key.json.result.key}` });
    expect((await robot.get(own)).status).toBe(200);
    expect((await robot.delete(`${own}/second_factor/`)).status).toBe(403);
    expect((await running.admin.delete(`${own}/second_factor/`)).status).toBe(200);
    expect((await running.admin.delete(`${own}/second_factor/`)).status).toBe(404);
    expect((await running.admin.delete('/api/v1/security/users/99999/second_factor/')).status).toBe(404);
    expect((await running.admin.get(own)).json.result.has_second_factor).toBe(false);
    expect((await signIn(credentials)).status).toBe(200);
  });

  it('is kept encrypted, and goes with its person', async () => {
    const { id, secret, codes } = await withFactor('gone');
    const { store } = running.app.services;
    const rows = () => store.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute();
    const [row] = await rows();
    for (const text of [secret, ...codes]) expect(JSON.stringify(row)).not.toContain(text);
    expect((await running.admin.delete(`/api/v1/security/users/${id}`)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});
