import { describe, expect, it } from 'vitest';
import { printExpression, printLiteral, printSelect, printUnion } from '../print.ts';
import { addConditions, applyLimit, findOuterLimit, nestQuery, splitStatements, tokenize } from '../reading/index.ts';
import type { Expression, Select } from '../tree.ts';
import { mssql } from './mssql.ts';

const { lexRules } = mssql;
const x: Expression = { kind: 'column', name: 'x' };
const print = (select: Select) => printSelect(select, mssql).replaceAll('\n', ' ');
const virtual = (query: Select | string): Select => ({
  items: [{ expression: x, alias: 'x' }],
  from: { kind: 'query', query, alias: 'virtual_table' },
  limit: 10,
});

describe('statements for SQL Server', () => {
  it('bound their rows by TOP, and by FETCH where rows are passed over', () => {
    const select: Select = { items: [{ expression: '*' }], from: { kind: 'table', schema: 'dbo', table: 't' } };
    expect(print({ ...select, limit: 5 })).toBe('SELECT TOP 5 * FROM [dbo].[t]');
    expect(print({ ...select, limit: 5, isDistinct: true })).toBe('SELECT DISTINCT TOP 5 * FROM [dbo].[t]');
    expect(print({ ...select, limit: 0, offset: 5 })).toBe('SELECT TOP 0 * FROM [dbo].[t]');
    expect(print({ ...select, limit: 5, offset: 2, isDistinct: true })).toBe(
      'SELECT DISTINCT * FROM [dbo].[t] ORDER BY 1 OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY',
    );
    expect(print({ ...select, limit: 5, offset: 2, orderBy: [{ expression: x, isDescending: true }] })).toBe(
      'SELECT * FROM [dbo].[t] ORDER BY [x] DESC OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY',
    );
  });

  it('begin with the WITH of the queries inside of them, once', () => {
    const text = 'WITH a AS (SELECT 1 AS x), [b]]c] (x) AS (SELECT x FROM a) SELECT x FROM [b]]c]';
    const joined: Select = {
      ...virtual(text),
      joins: [{ kind: 'inner', source: { kind: 'query', query: virtual(text), alias: 's' }, on: x }],
    };
    expect(print(joined)).toBe(
      'WITH a AS (SELECT 1 AS x), [b]]c] (x) AS (SELECT x FROM a) SELECT TOP 10 [x] AS [x] ' +
        'FROM ( SELECT x FROM [b]]c] ) AS [virtual_table] INNER JOIN ( SELECT TOP 10 [x] AS [x] ' +
        'FROM ( SELECT x FROM [b]]c] ) AS [virtual_table] ) AS [s] ON [x]',
    );
    const own: Select = { ...virtual('SELECT 1 AS x'), with: [{ name: 'c', query: 'SELECT 2 AS y' }] };
    expect(print(virtual(own))).toMatch(/^WITH \[c\] AS \( SELECT 2 AS y \) SELECT TOP 10 .*FROM \( SELECT TOP 10/);
  });

  it.each([
    ['SELECT x FROM t ORDER BY x', 'SELECT x FROM t ORDER BY x\nOFFSET 0 ROWS'],
    ['SELECT TOP 5 x FROM t ORDER BY x', 'SELECT TOP 5 x FROM t ORDER BY x'],
    ['SELECT DISTINCT TOP (5) PERCENT x FROM t ORDER BY x', 'SELECT DISTINCT TOP (5) PERCENT x FROM t ORDER BY x'],
    ['SELECT x FROM t ORDER BY x OFFSET 1 ROWS', 'SELECT x FROM t ORDER BY x OFFSET 1 ROWS'],
    ['SELECT x FROM (SELECT TOP 1 x FROM t ORDER BY x) AS u', 'SELECT x FROM (SELECT TOP 1 x FROM t ORDER BY x) AS u'],
    ['SELECT [order by] FROM t', 'SELECT [order by] FROM t'],
    [
      'SELECT x FROM t UNION SELECT y FROM u ORDER BY x',
      'SELECT x FROM t UNION SELECT y FROM u ORDER BY x\nOFFSET 0 ROWS',
    ],
  ])('%s stands in brackets with its order bound', (text, nested) => {
    expect(nestQuery(text, lexRules)).toEqual({ tables: null, query: nested });
  });

  it('are joined behind one WITH', () => {
    const level = virtual('WITH a AS (SELECT 1 AS x) SELECT x FROM a');
    expect(printUnion([level, level], mssql).replaceAll('\n', ' ')).toBe(
      'WITH a AS (SELECT 1 AS x) SELECT TOP 10 [x] AS [x] FROM ( SELECT x FROM a ) AS [virtual_table] ' +
        'UNION ALL SELECT TOP 10 [x] AS [x] FROM ( SELECT x FROM a ) AS [virtual_table]',
    );
  });

  it('have no order in brackets that bounds nothing', () => {
    const inner: Select = { items: [{ expression: x }], orderBy: [{ expression: x, isDescending: false }] };
    expect(print(virtual(inner))).toBe('SELECT TOP 10 [x] AS [x] FROM ( SELECT [x] ) AS [virtual_table]');
    expect(print(virtual({ ...inner, limit: 3 }))).toContain('( SELECT TOP 3 [x] ORDER BY [x] ASC )');
  });

  it.each([
    ['SELECT a FROM t', 'SELECT TOP 7 a FROM t'],
    ['select distinct a from t', 'select distinct TOP 7 a from t'],
    ['SELECT TOP 100 a FROM t', 'SELECT TOP 7 a FROM t'],
    ['SELECT TOP (100) a FROM t', 'SELECT TOP (7) a FROM t'],
    ['SELECT TOP 5 a FROM t', 'SELECT TOP 5 a FROM t'],
    ['SELECT TOP 50 PERCENT a FROM t', 'SELECT TOP 50 PERCENT a FROM t'],
    ['SELECT TOP 100 WITH TIES a FROM t ORDER BY a', 'SELECT TOP 100 WITH TIES a FROM t ORDER BY a'],
    ['WITH c AS (SELECT TOP 9 b FROM u) SELECT b FROM c', 'WITH c AS (SELECT TOP 9 b FROM u) SELECT TOP 7 b FROM c'],
    ['SELECT a FROM t ORDER BY a OFFSET 3 ROWS', 'SELECT a FROM t ORDER BY a OFFSET 3 ROWS\nFETCH NEXT 7 ROWS ONLY'],
    [
      'SELECT a FROM t ORDER BY a OFFSET 3 ROWS FETCH NEXT 90 ROWS ONLY',
      'SELECT a FROM t ORDER BY a OFFSET 3 ROWS FETCH NEXT 7 ROWS ONLY',
    ],
    ['SELECT a FROM t UNION ALL SELECT b FROM u', 'SELECT a FROM t UNION ALL SELECT b FROM u'],
    ['SELECT a FROM t OPTION (RECOMPILE)', 'SELECT TOP 7 a FROM t OPTION (RECOMPILE)'],
    ['SELECT [top], [limit] FROM t', 'SELECT TOP 7 [top], [limit] FROM t'],
  ])('%s returns seven rows at most, where that can be said', (text, limited) => {
    expect(applyLimit(text, 7, lexRules)).toBe(limited);
  });

  it('tell their own bounds', () => {
    const limit = (text: string) => findOuterLimit(text, lexRules)?.value;
    expect(limit('SELECT DISTINCT TOP (5) a FROM t')).toBe(5);
    expect(limit('SELECT TOP (5 + 1) a FROM t')).toBeNull();
    expect(limit('SELECT a FROM t ORDER BY a OFFSET 1 ROW FETCH FIRST 4 ROWS ONLY')).toBe(4);
    expect(limit('SELECT TOP 1 a FROM t UNION SELECT b FROM u')).toBeUndefined();
  });

  it('stand in brackets as a source of filtered rows', () => {
    const conditions = [{ columns: ['n'], toSql: (name: string) => `${name} > 1` }];
    const options = { quote: mssql.quoteIdentifier, rules: lexRules };
    expect(addConditions('WITH c AS (SELECT 1 AS n) SELECT n FROM c GROUP BY n ORDER BY n', conditions, options)).toBe(
      'WITH c AS (SELECT 1 AS n)\nSELECT *\nFROM (\nSELECT n FROM c GROUP BY n ORDER BY n\nOFFSET 0 ROWS\n) AS result\nWHERE [n] > 1',
    );
  });

  it('quote names and texts so that nothing of them is read as anything else', () => {
    expect(mssql.quoteIdentifier('a]b')).toBe('[a]]b]');
    expect(splitStatements('SELECT [a]];b] FROM t', lexRules)).toHaveLength(1);
    expect(tokenize('[a]]b]', lexRules)).toMatchObject([{ kind: 'identifier', start: 0, end: 6 }]);
    expect(printLiteral('a\\\nb', mssql)).toBe("(N'a\\' + N'\nb')");
    expect(printLiteral(true, mssql)).toBe('1');
    expect(printExpression({ kind: 'isBoolean', of: x, value: false }, mssql)).toBe('[x] = 0');
    expect(printExpression({ kind: 'sameAs', left: x, right: x }, mssql)).toBe(
      '([x] = [x] OR ([x] IS NULL AND [x] IS NULL))',
    );
    expect(printExpression({ kind: 'contains', of: x, text: '[a]' }, mssql)).toBe(
      "LOWER([x]) LIKE LOWER(N'%![a]%') ESCAPE '!'",
    );
  });

  it('write times as their columns have them', () => {
    const at = new Date('2024-01-02T03:04:05.678Z');
    expect(mssql.timeLiteral(at, 'datetime')).toBe("CONVERT(DATETIME, '2024-01-02T03:04:05.678', 126)");
    expect(mssql.timeLiteral(at, 'datetimeoffset(7)')).toBe("CONVERT(DATETIME2, '2024-01-02T03:04:05.678', 126)");
    expect(mssql.timeLiteral(new Date('1600-01-01T00:00:00Z'), 'datetime')).toBe(
      "CONVERT(DATETIME2, '1600-01-01T00:00:00', 126)",
    );
    const parse = (format: string | null) => printExpression({ kind: 'parseTime', of: x, format }, mssql);
    expect(parse(null)).toBe('CAST(CAST([x] AS NVARCHAR(64)) AS DATETIME2)');
    expect(parse('%d.%m.%Y')).toBe('CONVERT(DATETIME2, CAST([x] AS NVARCHAR(64)), 104)');
    expect(parse('%Y-%m')).toBe("CAST(CAST([x] AS NVARCHAR(64)) + '-01' AS DATETIME2)");
    expect(() => parse('%j')).toThrow('The date format %j is not supported by this database.');
    expect(printExpression({ kind: 'fromEpoch', of: x, unit: 'epoch_ms' }, mssql)).toContain('% 86400000 AS INT)');
  });
});
