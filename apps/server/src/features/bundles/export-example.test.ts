import { type ApiAnswer, type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

let running: InProcessApp;
let admin: ApiClient;
let alpha: ApiClient;
let gamma: ApiClient;
let databaseId: number;
let sales: number;
let dashboard: number;

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  databaseId = (await admin.get('/api/v1/database/')).json.ids[0];
  const engine = await running.app.services.engines.getEmbedded(databaseId);
  await engine.runTrusted(
    "create table main.sales as select range as id, 'shop ' || range % 3 as shop, timestamp '2026-01-01' + interval (range) hour as moment from range(9)",
  );
  alpha = await running.signInAs('alma', ['Alpha']);
  gamma = await running.signInAs('gina', ['Gamma']);
  sales = await made('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'sales' });
  dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'The shop', slug: 'the-shop', published: true });
  for (const name of ['Pie', 'Pie']) await makeChart(name, sales);
});
afterAll(() => running.stop());

async function made(path: string, body: unknown): Promise<number> {
  const answer = await admin.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

async function makeChart(name: string, datasetId: number): Promise<void> {
  const datasource = { datasource_id: datasetId, datasource_type: 'table' };
  await made('/api/v1/chart/', { slice_name: name, viz_type: 'table', ...datasource, dashboards: [dashboard] });
}

const path = (query = '', id: number | string = dashboard) => `/api/v1/dashboard/${id}/export_as_example/${query}`;
const filesOf = ({ status, text, bytes }: ApiAnswer) => {
  expect(status, status === 200 ? '' : text).toBe(200);
  return unzipSync(bytes);
};
const yaml = (bytes: Uint8Array | undefined) => parse(strFromU8(bytes ?? new Uint8Array()));

/** Rows of a Parquet file, as they are when somebody uploads it again. */
async function rowsOf(bytes: Uint8Array | undefined) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'columnar', table_name: 'back', already_exists: 'replace' }))
    form.append(name, value);
  form.append('schema', 'main');
  form.append('file', new Blob([new Uint8Array(bytes ?? [])]), 'back.parquet');
  const uploaded = await admin.send('POST', `/api/v1/database/${databaseId}/upload/`, { form });
  expect(uploaded.status, uploaded.text).toBe(201);
  const engine = await running.app.services.engines.getEmbedded(databaseId);
  const table = await engine.runTrusted(
    "select id::varchar || ' ' || shop || ' ' || typeof(moment) || ' ' || moment::varchar as row from main.back order by id",
  );
  return table.columns[0]?.values;
}

describe('a dashboard as an example', () => {
  it('is documents in the reference’s names, and the rows of its dataset as Parquet', async () => {
    const answer = await alpha.get(path());
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=the-shop_example.zip');
    const files = filesOf(answer);
    expect(Object.keys(files).sort()).toEqual([
      ...['charts/Pie.yaml', expect.stringMatching(/^charts\/Pie_\d+\.yaml$/), 'dashboard.yaml', 'data.parquet'],
      'dataset.yaml',
    ]);
    expect(yaml(files['dataset.yaml'])).toMatchObject({
      ...{ table_name: 'sales', schema: null, data_file: 'data.parquet' },
      database_uuid: 'a2dc77af-e654-49bb-b321-40f6b559a1ee',
    });
    expect(yaml(files['dashboard.yaml'])).toMatchObject({ dashboard_title: 'The shop', slug: 'the-shop' });
    const rows = await rowsOf(files['data.parquet']);
    expect([rows?.length, rows?.[1]]).toEqual([9, '1 shop 1 TIMESTAMP 2026-01-01 01:00:00']);
    expect(await rowsOf(filesOf(await alpha.get(path('?sample_rows=1')))['data.parquet'])).toHaveLength(1);
    expect(Object.keys(filesOf(await alpha.get(path('?export_data=false'))))).not.toContain('data.parquet');
  });

  it('keeps several datasets in folders, without rows of those that are SQL', async () => {
    const sql = 'select shop, count(*) as n from sales group by shop';
    const virtual = await made('/api/v1/dataset/', {
      database: databaseId,
      schema: 'main',
      table_name: 'by shop',
      sql,
    });
    await makeChart('Other', virtual);
    const files = filesOf(await alpha.get(path()));
    expect(Object.keys(files).filter((name) => name.startsWith('data'))).toEqual([
      ...['datasets/sales.yaml', 'datasets/by_shop.yaml', 'data/sales.parquet'],
    ]);
    expect(yaml(files['datasets/by_shop.yaml'])).toMatchObject({ data_file: null, sql });
    expect(yaml(files['datasets/sales.yaml']).data_file).toBe('sales.parquet');
  });

  it('leaves nothing behind of what it was made of', async () => {
    const { results } = running.app.services.engines;
    filesOf(await alpha.get(path()));
    expect(await results.sweep({ maxBytes: 0, maxAgeMs: 0, now: new Date(Date.now() + 1000) })).toBe(0);
  });

  it('is refused to who may not see it, and where it is not understood', async () => {
    for (const query of ['?sample_rows=0', '?sample_rows=x', '?sample_rows=10001', '?export_data=maybe'])
      expect((await alpha.get(path(query))).status, query).toBe(400);
    expect((await alpha.get(path('', 999_999))).status).toBe(404);
    expect((await alpha.get(path('', 'nobody'))).status).toBe(404);
    expect((await gamma.get(path())).status).toBe(404);
    const none = await running.signInAs('nina', ['sql_lab']);
    expect((await none.get(path())).status).toBe(403);
    expect((await apiClient(running.url).get(path())).status).toBe(401);
  });
});
