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
  await engine.runTrusted("create table main.sales as select range as id, 'k' || range % 7 as kind from range(5000)");
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
    expect((await estimate({ sql: 'select * from nowhere' })).status).toBeGreaterThanOrEqual(400);
    await allow(false);
    expect((await estimate({ sql: 'select 1' })).status).toBe(422);
  });
  it('is told in rows where the plan knows them, as a bound where it can only lessen them, and not at all where it guesses', async () => {
    await allow(true);
    const of = async (sql: string) => (await estimate({ sql })).json.result[0];
    expect(await of('select count(*) from sales')).toEqual({ 'Estimated rows': '1' });
    expect(await of('select id, sum(id) over () from sales order by id desc')).toEqual({ 'Estimated rows': '5000' });
    expect(await of('select id from sales union all select 1')).toEqual({ 'Estimated rows': '5001' });
    // The engine itself takes the groups of an expression for four, 500 or 2,500, and a condition for a fifth of the rows.
    for (const sql of [
      'select id % 28 as k, count(*) from sales group by 1 order by 2',
      "select 'c' || id % 28 as k, count(*) from sales where id > 10 group by 1 order by 2",
      'select distinct id // 2, id % 2 from sales',
      'select * from sales where id > 10',
      'select kind, id % 28, count(*) from sales group by all',
      'select id % 3 as kind, count(*) from sales group by 1',
      'select kind, count(*) from sales group by 1 having count(*) > 3',
      'select * from sales where id in (select id + 1 from sales)',
    ])
      expect(await of(sql), sql).toEqual({ 'Rows at most': '5000' });
    expect(await of('select * from sales where id > 10 limit 20')).toEqual({ 'Rows at most': '20' });
    // A column's values are counted by the engine.
    for (const where of ['', 'where id > 10'])
      expect(await of(`select kind, count(*) from sales ${where} group by 1 order by 2`)).toEqual({
        'Estimated rows': expect.stringMatching(/^[5-9]$/),
      });
    for (const sql of [
      'select * from sales a join sales b on a.id % 7 = b.id % 7',
      'select unnest([1, 2, 3]), id from sales',
      'select * from sales a, sales b',
    ])
      expect(Object.keys(await of(sql)), sql).toEqual(['Plan']);
  });
  it('is told of tables that its reader may read alone', async () => {
    await allow(true);
    const reader = await running.signInAs('estimate-reader', ['sql_lab']);
    const body = { database_id: databaseId, schema: 'main', sql: 'select * from sales' };
    const refused = await reader.post('/api/v1/sqllab/estimate/', body);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('sales')]);
  });
});
