import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackedBatch } from '../../packed/index.ts';
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

it('tells how much of its file a table takes, once it has been written there', async () => {
  await fixture.engine.runTrusted(
    `CREATE TABLE "wide one" AS SELECT hash(i)::VARCHAR AS text FROM range(300000) t(i); CREATE VIEW narrow AS SELECT 1 AS a`,
  );
  await fixture.engine.runTrusted('CHECKPOINT');
  const sizeOf = async (table: string) => (await fixture.engine.describeTable({ schema: 'main', table })).sizeBytes;
  expect(await sizeOf('wide one')).toBeGreaterThan(1_000_000);
  expect(await sizeOf('narrow')).toBeNull();
});

it('hands rows on while it reads, to whoever began the reading and none but those that come', async () => {
  const request = { ...limits, sql: 'SELECT id, amount FROM orders, range(40)', maxRows: 150_000 };
  const told = { first: [] as PackedBatch[], other: [] as PackedBatch[] };
  const ask = (rows: PackedBatch[]) =>
    fixture.engine.run({ ...request, onRows: (batch, columns) => columns[1]?.name === 'amount' && rows.push(batch) });
  const [{ packed }, joined] = await Promise.all([ask(told.first), ask(told.other)]);
  expect(packed.rowCount).toBe(150_000);
  expect(told.first.length).toBeGreaterThan(3);
  expect(told.first.every((batch, index) => batch === packed.batches[index])).toBe(true);
  expect([told.other.length, joined.packed === packed]).toEqual([0, true]);
});

it('reads the tables of a schema once for as long as nothing is written', async () => {
  const { engine } = fixture;
  await engine.runTrusted('CREATE SCHEMA listed');
  const list = () => engine.listTables('listed');
  const first = await list();
  expect([first, await list()].every((tables) => tables === first)).toBe(true);
  await engine.run({ ...limits, sql: 'CREATE TABLE listed.made AS SELECT 1 AS a', mayWrite: true });
  expect(await list()).toEqual([{ schema: 'listed', table: 'made', kind: 'table', rowCount: 1 }]);
  await engine.runTrusted('DROP TABLE listed.made');
  expect(await list()).toEqual([]);
});

describe('a plain LIMIT', () => {
  const plan = async (sql: string) => (await fixture.engine.explain(sql)).join('\n');
  beforeAll(() =>
    fixture.engine.runTrusted('CREATE TABLE far AS SELECT i AS id, hash(i) AS mark FROM range(200000) t(i)'),
  );

  it('reads rows as they lie, and looks none of them up a second time', async () => {
    expect(await plan('SELECT id, mark FROM far LIMIT 50000')).not.toContain('JOIN');
  });

  it('leaves rows of an order to the engine, before and after it: the first few are found by their columns alone', async () => {
    const plans = async () => [
      (await plan('SELECT id, mark FROM far ORDER BY mark LIMIT 10')).includes('JOIN'),
      (await plan('SELECT id, mark FROM far ORDER BY mark LIMIT 1000')).includes('JOIN'),
      (await plan('SELECT id, mark FROM far LIMIT 60000')).includes('JOIN'),
    ];
    // More often than there are connections.
    for (let round = 0; round < 5; round++) expect(await plans()).toEqual([true, false, false]);
  });
});

describe('a schema that is chosen for bare names', () => {
  const place = { schema: 'desk' };
  const run = (sql: string, more: object = {}) => fixture.engine.run({ ...limits, sql, ...more });

  beforeAll(async () => {
    await fixture.engine.runTrusted(
      "CREATE SCHEMA desk; CREATE TABLE desk.orders AS SELECT 'of the desk' AS word; CREATE TABLE only_main AS SELECT 1 AS secret; CREATE VIEW desk.seen AS SELECT word FROM desk.orders",
    );
  });

  it('holds for running, storing, describing and explaining, and not for what comes after', async () => {
    const sql = 'SELECT * FROM orders LIMIT 1';
    expect((await run(sql, place)).table.columns[0]).toMatchObject({ name: 'word', values: ['of the desk'] });
    expect((await run('SELECT * FROM SEEN', place)).table.columns[0]?.name).toBe('word');
    const stored = await fixture.engine.storeResult({ ...limits, ...place, sql, resultId: 'placed' });
    expect(stored.first.columns[0]?.values).toEqual(['of the desk']);
    expect((await fixture.engine.describeQuery(sql, place)).map(({ name }) => name)).toEqual(['word']);
    expect((await fixture.engine.explain(sql, place)).join()).toContain('desk.orders');
    const others = await Promise.all(Array.from({ length: 12 }, () => run('SELECT * FROM orders LIMIT 1')));
    expect(others.map(({ table }) => table.columns[0]?.name)).toEqual(Array(12).fill('id'));
  });

  it('never falls back to main, where other permissions hold', async () => {
    for (const work of [
      () => run('SELECT * FROM only_main', place),
      () => run('SELECT (SELECT max(secret) FROM Only_Main) FROM orders', place),
      () => fixture.engine.storeResult({ ...limits, ...place, sql: 'SELECT * FROM only_main', resultId: 'stray' }),
      () => fixture.engine.describeQuery('SELECT * FROM only_main', place),
      () => run('DROP TABLE only_main', { ...place, mayWrite: true }),
      () => run('INSERT INTO only_main VALUES (2)', { ...place, mayWrite: true }),
    ])
      expect(await failure(work())).toMatchObject({
        code: 'TABLE_DOES_NOT_EXIST_ERROR',
        message: expect.stringMatching(/^Table with name only_main does not exist in the schema desk!$/i),
      });
    expect(await failure(run('SELECT\n  * FROM only_main', place))).toMatchObject({ line: 2, column: 10 });
    expect((await run('SELECT secret FROM main.only_main', place)).table.columns[0]?.values).toEqual([1]);
    expect((await run('WITH only_main AS (SELECT 5 AS n) SELECT n FROM only_main', place)).table.rowCount).toBe(1);
  });

  it('is where a new table is made, and undone when its statement fails', async () => {
    const write = { ...place, mayWrite: true };
    await run('CREATE TABLE notes (n INTEGER)', write);
    await run('INSERT INTO notes VALUES (1)', write);
    expect(await failure(run("INSERT INTO notes VALUES (2), ('x')", write))).toBeDefined();
    expect((await run('SELECT n FROM desk.notes')).table.columns[0]?.values).toEqual([1]);
  });

  it('must exist', async () => {
    for (const schema of ['nowhere', "o'clock", 'a.b'])
      expect(await failure(run('SELECT * FROM orders', { schema }))).toMatchObject({
        code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
      });
  });
});

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
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELECT sum(customer) FROM orders' }))).toMatchObject({
      message: 'The function sum does not take VARCHAR. Choose another column, or cast its values.',
      line: 1,
      column: 8,
      driverMessage: expect.stringContaining('Candidate functions'),
    });
    expect(await failure(fixture.engine.run({ ...limits, sql: 'SELECT 1 FROM oders' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: expect.stringContaining('orders'),
    });
  });
});
