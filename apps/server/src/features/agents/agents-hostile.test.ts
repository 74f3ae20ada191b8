import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedBy, byHand, decide, inBrowser, redirect } from './agents-fixture.ts';

let clock = Date.now();
let running: InProcessApp;
let admin: ApiClient;
let hand: ReturnType<typeof byHand>;
beforeAll(async () => {
  running = await startInProcess({ now: () => new Date(clock) });
  admin = await running.signInByCookie();
  hand = byHand(running);
});
afterAll(() => running.stop());

/** Another minute: what strangers do is counted. */
const later = (minutes = 61) => {
  clock += minutes * 60_000;
};

describe('a code', () => {
  it('is worth nothing with another verifier, program or address, and goes on being worth something to its own', async () => {
    const { clientId, code } = await hand.codeFor(admin);
    const other = String((await hand.register()).json.client_id);
    const wrong = [
      await hand.exchange(clientId, code, { code_verifier: 'a'.repeat(43) }),
      await hand.exchange(clientId, code, { code_verifier: '' }),
      await hand.exchange(other, code),
      await hand.exchange(clientId, code, { redirect_uri: 'http://127.0.0.1:4711/other' }),
      await hand.exchange(clientId, `${code}x`),
    ];
    expect(wrong.map(({ status, json }) => [status, json.error])).toEqual(wrong.map(() => [400, 'invalid_grant']));
    const elsewhere = await hand.exchange(clientId, code, { resource: 'https://other.example.com/mcp' });
    expect(elsewhere.json.error).toBe('invalid_target');
    const right = await hand.exchange(clientId, code);
    expect([right.status, right.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('ends what it brought when it comes again, also when it comes several times in one moment', async () => {
    const { clientId, code, access_token: token } = await hand.tokensFor(admin);
    expect((await hand.ping(token)).status).toBe(200);
    expect((await hand.exchange(clientId, code)).json.error).toBe('invalid_grant');
    expect((await hand.ping(token)).status).toBe(401);
    const another = await hand.codeFor(admin);
    const answers = await Promise.all([1, 2, 3, 4].map(() => hand.exchange(another.clientId, another.code)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { json } of given) expect((await hand.ping(json.access_token)).status).toBe(401);
  });

  it('lasts two minutes', async () => {
    const { clientId, code } = await hand.codeFor(admin);
    clock += 121_000;
    expect((await hand.exchange(clientId, code)).json.error).toBe('invalid_grant');
  });

  it('and tokens are kept as hashes alone', async () => {
    const { code, access_token: token, refresh_token: refreshing } = await hand.tokensFor(admin);
    const { store } = running.app.services;
    const rows = [
      await store.selectFrom('agent_codes').selectAll().execute(),
      await store.selectFrom('agent_tokens').selectAll().execute(),
    ];
    for (const secret of [code, token, refreshing]) expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('a refresh token', () => {
  it('has one successor: told twice in one moment, and later the end of all that came of it', async () => {
    const first = await hand.tokensFor(admin);
    const [left, right] = await Promise.all([1, 2].map(() => hand.refresh(first.clientId, first.refresh_token)));
    expect([left!.status, right!.status]).toEqual([200, 200]);
    expect(left!.json.refresh_token).toBe(right!.json.refresh_token);
    expect(left!.json.access_token).toBe(right!.json.access_token);
    expect((await hand.ping(left!.json.access_token)).status).toBe(200);
    clock += 31_000;
    expect((await hand.refresh(first.clientId, first.refresh_token)).json.error).toBe('invalid_grant');
    expect((await hand.ping(left!.json.access_token)).status).toBe(401);
    expect((await hand.refresh(first.clientId, left!.json.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('brings no more than was let in, serves no other program, and is no access token', async () => {
    const { clientId, refresh_token: refreshing, access_token: token } = await hand.tokensFor(admin);
    expect((await hand.refresh(clientId, refreshing, { scope: 'read sql write' })).json.error).toBe('invalid_scope');
    const other = String((await hand.register()).json.client_id);
    expect((await hand.refresh(other, refreshing)).json.error).toBe('invalid_grant');
    expect((await hand.refresh('nobody', refreshing)).status).toBe(401);
    expect((await hand.ping(refreshing)).status).toBe(401);
    expect((await hand.refresh(clientId, token)).json.error).toBe('invalid_grant');
    expect((await hand.refresh(clientId, refreshing, { resource: 'https://other.example.com/mcp' })).json.error).toBe(
      'invalid_target',
    );
    const narrower = await hand.refresh(clientId, refreshing, { scope: 'read' });
    expect(narrower.json.scope).toBe('read');
  });

  it('is given back by its program, which ends all of it; a stranger’s word for that is not taken', async () => {
    const { clientId, refresh_token: refreshing, access_token: token } = await hand.tokensFor(admin);
    const revoke = (form: Readonly<Record<string, string>>) => hand.send('/oauth/revoke', form);
    expect((await revoke({ token: 'psr_nothing' })).status).toBe(200);
    expect((await revoke({})).status).toBe(200);
    expect((await revoke({ token: refreshing, client_id: 'another' })).status).toBe(200);
    expect((await hand.ping(token)).status).toBe(200);
    expect((await revoke({ token: refreshing, client_id: clientId })).status).toBe(200);
    expect((await hand.ping(token)).status).toBe(401);
  });
});

describe('a request to be let in', () => {
  it('leads nowhere but to an address that the program named when it made itself known', async () => {
    later();
    const clientId = String((await hand.register()).json.client_id);
    for (const address of [
      ...['https://evil.example.com/', 'http://127.0.0.1:4711/callback/', 'http://127.0.0.1:4711/callback?next=x'],
      ...['http://127.0.0.1:4711@evil.example.com/callback', 'http://127.0.0.1.evil.example.com/callback'],
      ...['http://localhost:4711/callback', 'https://127.0.0.1:4711/callback', 'javascript:alert(1)', ''],
    ]) {
      const url = hand.addressOf(clientId, { redirect_uri: address });
      const { result } = (await askedBy(admin, url)).json;
      expect([result.problem, result.redirect_to, result.redirect_host]).toEqual(['redirect_mismatch', null, null]);
      const answer = await decide(admin, url);
      expect([answer.status, answer.text.includes('redirect_to')]).toEqual([422, false]);
    }
    // A program on one's own machine listens wherever there is room.
    const moved = hand.addressOf(clientId, { redirect_uri: 'http://127.0.0.1:50123/callback' });
    expect((await askedBy(admin, moved)).json.result).toMatchObject({
      problem: null,
      redirect_host: '127.0.0.1:50123',
    });
  });

  it('is refused in the words of the protocol where it lacks what makes it safe', async () => {
    later();
    const clientId = String((await hand.register()).json.client_id);
    for (const [change, problem] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ state: 'x'.repeat(1600) }, 'invalid_request'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    ] as const) {
      const { result } = (await askedBy(admin, hand.addressOf(clientId, change))).json;
      expect([change, result.problem]).toEqual([change, problem]);
      const back = new URL(result.redirect_to);
      expect(back.origin).toBe('http://127.0.0.1:4711');
      expect([back.searchParams.get('error'), back.searchParams.get('iss')]).toEqual([problem, running.url]);
    }
    const unknown = (await askedBy(admin, hand.addressOf('nobody'))).json.result;
    expect(unknown).toMatchObject({ problem: 'unknown_client', redirect_to: null });
  });

  it('asks for finding and asking where it names no scope, and for nothing that it does not name', async () => {
    later();
    const clientId = String((await hand.register()).json.client_id);
    const scopeOf = async (scope: string | undefined) =>
      (await askedBy(admin, hand.addressOf(clientId, { scope }))).json.result.scope;
    expect(await scopeOf(undefined)).toBe('sql');
    expect(await scopeOf('read')).toBe('read');
    expect(await scopeOf('read offline_access openid')).toBe('read');
    expect(await scopeOf('write')).toBe('write');
  });

  it('is answered by the person’s own page alone: not by another site, a token, a key or who looks as somebody', async () => {
    later();
    admin = await running.signInByCookie();
    const clientId = String((await hand.register()).json.client_id);
    const url = hand.addressOf(clientId);
    const { 'x-csrftoken': _token, ...cookieAlone } = admin.headers;
    expect((await decide(apiClient(running.url, cookieAlone), url)).status).toBe(400);
    const foreign = apiClient(running.url, { ...admin.headers, 'x-csrftoken': 'x'.repeat(43) });
    expect((await decide(foreign, url)).status).toBe(400);
    const bearer = await running.signInAs('token_agent', ['Admin']);
    expect((await decide(bearer, url)).status).toBe(403);
    const expiresOn = new Date(clock + 86_400_000);
    const { apiKeys, accounts } = running.app.services;
    const userId = await accounts.create({ username: 'key_agent', password: 'a password for tests', roles: ['Admin'] });
    const { key } = await apiKeys.create({ userId, name: 'k', scopes: 'all', expiresOn });
    expect((await decide(apiClient(running.url, { authorization: `Bearer ${key}` }), url)).status).toBe(403);
    await inBrowser(running, 'seen_agent', ['Gamma']);
    await admin.post('/api/v1/security/view_as/', { username: 'seen_agent' });
    expect((await decide(admin, url)).status).toBe(403);
    await admin.delete('/api/v1/security/view_as/');
    expect(
      await running.app.services.store
        .selectFrom('agent_codes')
        .select('client_id')
        .where('client_id', '=', clientId)
        .execute(),
    ).toEqual([]);
  });

  it('stands on a page that no other shows in a frame', async () => {
    const page = await apiClient(running.url).get('/oauth/authorize/?client_id=x', {
      headers: { accept: 'text/html' },
    });
    // Without a build there is no page: then there is nothing to be framed either.
    if (page.status !== 200) return;
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });
});

describe('a program that makes itself known', () => {
  it('names addresses by TLS or on the person’s own machine, and nothing that leads elsewhere', async () => {
    later();
    for (const address of [
      ...[
        'http://evil.example.com/',
        'javascript:alert(1)',
        'data:text/html,x',
        'cursor://callback',
        'file:///etc/passwd',
      ],
      ...[
        'https://user:pw@example.com/',
        'https://example.com/#part',
        'https://exa mple.com/',
        'https:\\\\example.com',
      ],
      ...['http://127.0.0.1.nip.example/', 'no address', ''],
    ]) {
      const answer = await hand.register({ redirect_uris: [redirect, address] });
      expect([address, answer.status, answer.json.error]).toEqual([address, 400, 'invalid_redirect_uri']);
    }
    for (const change of [
      { redirect_uris: [] },
      { redirect_uris: 'x' },
      { redirect_uris: [`https://x.example/${'a'.repeat(500)}`] },
    ])
      expect((await hand.register(change)).status).toBe(400);
    const many = { redirect_uris: Array.from({ length: 11 }, (_, index) => `https://x.example/${index}`) };
    expect((await hand.register(many)).status).toBe(400);
  });

  it('is called by one line of plain signs, whatever it calls itself', async () => {
    later();
    const named = async (name: unknown) => (await hand.register({ client_name: name })).json.client_name;
    expect(await named('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(await named('Powerset\u202e\u0000\nAdmin\u200b')).toBe('Powerset Admin');
    expect(await named('x'.repeat(500))).toHaveLength(100);
    expect(await named(undefined)).toBe('–');
    expect((await hand.register({ client_name: 'x'.repeat(2000) })).status).toBe(400);
  });

  it('is given no secret and no right, and is told to come later when its network brings too many', async () => {
    later();
    const made = await hand.register({ client_secret: 'mine', token_endpoint_auth_method: 'client_secret_basic' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ token_endpoint_auth_method: 'none' });
    expect(made.text).not.toContain('secret"');
    const answers = await Promise.all(Array.from({ length: 80 }, () => hand.register()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is one of two thousand at most that nobody let in; those that somebody did stay', async () => {
    later();
    const kept = await hand.tokensFor(admin);
    const { store } = running.app.services;
    const strangers = Array.from({ length: 2500 }, (_, index) => ({
      ...{ id: `stranger ${index}`, name: 'x', redirect_uris: '[]', may_refresh: 0, used_on: null },
      created_on: new Date(clock - 1000 + index / 10).toISOString(),
    }));
    for (let at = 0; at < strangers.length; at += 500)
      await store
        .insertInto('agent_clients')
        .values(strangers.slice(at, at + 500))
        .execute();
    for (let round = 0; round < 8; round += 1) await hand.register();
    const { unused } = await store
      .selectFrom('agent_clients')
      .select(({ fn }) => fn.countAll<number>().as('unused'))
      .where('used_on', 'is', null)
      .executeTakeFirstOrThrow();
    expect(Number(unused)).toBeLessThanOrEqual(2000);
    expect((await hand.refresh(kept.clientId, kept.refresh_token)).status).toBe(200);
    clock += 25 * 3_600_000;
    await hand.register();
    const left = await store.selectFrom('agent_clients').select('id').where('used_on', 'is', null).execute();
    expect(left).toHaveLength(1);
  });

  it('holds up itself alone when it goes round in circles', async () => {
    later();
    const clientId = String((await hand.register()).json.client_id);
    const answers = await Promise.all(Array.from({ length: 40 }, () => hand.exchange(clientId, 'no code')));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    const other = String((await hand.register()).json.client_id);
    expect((await hand.exchange(other, 'no code')).status).toBe(400);
  });
});

describe('what agents read of the server', () => {
  it('names one address each, the same whichever way they look', async () => {
    const { stranger } = hand;
    const resource = await stranger.get('/.well-known/oauth-protected-resource');
    expect(resource.json).toMatchObject({ resource: `${running.url}/mcp`, authorization_servers: [running.url] });
    expect((await stranger.get('/.well-known/oauth-protected-resource/mcp')).json).toEqual(resource.json);
    const server = (await stranger.get('/.well-known/oauth-authorization-server')).json;
    expect(server).toMatchObject({
      ...{ issuer: running.url, code_challenge_methods_supported: ['S256'] },
      token_endpoint_auth_methods_supported: ['none'],
    });
    expect((await stranger.get('/.well-known/openid-configuration')).status).toBe(404);
    const answer = await stranger.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${running.url}/.well-known/oauth-protected-resource/mcp", scope="read sql"`,
    );
  });

  it('is no word of a stranger’s: another name in the request is no name of the server', async () => {
    // What a client sends as Host cannot be set with fetch.
    const answer = await running.app.server.inject({
      url: '/.well-known/oauth-authorization-server',
      headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).not.toContain('evil');
  });

  it('binds tokens to that address: one that was let in under another opens nothing', async () => {
    const { access_token: token } = await hand.tokensFor(admin);
    const elsewhere = `http://localhost:${new URL(running.url).port}`;
    const answer = await apiClient(elsewhere, { authorization: `Bearer ${token}` }).post('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(answer.status).toBe(401);
  });
});
