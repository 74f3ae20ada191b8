import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const path = '/api/v1/trash/';
const dayMs = 86_400_000;
const start = Date.parse('2026-03-02T05:00:00Z');
let time = start;
let running: InProcessApp;
let admin: ApiClient;
let owner: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  running = await startInProcess({
    now: () => new Date(time),
    env: { POWERSET_FEATURES: 'DASHBOARD_RBAC,EMBEDDED_SUPERSET' },
  });
  ({ admin } = running);
  owner = await running.signInAs('owner', ['Alpha', 'sql_lab']);
  other = await running.signInAs('other', ['Alpha', 'sql_lab']);
  const engine = await running.app.services.engines.getEmbedded(1);
  await engine.runTrusted(
    `CREATE TABLE sales AS SELECT ['EU','US'][1 + i % 2] AS region, i AS amount FROM range(10) AS r(i)`,
  );
});
afterAll(() => running.stop());
beforeEach(async () => {
  time = start;
  await running.app.services.store.deleteFrom('trash').execute();
});

let names = 0;
const newName = (word: string) => {
  names += 1;
  return `${word} ${names}`;
};

async function made(client: ApiClient, url: string, body: object): Promise<number> {
  const answer = await client.post(url, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

const newDataset = async (table_name = newName('sales').replace(' ', '_')) =>
  made(owner, '/api/v1/dataset/', { database: 1, schema: 'main', table_name, sql: 'SELECT * FROM main.sales' });
const newChart = async (slice_name: string, datasource_id: number, more: object = {}) =>
  made(owner, '/api/v1/chart/', { slice_name, viz_type: 'pie', datasource_id, datasource_type: 'table', ...more });
const newDashboard = (dashboard_title: string, more: object = {}) =>
  made(owner, '/api/v1/dashboard/', { dashboard_title, ...more });
const ownIdOf = async (client: ApiClient) => (await client.get('/api/v1/me/')).json.result.id;

/** A dashboard with a chart on it. */
async function newPlaced() {
  const chart = await newChart(newName('Revenue'), await newDataset());
  const dashboard = await newDashboard(newName('Board'));
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'] },
    'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], parents: [], meta: { chartId: chart, width: 4 } },
  };
  const json_metadata = JSON.stringify({ positions });
  expect((await owner.put(`/api/v1/dashboard/${dashboard}`, { json_metadata })).status).toBe(200);
  return { chart, dashboard };
}

/** All that is kept of objects, whatever the order. */
async function storedRows(): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = [
    ...['charts', 'dashboards', 'datasets', 'saved_queries', 'owners', 'favorites', 'tagged_objects'],
    ...['dashboard_charts', 'dashboard_roles', 'embedded_dashboards', 'filter_sets', 'dataset_columns'],
    ...['dataset_metrics', 'row_level_rule_datasets', 'saved_query_versions'],
  ] as const;
  const { store } = running.app.services;
  const entries = tables.map(async (table) => {
    const rows = await store
      .selectFrom(table as 'charts')
      .selectAll()
      .execute();
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const entriesOf = async (client: ApiClient, q = '') => (await client.get(`${path}?q=${encodeURIComponent(q)}`)).json;

/** The entry of what was deleted last. */
async function lastEntry(client: ApiClient): Promise<number> {
  return (await entriesOf(client)).result[0].id;
}

async function restoreLast(client: ApiClient) {
  return client.post(`${path}${await lastEntry(client)}/restore`);
}

describe('what was deleted', () => {
  it('is listed with who deleted it, when, and until when it can be brought back', async () => {
    const dataset = await newDataset();
    const chart = await newChart('Weekly revenue', dataset);
    const { uuid } = (await owner.get(`/api/v1/chart/${chart}`)).json.result;
    await owner.delete(`/api/v1/chart/${chart}`);
    time += 600_000;
    await newChart('Another', dataset).then((id) => owner.delete(`/api/v1/chart/${id}`));
    const listed = await entriesOf(owner);
    expect(listed.count).toBe(2);
    expect(listed.result[1]).toMatchObject({
      object_type: 'chart',
      object_id: chart,
      uuid,
      name: 'Weekly revenue',
      deleted_by: { id: await ownIdOf(owner), first_name: expect.any(String) },
      deleted_on: '2026-03-02T05:00:00.000Z',
      deleted_on_delta_humanized: '10 minutes ago',
      expires_on: '2026-04-01T05:00:00.000Z',
    });
    expect((await entriesOf(owner, '(page_size:1,page:1)')).result).toMatchObject([{ name: 'Weekly revenue' }]);
    expect((await entriesOf(owner, '(filters:!((col:name,opr:ct,value:week)))')).count).toBe(1);
    expect((await entriesOf(owner, '(filters:!((col:object_type,opr:eq,value:dashboard)))')).count).toBe(0);
    expect((await entriesOf(owner, '(order_column:name,order_direction:asc)')).result[0].name).toBe('Another');
    expect((await owner.get(`${path}_info?q=(keys:!(permissions))`)).json).toEqual({
      permissions: ['can_read', 'can_write'],
    });
  });

  it('comes back as it was, a chart with its dashboards, owners, tags and favourites', async () => {
    const { chart } = await newPlaced();
    await owner.post(`/api/v1/chart/${chart}/favorites/`);
    await admin.post(`/api/v1/tag/2/${chart}/`, { properties: { tags: ['money'] } });
    const before = await storedRows();
    expect(before.tagged_objects).toHaveLength(1);
    await owner.delete(`/api/v1/chart/${chart}`);
    expect((await owner.get(`/api/v1/chart/${chart}`)).status).toBe(404);
    expect((await restoreLast(owner)).json).toEqual({ result: { object_type: 'chart', object_id: chart, lost: [] } });
    expect(await storedRows()).toEqual(before);
    expect((await entriesOf(owner)).count).toBe(0);
  });

  it('comes back as it was, a dashboard with its places, roles, filter sets and embedding', async () => {
    const { dashboard } = await newPlaced();
    const url = `/api/v1/dashboard/${dashboard}`;
    const [role] = (await admin.get('/api/v1/security/roles/')).json.result;
    expect((await admin.put(url, { roles: [role.id], slug: 'kept' })).status).toBe(200);
    expect((await admin.post(`${url}/embedded`, { allowed_domains: ['https://a.example'] })).status).toBe(200);
    const set = { name: 'Europe', owner_type: 'Dashboard', owner_id: dashboard, json_metadata: '{"nativeFilters":{}}' };
    await made(owner, `${url}/filtersets`, set);
    const before = await storedRows();
    expect(
      [before.dashboard_roles, before.embedded_dashboards, before.filter_sets].map((rows) => rows?.length),
    ).toEqual([1, 1, 1]);
    expect((await owner.delete(`/api/v1/dashboard/?q=!(${dashboard})`)).status).toBe(200);
    expect((await storedRows()).filter_sets).toEqual([]);
    expect((await restoreLast(owner)).json.result.lost).toEqual([]);
    expect(await storedRows()).toEqual(before);
  });

  it('comes back as it was, a dataset whose rules by row hold again', async () => {
    const dataset = await newDataset();
    const role = await running.app.services.store
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Alpha')
      .executeTakeFirstOrThrow();
    const rule = {
      name: 'Europe',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role.id],
      clause: "region = 'EU'",
    };
    const ruleId = await made(admin, '/api/v1/rowlevelsecurity/', rule);
    const ask = async () => {
      const queries = [{ columns: ['region'], metrics: [], orderby: [['region', true]], row_limit: 10 }];
      const answer = await owner.post('/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries });
      return answer.status === 200
        ? [...new Set(answer.json.result[0].data.map((row: { region: string }) => row.region))]
        : answer.status;
    };
    expect(await ask()).toEqual(['EU']);
    const before = await storedRows();
    await owner.delete(`/api/v1/dataset/${dataset}`);
    expect(await ask()).toBe(404);
    expect((await restoreLast(owner)).status).toBe(200);
    expect(await storedRows()).toEqual(before);
    expect(await ask()).toEqual(['EU']);
    await admin.delete(`/api/v1/rowlevelsecurity/${ruleId}`);
  });

  it('comes back to the roles that could read it, under the name that its database has by now', async () => {
    const { store } = running.app.services;
    const dataset = await newDataset();
    const { table_name: name } = (await owner.get(`/api/v1/dataset/${dataset}`)).json.result;
    const { database_name: database } = await store
      .selectFrom('databases')
      .select('database_name')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    const [kept, gone] = await Promise.all(
      ['Kept readers', 'Gone readers'].map((role) =>
        store.insertInto('roles').values({ name: role }).returning('id').executeTakeFirstOrThrow(),
      ),
    );
    const grant = { permission: 'datasource_access', view: `[${database}].[${name}](id:${dataset})` };
    const grants = [kept, gone].map((role) => ({ role_id: role?.id ?? 0, ...grant }));
    await store.insertInto('role_permissions').values(grants).execute();
    const readers = () =>
      store.selectFrom('role_permissions').selectAll().where('view', 'like', `%(id:${dataset})`).execute();
    await owner.delete(`/api/v1/dataset/${dataset}`);
    expect(await readers()).toEqual([]);
    await store
      .deleteFrom('roles')
      .where('id', '=', gone?.id ?? 0)
      .execute();
    await store.updateTable('databases').set({ database_name: 'Renamed' }).where('id', '=', 1).execute();
    expect((await restoreLast(owner)).status).toBe(200);
    expect(await readers()).toEqual([
      { role_id: kept?.id, permission: 'datasource_access', view: `[Renamed].[${name}](id:${dataset})` },
    ]);
    await store.updateTable('databases').set({ database_name: database }).where('id', '=', 1).execute();
  });

  it('comes back as it was, a saved query with its versions; its schedule waits to be switched on', async () => {
    const query = { label: 'Answer', db_id: 1, schema: 'main', sql: 'select 41 + 1 as answer' };
    const scheduled = await owner.post('/api/v1/schedule/', { query, cron: '0 6 * * *', timezone: 'UTC' });
    expect(scheduled.status, scheduled.text).toBe(201);
    const [{ id }] = (await owner.get('/api/v1/saved_query/')).json.result;
    await owner.put(`/api/v1/saved_query/${id}`, { sql: 'select 42 as answer' });
    const before = await storedRows();
    expect(before.saved_query_versions?.length).toBeGreaterThan(1);
    await owner.delete(`/api/v1/saved_query/${id}`);
    expect((await storedRows()).saved_query_versions).toEqual([]);
    expect((await restoreLast(owner)).json.result.lost).toEqual(['schedule']);
    expect(await storedRows()).toEqual(before);
    expect((await owner.get('/api/v1/schedule/')).json.result).toMatchObject([{ is_active: false }]);
    await owner.delete(`/api/v1/saved_query/${id}`);
  });

  it.each([
    ['the chart', 'chart'],
    ['the dashboard', 'dashboard'],
  ] as const)('brings a chart back to its dashboard when both were deleted, %s first', async (_what, first) => {
    const { chart, dashboard } = await newPlaced();
    const before = await storedRows();
    await owner.delete(`/api/v1/dashboard/${dashboard}`);
    await owner.delete(`/api/v1/chart/${chart}`);
    const entries: readonly { id: number; object_type: string }[] = (await entriesOf(owner)).result;
    const inOrder = [...entries].sort((one) => (one.object_type === first ? -1 : 1));
    for (const { id } of inOrder) expect((await owner.post(`${path}${id}/restore`)).status).toBe(200);
    expect(await storedRows()).toEqual(before);
  });

  it('comes back without what is gone or taken: a slug, a theme, an owner, a tag', async () => {
    const theme = await made(admin, '/api/v1/theme/', { theme_name: 'Warm', json_data: '{"token":{}}' });
    const dashboard = await newDashboard('Numbers', { slug: 'numbers', theme_id: theme });
    const leaving = await running.signInAs('leaving', ['Alpha']);
    const leavingId = await ownIdOf(leaving);
    await admin.put(`/api/v1/dashboard/${dashboard}`, { owners: [await ownIdOf(owner), leavingId] });
    await admin.post(`/api/v1/tag/3/${dashboard}/`, { properties: { tags: ['passing'] } });
    await owner.delete(`/api/v1/dashboard/${dashboard}`);
    await newDashboard('New numbers', { slug: 'numbers' });
    await admin.delete(`/api/v1/theme/${theme}`);
    await admin.delete(`/api/v1/security/users/${leavingId}`);
    const tags = (await admin.get('/api/v1/tag/?q=(filters:!((col:name,opr:eq,value:passing)))')).json.result;
    await admin.delete(`/api/v1/tag/${tags[0].id}`);
    expect((await restoreLast(owner)).json.result.lost).toEqual(['slug', 'theme']);
    const { result } = (await owner.get(`/api/v1/dashboard/${dashboard}`)).json;
    expect(result).toMatchObject({ slug: null, theme: null, owners: [{ id: await ownIdOf(owner) }], tags: [] });
  });
});

describe('what cannot be brought back', () => {
  it('is said, and stays in the trash: its name is taken, it is there already, its database is gone', async () => {
    const { store } = running.app.services;
    const taken = await newDataset('taken');
    await owner.delete(`/api/v1/dataset/${taken}`);
    const again = await newDataset('taken');
    const answer = await restoreLast(owner);
    expect([answer.status, answer.json.message]).toEqual([422, 'Dataset taken already exists']);
    await owner.delete(`/api/v1/dataset/${again}`);
    expect((await restoreLast(owner)).status).toBe(200);

    const chart = await newChart('Twice', again);
    const { uuid } = (await owner.get(`/api/v1/chart/${chart}`)).json.result;
    await owner.delete(`/api/v1/chart/${chart}`);
    const copy = await newChart('Twice', again, { uuid });
    const refused = await restoreLast(owner);
    expect([refused.status, refused.json.message]).toEqual([422, `It is there already, under the number ${copy}.`]);

    const source = await store.selectFrom('databases').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    const { id: _own, ...values } = source;
    const database = await store
      .insertInto('databases')
      .values({ ...values, uuid: crypto.randomUUID(), database_name: 'Passing' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const orphan = await newDataset('orphan');
    await store.updateTable('datasets').set({ database_id: database.id }).where('id', '=', orphan).execute();
    await admin.delete(`/api/v1/dataset/${orphan}`);
    await store.deleteFrom('databases').where('id', '=', database.id).execute();
    const lost = await restoreLast(admin);
    expect([lost.status, lost.json.message]).toEqual([422, 'Its database is no longer there.']);
    expect((await entriesOf(admin, '(filters:!((col:name,opr:ct,value:orphan)))')).count).toBe(1);
  });

  it('is what others deleted, except for administrators, and what one may no longer make', async () => {
    const chart = await newChart('Mine', await newDataset());
    const maker = await running.signInAs('maker', ['Alpha']);
    await admin.put(`/api/v1/chart/${chart}`, { owners: [await ownIdOf(owner), await ownIdOf(maker)] });
    await maker.delete(`/api/v1/chart/${chart}`);
    const entry = await lastEntry(maker);
    for (const client of [other, owner]) {
      expect((await entriesOf(client)).count).toBe(0);
      expect((await client.post(`${path}${entry}/restore`)).status).toBe(404);
      expect((await client.delete(`${path}${entry}`)).status).toBe(404);
      expect((await client.delete(`${path}?q=!(${entry})`)).status).toBe(404);
    }
    expect((await entriesOf(admin)).result).toMatchObject([{ name: 'Mine' }]);
    const gamma = (await admin.get('/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json.result;
    await admin.put(`/api/v1/security/users/${await ownIdOf(maker)}`, { roles: [gamma[0].id] });
    const { store } = running.app.services;
    await store
      .deleteFrom('role_permissions')
      .where('view', '=', 'Chart')
      .where('permission', '=', 'can_write')
      .where('role_id', '=', gamma[0].id)
      .execute();
    running.app.services.accounts.forget();
    expect((await maker.post(`${path}${entry}/restore`)).status).toBe(403);
    expect((await admin.post(`${path}${entry}/restore`)).status).toBe(200);
    expect((await admin.post(`${path}${entry}/restore`)).status).toBe(404);
    expect((await admin.post(`${path}x/restore`)).status).toBe(404);
    for (const url of [path, `${path}_info`]) expect((await fetch(running.url + url)).status).toBe(401);
  });

  it('is the saved query of somebody else, which nobody is shown', async () => {
    await made(owner, '/api/v1/saved_query/', { label: 'Mine alone', db_id: 1, sql: 'select 1' });
    const [{ id }] = (await owner.get('/api/v1/saved_query/')).json.result;
    await owner.delete(`/api/v1/saved_query/${id}`);
    const entry = await lastEntry(owner);
    expect((await entriesOf(admin)).count).toBe(0);
    expect((await admin.post(`${path}${entry}/restore`)).status).toBe(404);
    expect((await owner.post(`${path}${entry}/restore`)).status).toBe(200);
    await owner.delete(`/api/v1/saved_query/${id}`);
  });

  it('is what was deleted for good, one or several', async () => {
    const dataset = await newDataset();
    for (const name of ['One', 'Two', 'Three']) {
      const id = await newChart(name, dataset);
      await owner.delete(`/api/v1/chart/${id}`);
    }
    const ids = (await entriesOf(owner)).ids;
    expect((await owner.delete(`${path}${ids[0]}`)).json).toEqual({ message: 'OK' });
    expect((await owner.delete(`${path}${ids[0]}`)).status).toBe(404);
    expect((await owner.delete(`${path}?q=!(${ids.slice(1)})`)).json).toEqual({
      message: 'Deleted 2 objects for good',
    });
    expect((await owner.delete(`${path}?q=!(${ids})`)).status).toBe(404);
    expect((await owner.delete(`${path}?q=abc`)).status).toBe(400);
    expect((await entriesOf(owner)).count).toBe(0);
  });

  it('is what waited for thirty days; the next deletion lets go of it', async () => {
    const dataset = await newDataset();
    const early = await newChart('Early', dataset);
    await owner.delete(`/api/v1/chart/${early}`);
    const entry = await lastEntry(owner);
    const { store } = running.app.services;
    const late = new Date(start - 31 * dayMs).toISOString();
    await store.updateTable('trash').set({ deleted_on: late }).where('id', '=', entry).execute();
    expect((await entriesOf(owner)).count).toBe(0);
    expect((await owner.post(`${path}${entry}/restore`)).status).toBe(404);
    expect(await store.selectFrom('trash').select('id').execute()).toHaveLength(1);
    const next = await newChart('Next', dataset);
    await owner.delete(`/api/v1/chart/${next}`);
    expect((await store.selectFrom('trash').select('name').execute()).map(({ name }) => name)).toEqual(['Next']);
  });

  it('is more than a thousand things of one person: the oldest go', async () => {
    const dataset = await newDataset();
    const chart = await newChart('The last', dataset);
    const { store } = running.app.services;
    const deleted_by_fk = await ownIdOf(owner);
    const base = { object_type: 'chart', uuid: 'x', deleted_on: new Date(start).toISOString(), document: '{}' };
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...base,
      object_id: 1_000_000 + at,
      name: `N ${at}`,
      deleted_by_fk,
    }));
    await store.insertInto('trash').values(rows).execute();
    await store
      .insertInto('trash')
      .values({ ...base, object_id: 5, name: 'Of another', deleted_by_fk: deleted_by_fk + 1 })
      .execute();
    await owner.delete(`/api/v1/chart/${chart}`);
    const kept = (await store.selectFrom('trash').select('name').execute()).map(({ name }) => name);
    expect(kept).toHaveLength(1001);
    expect([
      kept.includes('N 0'),
      kept.includes('N 1'),
      kept.includes('The last'),
      kept.includes('Of another'),
    ]).toEqual([false, true, true, true]);
  });
});

it('nothing waits where the settings keep nothing', async () => {
  const bare = await startInProcess({ env: { POWERSET_TRASH_DAYS: '0' } });
  const dashboard = (await bare.admin.post('/api/v1/dashboard/', { dashboard_title: 'Gone' })).json.id;
  await bare.admin.delete(`/api/v1/dashboard/${dashboard}`);
  expect((await bare.admin.get(path)).json.count).toBe(0);
  await bare.stop();
});
