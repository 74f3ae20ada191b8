import { type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = '/api/v1/security/groups/';
const usersPath = '/api/v1/security/users/';
const rolesPath = '/api/v1/security/roles/';
const password = 'a password for tests';

let running: InProcessApp;
let admin: ApiClient;
let roles: Readonly<Record<string, number>>;

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  const { result } = (await admin.get(rolesPath)).json;
  roles = Object.fromEntries(result.map(({ id, name }: { id: number; name: string }) => [name, id]));
});
afterAll(() => running.stop());

const idOf = async (client: ApiClient): Promise<number> => (await client.get('/api/v1/me/')).json.result.id;
const rolesOf = async (client: ApiClient) =>
  Object.keys((await client.get('/api/v1/me/roles/')).json.result.roles).sort();
async function signIn(username: string, names: readonly string[]) {
  await running.signInAs(username, names);
  const client = await signInWithCookie(running.url, { username, password });
  return { client, id: await idOf(client) };
}
async function make(name: string, more: object = {}): Promise<number> {
  const made = await admin.post(path, { name, ...more });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

describe('groups', () => {
  it('give their roles to their members at once, and take them at once, in sessions that go on', async () => {
    const { client, id } = await signIn('grace', ['Gamma']);
    const board = { dashboard_title: 'Of a group' };
    const group = await make('Writers', { label: 'Who writes', roles: [roles.sql_lab], users: [id] });
    expect(await rolesOf(client)).toEqual(['Gamma', 'sql_lab']);
    expect((await client.get('/api/v1/saved_query/')).status).toBe(200);
    expect((await admin.get(`${path}${group}`)).json.result).toMatchObject({
      name: 'Writers',
      label: 'Who writes',
      roles: [{ name: 'sql_lab' }],
      users: [{ id, username: 'grace' }],
      user_count: 1,
    });
    expect((await admin.put(`${path}${group}`, { users: [] })).status).toBe(200);
    expect(await rolesOf(client)).toEqual(['Gamma']);
    expect((await client.get('/api/v1/saved_query/')).status).toBe(403);
    expect((await admin.put(`${usersPath}${id}`, { groups: [group] })).json.result.groups).toEqual([
      { id: group, name: 'Writers' },
    ]);
    expect(await rolesOf(client)).toEqual(['Gamma', 'sql_lab']);
    expect((await client.post('/api/v1/dashboard/', board)).status).toBe(201);
    expect((await admin.delete(`${path}${group}`)).json).toEqual({ message: 'OK' });
    expect(await rolesOf(client)).toEqual(['Gamma']);
  });

  it('are counted, searched and kept from losing their role where roles are managed', async () => {
    const { id } = await signIn('joan', ['Gamma']);
    const role = (await admin.post(rolesPath, { name: 'Grouped' })).json.id;
    const group = await make('Holders', { users: [id] });
    const set = await admin.put(`${rolesPath}${role}/groups`, { group_ids: [group] });
    expect([set.status, set.json.result]).toEqual([200, { group_ids: [group] }]);
    expect((await admin.get(`${rolesPath}${role}`)).json.result.groups).toEqual([{ id: group, name: 'Holders' }]);
    const listed = async () =>
      (await admin.get(`${rolesPath}?q=(filters:!((col:id,opr:eq,value:${role})))`)).json.result[0];
    expect(await listed()).toMatchObject({ user_count: 1, used_by: 'groups' });
    expect((await admin.delete(`${rolesPath}${role}`)).json.message).toContain('while groups have it');
    expect((await admin.put(`${rolesPath}${role}/users`, { user_ids: [id] })).status).toBe(200);
    expect(await listed()).toMatchObject({ user_count: 1, used_by: 'users' });
    const found = await admin.get(`${rolesPath}search/?q=(filters:!((col:name,opr:eq,value:Grouped)))`);
    expect(found.json).toEqual({
      count: 1,
      ids: [role],
      result: [{ id: role, name: 'Grouped', permission_ids: [], user_ids: [id], group_ids: [group] }],
    });
    expect((await admin.get(`${usersPath}${id}`)).json.result).toMatchObject({ groups: [{ name: 'Holders' }] });
    for (const [call, field] of [
      ['users', 'user_ids'],
      ['groups', 'group_ids'],
    ]) {
      const address = (of: number) => `${rolesPath}${of}/${call}`;
      const unknown = await admin.put(address(role), { [field ?? '']: [4711] });
      expect([unknown.status, Object.keys(unknown.json.message)]).toEqual([422, [field]]);
      expect((await admin.put(address(role), { [field ?? '']: 'all' })).status).toBe(400);
      expect((await admin.put(address(4711), { [field ?? '']: [] })).status).toBe(404);
      const stale = await admin.put(address(role), { [field ?? '']: [], last_modified_time: 1 });
      expect(stale.status).toBe(409);
    }
  });

  it('let a user be without a role, and refuse one without either', async () => {
    const group = await make('Enough', { roles: [roles.Gamma] });
    const made = await admin.post(usersPath, { username: 'member', password, groups: [group] });
    expect([made.status, made.json.result?.roles]).toEqual([201, []]);
    const client = await signInWithCookie(running.url, { username: 'member', password });
    expect(await rolesOf(client)).toEqual(['Gamma']);
    const neither = await admin.put(`${usersPath}${made.json.id}`, { groups: [] });
    expect([neither.status, Object.keys(neither.json.message)]).toEqual([422, ['groups']]);
    expect(await rolesOf(client)).toEqual(['Gamma']);
  });

  it.each([
    ['name', { name: '' }, 400],
    ['name', { name: 'TAKEN' }, 422],
    ['roles', { name: 'Wrong', roles: [4711] }, 422],
    ['users', { name: 'Wrong', users: [4711] }, 422],
  ])('are not made with a wrong %s: %o', async (field, body, status) => {
    await admin.post(path, { name: 'Taken' });
    const answer = await admin.post(path, body);
    expect([answer.status, Object.keys(answer.json.message)]).toEqual([status, [field]]);
    expect((await admin.get(path)).text).not.toContain('"Wrong"');
  });

  it('are found by text and members, and are not overwritten by who read an older version', async () => {
    const { id } = await signIn('ada', ['Gamma']);
    const group = await make('Findable', { description: 'The needle', users: [id] });
    const find = async (filter: string) =>
      (await admin.get(`${path}?q=(filters:!(${filter}))`)).json.result.map((one: { id: number }) => one.id);
    expect(await find('(col:name,opr:group_all_text,value:NEEDLE)')).toEqual([group]);
    expect(await find(`(col:users,opr:rel_m_m,value:${id})`)).toEqual([group]);
    expect((await admin.get(`${path}related/users?q=(filter:ada)`)).json.result).toEqual([
      { value: id, text: 'ada', extra: {} },
    ]);
    expect((await admin.get(`${path}related/roles?q=(filter:gam)`)).json.count).toBe(1);
    expect((await admin.get(`${path}related/passwords`)).status).toBe(404);
    expect((await admin.get(`${path}_info?q=(keys:!(permissions))`)).json.permissions).toEqual([
      'can_read',
      'can_write',
    ]);
    const { last_modified_time } = (await admin.get(`${path}${group}`)).json.result;
    expect((await admin.put(`${usersPath}${id}`, { groups: [] })).status).toBe(200);
    const late = await admin.put(`${path}${group}`, { users: [id], last_modified_time });
    expect([late.status, late.json.errors[0].extra.what]).toEqual([409, 'group']);
  });

  it('are the business of administrators alone', async () => {
    const group = await make('Closed');
    const { client: alpha } = await signIn('alpha', ['Alpha']);
    for (const [client, status] of [
      [alpha, 403],
      [apiClient(running.url), 401],
    ] as const) {
      expect((await client.get(path)).status).toBe(status);
      expect((await client.post(path, { name: 'Mine' })).status).toBe(status);
      expect((await client.put(`${path}${group}`, { name: 'Mine' })).status).toBe(status);
      expect((await client.delete(`${path}${group}`)).status).toBe(status);
    }
    for (const wrong of ['4711', 'x']) {
      expect((await admin.get(`${path}${wrong}`)).status).toBe(404);
      expect((await admin.put(`${path}${wrong}`, { name: 'Other' })).status).toBe(404);
      expect((await admin.delete(`${path}${wrong}`)).status).toBe(404);
    }
  });
});

describe('nobody reaches further through a group', () => {
  it('whoever may change groups and users adds nothing to himself, and makes no administrator', async () => {
    const { store, accounts } = running.app.services;
    const clerks = (await admin.post(rolesPath, { name: 'Clerks' })).json.id;
    const rights = ['User', 'Group', 'Role'].flatMap((view) =>
      ['can_read', 'can_write'].map((permission) => ({ role_id: clerks, permission, view })),
    );
    await store.insertInto('role_permissions').values(rights).execute();
    accounts.forget();
    const { client: clerk, id } = await signIn('clerk', ['Clerks']);
    const { id: friend } = await signIn('friend', ['Gamma']);
    const admins = await make('Admins', { roles: [roles.Admin] });
    const readers = await make('Readers', { roles: [roles.Alpha] });
    const own = await make('Own', { users: [id] });
    const refused = [
      await clerk.put(`${path}${readers}`, { users: [id] }),
      await clerk.put(`${path}${own}`, { roles: [roles.Alpha] }),
      await clerk.post(path, { name: 'Trick', roles: [roles.Alpha], users: [id] }),
      await clerk.put(`${rolesPath}${roles.Alpha}/users`, { user_ids: [id] }),
      await clerk.put(`${rolesPath}${roles.Alpha}/groups`, { group_ids: [own] }),
      await clerk.put(`${path}${admins}`, { users: [friend] }),
      await clerk.put(`${usersPath}${friend}`, { groups: [admins] }),
      await clerk.put(`${usersPath}${friend}`, { roles: [roles.Admin] }),
      await clerk.post(usersPath, { username: 'puppet', password, groups: [admins] }),
      await clerk.put(`${usersPath}${id}`, { groups: [readers] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
    expect(await rolesOf(clerk)).toEqual(['Clerks']);
    expect((await admin.get(usersPath)).text).not.toContain('puppet');
    expect((await clerk.put(`${path}${readers}`, { users: [friend] })).status).toBe(200);
  });

  it('keeps an administrator who is one through a group alone, and lets none stop being one by himself', async () => {
    const group = await make('Only admins', { roles: [roles.Admin] });
    const { client: second, id } = await signIn('second', ['Gamma']);
    expect((await admin.put(`${path}${group}`, { users: [id] })).status).toBe(200);
    const first = await idOf(admin);
    expect((await second.put(`${usersPath}${first}`, { roles: [roles.Gamma] })).status).toBe(200);
    for (const answer of [
      await second.delete(`${path}${group}`),
      await second.put(`${path}${group}`, { users: [] }),
      await second.put(`${path}${group}`, { roles: [] }),
      await second.put(`${rolesPath}${roles.Admin}/groups`, { group_ids: [] }),
    ])
      expect([answer.status, answer.json.message]).toEqual([422, expect.stringContaining('administrator')]);
    expect((await second.put(`${usersPath}${first}`, { roles: [roles.Admin] })).status).toBe(200);
    expect((await admin.delete(`${path}${group}`)).status).toBe(200);
  });
});
