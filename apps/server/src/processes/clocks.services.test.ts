import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireAsyncEvent } from '@powerset/contract';
import {
  type ApiClient,
  apiClient,
  type SiblingServers,
  serviceUrl,
  signInWithCookie,
  signInWithToken,
  startSiblingServers,
  testAdmin,
  wrongClock,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const serverUrl = serviceUrl('postgresql') ?? '';
const dayMs = 86_400_000;
/** A day and a bit ahead, right, and as much behind. */
const clocks = [wrongClock(100_000), {}, wrongClock(-100_000)];
async function readApart(dataFolder: string): Promise<string | null> {
  const log = await readFile(join(dataFolder, 'logs', 'server.jsonl'), 'utf8');
  return /"apartMs":(-?\d+)/.exec(log)?.[1] ?? null;
}
const isPossible = serverUrl !== '' && clocks.every((clock) => clock !== null);

describe.skipIf(!isPossible)('processes whose machines have other clocks', () => {
  let siblings: SiblingServers;
  let databaseId: number;
  const indexes = [0, 1, 2];
  const at = (index: number): ApiClient => siblings.clients[index] as ApiClient;
  const urlOf = (index: number): string => siblings.servers[index]?.url ?? '';

  beforeAll(async () => {
    const env = { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES', POWERSET_SCHEDULE_GAP_MINUTES: '1' };
    const envOf = clocks.map((clock) => clock ?? {});
    siblings = await startSiblingServers({ count: 3, postgresqlUrl: serverUrl, env, envOf });
    const made = await at(0).post('/api/v1/database/', {
      ...{ database_name: 'Shop', sqlalchemy_uri: serverUrl, allow_run_async: true },
    });
    expect(made.status, made.text).toBe(201);
    databaseId = made.json.id;
  });
  afterAll(async () => {
    await siblings?.stop();
  });

  it('know who signed in at any of them, by cookie and by token, and keep a sign-in for as long as the others', async () => {
    for (const index of indexes) {
      const browser = await signInWithCookie(urlOf(index), testAdmin);
      const program = await signInWithToken(urlOf(index), testAdmin);
      for (const other of indexes)
        for (const { headers } of [browser, program])
          expect((await apiClient(urlOf(other), headers).get('/api/v1/me/')).status, `${index} ${other}`).toBe(200);
    }
  });

  it('write down one time, of whichever something is asked', async () => {
    for (const index of indexes) {
      const saved = await at(index).post('/api/v1/saved_query/', {
        ...{ db_id: databaseId, label: `Of ${index}`, sql: 'SELECT 1', schema: 'public' },
      });
      expect(saved.status, saved.text).toBe(201);
      const { result } = (await at(1).get(`/api/v1/saved_query/${saved.json.id}`)).json;
      expect(Math.abs(Date.parse(result.changed_on) - Date.now()), `${index}`).toBeLessThan(10_000);
    }
  });

  it('answer each other’s questions of charts, and begin what another one asked', async () => {
    for (const index of indexes) {
      const table = {
        database: databaseId,
        schema: 'public',
        table_name: `asked_${index}`,
        sql: `SELECT ${index} AS n`,
      };
      const made = await at(index).post('/api/v1/dataset/', table);
      expect(made.status, made.text).toBe(201);
      const datasource = { id: made.json.id, type: 'table' };
      const asked = { datasource, queries: [{ columns: ['n'], metrics: [] }] };
      const { json, status } = await at(index).post('/api/v1/chart/data', asked);
      expect(status).toBe(202);
      for (const other of indexes) {
        const endOf = async () =>
          (await at(other).get('/api/v1/async_event/')).json.result.find(
            (event: WireAsyncEvent) => event.job_id === json.job_id,
          );
        await expect.poll(async () => (await endOf())?.status, { timeout: 20_000 }).toBe('done');
        const answer = await at(other).get((await endOf()).result_url);
        expect(answer.json.result[0].data, `${index} ${other}`).toEqual([{ n: index }]);
      }
    }
  });

  it('find what changed since a moment, whichever of them ran it', async () => {
    const since = Date.now() - 30_000;
    for (const index of indexes) {
      const asked = { database_id: databaseId, sql: `SELECT ${index}`, client_id: `run-${index}`, schema: 'public' };
      expect((await at(index).post('/api/v1/sqllab/execute/', asked)).status).toBe(200);
    }
    for (const index of indexes) {
      const { result } = (await at(index).get(`/api/v1/query/updated_since?q=(last_updated_ms:${since})`)).json;
      const runs = result.filter(({ id }: { id: string }) => id.startsWith('run-'));
      expect(runs.map(({ id }: { id: string }) => id).toSorted()).toEqual(['run-0', 'run-1', 'run-2']);
      for (const { startDttm } of runs) expect(Math.abs(Number(startDttm) - Date.now())).toBeLessThan(dayMs / 24);
    }
  });

  it('run a schedule once at its time', async () => {
    const query = { db_id: databaseId, label: 'Each minute', sql: 'SELECT 1', schema: 'public' };
    const saved = await at(2).post('/api/v1/saved_query/', query);
    const schedule = { saved_query_id: saved.json.id, cron: '* * * * *', timezone: 'UTC' };
    const made = await at(2).post('/api/v1/schedule/', schedule);
    expect(made.status, made.text).toBe(201);
    const runs = async () => (await at(1).get(`/api/v1/schedule/${made.json.id}/run`)).json.result;
    await expect.poll(async () => (await runs()).length, { timeout: 90_000, interval: 1000 }).toBeGreaterThan(0);
    await expect.poll(async () => (await runs())[0].state, { timeout: 20_000 }).toBe('success');
    const told = await runs();
    expect(new Set(told.map((run: { scheduled_on: string }) => run.scheduled_on)).size).toBe(told.length);
    for (const { scheduled_on: due, started_on: began } of told) {
      expect(Date.now() - Date.parse(due)).toBeLessThan(120_000);
      expect(Date.parse(began) - Date.parse(due)).toBeGreaterThanOrEqual(0);
      expect(Date.parse(began) - Date.parse(due)).toBeLessThan(20_000);
    }
  }, 150_000);

  it('say in their logs how wrong their machine’s clock is', async () => {
    const said = await Promise.all(siblings.servers.map(({ dataFolder }) => readApart(dataFolder)));
    expect(said[1]).toBeNull();
    for (const [index, seconds] of [
      [0, 100_000],
      [2, -100_000],
    ] as const)
      expect(Math.abs(Number(said[index]) / 1000 - seconds)).toBeLessThan(5);
  });
});
