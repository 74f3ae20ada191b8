import { randomUUID } from 'node:crypto';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../access/index.ts';
import type { Processes } from '../../processes/index.ts';
import { createRunRegistry, endUnwantedRuns, findRun, type QueryRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { type ExecuteDeps, startExecution } from './execute.ts';
import { createEditorResults } from './results.ts';
import { resumeRuns } from './resume.ts';

let started: InProcessApp;
let people: readonly User[];
beforeAll(async () => {
  started = await startInProcess({ isWarm: true });
  await started.admin.put('/api/v1/database/1', { allow_run_async: true, allow_dml: true, allow_ctas: true });
  const { accounts } = started.app.services;
  await started.signInAs('other', ['Admin']);
  people = (await Promise.all([1, 2].map((id) => accounts.findUser(id)))) as User[];
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.app.services.store.deleteFrom('queries').execute();
});

interface Opened extends ExecuteDeps {
  readonly told: string[];
}

/** The editor's runs of one process of several, which has room for two at once. */
function open(id: string, change: Partial<Processes> = {}): Opened {
  const { processes, engines, now, ...services } = started.app.services;
  const told: string[] = [];
  const own: Services = {
    ...{ ...services, engines, now },
    config: { ...services.config, workerJobs: 2 },
    processes: { ...processes, id, tellOfWork: () => void told.push(id), ...change },
  };
  const results = createEditorResults({ store: engines.results, maxMb: 100, defusesFormulas: true, now });
  return { services: own, registry: createRunRegistry(), results, told };
}

const openWeb = (hasWorker = true) => open('web', { role: 'web', takesJobs: false, hasWorker: async () => hasWorker });
const endless = 'select count(*) as n from range(100000000000) a, range(1000) b';

async function start(deps: ExecuteDeps, sql: string, change: object = {}, by = 0): Promise<string> {
  const clientId = randomUUID();
  const body = { database_id: 1, schema: 'main', sql, client_id: clientId, runAsync: true, ...change };
  await startExecution(deps, { user: people[by] as User, body, signal: new AbortController().signal });
  return clientId;
}

const runOf = (clientId: string) => findRun(started.app.services.store, clientId);
const stateOf = async (clientId: string) => (await runOf(clientId))?.status;

describe('runs that a process leaves to workers', () => {
  it('wait in the store, are told of, and are run by one of the workers that look', async () => {
    const [web, one, other] = [openWeb(), open('one'), open('other')];
    const clientId = await start(web, 'select 41 + range as n from range(9)', { queryLimit: 2 });
    expect(await runOf(clientId)).toMatchObject({ status: 'pending', process: null });
    expect([web.told, web.registry.clientIds()]).toEqual([['web'], []]);
    await resumeRuns(web, null);
    expect(await stateOf(clientId)).toBe('pending');
    await Promise.all([resumeRuns(one, null), resumeRuns(other, null)]);
    expect([one, other].filter(({ registry }) => registry.has(clientId))).toHaveLength(1);
    await expect.poll(() => stateOf(clientId)).toBe('success');
    const { json } = await started.admin.get(
      `/api/v1/sqllab/results/?q=(key:'${(await runOf(clientId))?.results_key}')`,
    );
    expect(json.data).toEqual([{ n: 41 }, { n: 42 }]);
  });

  it('are taken by as many at once as a worker has room for, from each person in turn', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    const mine = [await start(web, endless), await start(web, endless), await start(web, endless)];
    const hers = await start(web, endless, {}, 1);
    await resumeRuns(worker, null);
    expect(worker.registry.clientIds().toSorted()).toEqual([mine[0] as string, hers].toSorted());
    await expect.poll(() => stateOf(hers)).toBe('running');
    await worker.registry.stop(hers);
    await resumeRuns(worker, null);
    expect(worker.registry.has(mine[1] as string)).toBe(true);
    await worker.registry.close();
  });

  it('are taken of somebody who has few though somebody else has hundreds that are older', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    const { store } = started.app.services;
    const { id, ...row } = (await runOf(await start(web, endless))) as QueryRun;
    const question = await store
      .selectFrom('run_questions')
      .selectAll()
      .where('run_id', '=', id)
      .executeTakeFirstOrThrow();
    for (let at = 0; at < 6; at += 1) {
      const more = Array.from({ length: 100 }, () => ({ ...row, client_id: randomUUID() }));
      const made = await store.insertInto('queries').values(more).returning('id').execute();
      const questions = made.map(({ id: run_id }) => ({ ...question, run_id }));
      await store.insertInto('run_questions').values(questions).execute();
    }
    const hers = await start(web, endless, {}, 1);
    await resumeRuns(worker, null);
    expect(worker.registry.clientIds()).toContain(hers);
    await store.deleteFrom('queries').where('process', 'is', null).execute();
    await worker.registry.close();
  });

  it('are refused in a sentence where no worker runs', async () => {
    await expect(start(openWeb(false), 'select 1')).rejects.toThrow('No worker is running');
    expect(await started.app.services.store.selectFrom('queries').select('id').execute()).toEqual([]);
  });

  it('are checked when they are asked for, and have the rights of the moment in which they begin', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    await expect(start(web, 'select from where')).rejects.toThrow();
    const clientId = await start(web, 'select 1 as one', {}, 1);
    await started.app.services.store.updateTable('queries').set({ user_id: 999 }).execute();
    await resumeRuns(worker, null);
    await expect.poll(() => stateOf(clientId)).toBe('failed');
  });

  it('write once: what a worker had begun that is gone has failed, what none had begun waits for the next', async () => {
    const [web, first, second] = [openWeb(), open('first'), open('second')];
    const made = await start(web, 'create table made_once as select 1 as n');
    await resumeRuns(first, null);
    await expect.poll(() => stateOf(made)).toBe('success');
    const cut = await start(web, `create table never as ${endless}`);
    await resumeRuns(first, null);
    await expect.poll(() => stateOf(cut)).toBe('running');
    const waiting = await start(web, 'insert into made_once select 2');
    await resumeRuns(second, 'first');
    expect(await runOf(cut)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('Run it again'),
    });
    await expect.poll(() => stateOf(waiting)).toBe('success');
    const asked = await started.admin.post('/api/v1/sqllab/execute/', {
      ...{ database_id: 1, schema: 'main', sql: 'select sum(n) as n from made_once' },
    });
    expect(asked.json.data).toEqual([{ n: 3 }]);
    await first.registry.close();
  });

  it('that others gave up stay as those ended them, whatever comes of them later', async () => {
    const [web, first, second] = [openWeb(), open('first'), open('second')];
    const clientId = await start(web, 'create table too_late as select 1 as n');
    // It stands still once it has begun, until the others have taken it for gone.
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { engines } = first.services;
    const slow = new Proxy(engines, {
      get: (target, name) => {
        if (name !== 'get') return Reflect.get(target, name, target);
        return async (...asked: Parameters<typeof engines.get>) => {
          await held;
          return target.get(...asked);
        };
      },
    });
    await resumeRuns({ ...first, services: { ...first.services, engines: slow } }, null);
    await resumeRuns(second, 'first');
    expect(await stateOf(clientId)).toBe('failed');
    goOn();
    await expect.poll(() => first.registry.has(clientId)).toBe(false);
    expect(await stateOf(clientId)).toBe('failed');
    const asked = await started.admin.get('/api/v1/database/1/table_metadata/?name=too_late&schema=main');
    expect(asked.status).toBe(404);
  });

  it('make the table that was asked for', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    const change = { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'made_later' };
    const clientId = await start(web, 'select 7 as seven', change);
    await resumeRuns(worker, null);
    await expect.poll(() => stateOf(clientId)).toBe('success');
    const asked = await started.admin.post('/api/v1/sqllab/execute/', {
      ...{ database_id: 1, schema: 'main', sql: 'select seven from made_later' },
    });
    expect(asked.json.data).toEqual([{ seven: 7 }]);
  });

  it('are not begun where they are stopped in the moment in which a worker takes them', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    const clientId = await start(web, 'create table stopped_first as select 1 as n');
    const { accounts, ...services } = worker.services;
    const stopAndFind: typeof accounts.findUser = async (id) => {
      // It is taken, and not yet at work here: the call finds it nowhere, and ends it in the store.
      expect((await runOf(clientId))?.process).toBe('worker');
      await services.store.updateTable('queries').set({ status: 'stopped' }).execute();
      return accounts.findUser(id);
    };
    await resumeRuns({ ...worker, services: { ...services, accounts: { ...accounts, findUser: stopAndFind } } }, null);
    await expect.poll(() => worker.registry.has(clientId)).toBe(false);
    expect(await stateOf(clientId)).toBe('stopped');
    const made = await started.admin.get('/api/v1/database/1/table_metadata/?name=stopped_first&schema=main');
    expect(made.status).toBe(404);
  });

  it('end where another process ended or took them, or their person was shut out, and nothing else does', async () => {
    const [web, worker] = [openWeb(), open('worker', { takesJobs: true })];
    const room = { ...worker, services: { ...worker.services, config: { ...worker.services.config, workerJobs: 9 } } };
    const stays = await start(web, endless);
    const [stopped, taken, left] = [await start(web, endless), await start(web, endless), await start(web, endless)];
    const shutOut = await start(web, endless, {}, 1);
    await resumeRuns(room, null);
    const all = [stays, stopped, taken, left, shutOut];
    for (const clientId of all) await expect.poll(() => stateOf(clientId)).toBe('running');
    const { store } = started.app.services;
    const change = (clientId: string, row: { status?: string; process?: string | null }) =>
      store.updateTable('queries').set(row).where('client_id', '=', clientId).execute();
    await change(stopped, { status: 'stopped' });
    await change(taken, { process: 'other' });
    await change(left, { process: null });
    const shut = (is_active: number) =>
      store
        .updateTable('users')
        .set({ is_active })
        .where('id', '=', people[1]?.id ?? 0)
        .execute();
    await shut(0);
    await endUnwantedRuns(worker.services, worker.registry, 'worker');
    await expect.poll(() => worker.registry.clientIds()).toEqual([stays]);
    await shut(1);
    expect([await stateOf(stays), await stateOf(stopped), await stateOf(shutOut)]).toEqual([
      ...['running', 'stopped', 'stopped'],
    ]);
    // What others have by now is theirs to end.
    expect([await stateOf(taken), await stateOf(left)]).toEqual(['running', 'running']);
    await worker.registry.close();
  });

  it('can be stopped before a worker takes them', async () => {
    const [web, worker] = [openWeb(), open('worker')];
    const clientId = await start(web, endless);
    expect((await started.admin.post('/api/v1/query/stop', { client_id: clientId })).status).toBe(200);
    await resumeRuns(worker, null);
    expect([await stateOf(clientId), worker.registry.clientIds()]).toEqual(['stopped', []]);
  });

  it('go back to those that wait when their worker is told to end', async () => {
    const [web, first, second] = [openWeb(), open('first'), open('second')];
    const clientId = await start(web, endless);
    await resumeRuns(first, null);
    await expect.poll(() => stateOf(clientId)).toBe('running');
    await first.registry.close();
    expect(await runOf(clientId)).toMatchObject({ status: 'pending', process: null });
    await started.app.services.store.updateTable('queries').set({ sql: 'select 1 as one' }).execute();
    await resumeRuns(second, null);
    await expect.poll(() => stateOf(clientId)).toBe('success');
  });
});
