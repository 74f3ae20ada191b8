import { type ApiClient, apiClient, signInWithCookie } from '@powerset/testkit';
import { makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = '/api/v1/security/users/';
const password = 'a password for tests';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const idOf = async (client: ApiClient): Promise<number> => (await client.get('/api/v1/me/')).json.result.id;
const remove = (id: number | string, client = running.admin) => client.delete(`${path}${id}`);

async function signIn(username: string, roles: readonly string[]) {
  const client = await running.signInAs(username, roles);
  return { client, id: await idOf(client) };
}

describe('deleting a user', () => {
  it('ends what they are signed in by at once, and the name is free again for somebody else', async () => {
    const { client: token, id } = await signIn('grace', ['Gamma']);
    const cookie = await signInWithCookie(running.url, { username: 'grace', password });
    const refresh = (
      await apiClient(running.url).post('/api/v1/security/login', { username: 'grace', password, refresh: true })
    ).json.refresh_token;
    expect((await remove(id)).json).toEqual({ message: 'OK' });
    for (const client of [token, cookie]) expect((await client.get('/api/v1/me/')).status).toBe(401);
    const refreshing = apiClient(running.url, { authorization: `Bearer ${refresh}` });
    expect((await refreshing.post('/api/v1/security/refresh', {})).status).toBe(401);
    const login = await apiClient(running.url).post('/api/v1/security/login', { username: 'grace', password });
    expect(login.status).toBe(401);
    const again = await signIn('grace', ['Gamma']);
    expect(again.id).toBeGreaterThan(id);
    expect((await token.get('/api/v1/me/')).status).toBe(401);
  });

  it('keeps what others use too, owned by nobody, and takes along what is theirs alone', async () => {
    const { client, id } = await signIn('author', ['Alpha', 'sql_lab']);
    const { store } = running.app.services;
    const { datasetId } = await makeDataset(running, 'kept');
    const chartBody = { slice_name: 'Kept', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' };
    const chart = (await client.post('/api/v1/chart/', chartBody)).json.id;
    const board = (await client.post('/api/v1/dashboard/', { dashboard_title: 'Kept', published: true })).json.id;
    const adminId = await idOf(running.admin);
    const shared = (await client.post('/api/v1/dashboard/', { dashboard_title: 'Shared', owners: [id, adminId] })).json;
    await client.post(`/api/v1/dashboard/${board}/favorites/`, {});
    const query = { db_id: 1, label: 'Own', sql: 'select 1' };
    expect((await client.post('/api/v1/saved_query/', query)).status).toBe(201);
    const tab = (
      await store
        .insertInto('tab_states')
        .values({ user_id: id, label: 'Tab', active: 1, sql: '', autorun: 0, hide_left_bar: 0, changed_on: '2026' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    await store.insertInto('table_schemas').values({ tab_state_id: tab, database_id: 1, table: 't' }).execute();
    expect((await running.admin.get(`${path}${id}/related_objects/`)).json).toEqual({
      charts: { count: 1 },
      dashboards: { count: 1 },
      datasets: { count: 0 },
      saved_queries: { count: 1 },
    });
    expect((await remove(id)).status).toBe(200);
    const kept = (await running.admin.get(`/api/v1/dashboard/${board}`)).json.result;
    expect([kept.owners, kept.changed_by_name]).toEqual([[], '']);
    expect((await running.admin.get(`/api/v1/dashboard/${shared.id}`)).json.result.owners).toMatchObject([
      { id: adminId },
    ]);
    const keptChart = (await running.admin.get(`/api/v1/chart/${chart}`)).json.result;
    expect([keptChart.slice_name, keptChart.owners]).toEqual(['Kept', []]);
    expect((await running.admin.put(`/api/v1/chart/${chart}`, { slice_name: 'Taken over' })).status).toBe(200);
    for (const table of ['owners', 'favorites', 'saved_queries', 'tab_states', 'sessions', 'user_roles'] as const)
      expect(await store.selectFrom(table).select('user_id').where('user_id', '=', id).execute(), table).toEqual([]);
    expect(await store.selectFrom('table_schemas').select('id').where('tab_state_id', '=', tab).execute()).toEqual([]);
  });

  it('stops what runs for them', async () => {
    const { client, id } = await signIn('runner', ['sql_lab', 'Alpha']);
    const databaseId = (await running.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow())
      .id;
    await running.app.services.store
      .updateTable('databases')
      .set({ allow_run_async: 1 })
      .where('id', '=', databaseId)
      .execute();
    const started = await client.post('/api/v1/sqllab/execute/', {
      client_id: 'runaway-run',
      database_id: databaseId,
      sql: 'select count(*) from range(100000000) a, range(100000000) b where a.range % 7 = b.range % 11',
      runAsync: true,
    });
    expect(started.status, started.text).toBe(202);
    expect((await remove(id)).status).toBe(200);
    const statusOf = async () =>
      (await running.admin.get('/api/v1/query/?q=(filters:!((col:client_id,opr:eq,value:runaway-run)))')).json.result;
    await expect.poll(statusOf).toMatchObject([{ status: 'stopped', user: { id, first_name: '' } }]);
  });

  it('is never of oneself, and never of the last administrator', async () => {
    const own = await idOf(running.admin);
    const self = await remove(own);
    expect([self.status, self.json.message]).toEqual([422, expect.stringContaining('yourself')]);
    const { store, accounts } = running.app.services;
    const clerks = (await running.admin.post('/api/v1/security/roles/', { name: 'Clerks' })).json.id;
    const rights = ['can_read', 'can_write'].map((permission) => ({ role_id: clerks, permission, view: 'User' }));
    await store.insertInto('role_permissions').values(rights).execute();
    accounts.forget();
    const { client: clerk } = await signIn('clerk', ['Clerks']);
    const others = await store
      .selectFrom('users')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select('users.id')
      .where('roles.name', '=', 'Admin')
      .where('users.id', '<>', own)
      .execute();
    expect(others).toEqual([]);
    for (const answer of [
      await remove(own, clerk),
      await clerk.put(`${path}${own}`, { active: false }),
      await clerk.put(`${path}${own}`, { roles: [clerks] }),
    ])
      expect([answer.status, answer.json.message]).toEqual([422, expect.stringContaining('administrator')]);
    expect((await running.admin.get('/api/v1/me/')).status).toBe(200);
    const { id: second } = await signIn('second', ['Admin']);
    const refused = await remove(second, clerk);
    expect([refused.status, refused.json.message]).toEqual([422, 'Only an administrator can change an administrator.']);
    expect((await remove(second)).status).toBe(200);
  });

  it('is the business of administrators alone, of users that there are', async () => {
    const { client: alpha } = await signIn('alpha', ['Alpha']);
    const { id } = await signIn('stays', ['Gamma']);
    const visitor = apiClient(running.url);
    for (const [client, status] of [
      [alpha, 403],
      [visitor, 401],
    ] as const) {
      expect((await remove(id, client)).status).toBe(status);
      expect((await client.get(`${path}${id}/related_objects/`)).status).toBe(status);
    }
    expect((await running.admin.get(`${path}${id}/related_objects/`)).status).toBe(200);
    for (const wrong of ['4711', 'x']) {
      expect((await remove(wrong)).status).toBe(404);
      expect((await running.admin.get(`${path}${wrong}/related_objects/`)).status).toBe(404);
    }
  });
});
