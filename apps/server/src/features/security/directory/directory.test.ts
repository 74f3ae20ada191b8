import { apiClient, signInWithCookie } from '@powerset/testkit';
import { type DirectoryServer, startDirectoryServer } from '@powerset/testkit/directory-server';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isOneMessage, withConnection } from './connection.ts';
import { createDirectoryRound } from './round.ts';

const base = 'dc=example,dc=com';
const reader = { dn: `cn=reader,${base}`, password: 'the reader’s word' };
const password = 'a word of the directory';
let directory: DirectoryServer;
let running: InProcessApp;
let time = new Date('2026-03-02T09:00:00Z');

const settings = () => ({
  POWERSET_LDAP_URL: directory.url,
  POWERSET_LDAP_BIND_DN: reader.dn,
  POWERSET_LDAP_BIND_PASSWORD: reader.password,
  POWERSET_LDAP_BASE_DN: `ou=people,${base}`,
  POWERSET_LDAP_FILTER: '(|(uid={username})(mail={username}))',
  POWERSET_LDAP_GROUPS_ATTRIBUTE: 'memberOf',
  POWERSET_LDAP_ROLES: `{"BI Admins": "Admin", "CN=staff, OU=groups, ${base}": "Gamma, sql_lab"}`,
  POWERSET_LDAP_LABEL: 'Example Inc.',
});

beforeAll(async () => {
  directory = await startDirectoryServer({ reader: reader.dn });
  directory.put({ ...reader, attributes: {} });
  running = await startInProcess({ env: settings(), now: () => time });
});
afterAll(async () => {
  await running.stop();
  await directory.stop();
});
afterEach(() => {
  directory.setMode('usual');
  time = new Date(time.getTime() + 120_000);
});

const dnOf = (uid: string) => `uid=${uid},ou=people,${base}`;
const groupOf = (name: string) => `cn=${name},ou=groups,${base}`;

interface Facts {
  readonly id?: string | Buffer;
  readonly groups?: readonly string[];
  readonly more?: Readonly<Record<string, readonly string[]>>;
}

function put(uid: string, { id = `id of ${uid}`, groups = [groupOf('staff')], more = {} }: Facts = {}) {
  const attributes = { uid: [uid], entryUUID: [id], memberOf: groups, ...more };
  directory.put({ dn: dnOf(uid), password, attributes });
}

const signIn = (username: string, word = password, at = running) =>
  apiClient(at.url).post('/api/v1/security/sign_in', { username, password: word });
const errorOf = ({ status, json }: Awaited<ReturnType<typeof signIn>>) => [status, json.errors[0].error_type];
const enter = (username: string, word = password, at = running) =>
  signInWithCookie(at.url, { username, password: word });
const meOf = async (username: string) => (await (await enter(username)).get('/api/v1/bootstrap')).json.user;
const rolesOf = (user: { readonly roles: object }) => Object.keys(user.roles).sort();
const other = async (env: Readonly<Record<string, string>>, use: (at: InProcessApp) => Promise<void>) => {
  const at = await startInProcess({ env: { ...settings(), ...env } });
  await use(at).finally(() => at.stop());
};

describe('whoever the directory knows', () => {
  it('has an account from the first time on, with the roles of the groups, at both doors', async () => {
    put('ada', {
      groups: [groupOf('staff'), groupOf('others')],
      more: { givenName: ['Ada'], sn: ['L'], mail: ['ada@example.com'] },
    });
    const user = await meOf('ada');
    expect(user).toMatchObject({ username: 'ada', firstName: 'Ada', lastName: 'L', email: 'ada@example.com' });
    expect(rolesOf(user)).toEqual(['Gamma', 'sql_lab']);
    put('ada', { groups: [`cn=bi admins,ou=elsewhere,${base}`], more: { givenName: ['Augusta'] } });
    const login = { username: 'ada', password, provider: 'ldap', refresh: true };
    expect((await apiClient(running.url).post('/api/v1/security/login', login)).json.access_token).toBeTruthy();
    const again = await meOf('ADA');
    expect(again).toMatchObject({ userId: user.userId, firstName: 'Augusta' });
    expect(rolesOf(again)).toEqual(['Admin']);
    const { store } = running.app.services;
    const row = await store.selectFrom('users').select('login_count').where('id', '=', user.userId).executeTakeFirst();
    expect(row?.login_count).toBe(3);
    expect((await apiClient(running.url).get('/api/v1/bootstrap')).json.conf.LDAP_LABEL).toBe('Example Inc.');
  });

  it('is told apart by what never changes: neither a name nor an address is anybody’s for good', async () => {
    put('grace', { id: Buffer.from('00ff10203040506070809000a0b0c0d0', 'hex'), more: { mail: ['g@example.com'] } });
    const grace = await meOf('grace');
    directory.remove(dnOf('grace'));
    put('grace', { id: 'somebody else', more: { mail: ['g@example.com'] } });
    const refused = await signIn('grace');
    expect(errorOf(refused)).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
    expect(refused.json.errors[0].message).toBe('Somebody here has your user name. Ask an administrator.');
    directory.remove(dnOf('grace'));
    put('grace2', { id: Buffer.from('00ff10203040506070809000a0b0c0d0', 'hex') });
    expect((await meOf('grace2')).userId).toBe(grace.userId);
  });

  it('is nobody else where the setting writes the name of the identity in its own way', async () => {
    put('joan', { id: Buffer.from('80ff10203040506070809000a0b0c0d0', 'hex') });
    put('jean', { id: Buffer.from('41c3bc00203040506070411000a0b0c1', 'hex') });
    put('june', { id: Buffer.from('41c3bc00203040506070411000303132', 'hex') });
    const subjects = async (at: InProcessApp) => {
      const people = ['joan', 'jean', 'june'];
      for (const name of people) expect((await signIn(name, password, at)).status).toBe(200);
      const rows = await at.app.services.store
        .selectFrom('user_identities')
        .innerJoin('users', 'users.id', 'user_identities.user_id')
        .select('subject')
        .where('username', 'in', people)
        .orderBy('username')
        .execute();
      return rows.map(({ subject }) => subject);
    };
    const usual = await subjects(running);
    expect(new Set(usual).size).toBe(3);
    await other({ POWERSET_LDAP_ID_ATTRIBUTE: 'ENTRYUUID' }, async (at) => {
      expect(await subjects(at)).toEqual(usual);
    });
  });

  it('does not come in by a wrong password, by none, or by what the filter would read as its own', async () => {
    put('linus');
    for (const [name, word] of [
      ['linus', 'wrong'],
      ['linu*', password],
      ['*', password],
      ['linus)(uid=*', password],
      ['nobody', password],
    ] as const)
      expect(errorOf(await signIn(name, word))).toEqual([401, 'UNAUTHENTICATED_ERROR']);
    expect((await signIn('linus', '')).status).toBe(400);
    // Those whom nobody knows cost as much as those whose password is wrong, and lock nobody's account.
    expect(directory.tries.slice(-5).filter(({ dn }) => dn.startsWith('cn=') && dn !== reader.dn)).not.toEqual([]);
    expect((await signIn('linus')).status).toBe(200);
  });

  it('who guesses waits, however the name is written', async () => {
    put('margaret', { more: { mail: ['m@example.com'] } });
    const answers = [];
    for (const name of ['margaret', 'Margaret', 'm@example.com', 'MARGARET', 'margaret', 'M@example.com'])
      for (const _time of [1, 2]) answers.push((await signIn(name, 'wrong')).status);
    expect(answers).toEqual([...Array(8).fill(401), ...Array(4).fill(429)]);
    const tries = directory.tries.filter(({ dn }) => dn === dnOf('margaret'));
    expect(tries).toHaveLength(8);
  });

  it('comes in no more without a role here, or while the account is switched off', async () => {
    put('edsger');
    const client = await enter('edsger');
    put('edsger', { groups: [] });
    expect((await signIn('edsger')).json.errors[0].message).toBe(
      'You may see nothing here yet. Ask an administrator for a role.',
    );
    expect((await client.get('/api/v1/bootstrap')).json.user).toBeNull();
    put('edsger');
    const { userId } = await meOf('edsger');
    await running.admin.put(`/api/v1/security/users/${userId}`, { active: false });
    expect(errorOf(await signIn('edsger'))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
    put('strange name');
    expect(errorOf(await signIn('strange name'))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
  });

  it('has no role by a group whose name looks like another’s whole DN', async () => {
    put('mallory', { groups: [`cn=cn\\=staff\\,ou\\=groups\\,${base.replaceAll(/([=,])/g, '\\$1')},ou=own,${base}`] });
    expect(errorOf(await signIn('mallory'))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
  });

  it('changes the password there alone: none is chosen here by anybody', async () => {
    put('barbara', { groups: [groupOf('staff')] });
    const client = await enter('barbara');
    const { userId } = await meOf('barbara');
    const own = { password: 'a new and long one', current_password: password };
    const said = { password: ['This password is kept in Example Inc., and is changed there.'] };
    for (const answer of [
      await client.put('/api/v1/me/', own),
      await running.admin.put(`/api/v1/security/users/${userId}`, { password: 'a new and long one' }),
      await running.admin.post(`/api/v1/security/users/${userId}/password_link/`, { is_mailed: false }),
    ])
      expect([answer.status, answer.json.message]).toEqual([422, said]);
    expect((await client.get('/api/v1/me/identities/')).json.result).toEqual([
      { kind: 'directory', issuer: `ldap:ou=people,${base}`, created_on: expect.any(String) },
    ]);
    expect((await client.delete('/api/v1/me/identities/')).status).toBe(404);
  });

  it('may have a second factor besides, and confirms it by the directory’s password', async () => {
    put('hedy');
    const client = await enter('hedy');
    const path = '/api/v1/me/second_factor/';
    expect((await client.post(path, { password: 'wrong' })).status).toBe(422);
    const { secret } = (await client.post(path, { password })).json.result;
    const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
    expect((await client.put(path, { code: codeOf() })).status).toBe(200);
    time = new Date(time.getTime() + 60_000);
    expect(errorOf(await signIn('hedy'))).toEqual([401, 'SECOND_FACTOR_ERROR']);
    const credentials = { username: 'hedy', password, code: codeOf() };
    expect((await apiClient(running.url).post('/api/v1/security/sign_in', credentials)).status).toBe(200);
  });
});

describe('whoever is gone from the directory', () => {
  const keyOf = async (userId: number) => {
    const expiresOn = new Date(time.getTime() + 86_400_000);
    const made = await running.app.services.apiKeys.create({ userId, name: 'k', scopes: 'all', expiresOn });
    return apiClient(running.url, { authorization: `Bearer ${made.key}` });
  };
  const round = () => {
    const { services } = running.app;
    if (!services.config.ldap) throw new Error('There is no directory.');
    return createDirectoryRound(services, services.config.ldap);
  };
  /** Everybody whom the tests before made and left somewhere is there. */
  const putAll = async () => {
    const { store } = running.app.services;
    const known = await store.selectFrom('user_identities').select('subject').execute();
    for (const { subject } of known) {
      const id = /^[0-9a-f]{32}$/.test(subject) ? Buffer.from(subject, 'hex') : subject;
      put(`there ${subject}`, { id });
    }
  };
  const rolesOfPerson = async (username: string, at = running) => {
    const { store } = at.app.services;
    const rows = await store
      .selectFrom('held_roles')
      .innerJoin('roles', 'roles.id', 'held_roles.role_id')
      .innerJoin('users', 'users.id', 'held_roles.user_id')
      .select('roles.name')
      .where('username', '=', username)
      .execute();
    return rows.map(({ name }) => name).sort();
  };

  it('is switched off within the hour: browsers, tokens and keys end, and the others go on', async () => {
    put('leaving');
    put('staying');
    const [leaving, staying] = [await enter('leaving'), await enter('staying')];
    const { userId } = await meOf('leaving');
    const key = await keyOf(userId);
    await putAll();
    directory.remove(dnOf('there id of leaving'));
    await round().tick();
    expect((await leaving.get('/api/v1/me/')).status).toBe(200);
    directory.remove(dnOf('leaving'));
    await running.app.warmUp(() => undefined);
    await expect.poll(async () => (await leaving.get('/api/v1/bootstrap')).json.user).toBeNull();
    expect((await key.get('/api/v1/me/')).status).toBe(401);
    expect((await running.admin.get(`/api/v1/security/users/${userId}`)).json.result.active).toBe(false);
    expect((await staying.get('/api/v1/bootstrap')).json.user.username).toBe('staying');
    put('leaving');
    expect(errorOf(await signIn('leaving'))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
  });

  it('has the roles of his groups within the hour, and none where he is in none; the others go on', async () => {
    for (const name of ['moving', 'ousted', 'settled']) put(name);
    const [moving, ousted] = [await enter('moving'), await enter('ousted')];
    await enter('settled');
    await putAll();
    for (const name of ['moving', 'ousted', 'settled']) directory.remove(dnOf(`there id of ${name}`));
    put('moving', { groups: [`cn=BI Admins,ou=groups,${base}`] });
    put('ousted', { groups: [] });
    await round().tick();
    expect(Object.keys((await moving.get('/api/v1/bootstrap')).json.user.roles)).toEqual(['Admin']);
    expect((await ousted.get('/api/v1/bootstrap')).json.user).toBeNull();
    expect(await rolesOfPerson('settled')).toEqual(['Gamma', 'sql_lab']);
    put('moving');
    await round().tick();
    expect(await rolesOfPerson('moving')).toEqual(['Gamma', 'sql_lab']);
    for (const name of ['moving', 'ousted', 'settled']) directory.remove(dnOf(name));
  });

  it.each([
    ['the reader is told nobody’s groups', {}],
    [
      'the reader is told nobody’s groups, and everybody has a role by default',
      { POWERSET_LDAP_DEFAULT_ROLES: 'Gamma' },
    ],
    ['roles are given here', { POWERSET_LDAP_SYNC_ROLES: 'false' }],
  ])('keeps his roles where %s', async (_where, env) => {
    const names = ['steady', 'even', 'calm'];
    await other(env, async (at) => {
      for (const name of names) put(name);
      for (const name of names) await enter(name, password, at);
      for (const name of names) put(name, { groups: [] });
      const { services } = at.app;
      if (!services.config.ldap) throw new Error('There is no directory.');
      await createDirectoryRound(services, services.config.ldap).tick();
      for (const name of names) expect(await rolesOfPerson(name, at)).toEqual(['Gamma', 'sql_lab']);
    });
    for (const name of names) directory.remove(dnOf(name));
  });

  it('is nobody who is found by another name than that of the account', async () => {
    put('only', { more: { mail: ['only@example.com'] } });
    await other({ POWERSET_LDAP_FILTER: '(mail={username})' }, async (at) => {
      const client = await enter('only@example.com', password, at);
      const { services } = at.app;
      if (!services.config.ldap) throw new Error('There is no directory.');
      const own = createDirectoryRound(services, services.config.ldap);
      await own.tick();
      expect((await client.get('/api/v1/bootstrap')).json.user.username).toBe('only');
      put('only');
      await own.tick();
      expect((await client.get('/api/v1/bootstrap')).json.user).toBeNull();
    });
  });

  it('is nobody while the directory is away, or shows next to nobody', async () => {
    put('patient');
    const client = await enter('patient');
    await putAll();
    directory.remove(dnOf('there id of patient'));
    directory.remove(dnOf('patient'));
    directory.setMode('refusing');
    await round().tick();
    expect((await client.get('/api/v1/bootstrap')).json.user.username).toBe('patient');
    directory.setMode('usual');
    const { store } = running.app.services;
    for (const { subject } of await store.selectFrom('user_identities').select('subject').execute())
      directory.remove(dnOf(`there ${subject}`));
    for (const name of ['ada', 'margaret', 'edsger', 'barbara', 'hedy', 'staying', 'linus', 'grace2'])
      directory.remove(dnOf(name));
    await round().tick();
    expect((await client.get('/api/v1/bootstrap')).json.user.username).toBe('patient');
  });
});

describe('accounts of this server', () => {
  it('keep their passwords, which the directory never hears of, also while it is away', async () => {
    await running.app.services.accounts.create({ username: 'local', password: 'a local long word', roles: ['Gamma'] });
    put('local', { id: 'of the same name' });
    const before = directory.tries.length;
    expect((await signIn('local', 'a local long word')).status).toBe(200);
    expect(errorOf(await signIn('local'))).toEqual([401, 'UNAUTHENTICATED_ERROR']);
    expect(directory.tries.slice(before).filter(({ dn }) => dn === dnOf('local'))).toEqual([]);
    directory.setMode('refusing');
    expect((await signIn('local', 'a local long word')).status).toBe(200);
  });

  it('are those of the same name there where the settings say so, each for one person', async () => {
    await other({ POWERSET_LDAP_TRUST_USERNAMES: 'true', POWERSET_LDAP_CREATE_USERS: 'false' }, async (at) => {
      const word = 'from before the move';
      const id = await at.app.services.accounts.create({ username: 'moved', password: word, roles: ['Alpha'] });
      await at.app.services.accounts.create({ username: 'keeper', password: word, roles: ['Alpha'] });
      put('moved');
      put('stranger');
      expect((await signIn('moved', word, at)).status).toBe(200);
      const client = await enter('moved', password, at);
      expect((await client.get('/api/v1/bootstrap')).json.user.userId).toBe(id);
      expect(errorOf(await signIn('moved', word, at))).toEqual([401, 'UNAUTHENTICATED_ERROR']);
      expect((await signIn('keeper', word, at)).status).toBe(200);
      put('moved', { id: 'a newcomer' });
      expect(errorOf(await signIn('moved', password, at))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
      expect((await signIn('stranger', password, at)).json.errors[0].message).toContain('You have no account here');
    });
  });
});

describe('how people are found', () => {
  it('goes by their own names where nobody is set to look them up, and never finds another', async () => {
    const env = {
      ...{ POWERSET_LDAP_BIND_DN: '', POWERSET_LDAP_USER_DN: `uid={username},ou=people,${base}` },
      ...{ POWERSET_LDAP_FILTER: '(cn={username})' },
    };
    const open = await startDirectoryServer();
    const attributes = (cn: string) => ({
      ...{ cn: [cn], uid: [cn], entryUUID: [`own ${cn}`], memberOf: [groupOf('staff')] },
    });
    open.put({ dn: dnOf('own'), password, attributes: attributes('own') });
    // Two whose names are each other's in the other place.
    open.put({ dn: dnOf('left'), password: 'left’s long word', attributes: attributes('right') });
    open.put({ dn: dnOf('right'), password: 'right’s long word', attributes: attributes('left') });
    await other({ ...env, POWERSET_LDAP_URL: open.url }, async (at) => {
      expect((await signIn('own', password, at)).status).toBe(200);
      expect((await signIn('own', 'wrong', at)).status).toBe(401);
      expect((await signIn('left', 'left’s long word', at)).status).toBe(401);
      expect((await signIn(`own,ou=people,${base}`, password, at)).status).toBe(401);
      expect(open.tries.at(-1)?.dn).toContain('\\2cou\\3dpeople');
    });
    await open.stop();
  });

  it('takes roles from groups that name their members', async () => {
    const env = { POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_GROUPS_BASE_DN: `ou=groups,${base}` };
    put('radia (r*)', { groups: [], more: { uid: ['radia'] } });
    put('posix', { groups: [] });
    directory.put({ dn: groupOf('staff'), attributes: { cn: ['staff'], member: [dnOf('radia (r*)')] } });
    directory.put({ dn: groupOf('BI Admins'), attributes: { cn: ['BI Admins'], memberUid: ['posix'] } });
    await other(env, async (at) => {
      const roles = async (name: string) =>
        rolesOf((await (await enter(name, password, at)).get('/api/v1/bootstrap')).json.user);
      expect(await roles('radia')).toEqual(['Gamma', 'sql_lab']);
      expect(await roles('posix')).toEqual(['Admin']);
    });
  });

  it('reads all groups of a person, also where the directory tells them in parts', async () => {
    const many = Array.from({ length: 4200 }, (_none, at) => groupOf(`g${at}`));
    put('member', { groups: [...many, groupOf('staff')] });
    directory.setLongest(1500);
    const began = performance.now();
    expect(rolesOf(await meOf('member'))).toEqual(['Gamma', 'sql_lab']);
    expect(performance.now() - began).toBeLessThan(5000);
    directory.setLongest(null);
    put('member', { groups: many });
    expect(errorOf(await signIn('member'))).toEqual([403, 'DIRECTORY_REFUSAL_ERROR']);
  });

  it('reads more groups than a page holds, and knows those whose names are escaped', async () => {
    const env = {
      ...{ POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_GROUPS_BASE_DN: `ou=groups,${base}` },
      POWERSET_LDAP_ROLES: '{"Sales, EU": "Alpha"}',
    };
    put('seller', { groups: [] });
    directory.put({ dn: groupOf('Sales\\2C EU'), attributes: { cn: ['Sales, EU'], member: [dnOf('seller')] } });
    await other(env, async (at) => {
      const client = await enter('seller', password, at);
      expect(rolesOf((await client.get('/api/v1/bootstrap')).json.user)).toEqual(['Alpha']);
    });
  });

  it('begins with the roles of the groups and goes on with those given here where they are not set anew', async () => {
    put('settled');
    await other({ POWERSET_LDAP_SYNC_ROLES: 'false' }, async (at) => {
      expect((await signIn('settled', password, at)).status).toBe(200);
      put('settled', { groups: [groupOf('BI Admins')] });
      const client = await enter('settled', password, at);
      expect(rolesOf((await client.get('/api/v1/bootstrap')).json.user)).toEqual(['Gamma', 'sql_lab']);
    });
  });

  it('leaves roles to this server where no groups are asked for, and lets nobody in who is found twice', async () => {
    const env = { POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_DEFAULT_ROLES: 'Gamma' };
    put('usual', { groups: [] });
    put('twin', { more: { mail: ['twins@example.com'] } });
    put('other-twin', { more: { mail: ['twins@example.com'] } });
    await other(env, async (at) => {
      const { userId } = (await (await enter('usual', password, at)).get('/api/v1/bootstrap')).json.user;
      const roles = (await at.admin.get('/api/v1/security/roles/')).json.result;
      const alpha = roles.find(({ name }: { name: string }) => name === 'Alpha').id;
      await at.admin.put(`/api/v1/security/users/${userId}`, { roles: [alpha] });
      const user = (await (await enter('usual', password, at)).get('/api/v1/bootstrap')).json.user;
      expect(rolesOf(user)).toEqual(['Alpha']);
      expect(errorOf(await signIn('twins@example.com', password, at))).toEqual([503, 'DIRECTORY_UNAVAILABLE_ERROR']);
    });
  });
});

describe('a directory that cannot be asked', () => {
  const forged = Buffer.from('300c02010278070a010004000400', 'hex');

  it.each([
    ['says that it is busy', 'refusing' as const],
    ['answers nonsense', { nonsense: Buffer.from('3003020102', 'hex') }],
    [
      'never comes to an end',
      { nonsense: Buffer.concat([Buffer.from('3084ffffffff', 'hex'), Buffer.alloc(9_000_000)]) },
    ],
  ])(
    'is said to be so, and nobody has guessed: it %s',
    async (_what, mode) => {
      put('late');
      directory.setMode(mode);
      const answers = await Promise.all([1, 2, 3].map(() => signIn('late')));
      for (const answer of answers) expect(errorOf(answer)).toEqual([503, 'DIRECTORY_UNAVAILABLE_ERROR']);
      expect(answers[0]?.json.errors[0].message).toBe(
        'Nobody can be looked up in Example Inc. at the moment. Try again.',
      );
      expect(answers[0]?.text).not.toMatch(/LDAP|Socket|reader/);
      directory.setMode('usual');
      expect((await signIn('late')).status).toBe(200);
    },
    30_000,
  );

  it('holds up nobody for longer than ten seconds, and no more than fifty at once', async () => {
    directory.setMode('silent');
    await other({ POWERSET_TRUSTED_PROXIES: '127.0.0.1' }, async (at) => {
      const began = performance.now();
      const waits = await Promise.all(
        Array.from({ length: 60 }, async (_none, number) => {
          const client = apiClient(at.url, { 'x-forwarded-for': `10.0.${number}.1` });
          const answer = await client.post('/api/v1/security/sign_in', { username: `patient${number}`, password });
          expect(errorOf(answer)).toEqual([503, 'DIRECTORY_UNAVAILABLE_ERROR']);
          return performance.now() - began;
        }),
      );
      expect(waits.filter((ms) => ms < 9000)).toHaveLength(10);
      expect(Math.max(...waits)).toBeLessThan(20_000);
    });
  }, 60_000);

  it('is asked on one connection: what was cut is not begun anew, which would be without encryption', async () => {
    const { ldap } = running.app.services.config;
    if (!ldap) throw new Error('There is no directory.');
    const again = withConnection(ldap, async (client) => {
      await client.bind(reader.dn, reader.password);
      await client.unbind();
      await client.bind(reader.dn, reader.password);
    });
    await expect(again).rejects.toThrow('The directory closed the connection.');
  });

  it('is not believed where more than its consent to encryption came unencrypted', async () => {
    await other({ POWERSET_LDAP_START_TLS: 'true' }, async (at) => {
      put('careful');
      // What is begun here would be ended by the first byte that comes encrypted.
      directory.setMode({ nonsense: Buffer.concat([forged, Buffer.from('300c02010361070a0100040004', 'hex')]) });
      expect(errorOf(await signIn('careful', password, at))).toEqual([503, 'DIRECTORY_UNAVAILABLE_ERROR']);
    });
    expect(isOneMessage(forged)).toBe(true);
    expect(isOneMessage(Buffer.concat([forged, Buffer.from([0x30])]))).toBe(false);
    expect(isOneMessage(Buffer.from('30820100', 'hex'))).toBe(false);
    expect(isOneMessage(Buffer.concat([Buffer.from('308105', 'hex'), Buffer.alloc(5)]))).toBe(true);
  });
});
