import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let datasetId: number;
beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  const [database] = (await admin.get('/api/v1/database/')).json.ids;
  const engine = await running.app.services.engines.getEmbedded(database);
  await engine.runTrusted('create table main.orders as select 7 as amount');
  datasetId = (await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'orders' })).json.id;
});
afterAll(() => running.stop());

const path = '/api/v1/chart/warm_up_cache';

async function makeChart(metric: string): Promise<number> {
  const datasource = { id: datasetId, type: 'table' };
  const queries = [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: metric, label: 'figure' }] }];
  const made = await admin.post('/api/v1/chart/', {
    ...{ slice_name: metric, viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' },
    query_context: JSON.stringify({ datasource, queries, result_format: 'json', result_type: 'full' }),
  });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

describe('a chart whose queries are run ahead', () => {
  it('is answered from the cache at the next look', async () => {
    const id = await makeChart('count(*)');
    const warmed = await admin.put(path, { chart_id: id });
    expect([warmed.status, warmed.json]).toEqual([
      200,
      { result: [{ chart_id: id, viz_error: null, viz_status: 'success' }] },
    ]);
    const [first] = (await admin.get(`/api/v1/chart/${id}/data/`)).json.result;
    expect(first.is_cached).toBe(true);
  });

  it('says why it cannot be computed', async () => {
    const id = await makeChart('sum(no_such_column)');
    const { status, json } = await admin.put(path, { chart_id: id });
    expect(status).toBe(200);
    expect(json.result[0]).toMatchObject({ chart_id: id, viz_status: null });
    expect(json.result[0].viz_error).toContain('no_such_column');
  });

  it('is run under the filters that are given beside it, in its dataset’s charts too', async () => {
    const queries = [
      { columns: [], metrics: ['count'], filters: [{ col: 'amount', op: 'IN', val: [7], isExtra: true }] },
    ];
    const ask = async () =>
      (await admin.post('/api/v1/chart/data', { datasource: { id: datasetId, type: 'table' }, queries })).json
        .result[0];
    const made = await admin.post('/api/v1/chart/', {
      ...{ slice_name: 'filtered', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' },
      query_context: JSON.stringify({
        datasource: { id: datasetId, type: 'table' },
        queries: [{ columns: [], metrics: ['count'] }],
      }),
    });
    const extra_filters = JSON.stringify([
      { col: 'amount', op: 'in', val: [7] },
      { col: 'amount', op: 'in', val: [] },
      { col: '__time_range', op: '==', val: 'No filter' },
    ]);
    const named = { db_name: 'Powerset', table_name: 'orders', extra_filters };
    for (const [address, body] of [
      [path, { chart_id: made.json.id, extra_filters }],
      ['/api/v1/dataset/warm_up_cache', named],
    ] as const) {
      await admin.post('/api/v1/cachekey/invalidate', { datasource_uids: [`${datasetId}__table`] });
      const warmed = await admin.put(address, body);
      expect([warmed.status, warmed.json.result.at(-1).viz_error]).toEqual([200, null]);
      expect([address, (await ask()).is_cached]).toEqual([address, true]);
    }
  });

  it('is one that is there, asked for by an administrator, with filters that are a list of them', async () => {
    const id = await makeChart('count(*)');
    expect((await admin.put(path, { chart_id: 999_999 })).status).toBe(404);
    expect((await admin.put(path, {})).json.message).toHaveProperty('chart_id');
    for (const extra_filters of ['[{"col":"a"}]', 'no JSON', '{"col":"a"}', '[{"col":{"label":"a"},"op":"=="}]']) {
      const filtered = await admin.put(path, { chart_id: id, extra_filters });
      expect([filtered.status, Object.keys(filtered.json.message)]).toEqual([400, ['extra_filters']]);
      const table = { db_name: 'Powerset', table_name: 'orders', extra_filters };
      expect((await admin.put('/api/v1/dataset/warm_up_cache', table)).status).toBe(400);
    }
    const gamma = await running.signInAs('gamma', ['Gamma']);
    expect((await gamma.put(path, { chart_id: id })).status).toBe(403);
    expect((await apiClient(running.url).put(path, { chart_id: id })).status).toBe(401);
  });
});

describe('what was read of a dataset', () => {
  const forget = (body: object, client = admin) => client.post('/api/v1/cachekey/invalidate', body);
  const isCached = async (id: number) => (await admin.get(`/api/v1/chart/${id}/data/`)).json.result[0].is_cached;

  it('is forgotten by the dataset’s id or its name, and read anew', async () => {
    const id = await makeChart('max(amount)');
    const byName = { datasource_name: 'orders', database_name: 'Powerset', schema: 'main', datasource_type: 'table' };
    for (const body of [{ datasource_uids: [`${datasetId}__table`] }, { datasources: [byName] }]) {
      await admin.put(path, { chart_id: id });
      expect(await isCached(id)).toBe(true);
      const told = await forget(body);
      expect([told.status, told.json]).toEqual([201, {}]);
      expect(await isCached(id), JSON.stringify(body)).toBe(false);
    }
  });

  it('is kept where another dataset is named, or one that is not there', async () => {
    const id = await makeChart('min(amount)');
    await admin.put(path, { chart_id: id });
    const other = { datasource_name: 'orders', database_name: 'Elsewhere', datasource_type: 'table' };
    const uids = ['999999__table', `${datasetId}__query`, 'no uid'];
    expect((await forget({ datasource_uids: uids, datasources: [other] })).status).toBe(201);
    expect(await isCached(id)).toBe(true);
  });

  it('is forgotten for administrators alone', async () => {
    expect((await forget({ datasources: [{ datasource_name: 'orders' }] })).json.message).toHaveProperty([
      'datasources.0.datasource_type',
    ]);
    expect((await forget({}, await running.signInAs('no administrator', ['Gamma']))).status).toBe(403);
    expect((await forget({}, apiClient(running.url))).status).toBe(401);
  });
});
