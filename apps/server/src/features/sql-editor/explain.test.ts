import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted('create table main.sales as select range as id, range % 7 as region from range(5000)');
}, 60_000);
afterAll(() => running.stop());

const path = '/api/v1/sqllab/explain/';
const explain = (body: object, client = running.admin) =>
  client.post(path, { database_id: databaseId, schema: 'main', ...body });

describe('the plan of a query', () => {
  it('is a tree of steps with estimates, and with rows and times once it ran', async () => {
    const sql = 'select region, count(*) from {{ t }} where id > 10 group by region order by 2';
    const template_params = '{"t": "sales"}';
    const planned = await explain({ sql, template_params });
    expect(planned.status, planned.text).toBe(200);
    const { analyzed, steps } = planned.json.result;
    expect(analyzed).toBe(false);
    const scan = steps.at(-1);
    expect(scan).toMatchObject({ name: 'Seq scan', rows: null, ms: null, estimated_rows: expect.any(Number) });
    expect(scan.details).toContainEqual({ label: 'Table', text: expect.stringContaining('sales') });
    expect(scan.depth).toBe(steps.length - 1);
    const measured = (await explain({ sql, template_params, analyze: true })).json.result;
    expect(measured.analyzed).toBe(true);
    expect(measured.steps[0]).toMatchObject({ depth: 0, rows: 7, ms: expect.any(Number) });
    expect(measured.steps.at(-1)).toMatchObject({ name: 'Seq scan', rows: 4989 });
  });

  it('is of one SELECT whose tables may be read', async () => {
    for (const sql of [
      'select 1; select 2',
      'delete from sales',
      'explain analyze delete from sales',
      'create table x as select 1',
    ]) {
      const answer = await explain({ sql, analyze: true });
      expect([sql, answer.status >= 400 && answer.status < 500], answer.text).toEqual([sql, true]);
    }
    const clerk = await running.signInAs('explain-clerk', ['sql_lab']);
    expect((await explain({ sql: 'select * from sales' }, clerk)).status).toBe(403);
    const file = await explain({ sql: "select * from read_text('/etc/passwd')", analyze: true });
    expect([file.status >= 400, file.text.includes('root:')]).toEqual([true, false]);
  });

  it('is for those who may run SQL, of databases that are there, in a body that is read', async () => {
    expect((await apiClient(running.url).post(path, { database_id: databaseId, sql: 'select 1' })).status).toBe(401);
    const gamma = await running.signInAs('explain-gamma', ['Gamma']);
    expect((await explain({ sql: 'select 1' }, gamma)).status).toBe(403);
    expect((await explain({ database_id: 4711, sql: 'select 1' })).status).toBe(404);
    const invalid = await explain({ analyze: true });
    expect([invalid.status, Object.keys(invalid.json.message)]).toEqual([400, ['sql']]);
    expect((await explain({ sql: 'select from where' })).status).toBe(422);
  });
});
