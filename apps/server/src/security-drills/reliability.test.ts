import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let slowDataset: number;
beforeAll(async () => {
  world = await startDrillWorld();
  const made = await world.admin.post('/api/v1/dataset/', {
    database: world.databaseId,
    schema: 'main',
    table_name: 'slow',
    sql: 'SELECT a.range AS x, b.range AS y FROM range(200000) a, range(200000) b',
  });
  slowDataset = made.json.id;
});
afterAll(() => world.running.stop());

const slow = 'SELECT count(*) AS n FROM range(100000) a, range(100000) b WHERE (a.range * b.range) % 7 = 3';
const slowChart = (seed: number) => ({
  datasource: { id: slowDataset, type: 'table' },
  queries: [{ metrics: [{ expressionType: 'SQL', label: 'n', sqlExpression: `SUM((x * y * ${seed}) % 7)` }] }],
});
const embedded = () => world.running.app.services.engines.getEmbedded(world.databaseId);
const cpuOf = async (pid: number) => {
  const { readFile } = await import('node:fs/promises');
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
  return Number(fields[13]) + Number(fields[14]);
};

describe('the engine', () => {
  // Beside others it would be run again: alone it may be the cause.
  it.each([
    ['SQL', () => world.admin.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql: slow })],
    ['a chart', () => world.admin.post('/api/v1/chart/data', slowChart(3))],
  ] as const)(
    'killed while nothing but %s runs, fails it clearly and serves the next',
    async (_name, ask) => {
      const engine = await embedded();
      await engine.warmUp();
      const pid = (await engine.childPid()) ?? 0;
      const before = await cpuOf(pid);
      const [asked, forbidden] = [ask(), world.mallory.post('/api/v1/chart/data', slowChart(3))];
      await vi.waitFor(async () => expect(await cpuOf(pid)).toBeGreaterThan(before + 20), { timeout: 20_000 });
      process.kill(pid, 'SIGKILL');
      const { json: body } = await asked;
      expect((await forbidden).status).toBe(403);
      expect(body.errors[0].error_type).toBe('ENGINE_CRASHED_ERROR');
      expect(JSON.stringify(body)).not.toMatch(/\n\s+at |node_modules/);
      const next = await world.admin.post('/api/v1/sqllab/execute/', {
        database_id: world.databaseId,
        sql: 'SELECT 1 AS one',
      });
      expect(next.json.data).toEqual([{ one: 1 }]);
      expect(await engine.childPid()).not.toBe(pid);
    },
    60_000,
  );

  it.each([
    ['a chart', '/api/v1/chart/data', () => slowChart(11)],
    ['a batch', '/api/v1/chart/data/batch', () => ({ requests: [{ key: 'a', payload: slowChart(13) }] })],
    ['a run', '/api/v1/sqllab/execute/', () => ({ database_id: world.databaseId, sql: slow })],
  ] as const)(
    'stops working when the client of %s goes away',
    async (_name, path, body) => {
      const engine = await embedded();
      await engine.warmUp();
      const pid = (await engine.childPid()) ?? 0;
      const controller = new AbortController();
      const before = await cpuOf(pid);
      const asked = fetch(`${world.running.url}${path}`, {
        method: 'POST',
        headers: { ...world.admin.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body()),
        signal: controller.signal,
      }).then(
        (response) => response.text().catch(() => 'gone'),
        () => 'gone',
      );
      await vi.waitFor(async () => expect(await cpuOf(pid)).toBeGreaterThan(before + 20), { timeout: 20_000 });
      controller.abort();
      expect(await asked).toBe('gone');
      // Busy time stands still once the query has ended; the process is the same.
      await vi.waitFor(
        async () => {
          const then = await cpuOf(pid);
          await new Promise((resolve) => setTimeout(resolve, 300));
          expect((await cpuOf(pid)) - then).toBeLessThan(8);
        },
        { timeout: 15_000 },
      );
      expect(await engine.childPid()).toBe(pid);
    },
    60_000,
  );
});
