import { describe, expect, it } from 'vitest';
import { readStatements, withProject } from '../bigquery/grammar.ts';
import { readBigQueryScript } from '../bigquery/index.ts';
import { readDatabricksScript } from '../databricks/index.ts';
import { readSnowflakeScript } from '../snowflake/index.ts';
import type { ReadStatement } from './index.ts';

type Read = (sql: string) => readonly ReadStatement[];

const tablesOf = (read: Read, sql: string) =>
  read(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

/** The tables; where a statement is refused nobody reads any. */
function foundOrRefused(read: Read, sql: string, secret: string): readonly string[] {
  try {
    return tablesOf(read, sql);
  } catch {
    return [secret];
  }
}

describe('queries of BigQuery', () => {
  const read = readBigQueryScript;

  it.each([
    ['SELECT a FROM `proj.ds.t`', ['ds.t']],
    ['SELECT a FROM `proj`.ds.`T`, ds.u AS x', ['ds.T', 'ds.u']],
    ['SELECT * EXCEPT (a) REPLACE (b + 1 AS b) FROM t', ['t']],
    ['SELECT * EXCEPT ((SELECT a FROM s)) FROM t', ['s', 't']],
    ['(SELECT 1 FROM a) EXCEPT DISTINCT (SELECT 2 FROM b)', ['a', 'b']],
    ['SELECT AS STRUCT a FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1', ['t']],
    ['SELECT x FROM UNNEST([1, 2]) AS x WITH OFFSET AS o, t', ['t']],
    ['SELECT ARRAY(SELECT x FROM s), STRUCT<a INT64, b STRING>(1, "x") FROM t', ['s', 't']],
    ["SELECT r'a\\'b', b'\\x00', \"it's\", 'it\\'s' # none FROM u\nFROM t", ['t']],
    ['SELECT SAFE.SUBSTR(a, 0), EXTRACT(WEEK(MONDAY) FROM d) FROM t', ['t']],
    ["SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01' AS a JOIN u USING (k)", ['t', 'u']],
    ['WITH A AS (SELECT 1) SELECT * FROM a', []],
    ['SELECT * FROM t PIVOT(SUM(x) FOR q IN (SELECT q FROM s)) AS p', ['t', 's']],
    ['SELECT * FROM `ds.events_*`', ['ds.events_*']],
    ['SELECT * FROM t TABLESAMPLE SYSTEM (10 PERCENT), u', ['t', 'u']],
  ])('%s', (sql, tables) => {
    expect(tablesOf(read, sql)).toEqual(tables);
  });

  it.each([
    'SELECT e.x FROM ds.t, t.items AS e',
    'SELECT e FROM ds.t, T.items AS e WITH OFFSET AS o, e.parts',
    'SELECT 1 FROM ds.t AS a LEFT JOIN A.items AS e ON TRUE CROSS JOIN e.parts.kinds',
    'SELECT 1 FROM (SELECT items FROM ds.t) AS s, s.items',
    'SELECT 1 FROM ds.t, `t`.`items`',
  ])('have elements of an array to the right of the table that holds it: %s', (sql) => {
    expect(tablesOf(read, sql)).toEqual(['ds.t']);
  });

  it.each([
    'SELECT 1 FROM ds.t AS a, t.items',
    'SELECT 1 FROM t.items, ds.t',
    'SELECT 1 FROM ds.t RIGHT JOIN t.items ON TRUE',
    'SELECT 1 FROM ds.t FULL OUTER JOIN t.items ON TRUE',
    'SELECT (SELECT COUNT(*) FROM t.items) FROM ds.t',
    'SELECT 1 FROM ds.t JOIN (SELECT 1 FROM t.items) AS x ON TRUE',
    'SELECT 1 FROM ds.t UNION ALL SELECT 1 FROM t.items',
    'SELECT 1 FROM `ds.t`, t.items',
    'SELECT 1 FROM ds.t, `t.items`',
    'SELECT 1 FROM ds.t PIVOT(SUM(x) FOR q IN (1)) AS p, t.items',
    'WITH t AS (SELECT 1) SELECT 1 FROM ds.t AS u, t.items',
  ])('name a table where it is not certain that they name an array: %s', (sql) => {
    expect([...tablesOf(read, sql)].sort()).toEqual(['ds.t', 't.items']);
  });

  it('send a path of an array as it stands where tables get their project', () => {
    const [statement] = readStatements('SELECT e FROM sales.t, t.items AS e, sales.u');
    expect(statement && withProject(statement, 'sea')).toBe('SELECT e FROM `sea`.sales.t, t.items AS e, `sea`.sales.u');
  });

  it.each([
    'SELECT * FROM ds.INFORMATION_SCHEMA.TABLES',
    'SELECT * FROM `region-eu`.INFORMATION_SCHEMA.JOBS',
    'SELECT * FROM `ds.__TABLES__`',
    "SELECT * FROM EXTERNAL_QUERY('c', 'SELECT 1')",
    'SELECT * FROM ML.PREDICT(MODEL m, TABLE secret)',
    'SELECT ds.my_function(1)',
    'SELECT `ds.my_function`(1)',
    "SELECT AI.GENERATE('x')",
    'FROM t |> SELECT a',
    'SELECT * FROM t |> JOIN secret USING (a)',
    "SELECT '''a'''",
    'SELECT @p, @@session_id',
    'CREATE TEMP FUNCTION f() AS (1); SELECT f()',
    'DECLARE x INT64; SELECT x',
    'EXPORT DATA OPTIONS () AS SELECT 1',
    'SELECT * FROM a.b.c.d',
    'SELECT * FROM `a.b.c.d`',
    'SELECT 1 FROM ds.t, t.INFORMATION_SCHEMA.TABLES',
    'SELECT 1 FROM ds.t, t.a.INFORMATION_SCHEMA.TABLES',
    'SELECT 1 FROM ds.t, t.`ds.secret`',
    'INSERT INTO t SELECT 1',
    'CALL ds.p()',
    "EXECUTE IMMEDIATE 'SELECT 1'",
    'SELECT "a" "b" FROM t WHERE \'x',
  ])('%s is refused', (sql) => {
    expect(() => read(sql)).toThrow();
  });

  it.each([
    "SELECT 'a''' FROM secret -- '''",
    "SELECT '''x' FROM secret -- '''",
    'SELECT "a" FROM secret -- "',
    "SELECT 1 -- '\nFROM secret -- '",
    "SELECT 1 # '\nFROM secret # '",
    'SELECT `a\\` FROM secret -- `',
    'SELECT * FROM t, secret.items',
    'SELECT 1 FROM `secret`',
  ])('finds or refuses what %s reads', (sql) => {
    expect(foundOrRefused(read, sql, 'secret').join()).toContain('secret');
  });

  it('names the project of each table, which is that of the connection or another one', () => {
    expect(read('SELECT 1 FROM `p-1.ds.t`')[0]?.catalogs).toEqual(['p-1']);
  });
});

describe('queries of Snowflake', () => {
  const read = readSnowflakeScript;

  it.each([
    ['SELECT a FROM Db.Sales.Orders', ['sales.orders']],
    ['SELECT a FROM "SALES"."Mixed Case"', ['sales.Mixed Case']],
    ['SELECT f.value:name::string, a:b[0].c FROM t, LATERAL FLATTEN(input => t.items) AS f', ['t']],
    ['SELECT * FROM TABLE(FLATTEN(PARSE_JSON((SELECT x FROM s)))), u', ['s', 'u']],
    ['SELECT SEQ4() FROM TABLE(GENERATOR(ROWCOUNT => 5))', []],
    ['SELECT 1 FROM a MINUS SELECT 1 FROM b', ['a', 'b']],
    ['SELECT * EXCLUDE (x) RENAME (y AS z) FROM t QUALIFY RANK() OVER (ORDER BY a) = 1', ['t']],
    ["SELECT * FROM t AT (TIMESTAMP => '2024-01-01'::timestamp) AS o, u BEFORE (STATEMENT => '8e5d0ca9')", ['t', 'u']],
    ["SELECT $$it's$$, 'it''s', 'a\\'b' // FROM u\nFROM t", ['t']],
    ['SELECT * FROM t SAMPLE (10), u', ['t', 'u']],
    ['WITH x AS (SELECT 1) SELECT * FROM X', []],
    ['WITH "Mixed" AS (SELECT 1) SELECT * FROM mixed', ['mixed']],
    ['SELECT * FROM t LIMIT 5 OFFSET 2', ['t']],
    ['EXPLAIN USING JSON SELECT * FROM t', ['t']],
    ['SELECT TOP 5 a FROM t WHERE b ILIKE ANY (SELECT p FROM s)', ['s', 't']],
  ])('%s', (sql, tables) => {
    expect([...tablesOf(read, sql)].sort()).toEqual([...tables].sort());
  });

  it.each([
    'SELECT * FROM @stage/file.csv',
    'SELECT $1 FROM t',
    'SELECT * FROM $variable',
    "SELECT * FROM IDENTIFIER('secret')",
    "SELECT * FROM TABLE('secret')",
    "SELECT * FROM TABLE(RESULT_SCAN('x'))",
    'SELECT * FROM TABLE(my_function(1))',
    'SELECT SYSTEM$WAIT(10)',
    "SELECT GET_DDL('view', 'v')",
    "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'x')",
    'SELECT * FROM "orders"',
    'SELECT * FROM information_schema.views',
    'SHOW TABLES ->> SELECT * FROM $1',
    'CALL p()',
    'COPY INTO t FROM @s',
    'PUT file:///etc/passwd @s',
    'USE ROLE accountadmin',
    'ALTER SESSION SET x = 1',
    'DELETE FROM t',
    'BEGIN; SELECT 1; END',
  ])('%s is refused', (sql) => {
    expect(() => read(sql)).toThrow();
  });

  it.each([
    'SELECT 1 // \nFROM secret',
    "SELECT $$ ' $$ FROM secret -- $$ '",
    "SELECT 'a\\\\' FROM secret -- '",
    'WITH "SECRET" AS (SELECT 1) SELECT * FROM "Secret"',
    'WITH x AS (SELECT * FROM secret) SELECT * FROM x',
    'SELECT * FROM a ASOF JOIN secret MATCH_CONDITION (a.t >= secret.t)',
    'SELECT (SELECT max(x) FROM secret)',
  ])('finds or refuses what %s reads', (sql) => {
    expect(foundOrRefused(read, sql, 'secret').map((name) => name.toLowerCase())).toContain('secret');
  });
});

describe('queries of Databricks', () => {
  const read = readDatabricksScript;

  it.each([
    ['SELECT a FROM Main.Sales.Orders', ['sales.orders']],
    ["SELECT c FROM t LATERAL VIEW OUTER explode(split(a, ',')) x AS c, d LATERAL VIEW posexplode(m) y", ['t']],
    ['SELECT * FROM t LEFT ANTI JOIN u ON t.a = u.a LEFT SEMI JOIN v ON true', ['t', 'u', 'v']],
    ['SELECT * FROM range(5), explode(array((SELECT max(a) FROM s)))', ['s']],
    ["SELECT * FROM t VERSION AS OF 3 AS a, u TIMESTAMP AS OF '2024-01-01'", ['t', 'u']],
    ['SELECT transform(a, x -> x + 1), m:b.c::int, a <=> b, 1L, 2.5BD FROM t', ['t']],
    ['SELECT * FROM t PIVOT (SUM(x) FOR q IN (1, 2))', ['t']],
    ['SELECT * FROM t UNPIVOT INCLUDE NULLS (v FOR k IN (a, b)) AS p, u', ['t', 'u']],
    ["SELECT r'\\', \"it's\", 'it\\'s' FROM t", ['t']],
    ['SELECT a FROM t TABLESAMPLE (10 PERCENT) DISTRIBUTE BY a SORT BY b', ['t']],
    ['SELECT * EXCEPT (a) FROM t MINUS SELECT 1 FROM u', ['t', 'u']],
    ['EXPLAIN FORMATTED SELECT * FROM t', ['t']],
    ["SELECT 'x' FROM t JOIN u USING (a) WHERE b = 'y'", ['t', 'u']],
  ])('%s', (sql, tables) => {
    expect([...tablesOf(read, sql)].sort()).toEqual([...tables].sort());
  });

  it.each([
    'SELECT * FROM parquet.`/etc/passwd`',
    'SELECT * FROM delta.`s3://bucket/x`',
    "SELECT * FROM read_files('/x')",
    'SELECT * FROM STREAM secret',
    "SELECT * FROM IDENTIFIER('secret')",
    "SELECT secret('scope', 'key')",
    "SELECT reflect('java.lang.System', 'getenv')",
    "SELECT java_method('java.lang.System', 'getenv')",
    "SELECT http_request(conn => 'c', method => 'GET')",
    "SELECT ai_query('m', 'x')",
    'SELECT main.sales.f(1)',
    'FROM t SELECT a',
    'SELECT * FROM t |> SELECT a',
    'SELECT * FROM t@v3',
    'SELECT $x',
    'SET spark.x = 1',
    'SHOW TABLES',
    'ADD JAR x',
    'MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE',
    'SELECT * FROM "t"',
    "SELECT TRANSFORM (a) USING 'cat' AS (b) FROM t",
    "SELECT * FROM (SELECT TRANSFORM (a) /* x */ using -- y\n r'cat' FROM t)",
    'SELECT * FROM parquet.`people`',
  ])('%s is refused', (sql) => {
    expect(() => read(sql)).toThrow();
  });

  it.each([
    "SELECT r'\\' FROM secret -- '",
    'SELECT "a" FROM secret -- "',
    "SELECT 'a''' FROM secret -- '",
    'SELECT /* /* */ 1 FROM secret /* */ */',
    'SELECT 1 -- \\\nFROM secret',
    'SELECT * FROM t LATERAL VIEW explode((SELECT a FROM secret)) x AS c',
  ])('finds or refuses what %s reads', (sql) => {
    expect(foundOrRefused(read, sql, 'secret')).toContain('secret');
  });

  it('keeps within bounds, whatever the text', () => {
    for (const one of [readBigQueryScript, readSnowflakeScript, read]) {
      expect(() => one(`SELECT ${'('.repeat(10_000)}1`)).toThrow('too deeply');
      expect(one(`SELECT '${'x\\n'.repeat(300_000)}'`)).toHaveLength(1);
      expect(() => one(`SELECT '${"\\'".repeat(300_000)}`)).toThrow('not closed');
    }
  });
});
