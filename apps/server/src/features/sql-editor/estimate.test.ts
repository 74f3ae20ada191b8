import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  const env = { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST,ENABLE_TEMPLATE_PROCESSING' };
  running = await startInProcess({ isWarm: true, env });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted('create table main.sales as select range as id from range(5000)');
}, 60_000);
afterAll(() => running.stop());

const estimate = (body: object) =>
  running.admin.post('/api/v1/sqllab/estimate/', { database_id: databaseId, schema: 'main', ...body });
const allow = (isAllowed: boolean) =>
  running.app.services.store
    .updateTable('databases')
    .set({ extra: JSON.stringify({ cost_estimate_enabled: isAllowed }) })
    .where('id', '=', databaseId)
    .execute();

describe('the cost of a query', () => {
  it('is estimated for each statement, with schema and parameters, where the database allows it [API-003]', async () => {
    await allow(true);
    const sql = 'select * from {{ name }}; select 1';
    const answer = await estimate({ sql, template_params: '{"name": "sales"}' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result).toEqual([{ 'Estimated rows': '5000' }, { 'Estimated rows': '1' }]);
    const ordered = 'select id % 28 as k, count(*) from sales group by 1 order by 2';
    const ofText = "select 'c' || id % 28 as k, count(*) from sales where id > 10 group by 1 order by 2";
    for (const each of [ordered, ofText])
      expect(Number((await estimate({ sql: each })).json.result[0]['Estimated rows'])).toBeGreaterThan(0);
    const [unknown] = (await estimate({ sql: 'select count(*) from sales having count(*) > 3' })).json.result;
    expect(Object.keys(unknown)).toEqual(['Plan']);
    expect((await estimate({ sql: 'select * from nowhere' })).status).toBeGreaterThanOrEqual(400);
    await allow(false);
    expect((await estimate({ sql: 'select 1' })).status).toBe(422);
  });
  it('is told of tables that its reader may read alone', async () => {
    await allow(true);
    const reader = await running.signInAs('estimate-reader', ['sql_lab']);
    const body = { database_id: databaseId, schema: 'main', sql: 'select * from sales' };
    const refused = await reader.post('/api/v1/sqllab/estimate/', body);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('sales')]);
  });
});
