import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../engine.ts';
import { type EngineFixture, openTestEngine } from './engine-fixture.ts';

let fixture: EngineFixture;
const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };

beforeAll(async () => {
  fixture = await openTestEngine();
  await fixture.engine.runTrusted(
    "CREATE TABLE orders AS SELECT i AS id, 'customer ' || (i % 10) AS customer, i * 1.5 AS amount FROM range(5000) t(i)",
  );
});
afterAll(() => fixture.end());

async function failure(work: Promise<unknown>): Promise<EngineError['details']> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EngineError)) throw new Error(`not an EngineError: ${String(error)}`);
  return error.details;
}

describe('running a statement', () => {
  it('returns typed columns of equal length', async () => {
    const { table, isTruncated } = await fixture.engine.run({
      ...limits,
      sql: 'SELECT customer, count(*) AS n, sum(amount) AS total FROM orders GROUP BY 1 ORDER BY 1 LIMIT 2',
    });
    expect(isTruncated).toBe(false);
    expect(table).toEqual({
      rowCount: 2,
      columns: [
        { name: 'customer', type: 'string', nativeType: 'VARCHAR', values: ['customer 0', 'customer 1'] },
        { name: 'n', type: 'number', nativeType: 'BIGINT', values: [500, 500] },
        { name: 'total', type: 'number', nativeType: 'DECIMAL(38,1)', values: [1_871_250, 1_872_000] },
      ],
    });
  });

  it('stops at maxRows and says so', async () => {
    const result = await fixture.engine.run({ ...limits, sql: 'SELECT id FROM orders ORDER BY id DESC', maxRows: 7 });
    expect(result.isTruncated).toBe(true);
    expect(result.table.columns[0]!.values).toEqual([4999, 4998, 4997, 4996, 4995, 4994, 4993]);
    const exact = await fixture.engine.run({ ...limits, sql: 'SELECT id FROM orders', maxRows: 5000 });
    expect([exact.isTruncated, exact.table.rowCount]).toEqual([false, 5000]);
  });

  it('points errors at line and column and keeps the suggestion', async () => {
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELECT id,\n  custmer FROM orders' }))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 2,
      column: 3,
      message: expect.stringContaining('customer'),
    });
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELECT nothing_here FROM orders' }))).toMatchObject({
      line: 1,
      column: 8,
    });
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELEC id FROM orders' }))).toMatchObject({
      code: 'SYNTAX_ERROR',
      line: 1,
      column: 1,
    });
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELECT 1 FROM oders' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: expect.stringContaining('orders'),
    });
  });
});
