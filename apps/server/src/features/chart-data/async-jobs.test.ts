import type { WireAsyncEvent } from '@powerset/contract';
import type { ApiClient } from '@powerset/testkit';
import { grantDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let started: InProcessApp;
let admin: ApiClient;
let datasetId = 0;
let databaseId = 0;
beforeAll(async () => {
  started = await startInProcess({ env: { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' } });
  admin = started.admin;
  databaseId = (await started.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const sql = "select i as n, case when i = 7 then 'x' else '1' end as t from range(10) r(i)";
  const made = await admin.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'ten', sql });
  expect(made.status, made.text).toBe(201);
  datasetId = made.json.id;
});
afterAll(() => started.stop());

const askFor = (metric: string, change: object = {}) => ({
  datasource: { id: datasetId, type: 'table' },
  queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: metric, label: 'm' }] }],
  ...change,
});
const ask = (metric: string, client = admin) => client.post('/api/v1/chart/data', askFor(metric));
const eventsOf = async (client: ApiClient, lastId = ''): Promise<readonly WireAsyncEvent[]> =>
  (await client.get(`/api/v1/async_event/?last_id=${lastId}`)).json.result;

/** The event with which a job ends. */
async function endOf(jobId: string, client = admin): Promise<WireAsyncEvent> {
  const find = async () => (await eventsOf(client)).find((event) => event.job_id === jobId);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const event = await find();
  if (!event) throw new Error('The job has not ended.');
  return event;
}

describe('chart data with asynchronous queries', () => {
  it('are taken with 202, told of as done, and read at the address of the event [ASY-001, ASY-006, API-085, API-086]', async () => {
    const taken = await ask('sum(n)');
    expect([taken.status, taken.json]).toEqual([
      202,
      {
        channel_id: expect.any(String),
        job_id: expect.any(String),
        user_id: expect.any(Number),
        status: 'pending',
        errors: [],
        result_url: null,
      },
    ]);
    const event = await endOf(taken.json.job_id);
    expect(event).toEqual({
      ...taken.json,
      id: expect.stringMatching(/^\d+-\d+$/),
      status: 'done',
      result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/.+/),
    });
    const { status, json } = await admin.get(event.result_url ?? '');
    expect([status, json.result[0].data, json.result[0].is_cached]).toEqual([200, [{ m: 45 }], true]);
  });

  it('are answered at once where the answer is kept, and asked again when that is not wanted', async () => {
    await endOf((await ask('max(n)')).json.job_id);
    const again = await ask('max(n)');
    expect([again.status, again.json.result[0].data]).toEqual([200, [{ m: 9 }]]);
    const forced = await admin.post('/api/v1/chart/data', askFor('max(n)', { force: true }));
    expect(forced.status).toBe(202);
    expect((await endOf(forced.json.job_id)).status).toBe('done');
  });

  it('tell of only what ended after the event named', async () => {
    const first = await endOf((await ask('min(n)')).json.job_id);
    const second = await endOf((await ask('min(n) + 1')).json.job_id);
    expect((await eventsOf(admin, first.id)).map(({ job_id }) => job_id)).toEqual([second.job_id]);
    expect(await eventsOf(admin, second.id)).toEqual([]);
    const wrong = await admin.get('/api/v1/async_event/?last_id=yesterday');
    expect([wrong.status, Object.keys(wrong.json.message)]).toEqual([400, ['last_id']]);
  });

  it('end in an event with the error that the call would have answered [ASY-006]', async () => {
    const event = await endOf((await ask('sum(cast(t as integer))')).json.job_id);
    expect([event.status, event.result_url]).toEqual(['error', null]);
    expect(event.errors[0]?.message).toContain("'x'");
    expect(JSON.stringify(event)).not.toMatch(/\n\s+at |node_modules/);
  });

  it('refuse at once what cannot be asked', async () => {
    expect((await ask('max(n)) from pay --')).status).toBe(400);
    const ann = await started.signInAs('nobody_in_particular', ['Gamma']);
    expect((await ask('sum(n) + 5', ann)).status).toBe(403);
  });

  it('give files and descriptions at once', async () => {
    const csv = await admin.post('/api/v1/chart/data', askFor('sum(n) + 2', { result_format: 'csv' }));
    expect([csv.status, csv.text]).toEqual([200, expect.stringContaining('47')]);
    expect((await admin.post('/api/v1/chart/data', askFor('9', { result_type: 'query' }))).status).toBe(200);
  });

  it('are seen by nobody else, and by the asker only as long as he may read the data', async () => {
    const ben = await started.signInAs('ben', ['Gamma', 'sql_lab']);
    await grantDataset(started, 'sql_lab', { databaseId, datasetId });
    const taken = await ask('sum(n) + 3', ben);
    expect(taken.status).toBe(202);
    const { result_url } = await endOf(taken.json.job_id, ben);
    const eve = await started.signInAs('eve', ['Gamma']);
    expect(await eventsOf(eve)).toEqual([]);
    expect((await eve.get(result_url ?? '')).status).toBe(404);
    expect((await admin.get(result_url ?? '')).status).toBe(404);
    expect((await ben.get(result_url ?? '')).json.result[0].data).toEqual([{ m: 48 }]);
    const { store, accounts } = started.app.services;
    await store.deleteFrom('role_permissions').where('permission', '=', 'datasource_access').execute();
    accounts.forget();
    expect((await ben.get(result_url ?? '')).status).toBe(403);
    expect((await fetch(`${started.url}/api/v1/async_event/`)).status).toBe(401);
  });

  it('are not there while the flag is off [ASY-001]', async () => {
    const plain = await startInProcess();
    const made = await plain.admin.post('/api/v1/dataset/', {
      database: (await plain.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id,
      schema: 'main',
      table_name: 'one',
      sql: 'select 1 as n',
    });
    const body = { datasource: { id: made.json.id, type: 'table' }, queries: [{ columns: ['n'], metrics: null }] };
    const { status } = await plain.admin.post('/api/v1/chart/data', body);
    await plain.stop();
    expect(status).toBe(200);
  });
});
