import { mssql } from '@powerset/sql';
import { describe, expect, it } from 'vitest';
import { createDice, mutate } from '../warehouse/mutation-fixture.ts';
import { readStatements, withSchemas } from './grammar.ts';

const tablesOf = (sql: string) =>
  readStatements(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

const sent = (sql: string) => readStatements(sql).map((statement) => withSchemas(statement, 'sales'));

describe('queries of SQL Server', () => {
  it.each([
    ['SELECT TOP 5 a b, x = c FROM dbo.t AS o', ['dbo.t']],
    ['SELECT TOP (5) PERCENT WITH TIES a FROM [my schema].[a]]b] ORDER BY a', ['my schema.a]b']],
    ['SELECT "a b" FROM "t" WHERE a = N\'it\'\'s\' AND b !< 0x1F', ['t']],
    ['SELECT a FROM t WITH (NOLOCK) INNER JOIN u AS v WITH (NOLOCK, FORCESEEK) ON t.a = v.a', ['t', 'u']],
    [
      "SELECT LEFT(a, 3), RIGHT(a, 2) FROM t LEFT JOIN u ON LEFT(u.a, 1) = 'x' RIGHT OUTER JOIN v ON 1 = 1",
      ['t', 'u', 'v'],
    ],
    [
      "SELECT * FROM t CROSS APPLY (SELECT TOP 1 b FROM u WHERE u.a = t.a) AS x OUTER APPLY STRING_SPLIT(t.c, ',') s",
      ['t', 'u'],
    ],
    ["SELECT * FROM t JOIN u ON t.a = u.a OUTER APPLY OPENJSON(t.j, '$.x') AS j", ['t', 'u']],
    ['WITH c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 9) SELECT n FROM c OPTION (MAXRECURSION 9)', []],
    ['WITH c (a, b) AS (SELECT 1, 2), d AS (SELECT a FROM c EXCEPT SELECT a FROM t) SELECT * FROM c, d', ['t']],
    ['WITH orders AS (SELECT * FROM orders) SELECT * FROM orders', ['orders']],
    ['SELECT a FROM t ORDER BY a DESC OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY', ['t']],
    ['SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) s FROM t', ['t']],
    ['SELECT LAST_VALUE(a) IGNORE NULLS OVER (ORDER BY b ROWS UNBOUNDED PRECEDING) FROM t', ['t']],
    [
      "SELECT STRING_AGG(a, ',') WITHIN GROUP (ORDER BY a) x, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY b) OVER () FROM t",
      ['t'],
    ],
    ['SELECT CASE WHEN a > 1 THEN CASE b WHEN 2 THEN 3 END ELSE NULL END x FROM t', ['t']],
    ["SELECT CAST(a AS DECIMAL(10, 2)), CONVERT(VARCHAR(10), d, 120), d AT TIME ZONE 'UTC' z FROM t", ['t']],
    ['SELECT a, COUNT(*) FROM t GROUP BY ROLLUP (a), GROUPING SETS ((a), ()) HAVING COUNT(*) > 1', ['t']],
    ['SELECT * FROM (SELECT q, x FROM t) AS s PIVOT (SUM(x) FOR q IN ([1], [2])) AS p', ['t']],
    ['SELECT * FROM t UNPIVOT (v FOR k IN (a, b)) AS p', ['t']],
    ["SELECT * FROM t FOR SYSTEM_TIME AS OF '2024-01-01' AS o", ['t']],
    ['SELECT x.a FROM (VALUES (1, 2), (3, 4)) AS x (a, b)', []],
    ["SELECT a COLLATE Latin1_General_CI_AS b FROM t WHERE a LIKE 'x!%' ESCAPE '!'", ['t']],
    ['SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u) AND b > ALL (SELECT c FROM v)', ['t', 'u', 'v']],
    ['SELECT 1 FROM a UNION SELECT 2 FROM b INTERSECT SELECT 3 FROM c', ['a', 'b', 'c']],
    ['SELECT a /* none */ -- FROM u\nFROM t', ['t']],
    ['SELECT 1 AS [update], [select].[exec] FROM [insert].[values]', ['insert.values']],
    [
      "SELECT DATEADD(DAY, DATEDIFF(DAY, 0, [ts]), 0) FROM t WHERE ts >= CONVERT(DATETIME2, '2024-01-02T00:00:00', 126)",
      ['t'],
    ],
    ['SELECT value FROM GENERATE_SERIES(1, 10, 2) g', []],
    ['SELECT 1; SELECT 2 FROM t;', ['t']],
  ])('%s', (sql, tables) => {
    expect([...tablesOf(sql)].sort()).toEqual([...tables].sort());
  });

  it.each([
    // Other statements, with and without a semicolon before them.
    "EXEC xp_cmdshell 'dir'",
    "SELECT 1 EXEC xp_cmdshell 'dir'",
    "SELECT 1\nEXECUTE sp_executesql N'DROP TABLE t'",
    "SELECT * FROM t EXEC('DROP TABLE t')",
    'SELECT a FROM t DELETE FROM t',
    'SELECT a FROM t UPDATE t SET a = 1',
    'SELECT a FROM t; DROP TABLE t',
    'SELECT 1 SELECT 2',
    'SELECT a FROM t SELECT b FROM secret',
    'SELECT 1 WITH c AS (SELECT 1 a) SELECT a FROM c',
    'SELECT 1 TRUNCATE TABLE t',
    'SELECT 1 MERGE t USING s ON 1 = 1 WHEN MATCHED THEN DELETE',
    'SELECT 1 INSERT t VALUES (1)',
    'SELECT 1 SHUTDOWN WITH NOWAIT',
    "SELECT 1 WAITFOR DELAY '0:0:9'",
    "WAITFOR DELAY '0:0:9'",
    "BACKUP DATABASE d TO DISK = 'x'",
    "SELECT 1 RESTORE DATABASE d FROM DISK = 'x'",
    "BULK INSERT t FROM 'c:\\x'",
    'USE master',
    'SELECT 1 USE master',
    'SELECT 1 KILL 55',
    'SELECT 1 DBCC CHECKDB',
    'SELECT 1 RECONFIGURE',
    "SELECT 1 PRINT 'x'",
    'SELECT 1 DECLARE @x INT',
    'SELECT 1 SET NOCOUNT ON',
    'SELECT 1 GRANT SELECT ON t TO public',
    'SELECT 1 REVERT',
    'SELECT 1 BEGIN TRAN',
    'SELECT 1 COMMIT',
    'IF 1 = 1 SELECT 1',
    'WHILE 1 = 1 SELECT 1',
    'BEGIN SELECT 1 END',
    'SELECT 1 END CONVERSATION x',
    "SELECT 1 END CONVERSATION '7d0fd4ab'",
    "SELECT 1 SEND ON CONVERSATION 'x' (N'y')",
    'SELECT 1 RECEIVE TOP (1) * FROM queue',
    'SELECT 1 GET CONVERSATION GROUP g FROM queue',
    'SELECT 1 MOVE CONVERSATION a TO b',
    "SELECT 1 x THROW 50000, 'x', 1",
    'SELECT 1 DISABLE TRIGGER t ON u',
    "SELECT 1 a 'b'",
    'SELECT 1 a b',
    'SELECT a AS b c FROM t',
    'SELECT 1\nGO\nDROP TABLE t',
    'SELECT 1\nGO\n',
    'DENY SELECT ON t TO u',
    'CREATE TABLE t (a INT)',
    'ALTER TABLE t ADD b INT',
    'EXPLAIN SELECT 1',
    'SELECT a INTO u FROM t',
    'SELECT * INTO #x FROM t',
    // What reaches other places.
    "SELECT * FROM OPENROWSET('SQLNCLI', 'x', 'SELECT 1') AS a",
    "SELECT * FROM OPENROWSET(BULK 'c:\\x', SINGLE_CLOB) AS a",
    "SELECT * FROM OPENQUERY(linked, 'SELECT 1')",
    "SELECT * FROM OPENDATASOURCE('SQLNCLI', 'x').d.s.t",
    "SELECT * FROM OPENXML(1, '/a')",
    'SELECT * FROM linked.d.dbo.t',
    'SELECT * FROM d..t',
    'SELECT * FROM .t',
    'SELECT * FROM #t',
    'SELECT * FROM ##t',
    'SELECT * FROM [#t]',
    'SELECT * FROM dbo.[##t]',
    'SELECT * FROM @t',
    'SELECT @@VERSION',
    'SELECT @x = 1',
    'SELECT $PARTITION.f(1)',
    // The server's own tables, by each of their names.
    'SELECT * FROM sys.objects',
    'SELECT * FROM [SYS].sql_logins',
    'SELECT * FROM sysobjects',
    'SELECT * FROM dbo.SysProcesses',
    'SELECT * FROM information_schema.views',
    'SELECT * FROM INFORMATION_SCHEMA.ROUTINES',
    'SELECT * FROM [t ]',
    'SELECT * FROM [\uFF54]',
    'SELECT * FROM [t\u200d]',
    // Functions and hints.
    'SELECT dbo.f(1)',
    'SELECT [dbo.f](1)',
    'SELECT * FROM dbo.f(1)',
    'SELECT * FROM f(1)',
    'SELECT * FROM secret (NOLOCK)',
    'SELECT * FROM string_split (nolock)',
    "SELECT OBJECT_DEFINITION(1), HAS_DBACCESS('x')",
    "SELECT SESSION_CONTEXT(N'x')",
    "SELECT * FROM sys.fn_trace_gettable('x', 1)",
    'SELECT NEXT VALUE FOR s',
    'SELECT * FROM t PIVOT (SUM(NEXT VALUE FOR s) FOR q IN ([1])) AS p',
    "SELECT x.value('a', 'int') FROM t",
    "SELECT * FROM t CROSS APPLY x.nodes('/a') AS n(c)",
    'SELECT geography::Point(1, 2, 4326)',
    'SELECT * FROM CHANGETABLE(CHANGES t, 0) AS c',
    "SELECT * FROM CONTAINSTABLE(t, *, 'x')",
    'SELECT * FROM PREDICT(MODEL = m, DATA = t)',
    'SELECT {fn DATABASE()}',
    'SELECT a FROM t WITH (UPDLOCK)',
    'SELECT a FROM t AS x (TABLOCKX)',
    'SELECT a FROM t x (UPDLOCK)',
    'SELECT 1 FETCH FROM c',
    'SELECT 1 FETCH NEXT FROM c',
    "SELECT a . 'x'",
    'SELECT a FROM t WITH (TABLOCKX, HOLDLOCK)',
    "SELECT a FROM t OPTION (USE HINT ('x'))",
    'SELECT a FROM t FOR XML PATH',
    'SELECT a FROM t ORDER BY a FOR XML RAW',
    'SELECT 1 SHUTDOWN',
    'SELECT * FROM "#t"',
    'SELECT * FROM "t "',
    'SELECT (SELECT a FROM t FOR JSON AUTO)',
    'SELECT a FROM t FOR BROWSE',
    'SELECT TOP (SELECT 1) a FROM t',
    'SELECT a TOP 5 FROM t',
    // What is read in two ways.
    'SELECT 1 /* /* */ */',
    'SELECT 1 /* x',
    "SELECT 'x",
    'SELECT [x FROM t',
    'SELECT * FROM LATERAL string_split(nolock)',
    'SELECT * FROM UNNEST (nolock)',
    'WITH Orders AS (SELECT 1 a) SELECT * FROM orders',
    'SELECT a FROM t LIMIT 5',
    'SELECT 1 FROM t\u00a0',
    'SELECT a#b FROM t',
  ])('%s is refused', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });

  it.each([
    ['SELECT 1 EXEC x', 'EXEC', 1, 10],
    ['SELECT a FROM t\nDELETE FROM t', 'DELETE', 2, 1],
  ])('%s is refused at its place', (sql, word, line, column) => {
    const details = { message: expect.stringContaining(word), line, column };
    expect(() => readStatements(sql)).toThrow(expect.objectContaining({ details: expect.objectContaining(details) }));
  });

  it.each([
    'SELECT /* */ 1 FROM secret /* */',
    "SELECT 'a\\' FROM secret -- '",
    "SELECT N'a''' FROM secret -- '",
    'SELECT [a]] FROM x] FROM secret',
    'SELECT "a"" FROM x" FROM secret',
    'SELECT 1 -- \\\nFROM secret',
    'SELECT 1 WHERE 1 = (SELECT 1 FROM secret)',
    'SELECT * FROM t, secret',
    'SELECT * FROM (t CROSS JOIN secret)',
    'WITH c AS (SELECT * FROM secret) SELECT 1',
    'WITH secret AS (SELECT * FROM secret) SELECT 1 FROM secret',
    'SELECT * FROM t WHERE a IN (SELECT a FROM secret)',
    'SELECT a FROM t ORDER BY (SELECT MAX(a) FROM secret)',
    'SELECT * FROM t OUTER APPLY (SELECT 1 a FROM secret) x',
    'SELECT 1 UNION ALL (SELECT 2 FROM secret)',
    'SELECT IIF(1 = 1, (SELECT 1 FROM secret), 2)',
  ])('finds what %s reads', (sql) => {
    expect(tablesOf(sql)).toContain('secret');
  });

  it('reads each table where it was looked for, whatever schema the account has', () => {
    expect(sent('SELECT o.a FROM orders o JOIN [x y] ON 1 = 1, dbo.z; SELECT (SELECT 1 FROM t)')).toEqual([
      'SELECT o.a FROM [sales].orders o JOIN [sales].[x y] ON 1 = 1, dbo.z',
      'SELECT (SELECT 1 FROM [sales].t)',
    ]);
    expect(sent('/* one */ WITH c AS (SELECT * FROM c) SELECT * FROM c')).toEqual([
      'WITH c AS (SELECT * FROM [sales].c) SELECT * FROM c',
    ]);
    expect(withSchemas(readStatements('SELECT 1 FROM t')[0]!, 'a]b')).toBe('SELECT 1 FROM [a]]b].t');
  });

  it('names the database of each table, which is that of the connection or another one', () => {
    expect(readStatements('SELECT 1 FROM other.dbo.t')[0]?.catalogs).toEqual(['other']);
  });

  it('tells how many rows a statement returns at most', () => {
    const limits = readStatements(
      'SELECT TOP 5 a FROM t; SELECT a FROM t ORDER BY a OFFSET 0 ROWS FETCH NEXT 7 ROWS ONLY',
    );
    expect(limits.map(({ limit }) => limit)).toEqual([5, 7]);
  });

  it.each(Object.entries(mssql.timeGrains))('lets pass what charts write: %s', (_grain, template) => {
    const at = mssql.timeLiteral(new Date('2024-01-02T03:04:05.678Z'), null);
    const time = mssql.parseTime(mssql.fromEpoch('[e]', 'epoch_ms'), null);
    const grouped = template.replaceAll('{col}', '[ts]');
    const sql = `SELECT TOP 5 ${grouped} AS [t], COUNT(*) AS [c] FROM [s].[o] WHERE [ts] >= ${at} AND ${time} < ${at} GROUP BY ${grouped}`;
    expect(tablesOf(sql)).toEqual(['s.o']);
  });

  it('lets no word pass that begins a statement, wherever it is put', () => {
    const sound = [
      'SELECT a , b FROM t WHERE a > 1 ORDER BY a',
      'SELECT CASE WHEN a = 1 THEN 2 END x FROM t AS o JOIN u ON o . a = u . a',
      "SELECT TOP 5 a FROM ( SELECT a FROM t ) x WHERE a IN ( 1 , 2 ) AND b LIKE 'x'",
      'WITH c AS ( SELECT a FROM t ) SELECT a FROM c GROUP BY a HAVING COUNT ( * ) > 1',
    ].map((text) => text.split(' '));
    const opening = ['EXEC p', "EXEC ( 'x' )", 'DELETE t', 'UPDATE t SET a = 1', 'DROP TABLE t', 'SHUTDOWN', 'KILL 5'];
    const dice = createDice(7);
    for (let round = 0; round < 4000; round += 1) {
      const parts = mutate({ sound, parts: ['a', 'x', '(', ')', "'q'", '5', ',', 'AS', 'END', 'AT'] }, dice).split(' ');
      parts.splice(dice(parts.length + 1), 0, opening[dice(opening.length)] ?? '');
      expect(() => readStatements(parts.join(' ')), parts.join(' ')).toThrow();
    }
  });

  it('keeps within bounds, whatever the text', () => {
    expect(() => readStatements(`SELECT ${'('.repeat(10_000)}1`)).toThrow('too deeply');
    expect(() => readStatements(`SELECT ${'['.repeat(100_000)}`)).toThrow('not closed');
    expect(readStatements(`SELECT '${"''".repeat(300_000)}'`)).toHaveLength(1);
  });
});
