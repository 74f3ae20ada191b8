import { oracle } from '@powerset/sql';
import { describe, expect, it } from 'vitest';
import { createDice, mutate } from '../warehouse/mutation-fixture.ts';
import { authorsOffset, readStatements, withSchemas } from './grammar.ts';

const tablesOf = (sql: string) =>
  readStatements(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

const sent = (sql: string) => readStatements(sql).map((statement) => withSchemas(statement, 'sales'));

describe('queries of Oracle', () => {
  it.each([
    ['SELECT a b, c AS "C d" FROM Shop.Orders o, "SHOP"."Mixed Case" m', ['shop.orders', 'shop.Mixed Case']],
    ['SELECT 1 FROM DUAL', []],
    ['SELECT 1 FROM sys.dual d, t', ['t']],
    ["SELECT q'[it's]', N'it''s', nq'{x}', Q'!a!' FROM t", ['t']],
    ["SELECT q'<a>', q'(b)', q'|c|' FROM t WHERE a ^= 1 OR b <> 2", ['t']],
    ['SELECT t.a FROM t, u WHERE t.a = u.a (+) AND u.b(+) = 1', ['t', 'u']],
    ['SELECT a FROM t LEFT JOIN u ON t.a = u.a CROSS APPLY (SELECT b FROM v WHERE v.a = t.a) x', ['t', 'u', 'v']],
    [
      'SELECT LEVEL, PRIOR a, CONNECT_BY_ROOT b FROM t WHERE c = 1 START WITH p IS NULL CONNECT BY NOCYCLE PRIOR a = p',
      ['t'],
    ],
    ["SELECT SYS_CONNECT_BY_PATH(a, '/') FROM t CONNECT BY PRIOR a = p START WITH p = 1 ORDER SIBLINGS BY a", ['t']],
    ['SELECT a FROM t CONNECT BY a IN (SELECT b FROM u)', ['t', 'u']],
    [
      "SELECT LISTAGG(DISTINCT a, ',' ON OVERFLOW TRUNCATE) WITHIN GROUP (ORDER BY a) OVER (PARTITION BY b) FROM t",
      ['t'],
    ],
    ['SELECT MAX(a) KEEP (DENSE_RANK FIRST ORDER BY b) FROM t GROUP BY ROLLUP (c), GROUPING SETS ((d), ())', ['t']],
    ["SELECT DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00:00', INTERVAL '1-2' YEAR(2) TO MONTH FROM t", ['t']],
    ["SELECT EXTRACT(YEAR FROM d), TRIM(LEADING 'x' FROM e), CAST(f AS VARCHAR2(10 CHAR)), 1.5e3f, .5d FROM t", ['t']],
    ["SELECT j.a FROM t, JSON_TABLE(t.doc, '$[*]' COLUMNS (a NUMBER PATH '$.a', b VARCHAR2(9) PATH '$.b')) j", ['t']],
    ["SELECT JSON_VALUE(doc, '$.a' RETURNING NUMBER) FROM t WHERE JSON_EXISTS(doc, '$.b')", ['t']],
    ['SELECT * FROM (SELECT q, x FROM t) PIVOT (SUM(x) FOR q IN (1 AS a, 2 AS b))', ['t']],
    ['SELECT * FROM t UNPIVOT INCLUDE NULLS (v FOR k IN (a, b))', ['t']],
    ['SELECT 1 FROM a UNION ALL SELECT 2 FROM b MINUS SELECT 3 FROM c INTERSECT SELECT 4 FROM d', ['a', 'b', 'c', 'd']],
    ['WITH c (n) AS (SELECT 1 FROM dual UNION ALL SELECT n + 1 FROM c WHERE n < 9) SELECT n FROM c', []],
    ['WITH C AS (SELECT 1 x FROM dual) SELECT * FROM c, "C" d, t', ['t']],
    ['WITH dual AS (SELECT 1 x FROM t) SELECT * FROM dual', ['t']],
    ['SELECT a FROM t ORDER BY a DESC NULLS LAST OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY', ['t']],
    ['SELECT a FROM t FETCH FIRST 5 PERCENT ROWS WITH TIES', ['t']],
    ['SELECT a /*+ PARALLEL(9) */ -- FROM u\nFROM t', ['t']],
    ['SELECT UNIQUE a, ROWNUM, SYSDATE, USER FROM t WHERE ROWNUM <= 5', ['t']],
    ['SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u) AND b > ALL (SELECT c FROM v)', ['t', 'u', 'v']],
    ['(SELECT a FROM t) UNION (SELECT b FROM u)', ['t', 'u']],
    ['SELECT 1 AS "update", "Select"."Exec" FROM "Insert"."Values"', ['Insert.Values']],
    ['SELECT 1 FROM dual; SELECT 2 FROM t;', ['t']],
  ])('%s', (sql, tables) => {
    expect([...tablesOf(sql)].sort()).toEqual([...tables].sort());
  });

  it.each([
    // Other statements, and what locks or writes.
    'DELETE FROM t',
    'INSERT INTO t VALUES (1)',
    'MERGE INTO t USING u ON (1 = 1) WHEN MATCHED THEN UPDATE SET a = 1',
    'SELECT 1 FROM t; DROP TABLE t',
    'BEGIN NULL; END;',
    'DECLARE x NUMBER; BEGIN x := 1; END;',
    'CALL p()',
    'EXEC p',
    'ALTER SESSION SET current_schema = other',
    'EXPLAIN PLAN FOR SELECT 1 FROM t',
    'LOCK TABLE t IN EXCLUSIVE MODE',
    'SET ROLE dba',
    'SELECT a FROM t FOR UPDATE',
    'SELECT a FROM t FOR UPDATE OF a NOWAIT',
    'SELECT a FROM (SELECT a FROM t FOR UPDATE)',
    'SELECT a INTO x FROM t',
    'SELECT s.NEXTVAL FROM dual',
    'SELECT shop.s.nextval FROM dual',
    'SELECT s."NEXTVAL" FROM dual',
    'SELECT s.CURRVAL FROM dual',
    // What the author would have the server do.
    'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM dual',
    'WITH PROCEDURE p IS BEGIN NULL; END; SELECT 1 FROM dual',
    'SELECT my_function(1) FROM dual',
    'SELECT shop.my_function(1) FROM dual',
    'SELECT "MY_FUNCTION"(1) FROM dual',
    'SELECT * FROM TABLE(my_rows(1))',
    'SELECT * FROM my_rows(1)',
    'SELECT CURSOR(SELECT a FROM t) FROM dual',
    'SELECT CAST(MULTISET(SELECT a FROM t) AS shop.list) FROM dual',
    // What reaches other places.
    'SELECT * FROM t@other',
    'SELECT * FROM shop.t@other.example.com',
    'SELECT s.a@other FROM t s',
    "SELECT UTL_HTTP.REQUEST('http://x') FROM dual",
    "SELECT SYS.UTL_HTTP.REQUEST('http://x') FROM dual",
    'SELECT utl_inaddr.get_host_address FROM dual',
    'SELECT sys.utl_inaddr.get_host_address FROM dual',
    'SELECT "UTL_INADDR".get_host_name FROM dual',
    'SELECT DBMS_RANDOM.VALUE FROM dual',
    "SELECT DBMS_XMLGEN.GETXML('SELECT * FROM secret') FROM dual",
    "SELECT HTTPURITYPE('http://x').GETCLOB() FROM dual",
    "SELECT EXTRACTVALUE(XMLTYPE('<a/>'), '/a') FROM dual",
    'SELECT XMLQUERY(\'doc("/public/x")\' RETURNING CONTENT) FROM dual',
    'SELECT * FROM XMLTABLE(\'fn:collection("oradb:/SHOP/SECRET")\')',
    "SELECT BFILENAME('DIR', 'x') FROM dual",
    "SELECT SYS_CONTEXT('USERENV', 'HOST') FROM dual",
    "SELECT USERENV('SESSIONID') FROM dual",
    "SELECT DBURITYPE('/SHOP/SECRET').GETCLOB() FROM dual",
    'SELECT * FROM sys.user$',
    'SELECT * FROM SYS.ALL_USERS',
    'SELECT * FROM "SYS"."V_$SESSION"',
    'SELECT * FROM system.help',
    'SELECT * FROM apex_230200.x',
    // What cannot be read for certain.
    'SELECT :x FROM dual',
    'SELECT &x FROM dual',
    'SELECT {fn now()} FROM dual',
    "SELECT q' x ' FROM dual",
    "SELECT q'ax' FROM secret WHERE a' FROM dual",
    "SELECT q'[it's' FROM dual",
    "SELECT 'a FROM dual",
    'SELECT "a""b" FROM t',
    'SELECT "a FROM t',
    'SELECT * FROM "orders"',
    'SELECT 1 /* FROM dual',
    'SELECT a FROM t MODEL DIMENSION BY (a) MEASURES (b) RULES (b[1] = 2)',
    'SELECT a FROM x.y.z',
    'SELECT 1FROM secret',
    'SELECT é FROM t',
    'SELECT a FROM t /',
  ])('%s is refused', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });

  it.each([
    "SELECT q'[ ' FROM dual -- ]' FROM secret",
    "SELECT q'!a!' FROM secret -- !'",
    "SELECT q'['||q'[a]' FROM secret",
    "SELECT 'q''[' FROM secret -- ]'",
    "SELECT 1 -- q'[\nFROM secret -- ]'",
    "SELECT 1 /* ' */ FROM secret /* ' */",
    "SELECT 'a\\' FROM secret -- '",
    "SELECT N'''' FROM secret -- '",
    'SELECT "a" FROM "SECRET"',
    'SELECT (SELECT a FROM secret) FROM dual',
    'SELECT * FROM dual, secret',
    'SELECT 1 FROM dual WHERE a = b(+) AND 1 IN (SELECT 1 FROM secret)',
    'SELECT * FROM ((secret))',
    'SELECT * FROM t START WITH a IN (SELECT a FROM secret) CONNECT BY PRIOR a = b',
  ])('finds or refuses what %s reads', (sql) => {
    let found: readonly string[] = ['secret'];
    try {
      found = tablesOf(sql);
    } catch {
      // Nobody reads it then.
    }
    expect(found).toContain('secret');
  });

  it('are sent with a schema before each table that has none, and without their comments', () => {
    expect(
      sent(
        'SELECT /*+ FULL(o) */ a FROM orders o, "DUAL" d, shop.t, (SELECT 1 FROM dual) WHERE b IN (SELECT c FROM u)',
      ),
    ).toEqual([
      'SELECT                a FROM sales.orders o, SYS."DUAL" d, shop.t, (SELECT 1 FROM SYS.dual) WHERE b IN (SELECT c FROM sales.u)',
    ]);
    expect(sent('WITH t AS (SELECT 1 x FROM dual) SELECT * FROM t, duals, "Dual"')).toEqual([
      'WITH t AS (SELECT 1 x FROM SYS.dual) SELECT * FROM t, sales.duals, sales."Dual"',
    ]);
  });

  it('tell where in the author’s text a place of what was sent is', () => {
    const [statement] = readStatements('SELECT x FROM a, b WHERE y = 1');
    if (!statement) throw new Error('There is none.');
    const text = withSchemas(statement, 'sales');
    for (const name of ['x', 'a,', 'b ', 'y'])
      expect(authorsOffset(statement, 'sales', text.indexOf(name, 7)), name).toBe(statement.text.indexOf(name, 7));
    expect(authorsOffset(statement, 'sales', 10_000)).toBe(statement.text.length);
  });

  it('name the limit of their rows', () => {
    expect(readStatements('SELECT a FROM t FETCH FIRST 7 ROWS ONLY')[0]?.limit).toBe(7);
    expect(readStatements('SELECT a limit FROM t')[0]?.limit).toBeNull();
  });

  it('are read or refused, whatever words stand where they do not belong', () => {
    const sound = [
      "SELECT a , q'[x]' FROM t , secret s WHERE t . a = s . a ( + ) ORDER BY a".split(' '),
      'WITH c AS ( SELECT a FROM secret ) SELECT * FROM c MINUS SELECT b FROM u'.split(' '),
      'SELECT a FROM secret START WITH b = 1 CONNECT BY PRIOR a = b'.split(' '),
    ];
    const parts = [
      '(',
      ')',
      ',',
      ';',
      '.',
      '@',
      "'",
      '"',
      "q'[",
      "]'",
      '--',
      '/*',
      '*/',
      'FROM',
      'SELECT',
      'TABLE',
      'FOR',
      'UPDATE',
      'WITH',
      'FUNCTION',
      'UNION',
      'x',
    ];
    const dice = createDice(7);
    for (let count = 0; count < 3000; count += 1) {
      const sql = mutate({ sound, parts }, dice);
      try {
        for (const statement of readStatements(sql)) {
          expect(statement.kind).toBe('select');
          // What is sent reads the same tables, each with its schema.
          const [again] = readStatements(withSchemas(statement, 'sales'));
          expect(again?.tables.every(({ schema }) => schema !== null)).toBe(true);
          expect(again?.tables).toHaveLength(statement.tables.length);
        }
      } catch (error) {
        expect((error as Error).name, sql).toBe('EngineError');
      }
    }
  });

  it('are read in time that grows with their length', () => {
    const long = `SELECT ${'a + '.repeat(20_000)}1 FROM t WHERE b IN (${"q'[x]',".repeat(20_000)}'y')`;
    const startedAt = performance.now();
    readStatements(long);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('that are printed for charts are read', () => {
    for (const grain of Object.values(oracle.timeGrains))
      expect(tablesOf(`SELECT ${grain.replaceAll('{col}', 'ts')} FROM t`)).toEqual(['t']);
    for (const text of [oracle.parseTime('x', null), oracle.parseTime('x', '%Y'), oracle.fromEpoch('x', 'epoch_ms')])
      expect(tablesOf(`SELECT ${text} FROM t`)).toEqual(['t']);
    expect(
      tablesOf(`SELECT ${oracle.castToText('x')} FROM t WHERE a = ${oracle.timeLiteral(new Date(0), 'DATE')}`),
    ).toEqual(['t']);
  });
});
