import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { tableFromIPC } from '@uwdata/flechette';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findRun } from '../../query-runs/index.ts';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `create table sales as select range as id, 'r' || (range % 3) as region, (range * 1.5)::decimal(18,2) as amount,
     timestamp '2026-01-01 00:00:00' + to_hours(range::int) as at from range(5000);
     create table exact as select 9007199254740993::bigint as whole, 12345678901234567890.123::decimal(38,3) as fine,
     timestamp '2026-02-03 04:05:06.789' as at, true as flag, null::varchar as nothing;
     create schema other; create table other.secrets as select 42 as answer`,
  );
}, 60_000);
afterAll(() => running.stop());

const path = '/api/v1/sqllab/execute/';
const execute = (body: object, client: ApiClient = running.admin) =>
  client.post(path, { database_id: databaseId, ...body });
const setDatabase = (change: object) =>
  running.app.services.store.updateTable('databases').set(change).where('id', '=', databaseId).execute();

const untilThere = (clientId: string) => untilRun(clientId, () => true);
const untilEnded = (clientId: string) => untilRun(clientId, (state) => !['pending', 'running'].includes(state));

async function untilRun(clientId: string, isIt: (state: string) => boolean) {
  for (;;) {
    const { result } = (await running.admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    const run = result.find((query: { id: string }) => query.id === clientId);
    if (run && isIt(run.state)) return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a synchronous run', () => {
  it('answers rows, columns and the run with its stored result [SQL-002, SQL-021, API-001]', async () => {
    const sql = 'select region, count(*) as n from sales group by 1 order by 1';
    const answer = await execute({ sql, client_id: 'sync-1', tab: 'T', sql_editor_id: '7', queryLimit: 1000 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'success',
      data: [
        { region: 'r0', n: 1667 },
        { region: 'r1', n: 1667 },
        { region: 'r2', n: 1666 },
      ],
      columns: [
        { column_name: 'region', name: 'region', type: 'VARCHAR', is_dttm: false, type_generic: 1 },
        { column_name: 'n', type: 'BIGINT', type_generic: 0 },
      ],
      rowcount: 3,
      is_cached: false,
      cached_dttm: null,
      expanded_columns: [],
      query: {
        id: 'sync-1',
        dbId: databaseId,
        state: 'success',
        rows: 3,
        progress: 100,
        limit: 1000,
        limitingFactor: 'NOT_LIMITED',
        errorMessage: null,
        sql,
        tab: 'T',
        sqlEditorId: '7',
        ctas: false,
      },
    });
    expect(answer.json.query.executedSql).toBe(`${sql}\nLIMIT 1001`);
    expect(answer.json.selected_columns).toEqual(answer.json.columns);
    expect(answer.json.query_id).toBe(answer.json.query.queryId);
  });

  it('writes integers beyond 2^53 and decimals with every digit, times as ISO text [SQL-045]', async () => {
    const answer = await execute({ sql: 'select * from exact' });
    expect(answer.text).toContain('"whole":9007199254740993,');
    expect(answer.text).toContain('"fine":12345678901234567890.123,');
    expect(answer.json.data[0]).toMatchObject({ at: '2026-02-03T04:05:06.789', flag: true, nothing: null });
  });

  it('keeps a result for each statement, with its state, and those before a statement that fails', async () => {
    const sql = "select 1 as a; select range as b from range(3); select 'x'::int as c; select 4";
    const answer = await execute({ sql, client_id: 'several-1' });
    expect(answer.status).toBe(422);
    const { result } = (await running.admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    const run = result.find((query: { id: string }) => query.id === 'several-1');
    // As the reference's clients know it: the run has failed, and has no result.
    expect(run).toMatchObject({ state: 'failed', resultsKey: null, extra: { statement_count: 4 } });
    const { statements } = run.extra;
    expect(statements).toMatchObject([
      { index: 0, sql: 'select 1 as a', state: 'success', rows: 1, error: null },
      { index: 1, sql: 'select range as b from range(3)', state: 'success', rows: 3 },
      {
        index: 2,
        state: 'failed',
        rows: null,
        resultsKey: null,
        error: expect.stringContaining('[Statement 3 out of 4]'),
      },
    ]);
    const [, { resultsKey: key }] = statements;
    const window = await running.admin.get(`/api/v1/sqllab/results/${key}/window?q=(limit:10)`);
    expect(window.json).toMatchObject({ totalRows: 3, matchedRows: 3, table: { columns: [{ values: [0, 1, 2] }] } });
    const other = await running.signInAs('statement-reader', ['sql_lab', 'Gamma']);
    expect((await other.get(`/api/v1/sqllab/results/${key}/window`)).status).toBe(404);
    const invented = key.replace(/[0-9a-f]{12}$/, '0123456789ab');
    expect((await running.admin.get(`/api/v1/sqllab/results/${invented}/window`)).status).toBe(404);
  });

  it('answers the rows of the last statement as before, and keeps no more results than twenty before it', async () => {
    const sql = Array.from({ length: 50 }, (_, index) => `select ${index} as n`).join(';');
    const { json } = await execute({ sql, client_id: 'several-2' });
    expect(json.data).toEqual([{ n: 49 }]);
    const { statements, statement_count: count } = json.query.extra;
    expect(count).toBe(50);
    expect(statements.map(({ index }: { index: number }) => index)).toEqual([...Array(40).keys(), 49]);
    expect(statements.filter(({ resultsKey }: { resultsKey: string | null }) => resultsKey !== null)).toHaveLength(21);
    expect(statements.at(-1).resultsKey).toBe(json.query.resultsKey);
    expect((await execute({ sql: 'select 1' })).json.query.extra).not.toHaveProperty('statements');
  });

  it('compares two results by the columns of a key, or whole rows', async () => {
    const keyOf = async (sql: string) => (await execute({ sql })).json.query.resultsKey;
    const before = await keyOf(
      "select * from (values (1, 'a', 1.5), (2, 'b', 2.5), (2, 'b', 2.5), (3, null, 0)) t(id, name, n)",
    );
    const after = await keyOf(
      "select * from (values (4, 'new', 9), (2, 'B', 2.5), (1, 'a', 1.5), (2, 'b', 2.5)) t(id, name, n)",
    );
    const compare = (q: string, client: ApiClient = running.admin) =>
      client.get(`/api/v1/sqllab/results/${after}/compare?q=(before:%27${before}%27${q})`);
    const { json } = await compare(',keys:!(id)');
    expect(json).toMatchObject({
      counts: { added: 1, gone: 1, changed: 1, same: 2 },
      repeatedKeys: 1,
      columns: [{ name: 'id', isKey: true }, { name: 'name', isKey: false }, { name: 'n' }],
      kinds: ['added', 'changed', 'gone'],
    });
    expect(json.before.columns[1].values).toEqual([null, 'b', null]);
    expect(json.after.columns[1].values).toEqual(['new', 'B', null]);
    expect(json.before.columns[0].values).toEqual([null, 2, 3]);
    const whole = (await compare('')).json;
    expect(whole.counts).toEqual({ added: 2, gone: 2, changed: 0, same: 2 });
    expect((await compare(',keys:!(id),kinds:!(gone)')).json.kinds).toEqual(['gone']);
    expect((await compare(',keys:!(other)')).status).toBe(422);
    expect((await running.admin.get(`/api/v1/sqllab/results/${after}/compare?q=(keys:!(id))`)).status).toBe(400);
    expect((await running.admin.get(`/api/v1/sqllab/results/${after}/compare?q=(before:none)`)).status).toBe(404);
    const other = await running.signInAs('comparer', ['sql_lab', 'Gamma']);
    expect((await compare('', other)).status).toBe(404);
  });

  it('keeps long values out of windows and first rows, and gives them part by part', async () => {
    const sql = "select repeat('long ', 100000) as text, 1 as id";
    const call = { headers: { accept: 'text/event-stream' } };
    const body = { database_id: databaseId, sql, client_id: 'long-1', preview_rows: 0 };
    const streamed = await running.admin.post(path, body, call);
    expect(streamed.text.length).toBeLessThan(20_000);
    const key = toEvents(streamed.text).at(-1)?.data.query.resultsKey;
    const window = (q: string) => running.admin.get(`/api/v1/sqllab/results/${key}/window?q=${q}`);
    const { json } = await window('(cut:10)');
    expect(json.cuts).toEqual([{ row: 0, column: 0, length: 500_000 }]);
    expect(json.table.columns[0].values).toEqual(['long long ']);
    const cell = (q: string, client: ApiClient = running.admin) =>
      client.get(`/api/v1/sqllab/results/${key}/cell?q=${q}`);
    expect((await cell('(row:0,column:0,from:499990,length:100)')).json).toEqual({
      name: 'text',
      type: 'string',
      nativeType: 'VARCHAR',
      kind: 'text',
      text: 'long long ',
      from: 499_990,
      length: 500_000,
    });
    expect((await cell('(row:0)')).status).toBe(400);
    expect((await cell('(row:0,column:0,length:5000000)')).status).toBe(400);
    expect((await cell('(row:0,column:7)')).status).toBe(422);
    expect((await cell('(row:7,column:0)')).status).toBe(422);
    expect((await cell('(row:0,column:0)', await running.signInAs('cell-reader', ['sql_lab', 'Gamma']))).status).toBe(
      404,
    );
    expect((await running.admin.get('/api/v1/sqllab/results/none/cell?q=(row:0,column:0)')).status).toBe(404);
  });

  it('streams its states, first rows and answer to those who accept events, and plain JSON to others [SQL-002]', async () => {
    const body = {
      database_id: databaseId,
      sql: longSql,
      client_id: 'stream-1',
      queryLimit: 1_000_000,
      preview_rows: 0,
    };
    const answer = await running.admin.post(path, body, { headers: { accept: 'text/event-stream, application/json' } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const events = toEvents(answer.text);
    checkFirstRows(events, 'stream-1');
    const last = events.at(-1);
    expect(last?.name).toBe('answer');
    expect(last?.data).toMatchObject({ status: 'success', data: [], query: { rows: 1_000_000, state: 'success' } });
  });

  it('streams the state of a run that failed, and refuses before it streams what may not run [SQL-018]', async () => {
    const call = { headers: { accept: 'text/event-stream' } };
    const body = { database_id: databaseId, sql: "select 'x'::int", client_id: 'stream-2' };
    const failed = toEvents((await running.admin.post(path, body, call)).text);
    expect(failed.at(-1)?.data).toMatchObject({ state: 'failed' });
    expect(failed.at(-1)?.data.extra.errors[0].message).toContain('x');
    const refused = await running.admin.post(path, { ...body, client_id: 'stream-3', sql: 'selec 1' }, call);
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].error_type).toBe('SYNTAX_ERROR');
  });

  it('gives two columns of one name without losing the run', async () => {
    const answer = await execute({ sql: 'select 1 as a, 2 as a' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.query.rows).toBe(1);
  });

  it('cuts what it shows at the display limit and says so', async () => {
    const short = await startInProcess({ isWarm: true, env: { POWERSET_DISPLAY_MAX_ROW: '5' } });
    const id = (await short.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
    const answer = await short.admin.post(path, { database_id: id, sql: 'select * from range(20)' });
    await short.stop();
    expect(answer.json).toMatchObject({ displayLimitReached: true, query: { rows: 20 } });
    expect(answer.json.data).toHaveLength(5);
  }, 60_000);

  it('runs a write to its end, keeps no more of the rows that it returns than an answer may hold, and says that there are more', async () => {
    const small = await startInProcess({ isWarm: true, env: { POWERSET_SQL_MAX_ROW: '12000' } });
    const { store, engines } = small.app.services;
    const { id } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    await store.updateTable('databases').set({ allow_dml: 1 }).where('id', '=', id).execute();
    await (await engines.getEmbedded(id)).runTrusted('create table n (a hugeint, b decimal(20, 3))');
    const run = (sql: string) => small.admin.post(path, { database_id: id, sql, preview_rows: 1 });
    const { query } = (await run('insert into n select range, range / 8 from range(30000) returning a, b')).json;
    const kept = await small.admin.get(`/api/v1/sqllab/results/${query.resultsKey}/window?q=(offset:11999,limit:5)`);
    const there = await run('select count(*) as n from n');
    await small.stop();
    expect(query).toMatchObject({ rows: 12_000, limitingFactor: 'UNKNOWN', extra: { is_truncated: true } });
    expect(kept.text).toContain('1499.875');
    expect(there.json.data).toEqual([{ n: 30_000 }]);
  }, 60_000);
});

describe('limits', () => {
  it.each([
    ['the editor limits', 'select * from sales', 10, 10, 'DROPDOWN'],
    ['the statement limits', 'select * from sales limit 5', 10, 5, 'QUERY'],
    ['both limit alike', 'select * from sales limit 10', 10, 10, 'QUERY_AND_DROPDOWN'],
    ['nothing was cut', 'select * from sales limit 5000', 100_000, 5000, 'NOT_LIMITED'],
    ['no limit was asked for', 'select * from sales', 0, 5000, 'NOT_LIMITED'],
  ])('%s', async (_name, sql, queryLimit, rows, limitingFactor) => {
    const answer = await execute({ sql, queryLimit });
    expect(answer.json.query).toMatchObject({ rows, limitingFactor });
    expect(answer.json.data).toHaveLength(rows);
  });
});

interface StreamEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any;
}

function toEvents(text: string): readonly StreamEvent[] {
  return text
    .trim()
    .split('\n\n')
    .map((event) => ({
      name: /^event: (\w+)\n/.exec(event)?.[1] ?? '',
      data: JSON.parse(event.replace(/^(event: \w+\n)?data: /, '')),
    }));
}

const longSql = "select range as id, 'row ' || range as label from range(1000000)";

/** 250 rows of a result that had not been counted yet, before the run that says how many there are. */
function checkFirstRows(events: readonly StreamEvent[], clientId: string): void {
  const at = events.findIndex(({ name }) => name === 'rows');
  const done = events.findIndex(({ data }) => data.state === 'success');
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at).toBeLessThan(done);
  expect(events[done - 1]?.data).toMatchObject({ state: 'running', rows: null });
  const { table, client_id: id } = events[at]?.data ?? {};
  expect(id).toBe(clientId);
  expect(table.rowCount).toBe(250);
  expect(table.columns[1].values.slice(0, 2)).toEqual(['row 0', 'row 1']);
  const { rows, extra } = events[done]?.data ?? {};
  expect(rows).toBe(1_000_000);
  expect(extra.first_rows_ms).toBeLessThan(extra.engine_ms);
}

describe('an asynchronous run', () => {
  it('is accepted at once and ends in the background [SQL-002, SQL-019]', async () => {
    const answer = await execute({ sql: 'select 1', client_id: 'async-0', runAsync: true });
    expect(answer.status).toBe(202);
    expect(answer.json.query.state).toBe('pending');
    expect(await untilEnded('async-0')).toMatchObject({ state: 'success', rows: 1 });
  });

  it('keeps its result, which is read by its key [SQL-022, API-002, API-006]', async () => {
    await execute({ sql: 'select * from sales order by id', client_id: 'async-1', runAsync: true });
    const run = await untilEnded('async-1');
    expect(run).toMatchObject({ state: 'success', rows: 5000, progress: 100 });
    const read = await running.admin.get(`/api/v1/sqllab/results/?q=(key:'${run.resultsKey}',rows:2)`);
    expect(read.json.data.map((row: { id: number }) => row.id)).toEqual([0, 1]);
    const kept = { rowcount: 5000, is_cached: true, cached_dttm: new Date(run.endDttm).toISOString() };
    expect(read.json).toMatchObject(kept);
  });

  it('is refused where the database does not allow it [SQL-003]', async () => {
    await setDatabase({ allow_run_async: 0 });
    const answer = await execute({ sql: 'select 1', runAsync: true });
    await setDatabase({ allow_run_async: 1 });
    expect(answer.status).toBe(422);
    expect(answer.json.errors[0].message).toContain('runAsync');
  });

  it('is followed by server-sent events until it has ended', async () => {
    await execute({ sql: 'select count(*) from range(20000000)', client_id: 'follow-1', runAsync: true });
    const answer = await running.admin.get('/api/v1/sqllab/progress/follow-1');
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(toEvents(answer.text).at(-1)?.data).toMatchObject({ id: 'follow-1', state: 'success', rows: 1 });
  });

  it('tells followers how many rows it has read while it runs', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted('create table many as select range as n from range(4000000)');
    const sql = 'select count(distinct md5(n::varchar)) from many';
    await execute({ sql, client_id: 'reading-1', runAsync: true });
    const events = toEvents((await running.admin.get('/api/v1/sqllab/progress/reading-1')).text);
    const read = events.flatMap(({ data }) => data.extra?.rows_read ?? []);
    expect(Math.max(...read)).toBeGreaterThan(0);
    expect(events.at(-1)?.data.extra).not.toHaveProperty('rows_read');
  });

  it('shows its first rows to followers while the rest is still stored', async () => {
    await execute({ sql: longSql, client_id: 'rows-1', runAsync: true, queryLimit: 1_000_000 });
    checkFirstRows(toEvents((await running.admin.get('/api/v1/sqllab/progress/rows-1')).text), 'rows-1');
  });

  it('stops when asked to, and the engine is free again [SQL-004, API-004]', async () => {
    const slow = 'select count(*) from range(100000000) a, range(100000) b where a.range % 7 = b.range % 11';
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    const storing = vi.spyOn(engine, 'storeResult');
    await execute({ sql: slow, client_id: 'slow-1', runAsync: true });
    await expect.poll(() => storing.mock.results.length).toBe(1);
    const stopped = await running.admin.post('/api/v1/query/stop', { client_id: 'slow-1' });
    expect(stopped.json).toEqual({ result: 'OK' });
    const [asked] = storing.mock.results;
    storing.mockRestore();
    // What is only called stopped would go on for hours.
    await expect(asked?.value).rejects.toMatchObject({ details: { code: 'QUERY_STOPPED_ERROR' } });
    expect(await untilEnded('slow-1')).toMatchObject({ state: 'stopped', rows: null });
    expect((await execute({ sql: 'select 1 as one' })).json.data).toEqual([{ one: 1 }]);
  });
});

describe('a synchronous caller that goes away', () => {
  it('takes its run along', async () => {
    const slow = 'select count(*) from range(100000000) a, range(100000) b where a.range % 7 = b.range % 11';
    const controller = new AbortController();
    const call = fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { ...running.admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ database_id: databaseId, sql: slow, client_id: 'gone-1' }),
      signal: controller.signal,
    }).catch(() => undefined);
    await untilThere('gone-1');
    controller.abort();
    await call;
    expect(await untilEnded('gone-1')).toMatchObject({ state: 'stopped' });
  });

  it('takes it along however early it goes: while the request is read, checked or prepared', async () => {
    const slow = (at: number) => `select count(*) + ${at} from range(100000000) a, range(100000) b`;
    const leave = async (at: number) => {
      const body = JSON.stringify({ database_id: databaseId, sql: slow(at), client_id: `early-${at}` });
      const signal = AbortSignal.timeout(1 + (at % 12));
      const headers = { ...running.admin.headers, 'content-type': 'application/json' };
      await fetch(`${running.url}${path}`, { method: 'POST', headers, body, signal }).catch(() => undefined);
    };
    for (let at = 0; at < 36; at += 1) await leave(at);
    const atWork = async () => {
      const { result } = (await running.admin.get('/api/v1/query/?q=(page_size:100)')).json;
      const early = result.filter((run: { client_id: string }) => run.client_id.startsWith('early-'));
      return early.filter((run: { status: string }) => ['pending', 'running'].includes(run.status)).length;
    };
    await expect.poll(atWork, { timeout: 20_000 }).toBe(0);
    expect((await execute({ sql: 'select 42 as answer' })).json.data).toEqual([{ answer: 42 }]);
  }, 60_000);
});

describe('errors', () => {
  it('name the line and column in the whole script [SQL-018]', async () => {
    const sql = 'select 1;\n\nselect\n  regio\nfrom sales';
    const answer = await execute({ sql, client_id: 'error-1' });
    expect(answer.status).toBe(422);
    const [error] = answer.json.errors;
    expect(error).toMatchObject({ error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', extra: { line: 4, column: 3 } });
    expect(error.message).toMatch(/^\[Statement 2 out of 2\] .*regio/);
    const run = await untilEnded('error-1');
    expect(run).toMatchObject({ state: 'failed', errorMessage: error.message });
    expect(run.extra.errors[0].extra.line).toBe(4);
  });

  it('stay with a run that was refused before it began, as its caller was told them [SQL-018]', async () => {
    const misspelt = await execute({ sql: 'select 1,\n  2 fro m sales', client_id: 'refused-1' });
    expect(misspelt.json.errors[0]).toMatchObject({ error_type: 'SYNTAX_ERROR', extra: { line: 2 } });
    const stranger = await running.signInAs('stranger-to-sales', ['sql_lab']);
    const body = { database_id: databaseId, sql: 'select * from sales', client_id: 'refused-2' };
    const forbidden = await stranger.post(path, body);
    expect(forbidden.json.errors[0].extra).toHaveProperty('link');
    for (const [clientId, answer] of [
      ['refused-1', misspelt],
      ['refused-2', forbidden],
    ] as const) {
      const kept = await findRun(running.app.services.store, clientId);
      expect(kept).toMatchObject({ status: 'failed', error_message: answer.json.errors[0].message });
      expect(JSON.parse(kept?.extra_json ?? '{}').errors).toEqual(answer.json.errors);
    }
  });

  it('say what is missing, unknown or doubled', async () => {
    const missing = await running.admin.post(path, {});
    expect(missing.status).toBe(400);
    expect(missing.json.message).toEqual({
      sql: ['Missing data for required field.'],
      database_id: ['Missing data for required field.'],
    });
    expect((await running.admin.post(path, { database_id: 999, sql: 'select 1' })).status).toBe(404);
    await execute({ sql: 'select 1', client_id: 'twice' });
    expect((await execute({ sql: 'select 1', client_id: 'twice' })).status).toBe(409);
    expect((await execute({ sql: ' -- nothing' })).status).toBe(400);
    expect((await execute({ sql: 'selec 1' })).json.errors[0].error_type).toBe('SYNTAX_ERROR');
  });
});

describe('who may run what', () => {
  it('needs a sign-in and the permission of the SQL editor', async () => {
    const visitor = await fetch(`${running.url}${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(visitor.status).toBe(401);
    const gamma = await running.signInAs('plain-gamma', ['Gamma']);
    expect((await execute({ sql: 'select 1' }, gamma)).status).toBe(403);
  });

  it('names the tables that the user may not read, however they are hidden in the query', async () => {
    const analyst = await running.signInAs('analyst', ['Gamma', 'sql_lab']);
    const sql = 'with x as (select * from other.secrets) select (select count(*) from sales), x.* from x';
    const answer = await execute({ sql }, analyst);
    expect(answer.status).toBe(403);
    const [error] = answer.json.errors;
    expect(error.error_type).toBe('TABLE_SECURITY_ACCESS_ERROR');
    expect(error.message).toMatch(/`other\.secrets`.*`all_database_access` or `all_datasource_access` permission/);
    expect(error.extra.tables.sort()).toEqual(['other.secrets', 'sales']);
    expect((await execute({ sql: 'select 1' }, analyst)).status).toBe(404);
  });

  it('asks for the permission on the table that the chosen schema means, and reads that one', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted(
      "create schema open; create table open.pay as select 'small' as pay; create table pay as select 'secret' as pay; create table closed_only as select 'secret' as pay",
    );
    const clerk = await running.signInAs('clerk', ['sql_lab']);
    const { store } = running.app.services;
    const role = await store.selectFrom('roles').selectAll().where('name', '=', 'sql_lab').executeTakeFirstOrThrow();
    const { database_name: name } = await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow();
    const grant = { role_id: role.id, permission: 'schema_access', view: `[${name}].[open]` };
    await store.insertInto('role_permissions').values(grant).execute();
    running.app.services.accounts.forget();
    const sql = 'select * from pay';
    const open = await execute({ sql, schema: 'open' }, clerk);
    expect(open.json.data, open.text).toEqual([{ pay: 'small' }]);
    expect(open.json.query.schema).toBe('open');
    expect((await execute({ sql, schema: 'main' }, clerk)).status).toBe(403);
    expect((await execute({ sql }, clerk)).status).toBe(403);
    expect((await execute({ sql: 'select * from main.pay', schema: 'open' }, clerk)).status).toBe(403);
    const stray = await execute({ sql: 'select * from closed_only', schema: 'open' }, clerk);
    expect(stray.json.errors[0].error_type).toBe('TABLE_DOES_NOT_EXIST_ERROR');
    expect(stray.text).not.toContain('secret');
    const check = `/api/v1/database/${databaseId}/validate_sql/`;
    expect((await running.admin.post(check, { sql: 'select pay from pay', schema: 'open' })).json.result).toEqual([]);
    expect((await running.admin.post(check, { sql: 'select id from sales', schema: 'open' })).json.result).toHaveLength(
      1,
    );
    await store.deleteFrom('role_permissions').where('view', '=', grant.view).execute();
    running.app.services.accounts.forget();
  });

  it('gives a virtual dataset of bare names the rows of its own schema', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted(
      "create schema east; create table east.places as select 'east' as side; create schema west; create table west.places as select 'west' as side",
    );
    const sides = [];
    for (const schema of ['east', 'west']) {
      const dataset = {
        database: databaseId,
        schema,
        sql: 'select side from places',
        table_name: `places of ${schema}`,
      };
      const { id } = (await running.admin.post('/api/v1/dataset/', dataset)).json;
      const query = { columns: ['side'], metrics: [], orderby: [], row_limit: 10 };
      const body = { datasource: { id, type: 'table' }, queries: [query], result_format: 'json', result_type: 'full' };
      sides.push((await running.admin.post('/api/v1/chart/data', body)).json.result[0].data);
    }
    expect(sides).toEqual([[{ side: 'east' }], [{ side: 'west' }]]);
  });

  it("keeps a run's result from other users, but not from those who may see all", async () => {
    const key = (await execute({ sql: 'select 7 as mine', client_id: 'private-1' })).json.query.resultsKey;
    const other = await running.signInAs('other', ['Alpha', 'sql_lab']);
    for (const address of [
      `/api/v1/sqllab/results/?q=(key:'${key}')`,
      `/api/v1/sqllab/results/${key}/window`,
      `/api/v1/sqllab/results/${key}/profile`,
      `/api/v1/sqllab/results/${key}/column?q=(column:0)`,
      `/api/v1/sqllab/results/${key}/values?q=(column:0)`,
      `/api/v1/sqllab/results/${key}/export`,
      '/api/v1/sqllab/export/private-1/',
      '/api/v1/sqllab/progress/private-1',
    ])
      expect((await other.get(address)).status, address).toBe(404);
    expect((await other.post('/api/v1/query/stop', { client_id: 'private-1' })).status).toBe(404);
    await execute({ sql: 'select 8', client_id: 'others-1' }, other);
    expect((await running.admin.get('/api/v1/sqllab/export/others-1/')).status).toBe(200);
  });
});

describe('writing', () => {
  it.each([
    'create table t (a int)',
    'drop table sales',
    "insert into sales values (1, 'x', 1, now())",
    'delete from sales',
  ])('refuses %s unless the database allows it', async (sql) => {
    const answer = await execute({ sql });
    expect(answer.status).toBe(403);
    expect(answer.json.errors[0]).toMatchObject({
      error_type: 'DML_NOT_ALLOWED_ERROR',
      message: 'Only `SELECT` statements are allowed against this database',
    });
  });

  it('asks before it destroys what no condition names, when the caller wants to be asked, and notes no run', async () => {
    await setDatabase({ allow_dml: 1 });
    await execute({ sql: 'create table doomed as select 1 as a' });
    const sql = "select 'drop table x'; update doomed set a = 2 where a = 1; delete from doomed; drop table doomed";
    const asked = await execute({ sql, refuse_destructive: true, client_id: 'asked-1' });
    expect(asked.status).toBe(409);
    expect(asked.json.errors[0]).toMatchObject({
      error_type: 'DESTRUCTIVE_SQL_ERROR',
      message: 'The script destroys what no condition names: DELETE doomed; DROP doomed',
      extra: {
        statements: [
          { kind: 'DELETE', tables: ['doomed'] },
          { kind: 'DROP', tables: ['doomed'] },
        ],
      },
    });
    expect((await execute({ sql: 'select a from doomed', refuse_destructive: true })).json.data).toEqual([{ a: 1 }]);
    // The same run starts once it is confirmed, under the same id.
    expect((await execute({ sql, client_id: 'asked-1' })).status).toBe(200);
    expect((await execute({ sql: 'select a from doomed' })).status).toBe(422);
    await setDatabase({ allow_dml: 0 });
    const refused = await execute({ sql: 'delete from sales', refuse_destructive: true });
    expect(refused.json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR');
  });

  it('asks before a table that is there is replaced, and not where there is none', async () => {
    await setDatabase({ allow_dml: 1 });
    const replace = (table: string, schema?: string) =>
      execute({ sql: `create or replace table ${table} as select 1 as a`, schema, refuse_destructive: true });
    expect((await replace('replaced')).status).toBe(200);
    for (const table of ['replaced', '"REPLACED"', 'main.replaced']) {
      const asked = await replace(table, 'main');
      expect([table, asked.status], asked.text).toEqual([table, 409]);
      expect(asked.json.errors[0].extra.statements[0].kind).toBe('REPLACE');
    }
    await execute({ sql: 'drop table replaced' });
    await setDatabase({ allow_dml: 0 });
  });

  it('runs scripts that write where it is allowed', async () => {
    await setDatabase({ allow_dml: 1 });
    const answer = await execute({
      sql: 'create table made as select 1 as a; insert into made values (2); select sum(a) as s from made',
    });
    await setDatabase({ allow_dml: 0 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toEqual([{ s: 3 }]);
  });

  it('keeps and shows the rows that a write returns, however it was run [SQL-021]', async () => {
    await running.app.services.engines
      .getEmbedded(databaseId)
      .then((engine) =>
        engine.runTrusted('create table notes (id bigint, fee decimal(30, 2), seen timestamp, said varchar)'),
      );
    await setDatabase({ allow_dml: 1, allow_run_async: 1 });
    const values =
      "(9007199254740993, 12345678901234567890.10, timestamp '2026-02-03 04:05:06.7', 'a'), (2, null, null, 'b')";
    const inserted = await execute({ sql: `insert into notes values ${values} returning *, upper(said) as loud` });
    const updated = await execute({
      sql: "update notes set said = 'c' where id = 2 returning id, said",
      preview_rows: 0,
    });
    await execute({ sql: 'delete from notes where id = 2 returning said', runAsync: true, client_id: 'returned' });
    const deleted = await untilEnded('returned');
    const counted = await execute({ sql: 'delete from notes' });
    await setDatabase({ allow_dml: 0, allow_run_async: 0 });
    expect(inserted.status, inserted.text).toBe(200);
    expect(inserted.text).toContain(
      '[{"id":9007199254740993,"fee":12345678901234567890.10,"seen":"2026-02-03T04:05:06.7","said":"a","loud":"A"},{"id":2,"fee":null,"seen":null,"said":"b","loud":"B"}]',
    );
    const rowsOf = async (key: string) => (await running.admin.get(`/api/v1/sqllab/results/${key}/window`)).json;
    expect(updated.json.query).toMatchObject({ rows: 1, resultsKey: expect.any(String) });
    expect(deleted).toMatchObject({ state: 'success', rows: 1, resultsKey: expect.any(String) });
    expect((await rowsOf(deleted.resultsKey)).table.columns[0]).toMatchObject({ name: 'said', values: ['c'] });
    expect(counted.json).toMatchObject({ data: [{ Count: 1 }], query: { resultsKey: null } });
  });

  it('makes a table or view of a query where the database allows that [SQL-017]', async () => {
    const body = {
      sql: 'select region from sales',
      select_as_cta: true,
      ctas_method: 'TABLE',
      tmp_table_name: 'made_by_ctas',
    };
    expect((await execute(body)).status).toBe(422);
    await setDatabase({ allow_ctas: 1, allow_cvas: 1 });
    const answer = await execute({ ...body, queryLimit: 7 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.query).toMatchObject({ ctas: true, tempTable: 'made_by_ctas', state: 'success' });
    expect((await execute({ sql: 'select count(*) as n from made_by_ctas' })).json.data).toEqual([{ n: 7 }]);
    const view = await execute({ ...body, ctas_method: 'VIEW', sql: 'select 1; select 2' });
    expect(view.json.errors[0].message).toMatch(/^CVAS \(create view as select\) can only be run/);
    const table = await execute({ ...body, sql: 'select 1; explain select 1' });
    expect(table.json.errors[0].message).toMatch(/^CTAS \(create table as select\) can only be run/);
    await setDatabase({ allow_ctas: 0, allow_cvas: 0 });
  });
});

describe('attacks through SQL', () => {
  it.each([
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select content from read_blob('powerset.duckdb')",
    "copy (select 1) to '/tmp/powerset-attack.csv'",
    "copy sales to '/tmp/powerset-attack.csv'",
    "attach '/tmp/x.db' as x",
    "attach '../metadata.db' as m (type sqlite)",
    "select * from sqlite_scan('metadata.db', 'users')",
    'install httpfs',
    "load 'httpfs'",
    "set memory_limit = '1TB'",
    'pragma database_list',
    "select * from query('select 1')",
    "select * from query_table('sales')",
    "select getenv('HOME')",
    'select * from duckdb_settings()',
    "select 1; copy (select 1) to '/tmp/powerset-attack.csv'",
    "export database '/tmp/powerset-attack'",
    "call enable_logging(storage = 'file')",
  ])('refuses %s, also where writing is allowed', async (sql) => {
    for (const allow_dml of [0, 1]) {
      await setDatabase({ allow_dml });
      const answer = await execute({ sql });
      await setDatabase({ allow_dml: 0 });
      expect(answer.status, `${sql}: ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('root:');
    }
  });
});

describe('a stored result', () => {
  let key: string;
  beforeAll(async () => {
    const answer = await execute({
      sql: 'select * from sales order by id',
      preview_rows: 0,
      client_id: 'kept-1',
      tab: 'My täb',
    });
    expect(answer.json.data).toEqual([]);
    key = answer.json.query.resultsKey;
  });
  const window = (q: string) => running.admin.get(`/api/v1/sqllab/results/${key}/window?q=${encodeURIComponent(q)}`);

  it('is read in windows, sorted, searched and filtered by the engine [SQL-005]', async () => {
    const plain = (await window('(offset:4990,limit:20)')).json;
    expect(plain).toMatchObject({ offset: 4990, totalRows: 5000, matchedRows: 5000 });
    expect(plain.table.columns[0].values).toHaveLength(10);
    const sorted = (await window('(limit:2,sort:!((column:id,descending:!t)))')).json;
    expect(sorted.table.columns[0].values.map(Number)).toEqual([4999, 4998]);
    const found = (await window("(limit:5,search:'r2',filters:!((column:id,operator:'<',value:10)))")).json;
    expect(found.matchedRows).toBe(3);
    expect(found.table.columns[0].values.map(Number)).toEqual([2, 5, 8]);
    expect(found.table.columns[2].values).toEqual(['3.00', '7.50', '12.00']);
  });

  it('is read as Arrow too', async () => {
    const answer = await running.admin.get(`/api/v1/sqllab/results/${key}/window?format=arrow&q=(limit:100)`);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    expect(answer.bytes.length).toBeGreaterThan(500);
  });

  it('refuses a question that makes no sense, and names what is wrong', async () => {
    expect((await window('(sort:!((column:nope)))')).status).toBe(422);
    expect((await window("(filters:!((column:id,operator:'~',value:1)))")).status).toBe(400);
    expect((await window('(limit:1000000)')).status).toBe(400);
    expect((await window("(filters:!((column:id,operator:'=',value:'1 or 1=1')))")).status).toBe(422);
  });

  it('is profiled column by column', async () => {
    const { columns, rowCount } = (await running.admin.get(`/api/v1/sqllab/results/${key}/profile`)).json;
    expect(rowCount).toBe(5000);
    expect(columns[1]).toMatchObject({ name: 'region', nullShare: 0, distinctCount: 3 });
    expect(columns[0].histogram).toHaveLength(24);
  });

  it('tells all of one column, and its values, over the rows that filters leave', async () => {
    const about = (what: 'column' | 'values', q: string) =>
      running.admin.get(`/api/v1/sqllab/results/${key}/${what}?q=${encodeURIComponent(q)}`);
    const filters = 'filters:!((column:region,operator:in,values:!(r0,!n)))';
    const detail = await about('column', `(column:0,${filters})`);
    expect(detail.json).toMatchObject({ name: 'id', rowCount: 1667, filledCount: 1667, min: '0', max: '4998' });
    expect(detail.json.quantiles.p50).toBe(2499);
    const values = await about('values', '(column:1,find:R1)');
    expect(values.json).toEqual({ values: [{ value: 'r1', count: 1667, isCut: false }], valueCount: 1 });
    expect((await about('column', '(column:99)')).status).toBe(422);
    expect((await about('column', '(column:first)')).json.errors[0].message).toContain('column');
    expect((await about('values', '(column:1,limit:5000)')).status).toBe(400);
    expect((await running.admin.get('/api/v1/sqllab/results/nothing/column?q=(column:0)')).status).toBe(404);
  });

  it('has its filters put into its statement, which then gives the same rows', async () => {
    const sql =
      "select i as id, case when i % 3 = 0 then null else 'r' || i % 3 end as region, timestamp '2026-01-01' + to_hours(i::int) as at, i % 2 = 0 as even from range(100) t(i)";
    const { query } = (await execute({ sql })).json;
    const address = (what: string) => `/api/v1/sqllab/results/${query.resultsKey}/${what}`;
    const put = (body: object) => running.admin.post(address('filter_sql'), { sql, ...body });
    for (const filters of [
      [{ column: 'region', operator: 'in', values: ['r1', null] }],
      [{ column: 'region', operator: 'not in', values: ['r1'] }],
      [{ column: 'region', operator: 'not in', values: ['r1', null] }],
      [{ column: 'region', operator: '!=', value: 'r1' }],
      [{ column: 'region', operator: 'contains', value: 'R1' }],
      [{ column: 'region', operator: 'contains', value: '_' }],
      [{ column: 'even', operator: '=', value: 'true' }],
      [
        { column: 'at', operator: '>=', value: '2026-01-02' },
        { column: 'at', operator: '<', value: '2026-01-03 06:00:00' },
        { column: 'id', operator: '!=', value: 30 },
      ],
    ]) {
      const text = (await put({ filters })).json.result;
      const q = encodeURIComponent(JSON.stringify({ filters, limit: 0 }));
      const { matchedRows } = (await running.admin.get(`${address('window')}?q=${q}`)).json;
      expect((await execute({ sql: text, queryLimit: 1000 })).json.query.rows, text).toBe(matchedRows);
    }
    const also = [{ column: 'even', operator: '=', value: 'true' }];
    for (const [search, filters] of [
      ['R1', []],
      ['_', []],
      ["'", []],
      ['2026-01-02', also],
    ] as const) {
      const text = (await put({ filters, search })).json.result;
      const q = encodeURIComponent(JSON.stringify({ filters, search, limit: 0 }));
      const { matchedRows } = (await running.admin.get(`${address('window')}?q=${q}`)).json;
      expect((await execute({ sql: text, queryLimit: 1000 })).json.query.rows, text).toBe(matchedRows);
    }
    const filters = [{ column: 'id', operator: '=', value: "1' or 1=1" }];
    expect((await put({ filters })).status).toBe(422);
    expect((await put({ filters: [{ column: 'nope', operator: 'is null' }] })).json.errors[0].message).toContain(
      'nope',
    );
    expect((await put({ sql: 'drop table t', filters: [{ column: 'id', operator: 'is null' }] })).status).toBe(422);
    expect((await put({ filters: [] })).json.errors[0].message).toContain('filters');
    expect((await put({ filters: [], search: 'x'.repeat(2000) })).status).toBe(400);
    expect((await running.admin.post('/api/v1/sqllab/results/none/filter_sql', { sql, filters })).status).toBe(404);
    const other = await running.signInAs('filterer', ['Alpha', 'sql_lab']);
    expect((await other.post(address('filter_sql'), { sql, filters })).status).toBe(404);
  });

  it('is exported by a form under a name of the caller’s, as newer pages of the reference ask for it', async () => {
    const usual = await running.admin.get('/api/v1/sqllab/export/kept-1/');
    const ask = (fields: Readonly<Record<string, string>>, client = running.admin) =>
      client.send('POST', '/api/v1/sqllab/export_streaming/', { form: new URLSearchParams(fields) });
    const named = await ask({ client_id: 'kept-1', filename: '../Sales of March', expected_rows: '50000' });
    expect([named.status, named.text === usual.text]).toEqual([200, true]);
    expect(named.headers.get('content-disposition')).toContain('filename=".._Sales of March.csv"');
    expect((await ask({ client_id: 'kept-1' })).headers.get('content-disposition')).toContain('sqllab_My_t_b_');
    expect((await ask({ client_id: 'none' })).status).toBe(404);
    expect((await ask({ filename: 'x' })).json.message).toHaveProperty('client_id');
    const stranger = await running.signInAs('streamer', ['Alpha', 'sql_lab']);
    expect((await ask({ client_id: 'kept-1' }, stranger)).status).toBe(404);
    const reader = await running.signInAs('no-streamer', ['Gamma']);
    expect((await ask({ client_id: 'kept-1' }, reader)).status).toBe(403);
  });

  it('is exported in every format, the reference call as CSV', async () => {
    const csv = await running.admin.get('/api/v1/sqllab/export/kept-1/');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="sqllab_My_t_b_\d{8}T\d{6}\.csv"/);
    expect(csv.text.split('\n').slice(0, 2)).toEqual(['id,region,amount,at', '0,r0,0.00,2026-01-01 00:00:00']);
    const file = (format: string, q = '') =>
      running.admin.get(`/api/v1/sqllab/results/${key}/export?format=${format}${q}`);
    expect(JSON.parse((await file('json', "&q=(filters:!((column:id,operator:'=',value:7)))")).text)).toHaveLength(1);
    expect(new TextDecoder().decode((await file('parquet')).bytes.slice(0, 4))).toBe('PAR1');
    const arrow = await file('arrow');
    expect(arrow.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    expect(arrow.headers.get('content-disposition')).toContain('.arrow"');
    expect(tableFromIPC(arrow.bytes).getChild('region').at(1)).toBe('r1');
    const book = await file('xlsx');
    expect(new TextDecoder().decode(book.bytes.slice(0, 2))).toBe('PK');
    expect(book.bytes.length).toBeGreaterThan(50_000);
    expect((await file('exe')).status).toBe(400);
  });

  it('is exported without formulas as CSV and XLSX, and as it is as JSON', async () => {
    const sql = `select '=1+1' as "@head", -5 as n union all select '-7', 8`;
    const { resultsKey } = (await execute({ sql })).json.query;
    const file = (format: string) => running.admin.get(`/api/v1/sqllab/results/${resultsKey}/export?format=${format}`);
    expect((await file('csv')).text).toBe("'@head,n\n'=1+1,-5\n-7,8\n");
    const sheet = strFromU8(unzipSync((await file('xlsx')).bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect([...sheet.matchAll(/<t [^>]*>([^<]*)|<v>([^<]*)/g)].map(([, text, number]) => text ?? number)).toEqual([
      "'@head",
      'n',
      "'=1+1",
      '-5',
      '-7',
      '8',
    ]);
    expect(JSON.parse((await file('json')).text)[0]).toEqual({ '@head': '=1+1', n: -5 });
  });

  it('holds dates in a workbook as dates, and says of a text that it was cut', async () => {
    const sql = "select date '2026-11-23' as day, timestamp '2026-11-23 18:00:00' as at, repeat('a', 40000) as long";
    const { resultsKey } = (await execute({ sql })).json.query;
    const book = unzipSync((await running.admin.get(`/api/v1/sqllab/results/${resultsKey}/export?format=xlsx`)).bytes);
    const part = (name: string) => strFromU8(book[`xl/${name}.xml`] ?? new Uint8Array());
    expect(part('worksheets/sheet1')).toContain('<c s="1"><v>46349</v></c><c s="2"><v>46349.75</v></c>');
    expect(part('worksheets/sheet1')).toContain('a … [cut: 40000 characters]');
    expect(part('styles')).toContain('<numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/>');
  });

  it('says in a workbook what is no figure as the grid does', async () => {
    const { json, text } = await execute({
      sql: `select '-inf'::double as low, 'nan'::double as none, date '0044-03-15 (BC)' as ides`,
    });
    expect(text).toContain('[{"low":"-Infinity","none":"NaN","ides":"0044-03-15 (BC)"}]');
    const book = await running.admin.get(`/api/v1/sqllab/results/${json.query.resultsKey}/export?format=xlsx`);
    const sheet = strFromU8(unzipSync(book.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect([...sheet.matchAll(/<t [^>]*>([^<]*)/g)].slice(3).map(([, cell]) => cell)).toEqual([
      '-Infinity',
      'NaN',
      '0044-03-15 (BC)',
    ]);
  });

  it('answers 410 once it is gone, and 404 for a key that never was', async () => {
    const doomed = (await execute({ sql: 'select 1' })).json.query.resultsKey;
    await running.app.services.engines.results.deleteResult(doomed);
    const gone = await running.admin.get(`/api/v1/sqllab/results/?q=(key:'${doomed}')`);
    expect(gone.status).toBe(410);
    expect(gone.json.errors[0]).toMatchObject({
      error_type: 'RESULTS_BACKEND_ERROR',
      message: 'Data could not be retrieved from the results backend. You need to re-run the original query.',
    });
    const never = await running.admin.get("/api/v1/sqllab/results/?q=(key:'never')");
    expect(never.status).toBe(404);
    expect(never.json.errors[0].message).toMatch(/^The query associated with these results could not be found/);
    expect((await running.admin.get('/api/v1/sqllab/results/?q=(rows:1)')).status).toBe(400);
  });
});

describe('the rest of the editor', () => {
  it('starts from databases, tabs and recent runs', async () => {
    const { result } = (await running.admin.get('/api/v1/sqllab/')).json;
    expect(result.databases[String(databaseId)]).toMatchObject({
      ...{ id: databaseId, backend: 'duckdb', allow_dml: false, default_schema: 'main' },
    });
    expect(result.queries['sync-1'].state).toBe('success');
    expect(result).toMatchObject({ active_tab: null, tab_state_ids: [] });
  });

  it('keeps lasting links to queries, under the address that the reference gives them', async () => {
    const link = { sql: 'select 1 as shared', dbId: databaseId, schema: 'main', name: 'Shared', autorun: true };
    const made = await running.admin.post('/api/v1/sqllab/permalink', { ...link, catalog: null, templateParams: null });
    expect(made.status, made.text).toBe(201);
    const { key, url } = made.json;
    expect(url).toBe(`${running.url}/sqllab/p/${key}/`);
    const read = await running.admin.get(`/api/v1/sqllab/permalink/${key}`);
    expect([read.status, read.json]).toEqual([200, { ...link, catalog: null, templateParams: null }]);
    const post = (body: object, client = running.admin) => client.post('/api/v1/sqllab/permalink', body);
    expect((await post({ dbId: databaseId })).status).toBe(400);
    expect((await post({ ...link, dbId: 'x' })).text).toContain('dbId');
    expect((await post({ ...link, catalog: 'lake' })).text).toContain('catalog');
    expect((await post({ ...link, dbId: 9999 })).status).toBe(404);
    expect((await running.admin.get('/api/v1/sqllab/permalink/unknown')).status).toBe(404);
    expect((await fetch(`${running.url}/api/v1/sqllab/permalink/${key}`)).status).toBe(401);
    const viewer = await running.signInAs('linked', ['Gamma']);
    expect((await viewer.get(`/api/v1/sqllab/permalink/${key}`)).status).toBe(403);
    expect((await post(link, viewer)).status).toBe(403);
    const stranger = await running.signInAs('unlinked', ['Gamma', 'sql_lab']);
    expect((await post(link, stranger)).status).toBe(404);
  });

  it('says why a cost cannot be estimated [SQL-028]', async () => {
    const ask = () => running.admin.post('/api/v1/sqllab/estimate/', { database_id: databaseId, sql: 'select 1' });
    const flags = running.app.services.config.featureFlags as Record<string, boolean>;
    flags.ESTIMATE_QUERY_COST = false;
    const off = await ask();
    flags.ESTIMATE_QUERY_COST = true;
    expect([off.status, off.text]).toEqual([422, expect.stringContaining('turned off')]);
    expect((await ask()).status).toBe(200);
  });

  it("tells what a table's column holds, to those who may read it", async () => {
    const address = `/api/v1/sqllab/column_profile?database_id=${databaseId}&schema=main&table=sales&column=region`;
    const { result } = (await running.admin.get(address)).json;
    expect(result).toMatchObject({ rowCount: 5000, nullShare: 0, distinctCount: 3, min: 'r0', max: 'r2' });
    expect(result.topValues).toHaveLength(3);
    const analyst = await running.signInAs('analyst-2', ['Gamma', 'sql_lab']);
    expect((await analyst.get(address)).status).toBe(403);
    expect((await running.admin.get(`${address}x`)).status).toBe(404);
  });

  it('opens by a form and answers with a page whose key holds what came along [SQL-013, API-060]', async () => {
    const browser = await running.signInByCookie();
    const form = new URLSearchParams({
      datasourceKey: '1__table',
      sql: 'select 1',
      csrf_token: browser.headers['x-csrftoken'] ?? '',
    });
    const answer = await browser.send('POST', '/superset/sqllab/', { form });
    expect(answer.status).toBe(303);
    const key = /^\/superset\/sqllab\/\?id=(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1];
    expect((await browser.get(`/kv/${key}`)).json).toEqual({ datasourceKey: '1__table', sql: 'select 1' });
    const inside = JSON.stringify({ datasourceKey: '2__table', sql: 'select 2' });
    const cookie = { cookie: browser.headers.cookie ?? '' };
    const open = (headers: Record<string, string>) =>
      fetch(`${running.url}/superset/sqllab/`, {
        method: 'POST',
        body: new URLSearchParams({ form_data: inside }),
        headers: { ...cookie, ...headers },
        redirect: 'manual',
      });
    const bare = await open({ origin: running.url });
    expect(bare.status).toBe(303);
    const second = bare.headers.get('location')?.split('=')[1];
    expect((await browser.get(`/kv/${second}`)).text).toBe(inside);
    expect((await open({ origin: 'https://elsewhere.example' })).status).toBe(403);
    const wrong = new URLSearchParams({ datasourceKey: '<x>', csrf_token: browser.headers['x-csrftoken'] ?? '' });
    expect((await browser.send('POST', '/superset/sqllab/', { form: wrong })).status).toBe(400);
  });
});
