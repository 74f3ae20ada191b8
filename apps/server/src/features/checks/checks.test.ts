import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let owner: ApiClient;
let dataset: number;
let other: number;
let chart: number;
let dashboard: number;

async function made(path: string, body: object): Promise<number> {
  const { status, text, json } = await owner.post(path, body);
  expect(status, text).toBe(201);
  return json.id;
}

const newChart = (slice_name: string, datasource_id: number, form: object) =>
  made('/api/v1/chart/', {
    ...{ slice_name, datasource_id, datasource_type: 'table', viz_type: 'table' },
    params: JSON.stringify({ viz_type: 'table', query_mode: 'aggregate', ...form }),
  });

const filterOn = (datasetId: number, column: string, name: string, excluded: readonly number[] = []) => ({
  ...{ id: `NATIVE_FILTER-${name}`, type: 'NATIVE_FILTER', name, filterType: 'filter_select' },
  targets: [{ datasetId, column: { name: column } }],
  scope: { rootPath: ['ROOT_ID'], excluded },
});

const layoutOf = (...charts: readonly number[]) => ({
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: charts.map((id) => `CHART-${id}`), parents: ['ROOT_ID'] },
  ...Object.fromEntries(
    charts.map((chartId) => [
      `CHART-${chartId}`,
      {
        ...{ id: `CHART-${chartId}`, type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID'] },
        meta: { chartId, width: 4, height: 50 },
      },
    ]),
  ),
});

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const database = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database.id);
  await engine.runTrusted("create table sales as select 'EU' as region, 'a' as kind, 1 as amount");
  await engine.runTrusted('create table shops as select 1 as shop');
  owner = await running.signInAs('owner', ['Alpha']);
  const place = { database: database.id, schema: 'main' };
  dataset = await made('/api/v1/dataset/', { ...place, table_name: 'sales' });
  other = await made('/api/v1/dataset/', { ...place, table_name: 'shops' });
  chart = await newChart('By region', dataset, { groupby: ['region'], metrics: ['count'] });
  const shops = await newChart('Shops', other, { groupby: ['shop'], metrics: ['count'] });
  dashboard = await made('/api/v1/dashboard/', {
    dashboard_title: 'Sales',
    json_metadata: JSON.stringify({
      positions: layoutOf(chart, shops),
      native_filter_configuration: [filterOn(dataset, 'kind', 'Kind'), filterOn(other, 'shop', 'Shop')],
    }),
  });
});
afterAll(() => running.stop());

const checkUrl = (id: number | string = dashboard) => `/api/v1/dashboard/${id}/check/`;
const breaksUrl = (id: number | string = dataset) => `/api/v1/dataset/${id}/what_breaks/`;
const all = { columns: ['region', 'kind', 'amount'], metrics: ['count'] };
const facts = ({ json }: { readonly json: { result: { findings: Record<string, unknown>[] } } }) =>
  json.result.findings.map(({ kind, object_name, name, filter }) => [kind, object_name, name, filter]);

describe('what would break if a dataset lost columns or metrics', () => {
  it('is nothing while it has what is asked for, and names each chart and filter that asks for what goes', async () => {
    expect((await owner.post(breaksUrl(), all)).json.result).toEqual({ findings: [], count: 0, is_partial: false });
    const amount = { ...all, columns: ['region', 'kind'] };
    expect(facts(await owner.post(breaksUrl(), amount))).toEqual([]);
    expect(facts(await owner.post(breaksUrl(), { columns: ['Region', 'amount'], metrics: [] }))).toEqual([
      ['broken column', 'By region', 'region', null],
      ['unknown metric', 'By region', 'count', null],
      ['broken column', 'Sales', 'kind', 'Kind'],
    ]);
  });

  it('is not what is broken already', async () => {
    const broken = await newChart('Broken', dataset, { groupby: ['nowhere'], metrics: ['count'] });
    const answer = await owner.post(breaksUrl(), { ...all, columns: ['kind', 'amount'] });
    expect(facts(answer)).toEqual([['broken column', 'By region', 'region', null]]);
    await owner.delete(`/api/v1/chart/${broken}`);
  });

  it('is told to whoever may change the dataset, for names that are texts', async () => {
    expect((await apiClient(running.url).post(breaksUrl(), all)).status).toBe(401);
    expect((await (await running.signInAs('reader', ['Gamma'])).post(breaksUrl(), all)).status).toBe(403);
    expect((await (await running.signInAs('alma', ['Alpha'])).post(breaksUrl(), all)).status).toBe(403);
    expect((await owner.post(breaksUrl(9999), all)).status).toBe(404);
    expect((await owner.post(breaksUrl(), { columns: [1], metrics: [] })).status).toBe(400);
    expect((await owner.post(breaksUrl(), { columns: [] })).status).toBe(400);
  });
});

describe('the check of a dashboard', () => {
  it('names broken columns, unknown metrics, filters that reach nothing and what is gone', async () => {
    expect((await owner.get(checkUrl())).json.result).toEqual({ findings: [], count: 0, is_partial: false });
    const lost = await newChart('Lost', other, { groupby: ['shop', 'nowhere'], metrics: ['none'] });
    const gone = await newChart('Gone', dataset, { groupby: ['region'] });
    const filters = [
      filterOn(dataset, 'nothing', 'Kind'),
      filterOn(other, 'shop', 'Shop', [chart, lost, gone]),
      filterOn(9999, 'shop', 'Elsewhere'),
    ];
    const id = await made('/api/v1/dashboard/', {
      dashboard_title: 'Odd',
      json_metadata: JSON.stringify({
        positions: layoutOf(chart, lost, gone),
        native_filter_configuration: filters,
      }),
    });
    const { store } = running.app.services;
    await store.deleteFrom('charts').where('id', '=', gone).execute();
    await store.updateTable('charts').set({ datasource_id: 9999 }).where('id', '=', chart).execute();
    expect(facts(await running.admin.get(checkUrl(id)))).toEqual([
      ['missing chart', 'Odd', null, null],
      ['dead chart', 'By region', null, null],
      ['broken column', 'Lost', 'nowhere', null],
      ['unknown metric', 'Lost', 'none', null],
      ['broken column', 'Odd', 'nothing', 'Kind'],
      ['unused filter', 'Odd', 'Shop', null],
      ['missing dataset', 'Odd', null, 'Elsewhere'],
    ]);
    await store.updateTable('charts').set({ datasource_id: dataset }).where('id', '=', chart).execute();
  });

  it('is made for whoever may change the dashboard', async () => {
    expect((await apiClient(running.url).get(checkUrl())).status).toBe(401);
    expect((await (await running.signInAs('visitor', ['Public'])).get(checkUrl())).status).toBe(403);
    expect((await (await running.signInAs('alan', ['Alpha'])).get(checkUrl())).status).toBe(404);
    expect((await owner.get(checkUrl(9999))).status).toBe(404);
    expect((await owner.get(checkUrl('x'))).status).toBe(404);
  });
});
