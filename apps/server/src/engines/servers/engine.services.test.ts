import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { CatalogPart, Engine } from '../engine.ts';
import { addressOf, openTestResults, type ResultsFixture, type ServerAdmin, worldOf } from './server-fixture.ts';
import { describeServers, testsOf } from './tested-servers-fixture.ts';

const schema = 'engine_shop';
const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada', schema };

describeServers('engine', 'the engine of $name', (server) => {
  const it = testsOf(server);
  let engine: Engine;
  let kept: ResultsFixture;
  let admin: ServerAdmin;
  const { sql } = server;
  const orders = `${schema}.orders`;
  const valuesOf = async (text: string, more = {}) =>
    (await engine.run({ ...limits, ...more, sql: text })).table.columns.map(({ values }) => values[0]);

  /** Some name columns in capital letters, which they show in small ones elsewhere. */
  const toShown = (name: string) => engine.foldName?.(name) ?? name;

  beforeAll(async () => {
    admin = await server.admin(serviceUrl(server.service) ?? '');
    await admin.run(...worldOf(server, schema), ...sql.makeSchema('engine_desk'));
    await admin.run(`CREATE TABLE engine_desk.orders AS SELECT 'of the desk' AS word`);
    if (sql.comments) await admin.run(...Object.values(sql.comments).map((text) => text.replace('{orders}', orders)));
    await admin.run(...[sql.analyze(orders)].filter((text) => text !== null));
    kept = await openTestResults();
    engine = server.open(addressOf(server) ?? '', { resultSink: kept.resultSink });
  });
  afterAll(async () => {
    await engine.close();
    await admin.end();
    await kept.end();
  });

  it('returns numbers and times for charts, exact text for grids [SQL-045]', async () => {
    const text = `SELECT ${server.values.map(({ sql: one }, index) => `${one} AS v${index}`).join(', ')}`;
    const plain = await engine.run({ ...limits, sql: text });
    expect(plain.table.columns.map(({ type, nativeType, values }) => [nativeType, type, values[0]])).toEqual(
      server.values.map(({ nativeType, type, value }) => [nativeType, type, value]),
    );
    const exact = await engine.run({ ...limits, sql: text, isExact: true });
    expect(exact.table.columns.map(({ values }) => values[0])).toEqual(
      server.values.map(({ value, exact: own }) => (own === undefined ? value : own)),
    );
  });

  it('stops at maxRows and says so, and gives every column its own name', async () => {
    const cut = await engine.run({ ...limits, sql: 'SELECT id FROM orders ORDER BY id -- all', maxRows: 3 });
    expect([cut.isTruncated, cut.table.columns[0]?.values]).toEqual([true, [1, 2, 3]]);
    const own = await engine.run({ ...limits, sql: 'SELECT id FROM orders ORDER BY id LIMIT 500', maxRows: 3 });
    expect([own.isTruncated, own.table.rowCount]).toEqual([true, 3]);
    const less = await engine.run({ ...limits, sql: 'SELECT id FROM orders ORDER BY id LIMIT 2', maxRows: 3 });
    expect([less.isTruncated, less.table.rowCount]).toEqual([false, 2]);
    const whole = await engine.run({ ...limits, sql: 'SELECT 1 AS a, 2 AS a', maxRows: 1 });
    expect([whole.isTruncated, whole.table.columns.map(({ name }) => toShown(name))]).toEqual([false, ['a', 'a_1']]);
    const both = await engine.run({ ...limits, sql: '(SELECT 1 AS n) UNION ALL (SELECT 2) ORDER BY n', maxRows: 1 });
    expect([both.isTruncated, both.table.columns[0]?.values]).toEqual([true, [1]]);
  });

  it('points errors at line and column, in words of the catalogue [SQL-018]', async () => {
    const failed = (text: string) => failureOf(engine.run({ ...limits, sql: text }));
    expect(await failed('SELECT id,\n  amnt FROM orders')).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 2,
      column: 3,
      message: expect.stringContaining('amnt'),
    });
    expect(await failed('SELECT 1 FROM nowhere')).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      line: 1,
      column: 15,
    });
    expect((await failed('SELECT 1 FROM nowhere.x')).code).toBe('TABLE_DOES_NOT_EXIST_ERROR');
    expect(await failed('SELECT id\nFROM orders WHERE WHERE id = 1')).toMatchObject({
      code: 'SYNTAX_ERROR',
      line: 2,
      column: 19,
    });
    expect(await failed('SELECT 1; SELECT 2')).toMatchObject({ code: 'SYNTAX_ERROR' });
    const keep = (text: string) => failureOf(engine.storeResult({ ...limits, resultId: 'mistaken', sql: text }));
    expect(await keep('SELECT id,\n  amnt FROM orders\nLIMIT 11')).toMatchObject({ line: 2, column: 3 });
    expect(await keep('SELECT amout FROM orders')).toMatchObject({ line: 1, column: 8 });
    expect((await failed(sql.failing)).code).toBe('GENERIC_DB_ENGINE_ERROR');
  });

  it('finds no table by a name in other capital letters, and says so', async () => {
    expect((await failureOf(engine.run({ ...limits, sql: `SELECT * FROM ${quoted('ORDERS')}` }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    expect(await failureOf(engine.describeTable({ schema, table: 'ORDERS' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });
  const quoted = (name: string) => (server.backend === 'postgresql' ? `"${name}"` : `\`${name}\``);

  it('lets nothing but reading through where writing is not allowed, whatever was checked before', async () => {
    expect((await failureOf(engine.run({ ...limits, sql: 'DELETE FROM orders' }))).code).toBe('DML_NOT_ALLOWED_ERROR');
    expect(await valuesOf('SELECT count(*) FROM orders')).toEqual([20_000]);
  });

  it('looks for bare names in the schema that is chosen, and nowhere else', async () => {
    const place = { schema: 'engine_desk' };
    const text = 'SELECT * FROM orders LIMIT 1';
    expect(await valuesOf(text, place)).toEqual(['of the desk']);
    expect((await engine.storeResult({ ...limits, ...place, sql: text, resultId: 'placed' })).rowCount).toBe(1);
    expect((await engine.describeQuery(text, place)).map(({ name }) => toShown(name))).toEqual(['word']);
    expect((await failureOf(engine.run({ ...limits, ...place, sql: 'SELECT * FROM customers' }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    expect(toShown((await engine.run({ ...limits, sql: text })).table.columns[0]?.name ?? '')).toBe('id');
  });

  it('writes where that is allowed, and says how many rows it changed', async () => {
    const write = { ...limits, mayWrite: true };
    await engine.run({ ...write, sql: 'CREATE TABLE notes (id int, word varchar(10))' });
    const { table } = await engine.run({ ...write, sql: "INSERT INTO notes VALUES (1, 'a'), (2, 'b')" });
    expect(table.columns).toMatchObject([{ name: 'Count', values: [2] }]);
    const returned = await engine.run({ ...write, sql: 'DELETE FROM notes WHERE id = 1 RETURNING word' });
    expect(returned.table.columns[0]?.values).toEqual(['a']);
    await engine.run({ ...write, sql: 'DROP TABLE notes' });
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT * FROM notes' }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
  });

  it('stops a query in the server when its signal fires, and when its time is over [SQL-012]', async () => {
    const stopping = new AbortController();
    const text = sql.sleep(61);
    const running = failureOf(engine.run({ ...limits, sql: text, signal: stopping.signal }));
    const sleeping = async () => Number((await admin.run(sql.countRunning(text.slice(7))))[0]?.[0]);
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(1);
    stopping.abort();
    expect((await running).code).toBe('QUERY_STOPPED_ERROR');
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(0);
    const late = await failureOf(engine.run({ ...limits, sql: sql.sleep(30), timeoutMs: 300 }));
    expect(late).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR', message: expect.stringContaining('0.3 s') });
    expect(await valuesOf('SELECT 1 AS one')).toEqual([1]);
  });

  it('serves again after the server has cut its connections', async () => {
    await Promise.all([1, 2, 3].map(() => engine.run({ ...limits, sql: 'SELECT 1' })));
    await sql.endSessions(admin);
    const answers = await Promise.all([1, 2, 3, 4].map(() => valuesOf('SELECT 2 AS two')));
    expect(answers).toEqual([[2], [2], [2], [2]]);
  });

  it('gives connections back fit for the next after statements that failed or were stopped', async () => {
    const broken = Array.from({ length: 12 }, () => failureOf(engine.run({ ...limits, sql: sql.failing })));
    const stopped = Array.from({ length: 6 }, () =>
      failureOf(engine.run({ ...limits, timeoutMs: 300, sql: sql.sleep(30) })),
    );
    expect(new Set((await Promise.all(broken)).map(({ code }) => code))).toEqual(new Set(['GENERIC_DB_ENGINE_ERROR']));
    expect(new Set((await Promise.all(stopped)).map(({ code }) => code))).toEqual(new Set(['BACKEND_TIMEOUT_ERROR']));
    const asked = Array.from({ length: 12 }, (_, n) => n);
    expect(await Promise.all(asked.map((n) => valuesOf(`SELECT ${n} AS n`)))).toEqual(asked.map((n) => [n]));
  });

  it('serves many at once with few connections', async () => {
    const asked = Array.from({ length: 40 }, (_, index) => index);
    const answers = await Promise.all(asked.map((n) => valuesOf(`SELECT ${n} AS n`, { fairnessKey: String(n % 5) })));
    expect(answers).toEqual(asked.map((n) => [n]));
  });

  it('keeps whole results, which can then be sorted, filtered and exported [SQL-045]', async () => {
    const seen: number[] = [];
    const stored = await engine.storeResult({
      ...limits,
      maxRows: 1_000_000,
      resultId: 'all-orders',
      sql: 'SELECT * FROM orders ORDER BY id',
      firstRows: 5,
      onFirstRows: (table) => seen.push(table.rowCount),
    });
    expect(stored).toMatchObject({ rowCount: 20_000, isTruncated: false, first: { rowCount: 5 } });
    expect([seen, stored.bytes > 0]).toEqual([[5], true]);
    const column = stored.first.columns[2]?.name ?? '';
    const sort = [{ column, isDescending: true }];
    const window = await kept.results.window({ resultId: 'all-orders', offset: 0, limit: 2, sort });
    expect(window.table.columns.map(({ values }) => values[0])).toEqual([
      20_000,
      1,
      '25000.00',
      expect.stringMatching(/^2026-04-13 08:00:00/),
    ]);
    const keep = (resultId: string, text: string, maxRows = 100) =>
      engine.storeResult({ ...limits, resultId, sql: text, maxRows });
    expect(await keep('empty', 'SELECT id, placed FROM orders WHERE id < 0')).toMatchObject({ rowCount: 0 });
    expect((await kept.results.window({ resultId: 'empty', offset: 0, limit: 5 })).table.columns).toHaveLength(2);
    expect(await keep('cut', 'SELECT id FROM orders', 7)).toMatchObject({ rowCount: 7, isTruncated: true });
    expect((await failureOf(keep('bad', sql.failing))).code).toBe('GENERIC_DB_ENGINE_ERROR');
    expect((await failureOf(kept.results.describe('bad'))).code).toBe('RESULTS_BACKEND_ERROR');
  });

  it('keeps every kind of value as the grid shows it', async () => {
    const text = `SELECT ${server.values.map(({ sql: one }, index) => `${one} AS v${index}`).join(', ')}`;
    await engine.storeResult({ ...limits, resultId: 'values', sql: text });
    const { table } = await kept.results.window({ resultId: 'values', offset: 0, limit: 5 });
    expect(table.columns.map(({ values }) => values[0])).toEqual(
      server.values.map(({ value, exact }) => (exact === undefined ? value : exact)),
    );
  });

  it('refuses a row that no memory should hold, and goes on serving', async () => {
    const huge = `SELECT ${Array.from({ length: 20 }, (_, n) => `${sql.repeated(15_000_000)} AS c${n}`).join(', ')}`;
    expect((await failureOf(engine.run({ ...limits, sql: huge }))).message).toMatch(/is larger than \d+ MB/);
    expect((await failureOf(engine.storeResult({ ...limits, resultId: 'huge', sql: huge }))).message).toMatch(/128 MB/);
    expect(await valuesOf('SELECT 1')).toEqual([1]);
  });

  it('describes a query without running it', async () => {
    const sleep = sql.sleep(60).replace('SELECT ', '');
    const columns = await engine.describeQuery(`SELECT id, name, ${sleep} AS s FROM customers -- x`, { schema });
    expect(columns.map(({ name, type }) => [toShown(name), type]).slice(0, 2)).toEqual([
      ['id', 'number'],
      ['name', 'string'],
    ]);
    expect(await failureOf(engine.describeQuery('SELECT nope FROM customers', { schema }))).toMatchObject({
      line: 1,
      column: 8,
    });
  });

  it('shows schemas, tables, columns, keys, indexes and estimates [TBL-001] [TBL-013]', async () => {
    const schemas = await engine.listSchemas();
    expect(schemas).toEqual(expect.arrayContaining([schema, 'engine_desk']));
    expect(schemas).not.toContain('information_schema');
    const tables = await engine.listTables(schema);
    expect(tables.map(({ table, kind }) => [table, kind])).toEqual([
      ['big', 'view'],
      ['customers', 'table'],
      ['orders', 'table'],
      ['times', 'table'],
    ]);
    const estimate = tables.find(({ table }) => table === 'orders')?.rowCount ?? 0;
    expect(Math.abs(estimate - 20_000)).toBeLessThan(2000);
    const description = await engine.describeTable({ schema, table: 'orders' });
    expect(description).toMatchObject({
      kind: 'table',
      columns: [
        { name: 'id', type: 'number', isNullable: false },
        { name: 'customer_id', type: 'number', isNullable: true },
        { name: 'amount', nativeType: expect.stringContaining('(12,2)'), type: 'number' },
        { name: 'placed', type: 'temporal', comment: sql.comments ? 'When' : null },
      ],
      comment: sql.comments ? 'What was sold' : null,
      primaryKey: { columns: ['id'] },
    });
    if (server.has.foreignKeys)
      expect(description.foreignKeys).toMatchObject([
        { columns: ['customer_id'], referredSchema: schema, referredTable: 'customers', referredColumns: ['id'] },
      ]);
    if (server.has.indexes)
      expect(description.indexes).toContainEqual({ name: 'orders_placed', isUnique: true, columns: ['placed', 'id'] });
    expect(description.sizeBytes).toBeGreaterThan(100_000);
    expect(await engine.describeTable({ schema, table: 'big' })).toMatchObject({
      kind: 'view',
      definition: expect.stringMatching(/amount/),
    });
    expect((await failureOf(engine.describeTable({ schema, table: "x'; --" }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['lower', 'count', 'round']));
  });

  it('searches tables and columns of all schemas, or of those alone that are asked for', async () => {
    const search = async (text: string, within?: CatalogPart) =>
      (await engine.searchCatalog({ text, limit: 1000, ...(within ? { within } : {}) })).map((hit) => [
        hit.schema,
        hit.table,
        hit.column,
      ]);
    const table = [schema, 'orders', null];
    expect(await search('ORDERS')).toContainEqual(table);
    expect(await search('customer_id')).toContainEqual([schema, 'orders', 'customer_id']);
    expect(await search('', { schemas: [], tables: [] })).toEqual([]);
    expect(await search('o', { schemas: ['engine_desk'], tables: [] })).not.toContainEqual(table);
    const one = await search('', { schemas: [], tables: [{ schema, table: 'orders' }] });
    expect([...new Set(one.map(([, name]) => name))]).toEqual(['orders']);
    expect(await search("'; --")).toEqual([]);
  });

  it('explains a plan', async () => {
    expect((await engine.explain('SELECT * FROM orders', { schema })).join('\n')).toMatch(/orders/);
    expect((await failureOf(engine.explain('SELECT nope FROM orders', { schema }))).column).toBe(8);
  });
});
