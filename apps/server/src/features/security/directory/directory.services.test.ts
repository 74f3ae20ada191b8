import { connect, createServer, type Server, type Socket } from 'node:net';
import { apiClient, serviceUrl, signInWithCookie } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryRound } from './round.ts';

const address = serviceUrl('slapd');
const base = 'dc=example,dc=com';
const password = 'a word of the directory';
const dnOf = (uid: string) => `uid=${uid},ou=people,${base}`;

describe.skipIf(!address)('signing in by OpenLDAP', () => {
  const at = new URL(address ?? 'ldap://nowhere');
  const plain = `ldap://127.0.0.1:${at.port}`;
  const caFile = at.searchParams.get('ca') ?? '';
  const keeper = new Client({ url: plain });
  const opened: InProcessApp[] = [];

  const put = async (uid: string, more: Readonly<Record<string, string | string[]>> = {}) => {
    const person = { objectClass: ['inetOrgPerson'], uid, cn: uid, sn: 'S', userPassword: password, ...more };
    await keeper.add(dnOf(uid), person);
  };
  const putGroup = (cn: string, members: readonly string[]) =>
    keeper.add(`cn=${cn},ou=groups,${base}`, { objectClass: 'groupOfNames', cn, member: members.map(dnOf) });

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const running = await startInProcess({
      env: {
        ...{ POWERSET_LDAP_URL: plain, POWERSET_LDAP_BASE_DN: `ou=people,${base}` },
        ...{ POWERSET_LDAP_BIND_DN: `cn=reader,${base}`, POWERSET_LDAP_BIND_PASSWORD: 'reads alone' },
        ...{ POWERSET_LDAP_GROUPS_ATTRIBUTE: 'memberOf', POWERSET_LDAP_ROLES: '{"staff": "Gamma", "heads": "Alpha"}' },
        ...env,
      },
    });
    opened.push(running);
    return running;
  };
  const signIn = (running: InProcessApp, username: string, word = password) =>
    apiClient(running.url).post('/api/v1/security/sign_in', { username, password: word });
  const userOf = async (running: InProcessApp, username: string) => {
    const client = await signInWithCookie(running.url, { username, password });
    return (await client.get('/api/v1/bootstrap')).json.user;
  };

  beforeAll(async () => {
    await keeper.bind(`cn=root,${base}`, 'secret');
    await put('ada', { givenName: 'Ada', mail: 'ada@example.com' });
    await put('müller (ö*)', { givenName: 'Jörg' });
    await put('nobody');
    await putGroup('staff', ['ada', 'müller (ö*)']);
    await putGroup('heads', ['ada']);
  });
  afterAll(async () => {
    await Promise.all(opened.map((running) => running.stop()));
    await keeper.unbind();
  });

  it('finds people by a reader, with their groups, however their names are spelt, and keeps out the others', async () => {
    const running = await start({
      POWERSET_LDAP_FILTER: '(&(objectClass=inetOrgPerson)(|(uid={username})(mail={username})))',
    });
    const ada = await userOf(running, 'ada');
    expect(ada).toMatchObject({ username: 'ada', firstName: 'Ada', lastName: 'S', email: 'ada@example.com' });
    expect(Object.keys(ada.roles).sort()).toEqual(['Alpha', 'Gamma']);
    expect((await userOf(running, 'Ada@Example.com')).userId).toBe(ada.userId);
    // It is found and let in there; a name with blanks is none here.
    expect((await signIn(running, 'müller (ö*)')).json.errors[0].error_type).toBe('DIRECTORY_REFUSAL_ERROR');
    for (const [name, word] of [
      ['ada', 'wrong'],
      ['a*', password],
      ['ada)(uid=*', password],
      ['unknown', password],
    ] as const)
      expect((await signIn(running, name, word)).status).toBe(401);
    expect((await signIn(running, 'nobody')).json.errors[0].message).toContain('Ask an administrator for a role.');
  });

  it('finds the groups of a person by pages and by names with commas in them', async () => {
    await put('seller');
    for (let at = 0; at < 620; at += 1) await putGroup(`g${at}`, ['seller']);
    await keeper.add(`cn=Sales\\, EU,ou=groups,${base}`, {
      ...{ objectClass: 'groupOfNames', cn: 'Sales, EU', member: [dnOf('seller')] },
    });
    const roles = { POWERSET_LDAP_ROLES: '{"Sales, EU": "Alpha", "g619": "Gamma"}' };
    const whole = { POWERSET_LDAP_ROLES: `{"cn=Sales\\\\, EU,ou=groups,${base}": "Alpha", "g0": "Gamma"}` };
    const searched = { POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_GROUPS_BASE_DN: `ou=groups,${base}` };
    for (const env of [roles, whole, { ...searched, ...roles }, { ...searched, ...whole }]) {
      const user = await userOf(await start(env), 'seller');
      expect(Object.keys(user.roles).sort()).toEqual(['Alpha', 'Gamma']);
    }
  });

  it('knows a person again who was renamed, and whoever got the old name as another', async () => {
    await put('grace');
    await keeper.modify(
      `cn=staff,ou=groups,${base}`,
      new Change({ operation: 'add', modification: new Attribute({ type: 'member', values: [dnOf('grace')] }) }),
    );
    const running = await start();
    const grace = await userOf(running, 'grace');
    await keeper.modifyDN(dnOf('grace'), dnOf('grace-h'));
    expect((await userOf(running, 'grace-h')).userId).toBe(grace.userId);
    await put('grace');
    expect((await signIn(running, 'grace')).status).toBe(403);
  });

  it('is asked again who is gone, and who is left out by the filter', async () => {
    await put('hedy');
    await put('radia');
    await keeper.modify(
      `cn=staff,ou=groups,${base}`,
      new Change({
        operation: 'add',
        modification: new Attribute({ type: 'member', values: ['hedy', 'radia'].map(dnOf) }),
      }),
    );
    const running = await start({ POWERSET_LDAP_FILTER: '(&(uid={username})(!(description=switched off)))' });
    const people = ['ada', 'hedy', 'radia'] as const;
    const clients = await Promise.all(people.map((username) => signInWithCookie(running.url, { username, password })));
    const { services } = running.app;
    if (!services.config.ldap) throw new Error('There is no directory.');
    const round = createDirectoryRound(services, services.config.ldap);
    const namesOf = () =>
      Promise.all(clients.map(async (client) => (await client.get('/api/v1/bootstrap')).json.user?.username ?? null));
    await round.tick();
    expect(await namesOf()).toEqual([...people]);
    await keeper.del(dnOf('hedy'));
    await round.tick();
    expect(await namesOf()).toEqual(['ada', null, 'radia']);
    const off = new Attribute({ type: 'description', values: ['switched off'] });
    await keeper.modify(dnOf('radia'), new Change({ operation: 'add', modification: off }));
    await round.tick();
    expect(await namesOf()).toEqual(['ada', null, null]);
  });

  it('lets people look themselves up, and searches groups that name their members', async () => {
    const own = { POWERSET_LDAP_BIND_DN: '', POWERSET_LDAP_USER_DN: `uid={username},ou=people,${base}` };
    const running = await start({ ...own, POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_DEFAULT_ROLES: 'Gamma' });
    expect((await userOf(running, 'ada')).username).toBe('ada');
    expect((await signIn(running, `ada,ou=people,${base}`)).status).toBe(401);
    const searching = await start({
      POWERSET_LDAP_GROUPS_ATTRIBUTE: '',
      POWERSET_LDAP_GROUPS_BASE_DN: `ou=groups,${base}`,
    });
    expect(Object.keys((await userOf(searching, 'ada')).roles).sort()).toEqual(['Alpha', 'Gamma']);
    expect((await signIn(searching, 'nobody')).status).toBe(403);
  });

  it('is encrypted before anything is said, by a certificate that is known alone', async () => {
    const secure = { POWERSET_LDAP_URL: `ldap://localhost:${at.port}`, POWERSET_LDAP_START_TLS: 'true' };
    const trusted = { ...secure, POWERSET_LDAP_CA_FILE: caFile };
    expect((await signIn(await start(trusted), 'ada')).status).toBe(200);
    expect((await signIn(await start(secure), 'ada')).status).toBe(503);
    const otherName = { ...trusted, POWERSET_LDAP_URL: plain };
    expect((await signIn(await start(otherName), 'ada')).status).toBe(503);
  });

  describe('with somebody on the way', () => {
    let proxy: Server;
    let sent = '';
    /** What is put behind the consent to encryption. */
    let injected: Buffer | null = null;
    const sockets = new Set<Socket>();
    beforeAll(async () => {
      proxy = createServer((near) => {
        const far = connect(Number(at.port), '127.0.0.1');
        let answers = 0;
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on('error', () => undefined);
        }
        near.on('data', (part) => {
          sent += part.toString('latin1');
          far.write(part);
        });
        far.on('data', (part) => {
          answers += 1;
          near.write(answers === 1 && injected ? Buffer.concat([part, injected]) : part);
        });
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    });
    const through = () => {
      const where = proxy.address();
      const port = typeof where === 'object' && where ? where.port : 0;
      return start({
        ...{
          POWERSET_LDAP_URL: `ldap://localhost:${port}`,
          POWERSET_LDAP_START_TLS: 'true',
          POWERSET_LDAP_CA_FILE: caFile,
        },
        ...{ POWERSET_LDAP_BIND_DN: '', POWERSET_LDAP_USER_DN: `uid={username},ou=people,${base}` },
        ...{ POWERSET_LDAP_GROUPS_ATTRIBUTE: '', POWERSET_LDAP_DEFAULT_ROLES: 'Gamma' },
      });
    };

    it('works, and nobody reads a name or a password', async () => {
      injected = null;
      expect((await signIn(await through(), 'ada')).status).toBe(200);
      expect(sent).not.toMatch(/ada|word of the directory/);
    });

    it('believes nothing that came before the encryption', async () => {
      // A consent to the next question, of which the last byte is the first that comes encrypted.
      injected = Buffer.from('300d02010361080a010004000401', 'hex');
      sent = '';
      expect((await signIn(await through(), 'ada', 'wrong')).status).toBe(503);
      // It asked for encryption, and then no more.
      expect(sent.length).toBeLessThan(150);
    });
  });
});
