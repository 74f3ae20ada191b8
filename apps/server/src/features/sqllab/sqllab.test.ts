import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true, env: { POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING' } });
  const { store, engines } = running.app.services;
  const database = await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow();
  databaseId = database.id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `create table sales as select range as id, 'r' || (range % 3) as region, (range * 1.5)::decimal(18,2) as amount,
     timestamp '2026-01-01 00:00:00' + to_hours(range::int) as at from range(5000);
     create table big as select 9007199254740993::bigint as whole, 12345678901234567890.123::decimal(38,3) as fine`,
  );
}, 60_000);
afterAll(() => running.stop());

const path = '/api/v1/sqllab/execute/';
const execute = (body: object, client = running.admin) => client.post(path, { database_id: databaseId, ...body });

describe('a synchronous run', () => {
  it('answers rows, columns and the run with its stored result [SQL-002, SQL-020, SQL-021]', async () => {
    const answer = await execute({
      sql: 'select region, count(*) as n from sales group by 1 order by 1',
      client_id: 'sync-1',
    });
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
      expanded_columns: [],
      query: {
        id: 'sync-1',
        state: 'success',
        rows: 3,
        progress: 100,
        limitingFactor: 'NOT_LIMITED',
        errorMessage: null,
      },
    });
    expect(answer.json.query.resultsKey).toMatch(/^[\w-]{20,}$/);
  });
});
