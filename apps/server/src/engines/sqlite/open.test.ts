import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { openTestFile, type SqliteFixture } from './engine-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };

const shop = [
  `CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, joined DATE, is_paying BOOLEAN);
   INSERT INTO customers VALUES (1, 'Ada', '2024-01-31', 1), (2, 'Bo', '2024-02-29', 0), (3, 'Åsa', NULL, NULL);`,
  `CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, placed DATETIME, amount DECIMAL(10,2),
     note TEXT, anything);
   CREATE INDEX orders_by_customer ON orders (customer_id);
   CREATE UNIQUE INDEX orders_once ON orders (placed, customer_id);
   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO orders SELECT i, 1 + i % 3, datetime('2024-01-01', i || ' hours'), i * 1.5, 'note ' || i, i FROM n;`,
  `CREATE VIEW open_orders AS SELECT id, customer_id, amount FROM orders WHERE amount > 10`,
  `CREATE TABLE big (id BIGINT, mixed INTEGER, picture BLOB, at INTEGER);
   INSERT INTO big VALUES (9007199254740993, 1, x'00ff', 1704067200), (-9223372036854775808, 'two', NULL, NULL)`,
];

let fixture: SqliteFixture;
let engine: Engine;

beforeAll(async () => {
  fixture = await openTestFile(...shop);
  engine = fixture.engine;
});
afterAll(() => fixture.end());

const valuesOf = async (sql: string, more = {}) =>
  (await engine.run({ ...limits, ...more, sql })).table.columns.map(({ values }) => values[0]);

describe('rows of a database file', () => {
  it('come as numbers, times and truth by declared type, and as they are where nothing is declared', async () => {
    const { table } = await engine.run({
      ...limits,
      sql: `SELECT c.*, o.placed, o.amount, o.anything, o.id + 1 AS next, date(o.placed) AS day
            FROM customers c JOIN orders o ON o.customer_id = c.id ORDER BY o.id LIMIT 1 OFFSET 1`,
    });
    expect(table.columns.map(({ name, type, nativeType, values }) => [name, type, nativeType, values[0]])).toEqual([
      ['id', 'number', 'INTEGER', 3],
      ['name', 'string', 'VARCHAR(40)', 'Åsa'],
      ['joined', 'temporal', 'DATE', null],
      ['is_paying', 'boolean', 'BOOLEAN', null],
      ['placed', 'temporal', 'DATETIME', Date.UTC(2024, 0, 1, 2)],
      ['amount', 'number', 'DECIMAL(10,2)', 3],
      ['anything', 'number', 'INTEGER', 2],
      ['next', 'number', 'INTEGER', 3],
      ['day', 'temporal', 'TEXT', Date.UTC(2024, 0, 1)],
    ]);
  });

  it('keep every digit of large whole numbers, bytes as hexadecimal, and columns of several kinds as text [SQL-045]', async () => {
    const { table } = await engine.run({ ...limits, sql: 'SELECT * FROM big' });
    expect(table.columns.map(({ type, values }) => [type, values])).toEqual([
      ['number', [9007199254740993n, -9223372036854775808n]],
      ['string', ['1', 'two']],
      ['string', ['00ff', null]],
      ['number', [1704067200, null]],
    ]);
    const exact = await engine.run({ ...limits, sql: 'SELECT joined FROM customers ORDER BY 1 DESC', isExact: true });
    expect(exact.table.columns[0]?.values).toEqual(['2024-02-29', '2024-01-31', null]);
  });

  it('stop at maxRows and say so, and every column has its own name', async () => {
    const cut = await engine.run({ ...limits, sql: 'SELECT id FROM orders ORDER BY id -- all', maxRows: 3 });
    expect([cut.isTruncated, cut.table.columns[0]?.values]).toEqual([true, [1, 2, 3]]);
    const whole = await engine.run({ ...limits, sql: 'SELECT 1 AS a, 2 AS a', maxRows: 1 });
    expect([whole.isTruncated, whole.table.columns.map(({ name }) => name)]).toEqual([false, ['a', 'a_1']]);
  });

  it('are kept as a stored result, whole and exact, and sort there by their types', async () => {
    const seen: number[] = [];
    const stored = await engine.storeResult({
      ...limits,
      maxRows: 100_000,
      resultId: 'kept-orders',
      sql: 'SELECT id, placed, amount, note FROM orders ORDER BY id DESC',
      firstRows: 10,
      onFirstRows: (table) => seen.push(table.rowCount),
    });
    expect([stored.rowCount, stored.isTruncated, seen]).toEqual([5000, false, [10]]);
    expect(stored.first.columns[1]?.values[0]).toBe('2024-07-27 08:00:00');
    const sort = [{ column: 'amount', isDescending: false }];
    const { table } = await fixture.results.window({ resultId: 'kept-orders', offset: 0, limit: 1, sort });
    expect(table.columns.map(({ values }) => String(values[0]))).toEqual(['1', '2024-01-01 01:00:00', '1.5', 'note 1']);
  });
});

describe('what a text touches', () => {
  const tablesOf = async (sql: string) =>
    (await engine.analyse(sql)).map(({ kind, tables }) => [kind, tables.map(({ table }) => table).sort()]);

  it('is told by the engine itself, view by view and however deep', async () => {
    expect(await tablesOf('SELECT 1; WITH orders AS (SELECT 1 AS id) SELECT * FROM orders')).toEqual([
      ['select', []],
      ['select', []],
    ]);
    expect(
      await tablesOf(
        `WITH o AS (SELECT * FROM main."ORDERS") SELECT (SELECT count(*) FROM [customers]) FROM o
         WHERE EXISTS (SELECT 1 FROM 'open_orders') AND id IN big`,
      ),
    ).toEqual([['select', ['big', 'customers', 'open_orders', 'orders']]]);
    expect(await tablesOf('SELECT * FROM open_orders')).toEqual([['select', ['open_orders']]]);
    expect(await tablesOf('EXPLAIN QUERY PLAN SELECT * FROM open_orders')).toEqual([['explain', ['open_orders']]]);
    expect(await tablesOf('SELECT * FROM orders INDEXED BY orders_by_customer WHERE customer_id = 1')).toEqual([
      ['select', ['orders']],
    ]);
  });

  it('holds what a change writes and what it reads', async () => {
    expect(await tablesOf('CREATE TABLE copy AS SELECT * FROM orders')).toEqual([['ddl', ['copy', 'orders']]]);
    expect(await tablesOf('CREATE VIEW v AS SELECT * FROM open_orders')).toEqual([['ddl', ['open_orders', 'v']]]);
    expect(await tablesOf('INSERT INTO customers (id, name) SELECT id, note FROM orders')).toEqual([
      ['write', ['customers', 'orders']],
    ]);
    expect(
      await tablesOf("INSERT INTO customers (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = 'y'"),
    ).toEqual([['write', ['customers']]]);
    expect(await tablesOf('WITH x AS (SELECT id FROM big) DELETE FROM orders WHERE id IN x')).toEqual([
      ['write', ['big', 'orders']],
    ]);
    expect(await tablesOf('DROP INDEX orders_by_customer')).toEqual([['ddl', ['orders']]]);
    expect(await tablesOf('ALTER TABLE orders ADD COLUMN more')).toEqual([['ddl', ['orders']]]);
  });

  it('counts whatever a text can mean where a table is not there yet', async () => {
    expect(await tablesOf('CREATE TABLE fresh AS SELECT id FROM orders; SELECT f.id FROM fresh f, customers')).toEqual([
      ['ddl', ['fresh', 'orders']],
      ['select', ['customers', 'fresh']],
    ]);
  });

  it('names what is destroyed', async () => {
    const destroyed = async (sql: string) => (await engine.analyse(sql)).map(({ destroys }) => destroys?.[0]?.kind);
    expect(
      await destroyed(
        `DELETE FROM orders; DELETE FROM orders WHERE id = 1; UPDATE orders SET id = (SELECT 1 FROM big WHERE 1);
         DROP VIEW open_orders; ALTER TABLE orders DROP COLUMN note; UPDATE OR IGNORE orders SET id = 2 WHERE id = 1`,
      ),
    ).toEqual(['DELETE', undefined, 'UPDATE', 'DROP', 'DROP COLUMN', undefined]);
  });

  it('is refused where it cannot be read, with its place', async () => {
    const failed = (sql: string) => failureOf(engine.analyse(sql));
    expect(await failed('SELECT id\nFROM orders WHERE WHERE id = 1')).toMatchObject({
      code: 'SYNTAX_ERROR',
      line: 2,
      column: 19,
    });
    expect(await failed("SELECT 'open")).toMatchObject({ code: 'SYNTAX_ERROR', line: 1, column: 8 });
    expect(await failed(`SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`)).toMatchObject({ code: 'SYNTAX_ERROR' });
    expect(await failed(`SELECT 1${' + 1'.repeat(50_000)}`)).toMatchObject({ code: 'SYNTAX_ERROR' });
    expect(await failed(`SELECT '${'x'.repeat(1_100_000)}'`)).toMatchObject({
      message: expect.stringMatching(/too long/),
    });
  });
});

describe('changes', () => {
  const write = { ...limits, mayWrite: true };

  it('are made where they are allowed, counted, and seen at once; elsewhere nothing but reading runs', async () => {
    await engine.run({ ...write, sql: 'CREATE TABLE notes AS SELECT id, note FROM orders WHERE id < 4' });
    const { table } = await engine.run({ ...write, sql: "INSERT INTO notes VALUES (7, 'a'), (8, 'b')" });
    expect(table.columns).toMatchObject([{ name: 'Count', values: [2] }]);
    const returned = await engine.run({ ...write, sql: 'DELETE FROM notes WHERE id > 6 RETURNING note', maxRows: 1 });
    expect([returned.isTruncated, returned.table.columns[0]?.values]).toEqual([true, ['a']]);
    expect(await valuesOf('SELECT count(*) FROM notes')).toEqual([3]);
    expect((await failureOf(engine.run({ ...limits, sql: 'DELETE FROM notes' }))).code).toBe('DML_NOT_ALLOWED_ERROR');
    expect((await failureOf(engine.storeResult({ ...limits, resultId: 'no', sql: 'DROP TABLE notes' }))).code).toBe(
      'DML_NOT_ALLOWED_ERROR',
    );
    await engine.run({ ...write, sql: 'DROP TABLE notes' });
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT * FROM notes' }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
  });

  it('that are stopped are taken back whole, and the next query reads', async () => {
    await engine.run({ ...write, sql: 'CREATE TABLE counted (n)' });
    const endless =
      'INSERT INTO counted WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    const late = await failureOf(engine.run({ ...write, sql: endless, timeoutMs: 1500 }));
    expect(late).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR', message: expect.stringContaining('1.5 s') });
    expect(await valuesOf('SELECT count(*) FROM counted')).toEqual([0]);
    await engine.run({ ...write, sql: 'DROP TABLE counted' });
  });
});

describe('queries that do not end', () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';

  it('end with the signal or the time of whoever waits, and hold nobody else [SQL-012]', async () => {
    const stopping = new AbortController();
    const running = failureOf(engine.run({ ...limits, sql: endless, signal: stopping.signal }));
    expect(await valuesOf('SELECT 1')).toEqual([1]);
    expect(await engine.analyse('SELECT 1')).toHaveLength(1);
    stopping.abort();
    expect((await running).code).toBe('QUERY_STOPPED_ERROR');
    const late = await failureOf(engine.run({ ...limits, sql: endless, timeoutMs: 300 }));
    expect(late).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR', message: expect.stringContaining('0.3 s') });
    expect(await valuesOf('SELECT 2')).toEqual([2]);
  });

  it('end when they need more memory than they may have', async () => {
    const wide = "SELECT replace(hex(zeroblob(100000000)), '0', '0000') AS wide";
    expect(await failureOf(engine.run({ ...limits, sql: wide }))).toMatchObject({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: expect.stringMatching(/more memory|larger than/),
    });
    const long = 'SELECT hex(zeroblob(20000000)) FROM orders';
    expect((await failureOf(engine.run({ ...limits, sql: long }))).message).toMatch(/memory|larger than/);
    expect(await valuesOf('SELECT 3')).toEqual([3]);
  });
});

describe('tables and plans', () => {
  it('are described with keys, indexes and the query of a view', async () => {
    expect((await engine.listTables('main')).map(({ table, kind }) => `${table} ${kind}`)).toEqual([
      'big table',
      'customers table',
      'open_orders view',
      'orders table',
    ]);
    const { columns, ...orders } = await engine.describeTable({ schema: 'main', table: 'ORDERS' });
    expect(orders).toMatchObject({
      table: 'orders',
      primaryKey: { columns: ['id'] },
      foreignKeys: [{ columns: ['customer_id'], referredTable: 'customers', referredColumns: ['id'] }],
      indexes: [
        { name: 'orders_by_customer', columns: ['customer_id'], isUnique: false },
        { name: 'orders_once', columns: ['placed', 'customer_id'], isUnique: true },
      ],
    });
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['id number', 'customer_id number', 'placed temporal', 'amount number', 'note string', 'anything string'],
    ]);
    const view = await engine.describeTable({ schema: 'main', table: 'open_orders' });
    expect([view.kind, view.definition]).toEqual([
      'view',
      'SELECT id, customer_id, amount FROM orders WHERE amount > 10',
    ]);
    expect((await failureOf(engine.describeTable({ schema: 'main', table: 'nowhere' }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    expect(await engine.searchCatalog({ text: 'CUSTOMER', limit: 10 })).toMatchObject([
      { table: 'customers', column: null },
      { table: 'open_orders', column: 'customer_id' },
      { table: 'orders', column: 'customer_id' },
    ]);
  });

  it('of a query are told: its columns without all of its rows, and its plan step by step', async () => {
    const described = await engine.describeQuery(
      'SELECT placed, date(placed) AS day, count(*) AS n FROM orders GROUP BY 1',
    );
    expect(described.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'placed temporal',
      'day temporal',
      'n number',
    ]);
    const sql = 'SELECT c.name, count(*) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1';
    const steps = await engine.readPlan?.(sql);
    expect(steps?.map(({ name, depth, details }) => [name, depth, details[0]?.text])).toEqual(
      expect.arrayContaining([
        ['Search', 0, expect.stringMatching(/^[co]$/)],
        ['Use temp b-tree for group by', 0, undefined],
      ]),
    );
    expect((await engine.explain(sql)).join('\n')).toContain('USE TEMP B-TREE FOR GROUP BY');
    expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['strftime', 'group_concat', 'ntile']));
  });
});

describe('errors', () => {
  it('are told in plain words, at line and column [SQL-018]', async () => {
    const failed = (sql: string) => failureOf(engine.run({ ...limits, sql }));
    expect(await failed('SELECT id,\n  amnt FROM orders')).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: 'There is no column "amnt".',
      line: 2,
      column: 3,
    });
    expect(await failed('SELECT 1 FROM nowhere')).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      line: 1,
      column: 15,
    });
    expect(await failed('SELECT frist(id) FROM orders')).toMatchObject({ code: 'SYNTAX_ERROR', column: 8 });
    expect(await failed('SELECT id FROM orders ORDER ORDER BY id')).toMatchObject({ code: 'SYNTAX_ERROR', column: 29 });
    expect(await failed('SELECT 1; SELECT 2')).toMatchObject({ code: 'SYNTAX_ERROR' });
    expect(await failed('SELECT id FROM orders o, customers')).toMatchObject({ code: 'SYNTAX_ERROR', column: 8 });
    expect(await failed('SELECT abs(-9223372036854775808)')).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
    expect((await failureOf(engine.run({ ...limits, schema: 'other', sql: 'SELECT 1' }))).code).toBe(
      'SCHEMA_DOES_NOT_EXIST_ERROR',
    );
  });
});
