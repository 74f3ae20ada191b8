import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAwayStore } from '../../metadata/away-store-for-tests.ts';
import { createScheduler, type SchedulerOptions } from './scheduler.ts';
import { endRun } from './store.ts';

const path = '/api/v1/schedule/';
const start = Date.parse('2026-03-02T05:00:00Z');
const every = { cron: '0 6 * * *', timezone: 'UTC' };
const query = { label: 'Orders', db_id: 1, schema: 'main', sql: 'select 41 + 1 as answer' };
let time = start;
let running: InProcessApp;
let analyst: ApiClient;

beforeAll(async () => {
  running = await startInProcess({
    now: () => new Date(time),
    env: { POWERSET_SCHEDULE_RUNS: '1', POWERSET_SQLLAB_MAX_ROW: '1000' },
  });
  analyst = await running.signInAs('ann', ['Alpha', 'sql_lab']);
  const engine = await running.app.services.engines.getEmbedded(1);
  await engine.runTrusted('create table secrets (a int)');
});
afterAll(() => running.stop());
beforeEach(async () => {
  await running.app.schedules.idle();
  await running.app.services.store.deleteFrom('schedules').execute();
  time = start;
});

async function schedule(api: ApiClient, change: object = {}, sql = query.sql): Promise<number> {
  const made = await api.post(path, { query: { ...query, sql }, ...every, ...change });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

/** The clock strikes; afterwards it is put back, as nobody's token lasts for days. */
async function tickAt(at: string): Promise<void> {
  time = Date.parse(at);
  await running.app.schedules.tick();
  time = start;
}

/** The clock strikes, and everything that it starts comes to its end. */
async function strike(at: string): Promise<void> {
  time = Date.parse(at);
  await running.app.schedules.tick();
  await running.app.schedules.idle();
  time = start;
}

const runsOf = async (api: ApiClient, id: number) => (await api.get(`${path}${id}/run`)).json.result;

describe('schedules', () => {
  it('are made with their query, read, changed, paused, resumed and deleted [SQL-029]', async () => {
    const made = await analyst.post(path, { query, ...every });
    expect(made.status, made.text).toBe(201);
    const { id, result } = made.json;
    expect(result).toMatchObject({
      label: 'Orders',
      database: { id: 1, database_name: 'Powerset' },
      cron_fields: { minutes: [0], hours: [6], days: null, months: null, weekdays: null },
      next_run_on: '2026-03-02T06:00:00.000Z',
      last_run: null,
      is_active: true,
      owner: { first_name: 'ann' },
    });
    expect((await analyst.get(`/api/v1/saved_query/${result.saved_query_id}`)).json.result.sql).toBe(query.sql);
    const moved = await analyst.put(`${path}${id}`, { cron: '30 7 * * 1', timezone: 'Europe/Berlin' });
    expect(moved.json.result.next_run_on).toBe('2026-03-02T06:30:00.000Z');
    const paused = await analyst.put(`${path}${id}`, { is_active: false });
    expect(paused.json.result).toMatchObject({ is_active: false, next_run_on: null, cron: '30 7 * * 1' });
    await strike('2026-03-09T12:00:00Z');
    expect(await runsOf(analyst, id)).toEqual([]);
    const resumed = await analyst.put(`${path}${id}`, { is_active: true });
    expect(resumed.json.result.next_run_on).toBe('2026-03-02T06:30:00.000Z');
    expect((await analyst.get(path)).json).toMatchObject({ count: 1, ids: [id] });
    expect((await analyst.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await analyst.get(`${path}${id}`)).status).toBe(404);
    expect((await analyst.get(`/api/v1/saved_query/${result.saved_query_id}`)).status).toBe(200);
  });

  it('say what their times are before they are made', async () => {
    const preview = (cron: string, timezone: string) =>
      analyst.get(`${path}preview?${new URLSearchParams({ cron, timezone })}`);
    expect((await preview('0 6 * * 1-5', 'Europe/Berlin')).json.result).toEqual({
      cron_fields: { minutes: [0], hours: [6], days: null, months: null, weekdays: [1, 2, 3, 4, 5] },
      times: ['2026-03-03T05:00:00.000Z', '2026-03-04T05:00:00.000Z', '2026-03-05T05:00:00.000Z'],
    });
    expect((await preview('0 25 * * *', 'UTC')).json.message).toEqual({
      cron: [expect.stringContaining('The hour is 0 to 23')],
    });
    expect((await preview('* * * * *', 'UTC')).json.message).toEqual({
      cron: ['Leave at least 5 minutes between two runs.'],
    });
    const wrongZone = await preview('0 6 * * *', 'Mars/Olympus');
    expect([wrongZone.status, Object.keys(wrongZone.json.message)]).toEqual([422, ['timezone']]);
  });

  it('refuse what cannot be run, and name the field', async () => {
    const refused = async (body: object) => {
      const { status, json } = await analyst.post(path, body);
      return [status, Object.keys(json.message)];
    };
    expect(await refused({ query, ...every, cron: 'daily' })).toEqual([422, ['cron']]);
    expect(await refused({ query, ...every, timezone: 'Nowhere' })).toEqual([422, ['timezone']]);
    expect(await refused({ ...every })).toEqual([422, ['saved_query_id']]);
    expect(await refused({ ...every, query, saved_query_id: 1 })).toEqual([422, ['saved_query_id']]);
    expect(await refused({ ...every, saved_query_id: 9999 })).toEqual([422, ['saved_query_id']]);
    expect(await refused({ ...every, query: { ...query, db_id: 99 } })).toEqual([422, ['db_id']]);
    expect((await analyst.post(path, { query, ...every, cron: 7 })).status).toBe(400);
    expect((await analyst.get('/api/v1/saved_query/')).json.count).toBe(1);
  });

  it('belong to the owner of their query; administrators see all of them', async () => {
    const id = await schedule(analyst);
    const other = await running.signInAs('other', ['Alpha', 'sql_lab']);
    expect((await other.get(path)).json.count).toBe(0);
    for (const call of [other.get(`${path}${id}`), other.get(`${path}${id}/run`), other.post(`${path}${id}/run`)])
      expect((await call).status).toBe(404);
    expect((await other.put(`${path}${id}`, { is_active: false })).status).toBe(404);
    expect((await other.delete(`${path}${id}`)).status).toBe(404);
    expect((await running.admin.get(path)).json.ids).toEqual([id]);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    expect((await gamma.get(path)).status).toBe(403);
    expect((await gamma.post(path, { query, ...every })).status).toBe(403);
    expect((await apiClient(running.url).get(path)).status).toBe(401);
    const { saved_query_id } = (await analyst.get(`${path}${id}`)).json.result;
    expect((await other.post(path, { saved_query_id, ...every })).status).toBe(422);
  });

  it('are one for each query, and nobody overwrites what somebody saved since', async () => {
    const id = await schedule(analyst);
    const { result } = (await analyst.get(`${path}${id}`)).json;
    const again = await analyst.post(path, { saved_query_id: result.saved_query_id, ...every });
    expect([again.status, again.json.errors[0].extra.schedule_id]).toEqual([409, id]);
    const seen = { last_modified_time: result.last_modified_time };
    expect((await analyst.put(`${path}${id}`, { cron: '0 7 * * *', ...seen })).status).toBe(200);
    expect((await analyst.put(`${path}${id}`, { cron: '0 8 * * *', ...seen })).status).toBe(409);
  });
});

describe('the scheduler', () => {
  it('runs what is due once, as its owner, and says how it went [SQL-029]', async () => {
    const id = await schedule(analyst);
    await strike('2026-03-02T05:59:59Z');
    expect(await runsOf(analyst, id)).toEqual([]);
    await strike('2026-03-02T06:00:01Z');
    await strike('2026-03-02T06:00:06Z');
    const runs = await runsOf(analyst, id);
    expect(runs).toMatchObject([
      {
        trigger: 'clock',
        state: 'success',
        rows: 1,
        error: null,
        scheduled_on: '2026-03-02T06:00:00.000Z',
        started_on: '2026-03-02T06:00:01.000Z',
      },
    ]);
    const { result } = (await analyst.get(`${path}${id}`)).json;
    expect(result).toMatchObject({ next_run_on: '2026-03-03T06:00:00.000Z', last_run: { state: 'success' } });
    const noted = await running.app.services.store
      .selectFrom('queries')
      .selectAll()
      .where('client_id', '=', runs[0].client_id)
      .executeTakeFirstOrThrow();
    expect(noted).toMatchObject({ status: 'success', tab_name: 'Orders', rows: 1 });
    expect(noted.results_key).not.toBeNull();
    const owner = (await analyst.get('/api/v1/me/')).json.result;
    expect(noted.user_id).toBe(owner.id);
  });

  it('makes up once for all the times that the server was not there', async () => {
    const id = await schedule(analyst);
    await strike('2026-03-06T09:00:00Z');
    expect(await runsOf(analyst, id)).toMatchObject([
      { scheduled_on: '2026-03-02T06:00:00.000Z', started_on: '2026-03-06T09:00:00.000Z' },
    ]);
    expect((await analyst.get(`${path}${id}`)).json.result.next_run_on).toBe('2026-03-07T06:00:00.000Z');
  });

  it('tells what a script fails with, and finds what failed last', async () => {
    const id = await schedule(analyst, {}, 'select * from no_such_table');
    await schedule(analyst);
    await strike('2026-03-02T06:00:00Z');
    expect(await runsOf(analyst, id)).toMatchObject([
      { state: 'failed', rows: null, error: expect.stringContaining('no_such_table') },
    ]);
    expect((await analyst.get(`${path}?q=(filters:!((col:has_failed,opr:eq,value:!t)))`)).json.ids).toEqual([id]);
  });

  it('lets nobody run what destroys without being asked, nor what the database does not allow', async () => {
    const { store } = running.app.services;
    const id = await schedule(analyst, {}, 'delete from secrets');
    await strike('2026-03-02T06:00:00Z');
    await store.updateTable('databases').set({ allow_dml: 1 }).where('id', '=', 1).execute();
    await strike('2026-03-03T06:00:00Z');
    await store.updateTable('databases').set({ allow_dml: 0 }).where('id', '=', 1).execute();
    expect(await runsOf(analyst, id)).toMatchObject([
      { state: 'failed', error: 'The script destroys what no condition names: DELETE secrets' },
      { state: 'failed', error: 'Only `SELECT` statements are allowed against this database' },
    ]);
  });

  it('asks for the rights of the owner at the moment of the run', async () => {
    const bob = await running.signInAs('bob', ['Alpha', 'sql_lab']);
    const id = await schedule(bob);
    const { store, accounts } = running.app.services;
    const user = store.selectFrom('users').select('id').where('username', '=', 'bob');
    const role = store.selectFrom('roles').select('id').where('name', '=', 'sql_lab');
    await store.deleteFrom('user_roles').where('user_id', '=', user).where('role_id', '=', role).execute();
    accounts.forget();
    await strike('2026-03-02T06:00:00Z');
    await store.updateTable('users').set({ is_active: 0 }).where('username', '=', 'bob').execute();
    accounts.forget();
    await strike('2026-03-03T06:00:00Z');
    const told = (await runsOf(running.admin, id)).map(({ error }: { error: string }) => error);
    expect(told).toEqual([
      'The owner’s account is deactivated, so the query was not run.',
      'The owner may no longer run SQL, so the query was not run.',
    ]);
  });

  it('refuses tables that the owner may no longer read', async () => {
    const eve = await running.signInAs('eve', ['Gamma', 'sql_lab']);
    const { store } = running.app.services;
    const id = await schedule(running.admin, {}, 'select * from secrets');
    const { id: eveId } = (await eve.get('/api/v1/me/')).json.result;
    await store.updateTable('schedules').set({ user_id: eveId }).where('id', '=', id).execute();
    await strike('2026-03-02T06:00:00Z');
    expect(await runsOf(eve, id)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('You need access') },
    ]);
  });
});

describe('a result that is kept as a dataset', () => {
  const kept = (sql: string, table: string) => schedule(analyst, { output_table: table }, sql);
  const datasetOf = async (id: number) => (await analyst.get(`${path}${id}`)).json.result.dataset_id;
  const sumOf = async (datasetId: number) => {
    const metric = { expressionType: 'SQL', sqlExpression: 'SUM(pieces)', label: 'pieces' };
    const question = { datasource: { id: datasetId, type: 'table' }, queries: [{ columns: [], metrics: [metric] }] };
    const { json } = await analyst.post('/api/v1/chart/data', question);
    return json.result?.[0]?.data;
  };

  it('is read by charts, and replaced by each run [SQL-029]', async () => {
    const id = await kept('select range as pieces from range(5)', 'daily_pieces');
    expect(await datasetOf(id)).toBeNull();
    await strike('2026-03-02T06:00:00Z');
    expect(await runsOf(analyst, id)).toMatchObject([{ state: 'success', rows: 5, error: null }]);
    const datasetId = await datasetOf(id);
    expect(await sumOf(datasetId)).toEqual([{ pieces: 10 }]);
    const { saved_query_id: queryId } = (await analyst.get(`${path}${id}`)).json.result;
    const sql = "select range + 1 as pieces, 'x' as kind from range(5)";
    await analyst.put(`/api/v1/saved_query/${queryId}`, { sql });
    await strike('2026-03-03T06:00:00Z');
    expect(await datasetOf(id)).toBe(datasetId);
    expect(await sumOf(datasetId)).toEqual([{ pieces: 15 }]);
    const { result } = (await analyst.get(`/api/v1/dataset/${datasetId}`)).json;
    expect(result.columns.map(({ column_name: name }: { column_name: string }) => name)).toEqual(['pieces', 'kind']);
    expect(result).toMatchObject({ schema: 'scheduled', table_name: 'daily_pieces' });
  });

  it('has a table of its own: never that of another, or one that is there already', async () => {
    await kept('select 1 as a', 'mine');
    const refused = await analyst.post(path, { query, ...every, output_table: 'Mine' });
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([422, ['output_table']]);
    const engine = await running.app.services.engines.getEmbedded(1);
    await engine.runTrusted('create schema if not exists scheduled; create table scheduled.there (a int)');
    const there = await analyst.post(path, { query, ...every, output_table: 'there' });
    expect(there.json.message.output_table[0]).toContain('is there already');
    expect((await analyst.post(path, { query, ...every, output_table: 'a"b' })).status).toBe(400);
  });

  it('is refused to who may make no datasets or not read where they are kept, also at the run', async () => {
    const { store } = running.app.services;
    const everything = { permission: 'all_database_access', view: 'all_database_access' };
    const { id: role_id } = await store
      .insertInto('roles')
      .values({ name: 'Reader' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store
      .insertInto('role_permissions')
      .values({ role_id, ...everything })
      .execute();
    const gary = await running.signInAs('gary', ['Gamma', 'sql_lab', 'Reader']);
    const refused = await gary.post(path, { query, ...every, output_table: 'garys' });
    expect(refused.json.message.output_table[0]).toContain('you may not make datasets');
    const id = await kept('select 1 as a', 'was_anns');
    const { id: garyId } = (await gary.get('/api/v1/me/')).json.result;
    await store.updateTable('schedules').set({ user_id: garyId }).where('id', '=', id).execute();
    await strike('2026-03-02T06:00:00Z');
    expect(await runsOf(running.admin, id)).toMatchObject([
      { state: 'failed', rows: 1, error: expect.stringContaining('its owner may not make datasets') },
    ]);
  });

  it('says when it is not whole', async () => {
    const id = await kept('select range as a from range(3000)', 'cut');
    await strike('2026-03-02T06:00:00Z');
    const [run] = await runsOf(analyst, id);
    expect(run).toMatchObject({
      state: 'success',
      error: `Only the first ${run.rows} rows are in the dataset: more are not kept.`,
    });
  });
});

const endless = 'select count(*) from range(100000000000) a, range(1000) b';

describe('a run that takes long', () => {
  it('leaves out the next time, keeps others waiting, and is stopped by hand', async () => {
    const slow = await schedule(analyst, { cron: '*/10 * * * *' }, endless);
    await tickAt('2026-03-02T05:10:00Z');
    const other = await schedule(analyst, { is_active: false });
    const asked = await analyst.post(`${path}${other}/run`);
    expect([asked.status, asked.json.result.state]).toEqual([202, 'pending']);
    expect((await analyst.post(`${path}${other}/run`)).status).toBe(409);
    await tickAt('2026-03-02T05:20:00Z');
    expect(await runsOf(analyst, slow)).toMatchObject([{ state: 'skipped' }, { state: 'running' }]);
    expect(await runsOf(analyst, other)).toMatchObject([{ state: 'pending' }]);
    expect((await analyst.delete(`${path}${slow}/run`)).status).toBe(200);
    expect((await analyst.delete(`${path}${slow}/run`)).status).toBe(404);
    await running.app.schedules.idle();
    expect((await runsOf(analyst, slow))[1]).toMatchObject({ state: 'stopped' });
    expect(await runsOf(analyst, other)).toMatchObject([{ state: 'success', trigger: 'hand' }]);
  });

  it('ends when its time is over', async () => {
    const id = await schedule(analyst, {}, endless);
    await tickAt('2026-03-02T06:00:00Z');
    await strike('2026-03-02T07:00:01Z');
    expect(await runsOf(analyst, id)).toMatchObject([
      { state: 'timed_out', error: 'The run took longer than 60 minutes and was stopped.' },
    ]);
  });

  it('is told as ended as soon as the store is back that was away', async () => {
    const id = await schedule(analyst, { is_active: false });
    const { services } = running.app;
    const waiting = { schedule_id: id, trigger: 'hand', state: 'pending', scheduled_on: new Date(time).toISOString() };
    await services.store.insertInto('schedule_runs').values(waiting).execute();
    let tries = 0;
    const store = openAwayStore(services.store, (asked) => asked === 'transaction' && ++tries < 3);
    const outcome = { state: 'success', rows: 1, error: null, resultsKey: null, isCut: false } as const;
    const parts = { services: { ...services, store }, runScript: async () => outcome, output: {} };
    const scheduler = createScheduler(parts as unknown as SchedulerOptions);
    await scheduler.tick();
    await scheduler.idle();
    expect(tries).toBe(3);
    expect(await runsOf(analyst, id)).toMatchObject([{ state: 'success', rows: 1 }]);
    await scheduler.close();
  });

  it('ends where another process stopped it or took it for left behind, as that one told', async () => {
    const { services } = running.app;
    const { processes, store } = services;
    for (const told of [
      { state: 'stopped', error: 'The run was stopped.' },
      { state: 'failed', error: 'The server was stopped during this run. The next one comes at its time.' },
    ]) {
      const id = await schedule(analyst, { is_active: false });
      const waiting = {
        schedule_id: id,
        trigger: 'hand',
        state: 'pending',
        scheduled_on: new Date(time).toISOString(),
      };
      await store.insertInto('schedule_runs').values(waiting).execute();
      const cut = { state: 'failed', rows: null, error: 'It was cut off.', resultsKey: null, isCut: false } as const;
      const runScript = ({ signal }: { readonly signal: AbortSignal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(cut)));
      const own = { ...services, processes: { ...processes, id: 'one' } };
      const scheduler = createScheduler({ services: own, runScript, output: {} } as unknown as SchedulerOptions);
      await scheduler.tick();
      expect(await runsOf(analyst, id)).toMatchObject([{ state: 'running' }]);
      await scheduler.tick();
      expect(await runsOf(analyst, id)).toMatchObject([{ state: 'running' }]);
      await store.updateTable('schedule_runs').set(told).where('schedule_id', '=', id).execute();
      await scheduler.tick();
      await scheduler.idle();
      expect(await runsOf(analyst, id)).toMatchObject([told]);
      await scheduler.close();
    }
  });

  it('is told once, by the process that has it: what comes late says nothing of later runs, nor of another’s', async () => {
    const { store } = running.app.services;
    const id = await schedule(analyst, { is_active: false });
    const begun = { schedule_id: id, trigger: 'hand', state: 'running', scheduled_on: new Date(time).toISOString() };
    const insert = (client_id: string) =>
      store
        .insertInto('schedule_runs')
        .values({ ...begun, client_id })
        .returning('id')
        .executeTakeFirstOrThrow();
    const end = (run: { readonly id: number }, state: 'success' | 'failed' | 'stopped', begunAs?: string) =>
      endRun(store, {
        id: run.id,
        schedule_id: id,
        state,
        ended_on: begun.scheduled_on,
        ...(begunAs ? { begunAs } : {}),
      });
    const lastState = async () =>
      (await store.selectFrom('schedules').select('last_state').where('id', '=', id).executeTakeFirstOrThrow())
        .last_state;
    const first = await insert('first');
    await end(first, 'success', 'of another');
    expect(await runsOf(analyst, id)).toMatchObject([{ state: 'running' }]);
    await end(first, 'failed');
    expect([(await runsOf(analyst, id))[0].state, await lastState()]).toEqual(['failed', 'failed']);
    const second = await insert('second');
    await end(second, 'stopped');
    await end(second, 'failed', 'second');
    await end(second, 'success', 'second');
    // The first was cut off, and came to its good end all the same.
    await end(first, 'success', 'first');
    await end(first, 'failed');
    expect(await runsOf(analyst, id)).toMatchObject([{ state: 'stopped' }, { state: 'success' }]);
    expect(await lastState()).toBe('stopped');
  });

  it('is told as failed after the process was killed, and is not run a second time', async () => {
    const id = await schedule(analyst);
    const { store } = running.app.services;
    // What a killed process leaves behind: the time is taken, the run at work.
    await store
      .insertInto('schedule_runs')
      .values({ schedule_id: id, trigger: 'clock', state: 'running', scheduled_on: new Date(time).toISOString() })
      .execute();
    await running.app.schedules.settle();
    await strike('2026-03-02T05:30:00Z');
    expect(await runsOf(analyst, id)).toMatchObject([
      { state: 'failed', error: 'The server was stopped during this run. The next one comes at its time.' },
    ]);
  });
});

it('schedules that are switched off are refused and not run', async () => {
  const form = { JSONSCHEMA: { properties: { hour: { type: 'integer' } } } };
  for (const [name, value] of [
    ['POWERSET_SCHEDULES', 'false'],
    ['POWERSET_SCHEDULED_QUERIES', JSON.stringify(form)],
  ] as const) {
    const off = await startInProcess({ env: { [name]: value } });
    const refused = await off.admin.post(path, { query, ...every });
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'Schedules are switched off on this server (POWERSET_SCHEDULES).',
    ]);
    await off.stop();
  }
});
