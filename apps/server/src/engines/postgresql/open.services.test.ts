import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { serviceUrl } from '@powerset/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { createResultSink, type ResultSink } from '../remote/index.ts';
import { createResultStore, type ResultStore } from '../results/result-store.ts';
import { readScript } from '../script-reading.ts';
import { fromUri } from './index.ts';
import { openPostgresql, type PostgresqlOptions } from './open.ts';

const url = serviceUrl('postgresql');
const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };

// What all engines are asked for is in `servers`; this is what PostgreSQL alone does.
describe.skipIf(!url)('a PostgreSQL server', () => {
  let engine: Engine;
  let results: ResultStore;
  let resultSink: ResultSink;
  let closeFileEngine: () => Promise<void>;
  const admin = () => new Client({ connectionString: url });
  const settings = (): PostgresqlOptions => ({
    ...fromUri(url ?? ''),
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    resultSink,
    readLongScript: readScript,
    log: () => undefined,
  });

  beforeAll(async () => {
    const client = admin();
    await client.connect();
    await client.query(`
      DROP SCHEMA IF EXISTS shop CASCADE; CREATE SCHEMA shop;
      DROP SCHEMA IF EXISTS "Desk" CASCADE; CREATE SCHEMA "Desk";
      CREATE TABLE "Desk".orders AS SELECT 'of the desk' AS word;
      CREATE FUNCTION "Desk".own_word() RETURNS text LANGUAGE sql AS 'SELECT 1::text';
      DROP TABLE IF EXISTS public.orders; DROP TABLE IF EXISTS public.customers;
      CREATE TABLE public.customers (id integer PRIMARY KEY, name varchar(40) NOT NULL);
      CREATE TABLE public.orders (id bigserial PRIMARY KEY, customer_id integer REFERENCES customers (id), amount numeric(12,2), at timestamptz);
      COMMENT ON TABLE public.orders IS 'What was sold'; COMMENT ON COLUMN public.orders.at IS 'When';
      CREATE UNIQUE INDEX orders_at ON public.orders (at, lower(id::text));
      CREATE VIEW shop.big AS SELECT * FROM public.orders WHERE amount > 100;
      CREATE OR REPLACE FUNCTION public.own_secret() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM public.orders';
      INSERT INTO customers SELECT i, 'customer ' || i FROM generate_series(1, 10) i;
      INSERT INTO orders (customer_id, amount, at) SELECT 1 + i % 10, i * 1.25, '2024-01-01T00:00:00Z'::timestamptz + i * interval '1 hour' FROM generate_series(1, 20000) i;
      ANALYZE;`);
    await client.end();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'postgresql-'));
    const folders = { resultsFolder: path.join(folder, 'results'), stagingFolder: path.join(folder, 'staging') };
    const fileEngine = await openTestFileEngine(folder);
    closeFileEngine = async () => {
      await fileEngine.close();
      await rm(folder, { recursive: true, force: true });
    };
    resultSink = createResultSink({
      ...folders,
      runTrusted: (sql) => fileEngine.runTrusted(sql),
      generation: () => fileEngine.generation(),
    });
    results = createResultStore({ ...folders, fileEngine, defusesFormulas: true });
    engine = openPostgresql(settings());
  });
  afterAll(async () => {
    await engine.close();
    await closeFileEngine();
  });

  it('points errors at line and column, in words of the catalogue [SQL-018]', async () => {
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT id,\n  amnt FROM orders' }))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 2,
      column: 3,
    });
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT amout FROM orders' }))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 1,
      column: 8,
      message: expect.stringContaining('orders.amount'),
    });
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT 1 FROM nowhere' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      column: 15,
    });
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT 1 FROM nowhere.x' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    const kept = (sql: string) => failureOf(engine.storeResult({ ...limits, resultId: 'mistaken', sql }));
    expect(await kept('SELECT id,\n  amnt FROM orders\nLIMIT 11')).toMatchObject({ line: 2, column: 3 });
    expect(await kept('SELECT amout FROM orders')).toMatchObject({ line: 1, column: 8 });
    expect(await kept('EXPLAIN SELECT amout FROM orders')).toMatchObject({ line: 1, column: 16 });
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT 1/0' }))).message).toBe('division by zero');
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT 1; SELECT 2' }))).code).toBe('SYNTAX_ERROR');
  });

  it('lets nothing but reading through where writing is not allowed, whatever was checked before', async () => {
    expect((await failureOf(engine.run({ ...limits, sql: 'DELETE FROM orders' }))).code).toBe('DML_NOT_ALLOWED_ERROR');
    const client = admin();
    await client.connect();
    await client.query(
      "CREATE OR REPLACE FUNCTION public.own_delete() RETURNS void LANGUAGE sql AS 'DELETE FROM public.orders'",
    );
    await client.end();
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT own_delete()' }))).code).toBe('DML_NOT_ALLOWED_ERROR');
    const { table } = await engine.run({ ...limits, sql: 'SELECT count(*) FROM orders' });
    expect(table.columns[0]?.values).toEqual([20_000]);
  });

  it('asks permission for functions that people made as for tables, not for those of the server', async () => {
    const [own] = await engine.analyse('SELECT own_secret(), lower(name) FROM customers');
    expect(own?.tables).toEqual([
      { schema: null, table: 'customers' },
      { schema: 'public', table: 'own_secret' },
    ]);
  });

  it('looks for bare names in the schema that is chosen, and nowhere else', async () => {
    const place = { schema: 'Desk' };
    const sql = 'SELECT * FROM orders LIMIT 1';
    expect((await engine.run({ ...limits, ...place, sql })).table.columns[0]?.values).toEqual(['of the desk']);
    expect((await engine.storeResult({ ...limits, ...place, sql, resultId: 'placed' })).rowCount).toBe(1);
    expect((await engine.describeQuery(sql, place)).map(({ name }) => name)).toEqual(['word']);
    expect((await failureOf(engine.run({ ...limits, ...place, sql: 'SELECT * FROM customers' }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    const [called] = await engine.analyse('SELECT own_word(), own_secret()', place);
    expect(called?.tables).toEqual([{ schema: 'Desk', table: 'own_word' }]);
    expect((await engine.run({ ...limits, sql })).table.columns[0]?.name).toBe('id');
  });

  it('gives connections back fit for the next after statements that failed or were stopped, and leaves none in a transaction', async () => {
    const broken = Array.from({ length: 12 }, () => failureOf(engine.run({ ...limits, sql: 'SELECT 1 / 0' })));
    const stopped = Array.from({ length: 6 }, () =>
      failureOf(engine.run({ ...limits, timeoutMs: 300, sql: 'SELECT pg_sleep(30)' })),
    );
    expect(new Set((await Promise.all(broken)).map(({ code }) => code))).toEqual(new Set(['GENERIC_DB_ENGINE_ERROR']));
    expect(new Set((await Promise.all(stopped)).map(({ code }) => code))).toEqual(new Set(['BACKEND_TIMEOUT_ERROR']));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => engine.run({ ...limits, sql: `SELECT ${n} AS n` })),
    );
    expect(answers.map(({ table }) => table.columns[0]?.values[0])).toEqual(Array.from({ length: 12 }, (_, n) => n));
    const client = admin();
    await client.connect();
    // Tests of other files use the server too, for moments.
    const left = async () =>
      (
        await client.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'powerset' AND state LIKE 'idle in transaction%'",
        )
      ).rows;
    await expect.poll(left).toEqual([{ n: 0 }]);
    await client.end();
  });

  it('keeps empty results, exact ones, and values that fit no other type', async () => {
    const keep = (resultId: string, sql: string, maxRows = 100) =>
      engine.storeResult({ ...limits, resultId, sql, maxRows });
    expect(await keep('empty', 'SELECT id, at FROM orders WHERE false')).toMatchObject({ rowCount: 0 });
    expect((await results.window({ resultId: 'empty', offset: 0, limit: 5 })).table.columns).toHaveLength(2);
    expect(await keep('cut', 'SELECT id FROM orders', 7)).toMatchObject({ rowCount: 7, isTruncated: true });
    await keep(
      'odd',
      `SELECT 'NaN'::numeric AS n, '-infinity'::timestamp AS t, E'a"b\\n\\u00e4' AS s, 1.50 AS d, 'NaN'::float8 AS f`,
    );
    const odd = await results.window({ resultId: 'odd', offset: 0, limit: 5 });
    expect(odd.table.columns.map(({ values }) => values[0])).toEqual([
      'NaN',
      '-infinity',
      'a"b\nä',
      '1.50',
      expect.anything(),
    ]);
    expect((await failureOf(keep('bad', 'SELECT 1/(id-5) FROM orders'))).message).toBe('division by zero');
    expect((await failureOf(results.describe('bad'))).code).toBe('RESULTS_BACKEND_ERROR');
    expect(await keep('plan', 'EXPLAIN SELECT 1')).toMatchObject({ rowCount: 1 });
  });

  it('describes a query without running it', async () => {
    const columns = await engine.describeQuery('SELECT id, name, pg_sleep(60) AS s FROM customers -- x');
    expect(columns.map(({ name, nativeType, type }) => [name, nativeType, type])).toEqual([
      ['id', 'integer', 'number'],
      ['name', 'character varying(40)', 'string'],
      ['s', 'void', 'string'],
    ]);
    expect(await failureOf(engine.describeQuery('SELECT nope FROM customers'))).toMatchObject({ line: 1, column: 8 });
  });

  it('shows schemas, tables, columns, keys, indexes and estimates [TBL-001] [TBL-013]', async () => {
    expect(await engine.listSchemas()).toEqual(expect.arrayContaining(['public', 'shop']));
    expect(await engine.listSchemas()).not.toContain('pg_catalog');
    expect(await engine.listTables('public')).toEqual(
      expect.arrayContaining([{ schema: 'public', table: 'orders', kind: 'table', rowCount: 20_000 }]),
    );
    expect(await engine.listTables('shop')).toEqual([{ schema: 'shop', table: 'big', kind: 'view', rowCount: null }]);
    expect(await engine.describeTable({ schema: 'public', table: 'orders' })).toMatchObject({
      kind: 'table',
      comment: 'What was sold',
      columns: [
        { name: 'id', nativeType: 'bigint', type: 'number', isNullable: false },
        { name: 'customer_id', nativeType: 'integer' },
        { name: 'amount', nativeType: 'numeric(12,2)', isNullable: true },
        { name: 'at', type: 'temporal', comment: 'When' },
      ],
      primaryKey: { name: 'orders_pkey', columns: ['id'] },
      foreignKeys: [
        { columns: ['customer_id'], referredSchema: 'public', referredTable: 'customers', referredColumns: ['id'] },
      ],
      indexes: [{ name: 'orders_at', isUnique: true, columns: ['at', expect.stringContaining('lower')] }],
    });
    expect((await failureOf(engine.describeTable({ schema: 'public', table: "x'; --" }))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    );
    expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['lower', 'date_trunc', 'own_secret']));
  });

  it('tells how a table is parted, and its latest part', async () => {
    const client = admin();
    await client.connect();
    await client.query(`
      CREATE TABLE shop.parted (n int, day date) PARTITION BY RANGE (day);
      CREATE TABLE shop.parted_1 PARTITION OF shop.parted FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
      CREATE TABLE shop.parted_2 PARTITION OF shop.parted FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
      CREATE TABLE shop.parted_3 PARTITION OF shop.parted DEFAULT;`);
    await client.end();
    const { partitions } = await engine.describeTable({ schema: 'shop', table: 'parted' });
    expect(partitions).toEqual({ columns: ['day'], key: 'RANGE (day)', latest: '2024-02-01' });
    expect((await engine.describeTable({ schema: 'public', table: 'orders' })).partitions).toBeUndefined();
  });

  it('explains a plan with its cost', async () => {
    expect((await engine.explain('SELECT * FROM orders')).join('\n')).toMatch(/cost=[\d.]+\.\.[\d.]+/);
  });
});
