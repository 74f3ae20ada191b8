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
  await engine.runTrusted(
    "create table main.sales as select range as id, 'r' || range % 3 as region from range(5000); create schema desk; create table desk.goals as select 9007199254740993 as goal",
  );
  await store.updateTable('databases').set({ allow_dml: 1 }).execute();
}, 60_000);
afterAll(() => running.stop());

const path = '/api/v1/sqllab/preview/';
const preview = (body: object, client = running.admin) =>
  client.post(path, { database_id: databaseId, schema: 'main', ...body });
/** Never ends by itself, and nothing of it comes soon. */
const endless = 'select count(*) as n from range(10000000) a, range(10000000) b where a.range + b.range = 3';

describe('the first rows of a text that is being written', () => {
  it('are ten, exact, with parameters, results and the schema of a run, and leave no trace', async () => {
    const all = await preview({
      sql: 'select * from {{ t }} order by id -- so far',
      template_params: '{"t": "sales"}',
    });
    expect(all.status, all.text).toBe(200);
    expect(all.json.result).toMatchObject({ state: 'rows', hasMore: true, columnCount: 2, message: null });
    const { table } = all.json.result;
    expect([table.rowCount, table.columns[0].name, table.columns[0].values[9]]).toEqual([10, 'id', 9]);
    const exact = await preview({
      sql: "select goal, repeat('x', 5000) as x, 1.10::decimal(9, 2) as price from goals",
      schema: 'desk',
    });
    expect(exact.json.result.table.columns.map(({ values }: { values: unknown[] }) => values[0])).toEqual([
      '9007199254740993',
      'x'.repeat(200),
      '1.10',
    ]);
    expect(exact.json.result.hasMore).toBe(false);
    const names = Array.from({ length: 100 }, (_, at) => `${at} as c${at}`).join(', ');
    const wide = (await preview({ sql: `select ${names}` })).json.result;
    expect([wide.columnCount, wide.table.columns.length]).toEqual([100, 60]);
    const run = await running.admin.post('/api/v1/sqllab/execute/', {
      database_id: databaseId,
      sql: 'select 7 as kept',
    });
    const results = [{ name: 'before', key: run.json.query.resultsKey }];
    const read = await preview({ sql: "from result('before')", results });
    expect(read.json.result.table.columns[0]).toMatchObject({ name: 'kept', values: [7] });
    expect((await preview({ sql: "from result('other')", results })).json.result.state).toBe('failed');
    const { count } = (await running.admin.get('/api/v1/query/')).json;
    expect(count).toBe(1);
  });

  it('are of what reads alone, through the gate of a run', async () => {
    const { engines } = running.app.services;
    for (const sql of [
      'select from',
      'select 1; select 2',
      'delete from sales',
      'create table x as select 1',
      'explain analyze delete from sales',
      'explain select 1',
      'show tables',
      'pragma version',
      'call pragma_version()',
      "select * from read_text('/etc/passwd')",
      "select getenv('HOME')",
      "select nextval('s')",
      'select nothing from sales',
      'select * from {{ t }}',
      '',
    ]) {
      const answer = await preview({ sql });
      expect([sql, answer.status, answer.json.result?.state], answer.text).toEqual([sql, 200, 'failed']);
      expect(answer.json.result.message).not.toBe('');
    }
    const engine = await engines.getEmbedded(databaseId);
    const left = await engine.runTrusted('select count(*) as n from main.sales', { isExact: false });
    expect(left.columns[0]?.values).toEqual([5000]);
  });

  it('are given up soon, and hold nobody’s run back', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    const held = new AbortController();
    const long = { maxRows: 10, timeoutMs: 120_000, fairnessKey: 'user-1', signal: held.signal, isPreview: true };
    // Statements that differ by a comment alone would be one.
    const glances = [1, 2, 3].map((at) => engine.run({ sql: `${endless} + ${at}`, ...long }).catch(() => null));
    // Behind them or in front of them: it is over when they are at work.
    const { result } = (await preview({ sql: endless })).json;
    expect([result.state, result.table]).toEqual(['slow', null]);
    const sql = 'select 1 as one';
    const run = await running.admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
    expect(run.json.data, run.text).toEqual([{ one: 1 }]);
    held.abort();
    expect(await Promise.all(glances)).toEqual([null, null, null]);
  });

  it('go on while both slots of runs are taken', async () => {
    const runs = new AbortController();
    const execute = (at: number) =>
      fetch(`${running.url}/api/v1/sqllab/execute/`, {
        method: 'POST',
        signal: runs.signal,
        headers: { 'content-type': 'application/json', ...running.admin.headers },
        body: JSON.stringify({ database_id: databaseId, sql: `${endless} -- run ${at}` }),
      }).catch(() => undefined);
    const busy = [execute(1), execute(2)];
    await expect
      .poll(async () => (await running.admin.get('/api/v1/query/')).json.result.filter(isRunning).length)
      .toBe(2);
    const answer = await preview({ sql: 'select 3 as three' });
    expect(answer.json.result.table.columns[0].values).toEqual([3]);
    runs.abort();
    await Promise.all(busy);
  });

  it('are for those who may run SQL and read the tables, of embedded databases that are there', async () => {
    expect((await apiClient(running.url).post(path, { database_id: databaseId, sql: 'select 1' })).status).toBe(401);
    const gamma = await running.signInAs('preview-gamma', ['Gamma']);
    expect((await preview({ sql: 'select 1' }, gamma)).status).toBe(403);
    const clerk = await running.signInAs('preview-clerk', ['sql_lab']);
    expect((await preview({ sql: 'select * from sales' }, clerk)).status).toBe(403);
    expect((await preview({ database_id: 4711, sql: 'select 1' })).status).toBe(404);
    const invalid = await preview({ sql: 'x'.repeat(50_001) });
    expect([invalid.status, Object.keys(invalid.json.message)]).toEqual([400, ['sql']]);
    const { store } = running.app.services;
    await store.updateTable('databases').set({ extra: '{"disable_data_preview": true}' }).execute();
    expect((await preview({ sql: 'select 1' })).status).toBe(422);
    const other = { backend: 'postgresql', extra: '{}' };
    const { backend } = await store.selectFrom('databases').select('backend').executeTakeFirstOrThrow();
    await store.updateTable('databases').set(other).execute();
    expect((await preview({ sql: 'select 1' })).status).toBe(422);
    await store.updateTable('databases').set({ backend }).execute();
  });
});

function isRunning({ status }: { status: string }): boolean {
  return status === 'running';
}
