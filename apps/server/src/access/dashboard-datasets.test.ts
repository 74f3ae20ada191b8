import { grantDataset, makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const create = async (path: string, body: object): Promise<number> => {
  const answer = await running.admin.post(`/api/v1/${path}/`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
};
const createChart = (datasetId: number, dashboards: readonly number[]) =>
  create('chart', {
    ...{
      slice_name: `of ${datasetId}`,
      datasource_id: datasetId,
      datasource_type: 'table',
      viz_type: 'pie',
      dashboards,
    },
  });

/** What is kept, and what follows from the charts now. */
async function compare(): Promise<number> {
  const { store } = running.app.services;
  const kept = await store
    .selectFrom('dashboard_datasets')
    .select(['dashboard_id', 'dataset_id'])
    .orderBy('dashboard_id')
    .orderBy('dataset_id')
    .execute();
  const { rows } = await sql`select distinct dashboard_charts.dashboard_id, charts.datasource_id as dataset_id
    from dashboard_charts join charts on charts.id = dashboard_charts.chart_id order by 1, 2`.execute(store);
  expect(kept).toEqual(rows);
  return kept.length;
}

it('who may see a dashboard follows its charts as they are placed, given another dataset and removed', async () => {
  const readable = await makeDataset(running, 'readable');
  const secret = await makeDataset(running, 'secret');
  await grantDataset(running, 'Gamma', readable);
  const reader = await running.signInAs('reader', ['Gamma']);
  const dashboard = await create('dashboard', { dashboard_title: 'Sales', published: true });
  const sees = async () => {
    const list = (await reader.get('/api/v1/dashboard/')).json.result;
    const one = await reader.get(`/api/v1/dashboard/${dashboard}`);
    expect(one.status === 200).toBe(list.length === 1);
    return list.length === 1;
  };
  expect(await sees()).toBe(false);
  const hidden = await createChart(secret.datasetId, [dashboard]);
  expect(await sees()).toBe(false);
  const first = await createChart(readable.datasetId, [dashboard]);
  const second = await createChart(readable.datasetId, [dashboard]);
  expect(await sees()).toBe(true);
  expect(await compare()).toBe(2);
  const change = (id: number, body: object) => running.admin.put(`/api/v1/chart/${id}`, body);
  expect((await change(first, { datasource_id: secret.datasetId, datasource_type: 'table' })).status).toBe(200);
  expect(await sees()).toBe(true);
  expect((await running.admin.delete(`/api/v1/chart/${second}`)).status).toBe(200);
  expect(await sees()).toBe(false);
  expect(await compare()).toBe(1);
  expect((await change(hidden, { datasource_id: readable.datasetId, datasource_type: 'table' })).status).toBe(200);
  expect(await sees()).toBe(true);
  expect((await change(hidden, { dashboards: [] })).status).toBe(200);
  expect(await sees()).toBe(false);
  expect(await compare()).toBe(1);
  expect((await running.admin.delete(`/api/v1/dashboard/${dashboard}`)).status).toBe(200);
  expect(await compare()).toBe(0);
});

it('a dashboard that is taken from the trash is seen again', async () => {
  const dataset = await makeDataset(running, 'returned');
  await grantDataset(running, 'Gamma', dataset);
  const reader = await running.signInAs('other reader', ['Gamma']);
  const dashboard = await create('dashboard', { dashboard_title: 'Returned', published: true });
  await createChart(dataset.datasetId, [dashboard]);
  await running.admin.delete(`/api/v1/dashboard/${dashboard}`);
  expect((await reader.get(`/api/v1/dashboard/${dashboard}`)).status).toBe(404);
  const [trashed] = (await running.admin.get('/api/v1/trash/')).json.result;
  const restored = await running.admin.post(`/api/v1/trash/${trashed.id}/restore`);
  expect(restored.status, restored.text).toBe(200);
  expect((await reader.get(`/api/v1/dashboard/${dashboard}`)).status).toBe(200);
  await compare();
});
