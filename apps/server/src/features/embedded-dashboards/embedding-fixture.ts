import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, type InProcessRequest, startInProcess } from '@powerset/testkit/in-process';
import { expect } from 'vitest';

export const guestSecret = 'a secret of tests, which nobody else may hold';
export const filterId = 'NATIVE_FILTER-region';
const total = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' };
export const query = { columns: ['region'], metrics: [total], orderby: [[total, false]] };

/** A server with a dashboard of one chart that is embedded, another dashboard that is not, and guests. */
export interface EmbeddingWorld {
  readonly running: InProcessApp;
  readonly admin: ApiClient;
  readonly ids: { readonly dataset: number; readonly other: number; readonly chart: number };
  readonly dashboardId: number;
  readonly hiddenId: number;
  readonly uuid: string;
  readonly tokenOf: (more?: object) => Promise<string>;
  readonly guest: (more?: object) => Promise<ApiClient>;
  readonly by: (token: string) => ApiClient;
  readonly payload: (change?: { readonly query?: object; readonly form?: object; readonly more?: object }) => object;
  readonly makeDashboard: (title: string) => Promise<number>;
}

export async function startEmbedding(request: InProcessRequest = {}): Promise<EmbeddingWorld> {
  const env = { POWERSET_GUEST_TOKEN_JWT_SECRET: guestSecret, ...request.env };
  const running = await startInProcess({ ...request, env });
  const { admin } = running;
  const { dataset, other } = await makeDatasets(running);
  const chart = (
    await admin.post('/api/v1/chart/', {
      slice_name: 'Pay by region',
      viz_type: 'pie',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'pie', groupby: ['region'], metric: total, adhoc_filters: [] }),
      query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query] }),
    })
  ).json.id as number;
  const makeDashboard = (title: string) => createDashboard(admin, title, { chart, dataset });
  const dashboardId = await makeDashboard('Pay');
  const embedded = await admin.post(`/api/v1/dashboard/${dashboardId}/embedded`, {
    allowed_domains: ['https://app.example.com'],
  });
  const { uuid } = embedded.json.result;
  const tokenOf = async (more = {}) => {
    const answer = await admin.post('/api/v1/security/guest_token/', {
      user: { username: 'guest of a shop', first_name: 'Guest', last_name: 'Of a shop' },
      resources: [{ type: 'dashboard', id: uuid }],
      rls: [],
      ...more,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.token as string;
  };
  const by = (token: string) => apiClient(running.url, { 'X-GuestToken': token });
  return {
    ...{ running, admin, ids: { dataset, other, chart }, dashboardId, uuid, tokenOf, by, makeDashboard },
    hiddenId: await makeDashboard('Not embedded'),
    guest: async (more) => by(await tokenOf(more)),
    payload: ({ query: changed, form, more } = {}) => ({
      datasource: { id: dataset, type: 'table' },
      queries: [{ ...query, ...changed }],
      form_data: { slice_id: chart, dashboardId, ...form },
      ...more,
    }),
  };
}

async function makeDatasets({ admin, app }: InProcessApp) {
  const { engines, store } = app.services;
  const database = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(
    "CREATE TABLE pay AS SELECT ['EU', 'US'][1 + i % 2] AS region, 'person ' || i AS person, i AS amount FROM range(10) AS r(i)",
  );
  await engine.runTrusted("CREATE TABLE other AS SELECT 'secret' AS region");
  const make = async (name: string) =>
    (await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: name })).json.id as number;
  return { dataset: await make('pay'), other: await make('other') };
}

async function createDashboard(
  admin: ApiClient,
  title: string,
  { chart, dataset }: { readonly chart: number; readonly dataset: number },
): Promise<number> {
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1'], parents: ['ROOT_ID'] },
    'CHART-1': {
      ...{ id: 'CHART-1', type: 'CHART', children: [] },
      meta: { chartId: chart, sliceName: 'Pay', width: 4, height: 50 },
    },
  };
  const filter = { id: filterId, name: 'Region', targets: [{ datasetId: dataset, column: { name: 'region' } }] };
  const json_metadata = JSON.stringify({ positions, native_filter_configuration: [filter] });
  const answer = await admin.post('/api/v1/dashboard/', { dashboard_title: title, json_metadata, published: true });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id as number;
}
