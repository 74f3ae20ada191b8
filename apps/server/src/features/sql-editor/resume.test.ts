import { randomUUID } from 'node:crypto';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../access/index.ts';
import { openAwayStore } from '../../metadata/away-store-for-tests.ts';
import type { Store } from '../../metadata/index.ts';
import { StoreAway } from '../../metadata/store-away.ts';
import { createRunRegistry, findRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { type ExecuteDeps, startExecution } from './execute.ts';
import { createEditorResults } from './results.ts';
import { resumeRuns } from './resume.ts';

let started: InProcessApp;
let user: User;
beforeAll(async () => {
  started = await startInProcess({ isWarm: true });
  await started.admin.put('/api/v1/database/1', { allow_run_async: true, allow_dml: true });
  user = (await started.app.services.accounts.findUser(1)) as User;
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.app.services.store.deleteFrom('queries').execute();
});

/** The editor's runs of one process of several, over the store of all. */
function openProcess(id: string, store: Store = started.app.services.store): ExecuteDeps {
  const { processes, engines, config, now, ...services } = started.app.services;
  const own: Services = { ...services, engines, config, now, store, processes: { ...processes, id } };
  const results = createEditorResults({ store: engines.results, maxMb: 100, defusesFormulas: true, now });
  return { services: own, registry: createRunRegistry(), results };
}

/** Much more than anybody waits for. */
const endless = 'select count(*) as n from range(100000000000) a, range(1000) b';

async function start(deps: ExecuteDeps, sql: string, change: object = {}): Promise<string> {
  const clientId = randomUUID();
  const body = { database_id: 1, schema: 'main', sql, client_id: clientId, runAsync: true, ...change };
  await startExecution(deps, { user, body, signal: new AbortController().signal });
  return clientId;
}

const runOf = (clientId: string) => findRun(started.app.services.store, clientId);
const stateOf = async (clientId: string) => (await runOf(clientId))?.status;
/** A busy machine takes longer than a poll waits by itself. */
const soon = { timeout: 10_000 };
const isAtWork = (clientId: string) => expect.poll(() => stateOf(clientId), soon).toBe('running');
const countQuestions = async () =>
  (await started.app.services.store.selectFrom('run_questions').select('run_id').execute()).length;
/** Gives what waits a text that ends: the engine has no pause. */
const shorten = (sql: string) => started.app.services.store.updateTable('queries').set({ sql }).execute();

describe('runs of the SQL editor whose process is gone', () => {
  it('are begun anew by one of those that see it, as they were asked, and are read as any others [SQL-027]', async () => {
    const [first, second, third] = [openProcess('a'), openProcess('b'), openProcess('c')];
    const clientId = await start(first, endless, { templateParams: '{"n": 41}', queryLimit: 2 });
    await isAtWork(clientId);
    await shorten('select {{ n }} + range as n from range(9)');
    await Promise.all([resumeRuns(second, 'a'), resumeRuns(third, 'a')]);
    expect([second, third].filter(({ registry }) => registry.has(clientId))).toHaveLength(1);
    await expect.poll(() => stateOf(clientId), soon).toBe('success');
    const run = await runOf(clientId);
    expect(['b', 'c']).toContain(run?.process);
    expect(run).toMatchObject({ rows: 2, limiting_factor: 'DROPDOWN', error_message: null });
    const { json } = await started.admin.get(`/api/v1/sqllab/results/?q=(key:'${run?.results_key}')`);
    expect(json.data).toEqual([{ n: 41 }, { n: 42 }]);
    expect(await countQuestions()).toBe(0);
    await first.registry.close();
  });

  it('are left alone by whoever was thought to be gone and was not', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const clientId = await start(first, endless);
    await isAtWork(clientId);
    await shorten('select 1 as one');
    await resumeRuns(second, 'a');
    await expect.poll(() => stateOf(clientId), soon).toBe('success');
    await first.registry.stop(clientId);
    expect(await runOf(clientId)).toMatchObject({ status: 'success', process: 'b', error_message: null });
  });

  it('are left to the next process by one that is told to end, and not stopped', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const clientId = await start(first, endless);
    await isAtWork(clientId);
    await first.registry.close();
    expect(await runOf(clientId)).toMatchObject({ status: 'pending', process: null, end_time: null });
    await resumeRuns(first, null);
    expect(await stateOf(clientId)).toBe('pending');
    await shorten('select 1 as one');
    await resumeRuns(second, null);
    await expect.poll(() => stateOf(clientId), soon).toBe('success');
  });

  it('have failed where they may have written, were asked long ago, begun too often, or by a call that is gone', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const writing = await start(first, `create table never as ${endless}`);
    const called = await start(first, 'select 1', { runAsync: false });
    const [old, often] = [await start(first, endless), await start(first, endless)];
    await Promise.all([writing, old, often].map(isAtWork));
    const { store } = started.app.services;
    await store.updateTable('queries').set({ status: 'running' }).where('client_id', '=', called).execute();
    await store.updateTable('queries').set({ start_time: 1 }).where('client_id', '=', old).execute();
    const run = await runOf(often);
    await store
      .updateTable('run_questions')
      .set({ attempts: 2 })
      .where('run_id', '=', run?.id ?? 0)
      .execute();
    await resumeRuns(second, 'a');
    expect(second.registry.clientIds()).toEqual([]);
    for (const clientId of [writing, called, old, often])
      expect(await runOf(clientId)).toMatchObject({
        status: 'failed',
        error_message: 'The server was stopped while this query ran. Run it again.',
      });
    expect(await countQuestions()).toBe(0);
    await first.registry.close();
  });

  it('have the rights of now: nothing is begun for whoever may not, or not any more', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const { store } = started.app.services;
    const clientIds = [await start(first, endless), await start(first, endless), await start(first, endless)];
    await Promise.all(clientIds.map(isAtWork));
    const [unknown = '', gamma = '', writes = ''] = clientIds;
    await started.signInAs('guest', ['Gamma']);
    const guest = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'guest')
      .executeTakeFirstOrThrow();
    await store.updateTable('queries').set({ user_id: 999 }).where('client_id', '=', unknown).execute();
    await store.updateTable('queries').set({ user_id: guest.id }).where('client_id', '=', gamma).execute();
    // As a template would that says something else by now.
    await store.updateTable('queries').set({ sql: 'create table t (a int)' }).where('client_id', '=', writes).execute();
    await resumeRuns(second, 'a');
    for (const clientId of clientIds) await expect.poll(() => stateOf(clientId), soon).toBe('failed');
    expect((await started.admin.get('/api/v1/database/1/table_metadata/?name=t&schema=main')).status).toBe(404);
    await first.registry.close();
  });

  it('can be stopped while they wait to be begun', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const clientId = await start(first, endless);
    await isAtWork(clientId);
    await resumeRuns(second, 'a');
    await second.registry.stop(clientId);
    expect(await stateOf(clientId)).toBe('stopped');
    await first.registry.close();
  });
});

const awayStore = (isAway: (asked: string | symbol) => boolean) => openAwayStore(started.app.services.store, isAway);

describe('runs whose store is away', () => {
  it('are told as ended as soon as it is back', async () => {
    let tries = 0;
    const away = awayStore((name) => name === 'updateTable' && tries < 3 && ++tries > 0);
    const process = openProcess('a', away);
    const clientId = await start(process, 'select 7 as seven');
    await expect.poll(() => stateOf(clientId), soon).toBe('success');
    expect(tries).toBe(3);
  });

  it('while they are prepared are told as failed as soon as it is back, and nobody waits until then', async () => {
    let isAway = true;
    const process = openProcess(
      'a',
      awayStore((name) => name === 'updateTable' && isAway),
    );
    const engines = { get: () => Promise.reject(new StoreAway('away')) } as unknown as Services['engines'];
    const cut = { ...process, services: { ...process.services, engines } };
    const clientId = randomUUID();
    const body = { database_id: 1, schema: 'main', sql: 'select 1', client_id: clientId };
    const { signal } = new AbortController();
    await expect(startExecution(cut, { user, body, signal })).rejects.toThrow('away');
    expect([await stateOf(clientId), process.registry.has(clientId)]).toEqual(['running', true]);
    isAway = false;
    await expect.poll(() => stateOf(clientId), soon).toBe('failed');
    await expect.poll(() => process.registry.has(clientId), soon).toBe(false);
  });

  it('while they are begun anew are begun as soon as it is back', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    const clientId = await start(first, endless);
    await isAtWork(clientId);
    await shorten('select 1 as one');
    let tries = 0;
    const { accounts } = second.services;
    const findUser = (id: number) => (++tries < 3 ? Promise.reject(new StoreAway('away')) : accounts.findUser(id));
    await resumeRuns({ ...second, services: { ...second.services, accounts: { ...accounts, findUser } } }, 'a');
    await expect.poll(() => stateOf(clientId), soon).toBe('success');
    await first.registry.close();
  });
});
