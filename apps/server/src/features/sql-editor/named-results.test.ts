import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `create table main.sales as select range as id, 'r' || (range % 3) as region, (range * 1.5)::decimal(18,2) as amount
     from range(300); create schema desk; create table desk.goals as select 'r1' as region, 10 as goal`,
  );
  await store.updateTable('databases').set({ allow_dml: 1, allow_ctas: 1 }).execute();
}, 60_000);
afterAll(() => running.stop());

const execute = (body: object, client = running.admin) =>
  client.post('/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'main', ...body });

async function keep(sql: string, client = running.admin): Promise<string> {
  const answer = await execute({ sql }, client);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.query.resultsKey;
}

describe('a result as a table', () => {
  it('is read by its name, whatever its columns are called, joined, pivoted and made a table', async () => {
    const key = await keep('select region, sum(amount) as "Sum, total", 1 as region from sales group by 1 order by 1');
    const results = [{ name: "last week's", key }];
    const joined = await execute({
      sql: `select g.goal, w.* from RESULT('Last week''s') as w join goals g using (region)`,
      results,
      schema: 'desk',
    });
    expect(joined.status, joined.text).toBe(200);
    expect(joined.json.data).toEqual([{ goal: 10, region: 'r1', 'Sum, total': 22425, 'region:1': 1 }]);
    const pivoted = await execute({
      sql: `with w as (from result('last week''s')) pivot w on region using sum("Sum, total")`,
      results,
    });
    expect(pivoted.json.columns.map(({ name }: { name: string }) => name)).toEqual(['region:1', 'r0', 'r1', 'r2']);
    const made = await execute({ sql: `create table kept as select * from result('last week''s')`, results });
    expect(made.status, made.text).toBe(200);
    expect((await execute({ sql: 'select count(*) as n from kept' })).json.data).toEqual([{ n: 3 }]);
    expect((await execute({ sql: `select 1; explain from result('last week''s')`, results })).status).toBe(200);
  });

  it('stands in plans and estimates, for whom it belongs to alone', async () => {
    const key = await keep('select * from sales');
    const sql = "select region, count(*) from result('all') group by region";
    const ask = (name: string, body: object, client = running.admin) =>
      client.post(`/api/v1/sqllab/${name}/`, { database_id: databaseId, schema: 'desk', sql, ...body });
    const results = [{ name: 'ALL', key }];
    const planned = await ask('explain', { results, analyze: true });
    expect(planned.status, planned.text).toBe(200);
    expect(planned.json.result.steps.at(-1)).toMatchObject({ name: 'Seq scan', rows: 300 });
    const expected = await ask('estimate', { results, sql: "from result('all')" });
    expect(expected.json.result, expected.text).toEqual([{ 'Estimated rows': '300' }]);
    const ben = await running.signInAs('ben', ['Alpha', 'sql_lab']);
    for (const name of ['explain', 'estimate'])
      for (const answer of [await ask(name, {}), await ask(name, { results }, ben)]) {
        expect(answer.status).toBe(422);
        expect(answer.text).toContain('There is no result \\"all\\". Pin a result and give it this name.');
      }
    const invalid = await ask('explain', { results: [{ name: 'x' }] });
    expect([invalid.status, Object.keys(invalid.json.message)]).toEqual([400, ['results.0.key', 'results']]);
  });

  it('is read by several at once and leaves nothing behind', async () => {
    const key = await keep('select * from sales');
    const results = [{ name: 'all', key }];
    const sql = "select count(*) as n from result('all') a, result('ALL') b where a.id = b.id";
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => execute({ sql: `${sql} -- ${at}`, results })),
    );
    expect(answers.map(({ json }) => json.data)).toEqual(Array(6).fill([{ n: 300 }]));
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    const left = await engine.runTrusted(
      "select database_name from duckdb_databases() where database_name like 'result%'",
    );
    expect(left.rowCount).toBe(0);
    for (const from of ['"result: all"', `result_${key.replaceAll('-', '_')}.result`])
      expect((await execute({ sql: `select * from ${from}`, results })).status).not.toBe(200);
  });

  it('is the caller’s own alone, and one that is still kept', async () => {
    const ann = await running.signInAs('ann', ['Alpha', 'sql_lab']);
    const key = await keep('select 1 as secret');
    const sql = "select * from result('theirs')";
    for (const body of [{ sql, results: [{ name: 'theirs', key }] }, { sql, results: [] }, { sql }]) {
      const answer = await execute(body, ann);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('There is no result \\"theirs\\". Pin a result and give it this name.');
    }
    const own = await keep('select 2 as own');
    await rm(path.join(running.app.services.config.dataFolder, 'engine', 'results', `${own}.duckdb`), { force: true });
    const gone = await execute({ sql: "select * from result('own')", results: [{ name: 'own', key: own }] });
    expect(gone.status).toBe(422);
    expect(gone.text).toContain('is not kept any more');
  });

  it('takes a name alone, is read in tables that its reader may see, and is no part of a view', async () => {
    const results = [{ name: 'x', key: await keep('select 1 as a') }];
    for (const sql of [
      "select result('x')",
      "select * from result('x', 'y')",
      "select * from result(concat('x', ''))",
      'select * from result("x")',
      "create view v as select * from result('x')",
      "select *, result('x') from result('x')",
    ])
      expect((await execute({ sql, results })).status, sql).toBeGreaterThanOrEqual(400);
    const place = await execute({ sql: "select *\nfrom result('x') r\nwhere nothing = 1", results });
    expect(place.json.errors[0].extra ?? place.json.errors[0]).toMatchObject({ line: 3, column: 7 });
  });
});
