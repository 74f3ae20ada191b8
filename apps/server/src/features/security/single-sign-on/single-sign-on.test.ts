import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiClient } from '@powerset/testkit';
import { type IdentityProvider, startIdentityProvider } from '@powerset/testkit/identity-provider';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let provider: IdentityProvider;
let running: InProcessApp;
const start = '/api/v1/security/oidc/';

beforeAll(async () => {
  provider = await startIdentityProvider();
  running = await startInProcess({ env: settingsOf(provider) });
  provider.serve(`${running.url}/oauth-authorized/keycloak`);
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});

function settingsOf({
  issuer,
  clientId,
  clientSecret,
}: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>) {
  return {
    POWERSET_OIDC_ISSUER: issuer,
    POWERSET_OIDC_CLIENT_ID: clientId,
    POWERSET_OIDC_CLIENT_SECRET: clientSecret,
    POWERSET_OIDC_NAME: 'keycloak',
    POWERSET_OIDC_ROLES_CLAIM: 'groups',
    POWERSET_OIDC_ROLES: '{"bi-admins": "Admin", "staff": "Gamma, sql_lab"}',
  };
}

/** A browser that keeps cookies by origin and follows nobody by itself. */
function browser() {
  const cookies = new Map<string, Map<string, string>>();
  const open = async (address: string) => {
    const { origin, pathname } = new URL(address);
    const own = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, own);
    const sent = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: sent ? { cookie: sent } : {} });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const isGone = /expires=Thu, 01 Jan 1970/i.test(line);
      if (isGone) own.delete(pair.slice(0, at));
      else own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const to = answer.headers.get('location');
    return { status: answer.status, pathname, next: to === null ? null : new URL(to, address).href };
  };
  return {
    open,
    cookies,
    /** Goes on until nobody sends it further, or it is to leave the provider for an address that fits. */
    travel: async (address: string, until: (address: string) => boolean = () => false) => {
      let at = address;
      for (let steps = 0; steps < 15; steps += 1) {
        if (until(at)) return at;
        const { next } = await open(at);
        if (next === null || isPage(next)) return next ?? at;
        at = next;
      }
      throw new Error('It never comes to an end.');
    },
    bootstrap: async () => {
      const own = cookies.get(running.url) ?? new Map<string, string>();
      const headers = { cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') };
      return (await apiClient(running.url, headers).get('/api/v1/bootstrap')).json;
    },
  };
}

/** Where a page of ours would be drawn. */
function isPage(address: string): boolean {
  const { origin, pathname } = new URL(address);
  return origin === running.url && !pathname.startsWith('/oauth-authorized/') && !pathname.startsWith('/api/');
}

const pathOf = (address: string) => address.slice(running.url.length);

async function signIn(visitor = browser(), next = '') {
  const at = await visitor.travel(`${running.url}${start}${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  return { visitor, at: pathOf(at), ...(await visitor.bootstrap()) };
}

const rolesOf = (user: { readonly roles: object }) => Object.keys(user.roles).sort();

describe('whoever comes from the identity provider', () => {
  it('has an account from the first time on, with the roles of his groups, and goes where he wanted to', async () => {
    const claims = { preferred_username: 'ada', given_name: 'Ada', family_name: 'L', email: 'ada@example.com' };
    provider.signIn('subject-1', { ...claims, email_verified: true, groups: ['staff', 'other'] });
    const first = await signIn(browser(), '/superset/dashboard/7/?a=b');
    expect(first.at).toBe('/superset/dashboard/7/?a=b');
    expect(first.user).toMatchObject({ username: 'ada', firstName: 'Ada', lastName: 'L', email: 'ada@example.com' });
    expect(rolesOf(first.user)).toEqual(['Gamma', 'sql_lab']);
    expect(first.conf.OIDC_LABEL).toBe('single sign-on');

    provider.signIn('subject-1', { preferred_username: 'somebody-else', given_name: 'Augusta', groups: ['bi-admins'] });
    const again = await signIn();
    expect(again.at).toBe('/');
    expect(again.user).toMatchObject({ username: 'ada', firstName: 'Augusta', userId: first.user.userId });
    expect(rolesOf(again.user)).toEqual(['Admin']);
  });

  it('gets no account of a name or address that somebody has, until its owner connects them', async () => {
    await running.signInAs('grace', ['Alpha']);
    const before = await running.admin.get('/api/v1/security/users/');
    provider.signIn('subject-2', { preferred_username: 'grace', email: 'grace@example.com', groups: ['bi-admins'] });
    const refused = await signIn();
    expect([refused.at, refused.user]).toEqual(['/login/?sso=name_taken', null]);
    expect((await running.admin.get('/api/v1/security/users/')).json.count).toBe(before.json.count);

    const owner = browser();
    await enterByPassword(owner, 'grace');
    expect(pathOf(await owner.travel(`${running.url}${start}?connect=true`))).toBe('/user_info/?sso=connected');
    const connected = await signIn();
    expect(connected.user.username).toBe('grace');
    const other = browser();
    await running.signInAs('mallory', ['Gamma']);
    await enterByPassword(other, 'mallory');
    const elsewhere = await other.travel(`${running.url}${start}?connect=true`);
    expect(pathOf(elsewhere)).toBe('/user_info/?sso=connected_elsewhere');
    provider.signIn('subject-3', { preferred_username: 'grace2', groups: ['staff'] });
    owner.cookies.delete(provider.issuer);
    expect(pathOf(await owner.travel(`${running.url}${start}?connect=true`))).toBe('/user_info/?sso=other_connected');
  });

  it('is told apart by the provider’s own name alone: another of the same address is another', async () => {
    provider.signIn('subject-4', { preferred_username: 'ada-two', email: 'ada@example.com', groups: ['staff'] });
    const { user } = await signIn();
    expect(user.username).toBe('ada-two');
  });

  it('without a role is not let in, and is no longer signed in elsewhere', async () => {
    provider.signIn('subject-5', { preferred_username: 'nobody', groups: ['strangers'] });
    expect((await signIn()).at).toBe('/login/?sso=no_role');
    provider.signIn('subject-5', { preferred_username: 'nobody', groups: ['staff'] });
    const { visitor } = await signIn();
    expect((await visitor.bootstrap()).user.username).toBe('nobody');
    provider.signIn('subject-5', { preferred_username: 'nobody', groups: [] });
    expect((await signIn()).at).toBe('/login/?sso=no_role');
    expect((await visitor.bootstrap()).user).toBeNull();
  });

  it('stays out while the account is switched off, or has no user name that is taken here', async () => {
    provider.signIn('subject-6', { preferred_username: 'off', groups: ['staff'] });
    const { user } = await signIn();
    await running.admin.put(`/api/v1/security/users/${user.userId}`, { active: false });
    expect((await signIn()).at).toBe('/login/?sso=inactive');
    for (const name of ['a b', 'x'.repeat(65), undefined, 7]) {
      provider.signIn(`subject-7-${String(name).length}`, { preferred_username: name, groups: ['staff'] });
      expect((await signIn()).at).toBe('/login/?sso=no_name');
    }
  });

  it('is turned away where the provider turns him away, and is led to no other site', async () => {
    provider.signIn(null);
    const { at, user } = await signIn(browser(), '/chart/list/');
    expect([at, user]).toEqual(['/login/?sso=refused&next=%2Fchart%2Flist%2F', null]);
    const log = '/api/v1/log/?q=(filters:!((col:action,opr:eq,value:security.oidc_finish)),page_size:1)';
    await expect
      .poll(async () => JSON.parse((await running.admin.get(log)).json.result[0]?.json ?? '{}').status)
      .toBe(401);
    provider.signIn('subject-8', { preferred_username: 'straight', groups: ['staff'] });
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', `/${'x'.repeat(3000)}`])
      expect((await signIn(browser(), next)).at).toBe('/');
  });

  it('may disconnect the account, and is a stranger then', async () => {
    provider.signIn('subject-9', { preferred_username: 'leaving', groups: ['staff'] });
    const { visitor, csrfToken } = await signIn();
    const own = visitor.cookies.get(running.url) ?? new Map();
    const headers = { cookie: [...own].map((pair) => pair.join('=')).join('; '), 'x-csrftoken': csrfToken };
    const client = apiClient(running.url, headers);
    expect((await client.get('/api/v1/me/identities/')).json.result).toEqual([
      { kind: 'provider', issuer: provider.issuer, created_on: expect.any(String) },
    ]);
    expect((await client.delete('/api/v1/me/identities/')).status).toBe(200);
    expect((await client.delete('/api/v1/me/identities/')).status).toBe(404);
    expect((await apiClient(running.url).get('/api/v1/me/identities/')).status).toBe(401);
    expect((await signIn()).at).toBe('/login/?sso=name_taken');
  });
});

async function enterByPassword(visitor: ReturnType<typeof browser>, name: string): Promise<void> {
  const { json } = await running.admin.get(
    `/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:${name})))`,
  );
  const password = 'a password for this test';
  await running.admin.put(`/api/v1/security/users/${json.result[0].id}`, { password });
  const answer = await apiClient(running.url).post('/api/v1/security/sign_in', { username: name, password });
  const own = new Map<string, string>();
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    own.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  visitor.cookies.set(running.url, own);
}

describe('an account that was there before', () => {
  const other = async (env: Readonly<Record<string, string>>, use: () => Promise<void>) => {
    const usual = running;
    running = await startInProcess({ env: { ...settingsOf(provider), ...env } });
    provider.serve(`${running.url}/oauth-authorized/keycloak`);
    try {
      await use();
    } finally {
      await running.stop();
      running = usual;
      provider.serve(`${running.url}/oauth-authorized/keycloak`);
    }
  };

  it('is its owner’s by its name where the settings say so, once; nobody else gets one where none are made', async () => {
    const env = { POWERSET_OIDC_TRUST_USERNAMES: 'true', POWERSET_OIDC_CREATE_USERS: 'false' };
    await other(env, async () => {
      await running.signInAs('moved', ['Alpha']);
      provider.signIn('subject-20', { preferred_username: 'moved', groups: ['staff'] });
      expect((await signIn()).user.username).toBe('moved');
      provider.signIn('subject-21', { preferred_username: 'moved', groups: ['staff'] });
      expect((await signIn()).at).toBe('/login/?sso=name_taken');
      provider.signIn('subject-22', { preferred_username: 'stranger', groups: ['staff'] });
      expect((await signIn()).at).toBe('/login/?sso=unknown');
    });
  });

  it('keeps its roles where no groups are asked for, and gets the usual ones where it has none', async () => {
    await other({ POWERSET_OIDC_ROLES_CLAIM: '', POWERSET_OIDC_DEFAULT_ROLES: 'Gamma' }, async () => {
      provider.signIn('subject-23', { preferred_username: 'usual', groups: ['bi-admins'] });
      const first = await signIn();
      expect(rolesOf(first.user)).toEqual(['Gamma']);
      const roles = (await running.admin.get('/api/v1/security/roles/')).json.result;
      const alpha = roles.find(({ name }: { name: string }) => name === 'Alpha').id;
      await running.admin.put(`/api/v1/security/users/${first.user.userId}`, { roles: [alpha] });
      expect(rolesOf((await signIn()).user)).toEqual(['Alpha']);
    });
  });

  it('begins with the roles of its groups and keeps those given here where they are not set anew', async () => {
    await other({ POWERSET_OIDC_SYNC_ROLES: 'false' }, async () => {
      provider.signIn('subject-26', { preferred_username: 'settled', groups: ['bi-admins'] });
      const first = await signIn();
      expect(rolesOf(first.user)).toEqual(['Admin']);
      provider.signIn('subject-26', { preferred_username: 'settled', groups: ['strangers'] });
      expect(rolesOf((await signIn()).user)).toEqual(['Admin']);
      provider.signIn('subject-27', { preferred_username: 'groupless', groups: [] });
      expect((await signIn()).at).toBe('/login/?sso=no_role');
    });
  });

  it('has the roles of everybody besides those of its groups, and of thousands of groups the last counts', async () => {
    const roles = '{"*": "Public", "staff": ["Gamma"], "away": "a role, that nobody made"}';
    await other({ POWERSET_OIDC_ROLES: roles }, async () => {
      const groups = [...Array.from({ length: 9000 }, (_none, at) => `cn=${at},ou=groups,dc=example,dc=com`), 'staff'];
      provider.signIn('subject-28', { preferred_username: 'joiner', groups });
      expect(rolesOf((await signIn()).user)).toEqual(['Gamma', 'Public']);
      provider.signIn('subject-28', { preferred_username: 'joiner', groups: ['*', 'away'] });
      expect(rolesOf((await signIn()).user)).toEqual(['Public']);
      provider.signIn('subject-28', { preferred_username: 'joiner' });
      expect(rolesOf((await signIn()).user)).toEqual(['Public']);
    });
  });

  it('loses nothing where the provider says that it tells not all groups: nobody comes in then', async () => {
    provider.signIn('subject-29', { preferred_username: 'many', groups: ['staff'] });
    const { visitor } = await signIn();
    const elsewhere = { groups: 'src1' };
    provider.signIn('subject-29', { preferred_username: 'many', _claim_names: elsewhere });
    expect((await signIn()).at).toBe('/login/?sso=failed');
    expect(rolesOf((await visitor.bootstrap()).user)).toEqual(['Gamma', 'sql_lab']);
  });

  it('is the only one that opens where passwords are switched off; programs come with API keys', async () => {
    await other({}, async () => {
      await running.signInAs('late', ['Alpha']);
      const expires = new Date(Date.now() + 86_400_000).toISOString();
      const made = await running.admin.post('/api/v1/security/api_keys/', {
        name: 'p',
        scopes: 'all',
        expires_on: expires,
      });
      Object.assign(running.app.services.config, { takesPasswords: false });
      const program = apiClient(running.url, { authorization: `Bearer ${made.json.result.key}` });
      expect((await program.get('/api/v1/bootstrap')).json.conf.PASSWORD_SIGN_IN).toBe(0);

      const credentials = { username: 'late', password: 'a password for tests' };
      const users = (await program.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:late)))')).json;
      const tries = [
        apiClient(running.url).post('/api/v1/security/sign_in', credentials),
        apiClient(running.url).post('/api/v1/security/login', { ...credentials, provider: 'db' }),
        apiClient(running.url).post('/api/v1/security/login', { ...credentials, password: 'wrong', provider: 'db' }),
        apiClient(running.url).post('/api/v1/security/password_reset/', { name: 'late' }),
        apiClient(running.url).post('/api/v1/security/password_link/read', { token: 'x'.repeat(43) }),
        apiClient(running.url).post('/api/v1/security/password_link/', {
          token: 'x'.repeat(43),
          password: 'new and long',
        }),
        running.admin.post(`/api/v1/security/users/${users.ids[0]}/password_link/`, { is_mailed: false }),
      ];
      for (const { status, json } of await Promise.all(tries))
        expect([status, json.errors?.[0]]).toEqual([
          403,
          expect.objectContaining({
            error_type: 'PASSWORD_SIGN_IN_ERROR',
            message: 'Passwords sign nobody in here. Sign in with single sign-on; programs send an API key.',
          }),
        ]);

      provider.signIn('subject-25', { preferred_username: 'fresh', groups: ['staff'] });
      const { visitor, user, csrfToken } = await signIn();
      expect(user.username).toBe('fresh');
      const cookie = [...(visitor.cookies.get(running.url) ?? [])].map((pair) => pair.join('=')).join('; ');
      const leaving = apiClient(running.url, { cookie, 'x-csrftoken': csrfToken });
      expect((await leaving.delete('/api/v1/me/identities/')).status).toBe(403);
    });
  });

  it('stays the administrator’s while there is no other', async () => {
    await other({ POWERSET_OIDC_TRUST_USERNAMES: 'true' }, async () => {
      const [admin] = (await running.admin.get('/api/v1/security/users/')).json.result;
      provider.signIn('subject-24', { preferred_username: admin.username, groups: ['staff'] });
      expect(rolesOf((await signIn()).user)).toEqual(['Admin', 'Gamma', 'sql_lab']);
    });
  });
});

describe('the way back', () => {
  const isBack = (address: string) => address.startsWith(`${running.url}/oauth-authorized/`);

  it('is of the browser that was sent there, once, and for the state that it was given', async () => {
    provider.signIn('subject-10', { preferred_username: 'traveller', groups: ['staff'] });
    const victim = browser();
    const back = await victim.travel(`${running.url}${start}`, isBack);
    const thief = browser();
    expect(pathOf(await thief.travel(back))).toBe('/login/?sso=expired');
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'another');
    const other = browser();
    await other.travel(`${running.url}${start}`, isBack);
    expect(pathOf(await other.travel(wrong.href))).toBe('/login/?sso=expired');
    expect(pathOf(await victim.travel(back))).toBe('/');
    const cookies = new Map(victim.cookies);
    expect(pathOf(await victim.travel(back))).toBe('/login/?sso=expired');
    expect([...(cookies.get(running.url) ?? new Map()).keys()]).not.toContain('powerset_sso');
    expect((await thief.bootstrap()).user).toBeNull();
  });

  it('with a code that is none, or used, lets nobody in', async () => {
    const visitor = browser();
    const back = new URL(await visitor.travel(`${running.url}${start}`, isBack));
    back.searchParams.set('code', 'forged');
    expect(pathOf(await visitor.travel(back.href))).toBe('/login/?sso=failed');
    expect((await visitor.bootstrap()).user).toBeNull();
  });

  it('is there for the provider of the settings alone', async () => {
    expect((await fetch(`${running.url}/oauth-authorized/other?state=x&code=y`, { redirect: 'manual' })).status).toBe(
      404,
    );
    const plain = await startInProcess();
    const client = apiClient(plain.url);
    expect((await client.get(start)).status).toBe(404);
    expect((await client.get('/oauth-authorized/oidc?state=x')).status).toBe(404);
    expect((await client.get('/api/v1/bootstrap')).json.conf.OIDC_LABEL).toBeNull();
    await plain.stop();
  });
});

describe('a provider that answers nonsense', () => {
  let liar: Server;
  let answer = '';
  beforeAll(async () => {
    liar = createServer((_request, response) => void response.end(answer));
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => liar.close());

  it.each([
    ['a page', '<html>'],
    [
      'another issuer',
      JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example' }),
    ],
    ['without an end', `{"issuer":"${'x'.repeat(3_000_000)}`],
  ])('sends %s, and people are told that it is not to be had', async (_what, text) => {
    answer = text;
    const issuer = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    const lied = await startInProcess({ env: { ...settingsOf(provider), POWERSET_OIDC_ISSUER: issuer } });
    const sent = await fetch(`${lied.url}${start}?next=/chart/list/`, { redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      '/login/?sso=unreachable&next=%2Fchart%2Flist%2F',
    ]);
    expect((await fetch(`${lied.url}/health`)).status).toBe(200);
    await lied.stop();
  });
});
