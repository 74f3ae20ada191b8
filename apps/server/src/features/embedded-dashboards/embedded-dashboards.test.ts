import { type ApiClient, apiClient } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingWorld, filterId, startEmbedding } from './embedding-fixture.ts';

const path = '/api/v1/chart/data';
let world: EmbeddingWorld;
let admin: ApiClient;
let settings: string;

beforeAll(async () => {
  world = await startEmbedding();
  admin = world.admin;
  settings = `/api/v1/dashboard/${world.dashboardId}/embedded`;
});
afterAll(() => world.running.stop());

const regionsOf = async (client: ApiClient, change?: Parameters<EmbeddingWorld['payload']>[0]) => {
  const answer = await client.post(path, world.payload(change));
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result[0].data.map(({ region }: { region: string }) => region);
};

describe('the embedding of a dashboard', () => {
  it('has one name as long as it lasts, and the sites that may show it', async () => {
    const id = await world.makeDashboard('Elsewhere');
    const own = `/api/v1/dashboard/${id}/embedded`;
    expect((await admin.get(own)).status).toBe(404);
    const made = await admin.post(own, { allowed_domains: ['https://Shop.example.com/', 'https://shop.example.com'] });
    expect(made.json.result).toMatchObject({
      allowed_domains: ['https://shop.example.com'],
      dashboard_id: String(id),
      changed_by: { id: expect.any(Number), username: 'admin' },
    });
    const changed = await admin.put(own, { allowed_domains: ['http://localhost:3000', 'https://*.example.com'] });
    expect(changed.json.result.uuid).toBe(made.json.result.uuid);
    expect((await admin.get(own)).json.result.allowed_domains).toEqual([
      'http://localhost:3000',
      'https://*.example.com',
    ]);
    const byName = await admin.get(`/api/v1/embedded_dashboard/${changed.json.result.uuid}?uiConfig=3`);
    expect(byName.json.result).toEqual(changed.json.result);
    expect((await admin.delete(own)).status).toBe(200);
    expect((await admin.get(own)).status).toBe(404);
    expect((await admin.get(`/api/v1/embedded_dashboard/${changed.json.result.uuid}`)).status).toBe(404);
    const again = await admin.post(own, { allowed_domains: [] });
    expect(again.json.result.uuid).not.toBe(made.json.result.uuid);
    expect((await admin.delete(`/api/v1/dashboard/${id}`)).status).toBe(200);
    const { store } = world.running.app.services;
    const left = await store.selectFrom('embedded_dashboards').select('uuid').where('dashboard_id', '=', id).execute();
    expect(left).toEqual([]);
  });

  it.each([
    'shop.example.com',
    'https://shop.example.com/path',
    'https://shop.example.com; script-src *',
    'javascript:alert(1)',
    'https://*',
    '*',
    'https://a b',
  ])('refuses %s as a site', async (site) => {
    const answer = await admin.put(settings, { allowed_domains: [site] });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('https://app.example.com')]);
  });

  it('is for administrators, and for dashboards that are there', async () => {
    const member = await world.running.signInAs('member', ['Alpha']);
    expect((await member.get(settings)).status).toBe(200);
    expect((await member.put(settings, { allowed_domains: [] })).status).toBe(403);
    expect((await member.delete(settings)).status).toBe(403);
    expect((await apiClient(world.running.url).get(settings)).status).toBe(401);
    expect((await admin.put('/api/v1/dashboard/4711/embedded', { allowed_domains: [] })).status).toBe(404);
    expect((await admin.put(settings, {})).status).toBe(400);
  });

  it('is not there where its feature flag is off', async () => {
    const off = await startEmbeddingOff();
    expect(off).toEqual([404, 404, 401]);
  });
});

async function startEmbeddingOff(): Promise<readonly number[]> {
  const { startInProcess } = await import('@powerset/testkit/in-process');
  const running = await startInProcess({ env: { POWERSET_FEATURES: '-EMBEDDED_SUPERSET' } });
  const { id } = (await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'x' })).json;
  const resources = [{ type: 'dashboard', id: world.uuid }];
  const statuses = [
    (await running.admin.post(`/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })).status,
    (await running.admin.post('/api/v1/security/guest_token/', { resources, rls: [] })).status,
    (await apiClient(running.url, { 'X-GuestToken': 'a.b.c' }).get('/api/v1/bootstrap')).status,
  ];
  await running.stop();
  return statuses;
}

describe('a guest', () => {
  it('sees the dashboard with its charts, datasets and filter values, and learns no names and no SQL', async () => {
    const guest = await world.guest();
    const dashboard = (await guest.get(`/api/v1/dashboard/${world.dashboardId}`)).json.result;
    expect(dashboard).toMatchObject({ dashboard_title: 'Pay', owners: [], changed_by: null, is_editable: false });
    const charts = (await guest.get(`/api/v1/dashboard/${world.dashboardId}/charts`)).json.result;
    expect(charts.map(({ id }: { id: number }) => id)).toEqual([world.ids.chart]);
    const datasets = await guest.get(`/api/v1/dashboard/${world.dashboardId}/datasets`);
    expect(datasets.json.result.map((one: { table_name: string }) => one.table_name)).toEqual(['pay']);
    expect(await regionsOf(guest)).toEqual(['US', 'EU']);
    const values = { query: { columns: ['region'], metrics: [], orderby: [] } };
    const form = { slice_id: undefined, type: 'NATIVE_FILTER', native_filter_id: filterId };
    expect((await regionsOf(guest, { ...values, form })).sort()).toEqual(['EU', 'US']);
    const answer = await guest.post(path, world.payload());
    expect(answer.json.result[0].query).toBe('');
    expect((await guest.post(path, world.payload({ more: { result_type: 'query' } }))).status).toBe(403);
    expect((await guest.get(`/api/v1/embedded_dashboard/${world.uuid}`)).json.result.changed_by).toBeNull();
    const boot = (await guest.get('/api/v1/bootstrap')).json;
    expect(boot.user).toMatchObject({ isAnonymous: true, firstName: 'Guest', roles: { Guest: [] } });
  });

  it('has a batch of charts and a saved chart answered, and a lasting link made', async () => {
    const guest = await world.guest();
    const requests = [{ key: 'a', payload: world.payload({ form: { dashboardId: undefined } }) }];
    const lines = await guest.post(`${path}/batch`, { requests, dashboard_id: world.dashboardId });
    expect(JSON.parse(lines.text)).toMatchObject({ key: 'a', results: [{ rowcount: 2 }] });
    const saved = `/api/v1/chart/${world.ids.chart}/data/`;
    expect((await guest.get(`${saved}?dashboard_id=${world.dashboardId}`)).status).toBe(200);
    expect((await guest.get(saved)).status).toBe(404);
    const link = await guest.post(`/api/v1/dashboard/${world.dashboardId}/permalink`, { activeTabs: ['TAB-1'] });
    expect((await guest.get(`/api/v1/dashboard/permalink/${link.json.key}`)).json.state.activeTabs).toEqual(['TAB-1']);
  });

  it('sees no other dashboard, chart or dataset, whatever the role holds', async () => {
    const { store, accounts } = world.running.app.services;
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
    const grants = [
      ['all_datasource_access', 'all_datasource_access'],
      ['can_read', 'Dashboard'],
      ['can_read', 'Chart'],
      ['can_execute_sql_query', 'SQLLab'],
    ].map(([permission = '', view = '']) => ({ role_id: role.id, permission, view }));
    await store.insertInto('role_permissions').values(grants).execute();
    accounts.forget();
    const guest = await world.guest();
    const refused = {
      '/api/v1/dashboard/': 403,
      '/api/v1/chart/': 403,
      '/api/v1/dataset/': 403,
      '/api/v1/me/': 403,
      [`/api/v1/chart/${world.ids.chart}`]: 403,
      [`/api/v1/dashboard/${world.hiddenId}`]: 404,
      [`/api/v1/dashboard/${world.hiddenId}/charts`]: 404,
      [`/api/v1/chart/${world.ids.chart}/data/?dashboard_id=${world.hiddenId}`]: 404,
    };
    for (const [address, status] of Object.entries(refused))
      expect([address, (await guest.get(address)).status]).toEqual([address, status]);
    const asked = {
      'another dashboard': { form: { dashboardId: world.hiddenId } },
      'no dashboard': { form: { dashboardId: undefined } },
      'another dataset': { more: { datasource: { id: world.ids.other, type: 'table' } } },
      'a query': { more: { datasource: { id: 1, type: 'query' } } },
      'another column': { query: { columns: ['region', 'person'] } },
      'a condition in SQL': { query: { extras: { where: "person = 'person 1'" } } },
      'the rows': { query: { columns: ['person'], metrics: [], orderby: [] }, more: { result_type: 'samples' } },
    };
    for (const [what, change] of Object.entries(asked)) {
      const answer = await guest.post(path, world.payload(change));
      expect([what, answer.status], answer.text).toEqual([what, what === 'a query' ? 404 : 403]);
    }
    expect((await guest.post('/api/v1/sqllab/execute/', { database_id: 1, sql: 'SELECT 1' })).status).toBe(403);
    expect((await guest.post('/api/v1/security/guest_token/', {})).status).toBe(403);
    await store.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    accounts.forget();
  });

  it('may take what the guests’ role adds: files and the rows behind a chart', async () => {
    const { store, accounts } = world.running.app.services;
    const guest = await world.guest();
    const file = () => guest.post(path, world.payload({ more: { result_format: 'csv' } }));
    const samples = `/api/v1/datasource/samples?datasource_type=table&datasource_id=${world.ids.dataset}`;
    const drill = () => guest.post(`${samples}&dashboard_id=${world.dashboardId}`, {});
    expect([(await file()).status, (await drill()).status]).toEqual([403, 403]);
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
    const grants = [
      { role_id: role.id, permission: 'can_csv', view: 'Superset' },
      { role_id: role.id, permission: 'can_drill', view: 'Dashboard' },
    ];
    await store.insertInto('role_permissions').values(grants).execute();
    accounts.forget();
    expect([(await file()).status, (await drill()).status]).toEqual([200, 200]);
    await store.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    accounts.forget();
  });

  it('sees the rows that the token’s rules leave, in every kind of answer, also where others have just asked', async () => {
    expect(await regionsOf(admin)).toEqual(['US', 'EU']);
    const [one, two] = [
      await world.guest({ rls: [{ clause: "region = 'EU'" }] }),
      await world.guest({ rls: [{ dataset: world.ids.dataset, clause: "region = 'US' OR 1 = 0" }] }),
    ];
    for (const _ of [1, 2]) {
      expect(await regionsOf(one)).toEqual(['EU']);
      expect(await regionsOf(two)).toEqual(['US']);
      expect(await regionsOf(admin)).toEqual(['US', 'EU']);
    }
    const form = { slice_id: undefined, type: 'NATIVE_FILTER', native_filter_id: filterId };
    expect(await regionsOf(one, { query: { metrics: [], orderby: [] }, form })).toEqual(['EU']);
    const elsewhere = await world.guest({ rls: [{ dataset: world.ids.other, clause: '1 = 0' }] });
    expect(await regionsOf(elsewhere)).toEqual(['US', 'EU']);
    const both = await world.guest({ rls: [{ clause: "region = 'EU' OR region = 'US'" }, { clause: 'amount > 6' }] });
    const rows = (await both.post(path, world.payload())).json.result[0].data;
    expect(rows).toEqual([
      { region: 'US', total: 16 },
      { region: 'EU', total: 8 },
    ]);
  });

  it('is noted in the action log under the name that the token gives', async () => {
    const guest = await world.guest({ user: { username: 'customer 8' } });
    expect((await guest.get(`/api/v1/dashboard/${world.dashboardId}`)).status).toBe(200);
    const q = encodeURIComponent('(filters:!((col:action,opr:log_kind,value:read)),page_size:100)');
    const rows = async () => (await world.admin.get(`/api/v1/log/?q=${q}`)).json.result;
    const ofGuest = async () =>
      (await rows()).filter(({ json }: { json: string }) => JSON.parse(json).guest === 'customer 8');
    await expect
      .poll(ofGuest)
      .toMatchObject([{ action: 'dashboard.get', dashboard_id: world.dashboardId, user: null }]);
  });

  it('sees nothing by a rule that is no condition', async () => {
    for (const clause of ['region =', "region = 'EU') OR (1 = 1", '1 = 1; DROP TABLE pay', 'nowhere = 1']) {
      const answer = await (await world.guest({ rls: [{ clause }] })).post(path, world.payload());
      expect([clause, answer.status]).toEqual([clause, 400]);
    }
  });

  it('is bound by the row-level rules of the guests’ role as well', async () => {
    const { store } = world.running.app.services;
    const stamp = new Date(0).toISOString();
    const { id } = await store
      .insertInto('row_level_rules')
      .values({ name: 'big', filter_type: 'Base', clause: 'amount > 6', created_on: stamp, changed_on: stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: id, dataset_id: world.ids.dataset }).execute();
    const guest = await world.guest({ rls: [{ clause: "region = 'US'" }] });
    expect((await guest.post(path, world.payload())).json.result[0].data).toEqual([{ region: 'US', total: 16 }]);
    await store.deleteFrom('row_level_rule_datasets').where('rule_id', '=', id).execute();
  });
});
