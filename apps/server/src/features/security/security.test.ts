import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts, loadSecrets } from '../../access/index.ts';
import { openStore } from '../../metadata/index.ts';
import { createSetUp } from './set-up.ts';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const login = '/api/v1/security/login';

/** Of the password that the test says, by Werkzeug 3. */
const movedOverDigest =
  'fe7e3067c2b81046eb52b85bc360b913251bd758ab0f1a22b07a64aeb4cc55d5c8e634b656299a3529501dd61aa7ce1f73cb3b86276f73d67b5e9755ff1ca0d0';

describe('bearer tokens', () => {
  it('are given for a user name and password, and open the API', async () => {
    const answer = await apiClient(running.url).post(login, { ...testAdmin, provider: 'db', refresh: true });
    expect(answer.status).toBe(200);
    const client = apiClient(running.url, { authorization: `Bearer ${answer.json.access_token}` });
    expect((await client.get('/api/v1/me/')).json.result).toMatchObject({
      username: testAdmin.username,
      is_anonymous: false,
    });
  });

  it('are refused for a wrong password and an unknown name with the same answer', async () => {
    const anyone = apiClient(running.url);
    const wrong = await anyone.post(login, { ...testAdmin, password: 'not the password' });
    const unknown = await anyone.post(login, { username: 'nobody', password: 'not the password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toBe(unknown.text);
  });

  it('are given for a password that was moved over, whose hash is one of our own from then on', async () => {
    const { store } = running.app.services;
    const older = `pbkdf2:sha512:1000$PaBFoYVYrJP6YNwy$${movedOverDigest}`;
    const stamp = new Date(0).toISOString();
    const person = { username: 'moved', first_name: 'Mo', last_name: 'Ved', email: '', created_on: stamp };
    const { id } = await store
      .insertInto('users')
      .values({ ...person, password_hash: older, changed_on: stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    const hashOf = async () =>
      (await store.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .password_hash;
    const anyone = apiClient(running.url);
    const wrong = await anyone.post(login, { username: 'moved', password: 'wrong horse battery' });
    expect([wrong.status, await hashOf()]).toEqual([401, older]);
    const right = { username: 'moved', password: 'correct horse battery' };
    const first = await anyone.post(login, right);
    expect(first.status).toBe(200);
    expect(await hashOf()).toMatch(/^\$argon2id\$/);
    const client = apiClient(running.url, { authorization: `Bearer ${first.json.access_token}` });
    expect((await anyone.post(login, right)).status).toBe(200);
    expect((await client.get('/api/v1/me/')).json.result.username).toBe('moved');
  });

  it('name the field that is missing', async () => {
    const answer = await apiClient(running.url).post(login, { username: 'ada' });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual({ password: ['Missing data for required field.'] });
  });

  it('are renewed by a refresh token, which opens nothing else', async () => {
    const { json } = await apiClient(running.url).post(login, { ...testAdmin, refresh: true });
    const client = apiClient(running.url, { authorization: `Bearer ${json.refresh_token}` });
    expect((await client.post('/api/v1/security/refresh')).json.access_token).toMatch(/^ey/);
    expect((await client.get('/api/v1/me/')).status).toBe(401);
    const access = apiClient(running.url, { authorization: `Bearer ${json.access_token}` });
    expect((await access.post('/api/v1/security/refresh')).status).toBe(401);
  });

  it('that are forged or damaged are refused', async () => {
    for (const token of [
      'x',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwia2luZCI6ImFjY2VzcyJ9.',
      `${running.admin.headers.authorization?.slice(7, -3)}abc`,
    ]) {
      const answer = await apiClient(running.url, { authorization: `Bearer ${token}` }).get('/api/v1/me/');
      expect(answer.status).toBe(401);
    }
  });
});

describe('browser sessions', () => {
  it('start with a cookie that scripts cannot read and end when the user signs out', async () => {
    const answer = await apiClient(running.url).post('/api/v1/security/sign_in', testAdmin);
    expect(answer.headers.getSetCookie()[0]).toMatch(/powerset_session=[\w-]+; .*HttpOnly; SameSite=Lax/);
    const client = await signInWithCookie(running.url, testAdmin);
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    expect((await client.post('/api/v1/security/sign_out')).status).toBe(200);
    expect((await client.get('/api/v1/me/')).status).toBe(401);
  });

  it('change nothing without their CSRF token, or with the token of another session', async () => {
    const mine = await signInWithCookie(running.url, testAdmin);
    const other = await signInWithCookie(running.url, testAdmin);
    const bare = apiClient(running.url, { cookie: mine.headers.cookie ?? '' });
    const mixed = apiClient(running.url, {
      cookie: mine.headers.cookie ?? '',
      'x-csrftoken': other.headers['x-csrftoken'] ?? '',
    });
    for (const client of [bare, mixed]) {
      const answer = await client.post('/api/v1/security/sign_out');
      expect(answer.status).toBe(400);
      expect(answer.json.errors[0].error_type).toBe('FRONTEND_CSRF_ERROR');
    }
    expect((await mine.get('/api/v1/me/')).status).toBe(200);
  });

  it('do not start from the form of another site', async () => {
    const answer = await apiClient(running.url, { origin: 'https://evil.example' }).post(
      '/api/v1/security/sign_in',
      testAdmin,
    );
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('are kept in the store as hashes only', async () => {
    const client = await signInWithCookie(running.url, testAdmin);
    const token = /powerset_session=([\w-]+)/.exec(client.headers.cookie ?? '')?.[1] ?? '';
    const rows = await running.app.services.store.selectFrom('sessions').selectAll().execute();
    expect(token.length).toBeGreaterThan(30);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('guessing passwords', () => {
  it('is slowed down after eight failures, and the answer says how long', async () => {
    await running.app.services.accounts.create({
      username: 'guessed',
      password: 'a password for tests',
      roles: ['Gamma'],
    });
    const anyone = apiClient(running.url);
    const guess = () => anyone.post(login, { username: 'guessed', password: 'wrong' });
    const statuses: number[] = [];
    for (let index = 0; index < 9; index += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
    const last = await guess();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the signed-in user', () => {
  it('is told with roles as a map from role name to permission pairs [PRM-001]', async () => {
    const client = await running.signInAs('gina', ['Gamma']);
    const { user } = (await client.get('/api/v1/bootstrap')).json;
    expect(user).toMatchObject({ username: 'gina', isAnonymous: false });
    expect(user.userId).toBeGreaterThan(0);
    expect(user.roles.Gamma).toContainEqual(['can_read', 'Chart']);
    expect(user.roles.Gamma).not.toContainEqual(['can_write', 'Dataset']);
  });

  it('needs a sign-in', async () => {
    const anyone = apiClient(running.url);
    expect((await anyone.get('/api/v1/me/')).status).toBe(401);
    expect((await anyone.get('/api/v1/me/roles/')).status).toBe(401);
    expect((await anyone.get('/api/v1/bootstrap')).json.user).toBeNull();
  });
});

describe('visitors', () => {
  it('are nobody until they may read something, and then have the pairs of the role that Public is like [PRM-018]', async () => {
    const open = await startInProcess({ env: { POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' } });
    const { user } = (await apiClient(open.url).get('/api/v1/bootstrap')).json;
    expect(user).toMatchObject({ isAnonymous: true, isActive: false, username: '' });
    expect(Object.keys(user.roles)).toEqual(['Public']);
    expect(user.roles.Public).toContainEqual(['can_read', 'Dashboard']);
    expect(user.roles.Public).not.toContainEqual(['can_read', 'SQLLab']);
    expect((await apiClient(open.url).get('/api/v1/me/')).status).toBe(401);
    await open.stop();
  });

  it('are not taken for one whose session has ended, who is told so even where visitors may read', async () => {
    const open = await startInProcess({ env: { POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' } });
    const visitor = apiClient(open.url);
    const as = (headers: Readonly<Record<string, string>>) =>
      visitor.send('GET', '/api/v1/dashboard/', { headers: { cookie: 'powerset_session=ended', ...headers } });
    expect((await as({})).status).toBe(200);
    expect((await as({ 'x-csrftoken': 'of the session that ended' })).status).toBe(401);
    const start = await visitor.send('GET', '/api/v1/bootstrap', { headers: { 'x-csrftoken': 'ended' } });
    expect([start.status, start.json.user.isAnonymous]).toEqual([200, true]);
    await open.stop();
  });
});

describe('settings of pages', () => {
  it('name the database that the SQL editor starts with, where there is one [SQL-040]', async () => {
    const databaseOf = async ({ url }: typeof running) =>
      (await apiClient(url).get('/api/v1/bootstrap')).json.conf.SQLLAB_DEFAULT_DBID;
    const chosen = await startInProcess({ env: { POWERSET_DEFAULT_SQLLAB_DATABASE_ID: '7' } });
    expect([await databaseOf(running), await databaseOf(chosen)]).toEqual([null, 7]);
    await chosen.stop();
  });
});

describe('setting up', () => {
  const open = async () => {
    const store = await openStore(':memory:', () => '2026-01-01T00:00:00.000Z');
    const accounts = createAccounts({ store, now: () => new Date(), publicRoleLike: null, requiredFactor: 'nobody' });
    await accounts.syncRoles();
    // As two processes over one store of metadata, whose folders hold the same key.
    const setUp = await createSetUp({ accounts, secrets: loadSecrets(folder) });
    const sibling = await createSetUp({ accounts, secrets: loadSecrets(folder) });
    return { store, accounts, setUp, sibling };
  };
  const folder = mkdtempSync(join(tmpdir(), 'set-up-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const body = { username: 'ada', password: 'correct horse battery' };

  it('makes the first administrator once, for whoever has the one-time token', async () => {
    const { store, accounts, setUp } = await open();
    const id = await setUp.complete({ ...body, token: setUp.token ?? '' });
    expect((await accounts.findUser(id))?.roles.map((role) => role.name)).toEqual(['Admin']);
    await expect(setUp.complete({ ...body, username: 'eve', token: setUp.token ?? '' })).rejects.toMatchObject({
      code: 'CONFLICT_ERROR',
    });
    await store.destroy();
  });

  it('takes the token that another process of the installation told, and none of another installation', async () => {
    const { store, setUp, sibling } = await open();
    const elsewhere = mkdtempSync(join(folder, 'other-'));
    const stranger = loadSecrets(elsewhere).setUpToken;
    await expect(setUp.complete({ ...body, token: stranger })).rejects.toMatchObject({ status: 403 });
    expect(await setUp.complete({ ...body, token: sibling.token ?? '' })).toEqual(expect.any(Number));
    await store.destroy();
  });

  it('names the field when the token is wrong or the password is weak', async () => {
    const { store, setUp } = await open();
    const token = setUp.token ?? '';
    await expect(setUp.complete({ ...body, token: 'guess' })).rejects.toMatchObject({
      status: 403,
      options: { fields: { token: [expect.any(String)] } },
    });
    for (const password of ['short', 'aaaaaaaaaaaaaaa', 'password12345', 'adaadaada-1']) {
      await expect(setUp.complete({ ...body, token, password })).rejects.toMatchObject({
        options: { fields: { password: [expect.any(String)] } },
      });
    }
    expect(await setUp.isNeeded()).toBe(true);
    await store.destroy();
  });
});
