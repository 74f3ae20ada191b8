import { encodeRison, type WireDashboardChart } from '@powerset/contract';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type MadeDataset, makeDataset, startSalesWorld } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let alpha: ApiClient;
let gamma: ApiClient;
let sales: MadeDataset;
let secret: MadeDataset;

beforeAll(async () => {
  ({ running, admin, alpha, gamma, sales, secret } = await startSalesWorld());
});
afterAll(() => running.stop());

const path = '/api/v1/dashboard/';
const list = (client: ApiClient, q: object) => client.get(`${path}?q=${encodeURIComponent(encodeRison(q))}`);

async function createChart(client: ApiClient, name: string, dataset = sales): Promise<number> {
  const body = { slice_name: name, datasource_id: dataset.datasetId, datasource_type: 'table', viz_type: 'pie' };
  return (await client.post('/api/v1/chart/', body)).json.id;
}

async function create(client: ApiClient, title: string, more: object = {}): Promise<number> {
  const answer = await client.post(path, { dashboard_title: title, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

function layoutOf(charts: readonly { id: number; name: string }[]): Record<string, unknown> {
  const nodes = charts.map(({ id, name }, index) => ({
    id: `CHART-${index}`,
    type: 'CHART',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { chartId: id, sliceName: name, width: 4, height: 50 },
  }));
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: nodes.map((node) => node.id), parents: ['ROOT_ID', 'GRID_ID'] },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  };
}

const savePositions = (client: ApiClient, id: number, positions: object, more: object = {}) =>
  client.put(`${path}${id}`, { json_metadata: JSON.stringify({ positions, ...more }) });
const chartNames = async (id: number) => (await admin.get(`${path}${id}`)).json.result.charts;

describe('reading dashboards', () => {
  it('finds a dashboard by id and by slug [DSH-001, API-027]', async () => {
    const id = await create(alpha, 'By slug', { slug: ' Sales  of 2026! ' });
    const byId = (await alpha.get(`${path}${id}`)).json.result;
    expect(byId).toMatchObject({ slug: 'Sales-of-2026', url: '/superset/dashboard/Sales-of-2026/', published: false });
    expect((await alpha.get(`${path}Sales-of-2026`)).json.result).toEqual(byId);
    expect((await alpha.get(`${path}nowhere`)).status).toBe(404);
    expect((await apiClient(running.url).get(`${path}${id}`)).status).toBe(401);
  });

  it('holds all that a dashboard is [DSH-008]', async () => {
    const id = await create(alpha, 'Whole', { css: '.a {}', certified_by: 'QA', certification_details: 'checked' });
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(result).toMatchObject({
      dashboard_title: 'Whole',
      css: '.a {}',
      certified_by: 'QA',
      certification_details: 'checked',
      owners: [{ first_name: 'alpha' }],
      roles: [],
      json_metadata: '{}',
      is_editable: true,
    });
    expect(JSON.parse(result.position_json)).toMatchObject({ ROOT_ID: { children: ['GRID_ID'] } });
    expect(result.last_modified_time).toBeCloseTo(Date.parse(result.changed_on) / 1000, 3);
  });

  it('gives charts with their forms, and says which lost their dataset', async () => {
    const lost = await makeDataset(running, 'lost');
    const [a, b] = [await createChart(alpha, 'Kept'), await createChart(admin, 'Orphan', lost)];
    const id = await create(admin, 'Two charts');
    await savePositions(
      admin,
      id,
      layoutOf([
        { id: a, name: 'Kept' },
        { id: b, name: 'Orphan' },
      ]),
    );
    await running.app.services.store.deleteFrom('datasets').where('id', '=', lost.datasetId).execute();
    const { result } = (await admin.get(`${path}${id}/charts`)).json;
    expect(result).toMatchObject([
      { id: a, slice_name: 'Kept', is_dataset_missing: false, form_data: { slice_id: a, viz_type: 'pie' } },
      { id: b, slice_name: 'Orphan', is_dataset_missing: true },
    ]);
    const reader = await running.signInAs('lost-reader', ['Gamma']);
    await admin.put(`${path}${id}`, { owners: [(await reader.get('/api/v1/me/')).json.result.id] });
    const seen = (await reader.get(`${path}${id}/charts`)).json.result;
    expect(seen.map((chart: WireDashboardChart) => chart.is_dataset_missing)).toEqual([false, false]);
  });

  it('says which charts the caller may change', async () => {
    const [own, other] = [await createChart(alpha, 'Own'), await createChart(admin, 'Of another')];
    const id = await create(alpha, 'Mixed owners');
    await savePositions(
      alpha,
      id,
      layoutOf([
        { id: own, name: 'Own' },
        { id: other, name: 'Of another' },
      ]),
    );
    const rightsOf = async (client: ApiClient) =>
      (await client.get(`${path}${id}/charts`)).json.result.map((chart: { is_editable: boolean }) => chart.is_editable);
    expect(await rightsOf(alpha)).toEqual([true, false]);
    expect(await rightsOf(admin)).toEqual([true, true]);
  });

  it('gives the datasets that the caller may read, and of the others nothing', async () => {
    const [a, b] = [await createChart(admin, 'On sales'), await createChart(admin, 'On secret', secret)];
    const id = await create(admin, 'Mixed', { published: true });
    await savePositions(
      admin,
      id,
      layoutOf([
        { id: a, name: 'On sales' },
        { id: b, name: 'On secret' },
      ]),
    );
    const namesFor = async (client: ApiClient) =>
      (await client.get(`${path}${id}/datasets`)).json.result.map((set: { table_name: string }) => set.table_name);
    expect((await namesFor(admin)).sort()).toEqual(['sales', 'secret']);
    expect(await namesFor(gamma)).toEqual(['sales']);
  });

  it('survives a stored layout that is damaged, and loses nothing of it', async () => {
    const id = await create(admin, 'Damaged');
    const { store } = running.app.services;
    await store.updateTable('dashboards').set({ position_json: '{"ROOT_ID": {' }).where('id', '=', id).execute();
    expect((await admin.get(`${path}${id}`)).json.result.position_json).toBe('{"ROOT_ID": {');
    expect((await admin.put(`${path}${id}`, { published: true })).status).toBe(200);
    expect((await admin.get(`${path}${id}`)).json.result.position_json).toBe('{"ROOT_ID": {');
    expect((await savePositions(admin, id, layoutOf([]))).status).toBe(200);
  });
});

describe('who sees a dashboard', () => {
  it('shows drafts to owners and Admin, published ones to who may read a dataset of it [PRM-006]', async () => {
    const chart = await createChart(admin, 'Sales');
    const hidden = await createChart(admin, 'Secret', secret);
    const open = await create(admin, 'Open');
    const closed = await create(admin, 'Closed', { published: true });
    await savePositions(admin, open, layoutOf([{ id: chart, name: 'Sales' }]));
    await savePositions(admin, closed, layoutOf([{ id: hidden, name: 'Secret' }]));
    expect((await gamma.get(`${path}${open}`)).status).toBe(404);
    await admin.put(`${path}${open}`, { published: true });
    expect((await gamma.get(`${path}${open}`)).json.result.is_editable).toBe(false);
    expect((await gamma.get(`${path}${closed}`)).status).toBe(404);
    const { ids } = (await list(gamma, { page_size: 100 })).json;
    expect([ids.includes(open), ids.includes(closed)]).toEqual([true, false]);
    for (const below of ['charts', 'datasets']) expect((await gamma.get(`${path}${closed}/${below}`)).status).toBe(404);
    expect((await gamma.post(`${path}${closed}/favorites/`)).status).toBe(404);
    expect((await gamma.post(`${path}${closed}/permalink`, {})).status).toBe(404);
    expect((await gamma.post(`${path}${closed}/filter_state`, { value: '{}' })).status).toBe(404);
    expect((await gamma.post(`${path}${closed}/copy/`, { json_metadata: '{"positions":{}}' })).status).toBe(404);
    expect((await gamma.put(`${path}${closed}`, { published: false })).status).toBe(404);
  });

  it('opens a dashboard with roles to those roles alone when role-based access is on, and lets its owners alone change it [PRM-007, PRM-009]', async () => {
    const other = await startInProcess({ env: { POWERSET_FEATURES: 'DASHBOARD_RBAC' } });
    try {
      const roles = (await other.admin.get(`${path}related/roles`)).json.result as { text: string; value: number }[];
      const gammaRole = roles.find((role) => role.text === 'Gamma')?.value;
      const reader = await other.signInAs('reader', ['Gamma']);
      const author = await other.signInAs('author', ['Alpha']);
      const made = await other.admin.post(path, { dashboard_title: 'For Gamma', published: true, roles: [gammaRole] });
      expect((await reader.get(`${path}${made.json.id}`)).status).toBe(200);
      expect((await author.get(`${path}${made.json.id}`)).status).toBe(404);
      const forAlpha = { published: true, roles: [roles.find((role) => role.text === 'Alpha')?.value] };
      const shared = (await other.admin.post(path, { dashboard_title: 'For Alpha', ...forAlpha })).json.id;
      expect((await author.get(`${path}${shared}`)).json.result.is_editable).toBe(false);
      expect((await author.put(`${path}${shared}`, { dashboard_title: 'Mine now' })).status).toBe(403);
      expect((await other.admin.put(`${path}${shared}`, { dashboard_title: 'Still ours' })).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('who may change a dashboard', () => {
  it('is an owner who may write dashboards, or Admin, and is told so [PRM-004, PRM-005, PRM-008]', async () => {
    const id = await create(alpha, 'Owned', { published: true });
    await savePositions(
      alpha,
      id,
      layoutOf([{ id: await createChart(alpha, 'Sales of Alpha'), name: 'Sales of Alpha' }]),
    );
    const other = await running.signInAs('other-alpha', ['Alpha']);
    const cases = [
      { client: alpha, isEditable: true, status: 200 },
      { client: admin, isEditable: true, status: 200 },
      { client: other, isEditable: false, status: 403 },
      { client: gamma, isEditable: false, status: 403 },
    ];
    for (const { client, isEditable, status } of cases) {
      expect((await client.get(`${path}${id}`)).json.result.is_editable).toBe(isEditable);
      expect((await client.put(`${path}${id}`, { css: '' })).status).toBe(status);
    }
    const { owners } = (await alpha.get(`${path}${id}`)).json.result;
    const otherId = (await other.get('/api/v1/me/')).json.result.id;
    const ownerIds = owners.map((owner: { id: number }) => owner.id);
    await alpha.put(`${path}${id}`, { owners: [...ownerIds, otherId] });
    expect((await other.get(`${path}${id}`)).json.result.is_editable).toBe(true);
    expect((await other.put(`${path}${id}`, { css: '.a {}' })).status).toBe(200);
  });

  it('attaches no role while role-based access is off [PRM-009]', async () => {
    const roles = (await admin.get(`${path}related/roles`)).json.result as { text: string; value: number }[];
    const id = await create(alpha, 'No roles');
    const refused = await alpha.put(`${path}${id}`, { roles: [roles[0]?.value] });
    expect(refused.status).toBe(422);
    expect(refused.json.message.roles[0]).toMatch(/role-based access/);
    expect((await alpha.put(`${path}${id}`, { roles: [] })).status).toBe(200);
  });
});

describe('saving dashboards', () => {
  it('answers with the fields that the pages read [API-037]', async () => {
    const made = await alpha.post(path, { dashboard_title: 'Fields' });
    expect(made.json).toMatchObject({ id: expect.any(Number), result: { dashboard_title: 'Fields' } });
    const { id } = made.json;
    const saved = await alpha.put(`${path}${id}`, { dashboard_title: 'Fields again' });
    expect(saved.json).toMatchObject({ id, result: { dashboard_title: 'Fields again' } });
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(saved.json.last_modified_time).toBe(result.last_modified_time);
    expect(Date.parse(result.changed_on) / 1000).toBe(result.last_modified_time);
    expect(result.changed_by_name).toContain('alpha');
  });

  it('gives the picker of charts what it shows and adds [DSH-049, DSH-050]', async () => {
    const first = await createChart(alpha, 'Picked first');
    const second = await createChart(alpha, 'Picked second');
    await alpha.put(`/api/v1/chart/${first}`, { description: 'Changed last' });
    const q = { order_column: 'changed_on', order_direction: 'desc', page_size: 200 };
    const { result } = (await alpha.get(`/api/v1/chart/?q=${encodeURIComponent(encodeRison(q))}`)).json;
    const ids = result.map((chart: { id: number }) => chart.id);
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
    expect(result[ids.indexOf(first)]).toMatchObject({
      slice_name: 'Picked first',
      slice_url: `/explore/?slice_id=${first}`,
      form_data: { slice_id: first, viz_type: 'pie', datasource: `${sales.datasetId}__table` },
      datasource_name_text: expect.stringContaining('sales'),
      datasource_url: expect.stringContaining(String(sales.datasetId)),
      datasource_id: sales.datasetId,
      datasource_type: 'table',
      changed_on_utc: expect.any(String),
      changed_on_delta_humanized: expect.any(String),
      description: 'Changed last',
      description_markeddown: expect.any(String),
      viz_type: 'pie',
      thumbnail_url: expect.stringMatching(/^\/api\/v1\/chart\/\d+\/thumbnail\/[0-9a-f]{32}\/$/),
      owners: [{ first_name: expect.any(String) }],
      created_by: { first_name: expect.any(String) },
    });
  });

  it('creates one from a title alone, and changes it [DSH-014, DSH-016, API-026, API-029]', async () => {
    const id = await create(alpha, 'New');
    const answer = await alpha.put(`${path}${id}`, { dashboard_title: 'Renamed', css: 'a{}' });
    expect(answer.json).toEqual({
      id,
      result: { dashboard_title: 'Renamed', css: 'a{}' },
      last_modified_time: expect.any(Number),
    });
    expect((await alpha.get(`${path}${id}`)).json.result).toMatchObject({ dashboard_title: 'Renamed', css: 'a{}' });
    const fields = { slug: 'renamed', certified_by: 'QA', certification_details: 'Checked', published: true };
    const json_metadata = JSON.stringify({ color_scheme: 'powerset', refresh_frequency: 30 });
    expect((await alpha.put(`${path}${id}`, { ...fields, json_metadata })).status).toBe(200);
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(result).toMatchObject({ ...fields, dashboard_title: 'Renamed' });
    expect(JSON.parse(result.json_metadata)).toEqual(JSON.parse(json_metadata));
  });

  it('names the fields that are wrong', async () => {
    const id = await create(alpha, 'Fields', { slug: 'taken' });
    const put = async (body: object) => {
      const answer = await alpha.put(`${path}${id}`, body);
      return [answer.status, answer.json.message];
    };
    expect(await put({ json_metadata: '{' })).toEqual([400, { json_metadata: ['JSON not valid'] }]);
    expect(await put({ json_metadata: '{"colour":1}' })).toEqual([400, { json_metadata: ['colour: Unknown field.'] }]);
    expect(await put({ json_metadata: '{"refresh_frequency":-1}' })).toEqual([
      400,
      { json_metadata: [expect.stringContaining('refresh_frequency')] },
    ]);
    expect(await put({ position_json: '[]' })).toEqual([400, { position_json: ['JSON not valid'] }]);
    expect(await put({ owners: [99999] })).toEqual([422, { owners: ['Owners are invalid'] }]);
    expect(await put({ roles: [99999] })).toEqual([422, { roles: ['Some roles do not exist'] }]);
    expect(await put({ colour: 1 })).toEqual([400, { colour: ['Unknown field.'] }]);
    expect(await put({ slug: 'taken' })).toEqual([200, undefined]);
    const second = await alpha.post(path, { dashboard_title: 'Second', slug: ' taken ' });
    expect([second.status, second.json.message]).toEqual([422, { slug: ['Must be unique'] }]);
  });

  it('accepts every key of the metadata, and drops the one that is out of use [DSH-009]', async () => {
    const id = await create(alpha, 'Metadata');
    const metadata = {
      color_namespace: 'ns',
      color_scheme: 'powerset',
      color_scheme_domain: ['#fff'],
      expanded_slices: { 1: true },
      label_colors: { EU: '#123456' },
      shared_label_colors: {},
      refresh_frequency: 10,
      timed_refresh_immune_slices: [1],
      stagger_refresh: false,
      stagger_time: 100,
      cross_filters_enabled: true,
      default_filters: '{}',
      filter_scopes: {},
      native_filter_configuration: [],
      chart_configuration: {},
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] } },
      filter_bar_orientation: 'VERTICAL',
    };
    const text = JSON.stringify({ ...metadata, show_native_filters: true });
    const answer = await alpha.put(`${path}${id}`, { json_metadata: text });
    expect(answer.json.result.json_metadata).toBe(text);
    expect(JSON.parse((await alpha.get(`${path}${id}`)).json.result.json_metadata)).toEqual(metadata);
  });

  it('keeps filters, their scopes and their bar by the metadata, and answers with when that was [API-031]', async () => {
    const id = await create(alpha, 'Filters');
    const metadata = {
      chart_configuration: { 7: { id: 7, crossFilters: { scope: 'global', chartsInScope: [8] } } },
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [9] }, chartsInScope: [7, 8] },
      filter_bar_orientation: 'HORIZONTAL',
      cross_filters_enabled: false,
      native_filter_configuration: [{ id: 'NATIVE_FILTER-1', name: 'Region', scope: { rootPath: ['ROOT_ID'] } }],
    };
    const json_metadata = JSON.stringify(metadata);
    const saved = await alpha.put(`${path}${id}`, { json_metadata });
    expect([saved.status, saved.json.result], saved.text).toEqual([200, { json_metadata }]);
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(JSON.parse(result.json_metadata)).toEqual(metadata);
    expect(saved.json.last_modified_time).toBe(result.last_modified_time);
  });

  it('stores the layout of the metadata as the layout, and binds its charts [LAY-004]', async () => {
    const [a, b] = [await createChart(alpha, 'A'), await createChart(alpha, 'B')];
    const id = await create(alpha, 'Layout');
    const layout = layoutOf([
      { id: a, name: 'A' },
      { id: b, name: 'B' },
      { id: 987_654, name: 'Nowhere' },
    ]);
    await savePositions(alpha, id, layout, { refresh_frequency: 10 });
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(result.charts).toEqual(['A', 'B']);
    expect(JSON.parse(result.json_metadata)).toEqual({ refresh_frequency: 10 });
    const stored = JSON.parse(result.position_json);
    expect(stored['CHART-0'].meta).toMatchObject({ chartId: a, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await savePositions(alpha, id, layoutOf([{ id: b, name: 'B' }]));
    expect(await chartNames(id)).toEqual(['B']);
  });

  it('binds no chart that the author may not see', async () => {
    const hidden = await createChart(admin, 'Hidden', secret);
    const own = await createChart(gamma, 'Own');
    const id = await create(gamma, 'Sly');
    await savePositions(
      gamma,
      id,
      layoutOf([
        { id: hidden, name: 'Hidden' },
        { id: own, name: 'Own' },
      ]),
    );
    expect(await chartNames(id)).toEqual(['Own']);
  });

  it('renames a chart whose name was changed in the layout, if the author may change it', async () => {
    const own = await createChart(alpha, 'Old name');
    const others = await createChart(admin, 'Not yours');
    const id = await create(alpha, 'Renaming');
    await savePositions(
      alpha,
      id,
      layoutOf([
        { id: own, name: 'Old name' },
        { id: others, name: 'Not yours' },
      ]),
    );
    await savePositions(
      alpha,
      id,
      layoutOf([
        { id: own, name: 'New name' },
        { id: others, name: 'Mine now' },
      ]),
    );
    expect((await chartNames(id)).sort()).toEqual(['New name', 'Not yours']);
  });

  it('does not undo the renaming of a chart with a layout that is older', async () => {
    const own = await createChart(alpha, 'First');
    const id = await create(alpha, 'Stale names');
    const layout = layoutOf([{ id: own, name: 'First' }]);
    await savePositions(alpha, id, layout);
    await alpha.put(`/api/v1/chart/${own}`, { slice_name: 'Second' });
    await savePositions(alpha, id, layout);
    expect(await chartNames(id)).toEqual(['Second']);
  });

  it('lets owners and Admin save, and nobody else [PRM-006]', async () => {
    const chart = await createChart(admin, 'Sales');
    const id = await create(admin, 'Admin’s', { published: true });
    await savePositions(admin, id, layoutOf([{ id: chart, name: 'Sales' }]));
    expect((await gamma.put(`${path}${id}`, { dashboard_title: 'x' })).status).toBe(403);
    expect((await alpha.put(`${path}${id}`, { dashboard_title: 'x' })).status).toBe(403);
    expect((await gamma.delete(`${path}${id}`)).status).toBe(403);
    const own = await create(alpha, 'Alpha’s');
    expect((await alpha.put(`${path}${own}`, { dashboard_title: 'x' })).status).toBe(200);
    expect((await admin.put(`${path}${own}`, { dashboard_title: 'y' })).status).toBe(200);
    expect((await apiClient(running.url).put(`${path}${id}`, {})).status).toBe(401);
    expect((await admin.put(`${path}99999`, {})).status).toBe(404);
  });

  it('publishes and hides [DSH-028, API-030]', async () => {
    const id = await create(alpha, 'Publish me');
    await alpha.put(`${path}${id}`, { published: true });
    expect((await list(alpha, { filters: [{ col: 'id', opr: 'eq', value: id }] })).json.result[0]).toMatchObject({
      published: true,
      status: 'published',
    });
    await alpha.put(`${path}${id}`, { published: false });
    expect((await alpha.get(`${path}${id}`)).json.result.published).toBe(false);
  });

  it('tells the second of two savers, when he says what he read', async () => {
    const id = await create(alpha, 'Contested');
    const read = (await alpha.get(`${path}${id}`)).json.result.last_modified_time;
    const first = await admin.put(`${path}${id}`, { css: 'first', last_modified_time: read });
    expect(first.status).toBe(200);
    const second = await alpha.put(`${path}${id}`, { css: 'second', last_modified_time: read });
    expect(second.status).toBe(409);
    expect(second.json.message).toBe('This dashboard was saved by admin after you opened it.');
    expect(second.json.errors[0].extra.last_modified_time).toBe(first.json.last_modified_time);
    expect((await alpha.get(`${path}${id}`)).json.result.css).toBe('first');
    const known = first.json.last_modified_time;
    expect((await alpha.put(`${path}${id}`, { css: 'second', last_modified_time: known })).status).toBe(200);
  });

  it('overwrites without a word when the caller says nothing of what he read [DSH-027]', async () => {
    const id = await create(alpha, 'Overwritten');
    await admin.put(`${path}${id}`, { css: 'first' });
    expect((await alpha.put(`${path}${id}`, { css: 'second' })).status).toBe(200);
    expect((await alpha.get(`${path}${id}`)).json.result.css).toBe('second');
  });
});

describe('copying and deleting dashboards', () => {
  it('saves a copy on the same charts [DSH-015, API-028]', async () => {
    const chart = await createChart(alpha, 'Shared');
    const id = await create(alpha, 'Original', { css: 'a{}' });
    const positions = layoutOf([{ id: chart, name: 'Shared' }]);
    const answer = await alpha.post(`${path}${id}/copy/`, {
      dashboard_title: 'Copy',
      css: 'b{}',
      json_metadata: JSON.stringify({ positions, color_scheme: 'x' }),
    });
    expect(answer.json.result).toEqual({ id: expect.any(Number), last_modified_time: expect.any(Number) });
    const copy = (await alpha.get(`${path}${answer.json.result.id}`)).json.result;
    expect(copy).toMatchObject({ dashboard_title: 'Copy', css: 'b{}', charts: ['Shared'], published: false });
    expect(JSON.parse(copy.json_metadata)).toEqual({ color_scheme: 'x' });
    expect((await alpha.post(`${path}${id}/copy/`, { json_metadata: '{}' })).status).toBe(400);
  });

  it('copies the charts too when asked, and points layout and scopes at the copies', async () => {
    const chart = await createChart(alpha, 'Cloned');
    const id = await create(alpha, 'Source');
    const answer = await alpha.post(`${path}${id}/copy/`, {
      dashboard_title: 'Deep copy',
      duplicate_slices: true,
      json_metadata: JSON.stringify({
        positions: layoutOf([{ id: chart, name: 'Cloned' }]),
        chart_configuration: { [chart]: { id: chart, crossFilters: { scope: 'global', chartsInScope: [chart] } } },
        native_filter_configuration: [{ id: 'NATIVE_FILTER-1', scope: { rootPath: ['ROOT_ID'], excluded: [chart] } }],
        timed_refresh_immune_slices: [chart],
        expanded_slices: { [chart]: true },
      }),
    });
    const newId = answer.json.result.id;
    const [copy] = (await alpha.get(`${path}${newId}/charts`)).json.result;
    expect(copy.id).not.toBe(chart);
    const { position_json, json_metadata } = (await alpha.get(`${path}${newId}`)).json.result;
    expect(JSON.parse(position_json)['CHART-0'].meta.chartId).toBe(copy.id);
    expect(JSON.parse(json_metadata)).toEqual({
      chart_configuration: { [copy.id]: { id: copy.id, crossFilters: { scope: 'global', chartsInScope: [copy.id] } } },
      native_filter_configuration: [{ id: 'NATIVE_FILTER-1', scope: { rootPath: ['ROOT_ID'], excluded: [copy.id] } }],
      timed_refresh_immune_slices: [copy.id],
      expanded_slices: { [copy.id]: true },
    });
  });

  it('keeps old filter boxes and their scopes on the copies, whatever their columns are called [FBX-001]', async () => {
    const [box, chart] = [await createChart(alpha, 'Old box'), await createChart(alpha, 'Narrowed')];
    const others = { [chart]: true, '999999': true };
    const id = await create(alpha, 'Boxed');
    const answer = await alpha.post(`${path}${id}/copy/`, {
      duplicate_slices: true,
      json_metadata: JSON.stringify({
        positions: layoutOf([
          { id: box, name: 'Old box' },
          { id: chart, name: 'Narrowed' },
        ]),
        default_filters: JSON.stringify({ [box]: { id: [chart], __time_range: 'Last week' } }),
        filter_scopes: { [box]: { id: { scope: ['ROOT_ID'], immune: [chart, 999_999] } } },
        native_filter_migration: { filter_boxes: [box] },
        expanded_slices: others,
      }),
    });
    const newId = answer.json.result.id;
    const copies: { id: number; slice_name: string }[] = (await alpha.get(`${path}${newId}/charts`)).json.result;
    const copyOf = (name: string) => copies.find((copy) => copy.slice_name === name)?.id ?? 0;
    const [newBox, newChart] = [copyOf('Old box'), copyOf('Narrowed')];
    expect([box, chart]).not.toContain(newBox);
    const metadata = JSON.parse((await alpha.get(`${path}${newId}`)).json.result.json_metadata);
    expect(JSON.parse(metadata.default_filters)).toEqual({ [newBox]: { id: [chart], __time_range: 'Last week' } });
    expect(metadata.filter_scopes).toEqual({ [newBox]: { id: { scope: ['ROOT_ID'], immune: [newChart, 999_999] } } });
    expect(metadata.native_filter_migration).toEqual({ filter_boxes: [newBox] });
    expect(metadata.expanded_slices).toEqual({ [newChart]: true, '999999': true });
  });

  it('deletes one or several, and leaves their charts [DSH-053, API-035]', async () => {
    const chart = await createChart(alpha, 'Stays');
    const [a, b] = [await create(alpha, 'a'), await create(alpha, 'b')];
    await savePositions(alpha, a, layoutOf([{ id: chart, name: 'Stays' }]));
    expect((await alpha.delete(`${path}?q=!(${a},${b})`)).json).toEqual({ message: 'Deleted 2 dashboards' });
    // Whoever owns nothing of it any more would not see it either.
    for (const gone of [a, b]) expect((await admin.get(`${path}${gone}`)).status).toBe(404);
    expect((await alpha.get(`/api/v1/chart/${chart}`)).json.result.dashboards).toEqual([]);
    const c = await create(alpha, 'c');
    expect((await alpha.delete(`${path}${c}`)).json).toEqual({ message: 'OK' });
    expect((await admin.get(`${path}${c}`)).status).toBe(404);
  });
});

describe('stars, filter state, links', () => {
  it('adds and removes the caller’s own star [API-032, API-033, API-034]', async () => {
    const id = await create(alpha, 'Starred');
    const status = async (client = alpha) => (await client.get(`${path}favorite_status/?q=!(${id})`)).json;
    expect((await alpha.post(`${path}${id}/favorites/`)).json).toEqual({ result: 'OK' });
    expect(await status()).toEqual({ result: [{ id, value: true }] });
    expect(await status(admin)).toEqual({ result: [{ id, value: false }] });
    const starred = [{ col: 'id', opr: 'dashboard_is_favorite', value: true }];
    expect((await list(alpha, { filters: starred })).json.ids).toEqual([id]);
    await alpha.delete(`${path}${id}/favorites/`);
    expect(await status()).toEqual({ result: [{ id, value: false }] });
  });

  it('keeps filter state under a key: readable by who sees the dashboard, changed by its maker alone', async () => {
    const chart = await createChart(admin, 'Sales');
    const id = await create(admin, 'Filtered', { published: true });
    await savePositions(admin, id, layoutOf([{ id: chart, name: 'Sales' }]));
    const states = `${path}${id}/filter_state`;
    const made = await gamma.post(`${states}?tab_id=1`, { value: '{"a":1}' });
    expect(made.status).toBe(201);
    const { key } = made.json;
    expect((await gamma.post(`${states}?tab_id=1`, { value: '{"a":2}' })).json.key).toBe(key);
    expect((await gamma.post(`${states}?tab_id=2`, { value: '{}' })).json.key).not.toBe(key);
    expect((await admin.get(`${states}/${key}`)).json).toEqual({ value: '{"a":2}' });
    expect((await admin.put(`${states}/${key}`, { value: '{}' })).status).toBe(403);
    expect((await gamma.put(`${states}/${key}`, { value: '{"a":3}' })).json).toEqual({ key });
    expect((await gamma.put(`${states}/${key}`, { value: '{' })).json.message).toEqual({ value: ['JSON not valid'] });
    const other = await create(admin, 'Another');
    expect((await admin.get(`${path}${other}/filter_state/${key}`)).status).toBe(404);
    expect((await gamma.delete(`${states}/${key}`)).status).toBe(200);
    expect((await gamma.get(`${states}/${key}`)).status).toBe(404);
  });

  it('makes a link to the present state, and opens it again [DSH-006, DSH-045, LAY-028, API-042]', async () => {
    const id = await create(alpha, 'Linked');
    const state = { dataMask: { a: { id: 'a' } }, activeTabs: ['TAB-1'], urlParams: [['x', 'y z']], anchor: 'TAB-1' };
    const made = await alpha.post(`${path}${id}/permalink`, state);
    expect(made.status).toBe(201);
    const { key, url } = made.json;
    expect(url).toBe(`${running.url}/superset/dashboard/p/${key}/`);
    expect((await alpha.get(`${path}permalink/${key}`)).json).toEqual({ dashboardId: String(id), state });
    const opened = await alpha.get(`/superset/dashboard/p/${key}/`);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `/superset/dashboard/${id}/?permalink_key=${key}&x=y+z#TAB-1`,
    ]);
    expect((await alpha.post(`${path}${id}/permalink`, state)).json.key).toBe(key);
    expect((await gamma.get(`${path}permalink/${key}`)).status).toBe(403);
    expect((await alpha.get(`${path}permalink/nothing`)).status).toBe(404);
    expect((await alpha.post(`${path}${id}/permalink`, { activeTabs: 'x' })).status).toBe(400);
    const visitor = await apiClient(running.url).get(`/superset/dashboard/p/${key}/`);
    expect(visitor.headers.get('location')).toBe(`/login/?next=%2Fsuperset%2Fdashboard%2Fp%2F${key}%2F`);
  });

  it('believes no other host’s name for the address of a link', async () => {
    const id = await create(alpha, 'Origin');
    const headers = { origin: 'https://evil.example' };
    const made = await alpha.post(`${path}${id}/permalink`, {}, { headers });
    expect(made.json.url.startsWith(running.url)).toBe(true);
  });
});

describe('the list of dashboards', () => {
  it('filters, orders and pages [API-036]', async () => {
    await create(alpha, 'Panda one', { published: true });
    await create(alpha, 'Panda two', { slug: 'bear', certified_by: 'QA' });
    const titles = async (q: object) =>
      (await list(alpha, q)).json.result.map((row: { dashboard_title: string }) => row.dashboard_title);
    const panda = { col: 'dashboard_title', opr: 'title_or_slug', value: 'PANDA' };
    const order = { order_column: 'dashboard_title', order_direction: 'asc' };
    expect(await titles({ filters: [panda], ...order })).toEqual(['Panda one', 'Panda two']);
    expect(await titles({ filters: [{ ...panda, value: 'bear' }] })).toEqual(['Panda two']);
    expect(await titles({ filters: [panda, { col: 'published', opr: 'eq', value: true }] })).toEqual(['Panda one']);
    expect(await titles({ filters: [panda, { col: 'id', opr: 'dashboard_is_certified', value: true }] })).toEqual([
      'Panda two',
    ]);
    expect(await titles({ filters: [panda], ...order, page: 1, page_size: 1 })).toEqual(['Panda two']);
    const last = await create(alpha, 'Aardvark');
    await create(alpha, 'Zebra');
    await alpha.put(`${path}${last}`, { css: 'a{}' });
    const recent = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page_size: 5 };
    expect((await titles(recent)).slice(0, 2)).toEqual(['Aardvark', 'Zebra']);
    expect(await titles(recent)).toHaveLength(5);
    expect((await list(alpha, { order_column: 'css' })).status).toBe(400);
    expect((await list(alpha, { filters: [{ col: 'css', opr: 'eq', value: '' }] })).status).toBe(400);
  });

  it('tells what the caller may do, and offers people and roles', async () => {
    expect((await gamma.get(`${path}_info?q=(keys:!(permissions))`)).json.permissions).toContain('can_read');
    expect((await alpha.get(`${path}related/roles?q=(filter:Al)`)).json.result).toMatchObject([{ text: 'Alpha' }]);
    expect((await alpha.get(`${path}related/owners?q=(filter:gam)`)).json.result).toMatchObject([{ text: 'gamma' }]);
    expect((await alpha.get(`${path}related/css`)).status).toBe(404);
  });
});
