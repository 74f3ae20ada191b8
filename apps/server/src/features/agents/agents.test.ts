import { type ApiClient, apiClient } from '@powerset/testkit';
import { useTool } from '@powerset/testkit/agent-program';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedBy, byHand, decide, inBrowser, narrow, program, redirect } from './agents-fixture.ts';

const list = '/api/v1/security/agents/';
let clock = Date.now();
let running: InProcessApp;
let databaseId = 0;
let admin: ApiClient;
beforeAll(async () => {
  running = await startInProcess({ now: () => new Date(clock) });
  admin = await running.signInByCookie();
  databaseId = Number((await admin.get('/api/v1/database/')).json.result[0].id);
});
afterAll(() => running.stop());

describe('an agent that asks to be let in', () => {
  it('is told where, makes itself known, waits for a yes and comes as its person, with the client of the protocol', async () => {
    const desk = program(running);
    expect(await desk.connect()).toBeNull();
    const asked = (await askedBy(admin, desk.address())).json.result;
    expect(asked).toEqual({
      ...{ client_name: 'Desk', redirect_host: '127.0.0.1:4711', scope: 'sql', problem: null, redirect_to: null },
    });
    const client = await desk.letIn(admin);
    expect(desk.tokens()).toMatchObject({ scope: 'read sql', expires_in: 900 });
    expect((await useTool(client, 'list_databases')).isError).toBe(false);
    const read = await useTool(client, 'run_sql', { database_id: databaseId, sql: 'select 40 + 2 as answer' });
    expect(JSON.parse(read.text).rows).toEqual([{ answer: 42 }]);
  });

  it('is told no where somebody says no, with its state and who answers', async () => {
    const desk = program(running);
    await desk.connect();
    const answer = await decide(admin, desk.address(), false);
    const back = new URL(answer.json.result.redirect_to);
    expect(back.href.startsWith(redirect)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ error: 'access_denied', state: 'a state & more', iss: running.url },
    });
  });

  it('is let in for less than it asks where its person says so, and never for more', async () => {
    const { addressOf, register, exchange } = byHand(running);
    const clientId = String((await register()).json.client_id);
    const answer = await narrow(admin, addressOf(clientId), 'read');
    const code = new URL(answer.json.result.redirect_to).searchParams.get('code') ?? '';
    expect((await exchange(clientId, code)).json.scope).toBe('read');
    const wider = await narrow(admin, addressOf(clientId), 'write');
    expect([wider.status, Object.keys(wider.json.message)]).toEqual([422, ['scope']]);
    expect((await narrow(admin, addressOf(clientId), 'everything')).status).toBe(400);
  });

  it('asks for more when a tool needs more, and gets it by another yes alone', async () => {
    const browser = await inBrowser(running, 'more_agent', ['Admin']);
    const desk = program(running);
    const client = await desk.letIn(browser);
    const change = { database_id: databaseId, sql: 'create table by_agent (a int)', allow_changes: true };
    await admin.put(`/api/v1/database/${databaseId}`, { allow_dml: true });
    await expect(useTool(client, 'run_sql', change)).rejects.toThrow();
    expect(desk.address().searchParams.get('scope')).toBe('read sql write');
    const again = await desk.letIn(browser);
    expect(await useTool(again, 'run_sql', change)).toMatchObject({ isError: false });
    // The former yes ended with the new one.
    const living = (await browser.get(`${list}?q=(filters:!((col:user,opr:eq,value:${await idOf('more_agent')})))`))
      .json;
    expect(living.result.filter(({ active }: { active: boolean }) => active)).toHaveLength(1);
  });

  it('without an account stays outside: nobody is asked who is not signed in', async () => {
    const { addressOf, register, stranger } = byHand(running);
    const address = addressOf(String((await register()).json.client_id));
    expect((await askedBy(stranger, address)).status).toBe(401);
    expect((await decide(stranger, address)).status).toBe(401);
  });
});

const idOf = async (username: string) =>
  (
    await running.app.services.store
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id;

describe('what was let in', () => {
  it('may no more than its person and no more than was said, wherever it calls', async () => {
    const gamma = await inBrowser(running, 'gamma_agent', ['Gamma']);
    const client = await program(running).letIn(gamma);
    expect(await useTool(client, 'run_sql', { database_id: databaseId, sql: 'select 1' })).toMatchObject({
      isError: true,
    });
    const hand = byHand(running);
    const reader = await hand.tokensFor(admin, { scope: 'read' });
    const bearer = apiClient(running.url, { authorization: `Bearer ${reader.access_token}` });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const sql = { name: 'run_sql', arguments: { database_id: databaseId, sql: 'select 1' } };
    const refused = await bearer.post('/mcp', { ...call, params: sql });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${running.url}/.well-known/oauth-protected-resource/mcp", scope="read sql"`,
    );
    const made = { name: 'create_dashboard', arguments: { title: 'No', chart_ids: [1] } };
    expect((await bearer.post('/mcp', [{ ...call, params: made }])).status).toBe(403);
  });

  it('calls /mcp and nothing else, whatever else it sends along', async () => {
    const { access_token: token } = await byHand(running).tokensFor(admin);
    const bearer = apiClient(running.url, { authorization: `Bearer ${token}` });
    expect((await bearer.get('/api/v1/me/')).status).toBe(401);
    const forged = { 'x-powerset-agent-call': 'a'.repeat(43) };
    expect((await bearer.get('/api/v1/me/', { headers: forged })).status).toBe(401);
    expect((await bearer.post('/api/v1/security/api_keys/', {}, { headers: forged })).status).toBe(401);
  });

  it('is listed to its person, and to administrators with whose it is; either can end it at once', async () => {
    const anna = await inBrowser(running, 'anna_agent', ['Gamma']);
    const bert = await inBrowser(running, 'bert_agent', ['Gamma']);
    const hand = byHand(running);
    const { access_token: token, refresh_token: refreshing, clientId } = await hand.tokensFor(anna);
    expect((await hand.ping(token)).status).toBe(200);
    const [own] = (await anna.get(list)).json.result;
    expect(own).toMatchObject({
      ...{ name: 'By hand', scope: 'sql', active: true, redirect_host: '127.0.0.1:4711' },
      last_used_on: new Date(clock).toISOString(),
    });
    expect((await bert.get(list)).json.count).toBe(0);
    expect((await bert.delete(`${list}${own.id}`)).status).toBe(404);
    expect((await apiClient(running.url).delete(`${list}${own.id}`)).status).toBe(401);
    const seen = (await admin.get(list)).json.result.find(({ id }: { id: number }) => id === own.id);
    expect(seen.user).toMatchObject({ id: await idOf('anna_agent') });
    expect((await admin.delete(`${list}${own.id}`)).status).toBe(200);
    expect((await anna.delete(`${list}${own.id}`)).status).toBe(409);
    expect((await anna.delete(`${list}987654`)).status).toBe(404);
    expect((await hand.ping(token)).status).toBe(401);
    expect((await hand.refresh(clientId, refreshing)).json.error).toBe('invalid_grant');
  });

  it('stands in the log with its name, from the yes on', async () => {
    const { access_token: token } = await byHand(running).tokensFor(admin);
    const call = { name: 'list_databases', arguments: {} };
    await apiClient(running.url, { authorization: `Bearer ${token}` }).post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { headers: { accept: 'application/json, text/event-stream' } },
    );
    const { store } = running.app.services;
    const notes = await store
      .selectFrom('logs')
      .selectAll()
      .where('action', 'in', ['agent.allowed', 'mcp.list_databases'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(notes.map(({ action }) => action)).toEqual(['mcp.list_databases', 'agent.allowed']);
    for (const note of notes) expect(JSON.parse(note.json ?? '{}')).toMatchObject({ agent_name: 'By hand' });
  });

  it('ends when its person is switched off, and goes with the account', async () => {
    const browser = await inBrowser(running, 'leaving_agent', ['Gamma']);
    const hand = byHand(running);
    const { access_token: token, refresh_token: refreshing, clientId } = await hand.tokensFor(browser);
    const { code, clientId: other } = await hand.codeFor(browser);
    const id = await idOf('leaving_agent');
    await admin.put(`/api/v1/security/users/${id}`, { active: false });
    expect((await hand.ping(token)).status).toBe(401);
    expect((await hand.refresh(clientId, refreshing)).json.error).toBe('invalid_grant');
    expect((await hand.exchange(other, code)).json.error).toBe('invalid_grant');
    expect((await admin.delete(`/api/v1/security/users/${id}`)).status).toBe(200);
    const { store } = running.app.services;
    for (const table of ['agent_grants', 'agent_tokens', 'agent_codes'] as const)
      expect(await store.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).toEqual([]);
  });
});

// Moves the clock far: what the engine keeps for the others is too old afterwards.
describe('an agent that comes again', () => {
  it('goes on with its refresh token once the short one has ended, and no longer than a month without use', async () => {
    const desk = program(running);
    await desk.letIn(admin);
    const before = desk.tokens();
    clock += 16 * 60_000;
    const client = await desk.connect();
    expect(client).not.toBeNull();
    expect(desk.tokens().access_token).not.toBe(before.access_token);
    expect(desk.tokens().refresh_token).not.toBe(before.refresh_token);
    clock += 31 * 86_400_000;
    expect(await desk.connect()).toBeNull();
  });
});

describe('where agents are not let in', () => {
  it('says nothing of it, knows no program and takes keys alone', async () => {
    const closed = await startInProcess({ env: { POWERSET_AGENTS: 'false' } });
    try {
      const visitor = apiClient(closed.url);
      for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'])
        expect((await visitor.get(`/.well-known/${path}`)).status).toBe(404);
      expect((await visitor.post('/oauth/register', { redirect_uris: [redirect] })).status).toBe(404);
      const form = new URLSearchParams({ grant_type: 'authorization_code' });
      expect((await visitor.post('/oauth/token', undefined, { form })).status).toBe(404);
      const answer = await visitor.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, null]);
      const listed = await closed.admin.get(list);
      expect([listed.status, listed.json.count]).toEqual([200, 0]);
    } finally {
      await closed.stop();
    }
  });
});
