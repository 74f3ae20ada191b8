import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** A provider that speaks OAuth2 alone: codes for whoever is named, tokens as GitHub gives them, and who has one. */
interface GitProvider {
  readonly origin: string;
  /** What it says of whoever comes next; `status` other than 200 is a refusal. */
  person: { readonly status: number; readonly body: string };
  readonly asked: {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly form: URLSearchParams;
  }[];
  readonly stop: () => Promise<void>;
}

const clientSecret = 'a secret for tests';

async function startGitProvider(): Promise<GitProvider> {
  const challenges = new Map<string, string>();
  const asked: GitProvider['asked'] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has one.
  const { port } = server.address() as AddressInfo;
  const provider: GitProvider = {
    origin: `http://127.0.0.1:${port}`,
    person: { status: 200, body: '{}' },
    asked,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const { pathname, searchParams } = new URL(request.url ?? '', provider.origin);
    const form = new URLSearchParams(text);
    asked.push({ path: pathname, authorization: request.headers.authorization, form });
    const say = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
    if (pathname === '/authorize') {
      const code = `code-${challenges.size}`;
      challenges.set(code, searchParams.get('code_challenge') ?? '');
      const back = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
      return void response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${back}` }).end();
    }
    if (pathname === '/user')
      return request.headers.authorization === 'Bearer gho_token'
        ? say(provider.person.status, provider.person.body)
        : say(401, '{}');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isSound = challenges.get(form.get('code') ?? '') === challenge && form.get('client_secret') === clientSecret;
    // An error comes with 200, as there.
    return say(
      200,
      isSound
        ? '{"access_token":"gho_token","scope":"read:user","token_type":"bearer"}'
        : '{"error":"bad_verification_code"}',
    );
  }
  return provider;
}

let provider: GitProvider;
let running: InProcessApp;

beforeAll(async () => {
  provider = await startGitProvider();
  running = await startInProcess({
    env: {
      POWERSET_OIDC_AUTHORIZE_URL: `${provider.origin}/authorize`,
      POWERSET_OIDC_TOKEN_URL: `${provider.origin}/token`,
      POWERSET_OIDC_USERINFO_URL: `${provider.origin}/user`,
      POWERSET_OIDC_CLIENT_ID: 'powerset',
      POWERSET_OIDC_CLIENT_SECRET: clientSecret,
      POWERSET_OIDC_NAME: 'github',
      POWERSET_OIDC_SCOPES: 'read:user user:email',
      POWERSET_OIDC_USERNAME_CLAIM: 'login',
      POWERSET_OIDC_ROLES_CLAIM: 'teams',
      POWERSET_OIDC_ROLES: '{"bi": "Alpha", "*": "Gamma"}',
    },
  });
});
afterEach(() => {
  provider.asked.length = 0;
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});

const says = (values: object) => {
  provider.person = { status: 200, body: JSON.stringify(values) };
};

/** Goes there and back; `at` is where a page of ours would be drawn. */
async function signIn(change: (back: string) => string = (back) => back) {
  const go = (address: string, headers = {}) => fetch(address, { redirect: 'manual', headers });
  const there = await go(`${running.url}/api/v1/security/oidc/`);
  const cookie = there.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const sentTo = new URL(there.headers.get('location') ?? '');
  const gone = await go(sentTo.href);
  const back = await go(change(gone.headers.get('location') ?? ''), { cookie });
  const session = back.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { user } = (await apiClient(running.url, { cookie: session }).get('/api/v1/bootstrap')).json;
  return { sentTo, at: back.headers.get('location'), user };
}

describe('whoever comes from a provider that speaks OAuth2 alone', () => {
  it('has an account by what never changes of him there, with the roles of his groups', async () => {
    says({ id: 583231, login: 'octo', name: 'Mona Octo', email: 'mona@example.com', teams: ['bi'] });
    const first = await signIn();
    expect([...first.sentTo.searchParams.keys()]).not.toContain('openid');
    expect(first.sentTo.searchParams.get('scope')).toBe('read:user user:email');
    expect(first.at).toBe('/');
    expect(first.user).toMatchObject({ username: 'octo', firstName: 'Mona Octo', email: 'mona@example.com' });
    expect(Object.keys(first.user.roles).sort()).toEqual(['Alpha', 'Gamma']);
    expect(provider.asked.map(({ path }) => path)).toEqual(['/authorize', '/token', '/user']);
    says({ id: 583231, login: 'renamed', teams: [] });
    const again = await signIn();
    expect(again.user).toMatchObject({ username: 'octo', userId: first.user.userId });
    expect(Object.keys(again.user.roles)).toEqual(['Gamma']);
    const { store } = running.app.services;
    const known = await store.selectFrom('user_identities').selectAll().execute();
    expect(known).toMatchObject([{ issuer: provider.origin, subject: '583231' }]);
  });

  it('is nobody where the provider does not say who that is, refuses, or says it in no JSON', async () => {
    for (const values of [
      { login: 'x' },
      { id: '', login: 'x' },
      { id: 1.5, login: 'x' },
      { id: { a: 1 }, login: 'x' },
    ]) {
      says(values);
      expect((await signIn()).at).toBe('/login/?sso=failed');
    }
    for (const person of [
      { status: 403, body: '{"id":7,"login":"x"}' },
      { status: 200, body: '<html>' },
      { status: 200, body: `{"id":7,"login":"x","more":"${'x'.repeat(1_100_000)}"}` },
    ]) {
      provider.person = person;
      expect((await signIn()).at).toBe('/login/?sso=failed');
    }
  });

  it('is nobody with a code that the provider does not know, or from another browser', async () => {
    says({ id: 9, login: 'mallory' });
    const odd = await signIn((back) => back.replace(/code=[^&]*/, 'code=other'));
    expect([odd.at, odd.user]).toEqual(['/login/?sso=failed', null]);
    const foreign = await signIn((back) => back.replace(/state=[^&]*/, 'state=other'));
    expect(foreign.at).toBe('/login/?sso=expired');
    expect(provider.asked.some(({ path }) => path === '/user')).toBe(false);
  });
});
