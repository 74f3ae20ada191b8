import { type ApiClient, apiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { type IdentityProvider, startIdentityProvider } from '@powerset/testkit/identity-provider';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { startTokenWarehouse, type TokenWarehouse } from '@powerset/testkit/token-warehouse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const publicUrl = 'https://bi.example.com';
const back = '/api/v1/database/oauth2/';
const lines: string[] = [];
let offset = 0;
let provider: IdentityProvider;
let warehouse: TokenWarehouse;
let running: InProcessApp;
let id: number;

const clientInfo = (more: object = {}) => ({
  id: provider.clientId,
  secret: provider.clientSecret,
  scope: 'openid',
  authorization_request_uri: `${provider.issuer}/auth`,
  token_request_uri: `${provider.issuer}/token`,
  ...more,
});
const optionsOf = (info: object) => JSON.stringify({ oauth2_client_info: info });

beforeAll(async () => {
  provider = await startIdentityProvider();
  provider.serve(`${publicUrl}${back}`);
  warehouse = await startTokenWarehouse(provider.issuer);
  running = await startInProcess({
    env: { POWERSET_PUBLIC_URL: publicUrl },
    now: () => new Date(Date.now() + offset),
    onLog: (line) => lines.push(line),
  });
  const made = await connect('Lake');
  expect(made.status, made.text).toBe(201);
  id = made.json.id;
});
afterAll(async () => {
  await running.stop();
  await warehouse.stop();
  await provider.stop();
});
beforeEach(async () => {
  offset = 0;
  const { store } = running.app.services;
  await store.deleteFrom('database_user_oauth2_tokens').execute();
  await store.updateTable('databases').set({ impersonate_user: 1 }).where('id', '=', id).execute();
});

function connect(name: string, info: object = clientInfo(), more: object = {}) {
  return running.admin.post('/api/v1/database/', {
    database_name: name,
    sqlalchemy_uri: `trino://shared:pass@127.0.0.1:${warehouse.port}/lake/sales?http_scheme=http`,
    masked_encrypted_extra: optionsOf(info),
    ...more,
  });
}

const ask = (client: ApiClient, databaseId = id) =>
  client.post('/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'sales', sql: 'SELECT who FROM orders' });

interface SignInFirst {
  readonly url: string;
  readonly tab_id: string;
  readonly redirect_uri: string;
}

async function askedToSignIn(client: ApiClient): Promise<SignInFirst> {
  const refused = await ask(client);
  expect([refused.status, refused.json.errors[0].error_type]).toEqual([403, 'OAUTH2_REDIRECT']);
  return refused.json.errors[0].extra;
}

/** Follows the provider until it sends the browser back; brings the path and query of ours. */
async function visit(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 10; steps += 1) {
    if (at.startsWith(publicUrl)) return at.slice(publicUrl.length);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  throw new Error('The provider never sends anybody back.');
}

async function signIn(client: ApiClient, subject: string) {
  const { url } = await askedToSignIn(client);
  provider.signIn(subject);
  const returned = await client.get(await visit(url));
  expect(returned.status, returned.text).toBe(200);
  return returned;
}

const people = new Map<string, Promise<ApiClient>>();
function person(name: string): Promise<ApiClient> {
  const known = people.get(name) ?? running.signInAs(name, ['Alpha', 'sql_lab']);
  people.set(name, known);
  return known;
}

describe('a database in which people ask as themselves', () => {
  it('says where to sign in, and answers each with what it shows to that person', async () => {
    const [ada, ben] = [await person('ada'), await person('ben')];
    const asked = await askedToSignIn(ada);
    const url = new URL(asked.url);
    expect(asked.redirect_uri).toBe(`${publicUrl}${back}`);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: provider.clientId, scope: 'openid', code_challenge_method: 'S256' },
      redirect_uri: `${publicUrl}${back}`,
    });
    const page = await signIn(ada, 'Ada at the provider');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain(`data-tab="${asked.tab_id}"`);
    expect((await ask(ada)).json.data).toEqual([{ who: 'Ada at the provider', amount: 7 }]);
    await askedToSignIn(ben);
    await signIn(ben, 'Ben at the provider');
    expect((await ask(ben)).json.data[0].who).toBe('Ben at the provider');
    expect((await ask(ada)).json.data[0].who).toBe('Ada at the provider');
    // Whoever the connection names is nobody's account.
    expect(warehouse.heard.every(({ user }) => user === undefined)).toBe(true);
  });

  it('keeps what one was shown from all others, also where the chart is the same', async () => {
    const [ada, ben] = [await person('ada'), await person('ben')];
    await signIn(ada, 'ada');
    const made = await ada.post('/api/v1/dataset/', {
      database: id,
      schema: 'sales',
      table_name: 'own',
      sql: 'SELECT who, amount FROM t',
    });
    expect(made.status, made.text).toBe(201);
    const data = (client: ApiClient) =>
      client.post('/api/v1/chart/data', {
        datasource: { id: made.json.id, type: 'table' },
        queries: [{ columns: ['who'], metrics: [], row_limit: 10 }],
      });
    const first = await data(ada);
    expect(first.json.result[0].data[0].who, first.text).toBe('ada');
    const refused = await data(ben);
    expect([refused.status, refused.json.errors[0].error_type]).toEqual([403, 'OAUTH2_REDIRECT']);
    await signIn(ben, 'ben');
    expect((await data(ben)).json.result[0].data[0].who).toBe('ben');
    const again = (await data(ada)).json.result[0];
    expect([again.data[0].who, again.is_cached]).toEqual(['ada', true]);
  });

  it('keeps what one was shown from whoever looks as that person, however the connection came to be', async () => {
    const [ada, looker] = [await person('ada'), await signInWithCookie(running.url, testAdmin)];
    await signIn(ada, 'ada');
    // As a bundle brings one that could not be opened when it came.
    await running.app.services.store
      .updateTable('databases')
      .set({ impersonate_user: 0 })
      .where('id', '=', id)
      .execute();
    const made = await ada.post('/api/v1/dataset/', {
      ...{ database: id, schema: 'sales', table_name: 'looked at', sql: 'SELECT who, amount FROM u' },
    });
    expect(made.status, made.text).toBe(201);
    const data = (client: ApiClient) =>
      client.post('/api/v1/chart/data', {
        datasource: { id: made.json.id, type: 'table' },
        queries: [{ columns: ['who'], metrics: [], row_limit: 10 }],
      });
    expect((await data(ada)).json.result[0].data[0].who).toBe('ada');
    const refused = await data(await person('ben'));
    expect([refused.status, refused.json.errors?.[0].error_type], refused.text).toEqual([403, 'OAUTH2_REDIRECT']);
    expect((await looker.post('/api/v1/security/view_as/', { username: 'ada' })).status).toBe(200);
    const looked = await data(looker);
    expect([looked.status, looked.json.errors?.[0].error_type], looked.text).toEqual([403, 'OAUTH2_REDIRECT_ERROR']);
    const again = (await data(ada)).json.result[0];
    expect([again.data[0].who, again.is_cached]).toEqual(['ada', true]);
  });

  it('gives no token to what somebody else has run as that person', async () => {
    await signIn(await person('ada'), 'ada');
    const { engines, accounts, store } = running.app.services;
    const row = await store.selectFrom('users').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow();
    const ada = await accounts.findUser(row.id);
    if (!ada) throw new Error('Ada has an account.');
    expect(await (await engines.get(id, ada)).listSchemas()).toEqual(['sales']);
    const marked = await engines.get(id, { ...ada, isByOtherHand: true });
    await expect(marked.listSchemas()).rejects.toMatchObject({ details: { code: 'OAUTH2_REDIRECT_ERROR' } });
  });

  it('shows no token and no secret, in answers, the store or the log', async () => {
    const ada = await person('ada');
    await signIn(ada, 'ada');
    await ask(ada);
    const connection = await running.admin.get(`/api/v1/database/${id}/connection`);
    expect(JSON.parse(connection.json.result.masked_encrypted_extra).oauth2_client_info).toMatchObject({
      ...{ id: provider.clientId, secret: 'XXXXXXXXXX' },
    });
    expect(connection.json.result.impersonate_user).toBe(true);
    const rows = await running.app.services.store.selectFrom('database_user_oauth2_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    const { access, refresh } = JSON.parse(running.app.services.secrets.decrypt(rows[0]?.secret ?? ''));
    for (const secret of [access, refresh, provider.clientSecret]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  it('is left by its person, who signs in again then', async () => {
    const ada = await person('ada');
    await signIn(ada, 'ada');
    const list = '/api/v1/me/database_sign_ins/';
    expect((await ada.get(list)).json.result).toMatchObject([{ id, database_name: 'Lake' }]);
    expect((await (await person('ben')).delete(`${list}${id}`)).status).toBe(404);
    expect((await ada.delete(`${list}${id}`)).status).toBe(200);
    expect((await ada.get(list)).json.result).toEqual([]);
    await askedToSignIn(ada);
    expect((await apiClient(running.url).get(list)).status).toBe(401);
    expect((await apiClient(running.url).delete(`${list}${id}`)).status).toBe(401);
    expect((await ada.delete(`${list}x`)).status).toBe(404);
  });

  it('asks anew once its connection is another one', async () => {
    const other = await connect('Other lake');
    const path = `/api/v1/database/${other.json.id}`;
    const ada = await person('ada');
    const { url } = (await ask(ada, other.json.id)).json.errors[0].extra;
    provider.signIn('ada');
    expect((await ada.get(await visit(url))).status).toBe(200);
    expect((await ask(ada, other.json.id)).status).toBe(200);
    const { masked_encrypted_extra: masked } = (await running.admin.get(`${path}/connection`)).json.result;
    const scope = masked.replace('"scope":"openid"', '"scope":"openid email"');
    const changed = await running.admin.put(path, { masked_encrypted_extra: scope });
    expect(changed.status, changed.text).toBe(200);
    expect((await ask(ada, other.json.id)).json.errors[0].error_type).toBe('OAUTH2_REDIRECT');
    expect((await running.admin.delete(path)).status).toBe(200);
  });
});

describe('whoever comes back from a provider', () => {
  it('is taken once, and only the person who was sent there', async () => {
    const [ada, ben] = [await person('ada'), await person('ben')];
    const { url } = await askedToSignIn(ada);
    provider.signIn('ada');
    const path = await visit(url);
    const strangers = await Promise.all([ben.get(path), apiClient(running.url).get(path)]);
    expect(strangers.map(({ status }) => status)).toEqual([403, 403]);
    const both = await Promise.all([ada.get(path), ada.get(path)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    // The provider is not asked a second time.
    expect(both.find(({ status }) => status === 400)?.text).toContain('too old');
    const again = await ada.get(path, { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('lang="de"')]);
    await askedToSignIn(ben);
  });

  it('is told that the provider let nobody in, that it came too late, or that nothing of it can be read', async () => {
    const ada = await person('ada');
    provider.signIn(null);
    const turned = await ada.get(await visit((await askedToSignIn(ada)).url));
    expect([turned.status, turned.text]).toEqual([400, expect.stringContaining('did not let you in')]);
    const { url } = await askedToSignIn(ada);
    provider.signIn('ada');
    const late = await visit(url);
    offset = 601_000;
    expect((await ada.get(late)).text).toContain('too old');
    offset = 0;
    const state = new URL(url).searchParams.get('state') ?? '';
    const forged = await ada.get(`${back}?code=x&state=${encodeURIComponent(`${state.slice(0, -4)}AAAA`)}`);
    expect([forged.status, (await ada.get(back)).status]).toEqual([400, 400]);
    const wrong = await ada.get(`${back}?code=no-code&state=${encodeURIComponent(state)}`);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('no more')]);
    await askedToSignIn(ada);
  });
});

describe('a token that ends', () => {
  it('is renewed once, however many ask', async () => {
    const ada = await person('ada');
    await signIn(ada, 'ada');
    offset = 590_000;
    const before = provider.countTokenCalls();
    const list = () => ada.get(`/api/v1/database/${id}/schemas/`);
    const answers = await Promise.all(Array.from({ length: 6 }, list));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(provider.countTokenCalls() - before).toBe(1);
  });

  it('is kept where the provider turns away the product and not the person', async () => {
    const other = (await connect('Lake whose secret ends')).json.id;
    const path = `/api/v1/database/${other}`;
    const ada = await person('ada');
    provider.signIn('ada');
    await ada.get(await visit((await ask(ada, other)).json.errors[0].extra.url));
    const setSecret = (secret: string) =>
      running.admin.put(path, { masked_encrypted_extra: optionsOf(clientInfo({ secret })) });
    expect((await setSecret('a secret that ended')).status).toBe(200);
    offset = 601_000;
    const refused = (await ask(ada, other)).json.errors[0];
    expect([refused.error_type, refused.message]).toEqual([
      'OAUTH2_REDIRECT_ERROR',
      'The provider at which people sign in to the database "Lake whose secret ends" gives no token now: invalid_client.',
    ]);
    await setSecret(provider.clientSecret);
    expect((await ask(ada, other)).status).toBe(200);
    expect((await running.admin.delete(path)).status).toBe(200);
  });

  it('that another process could not renew serves while it is good, and asks nobody to sign in anew', async () => {
    const ada = await person('ada');
    await signIn(ada, 'ada');
    const { store } = running.app.services;
    const renewing = (renewing_until: string | null) =>
      store.updateTable('database_user_oauth2_tokens').set({ renewing_until }).execute();
    const until = (ms: number) => new Date(Date.now() + offset + ms).toISOString();
    // In its last minute, while another process asks a provider that says nothing.
    offset = 590_000;
    await renewing(until(25_000));
    const asked = ask(ada);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await renewing(null);
    expect((await asked).status).toBe(200);
    offset = 601_000;
    await renewing(until(25_000));
    const late = ask(ada);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await renewing(null);
    const { errors } = (await late).json;
    expect([errors[0].error_type, errors[0].message]).toEqual([
      'OAUTH2_REDIRECT_ERROR',
      'The provider at which people sign in to the database "Lake" does not answer. Try again.',
    ]);
    expect((await ask(ada)).status).toBe(200);
  }, 60_000);

  it('is forgotten where the provider gives no other one', async () => {
    const ada = await person('ada');
    await signIn(ada, 'ada');
    const { store, secrets } = running.app.services;
    const row = await store.selectFrom('database_user_oauth2_tokens').selectAll().executeTakeFirstOrThrow();
    const sealed = JSON.parse(secrets.decrypt(row.secret));
    const keep = (change: object) =>
      store
        .updateTable('database_user_oauth2_tokens')
        .set({ secret: secrets.encrypt(JSON.stringify({ ...sealed, ...change })) })
        .execute();
    // The server refuses it before its time: another one is asked for.
    await keep({ access: 'taken-back' });
    expect((await ask(ada)).status).toBe(200);
    await keep({ access: 'taken-back', refresh: 'taken-back-too' });
    await askedToSignIn(ada);
    expect(await store.selectFrom('database_user_oauth2_tokens').selectAll().execute()).toEqual([]);
  });
});

describe('its settings', () => {
  it.each([
    ['without a client', { id: '' }, 'id'],
    ['with an address that is none', { token_request_uri: 'nowhere' }, 'token_request_uri'],
    ['with an address of clouds', { token_request_uri: 'http://169.254.169.254/token' }, 'token_request_uri'],
  ])('are refused %s', async (_what, change, field) => {
    const refused = await connect('Refused', clientInfo(change));
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([
      422,
      [`masked_encrypted_extra.oauth2_client_info.${field}`],
    ]);
  });

  it('send a secret that is kept to no other provider, and are nothing for kinds that ask under one account', async () => {
    const { masked_encrypted_extra: masked } = (await running.admin.get(`/api/v1/database/${id}/connection`)).json
      .result;
    const elsewhere = masked.replace('/token"', '/elsewhere"');
    expect(elsewhere).not.toBe(masked);
    const moved = await running.admin.put(`/api/v1/database/${id}`, { masked_encrypted_extra: elsewhere });
    expect([moved.status, Object.keys(moved.json.message)]).toEqual([422, ['masked_encrypted_extra']]);
    const unknown = await connect('Unknown', clientInfo(), { sqlalchemy_uri: 'sqlite:///x.db' });
    expect(unknown.status).toBe(422);
    const acting = await running.admin.post('/api/v1/database/', {
      ...{ database_name: 'Acting', sqlalchemy_uri: 'sqlite:///x.db', impersonate_user: true },
    });
    expect(Object.keys(acting.json.message)).not.toEqual([]);
  });

  it('are refused where what is sent to the database can be read on the way, where only public hosts are reached', async () => {
    const strict = await startInProcess({ env: { POWERSET_ALLOW_PRIVATE_HOSTS: 'false' } });
    try {
      const addresses = {
        authorization_request_uri: 'https://p.example/auth',
        token_request_uri: 'https://p.example/t',
      };
      const uri = 'trino://shared@lake.example/lake/sales?http_scheme=';
      const post = (scheme: string) =>
        strict.admin.post('/api/v1/database/', {
          ...{ database_name: 'Lake', sqlalchemy_uri: `${uri}${scheme}` },
          masked_encrypted_extra: optionsOf(clientInfo(addresses)),
        });
      const refused = await post('http');
      expect([refused.status, Object.keys(refused.json.message)], refused.text).toEqual([422, ['sqlalchemy_uri']]);
      const { store, secrets } = strict.app.services;
      // As it was saved while private hosts were reached.
      const extra = { encrypted_extra: optionsOf(clientInfo(addresses)) };
      const change = {
        ...{ backend: 'trino', sqlalchemy_uri: `${uri}http` },
        secret: secrets.encrypt(JSON.stringify(extra)),
      };
      await store.updateTable('databases').set(change).where('id', '=', 1).execute();
      const asked = await ask(strict.admin, 1);
      expect(asked.json.errors?.[0]?.message, asked.text).toContain('must be encrypted (TLS)');
    } finally {
      await strict.stop();
    }
  });

  it('come along with a bundle, without the secret that it does not hold', async () => {
    const exported = await running.admin.get(`/api/v1/database/export/?q=!(${id})`);
    expect(exported.status).toBe(200);
    expect(Buffer.from(exported.bytes).includes(provider.clientSecret)).toBe(false);
  });
});
