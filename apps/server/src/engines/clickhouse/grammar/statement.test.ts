import { describe, expect, it } from 'vitest';
import { readStatements } from './statement.ts';

const tablesOf = (sql: string) =>
  readStatements(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

describe('the tables that a statement reads', () => {
  it.each<readonly [string, readonly string[]]>([
    ['SELECT 1', []],
    ['SELECT * FROM t', ['t']],
    ['FROM t SELECT a', ['t']],
    ['SELECT * FROM db.t AS a FINAL, `x y` b', ['db.t', 'x y']],
    ['SELECT * FROM "a.b"."c""d"', ['a.b.c"d']],
    ['SELECT * FROM a ANY LEFT JOIN b USING x GLOBAL ASOF JOIN c ON b.x = c.x, d', ['a', 'b', 'c', 'd']],
    ['SELECT * FROM (a JOIN b ON a.x = b.x) JOIN (SELECT * FROM c) AS s ON 1', ['a', 'b', 'c']],
    ['SELECT * FROM t ARRAY JOIN arr AS a, brr LEFT ARRAY JOIN crr LEFT JOIN u ON u.id = t.id', ['t', 'u']],
    ['SELECT (SELECT max(x) FROM a), exists(SELECT 1 FROM b) FROM c', ['a', 'b', 'c']],
    ['((SELECT 1 FROM a) UNION ALL (SELECT 2 FROM b)) EXCEPT SELECT 3 FROM c', ['a', 'b', 'c']],
    ['SELECT arrayMap(x -> x IN (SELECT k FROM kk), arr) FROM t', ['kk', 't']],
    ['SELECT x IN a, y NOT IN db.b, z GLOBAL IN (c), in(q, d) FROM t', ['a', 'db.b', 'c', 'q', 'd', 't']],
    ["SELECT x IN (1, 'a', NULL), y IN [1], z IN (SELECT a, b, c FROM u) FROM t", ['u', 't']],
    ['WITH c AS (SELECT * FROM t) SELECT * FROM c JOIN c AS d USING x WHERE x IN c', ['t']],
    ['WITH t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
    ['WITH a AS (SELECT 1 FROM b), b AS (SELECT 1) SELECT * FROM a, b', ['b']],
    ['SELECT * FROM (WITH s AS (SELECT 1) SELECT * FROM s) AS q, s', ['s']],
    ['WITH s AS (SELECT 1) SELECT * FROM s UNION ALL SELECT * FROM s', []],
    ['WITH (SELECT max(x) FROM a) AS m, 5 AS k SELECT m + k FROM b', ['a', 'b']],
    ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r', []],
    ['SELECT * FROM view(SELECT * FROM a), numbers(10)', ['a']],
    ["SELECT dictGet('d', 'x', 1), dictHas('db.e', 2) FROM dictionary('f')", ['d', 'db.e', 'f']],
    ['SELECT extract(YEAR FROM d), trim(BOTH FROM s), substring(s FROM 2) FROM t', ['t']],
    ['SELECT "a" IS NOT DISTINCT FROM b FROM t ORDER BY x WITH FILL FROM 1 TO 5', ['t']],
    ['SELECT sum(x) OVER (PARTITION BY a ORDER BY b) FROM t WINDOW w AS (ORDER BY c)', ['t']],
    ['SELECT count() FILTER (WHERE x) FROM t -- , u\n/* , v */ GROUP BY a WITH TOTALS', ['t']],
    ['SELECT * EXCEPT (a) REPLACE (b AS c), url, file, format, settings FROM t', ['t']],
    ['EXPLAIN PLAN indexes = 1 SELECT * FROM t', ['t']],
    ['SELECT * FROM system.numbers LIMIT 1', ['system.numbers']],
  ])('%s', (sql, tables) => {
    expect(tablesOf(sql)).toEqual(tables);
  });

  it('are those of each statement of a script, with their limits', () => {
    const read = readStatements('SELECT 1 FROM a LIMIT 5;\n-- no statement;\n; SELECT ";" FROM b;');
    expect(read.map(({ text, limit, kind }) => [text, limit, kind])).toEqual([
      ['SELECT 1 FROM a LIMIT 5', 5, 'select'],
      ['SELECT ";" FROM b', null, 'select'],
    ]);
  });

  it('are read of a text without its comments, which nobody can then read in another way', () => {
    const [statement] = readStatements("SELECT 1 -- it's\n/* ' */ FROM a");
    expect(statement?.text).toBe('SELECT 1        \n        FROM a');
  });
});

describe('what is refused', () => {
  it.each([
    "SELECT * FROM url('http://127.0.0.1/', TSV, 'a String')",
    "SELECT * FROM file('/etc/passwd')",
    "SELECT file('/etc/passwd')",
    "SELECT * FROM s3('http://x', TSV)",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    "SELECT * FROM remoteSecure('127.0.0.1', a.b)",
    "SELECT * FROM mysql('h:3306', 'd', 't', 'u', 'p')",
    "SELECT * FROM postgresql('h', 'd', 't', 'u', 'p')",
    "SELECT * FROM cluster('c', a.b)",
    "SELECT * FROM merge('default', '.*')",
    "SELECT * FROM executable('x', TSV, 'a String')",
    "SELECT * FROM hdfs('hdfs://x', TSV, 'a String')",
    'SELECT * FROM somethingNew(1)',
    "SELECT * FROM `url`('http://x')",
    "SELECT 1 IN url('http://x')",
    "SELECT 1 FROM a JOIN url('http://x') AS b USING x",
    "INSERT INTO FUNCTION url('http://x') SELECT 1",
    "SELECT joinGet('db.t', 'x', 1)",
    "SELECT \"joinGet\"('db.t', 'x', 1)",
    "SELECT hasColumnInTable('db', 't', 'c')",
    'SELECT `in`(x, secret) FROM t',
    "SELECT dictGet(concat('se', 'cret'), 'x', 1)",
    "SELECT getSetting('max_threads')",
    'SELECT hostName()',
    "SELECT reverseDNSQuery('10.0.0.1')",
    'SELECT * FROM system.query_log',
    'SELECT * FROM system.processes',
    'SELECT * FROM `system`.users',
    'SELECT * FROM SYSTEM.tables',
    'SELECT * FROM information_schema.views',
    'SELECT x IN system.users FROM t',
    'SELECT * FROM a.b.c',
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT 1 FROM t SETTINGS max_threads = 1',
    'SELECT 1 FORMAT JSON',
    'SELECT * FROM t FORMAT Native',
    "SELECT * FROM t INTO OUTFILE '/tmp/x'",
    "SELECT * FROM t INTO OUTFILE '/tmp/x' FORMAT CSV",
    'SELECT {t:Identifier} FROM {t:Identifier}',
    'SELECT * FROM (EXPLAIN SELECT 1)',
    'SELECT * FROM (SHOW TABLES)',
    'EXPLAIN INSERT INTO t SELECT 1',
    'SHOW CREATE TABLE t',
    'DESCRIBE TABLE t',
    'SYSTEM SHUTDOWN',
    'KILL QUERY WHERE 1',
    'SET readonly = 0',
    'USE system',
    'GRANT ALL ON *.* TO u',
    'CREATE USER u',
    'DROP TABLE t',
    'ALTER TABLE t DELETE WHERE 1',
    'OPTIMIZE TABLE t',
    'ATTACH TABLE t',
    "BACKUP TABLE t TO Disk('x', 'y')",
    'WATCH v',
    'EXCHANGE TABLES a AND b',
  ])('%s', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });

  // Each hides a table from a reader that takes a word or a sign for something else than the server does.
  it.each([
    "SELECT 1 // ' \n FROM secret //'",
    "SELECT 1 # '\n FROM secret --'",
    "SELECT $$ ' $$ FROM secret, t --'",
    "SELECT ‘ ' ’ FROM secret --'",
    'SELECT 1FROM secret',
    'SELECT from FROM secret',
    'SELECT x AS from FROM secret',
    'SELECT * FROM a offset FINAL, secret',
    'SELECT * FROM a offset, secret',
    'SELECT * FROM a qualify, secret',
    'SELECT * FROM a QUALIFY x, secret',
    'SELECT * FROM FROM, secret',
    'FROM t SELECT x FROM secret',
    'SELECT f(FROM secret SELECT 1)',
    'SELECT 1 WHERE x FROM secret',
    'FROM t |> SELECT x',
    'SELECT * FROM `a\\`, secret --`',
    'SELECT * FROM t, "\\u0073ecret"',
    'SELECT (1, FROM secret)',
    'SELECT [1 FROM secret]',
    'SELECT 1 PARALLEL WITH SELECT 2 FROM secret',
    "SELECT * FROM t UUID 'x', secret",
  ])('what could be read in two ways: %s', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });

  // These are read, and the table is found.
  it.each([
    'SELECT is DISTINCT FROM secret',
    'SELECT is NOT DISTINCT FROM secret',
    'SELECT with fill FROM secret',
    'SELECT with fill from secret ORDER BY 1',
    'SELECT x, settings FROM secret',
    'SELECT trim FROM secret',
    'SELECT extract FROM secret',
    'SELECT 1 AS desc FROM secret',
    "SELECT 'a\\'' FROM secret -- '",
    "SELECT 'a''' FROM secret -- '",
    'SELECT "a""" FROM secret',
    'SELECT * FROM t WHERE 1 UNION DISTINCT SELECT * FROM secret',
    'SELECT * FROM t AS `select`, secret',
    'SELECT (((SELECT 1 FROM secret)))',
    'SELECT x IN ((secret))',
    'SELECT [(SELECT 1 FROM secret)]',
    "SELECT {'a': (SELECT 1 FROM secret)}",
    'SELECT trim(BOTH (SELECT 1 FROM secret) FROM s)',
    'SELECT 1 LIMIT (SELECT 1 FROM secret)',
    'SELECT 1 ORDER BY (SELECT 1 FROM secret)',
    'SELECT * FROM t SAMPLE 1/2, secret',
    'SELECT * FROM t JOIN (secret) ON 1',
    'SELECT x ? (SELECT 1 FROM secret) : 2',
    'SELECT quantile(0.5)((SELECT x FROM secret))',
    'WITH x AS (SELECT 1) SELECT * FROM view(SELECT * FROM secret)',
    'WITH secret AS (SELECT 1) SELECT * FROM view(SELECT * FROM secret)',
    'SELECT (WITH secret AS (SELECT 1) SELECT * FROM secret) FROM secret',
  ])('finds the table in %s', (sql) => {
    expect(tablesOf(sql)).toContain('secret');
  });

  it.each([
    ['SELECT 1,\n  count(* FROM x', 2, 11, 'FROM'],
    ["SELECT 'abc", 1, 8, 'A quote is not closed.'],
    ['SELECT 1\nFROM', 2, 5, 'The statement ends too early.'],
    ['SELECT 1 /* x', 1, 10, 'A comment is not closed.'],
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
    expect(() => readStatements(`SELECT ${'['.repeat(10_000)}`)).toThrow('too deeply');
    expect(() => readStatements('SELECT 1;'.repeat(2000))).toThrow('too many statements');
    expect(() => readStatements(`SELECT ${'a,'.repeat(200_000)}a`)).toThrow('too many words');
    expect(() => readStatements('x'.repeat(1_000_001))).toThrow('too long');
    expect(() => readStatements('SELECT \u0000')).toThrow('NUL');
    expect(() => readStatements(`SELECT * FROM t ${'ALL '.repeat(200_000)}`)).toThrow('cannot be read');
    const wide = `SELECT 1 IN (${Array.from({ length: 20_000 }, (_, at) => `'${at}'`).join(', ')})`;
    expect(readStatements(wide)).toHaveLength(1);
  });
});
