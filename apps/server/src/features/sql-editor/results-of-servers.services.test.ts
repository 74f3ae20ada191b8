import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const url = serviceUrl('postgresql');

describe.skipIf(!url)('a result of a database on a server', () => {
  let started: InProcessApp;
  let remoteId: number;
  let embeddedId: number;
  let key: string;
  const call = (path: string, body: object) => started.admin.post(`/api/v1/sqllab/${path}/`, body);

  beforeAll(async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`
      DROP TABLE IF EXISTS public.goals, public.deals, public.partners;
      CREATE TABLE public.partners (nr uuid PRIMARY KEY, name text);
      CREATE TABLE public.deals (id int PRIMARY KEY, partner uuid REFERENCES public.partners (nr), amount int);
      INSERT INTO public.partners VALUES ('00000000-0000-0000-0000-00000000002a', 'O''Neil');
      INSERT INTO public.deals VALUES (1, '00000000-0000-0000-0000-00000000002a', 5);
      CREATE TABLE public.goals (region text, due date, moment timestamptz, goal numeric(12,2), big bigint, "Said so" boolean);
      INSERT INTO public.goals SELECT 'r' || i % 3, date '2024-01-01' + i, timestamptz '2024-01-01T12:00Z', i * 1.25,
        9007199254740993 + i, i % 2 = 0 FROM generate_series(1, 900) i;`);
    await client.end();
    started = await startInProcess({ isWarm: true });
    const { store, engines } = started.app.services;
    embeddedId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
    const engine = await engines.getEmbedded(embeddedId);
    await engine.runTrusted(
      "create table main.regions as select 'r' || range as region, 'N' || range as name from range(3)",
    );
    const { hostname: host, port, username, password, pathname } = new URL(url ?? '');
    const parameters = { host, port: Number(port), username, password, database: pathname.slice(1) };
    const made = await started.admin.post('/api/v1/database/', {
      database_name: 'Far away',
      engine: 'postgresql',
      driver: 'pg',
      configuration_method: 'dynamic_form',
      parameters,
      expose_in_sqllab: true,
    });
    expect(made.status, made.text).toBe(201);
    remoteId = made.json.id;
    const run = await call('execute', { database_id: remoteId, sql: 'select * from goals order by due' });
    expect(run.status, run.text).toBe(200);
    key = run.json.query.resultsKey;
  });
  afterAll(() => started.stop());

  it('is a table of the embedded engine, with its types, in runs, plans and estimates', async () => {
    const results = [{ name: 'goals', key }];
    const joined = await call('execute', {
      database_id: embeddedId,
      sql: `select name, count(*) as n, sum(goal)::varchar as goal, max(big)::varchar as big, max(due)::varchar as due,
              max(extract(hour from moment)) as hour, bool_or("Said so") as said
            from result('goals') join regions using (region) group by 1 order by 1`,
      results,
    });
    expect(joined.status, joined.text).toBe(200);
    expect(joined.json.data[0]).toEqual({
      name: 'N0',
      n: 300,
      goal: '169312.50',
      big: '9007199254741893',
      due: '2026-06-19',
      hour: 12,
      said: true,
    });
    const sql = "from result('goals')";
    const planned = await call('explain', { database_id: embeddedId, sql, results, analyze: true });
    expect(planned.json.result.steps.at(-1), planned.text).toMatchObject({ rows: 900 });
    const expected = await call('estimate', { database_id: embeddedId, sql, results });
    expect(expected.json.result, expected.text).toEqual([{ 'Estimated rows': '900' }]);
  });

  it('is drawn as a chart, with its times cut to a grain', async () => {
    const y = [{ column: 'goal', aggregate: 'SUM' }];
    const chart = { type: 'echarts_timeseries_line', x: 'due', grain: 'P1Y', y, split: null };
    const answer = await started.admin.get(
      `/api/v1/sqllab/results/${key}/chart?q=${encodeURIComponent(JSON.stringify({ chart }))}`,
    );
    expect(answer.status, answer.text).toBe(200);
    const [due, goal] = answer.json.result[0].table.columns;
    expect(due.values).toHaveLength(3);
    expect(goal.values.map(Number).reduce((sum: number, one: number) => sum + one, 0)).toBe((900 * 901 * 1.25) / 2);
  });

  it('leads by its foreign keys to the rows of the server', async () => {
    const run = await call('execute', {
      database_id: remoteId,
      sql: 'select d.*, p.name from deals d join partners p on p.nr = d.partner',
    });
    const at = `/api/v1/sqllab/results/${run.json.query.resultsKey}`;
    const { json } = await started.admin.get(`${at}/keys`);
    expect(json.result).toEqual([
      { index: 0, target: null },
      { index: 1, target: { schema: 'public', table: 'partners', column: 'nr' } },
    ]);
    const followed = await started.admin.get(`${at}/follow?q=(row:0,column:1)`);
    expect(followed.status, followed.text).toBe(200);
    const there = await call('execute', { database_id: remoteId, sql: followed.json.result.sql });
    expect(there.json.data, there.text).toMatchObject([{ name: "O'Neil" }]);
  });

  it('is no table of the server itself', async () => {
    const body = { database_id: remoteId, sql: "select * from result('goals')", results: [{ name: 'goals', key }] };
    for (const path of ['execute', 'explain', 'estimate']) {
      const answer = await call(path, body);
      expect([path, answer.status >= 400 && answer.status < 500], answer.text).toEqual([path, true]);
    }
  });
});
