import { describe, expect, it } from 'vitest';
import { readStatements } from './grammar.ts';

const tablesOf = (sql: string) =>
  readStatements(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

describe('the tables of a statement', () => {
  it.each([
    ['SELECT 1', []],
    ['SELECT a FROM t', ['t']],
    ['TABLE t', ['t']],
    ["VALUES (1, 'a'), ((SELECT max(x) FROM t), 'b')", ['t']],
    ['SELECT * FROM Sales.Orders AS o, "T"', ['sales.orders', 't']],
    ['SELECT * FROM a LEFT OUTER JOIN b ON a.x = b.x CROSS JOIN c NATURAL JOIN d', ['a', 'b', 'c', 'd']],
    ['SELECT * FROM a JOIN b USING (x, y), c', ['a', 'b', 'c']],
    ['SELECT * FROM (a CROSS JOIN b), ((SELECT 1 FROM c) AS x CROSS JOIN d)', ['a', 'b', 'c', 'd']],
    ['SELECT * FROM ((SELECT 1 FROM a) UNION ALL (SELECT 2 FROM b) ORDER BY 1 LIMIT 3) AS u', ['a', 'b']],
    ['((SELECT 1 FROM a) UNION (TABLE b)) EXCEPT VALUES 3 INTERSECT DISTINCT SELECT 3 FROM c', ['a', 'b', 'c']],
    ['SELECT (SELECT max(x) FROM a), EXISTS (SELECT 1 FROM b) FROM c WHERE x IN (TABLE d)', ['a', 'b', 'c', 'd']],
    ['SELECT transform(arr, x -> x + (SELECT 1 FROM k)), m[(SELECT 1 FROM l)] FROM t', ['k', 'l', 't']],
    ['WITH c AS (SELECT * FROM t) SELECT * FROM C JOIN "c" AS d ON true', ['t']],
    ['WITH t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
    ['WITH a AS (SELECT 1 FROM b), b AS (SELECT 1) SELECT * FROM a, b', ['b']],
    ['SELECT * FROM (WITH s AS (SELECT 1) SELECT * FROM s) AS q, s', ['s']],
    ['WITH RECURSIVE r (n) AS (VALUES 1 UNION ALL SELECT n + 1 FROM r) SELECT * FROM r', []],
    ['WITH RECURSIVE r (n) AS (SELECT 1 FROM r) SELECT * FROM r', ['r']],
    ['SELECT * FROM t CROSS JOIN UNNEST(a, (SELECT b FROM u)) WITH ORDINALITY AS x (p, q, n)', ['t', 'u']],
    ['SELECT * FROM t, LATERAL (SELECT * FROM u WHERE u.a = t.a) AS l', ['t', 'u']],
    ['SELECT * FROM TABLE(sequence(start => 1, stop => (SELECT max(n) FROM t)))', ['t']],
    ['SELECT * FROM TABLE(exclude_columns(input => TABLE(s.t), columns => DESCRIPTOR(a, b))) AS x', ['s.t']],
    ["SELECT * FROM JSON_TABLE(j, 'lax $' COLUMNS (a integer PATH 'lax $.a'))", []],
    ["SELECT * FROM t FOR VERSION AS OF 5 AS a, u FOR TIMESTAMP AS OF TIMESTAMP '2024-01-01 00:00:00'", ['t', 'u']],
    ['SELECT * FROM t AS a TABLESAMPLE BERNOULLI (10), u', ['t', 'u']],
    [
      'SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a ORDER BY b MEASURES A.x AS y PATTERN (^ A{1,3} | B+ $) DEFINE A AS x > 1) AS m, u',
      ['t', 'u'],
    ],
    ["SELECT extract(YEAR FROM d), trim(BOTH 'x' FROM s), substring(s FROM 2 FOR 3) FROM t", ['t']],
    ['SELECT a IS DISTINCT FROM b, c IS NOT DISTINCT FROM (SELECT 1 FROM u) FROM t', ['u', 't']],
    [
      'SELECT sum(x) FILTER (WHERE y) OVER (PARTITION BY a ORDER BY b) FROM t WINDOW w AS (ORDER BY c), v AS (w)',
      ['t'],
    ],
    ["SELECT listagg(a, ',' ON OVERFLOW TRUNCATE WITH COUNT) WITHIN GROUP (ORDER BY a) FROM t GROUP BY b", ['t']],
    [
      'SELECT CAST(a AS timestamp(3) with time zone) FROM t ORDER BY 1 OFFSET 2 ROWS FETCH FIRST 3 ROWS WITH TIES',
      ['t'],
    ],
    ["SELECT U&'d\\0061t', X'CAFE', 1_000, 0xFF, 1e3, .5, INTERVAL '1' DAY, DATE '2024-01-01' FROM t", ['t']],
    ['SELECT limit, offset, window, fetch FROM t', ['t']],
    ['EXPLAIN (TYPE IO, FORMAT JSON) SELECT * FROM t', ['t']],
    ['EXPLAIN ANALYZE VERBOSE SELECT * FROM t', ['t']],
    ['SELECT * FROM information_schema.columns', ['information_schema.columns']],
    ['SELECT 1 -- , u\n/* FROM v */ FROM t', ['t']],
  ])('%s', (sql, tables) => {
    expect(tablesOf(sql)).toEqual(tables);
  });

  it('are those of each statement of a script, with their limits and catalogs', () => {
    const read = readStatements('SELECT 1 FROM Lake.s.a LIMIT 5;\n-- none;\n; SELECT ";" FROM b OFFSET 1 LIMIT ALL;');
    expect(read.map(({ text, limit, catalogs }) => [text, limit, catalogs])).toEqual([
      ['SELECT 1 FROM Lake.s.a LIMIT 5', 5, ['lake']],
      ['SELECT ";" FROM b OFFSET 1 LIMIT ALL', null, []],
    ]);
  });

  it('are read of a text without its comments, which nobody can then read in another way', () => {
    expect(readStatements("SELECT 1 -- it's\n/* ' */ FROM a")[0]?.text).toBe('SELECT 1        \n        FROM a');
    expect(tablesOf('SELECT 1 -- x\rFROM a')).toEqual(['a']);
  });
});

describe('what is refused', () => {
  it.each([
    "SELECT * FROM TABLE(other.system.query(query => 'SELECT * FROM secret'))",
    "SELECT * FROM TABLE(system.query(query => 'SELECT 1'))",
    "SELECT * FROM TABLE(query(query => 'SELECT 1'))",
    'SELECT * FROM TABLE("sequence_of"(1))',
    "SELECT ai_gen('x')",
    "SELECT ai.ai.ai_gen('x')",
    'SELECT s.f(1) FROM t',
    'SELECT * FROM information_schema.views',
    'SELECT * FROM INFORMATION_SCHEMA."applicable_roles"',
    'SELECT * FROM a.b.c.d',
    'SELECT * FROM t WHERE a = ?',
    'WITH FUNCTION f(x bigint) RETURNS bigint RETURN x + 1 SELECT f(1)',
    'INSERT INTO t SELECT 1',
    'DELETE FROM t',
    'UPDATE t SET a = 1',
    'MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE',
    'TRUNCATE TABLE t',
    'CREATE TABLE x AS SELECT * FROM y',
    'DROP TABLE t',
    'ALTER TABLE t RENAME TO u',
    'CALL system.runtime.kill_query(1)',
    'SET SESSION query_max_run_time = 1',
    'SET PATH a.b',
    'USE a.b',
    'GRANT SELECT ON t TO u',
    'SHOW TABLES',
    'SHOW CREATE VIEW v',
    'DESCRIBE t',
    "EXECUTE IMMEDIATE 'SELECT * FROM secret'",
    'PREPARE p FROM SELECT 1',
    'EXPLAIN INSERT INTO t SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM t',
    'START TRANSACTION',
    'SELECT `a` FROM t',
    'SELECT U&"d\\0061t" FROM t',
    'SELECT 1; DROP TABLE t',
  ])('%s', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });

  // Each would hide a table from a reader that takes a word or a sign for something else than the server does.
  it.each([
    'SELECT 1FROM secret',
    'SELECT from FROM secret',
    'SELECT x AS FROM FROM secret',
    "SELECT X'00'' FROM secret --'",
    'SELECT * FROM t limit, secret',
    'SELECT * FROM t LIMIT 5, secret',
    'SELECT * FROM t fetch FIRST, secret',
    'SELECT (1 FROM secret)',
    'SELECT [1 FROM secret]',
    'SELECT f(1 FROM secret)',
    'SELECT 1 WHERE true FROM secret',
    'SELECT 1 SELECT 2 FROM secret',
    'SELECT (1, TABLE secret)',
    'SELECT * FROM t WITH secret',
    'SELECT * FROM t JOIN secret ON true secret2 JOIN x',
    'SELECT * FROM t ORDER BY 1 JOIN secret ON true',
    'WITH RECURSIVE secret (n) AS (SELECT 1 EXCEPT SELECT n FROM secret) SELECT 1',
    'SELECT is DISTINCT FROM secret',
    'SELECT \u00a0\u2028FROM secret',
    'SELECT 1 # \n FROM secret',
  ])('or its table is found: %s', (sql) => {
    const found = () => {
      try {
        return tablesOf(sql);
      } catch {
        return ['secret'];
      }
    };
    expect(found()).toContain('secret');
  });

  it.each([
    'SELECT * FROM t AS "select", secret',
    'SELECT (((SELECT 1 FROM secret)))',
    'SELECT ((SELECT 1) UNION (SELECT 2 FROM secret))',
    'SELECT ((SELECT 1 FROM secret) + 2)',
    'SELECT * FROM t WHERE (a, b) IN ((SELECT 1, 2 FROM secret))',
    'SELECT ARRAY[(SELECT 1 FROM secret)]',
    'SELECT trim(BOTH (SELECT 1 FROM secret) FROM s)',
    'SELECT CASE WHEN true THEN (TABLE secret) END',
    'SELECT count(*) OVER (ORDER BY (SELECT 1 FROM secret)) FROM t',
    'SELECT * FROM t ORDER BY (SELECT 1 FROM secret)',
    'SELECT * FROM t TABLESAMPLE BERNOULLI ((SELECT 1 FROM secret))',
    'SELECT * FROM (((secret)))',
    'SELECT * FROM t JOIN (secret) ON true',
    'WITH x AS (SELECT 1) SELECT (WITH secret AS (SELECT 1) SELECT * FROM secret) FROM secret',
    "SELECT 'a''' FROM secret -- '",
    'SELECT "a""" FROM secret',
    'WITH É AS (SELECT 1) SELECT * FROM secret'.replace('É', '"é"'),
  ])('finds the table in %s', (sql) => {
    expect(tablesOf(sql)).toContain('secret');
  });

  it.each([
    ['SELECT 1,\n  (1 FROM x)', 2, 6, '"FROM"'],
    ["SELECT 'abc", 1, 8, 'A quote is not closed.'],
    ['SELECT 1 FROM', 1, 14, 'The statement ends too early.'],
    ['SELECT 1 /* x', 1, 10, 'A comment is not closed.'],
    ['SELECT `a`', 1, 8, 'Names are quoted by double quotes here.'],
  ])('says where %s stops making sense', (sql, line, column, words) => {
    expect(() => readStatements(sql)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ line, column }),
        message: expect.stringContaining(words),
      }),
    );
  });

  it('keeps within bounds, whatever the text', () => {
    expect(() => readStatements(`SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`)).toThrow('too deeply');
    expect(() => readStatements(`SELECT * FROM ${'('.repeat(10_000)}`)).toThrow('too deeply');
    expect(() => readStatements(`SELECT ARRAY${'['.repeat(10_000)}`)).toThrow('too deeply');
    expect(() => readStatements('SELECT 1;'.repeat(2000))).toThrow('too many statements');
    expect(() => readStatements(`SELECT ${'a,'.repeat(200_000)}a`)).toThrow('too many words');
    expect(() => readStatements('x'.repeat(1_000_001))).toThrow('too long');
    expect(readStatements(`SELECT '${'x'.repeat(900_000)}'`)).toHaveLength(1);
    expect(
      readStatements(`SELECT x IN (${Array.from({ length: 20_000 }, (_, at) => `'${at}'`).join(', ')})`),
    ).toHaveLength(1);
  });
});
