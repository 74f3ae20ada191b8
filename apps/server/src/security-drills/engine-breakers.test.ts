import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld({ POWERSET_ENGINE_MEMORY_MB: '1024' });
});
afterAll(() => world.running.stop());

/** Asks for more memory than there is, in a place where the engine does not count it. */
const fatal = 'reservoir_quantile(amount, 0.5, 1000000000)';

const ask = (metric: string) =>
  world.mallory.post('/api/v1/chart/data', {
    datasource: { id: world.openDataset, type: 'table' },
    force: true,
    queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: metric, label: 'm' }], columns: [] }],
  });

describe('one request that breaks the engine', () => {
  it('is told so without a trace of the host, and everybody else is answered', async () => {
    const bystander = world.mallory.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: 'SELECT count(*) AS n, sum(sqrt(r.range)) FROM range(200000000) r',
    });
    const answer = await ask(fatal);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('The query broke the engine, which has been started again.');
    expect(answer.text).not.toMatch(/Stack Trace|libduckdb|node_modules|0x[0-9a-f]{6}/);
    expect((await bystander).json.data?.[0]?.n).toBe(200_000_000);
    expect((await ask('sum(amount)')).json.result[0].data).toEqual([{ m: 4950 }]);
    expect((await world.visitor.get('/health/ready')).status).toBe(200);
  }, 60_000);

  it('is refused after it did so twice, in the SQL editor too', async () => {
    const sql = `SELECT ${fatal.replace('0.5', '0.6')} FROM sales`;
    const run = () => world.mallory.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql });
    expect((await run()).json.errors[0].error_type).toBe('ENGINE_CRASHED_ERROR');
    expect((await run()).json.errors[0].error_type).toBe('ENGINE_CRASHED_ERROR');
    expect((await run()).json.errors[0].message).toContain('This query stopped the engine twice and is refused');
  }, 60_000);
});
