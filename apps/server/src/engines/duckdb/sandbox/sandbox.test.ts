import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineFixture, failureOf, openTestEngine } from '../engine-fixture.ts';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await openTestEngine();
  await fixture.engine.runTrusted(`CREATE SCHEMA hr; CREATE TABLE hr.pay(name VARCHAR, salary INTEGER); INSERT INTO hr.pay VALUES ('Ada', 5);
    CREATE TABLE orders AS SELECT i AS id, 'c' || (i % 3) AS customer, i * 1.5 AS amount, DATE '2024-01-01' + i::INT AS day,
    [i, i + 1] AS list, {'a': i, 'b': 'x'} AS struct, MAP {'k': i} AS map, '{"a": [1, 2]}'::JSON AS json FROM range(20) t(i);
    CREATE TABLE regions AS SELECT 'c' || i AS customer, 'r' || i AS region FROM range(3) t(i)`);
});
afterAll(() => fixture.end());

const refused: readonly string[] = [
  // Files
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_csv_auto('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('data.duckdb')",
  "SELECT * FROM read_parquet('/tmp/x.parquet')",
  "SELECT * FROM parquet_scan('/tmp/x.parquet')",
  "SELECT * FROM parquet_metadata('/tmp/x.parquet')",
  "SELECT * FROM read_json('/etc/passwd')",
  "SELECT * FROM read_duckdb('/tmp/other.duckdb')",
  "SELECT * FROM main.read_text('/etc/passwd')",
  'SELECT * FROM "read_text"(\'/etc/passwd\')',
  "SELECT * FROM READ_TEXT('/etc/passwd')",
  "SELECT * FROM glob('/*')",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "FROM '/etc/passwd'",
  "SELECT * FROM 'x.parquet'",
  'SELECT * FROM "x.csv"',
  "SELECT * FROM 'https://example.org/x'",
  "SELECT * FROM main.'x.csv'",
  "SELECT * FROM 'staged*'",
  "SELECT 1 WHERE EXISTS (SELECT 1 FROM '/etc/passwd')",
  "SELECT (SELECT content FROM read_text('/etc/passwd'))",
  "WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM x",
  "SELECT * FROM orders, LATERAL (SELECT * FROM read_text('/etc/passwd'))",
  "SELECT * FROM orders UNION ALL SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM orders ORDER BY (SELECT count(*) FROM read_text('/etc/passwd'))",
  "SELECT * FROM orders LIMIT (SELECT count(*) FROM read_text('/etc/passwd'))",
  "SELECT list_transform([1], x -> (SELECT content FROM read_text('/etc/passwd')))",
  "VALUES ((SELECT content FROM read_text('/etc/passwd')))",
  "SELECT * FROM orders PIVOT (sum(amount) FOR customer IN (SELECT content FROM read_text('/etc/passwd')))",
  "DESCRIBE SELECT * FROM read_text('/etc/passwd')",
  "SUMMARIZE '/etc/passwd'",
  "DESCRIBE '/tmp/x.parquet'",
  "EXPLAIN SELECT * FROM read_text('/etc/passwd')",
  "EXPLAIN ANALYZE SELECT * FROM read_text('/etc/passwd')",
  "EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM read_text('/etc/passwd')",
  "COPY orders TO '/tmp/stolen.csv'",
  "COPY (SELECT 1) TO '/tmp/x.csv'",
  "COPY orders FROM '/etc/passwd'",
  "EXPORT DATABASE '/tmp/x'",
  "IMPORT DATABASE '/tmp/x'",
  "CREATE TABLE x AS SELECT * FROM read_text('/etc/passwd')",
  "CREATE VIEW x AS FROM '/etc/passwd'",
  "INSERT INTO orders SELECT * FROM read_csv('/etc/passwd')",
  "UPDATE orders SET customer = (SELECT content FROM read_text('/etc/passwd'))",
  "UPDATE orders SET customer = 'x' WHERE id = (SELECT size FROM read_text('/etc/passwd'))",
  "DELETE FROM orders WHERE customer IN (SELECT content FROM read_text('/etc/passwd'))",
  // Other databases, extensions, settings, sessions
  "ATTACH '/tmp/other.duckdb'",
  "ATTACH ':memory:' AS m",
  'DETACH data',
  'USE hr',
  'INSTALL httpfs',
  'LOAD httpfs',
  "SET memory_limit = '100GB'",
  "SET SESSION search_path = 'hr'",
  'RESET memory_limit',
  'PRAGMA database_list',
  "PRAGMA enable_profiling='json'",
  'PRAGMA table_info(orders)',
  'CALL pragma_version()',
  "CALL enable_logging(storage = 'file')",
  "SELECT * FROM enable_logging(storage = 'file')",
  'SELECT * FROM enable_profiling()',
  'SELECT * FROM truncate_duckdb_logs()',
  'CHECKPOINT',
  'FORCE CHECKPOINT',
  'SELECT * FROM force_checkpoint()',
  'VACUUM',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'DEALLOCATE p',
  'SET VARIABLE x = 1',
  "SELECT getvariable('x')",
  'CREATE SECRET s (TYPE s3)',
  'SELECT * FROM duckdb_secrets()',
  "SELECT current_setting('temp_directory')",
  "SELECT getenv('HOME')",
  "SELECT write_log('x')",
  "SELECT nextval('s')",
  'SELECT setseed(0.5)',
  'SELECT sleep_ms(100000)',
  'SELECT pg_sleep(100)',
  // Catalog: the names of what one may not read
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM INFORMATION_SCHEMA.columns',
  'SELECT * FROM data.information_schema.tables',
  'SELECT * FROM duckdb_tables()',
  'SELECT * FROM duckdb_tables',
  'SELECT * FROM main.duckdb_tables',
  'SELECT * FROM "DuckDB_Tables"',
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM sqlite_master',
  'SELECT * FROM pg_catalog.pg_class',
  'SELECT * FROM pg_class',
  'SELECT * FROM system.main.duckdb_views',
  "SELECT * FROM pragma_table_info('hr.pay')",
  "SELECT * FROM pragma_storage_info('orders')",
  'SELECT pg_get_viewdef(1)',
  'SHOW TABLES',
  'SHOW ALL TABLES',
  'SHOW DATABASES',
  'SHOW',
  'DESCRIBE',
  'SELECT * FROM (SHOW TABLES)',
  'SELECT * FROM (SHOW ALL TABLES)',
  // Names and statements inside values
  "SELECT * FROM query('SELECT * FROM hr.pay')",
  "SELECT * FROM query_table('hr.pay')",
  "SELECT * FROM query_table(['hr.pay'])",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM hr.pay'))",
  "SELECT json_serialize_plan('SELECT * FROM hr.pay')",
  "PRAGMA json_execute_serialized_sql('x')",
  "SELECT * FROM histogram('hr.pay', salary)",
  "SELECT * FROM histogram_values('hr.pay', salary)",
  'SELECT * FROM seq_scan(1)',
  "SELECT * FROM sql_auto_complete('SELECT * FROM hr.')",
  'SELECT * FROM summary((SELECT 1))',
  // Objects that would stand before tables, and code
  'CREATE TEMP TABLE orders AS SELECT 1',
  'CREATE TEMPORARY VIEW orders AS SELECT 1',
  'CREATE OR REPLACE TEMP TABLE orders (a INTEGER)',
  'CREATE TABLE temp.orders (a INTEGER)',
  'CREATE MACRO f(x) AS x + 1',
  'CREATE FUNCTION f(x) AS (SELECT max(salary) FROM hr.pay)',
  "CREATE TYPE t AS ENUM ('a')",
  'CREATE SEQUENCE s',
  'CREATE INDEX i ON orders (id)',
  "CREATE TABLE t (a INTEGER DEFAULT nextval('s'))",
  'CREATE TABLE t (a INTEGER CHECK (a > (SELECT 1)))',
  "COMMENT ON TABLE orders IS 'x'",
  'ALTER TABLE orders ALTER COLUMN id SET DEFAULT 7',
  'ALTER DATABASE data SET ALIAS TO x',
  // Writes in disguise
  'WITH x AS (INSERT INTO orders VALUES (1) RETURNING *) SELECT * FROM x',
  'WITH x AS (DELETE FROM hr.pay RETURNING *) SELECT * FROM x',
  'EXPLAIN ANALYZE DELETE FROM hr.pay',
  'EXPLAIN ANALYZE INSERT INTO hr.pay VALUES (1, 2)',
  'EXPLAIN DELETE FROM hr.pay',
  'EXPLAIN (ANALYZE, FORMAT JSON) DELETE FROM hr.pay',
  'EXPLAIN (ANALYZE, FORMAT HTML) SELECT 1',
  'INSERT INTO orders SELECT 1 RETURNING (SELECT max(salary) FROM hr.pay)',
  'UPDATE orders SET amount = 1 RETURNING amount FROM hr.pay',
  "DELETE FROM orders RETURNING getenv('HOME')",
  'MERGE INTO orders USING hr.pay ON true WHEN MATCHED THEN DELETE',
  'INSERT OR REPLACE INTO orders SELECT 1',
  'PIVOT orders ON customer IN (SELECT name FROM hr.pay) USING sum(amount)',
  'SELECT * FROM otherdb.main.orders',
  "/* SELECT 1 */ COPY orders TO '/tmp/x'",
  "-- harmless\nCOPY orders TO '/tmp/x'",
  "  \n\t ATTACH 'x.db'",
];

const accepted: readonly [sql: string, tables: string[]][] = [
  ['SELECT 1', []],
  ['SELECT * FROM orders', ['orders']],
  ['select id from main.orders;', ['main.orders']],
  ['FROM orders', ['orders']],
  ['FROM orders SELECT customer, count(*) GROUP BY ALL', ['orders']],
  ['TABLE orders', ['orders']],
  ['VALUES (1, 2), (3, 4)', []],
  ['SELECT * FROM data.main.orders', ['main.orders']],
  ['SELECT * FROM data.orders', ['orders']],
  ['SELECT sum(amount) OVER (PARTITION BY customer ORDER BY id ROWS 2 PRECEDING) FROM orders', ['orders']],
  ['SELECT * FROM orders QUALIFY row_number() OVER (PARTITION BY customer ORDER BY id) = 1', ['orders']],
  ['WITH a AS (SELECT * FROM orders), b AS (SELECT * FROM a) SELECT * FROM b', ['orders']],
  ['WITH orders AS (SELECT 1 AS one) SELECT * FROM orders', []],
  ['WITH orders AS (SELECT * FROM orders) SELECT * FROM orders', ['orders']],
  ['WITH pay AS (SELECT 1) SELECT * FROM hr.pay', ['hr.pay']],
  ['SELECT * FROM (WITH orders AS (SELECT 1) FROM orders) x, orders', ['orders']],
  ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n', []],
  ['SELECT * FROM orders JOIN regions USING (customer) LEFT JOIN hr.pay ON true', ['hr.pay', 'orders', 'regions']],
  ['SELECT * FROM orders o, LATERAL (SELECT o.id + 1 AS next) n', ['orders']],
  ['SELECT * FROM orders WHERE id IN (SELECT salary FROM hr.pay)', ['hr.pay', 'orders']],
  ['SELECT (SELECT max(salary) FROM hr.pay) FROM orders', ['hr.pay', 'orders']],
  ['SELECT * FROM orders ASOF JOIN regions ON orders.customer >= regions.customer', ['orders', 'regions']],
  ['SELECT unnest(list) FROM orders', ['orders']],
  ['SELECT * FROM orders, unnest(list) AS u(item)', ['orders']],
  ["SELECT struct.a, list[1], list[1:2], map['k'] FROM orders", ['orders']],
  ['SELECT [x * 2 FOR x IN list IF x > 3] FROM orders', ['orders']],
  ['SELECT list_filter(list, lambda x: x > 1) FROM orders', ['orders']],
  ["SELECT json->'a', json->>'$.a[0]', json_extract(json, '$.a') FROM orders", ['orders']],
  ['SELECT * FROM orders, json_each(json)', ['orders']],
  [
    "SELECT date_trunc('month', day), strftime(day, '%Y'), day + INTERVAL 1 DAY, extract(year FROM day) FROM orders",
    ['orders'],
  ],
  ['SELECT * FROM orders USING SAMPLE 10 ROWS', ['orders']],
  ['SELECT * FROM orders TABLESAMPLE 50%', ['orders']],
  ['SELECT * FROM range(10) t(i)', []],
  ["SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 DAY)", []],
  ['SELECT * EXCLUDE (id) REPLACE (upper(customer) AS customer) FROM orders', ['orders']],
  ["SELECT COLUMNS('a.*') FROM orders", ['orders']],
  [
    'SELECT customer, sum(amount) FROM orders GROUP BY ROLLUP (customer) HAVING sum(amount) > 1 ORDER BY ALL LIMIT 5',
    ['orders'],
  ],
  ['SELECT id FROM orders UNION SELECT salary FROM hr.pay EXCEPT SELECT 1', ['hr.pay', 'orders']],
  ["SELECT * FROM orders PIVOT (sum(amount) FOR customer IN ('c0', 'c1'))", ['orders']],
  ["PIVOT orders ON customer IN ('c0') USING sum(amount)", ['orders']],
  ['PIVOT orders ON customer USING sum(amount)', ['orders']],
  ['UNPIVOT (SELECT id, amount FROM orders) ON id, amount', ['orders']],
  ['DESCRIBE orders', ['orders']],
  ['DESCRIBE SELECT * FROM hr.pay', ['hr.pay']],
  ['SUMMARIZE orders', ['orders']],
  ['SELECT "id" AS "a ""quoted"" name", \'it\'\'s; -- no comment\' AS t FROM "orders" -- the end', ['orders']],
  ['SELECT $$a;b$$ AS dollar /* nested /* comment; */ */ FROM orders', ['orders']],
  ["SELECT e'a\\'b;c' AS escaped", []],
  ['SELECT count(*) FILTER (WHERE amount > 3), quantile_cont(amount, 0.5), mode(customer) FROM orders', ['orders']],
  ["SELECT regexp_replace(customer, 'c', 'd'), customer SIMILAR TO 'c.', customer ILIKE '%C%' FROM orders", ['orders']],
  [
    "SELECT CASE WHEN id > 3 THEN 'a' ELSE 'b' END, coalesce(NULL, 1), TRY_CAST('x' AS INTEGER) FROM orders",
    ['orders'],
  ],
  ["SELECT day AT TIME ZONE 'Europe/Berlin', now() IS NOT NULL, current_date IS NOT NULL FROM orders", ['orders']],
  ['SELECT pg_typeof(id), typeof(amount) FROM orders', ['orders']],
];

describe('statements that could reach outside', () => {
  it.each(refused)('are refused before they run: %s', async (sql) => {
    const { code } = await failureOf(fixture.engine.analyse(sql));
    expect(['GENERIC_DB_ENGINE_ERROR', 'SYNTAX_ERROR']).toContain(code);
    await failureOf(fixture.engine.run({ sql, maxRows: 10, timeoutMs: 5000, fairnessKey: 'eve', mayWrite: true }));
  });

  it('are refused with a sentence and a place', async () => {
    expect(
      await failureOf(fixture.engine.analyse("SELECT 1,\n  (SELECT content FROM read_text('/etc/passwd'))")),
    ).toEqual({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'The table function "read_text" is not allowed.',
      line: 2,
      column: 24,
    });
    expect((await failureOf(fixture.engine.analyse("SELECT 1; COPY orders TO 'x'"))).message).toBe(
      'COPY statements are not allowed.',
    );
  });

  it('are refused where a script hides them behind others', async () => {
    for (const script of [
      "SELECT 1; ATTACH 'x'",
      "SELECT ';'; COPY orders TO 'x'; SELECT 1",
      'SELECT $$;$$; SET x = 1',
      'SELECT 1; SELECT * FROM sqlite_master',
    ]) {
      await failureOf(fixture.engine.analyse(script));
    }
  });

  it('are refused when they are too long or too deep, and the engine lives on', async () => {
    for (const sql of [
      `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)}`,
      `SELECT ${'1+'.repeat(100_000)}1`,
      `SELECT '${'x'.repeat(1_100_000)}'`,
    ]) {
      await failureOf(fixture.engine.analyse(sql));
    }
    const pid = await fixture.engine.childPid();
    await fixture.engine.ping();
    expect(await fixture.engine.childPid()).toBe(pid);
  });
});

describe('statements that read tables', () => {
  it.each(accepted)('are accepted and run, with every table named: %s', async (sql, tables) => {
    const [statement, ...others] = await fixture.engine.analyse(sql);
    expect(others).toEqual([]);
    expect(statement!.kind).toBe('select');
    expect(
      statement!.tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)).sort(),
    ).toEqual(tables);
    const { table } = await fixture.engine.run({ sql, maxRows: 1000, timeoutMs: 10_000, fairnessKey: 'ada' });
    expect(table.columns.length).toBeGreaterThan(0);
  });

  it('tell their own limit, and only that', async () => {
    const limitOf = async (sql: string) => (await fixture.engine.analyse(sql))[0]!.limit;
    expect(await limitOf('SELECT * FROM orders LIMIT 5')).toBe(5);
    expect(await limitOf('SELECT * FROM (SELECT * FROM orders LIMIT 5)')).toBeNull();
    expect(await limitOf('SELECT * FROM orders LIMIT 2 + 3')).toBeNull();
    expect(await limitOf('SELECT id FROM orders UNION ALL SELECT 1 LIMIT 7')).toBe(7);
    expect(await limitOf('SELECT * FROM orders LIMIT 10%')).toBeNull();
  });

  it('are explained', async () => {
    expect((await fixture.engine.analyse('EXPLAIN SELECT * FROM hr.pay'))[0]).toEqual({
      kind: 'explain',
      text: 'EXPLAIN SELECT * FROM hr.pay',
      tables: [{ schema: 'hr', table: 'pay' }],
      limit: null,
    });
    expect((await fixture.engine.explain('SELECT * FROM orders')).join('\n')).toContain('SCAN');
    expect(
      (await fixture.engine.run({ sql: 'EXPLAIN ANALYZE SELECT 1', maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada' }))
        .table.rowCount,
    ).toBe(1);
  });
});

describe('scripts', () => {
  it.each([
    ['DELETE FROM hr.pay', ['DELETE hr.pay']],
    ["DELETE FROM orders WHERE region = 'where'", []],
    ["UPDATE orders SET region = (SELECT 'x' WHERE true) -- where", ['UPDATE orders']],
    ['UPDATE orders SET region = p.x FROM (SELECT 1 AS x WHERE true) p', ['UPDATE orders']],
    ['UPDATE orders SET region = p.x FROM (SELECT 1 AS x) p WHERE id = p.x', []],
    ['TRUNCATE "orders"', ['TRUNCATE orders']],
    ['DROP TABLE IF EXISTS orders; DROP SCHEMA hr CASCADE', ['DROP orders', 'DROP hr']],
    ['ALTER TABLE orders DROP COLUMN region', ['DROP COLUMN orders']],
    ['CREATE OR REPLACE TABLE orders AS SELECT 1 AS id', ['REPLACE orders']],
    ['CREATE OR REPLACE TABLE hr.pay (id INT)', ['REPLACE hr.pay']],
    ['CREATE OR REPLACE VIEW v AS SELECT 1 AS id; CREATE TABLE IF NOT EXISTS orders (id INT)', []],
    ["SELECT 'DELETE FROM orders' /* ; DROP TABLE orders */", []],
    ['SELECT 1; DELETE FROM orders; SELECT 2', ['DELETE orders']],
  ])('tell what is destroyed without a condition: %s', async (sql, expected) => {
    const statements = await fixture.engine.analyse(sql);
    const destroyed = statements.flatMap(({ destroys }) => destroys ?? []);
    const names = destroyed.map(({ kind, tables }) => [
      kind,
      tables.map(({ schema, table }) => [schema, table].filter(Boolean).join('.')).join('+'),
    ]);
    expect(names.map((parts) => parts.join(' '))).toEqual(expected);
  });

  it('are split as the parser does, comments and quotes minded', async () => {
    const statements = await fixture.engine.analyse(
      "-- first\nSELECT ';' AS a /* ; */;;\n SELECT 2 ;\nINSERT INTO orders (id) SELECT 3 -- end",
    );
    expect(statements.map(({ kind, text }) => [kind, text])).toEqual([
      ['select', "SELECT ';' AS a"],
      ['select', 'SELECT 2'],
      ['write', 'INSERT INTO orders (id) SELECT 3'],
    ]);
  });

  it('point at errors by line and column of the whole script', async () => {
    expect(await failureOf(fixture.engine.analyse('SELECT 1;\nSELECT é FROM;'))).toMatchObject({
      code: 'SYNTAX_ERROR',
      line: 2,
    });
    expect(await failureOf(fixture.engine.analyse("SELECT 1;\n  SELECT 'abc"))).toMatchObject({
      code: 'SYNTAX_ERROR',
      line: 2,
      column: 10,
    });
  });

  it('that hold nothing give nothing', async () => {
    expect(await fixture.engine.analyse(' ;; -- nothing\n')).toEqual([]);
  });
});

describe('statements that write', () => {
  it.each([
    ["INSERT INTO hr.pay VALUES ('Bob', 7)", 'write', ['hr.pay']],
    ['INSERT INTO hr.pay (name) SELECT customer FROM orders', 'write', ['hr.pay', 'orders']],
    ["UPDATE orders SET amount = amount + 1, customer = 'x' WHERE id IS DISTINCT FROM 3", 'write', ['orders']],
    ['UPDATE orders SET amount = p.salary FROM hr.pay p WHERE p.salary = orders.id', 'write', ['hr.pay', 'orders']],
    ['DELETE FROM orders WHERE id IN (SELECT salary FROM hr.pay)', 'write', ['hr.pay', 'orders']],
    ['DELETE FROM orders', 'write', ['orders']],
    ['DELETE FROM orders RETURNING *', 'write', ['orders']],
    ['UPDATE orders SET amount = 2 WHERE id = 1 RETURNING id, amount * 2 AS twice', 'write', ['orders']],
    ['INSERT INTO hr.pay SELECT customer, 1 FROM orders RETURNING upper(name)', 'write', ['hr.pay', 'orders']],
    ['TRUNCATE orders', 'write', ['orders']],
    ['CREATE TABLE copy AS SELECT * FROM hr.pay', 'ddl', ['copy', 'hr.pay']],
    ['CREATE OR REPLACE VIEW v AS SELECT * FROM hr.pay', 'ddl', ['hr.pay', 'v']],
    ['CREATE TABLE plain (id INTEGER PRIMARY KEY, price DECIMAL(10, 2) NOT NULL)', 'ddl', ['plain']],
    ['DROP TABLE IF EXISTS hr.pay', 'ddl', ['hr.pay']],
    ['ALTER TABLE orders ADD COLUMN note VARCHAR', 'ddl', ['orders']],
  ] as const)('are told with all tables, and refused where only reading is allowed: %s', async (sql, kind, tables) => {
    const [statement] = await fixture.engine.analyse(sql);
    expect(statement!.kind).toBe(kind);
    expect(
      statement!.tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)).sort(),
    ).toEqual(tables);
    const details = await failureOf(fixture.engine.run({ sql, maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada' }));
    expect(details.code).toBe('DML_NOT_ALLOWED_ERROR');
    expect(
      (
        await failureOf(
          fixture.engine.storeResult({ sql, maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada', resultId: 'w' }),
        )
      ).code,
    ).toBe('DML_NOT_ALLOWED_ERROR');
  });

  it('run where writing is allowed', async () => {
    const request = { maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada', mayWrite: true };
    await fixture.engine.run({ ...request, sql: 'CREATE TABLE notes (id INTEGER, text VARCHAR)' });
    await fixture.engine.run({ ...request, sql: "INSERT INTO notes VALUES (1, 'a'), (2, 'b')" });
    await fixture.engine.run({ ...request, sql: "UPDATE notes SET text = 'c' WHERE id = 2" });
    await fixture.engine.run({ ...request, sql: 'DELETE FROM notes WHERE id = 1' });
    const { table } = await fixture.engine.run({ ...request, sql: 'FROM notes' });
    expect(table.columns.map((column) => column.values)).toEqual([[2], ['c']]);
  });
});
