import type { ChartTableResult } from '@powerset/contract';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;
let gamma: ApiClient;
const datasets = new Map<string, number>();
const charts = new Map<string, number>();

const dataPath = '/api/v1/chart/data';
const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
type Fields = Readonly<Record<string, unknown>>;

async function makeDataset(name: string, sql: string): Promise<number> {
  const engine = await running.app.services.engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE ${name} AS ${sql}`);
  const made = await running.admin.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: name });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

async function makeChart(name: string, viz: string, { dataset, ...form }: Fields & { dataset: string }) {
  const made = await running.admin.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: viz,
    datasource_id: datasets.get(dataset),
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: viz, ...form }),
  });
  expect(made.status, made.text).toBe(201);
  charts.set(name, made.json.id);
}

async function letRead(roleName: string, names: readonly string[]): Promise<void> {
  const { store, accounts } = running.app.services;
  const role = await store.selectFrom('roles').select('id').where('name', '=', roleName).executeTakeFirstOrThrow();
  const permission = 'datasource_access';
  const rights = names.map((name) => ({ permission, view: `[Powerset].[${name}](id:${datasets.get(name)})` }));
  await store
    .insertInto('role_permissions')
    .values(rights.map((right) => ({ role_id: role.id, ...right })))
    .execute();
  accounts.forget();
}

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { store } = running.app.services;
  databaseId = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const stops =
    "SELECT 13.0 + i AS lon, 52.0 AS lat, CASE WHEN i % 2 = 0 THEN 'north' ELSE 'south' END AS line, TIMESTAMP '2026-01-01' + to_days(i) AS at FROM range(10) AS r(i)";
  datasets.set('stops', await makeDataset('stops', stops));
  datasets.set('roads', await makeDataset('roads', "SELECT '[[13,52],[14,52]]' AS path, 'A1' AS road"));
  datasets.set('secret', await makeDataset('secret', 'SELECT 1.0 AS lon, 2.0 AS lat'));
  await makeChart('Stops', 'deck_scatter', { dataset: 'stops', spatial, dimension: 'line' });
  await makeChart('Roads', 'deck_path', { dataset: 'roads', line_column: 'path' });
  await makeChart('Secret', 'deck_scatter', { dataset: 'secret', spatial });
  await makeChart('Share', 'pie', { dataset: 'stops', groupby: ['line'], metric: 'count' });
  await makeChart('Broken', 'deck_path', { dataset: 'roads', line_column: 'nowhere' });
  await makeChart('Map', 'deck_multi', {
    dataset: 'stops',
    deck_slices: [charts.get('Stops'), charts.get('Roads'), charts.get('Share')],
  });
  gamma = await running.signInAs('gamma', ['Gamma']);
  await letRead('Gamma', ['stops', 'roads']);
});
afterAll(() => running.stop());

async function ask(
  names: readonly string[],
  query: Fields = {},
  { client = running.admin, ...more }: Fields & { client?: ApiClient } = {},
) {
  const layers = names.map((name) => charts.get(name) ?? 9999);
  return client.post(dataPath, {
    datasource: { id: datasets.get('stops'), type: 'table' },
    queries: [{ columns: [], metrics: [], chart_layers: layers, ...query }],
    ...more,
  });
}
const told = (answer: Awaited<ReturnType<typeof ask>>) => {
  expect(answer.status, answer.text).toBe(200);
  // The answers, as the endpoint declares them.
  const results = answer.json.result as readonly Pick<ChartTableResult, 'chart_layer' | 'rowcount'>[];
  return results.map(({ chart_layer: layer, rowcount: rows }) => ({ name: layer?.name, rows, fault: layer?.fault }));
};

describe('layers of a map', () => {
  it('are answered as their own charts ask, each with its form and the names of its dataset', async () => {
    const answer = await ask(['Stops', 'Roads']);
    expect(told(answer)).toEqual([
      { name: 'Stops', rows: 10, fault: null },
      { name: 'Roads', rows: 1, fault: null },
    ]);
    const [stops, roads] = answer.json.result;
    expect(stops.colnames).toEqual(['lon', 'lat', 'line']);
    expect(stops.chart_layer).toMatchObject({
      id: charts.get('Stops'),
      form_data: {
        ...{ viz_type: 'deck_scatter', dimension: 'line', row_limit: 10000 },
        datasource: `${datasets.get('stops')}__table`,
      },
      verbose_map: { line: 'line' },
    });
    expect(roads.chart_layer.form_data.datasource).toBe(`${datasets.get('roads')}__table`);
    expect(roads.data).toEqual([{ path: '[[13,52],[14,52]]' }]);
  });

  it("take the map's conditions where they have the column, and its time range on their own time column", async () => {
    const north = { col: 'line', op: '==', val: 'north' };
    expect(told(await ask(['Stops', 'Roads'], { filters: [north] }))).toMatchObject([{ rows: 5 }, { rows: 1 }]);
    const january = { col: 'other', op: 'TEMPORAL_RANGE', val: '2026-01-01 : 2026-01-04' };
    expect(told(await ask(['Stops', 'Roads'], { filters: [january] }))).toMatchObject([{ rows: 3 }, { rows: 1 }]);
    expect(told(await ask(['Stops'], { time_range: '2026-01-01 : 2026-01-03' }))).toMatchObject([{ rows: 2 }]);
    expect(told(await ask(['Stops'], { extras: { where: "(line = 'south')" } }))).toMatchObject([{ rows: 5 }]);
  });

  it('are refused one by one: what is not there, not open to the reader, no map or broken says so', async () => {
    const names = ['Stops', 'Secret', 'Nobody', 'Share', 'Map'];
    expect(told(await ask(names, {}, { client: gamma }))).toEqual([
      { name: 'Stops', rows: 10, fault: null },
      { name: null, rows: 0, fault: 'missing' },
      { name: null, rows: 0, fault: 'missing' },
      { name: 'Share', rows: 0, fault: 'type' },
      { name: 'Map', rows: 0, fault: 'type' },
    ]);
    const broken = await ask(['Broken', 'Roads']);
    expect(told(broken)).toMatchObject([{ name: 'Broken', rows: 0, fault: 'failed' }, { rows: 1 }]);
    expect(broken.json.result[0].chart_layer.message).toContain('nowhere');
  });

  it('are at most twelve in all queries of a request', async () => {
    const layers = Array.from({ length: 7 }, (_, at) => at + 1);
    const query = { columns: [], metrics: [], chart_layers: layers };
    const datasource = { id: datasets.get('stops'), type: 'table' };
    const answer = await running.admin.post(dataPath, { datasource, queries: [query, query] });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('at most 12 chart_layers')]);
    expect((await running.admin.post(dataPath, { datasource, queries: [query] })).status).toBe(200);
  });

  it('are at most twelve, and need signing in', async () => {
    expect((await ask(Array.from({ length: 13 }, () => 'Stops'))).status).toBe(400);
    expect((await ask(['Stops'], {}, { client: apiClient(running.url) })).status).toBe(401);
  });

  it('are asked by a saved map too, described by their statements, and saved as files', async () => {
    const id = charts.get('Map');
    expect(told(await running.admin.get(`/api/v1/chart/${id}/data/`))).toMatchObject([
      { name: 'Stops', rows: 10 },
      { name: 'Roads', rows: 1 },
      { name: 'Share', fault: 'type' },
    ]);
    const statements = await ask(['Stops', 'Roads'], {}, { result_type: 'query' });
    expect(statements.json.result.map(({ query }: { query: string }) => /stops|roads/.exec(query)?.[0])).toEqual([
      'stops',
      'roads',
    ]);
    const file = await ask(['Roads'], {}, { result_format: 'csv' });
    expect(file.text).toContain('[[13,52],[14,52]]');
  });

  it('come in a batch with the charts beside them, each from the cache when it was asked before', async () => {
    const datasource = { id: datasets.get('stops'), type: 'table' };
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
    const beside = (column: string) => ({
      key: column,
      payload: { datasource, queries: [{ columns: [column], metrics: [count] }] },
    });
    const map = { datasource, queries: [{ columns: [], metrics: [], chart_layers: [charts.get('Stops')] }] };
    const answer = await running.admin.post('/api/v1/chart/data/batch', {
      requests: [beside('line'), { key: 'map', payload: map }, beside('at')],
    });
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ key, status }) => [key, status]).sort()).toEqual([
      ['at', 200],
      ['line', 200],
      ['map', 200],
    ]);
    expect(lines.find(({ key }) => key === 'map').results[0]).toMatchObject({ is_cached: true, rowcount: 10 });
  });
});
