import { apiClient, signInWithCookie } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const path = '/api/v1/me/';
const first = 'a first long sentence';
const second = 'a second long sentence';

async function newUser(username: string) {
  const { json } = await running.admin.get('/api/v1/security/roles/?q=(page_size:100)');
  const gamma = json.result.find(({ name }: { name: string }) => name === 'Gamma');
  const made = await running.admin.post('/api/v1/security/users/', {
    ...{ username, password: first, first_name: 'Ada', last_name: 'L', roles: [gamma.id] },
  });
  expect(made.status, made.text).toBe(201);
  return { username, password: first };
}

describe('one’s own account', () => {
  it('gets another name, and nothing else of it changes', async () => {
    const client = await signInWithCookie(running.url, await newUser('ada'));
    const changed = await client.put(path, { first_name: 'Augusta' });
    expect(changed.json.result).toMatchObject({ username: 'ada', first_name: 'Augusta', last_name: 'L' });
    expect((await client.get(path)).json.result.first_name).toBe('Augusta');
  });

  it('gets another password from who knows the present one: all other sessions and tokens end', async () => {
    const account = await newUser('grace');
    const here = await signInWithCookie(running.url, account);
    const elsewhere = await signInWithCookie(running.url, account);
    const login = await apiClient(running.url).post('/api/v1/security/login', { ...account, provider: 'db' });
    const bearer = apiClient(running.url, { authorization: `Bearer ${login.json.access_token}` });
    const changed = await here.put(path, { password: second, current_password: first });
    expect(changed.status, changed.text).toBe(200);
    const cookie = changed.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    expect((await apiClient(running.url, { cookie }).get(path)).status).toBe(200);
    for (const ended of [here, elsewhere, bearer]) expect((await ended.get(path)).status).toBe(401);
    await expect(signInWithCookie(running.url, account)).rejects.toThrow();
    await signInWithCookie(running.url, { ...account, password: second });
  });

  it('keeps its password where the present one is missing or wrong, and lets nobody guess it', async () => {
    const account = await newUser('mary');
    const client = await signInWithCookie(running.url, account);
    const missing = await client.put(path, { password: second });
    expect([missing.status, missing.json.message]).toEqual([
      422,
      { current_password: ['Missing data for required field.'] },
    ]);
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      statuses.push((await client.put(path, { password: second, current_password: `guess ${guess}` })).status);
    expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 422));
    expect(statuses.at(-1)).toBe(429);
    expect((await client.get(path)).status).toBe(200);
    const weak = await signInWithCookie(running.url, await newUser('joan'));
    const easy = await weak.put(path, { password: 'joan', current_password: first });
    expect([easy.status, Object.keys(easy.json.message)]).toEqual([422, ['password']]);
  });

  it('is changed by its person alone: not by a visitor, nor by an API key, nor in what administrators decide', async () => {
    expect((await apiClient(running.url).put(path, { first_name: 'X' })).status).toBe(401);
    const account = await newUser('emmy');
    const client = await signInWithCookie(running.url, account);
    const unknown = await client.put(path, { roles: [1], username: 'admin' });
    expect([unknown.status, Object.keys(unknown.json.message).sort()]).toEqual([400, ['roles', 'username']]);
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const made = await client.post('/api/v1/security/api_keys/', { name: 'k', scopes: 'all', expires_on: expires });
    expect(made.status, made.text).toBe(201);
    const key = apiClient(running.url, { authorization: `Bearer ${made.json.result.key}` });
    expect((await key.put(path, { password: second, current_password: first })).status).toBe(403);
    await signInWithCookie(running.url, account);
  });
});
