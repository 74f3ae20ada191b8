import { describe, expect, it } from 'vitest';
import { readStatements, withSchemas } from './grammar.ts';

const tablesOf = (sql: string) =>
  readStatements(sql).flatMap(({ tables }) =>
    tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
  );

describe('the tables of a statement of Druid', () => {
  it.each([
    ['SELECT 1', []],
    ['SELECT a FROM t', ['t']],
    ['TABLE t', ['t']],
    ["VALUES (1, 'a'), ((SELECT max(x) FROM t), 'b')", ['t']],
    ['SELECT * FROM druid.Orders AS o, "T"', ['druid.Orders', 'T']],
    ['SELECT * FROM INFORMATION_SCHEMA.COLUMNS, sys.segments', ['INFORMATION_SCHEMA.COLUMNS', 'sys.segments']],
    ['SELECT l.v FROM t LEFT JOIN lookup.countries AS l ON t.c = l.k', ['t', 'lookup.countries']],
    ["SELECT LOOKUP(c, 'countries'), lookup(x, 'it''s', 'none') FROM t", ['lookup.countries', "lookup.it's", 't']],
    [`SELECT "LOOKUP"(f(a, (b)), 'l') FROM t`, ['lookup.l', 't']],
    ["SELECT lookup((SELECT max(c) FROM u), 'l') FROM t", ['lookup.l', 'u', 't']],
    ['SELECT COUNT(*) FILTER (WHERE x IN (SELECT y FROM u)) FROM t', ['u', 't']],
    ['SELECT APPROX_COUNT_DISTINCT_DS_HLL(u), DS_QUANTILES_SKETCH(x, 64) FROM t', ['t']],
    ["SELECT TIME_FLOOR(__time, 'P1D'), LATEST_BY(x, __time) FROM t GROUP BY 1 HAVING COUNT(*) > 1", ['t']],
    ["SELECT JSON_VALUE(doc, '$.a' RETURNING BIGINT) FROM t", ['t']],
    ["SELECT MV_FILTER_ONLY(tags, ARRAY['a']), tags[1] FROM t", ['t']],
    ['SELECT d FROM t CROSS JOIN UNNEST(MV_TO_ARRAY(tags)) AS u (d)', ['t']],
    ['SELECT d FROM t, UNNEST(ARRAY[(SELECT max(x) FROM v)]) AS u (d)', ['t', 'v']],
    ['SELECT a FROM t GROUP BY GROUPING SETS ((a), ())', ['t']],
    ['WITH c AS (SELECT * FROM t) SELECT * FROM c JOIN "c" AS d ON c.x = d.x', ['t']],
    ['WITH c AS (SELECT * FROM t) SELECT * FROM C', ['t', 'C']],
    ['SELECT a FROM t UNION ALL (SELECT a FROM u ORDER BY 1 LIMIT 3 OFFSET 1)', ['t', 'u']],
    ['SELECT x FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY (SELECT 1 FROM u) ORDER BY x) = 1', ['t', 'u']],
    ['SELECT 1 // FROM secret\nFROM t', ['t']],
    ["SELECT 1 // '\nFROM secret --'", ['secret']],
    ["SELECT U&'\\0041', X'00', DATE'2024-01-01', N'x' FROM t", ['t']],
    ['EXPLAIN PLAN FOR SELECT * FROM t', ['t']],
    ["SELECT * FROM TABLE(APPEND('a', 'B c')) AS x JOIN u ON x.k = u.k", ['druid.a', 'druid.B c', 'u']],
    ['SELECT sum(x) OVER (ORDER BY y ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t', ['t']],
  ])('%s', (sql, tables) => {
    expect(tablesOf(sql).sort()).toEqual([...tables].sort());
  });

  it.each([
    ['INSERT INTO t SELECT * FROM u PARTITIONED BY ALL', 'INSERT statements'],
    ['REPLACE INTO t OVERWRITE ALL SELECT * FROM u PARTITIONED BY DAY', 'REPLACE statements'],
    ['EXPLAIN PLAN FOR INSERT INTO t SELECT 1 PARTITIONED BY ALL', 'INSERT statements'],
    ["SET sqlTimeZone = 'UTC'; SELECT 1", 'SET statements'],
    ['DROP TABLE t', 'DROP statements'],
    ['DESCRIBE t', 'DESCRIBE statements'],
    ["SELECT * FROM TABLE(EXTERN('{}', '{}', '[]'))", '"extern" may not be used'],
    ["SELECT * FROM TABLE(EXTERN('{}', '{}')) EXTEND (a VARCHAR)", '"extern" may not be used'],
    ["SELECT * FROM TABLE(HTTP(uris => ARRAY['http://x'], format => 'csv')) (a VARCHAR)", '"http" may not be used'],
    ["SELECT * FROM TABLE(INLINE(data => ARRAY['a'], format => 'csv')) (a VARCHAR)", '"inline" may not be used'],
    ["SELECT * FROM TABLE(APPEND('a', 'b.c'))", 'named by a plain text'],
    ["SELECT * FROM TABLE(APPEND('a', U&'b'))", 'named by a plain text'],
    ["SELECT * FROM TABLE(APPEND('a' 'b'))", 'cannot be read here'],
    ["SELECT * FROM TABLE(APPEND('a' || 'b'))", 'cannot be read here'],
    ['SELECT * FROM TABLE(APPEND())', 'named by a plain text'],
    ['SELECT * FROM TABLE(APPEND(SELECT 1))', 'named by a plain text'],
    ["SELECT append('a')", '"append" may not be called'],
    ['SELECT * FROM TABLE(ext."t"())', 'may not be used'],
    ['SELECT * FROM t, LATERAL TABLE(APPEND(1))', 'cannot be read here'],
    ['SELECT EXTERN(1)', '"EXTERN" may not be called'],
    ['SELECT ext.f(1)', 'Functions of catalogs'],
    ['SELECT * FROM sys.server_properties', 'may not be read here'],
    ['SELECT * FROM "SYS"."Supervisors"', 'may not be read here'],
    ['SELECT * FROM INFORMATION_SCHEMA.ROUTINES', 'may not be read here'],
    ['SELECT LOOKUP(c, name) FROM t', 'named by a plain text'],
    ["SELECT LOOKUP(c, U&'l') FROM t", 'named by a plain text'],
    ["SELECT LOOKUP(c, 'a' || 'b') FROM t", 'named by a plain text'],
    ["SELECT LOOKUP(c, 'a' 'b') FROM t", 'named by a plain text'],
    ["SELECT LOOKUP(c, ('a')) FROM t", 'named by a plain text'],
    ['SELECT LOOKUP(c)', 'cannot be read here'],
    ["SELECT E'it\\'s' FROM t", 'Texts with backslashes'],
    ['SELECT U&"a" FROM t', 'Names with escapes'],
    ['SELECT `a` FROM t', 'Names are quoted by double quotes'],
    ['SELECT ? FROM t', 'Parameters'],
    ['SELECT a FROM t PARTITIONED BY DAY', 'cannot be read here'],
    ['SELECT 1 FROM a MINUS SELECT 2 FROM b', 'cannot be read here'],
  ])('%s is refused: %s', (sql, words) => {
    expect(() => readStatements(sql)).toThrow(words);
  });

  it('are told as they are written, with their catalog, and looked for where they were asked for', () => {
    const [statement] = readStatements('SELECT * FROM segments, druid.t, "a""b" -- x');
    expect(statement && withSchemas(statement, 'sys')).toBe('SELECT * FROM "sys".segments, druid.t, "sys"."a""b"');
    expect(statement && withSchemas(statement, 'druid')).toBe('SELECT * FROM segments, druid.t, "a""b"');
    expect(readStatements('SELECT 1 FROM other.druid.t')[0]?.catalogs).toEqual(['other']);
  });
});
