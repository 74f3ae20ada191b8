import { apiClient, signInWithCookie, signInWithToken } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let roles: Readonly<Record<string, number>>;
const path = '/api/v1/security/users/';
const password = 'correct horse battery';

beforeAll(async () => {
  running = await startInProcess();
  const { result } = (await running.admin.get('/api/v1/security/roles/')).json;
  roles = Object.fromEntries(result.map(({ id, name }: { id: number; name: string }) => [name, id]));
});
afterAll(() => running.stop());

const create = (username: string, more: Readonly<Record<string, unknown>> = {}) =>
  running.admin.post(path, { username, password, roles: [roles.Gamma], ...more });

describe('users', () => {
  it('are created with roles, sign in, and may do what their roles allow [PRM-001]', async () => {
    expect(Object.keys(roles)).toEqual(expect.arrayContaining(['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public']));
    const made = await create('grace', {
      first_name: 'Grace',
      last_name: 'Hopper',
      roles: [roles.Gamma, roles.sql_lab],
    });
    expect(made.status, made.text).toBe(201);
    expect(made.json.result).toMatchObject({
      username: 'grace',
      first_name: 'Grace',
      active: true,
      roles: [{ name: 'Gamma' }, { name: 'sql_lab' }],
    });
    expect(made.text).not.toContain('password');
    const grace = await signInWithToken(running.url, { username: 'grace', password });
    expect(Object.keys((await grace.get('/api/v1/me/roles/')).json.result.roles)).toEqual(['Gamma', 'sql_lab']);
    expect((await grace.post(path, { username: 'eve', password, roles: [roles.Admin] })).status).toBe(403);
    expect((await grace.get(path)).status).toBe(403);
    expect((await running.admin.get(path)).json.result.map((user: { username: string }) => user.username)).toContain(
      'grace',
    );
  });

  it.each([
    ['username', { username: 'two words' }, 400],
    ['password', { password: 'short' }, 422],
    ['roles', { roles: [4711] }, 422],
    ['roles', { roles: [] }, 422],
    ['first_name', { first_name: 'two\nlines' }, 400],
  ])('are not created with a wrong %s: %o', async (field, change, status) => {
    const answer = await create('nobody', change);
    expect([answer.status, Object.keys(answer.json.message)]).toEqual([status, [field]]);
    expect((await running.admin.get(path)).text).not.toContain('"nobody"');
  });

  it('have names of their own', async () => {
    expect((await create('twin')).status).toBe(201);
    const second = await create('twin');
    expect([second.status, second.json.message.username[0]]).toEqual([422, expect.stringContaining('Somebody else')]);
  });

  it('lose at once what is taken from them, and are signed out by a new password', async () => {
    const { id } = (await create('joan', { roles: [roles.Alpha] })).json;
    const joan = await signInWithCookie(running.url, { username: 'joan', password });
    const chart = { slice_name: 'x', viz_type: 'table', datasource_id: 4711, datasource_type: 'table' };
    expect((await joan.post('/api/v1/dashboard/', { dashboard_title: 'Of Joan' })).status).toBe(201);
    expect((await running.admin.put(`${path}${id}`, { roles: [roles.sql_lab] })).json.result.roles).toMatchObject([
      { name: 'sql_lab' },
    ]);
    expect((await joan.post('/api/v1/chart/', chart)).status).toBe(403);
    expect((await running.admin.put(`${path}${id}`, { password: 'another long sentence' })).status).toBe(200);
    expect((await joan.get('/api/v1/me/')).status).toBe(401);
    const again = { username: 'joan', password: 'another long sentence' };
    const token = await signInWithToken(running.url, again);
    expect((await running.admin.put(`${path}${id}`, { active: false })).json.result.active).toBe(false);
    expect((await token.get('/api/v1/me/')).status).toBe(401);
    expect((await apiClient(running.url).post('/api/v1/security/login', again)).status).toBe(401);
    expect((await running.admin.put(`${path}4711`, { active: false })).status).toBe(404);
  });

  it('are listed page by page, found by name or address, and narrowed to a role', async () => {
    const made = await create('margaret', { first_name: 'Ada Margaret', email: 'm@example.org', roles: [roles.Alpha] });
    await running.admin.put(`${path}${made.json.id}`, { active: false });
    const find = async (q: object) => {
      const answer = await running.admin.get(`${path}?q=${encodeURIComponent(JSON.stringify(q))}`);
      return { ...answer, names: answer.json.result?.map((user: { username: string }) => user.username) };
    };
    for (const value of ['argaRET', 'da marg', 'M@example'])
      expect((await find({ filters: [{ col: 'username', opr: 'user_all_text', value }] })).names).toEqual(['margaret']);
    const alphas = [{ col: 'roles', opr: 'rel_m_m', value: roles.Alpha }];
    expect((await find({ filters: alphas })).names).toEqual(['margaret']);
    const inactive = await find({ filters: [...alphas, { col: 'active', opr: 'eq', value: true }] });
    expect([inactive.json.count, inactive.names]).toEqual([0, []]);
    const page = await find({ page: 1, page_size: 1, order_column: 'username', order_direction: 'desc' });
    const all = await find({ order_column: 'username', order_direction: 'desc' });
    expect([page.json.count, page.names]).toEqual([all.json.count, all.names.slice(1, 2)]);
    expect((await find({ order_column: 'password_hash' })).status).toBe(400);
    expect((await find({ filters: [{ col: 'password_hash', opr: 'sw', value: 'x' }] })).status).toBe(400);
  });

  it('have an email address that is one, or none', async () => {
    for (const email of [
      'nonsense',
      'a b@example.org',
      '@example.org',
      'ada@',
      'ada@one@two',
      'ada@exa\u0007mple.org',
    ]) {
      const refused = await create('mailed', { email });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        { email: ['Must be an email address, for example ada@example.org.'] },
      ]);
    }
    const made = await create('mailed', { email: 'ada@localhost' });
    expect([made.status, made.json.result?.email]).toEqual([201, 'ada@localhost']);
    const change = (email: string) => running.admin.put(`${path}${made.json.id}`, { email });
    expect((await change('nonsense')).json.message).toEqual({ email: [expect.any(String)] });
    expect((await change('')).status).toBe(200);
  });

  it('tell what may be done with them, and the roles that there are', async () => {
    const info = (await running.admin.get(`${path}_info?q=(keys:!(permissions))`)).json;
    expect(info).toEqual({ permissions: ['can_read', 'can_write'] });
    const related = (await running.admin.get(`${path}related/roles?q=(filter:gam)`)).json;
    expect(related).toEqual({ count: 1, result: [{ text: 'Gamma', value: roles.Gamma, extra: {} }] });
    expect((await running.admin.get(`${path}related/password_hash`)).status).toBe(404);
  });

  it('are not overwritten by who read an older version, unless he does not say what he has read', async () => {
    const { id } = (await create('contested')).json;
    const second = await running.signInAs('second', ['Admin']);
    const read = async () => {
      const { result } = (await running.admin.get(`${path}?q=(filters:!((col:id,opr:eq,value:${id})))`)).json;
      return result[0];
    };
    const before = await read();
    const saved = await second.put(`${path}${id}`, {
      email: 'c@example.org',
      password: 'quite another sentence',
      last_modified_time: before.last_modified_time,
    });
    expect([saved.status, before.credentials_changed_on]).toEqual([200, null]);
    expect(saved.json.result).toMatchObject({ email: 'c@example.org', credentials_changed_on: expect.any(String) });
    const late = { roles: [roles.Alpha], last_modified_time: before.last_modified_time };
    const refused = await running.admin.put(`${path}${id}`, late);
    expect([refused.status, refused.json.errors[0].message]).toEqual([
      409,
      'This user was saved by second after you opened it.',
    ]);
    expect(refused.json.errors[0].extra).toMatchObject({
      changed_by_name: 'second',
      last_modified_time: saved.json.result.last_modified_time,
    });
    expect(await read()).toEqual(saved.json.result);
    const latest = { ...late, last_modified_time: saved.json.result.last_modified_time };
    expect((await running.admin.put(`${path}${id}`, latest)).status).toBe(200);
    expect((await running.admin.put(`${path}${id}`, { first_name: 'C' })).status).toBe(200);
    expect((await running.admin.put(`${path}${id}`, { last_modified_time: 'now' })).status).toBe(400);
  });

  it('stay as they are when they sign in: that is no change of theirs', async () => {
    const { id, result } = (await create('regular')).json;
    await signInWithToken(running.url, { username: 'regular', password });
    const change = { first_name: 'R', last_modified_time: result.last_modified_time };
    expect((await running.admin.put(`${path}${id}`, change)).status).toBe(200);
  });

  it('cannot take their own access away, so that an administrator is always left', async () => {
    const { id } = (await running.admin.get('/api/v1/me/')).json.result;
    for (const change of [{ active: false }, { roles: [roles.Gamma] }]) {
      const answer = await running.admin.put(`${path}${id}`, change);
      expect([answer.status, Object.keys(answer.json.message)]).toEqual([422, Object.keys(change)]);
    }
    expect((await running.admin.put(`${path}${id}`, { first_name: 'Ada' })).status).toBe(200);
  });
});

describe('somebody who may change people and is no administrator', () => {
  it('reaches no administrator: by no password, address, link, factor, role or deletion', async () => {
    const { id: clerkRole } = (await running.admin.post('/api/v1/security/roles/', { name: 'Clerk' })).json;
    const { store } = running.app.services;
    const grants = [
      ['can_read', 'User'],
      ['can_write', 'User'],
      ['can_write', 'Role'],
      ['can_write', 'Group'],
    ] as const;
    for (const [permission, view] of grants)
      await store.insertInto('role_permissions').values({ role_id: clerkRole, permission, view }).execute();
    const clerk = await running.signInAs('clerk', ['Gamma', 'Clerk']);
    const { id: chief } = (await create('chief', { roles: [roles.Admin] })).json;
    const { result: before } = (await running.admin.get(`${path}${chief}`)).json;
    const tries = [
      ...[{ password: 'a password of the clerk' }, { email: 'clerk@example.com' }, { active: false }].map((change) =>
        clerk.put(`${path}${chief}`, change),
      ),
      clerk.put(`${path}${chief}`, { roles: [roles.Gamma] }),
      clerk.post(`${path}${chief}/password_link/`, { is_mailed: false }),
      clerk.delete(`${path}${chief}/second_factor/`),
      clerk.put(`/api/v1/security/roles/${roles.Admin}/users`, { user_ids: [1] }),
      clerk.delete(`${path}${chief}`),
    ];
    for (const answer of await Promise.all(tries))
      expect([answer.status, answer.text]).toEqual([
        422,
        expect.stringContaining('Only an administrator can change an administrator.'),
      ]);
    expect((await running.admin.get(`${path}${chief}`)).json.result).toEqual(before);
    const { id: other } = (await create('other-than-chief')).json;
    expect((await clerk.put(`${path}${other}`, { first_name: 'Other' })).status).toBe(200);
    expect((await running.admin.put(`${path}${chief}`, { first_name: 'Chief' })).status).toBe(200);
  });
});

describe('the picture of a person', () => {
  it('is none, for who is there', async () => {
    const one = (await running.admin.get('/api/v1/me/')).json.result.id;
    const gamma = await running.signInAs('onlooker', ['Gamma']);
    const seen = await gamma.get(`/api/v1/user/${one}/avatar.png`);
    expect([seen.status, seen.text]).toEqual([204, '']);
    expect((await gamma.get('/api/v1/user/999999/avatar.png')).status).toBe(404);
    expect((await gamma.get('/api/v1/user/nobody/avatar.png')).status).toBe(404);
    expect((await apiClient(running.url).get(`/api/v1/user/${one}/avatar.png`)).status).toBe(401);
  });
});
