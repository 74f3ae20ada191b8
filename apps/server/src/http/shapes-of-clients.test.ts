import { type ApiClient, apiClient, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let analyst: ApiClient;
let dataset: number;
let chart: number;
let dashboard: number;

beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_LOG_LEVEL: 'error' } });
  admin = running.admin;
  const database = (await admin.get('/api/v1/database/')).json.ids[0];
  const engine = await running.app.services.engines.getEmbedded(database);
  await engine.runTrusted("CREATE TABLE sales AS SELECT 'EU' AS region, i AS amount FROM range(5) AS r(i)");
  await admin.put('/api/v1/me/', { first_name: 'Ada', last_name: 'Lovelace' });
  const id = (await admin.get('/api/v1/me/')).json.result.id;
  await admin.put(`/api/v1/security/users/${id}`, { email: 'ada@example.com' });
  dataset = (await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id;
  dashboard = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Sales', published: true })).json.id;
  const form = { slice_name: 'Rows', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' };
  chart = (await admin.post('/api/v1/chart/', { ...form, dashboards: [dashboard] })).json.id;
  analyst = await running.signInAs('analyst', ['Alpha']);
});
afterAll(() => running.stop());

const resultOf = async (client: ApiClient, path: string) => (await client.get(path)).json.result;

describe('a chart and a dataset', () => {
  it('are found by their UUIDs, with dashes and without, and what they stand on by its own', async () => {
    const { uuid, datasource_uuid, datasource_name_text } = await resultOf(admin, `/api/v1/chart/${chart}`);
    for (const name of [uuid, uuid.replaceAll('-', ''), uuid.toUpperCase()])
      expect((await admin.get(`/api/v1/chart/${name}`)).json.id).toBe(chart);
    expect(datasource_name_text).toBe('main.sales');
    for (const path of [datasource_uuid, `${datasource_uuid}/related_objects`])
      expect((await analyst.get(`/api/v1/dataset/${path}`)).status).toBe(200);
    expect((await admin.get(`/api/v1/dataset/${datasource_uuid}`)).json.id).toBe(dataset);
  });

  it('are not there under a UUID that nothing has, or that is of something hidden', async () => {
    const { uuid, datasource_uuid } = await resultOf(admin, `/api/v1/chart/${chart}`);
    const nothing = '00000000-0000-4000-8000-000000000000';
    const stranger = await running.signInAs('stranger', ['Gamma']);
    for (const path of [`chart/${nothing}`, `dataset/${nothing}`, 'chart/no-uuid', 'dataset/no-uuid'])
      expect([path, (await admin.get(`/api/v1/${path}`)).status]).toEqual([path, 404]);
    for (const path of [`chart/${uuid}`, `dataset/${datasource_uuid}`, `dataset/${datasource_uuid}/related_objects`])
      expect([path, (await stranger.get(`/api/v1/${path}`)).status]).toEqual([path, 404]);
    expect((await apiClient(running.url).get(`/api/v1/chart/${uuid}`)).status).toBe(401);
  });

  it.each(['chart', 'dashboard', 'dataset', 'database'])('are listed by their UUIDs: %s', async (resource) => {
    const [first] = await resultOf(admin, `/api/v1/${resource}/`);
    const asked = `(filters:!((col:uuid,opr:eq,value:'${first.uuid}')))`;
    expect((await admin.get(`/api/v1/${resource}/?q=${asked}`)).json.ids).toEqual([first.id]);
  });
});

describe('owners', () => {
  const paths = () => [`chart/${chart}`, `dashboard/${dashboard}`, `dataset/${dataset}`];

  it('come with their addresses to administrators', async () => {
    for (const path of paths())
      expect([path, (await resultOf(admin, `/api/v1/${path}`)).owners]).toEqual([
        path,
        [expect.objectContaining({ first_name: 'Ada', email: 'ada@example.com' })],
      ]);
    for (const resource of ['chart', 'dashboard', 'dataset'])
      expect((await resultOf(admin, `/api/v1/${resource}/`))[0].owners[0].email).toBe('ada@example.com');
  });

  it('come without them to everybody else', async () => {
    for (const path of [...paths(), 'chart/', 'dashboard/', 'dataset/']) {
      const answer = await analyst.get(`/api/v1/${path}`);
      expect([path, answer.status, answer.text.includes('ada@example.com')]).toEqual([path, 200, false]);
    }
  });
});

describe('answers', () => {
  it('hold what clients of the newest release read, empty where there is nothing of the kind here', async () => {
    expect(await resultOf(admin, `/api/v1/dataset/${dataset}`)).toMatchObject({
      ...{ catalog: null, currency_code_column: null, folders: null },
      database: { uuid: expect.any(String), allow_multi_catalog: false },
    });
    expect(await resultOf(admin, `/api/v1/dashboard/${dashboard}`)).toMatchObject({
      created_by: { first_name: 'Ada', last_name: 'Lovelace' },
      ...{ created_on_delta_humanized: expect.any(String), custom_tags: [], theme: null },
    });
    const [database] = await resultOf(admin, '/api/v1/database/');
    expect(database).toMatchObject({ allow_multi_catalog: false, configuration_method: 'sqlalchemy_form' });
    const [account] = await resultOf(admin, '/api/v1/security/users/');
    expect(account).toMatchObject({ login_count: expect.any(Number), created_on: expect.any(String) });
  });

  it('of one object say what its fields are called, and of those that were asked for alone', async () => {
    const { id } = (await admin.post('/api/v1/css_template/', { template_name: 'Quiet', css: '.a {}' })).json;
    const whole = (await admin.get(`/api/v1/css_template/${id}`)).json;
    expect(whole).toMatchObject({ show_title: 'Show Css Template', label_columns: { template_name: 'Template Name' } });
    expect(whole.show_columns).toEqual(Object.keys(whole.result));
    const part = (await admin.get(`/api/v1/css_template/${id}?q=(columns:!(css))`)).json;
    expect([part.show_columns, part.result]).toEqual([['css'], { css: '.a {}' }]);
    const role = (await admin.get('/api/v1/security/roles/1?q=(columns:!(name))')).json;
    expect([role.show_title, role.result]).toEqual(['Show Role', { name: 'Admin' }]);
    for (const path of ['permissions', 'resources']) {
      const [id] = (await admin.get(`/api/v1/security/${path}/?q=(page_size:1)`)).json.ids;
      const one = (await admin.get(`/api/v1/security/${path}/${id}?q=(columns:!(name))`)).json;
      expect([one.show_columns, one.result]).toEqual([['name'], { name: expect.any(String) }]);
    }
  });

  it('to a word that is none of a list name the words that are', async () => {
    const odd = { slice_name: 'C', datasource_id: 1, datasource_type: 'nope' };
    const { status, json } = await admin.post('/api/v1/chart/', odd);
    const words = ['Must be one of: table, dataset, query, saved_query, view.'];
    expect([status, json.message]).toEqual([400, { datasource_type: words }]);
  });

  it('to a thumbnail’s address from elsewhere lead to the right one, and say of a chart that is gone that it is', async () => {
    const { json } = await admin.get('/api/v1/chart/?q=(page_size:1)');
    const [id] = json.ids;
    const old = await fetch(`${running.url}/api/v1/chart/${id}/thumbnail/Zz-1/`, {
      ...{ headers: admin.headers, redirect: 'manual' },
    });
    expect([old.status, old.headers.get('location')]).toEqual([302, expect.stringMatching(/thumbnail\/[0-9a-f]+\//)]);
    expect((await admin.get('/api/v1/chart/999999/thumbnail/Zz-1/')).status).toBe(404);
    expect((await admin.get(`/api/v1/chart/${id}/screenshot/Zz-1/`)).status).toBe(404);
  });

  it('to whoever is not signed in say so under `msg` too, and nobody else is told by that name', async () => {
    const visitor = (await apiClient(running.url).get('/api/v1/me/')).json;
    expect([visitor.msg, visitor.message]).toEqual(['Not authorized', 'Not authorized']);
    expect((await admin.get('/api/v1/chart/999999')).json).not.toHaveProperty('msg');
    const wrong = { ...testAdmin, password: 'not this one', provider: 'db' };
    expect((await apiClient(running.url).post('/api/v1/security/login', wrong)).json.msg).toBeTypeOf('string');
  });
});

describe('the older address of running SQL', () => {
  const path = '/superset/sql_json/';

  it('answers as the newer one does, for whoever may run SQL', async () => {
    const database_id = (await admin.get('/api/v1/database/')).json.ids[0];
    const answer = await admin.post(path, { database_id, sql: 'SELECT 1 AS a' });
    expect([answer.status, answer.json.data]).toEqual([200, [{ a: 1 }]]);
    expect((await analyst.post(path, { database_id, sql: 'SELECT 1 AS a' })).status).toBe(403);
    expect((await apiClient(running.url).post(path, { database_id, sql: 'SELECT 1' })).status).toBe(401);
    expect((await admin.post(path, { database_id })).status).toBe(400);
    expect((await admin.post(path, { database_id: 999, sql: 'SELECT 1' })).status).toBe(404);
  });

  it('is noted in the log as a query', async () => {
    const path = '/api/v1/log/?q=(filters:!((col:action,opr:log_kind,value:query)))';
    const noted = async () =>
      (await admin.get(path)).json.result.map(({ action }: { readonly action: string }) => action);
    await expect.poll(noted).toContain('sql_editor.execute_legacy');
  });
});

describe('_info', () => {
  const infoOf = async (resource: string) => (await admin.get(`/api/v1/${resource}/_info`)).json;

  it('names fields with label, type, whether they must be there and whether no two are alike', async () => {
    const { add_columns, edit_columns } = await infoOf('dashboard');
    const field = (columns: readonly { readonly name: string }[], name: string) =>
      columns.find((column) => column.name === name);
    expect(field(add_columns, 'slug')).toEqual({
      ...{ name: 'slug', label: 'Slug', description: '', type: 'String', required: false, unique: true },
    });
    expect(field(edit_columns, 'tags')).toMatchObject({ type: 'List', label: 'Tags' });
    expect(field(add_columns, 'tags')).toBeUndefined();
    const chartFields = (await infoOf('chart')).add_columns;
    expect(field(chartFields, 'slice_name')).toMatchObject({ label: 'Slice Name', type: 'String', required: true });
    expect(field(chartFields, 'datasource_id')).toMatchObject({ type: 'Integer', required: true });
    expect(field(chartFields, 'query_context_generation')).toMatchObject({ type: 'Boolean', required: false });
    expect(field((await infoOf('database')).add_columns, 'ssh_tunnel')).toMatchObject({ type: 'Nested' });
  });

  it('calls filters by name beside their operators', async () => {
    const { filters } = await infoOf('chart');
    expect(filters.slice_name).toContainEqual({ name: 'Starts with', operator: 'sw' });
    expect(filters.slice_name).toContainEqual({ name: 'Chart All Text', operator: 'chart_all_text' });
    expect(filters.owners).toEqual([{ name: 'Relation as Many', operator: 'rel_m_m' }]);
  });

  it.each(['saved_query', 'chart', 'theme', 'security/users'])('answers the parts asked for alone: %s', async (one) => {
    const answer = await admin.get(`/api/v1/${one}/_info?q=(keys:!(permissions))`);
    expect(Object.keys(answer.json)).toEqual(['permissions']);
  });
});
