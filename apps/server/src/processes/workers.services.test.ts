import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireAsyncEvent } from '@powerset/contract';
import {
  type ApiClient,
  makeTempFolder,
  type SiblingServers,
  serviceUrl,
  startSiblingServers,
  type TempFolder,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStorage, type TestStorage, testKey } from '../engines/lake/storage-fixture.ts';

const serverUrl = serviceUrl('postgresql') ?? '';
const patience = { timeout: 15_000 };
const [firstWeb, otherWeb, firstWorker, otherWorker] = [0, 1, 2, 3] as const;

describe.skipIf(serverUrl === '')('processes that answer people and processes that take jobs', () => {
  let siblings: SiblingServers;
  let databaseId: number;
  let storage: TestStorage;
  let lake: TempFolder;

  const at = (index: number): ApiClient => siblings.clients[index] as ApiClient;
  const urlOf = (index: number): string => siblings.servers[index]?.url ?? '';
  const run = (index: number, sql: string, clientId: string, change: object = {}) =>
    at(index).post('/api/v1/sqllab/execute/', {
      ...{ database_id: databaseId, sql, client_id: clientId, runAsync: true, schema: 'public' },
      ...change,
    });
  const runOf = async (index: number, clientId: string) => {
    const { result } = (await at(index).get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    return result.find(({ id }: { id: string }) => id === clientId);
  };
  const ended = (clientId: string, timeout = 20_000) =>
    expect.poll(async () => (await runOf(otherWeb, clientId))?.state, { timeout });
  const figure = async (name: string) => {
    const { text } = await at(firstWeb).get('/metrics');
    return text.split('\n').find((line) => line.startsWith(name));
  };

  beforeAll(async () => {
    storage = await startStorage('kept');
    lake = await makeTempFolder('powerset-lake');
    await writeFile(join(lake.path, 'fruit.csv'), 'name,n\napple,3\npear,4\n');
    const secret = encodeURIComponent(testKey.secret);
    const place = `127.0.0.1:${storage.port}/kept?region=eu-test-1&secure=false`;
    siblings = await startSiblingServers({
      ...{ count: 4, postgresqlUrl: serverUrl, roles: ['web', 'web', 'worker', 'worker'] },
      env: {
        POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES',
        POWERSET_WORKER_JOBS: '2',
        POWERSET_RESULTS_STORAGE: `s3://${testKey.id}:${secret}@${place}`,
        POWERSET_LAKE_FOLDERS: `shop=${lake.path}`,
      },
    });
    const made = await at(firstWeb).post('/api/v1/database/', {
      ...{ database_name: 'Shop', sqlalchemy_uri: serverUrl, allow_run_async: true, allow_dml: true },
    });
    expect(made.status, made.text).toBe(201);
    databaseId = made.json.id;
  });
  afterAll(async () => {
    await siblings?.stop();
    await storage?.end();
    await lake?.remove();
  });

  it('serve no pages where they take jobs, and tell whoever watches over them that they live', async () => {
    for (const path of ['/', '/api/v1/me/', '/login/', '/assets/none.js'])
      expect((await at(firstWorker).get(path)).status).toBe(421);
    expect((await fetch(`${urlOf(firstWorker)}/health/ready`)).status).toBe(200);
    expect((await fetch(`${urlOf(firstWorker)}/metrics`)).status).toBe(401);
  });

  it('run what is asked for later in a worker, soon, and read its rows in all that answer people', async () => {
    const taken = await run(firstWeb, 'SELECT n, n * 2 AS twice FROM generate_series(1, 2000) AS n', 'to-worker');
    expect(taken.status, taken.text).toBe(202);
    await ended('to-worker').toBe('success');
    const { resultsKey } = await runOf(firstWeb, 'to-worker');
    for (const index of [firstWeb, otherWeb]) {
      const window = await at(index).get(`/api/v1/sqllab/results/${resultsKey}/window?q=(offset:1998,limit:10)`);
      expect(window.json.table.columns[1].values).toEqual([3998, 4000]);
    }
    const csv = await at(otherWeb).get('/api/v1/sqllab/export/to-worker/');
    expect(csv.text.trim().split(/\r?\n/)).toHaveLength(2001);
  });

  it('follow what waited to its first rows and its end, and stop it from wherever it is asked', async () => {
    await run(firstWeb, 'SELECT n, pg_sleep(0.001 * n)::text FROM generate_series(1, 60000) AS n', 'to-follow');
    const followed = at(firstWeb).get('/api/v1/sqllab/progress/to-follow');
    await expect.poll(async () => (await runOf(otherWeb, 'to-follow'))?.state, patience).toBe('running');
    const stopped = await at(otherWeb).post('/api/v1/query/stop', { client_id: 'to-follow' });
    expect(stopped.status, stopped.text).toBe(200);
    expect((await runOf(firstWeb, 'to-follow')).state).toBe('stopped');
    expect((await followed).text).toContain('stopped');
    await run(firstWeb, 'SELECT n FROM generate_series(1, 300000) AS n', 'with-rows');
    const events = (await at(firstWeb).get('/api/v1/sqllab/progress/with-rows')).text;
    expect(events).toContain('event: rows');
    expect(events).toContain('"state":"success"');
  });

  it('take turns between people and no more than they have room for; the rest is counted as waiting', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `busy-${index}`);
    for (const id of ids) await run(firstWeb, 'SELECT pg_sleep(6)::text AS slept', id);
    await expect
      .poll(
        async () => (await Promise.all(ids.map((id) => runOf(otherWeb, id)))).map(({ state }) => state).toSorted(),
        patience,
      )
      .toEqual(['pending', 'pending', 'running', 'running', 'running', 'running']);
    expect(await figure('powerset_jobs_waiting{kind="editor"}')).toMatch(/ 2$/);
    for (const id of ids) await ended(id, 40_000).toBe('success');
    expect(await figure('powerset_jobs_waiting{kind="editor"}')).toMatch(/ 0$/);
  });

  it('answer the questions of charts in a worker, and bring its answer without asking again', async () => {
    const asked = `asked_${Date.now()}`;
    const sql = `SELECT 41 AS n, random()::text AS time`;
    const made = await at(firstWeb).post('/api/v1/dataset/', {
      ...{ database: databaseId, schema: 'public', table_name: asked, sql },
    });
    expect(made.status, made.text).toBe(201);
    const taken = await at(firstWeb).post('/api/v1/chart/data', {
      ...{ datasource: { id: made.json.id, type: 'table' }, queries: [{ columns: ['n', 'time'], metrics: [] }] },
    });
    expect(taken.status, taken.text).toBe(202);
    const endOf = async (): Promise<WireAsyncEvent | undefined> => {
      const { result } = (await at(otherWeb).get('/api/v1/async_event/')).json;
      return result.find((event: WireAsyncEvent) => event.job_id === taken.json.job_id);
    };
    await expect.poll(async () => (await endOf())?.status, { timeout: 20_000 }).toBe('done');
    const address = (await endOf())?.result_url ?? '';
    const answers = await Promise.all([firstWeb, otherWeb].map((index) => at(index).get(address)));
    const [one, other] = answers.map(({ json }) => json.result[0].data);
    expect(one).toEqual(other);
  });

  it('lose nothing that waits when a worker is killed, and begin anew what it had', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `killed-${index}`);
    for (const id of ids) await run(firstWeb, 'SELECT 9 AS nine, pg_sleep(8)::text AS slept', id);
    await expect
      .poll(
        async () =>
          (await Promise.all(ids.map((id) => runOf(otherWeb, id)))).filter(({ state }) => state === 'running'),
        patience,
      )
      .toHaveLength(4);
    await siblings.servers[firstWorker]?.kill9();
    for (const id of ids) await ended(id, 60_000).toBe('success');
    for (const id of ids) {
      const { resultsKey } = await runOf(firstWeb, id);
      const { json } = await at(otherWeb).get(`/api/v1/sqllab/results/?q=(key:'${resultsKey}')`);
      expect(json.data).toEqual([{ nine: 9, slept: '' }]);
    }
    await siblings.restart(firstWorker);
  }, 120_000);

  it('read results of those that are gone for good, as tables too, and say where one is damaged', async () => {
    const files = await at(firstWeb).post('/api/v1/database/', {
      database_name: 'Files',
      sqlalchemy_uri: 'files:///shop',
    });
    expect(files.status, files.text).toBe(201);
    const place = { database_id: files.json.id, schema: 'main', runAsync: false };
    const made = await at(otherWeb).post('/api/v1/sqllab/execute/', {
      ...{ ...place, sql: 'SELECT name, n * 2 AS twice FROM fruit', client_id: 'for-others' },
    });
    expect(made.status, made.text).toBe(200);
    const { resultsKey } = made.json.query;
    const name = `${resultsKey}.result`;
    await expect.poll(() => storage.objects.has(name), patience).toBe(true);
    await siblings.servers[otherWeb]?.kill9();
    try {
      const read = await at(firstWeb).post('/api/v1/sqllab/execute/', {
        ...{ ...place, sql: "SELECT sum(twice) AS total FROM result('doubled')", client_id: 'of-others' },
        results: [{ name: 'doubled', key: resultsKey }],
      });
      expect(read.json.data, read.text).toEqual([{ total: 14 }]);
      const again = await run(firstWeb, 'SELECT 5 AS five', 'to-damage');
      expect(again.status, again.text).toBe(202);
      await expect.poll(async () => (await runOf(firstWeb, 'to-damage'))?.state, patience).toBe('success');
      const { resultsKey: key } = await runOf(firstWeb, 'to-damage');
      const bytes = Buffer.from(storage.objects.get(`${key}.result`) ?? '');
      bytes[4200] = (bytes[4200] ?? 0) ^ 1;
      storage.objects.set(`${key}.result`, bytes);
      for (const index of [firstWorker, otherWorker]) await siblings.servers[index]?.kill9();
      await expect
        .poll(async () => (await at(firstWeb).get(`/api/v1/sqllab/results/${key}/window`)).text, { timeout: 40_000 })
        .toContain('damaged. Run its query again');
      storage.objects.delete(`${key}.result`);
      expect((await at(firstWeb).get(`/api/v1/sqllab/results/${key}/window`)).status).toBe(410);
    } finally {
      for (const index of [otherWeb, firstWorker, otherWorker]) await siblings.restart(index);
    }
  }, 120_000);

  it('give back what a worker had that is told to end', async () => {
    await siblings.servers[otherWorker]?.stop();
    await run(firstWeb, 'SELECT 1 AS one, pg_sleep(4)::text AS slept', 'to-give-back');
    await expect.poll(async () => (await runOf(otherWeb, 'to-give-back'))?.state, patience).toBe('running');
    await siblings.servers[firstWorker]?.stop();
    expect((await runOf(firstWeb, 'to-give-back')).state).toBe('pending');
    const refused = await run(firstWeb, 'SELECT 1', 'in-vain');
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('No worker is running')]);
    const following = new AbortController();
    const followed = await fetch(`${urlOf(firstWeb)}/api/v1/sqllab/progress/to-give-back`, {
      headers: at(firstWeb).headers,
      signal: following.signal,
    });
    const { value } = (await followed.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('No worker is running');
    following.abort();
    await siblings.restart(otherWorker);
    await ended('to-give-back', 60_000).toBe('success');
    await siblings.restart(firstWorker);
  }, 120_000);
});
