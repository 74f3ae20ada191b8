import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseRuns } from '../../query-runs/index.ts';

let running: InProcessApp;
let analyst: ApiClient;

async function insertRun(clientId: string, change: object = {}) {
  const { store } = running.app.services;
  const time = Date.UTC(2026, 0, 1);
  const row = {
    client_id: clientId,
    user_id: 1,
    database_id: 1,
    sql: 'select 1',
    select_as_cta: 0,
    is_data_preview: 0,
    status: 'success',
    progress: 100,
    start_time: time,
    changed_on: new Date(time).toISOString(),
    ...change,
  };
  return (await store.insertInto('queries').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

beforeAll(async () => {
  running = await startInProcess();
  analyst = await running.signInAs('analyst', ['Gamma', 'sql_lab']);
  await insertRun('mine-1', { sql: 'select a from orders', schema: 'main', tab_name: 'First' });
  await insertRun('mine-2', { status: 'failed', error_message: 'no', changed_on: '2026-03-01T00:00:00.000Z' });
});
afterAll(() => running.stop());

describe('the history of runs', () => {
  it('lists runs with their database and user, newest change first', async () => {
    const answer = await running.admin.get('/api/v1/query/?q=(page_size:10)');
    expect(answer.json.count).toBe(2);
    expect(answer.json.result[0]).toMatchObject({ status: 'failed', user: { id: 1 } });
    expect(answer.json.result[1]).toMatchObject({
      sql: 'select a from orders',
      schema: 'main',
      tab_name: 'First',
      database: { database_name: 'Powerset' },
    });
  });

  it('filters and orders by what the list names, and refuses the rest', async () => {
    const list = (q: string) => running.admin.get(`/api/v1/query/?q=${encodeURIComponent(q)}`);
    expect((await list('(filters:!((col:sql,opr:ct,value:ORDERS)))')).json.count).toBe(1);
    expect((await list('(filters:!((col:status,opr:eq,value:failed)),columns:!(status))')).json.result).toEqual([
      { status: 'failed' },
    ]);
    expect((await list('(filters:!((col:results_key,opr:eq,value:x)))')).status).toBe(400);
    expect((await list('(order_column:results_key)')).status).toBe(400);
    expect((await list('(((')).status).toBe(400);
  });

  it('is searched by what was written, what ran, and what was said of it', async () => {
    await insertRun('searched-1', { sql: 'select * from {{ t }}', executed_sql: 'select * from Warehouse_9' });
    await insertRun('searched-2', { sql: 'select x', status: 'failed', error_message: 'There is no warehouse_9' });
    await insertRun('searched-3', { sql: 'select * from warehouse_9', is_data_preview: 1 });
    const list = async (text: string, more = '') =>
      (
        await running.admin.get(
          `/api/v1/query/?q=${encodeURIComponent(`(filters:!((col:sql,opr:all_text,value:'${text}')${more}))`)}`,
        )
      ).json;
    expect((await list('WAREHOUSE_9')).count).toBe(3);
    const own = await list('warehouse_9', ',(col:is_data_preview,opr:eq,value:!f)');
    expect(own.result.map((one: { client_id: string }) => one.client_id).sort()).toEqual(['searched-1', 'searched-2']);
    expect((await list('warehouse%')).count).toBe(0);
  });

  it('shows users their own runs only, unless all were granted [API-005]', async () => {
    const id = await insertRun('others-1', { user_id: 999 });
    expect((await analyst.get('/api/v1/query/')).json.count).toBe(0);
    expect((await analyst.get(`/api/v1/query/${id}`)).status).toBe(404);
    expect((await running.admin.get(`/api/v1/query/${id}`)).json.result).toMatchObject({
      client_id: 'others-1',
      select_as_cta: false,
      database: { id: 1 },
    });
    expect((await running.admin.get('/api/v1/query/nonsense')).status).toBe(404);
  });

  it('tells what changed since a time, for own runs', async () => {
    const since = Date.UTC(2026, 1, 1);
    const answer = await running.admin.get(`/api/v1/query/updated_since?q=(last_updated_ms:${since})`);
    expect(answer.json.result.map((run: { id: string }) => run.id)).toEqual(['mine-2']);
    expect((await running.admin.get('/api/v1/query/updated_since?q=()')).status).toBe(400);
  });

  it('offers values for filters', async () => {
    expect((await running.admin.get('/api/v1/query/distinct/status')).json.result).toContainEqual({
      text: 'failed',
      value: 'failed',
    });
    expect((await running.admin.get('/api/v1/query/related/database')).json.result[0].text).toBe('Powerset');
    expect((await running.admin.get('/api/v1/query/related/user')).json.count).toBe(1);
    expect((await running.admin.get('/api/v1/query/related/nothing')).status).toBe(404);
    expect((await running.admin.get('/api/v1/query/distinct/sql')).status).toBe(404);
  });

  it('needs a sign-in', async () => {
    for (const path of ['/api/v1/query/', '/api/v1/query/1', '/api/v1/query/updated_since'])
      expect((await fetch(running.url + path)).status, path).toBe(401);
  });
});

describe('stopping', () => {
  it('leaves a run that has ended as it is, and knows no other', async () => {
    expect((await running.admin.post('/api/v1/query/stop', { client_id: 'mine-1' })).json).toEqual({ result: 'OK' });
    expect((await running.admin.get('/api/v1/query/distinct/status')).text).not.toContain('stopped');
    expect((await running.admin.post('/api/v1/query/stop', { client_id: 'nobody' })).status).toBe(404);
    expect((await running.admin.post('/api/v1/query/stop', {})).status).toBe(400);
    expect((await analyst.post('/api/v1/query/stop', { client_id: 'mine-1' })).status).toBe(404);
  });

  it('ends a run that no process works on any more', async () => {
    const id = await insertRun('orphan', { status: 'running', progress: 10 });
    await running.admin.post('/api/v1/query/stop', { client_id: 'orphan' });
    expect((await running.admin.get(`/api/v1/query/${id}`)).json.result.status).toBe('stopped');
  });
});

describe('after a crash', () => {
  it('runs that were at work say that they have failed [SQL-027]', async () => {
    const id = await insertRun('crashed', { status: 'running', progress: 40 });
    const done = await insertRun('done', { status: 'success' });
    expect(await releaseRuns(running.app.services.store, { gone: undefined, now: new Date() })).toBe(1);
    const { result } = (await running.admin.get(`/api/v1/query/${id}`)).json;
    expect(result.status).toBe('failed');
    expect(result.error_message).toContain('stopped while this query ran');
    expect((await running.admin.get(`/api/v1/query/${done}`)).json.result.status).toBe('success');
  });
});
