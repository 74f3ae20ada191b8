import { type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { type Authenticator, createAuthenticator } from '@powerset/testkit/authenticator';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const origin = 'https://bi.example.com';
const rpId = 'bi.example.com';
let running: InProcessApp;
let time = new Date('2026-03-02T09:00:00Z');
const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_PUBLIC_URL: origin }, now: () => time });
});
afterAll(() => running.stop());
// The throttle is asked for in a test of its own.
afterEach(() => later(120));

const own = '/api/v1/me/passkeys/';
const ask = '/api/v1/security/passkey/';
const signIn = `${ask}sign_in`;
const password = 'a first long sentence';
type Answer = Awaited<ReturnType<ApiClient['get']>>;
const typeOf = ({ status, json }: Answer) => [status, json.errors[0]?.error_type];

/** The cookie that a browser would keep of an answer. */
const cookieOf = ({ headers }: Answer, name: string) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? '';

async function newPerson(username: string, at = running) {
  const id = await at.app.services.accounts.create({ username, password, roles: ['Gamma'] });
  const credentials = { username, password };
  return { id, credentials, client: await signInWithCookie(at.url, credentials) };
}

/** Sends what an authenticator made, from the browser that was asked. */
const send = (client: ApiClient, asked: Answer, body: object) =>
  client.post(own, body, { headers: { cookie: `${client.headers.cookie}; ${cookieOf(asked, 'powerset_passkey')}` } });

async function addKey(client: ApiClient, authenticator: Authenticator, name = 'Phone') {
  const asked = await client.post(`${own}begin/`, { password });
  expect(asked.status, asked.text).toBe(200);
  const added = await send(client, asked, { ...authenticator.make(asked.json.result), name });
  expect(added.status, added.text).toBe(201);
  return Number(added.json.result.id);
}

async function withKey(username: string, at = running) {
  const person = await newPerson(username, at);
  const authenticator = createAuthenticator({ origin, rpId });
  const keyId = await addKey(person.client, authenticator);
  return { ...person, authenticator, keyId };
}

interface Coming {
  readonly at?: InProcessApp;
  readonly credentials?: object;
  readonly manner?: Parameters<Authenticator['show']>[1];
  readonly change?: object;
}

async function comeBy(authenticator: Authenticator, { at = running, credentials, manner, change }: Coming = {}) {
  const asked = await apiClient(at.url).post(ask, credentials ?? {});
  expect(asked.status, asked.text).toBe(200);
  const cookie = cookieOf(asked, 'powerset_passkey');
  const shown = { ...authenticator.show(asked.json.result, manner), ...change };
  const come = () => apiClient(at.url, { cookie }).post(signIn, shown);
  return { question: asked.json.result, cookie, shown, come, answer: await come() };
}

describe('a passkey', () => {
  it('signs in without a password, and says when it did last', async () => {
    const { client, authenticator, keyId } = await withKey('ada');
    expect((await client.get(own)).json.result).toEqual([
      { id: keyId, name: 'Phone', created_on: time.toISOString(), last_used_on: null },
    ]);
    later(60);
    const { question, answer } = await comeBy(authenticator);
    expect(question).toMatchObject({ rpId, userVerification: 'required', allowCredentials: [] });
    expect(answer.status, answer.text).toBe(200);
    const cookie = cookieOf(answer, 'powerset_session');
    const me = (await apiClient(running.url, { cookie }).get('/api/v1/bootstrap')).json;
    expect(me).toMatchObject({ user: { username: 'ada' }, conf: { PASSKEYS: 1 } });
    expect((await client.get(own)).json.result[0].last_used_on).toBe(time.toISOString());
  });

  it('is asked for beside the password, and is a person’s own', async () => {
    const { credentials, authenticator } = await withKey('grace');
    const other = await withKey('linus');
    for (const door of ['/api/v1/security/sign_in', '/api/v1/security/login']) {
      const refused = await apiClient(running.url).post(door, { ...credentials, code: '000000' });
      expect(typeOf(refused)).toEqual([401, 'SECOND_FACTOR_ERROR']);
      expect(refused.json.errors[0]).toMatchObject({
        message: 'Your second factor is a passkey: show it in the browser. Programs send an API key.',
        extra: { ways: { code: false, passkey: true } },
      });
    }
    later(60);
    const wrong = await apiClient(running.url).post(ask, { ...credentials, password: 'no' });
    expect(typeOf(wrong)).toEqual([401, 'UNAUTHENTICATED_ERROR']);
    expect((await comeBy(other.authenticator, { credentials })).answer.status).toBe(401);
    // The password was shown: a touch is enough.
    const { question, answer } = await comeBy(authenticator, { credentials, manner: { verifies: false } });
    expect(question.allowCredentials).toEqual([
      { id: expect.any(String), type: 'public-key', transports: ['internal'] },
    ]);
    expect(answer.status, answer.text).toBe(200);
    expect((await comeBy(authenticator, { manner: { verifies: false } })).answer.status).toBe(401);
  });

  it('stands beside an authenticator app: either of them signs in', async () => {
    const { client, credentials, authenticator } = await withKey('mary');
    const { secret } = (await client.post('/api/v1/me/second_factor/', { password })).json.result;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
    expect((await client.put('/api/v1/me/second_factor/', { code: code() })).status).toBe(200);
    later(60);
    const asked = await apiClient(running.url).post('/api/v1/security/sign_in', credentials);
    expect(asked.json.errors[0].extra.ways).toEqual({ code: true, passkey: true });
    expect((await apiClient(running.url).post('/api/v1/security/login', { ...credentials, code: code() })).status).toBe(
      200,
    );
    expect((await comeBy(authenticator, { credentials })).answer.status).toBe(200);
  });

  it('is believed once, soon, and in the browser that was asked', async () => {
    const { authenticator, client } = await withKey('once');
    const first = await comeBy(authenticator);
    expect([first.answer.status, (await first.come()).status]).toEqual([200, 401]);
    expect((await apiClient(running.url).post(signIn, first.shown)).status).toBe(401);
    // Many authenticators count nothing.
    const uncounted = await withKey('uncounted');
    const silent = await comeBy(uncounted.authenticator, { manner: { counter: 0 } });
    expect([silent.answer.status, (await silent.come()).status]).toEqual([200, 401]);
    const asked = await apiClient(running.url).post(ask, {});
    const cookie = cookieOf(asked, 'powerset_passkey');
    later(301);
    const shown = authenticator.show(asked.json.result);
    expect((await apiClient(running.url, { cookie }).post(signIn, shown)).status).toBe(401);
    // What was asked to sign in adds none, and the other way round.
    const wish = await client.post(`${own}begin/`, { password });
    const mixed = await apiClient(running.url, { cookie: cookieOf(wish, 'powerset_passkey') });
    const question = { ...wish.json.result, allowCredentials: [] };
    expect((await mixed.post(signIn, authenticator.show(question))).status).toBe(401);
  });

  it('of two that come at once with the same answer lets one in', async () => {
    const { authenticator } = await withKey('twice');
    const asked = await apiClient(running.url).post(ask, {});
    const cookie = cookieOf(asked, 'powerset_passkey');
    const shown = authenticator.show(asked.json.result);
    const both = await Promise.all([1, 2].map(() => apiClient(running.url, { cookie }).post(signIn, shown)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is not believed of another page, as a copy, or where anything of it is wrong', async () => {
    const { authenticator, id } = await withKey('careful');
    expect((await comeBy(authenticator, { manner: { counter: 7 } })).answer.status).toBe(200);
    const wrong: readonly Coming[] = [
      { manner: { counter: 8, origin: 'https://bi.example.com.evil.org' } },
      { manner: { counter: 8, rpId: 'evil.org' } },
      { manner: { counter: 7 } },
      { manner: { counter: 8 }, change: { user_handle: 'somebody' } },
      { manner: { counter: 8 }, change: { signature: 'AAAA' } },
      { manner: { counter: 8 }, change: { authenticator_data: 'AAAA' } },
      { manner: { counter: 8 }, change: { client_data: 'AAAA' } },
      { manner: { counter: 8 }, change: { id: 'AAAA' } },
    ];
    for (const coming of wrong) {
      expect(typeOf((await comeBy(authenticator, coming)).answer)).toEqual([401, 'UNAUTHENTICATED_ERROR']);
      later(60);
    }
    expect((await comeBy(authenticator, { manner: { counter: 8 } })).answer.status).toBe(200);
    await running.app.services.store.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
    expect((await comeBy(authenticator, { manner: { counter: 9 } })).answer.status).toBe(401);
  });

  it('is not guessed at without waiting', async () => {
    const { authenticator, credentials } = await withKey('guessed');
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      statuses.push((await comeBy(authenticator, { change: { signature: 'AAAA' } })).answer.status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429]);
    expect((await apiClient(running.url).post(ask, credentials)).status).toBe(429);
    later(60);
    expect((await comeBy(authenticator)).answer.status).toBe(200);
  });

  it('is noted in the log, and so is who tries a password to be asked for one', async () => {
    const { authenticator, credentials } = await withKey('noted');
    await apiClient(running.url).post(ask, { ...credentials, password: 'no' });
    await comeBy(authenticator);
    const q = '(filters:!((col:action,opr:in,value:!(security.passkey_ask,security.passkey_sign_in))),page_size:2)';
    const noted = async () => (await running.admin.get(`/api/v1/log/?q=${encodeURIComponent(q)}`)).json.result;
    const named = (row: { action: string; json: string; user: { username: string } | null }) => {
      const { name, status } = JSON.parse(row.json);
      return [row.action, row.user?.username ?? name, status];
    };
    await expect
      .poll(async () => (await noted()).map(named).toSorted())
      .toEqual([
        ['security.passkey_ask', 'noted', 401],
        ['security.passkey_sign_in', 'noted', 200],
      ]);
    expect((await apiClient(running.url).post(ask, { username: 'noted' })).status).toBe(400);
    expect((await apiClient(running.url).post(ask, { password })).status).toBe(400);
  });

  it('ends with the password that was right when it was asked for', async () => {
    const { authenticator, credentials, id } = await withKey('changed');
    const asked = await apiClient(running.url).post(ask, credentials);
    const { store, sessions } = running.app.services;
    await store.transaction().execute((transaction) => sessions.endAllOf(id, transaction));
    const cookie = cookieOf(asked, 'powerset_passkey');
    const late = await apiClient(running.url, { cookie }).post(signIn, authenticator.show(asked.json.result));
    expect(late.status).toBe(401);
  });

  it('does not pass by a directory that has the password', async () => {
    const { authenticator, credentials, id } = await withKey('known-there');
    const { store } = running.app.services;
    const identity = { issuer: 'ldap:dc=example', subject: '7', user_id: id, created_on: time.toISOString() };
    await store.insertInto('user_identities').values(identity).execute();
    expect(typeOf((await comeBy(authenticator)).answer)).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
    expect((await comeBy(authenticator, { credentials })).answer.status).toBe(200);
  });
});

describe('passkeys of a person', () => {
  it('are added and removed by the password, in the browser that asked, each once', async () => {
    const { client, credentials } = await newPerson('left');
    const elsewhere = await signInWithCookie(running.url, credentials);
    const authenticator = createAuthenticator({ origin, rpId });
    const keyId = await addKey(client, authenticator);
    const wrong = await client.post(`${own}begin/`, { password: 'not mine' });
    expect([wrong.status, wrong.json.message]).toEqual([422, { password: ['This is not your password.'] }]);
    const asked = await client.post(`${own}begin/`, { password });
    expect(asked.json.result.excludeCredentials).toHaveLength(1);
    const made = { ...authenticator.make(asked.json.result), name: 'Stick' };
    const bare = await client.post(own, made);
    expect([bare.status, Object.keys(bare.json.message)]).toEqual([422, ['passkey']]);
    expect((await send(client, asked, { ...made, attestation: 'AAAA' })).status).toBe(422);
    expect((await send(client, asked, { ...made, name: ' ' })).json.message).toEqual({ name: ['Must not be empty.'] });
    expect((await send(client, asked, { ...made, name: 'x'.repeat(65) })).status).toBe(400);
    expect((await send(client, asked, { ...made, attestation: 'A'.repeat(20_000) })).status).toBe(400);
    const other = await newPerson('finder');
    expect((await send(other.client, asked, made)).status).toBe(422);
    expect((await send(elsewhere, asked, made)).status).toBe(422);
    expect((await send(client, asked, made)).status).toBe(201);
    expect((await send(client, asked, made)).status).toBe(422);
    expect((await other.client.post(`${own}${keyId}/remove/`, { password })).status).toBe(404);
    expect((await client.post(`${own}${keyId}/remove/`, { password: 'not mine' })).status).toBe(422);
    expect((await client.post(`${own}${keyId}/remove/`, { password })).status).toBe(200);
    expect((await client.post(`${own}${keyId}/remove/`, { password })).status).toBe(404);
    expect((await client.get(own)).json.result.map(({ name }: { name: string }) => name)).toEqual(['Stick']);
  });

  it('are each there once, and no more than twenty', async () => {
    const { client, authenticator, id } = await withKey('many');
    const { store } = running.app.services;
    const { credential_id: known, ...row } = await store
      .selectFrom('passkeys')
      .select(['credential_id', 'user_id', 'name', 'public_key', 'user_handle', 'transports', 'counter', 'created_on'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const asked = await client.post(`${own}begin/`, { password });
    const made = { ...authenticator.make(asked.json.result), name: 'Again' };
    await store
      .insertInto('passkeys')
      .values({ ...row, credential_id: made.id })
      .execute();
    const twice = await send(client, asked, made);
    expect([twice.status, twice.json.errors[0].message]).toEqual([409, 'This passkey is here already.']);
    for (let more = 2; more < 20; more += 1)
      await store
        .insertInto('passkeys')
        .values({ ...row, credential_id: `${known}${more}` })
        .execute();
    const full = await client.post(`${own}begin/`, { password });
    expect([full.status, full.json.message]).toEqual([422, 'There are 20 passkeys already. Remove one first.']);
  });

  it('are nobody’s who is not signed in, and no program’s with a key', async () => {
    const visitor = apiClient(running.url);
    const expires = new Date(time.getTime() + 86_400_000).toISOString();
    const body = { name: 'r', scopes: 'all', expires_on: expires };
    const { key } = (await running.admin.post('/api/v1/security/api_keys/', body)).json.result;
    const robot = apiClient(running.url, { authorization: `Bearer ${key}` });
    const made = { ...{ name: 'a', id: 'AAAA', client_data: 'AAAA', attestation: 'AAAA' } };
    for (const [path, sent] of [
      [`${own}begin/`, { password }],
      [own, made],
      [`${own}1/remove/`, { password }],
    ] as const) {
      expect((await visitor.post(path, sent)).status, path).toBe(401);
      expect((await robot.post(path, sent)).status, path).toBe(403);
    }
    expect((await visitor.get(own)).status).toBe(401);
  });

  it('are taken by administrators from who lost them all, and go with the person', async () => {
    const { id, client, credentials } = await withKey('helped');
    const account = `/api/v1/security/users/${id}`;
    expect((await running.admin.get(account)).json.result.has_second_factor).toBe(true);
    expect((await client.delete(`${account}/second_factor/`)).status).toBe(403);
    expect((await running.admin.delete(`${account}/second_factor/`)).status).toBe(200);
    expect((await running.admin.delete(`${account}/second_factor/`)).status).toBe(404);
    expect((await apiClient(running.url).post('/api/v1/security/sign_in', credentials)).status).toBe(200);
    const gone = await withKey('gone');
    expect((await running.admin.delete(`/api/v1/security/users/${gone.id}`)).status).toBe(200);
    const { store } = running.app.services;
    expect(await store.selectFrom('passkeys').selectAll().where('user_id', '=', gone.id).execute()).toEqual([]);
  });
});

it('where a second factor is asked of everybody a passkey is one, and the last stays', async () => {
  const env = { POWERSET_PUBLIC_URL: origin, POWERSET_REQUIRE_SECOND_FACTOR: 'everybody' };
  const at = await startInProcess({ env, now: () => time });
  const { client, authenticator, keyId } = await withKey('asked', at);
  expect((await client.get('/api/v1/bootstrap')).json.needsSecondFactor).toBeUndefined();
  expect((await client.get('/api/v1/me/second_factor/')).json.result.is_required).toBe(false);
  const kept = await client.post(`${own}${keyId}/remove/`, { password });
  expect([kept.status, kept.json.message]).toEqual([422, 'A second factor is asked for here: yours stays on.']);
  const { answer } = await comeBy(authenticator, { at });
  const cookie = cookieOf(answer, 'powerset_session');
  expect((await apiClient(at.url, { cookie }).get('/api/v1/me/sessions/')).status).toBe(200);
  await addKey(client, authenticator, 'Second');
  expect((await client.post(`${own}${keyId}/remove/`, { password })).status).toBe(200);
  await at.stop();
});

it('passkeys are not offered where passwords sign nobody in, or the address is none of theirs', async () => {
  const provider = {
    POWERSET_OIDC_ISSUER: 'https://login.example.com',
    POWERSET_OIDC_CLIENT_ID: 'a',
    POWERSET_OIDC_CLIENT_SECRET: 'b',
  };
  const elsewhere = await startInProcess({
    env: {
      ...provider,
      POWERSET_PUBLIC_URL: origin,
      POWERSET_PASSWORD_SIGN_IN: 'false',
      POWERSET_REQUIRE_SECOND_FACTOR: 'everybody',
    },
  });
  expect(typeOf(await apiClient(elsewhere.url).post(ask, {}))).toEqual([403, 'PASSWORD_SIGN_IN_ERROR']);
  const shown = { id: 'AAAA', client_data: 'AAAA', authenticator_data: 'AAAA', signature: 'AAAA' };
  expect(typeOf(await apiClient(elsewhere.url).post(signIn, shown))).toEqual([403, 'PASSWORD_SIGN_IN_ERROR']);
  expect((await apiClient(elsewhere.url).get('/api/v1/bootstrap')).json.conf.PASSKEYS).toBe(0);
  await elsewhere.stop();
  const nameless = await startInProcess();
  expect((await apiClient(nameless.url).post(ask, {})).status).toBe(422);
  expect((await apiClient(nameless.url).get('/api/v1/bootstrap')).json.conf.PASSKEYS).toBe(0);
  await nameless.stop();
});
