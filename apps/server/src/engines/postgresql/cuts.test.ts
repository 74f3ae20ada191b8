import { dialectByName } from '@powerset/sql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBaseText } from './cuts.ts';
import { cockroachRules, postgresqlRules, type Rules, redshiftRules } from './rules.ts';
import { parseScript } from './statements.ts';

async function outcome(sql: string, rules: Rules) {
  try {
    const statements = await parseScript(sql, rules);
    return statements.map(({ kind, tables }) => [
      kind,
      ...tables.map(({ schema, table }) => (schema ? `${schema}.${table}` : table)),
    ]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whole scripts in which one reader sees a text or a comment, and the other a table. */
const twoReadings: readonly string[] = [
  "SELECT E'\\' , ' , secret FROM vault -- '",
  "SELECT b'\\' , ' , secret FROM vault -- '",
  "SELECT B'\\' , ' , secret FROM vault -- '",
  "SELECT b'101' FROM t",
  "SELECT x'\\' , ' , secret FROM vault -- '",
  "SELECT N'\\' , ' , secret FROM vault -- '",
  "SELECT U&'\\' , ' , secret FROM vault -- '",
  'SELECT u&"\\" , " , secret FROM vault -- "',
  "SELECT 1e'\\' , ' , secret FROM vault -- '",
  "SELECT $$ ' $$ , secret FROM vault -- '",
  "SELECT $a$ ' $a$ , secret FROM vault -- '",
  "SELECT $1$$ ' $$ , secret FROM vault -- '",
  "SELECT 1 -- \r ' \n , secret FROM vault -- '",
  'SELECT 1 /* /* */ , secret FROM vault -- */ */',
  'SELECT 1 //* , secret FROM vault -- */ 1',
  "SELECT '{}' #-- , secret FROM vault\n '{a}'",
  'WITH "ä" AS (SELECT 1) SELECT * FROM Ä',
  'SELECT * FROM \u3000vault',
  "SELECT e'a'\n'b\\' , ' , secret FROM vault -- '",
];

describe.each([
  ['Amazon Redshift', redshiftRules],
  ['CockroachDB', cockroachRules],
])('SQL for %s', (_, rules) => {
  it.each(twoReadings)('is refused where two readers could cut it in two ways: %j', async (sql) => {
    expect(await outcome(sql, rules)).toMatch(/not allowed|in two ways|need quotes|Put a space|may hold no/);
  });

  it.each([
    ["SELECT 'it''s', '\\\\', \"a\"\"b\" FROM t -- end", [['select', 't']]],
    ['SELECT a /* b */ FROM s.t -- c\r\nWHERE x > 1', [['select', 's.t']]],
    ["SELECT date'2024-01-01' + interval '1 day', x::int FROM t", [['select', 't']]],
    ['EXPLAIN VERBOSE SELECT * FROM t', [['explain', 't']]],
    ['SELECT "größe" FROM t', [['select', 't']]],
  ])('is read as PostgreSQL reads it where both agree: %s', async (sql, expected) => {
    expect(await outcome(sql, rules)).toEqual(expected);
  });

  it.each([
    "COPY t FROM 's3://bucket/x'",
    'CALL p()',
    'SET enable_case_sensitive_identifier TO true',
    'EXPLAIN (ANALYZE, DEBUG) SELECT 1',
    'EXPLAIN (FORMAT JSON) SELECT 1',
    'SELECT pg_cancel_backend(1), pg_terminate_backend(2)',
    "SELECT set_config('search_path', 'x', false)",
    'SELECT * FROM a.b.c.d',
    'SELECT * FROM pg_user',
    'GRANT ALL ON t TO u',
    'VACUUM t',
    'CREATE SCHEMA x',
    'SELECT ?',
    'PREPARE x AS SELECT 1',
  ])('is refused where it acts or tells of others: %s', async (sql) => {
    expect(await outcome(sql, rules)).toMatch(/\S/);
  });
});

describe('SQL for Amazon Redshift', () => {
  it('is refused where a backslash would hide a table from a reader without escapes', async () => {
    expect(await outcome("SELECT '\\' , ' , secret FROM vault -- '", redshiftRules)).toContain('in two ways');
  });

  it.each([
    ["UNLOAD ('SELECT * FROM t') TO 's3://bucket/x' IAM_ROLE default", 'UNLOAD statements are not allowed here.'],
    ['SELECT 1; CANCEL 4', 'CANCEL statements are not allowed here.'],
    ["CREATE EXTERNAL TABLE s.t (a int) LOCATION 's3://x'", 'syntax error at or near "EXTERNAL"'],
    ['CREATE EXTERNAL FUNCTION f(int) RETURNS int VOLATILE LAMBDA $x', 'between dollar signs'],
    ['SELECT * FROM stl_query', '"pg_catalog.stl_query" may not be read'],
    ['SELECT * FROM pg_catalog.stv_recents', 'may not be read'],
    ['SELECT * FROM sys_query_history', 'may not be read'],
    ['SELECT * FROM "STL_QUERY"', 'may not be read'],
    ['SELECT * FROM "PG_USER"', 'may not be read'],
    ['SELECT * FROM "PG_CATALOG"."Stl_Query"', 'may not be read'],
    ['SELECT "PG_TERMINATE_BACKEND"(1)', 'may not be called'],
    ["SELECT \"Set_Config\"('a', 'b', false)", 'may not be called'],
    ['SELECT * FROM svv_external_schemas', 'may not be read'],
    ["SELECT explain_model('m')", 'may not be called'],
    ['EXPLAIN ANALYZE SELECT 1', '"analyze" of EXPLAIN is not allowed'],
  ])('%s is refused in words', async (sql, words) => {
    expect(await outcome(sql, redshiftRules)).toContain(words);
  });

  it('is read with words that PostgreSQL does not know, and sent as it was written', async () => {
    const sql =
      "SELECT TOP\n 10 a, APPROXIMATE COUNT(DISTINCT b), LISTAGG(c, ',') WITHIN GROUP (ORDER BY c) FROM t GROUP BY 1";
    const [statement] = await parseScript(sql, redshiftRules);
    expect(statement).toMatchObject({ kind: 'select', text: sql, tables: [{ schema: null, table: 't' }] });
    expect(await outcome('SELECT (TOP 10) FROM t', redshiftRules)).toMatch(/syntax error/);
    expect(await outcome('SELECT a FROM t WHERE top 10', redshiftRules)).toMatch(/syntax error/);
    expect(await outcome('SELECT * FROM svv_tables', redshiftRules)).toEqual([['select', 'pg_catalog.svv_tables']]);
  });
});

describe('rows that Redshift keeps and turns', () => {
  const row = 'ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1';
  it.each([
    [`SELECT a FROM t QUALIFY ${row} ORDER BY 1`, [['select', 't']]],
    [
      `SELECT a FROM t x WHERE a > 1 qualify ${row}; SELECT 1 FROM u`,
      [
        ['select', 't'],
        ['select', 'u'],
      ],
    ],
    [`SELECT a FROM t GROUP BY 1 HAVING sum(b) > 1 QUALIFY ${row} LIMIT 3`, [['select', 't']]],
    [
      `SELECT a FROM t HAVING b IN (SELECT 1 FROM u QUALIFY ${row}) QUALIFY a IN (SELECT 2 FROM v)`,
      [['select', 'u', 'v', 't']],
    ],
    [`SELECT a FROM t HAVING 1 = 1 UNION SELECT a FROM u QUALIFY ${row}`, [['select', 't', 'u']]],
    ['SELECT a AS qualify, t.qualify FROM t', [['select', 't']]],
    [
      "SELECT * FROM t PIVOT (AVG(price) AS p FOR part IN ('a', 'b' AS c, 3)) AS q WHERE a IN (SELECT 1 FROM u)",
      [['select', 'u', 't']],
    ],
    ['SELECT * FROM (SELECT a FROM t) pivot(count(*) for "x y" in (1)) , u', [['select', 't', 'u']]],
    ['SELECT * FROM t x UNPIVOT INCLUDE NULLS (n FOR c IN (red, green AS "g")) JOIN u ON true', [['select', 't', 'u']]],
  ])('%s', async (sql, expected) => {
    const found = await outcome(sql, redshiftRules);
    const sorted = (list: unknown) => (Array.isArray(list) ? list.map((one: string[]) => [...one].sort()) : list);
    expect(sorted(found)).toEqual(sorted(expected));
  });

  it.each([
    'SELECT * FROM t qualify, secret',
    'SELECT * FROM t qualify JOIN secret ON true',
    'SELECT * FROM t qualify (a) CROSS JOIN secret',
    'SELECT * FROM t qualify WHERE a',
    `SELECT * FROM t QUALIFY ${row}, secret`,
    "SELECT * FROM t PIVOT (avg((SELECT max(x) FROM secret)) FOR a IN ('a'))",
    'SELECT * FROM t PIVOT (avg(x) FOR a IN (SELECT y FROM secret))',
    'SELECT * FROM t PIVOT (pg_terminate_backend(x) FOR a IN (1))',
    "SELECT * FROM t PIVOT (avg(x) FOR a IN ('a\\', ' , b FROM secret -- '))",
    'SELECT * FROM t PIVOT (avg(x) FOR a IN (1)) AS secret.u',
    'SELECT * FROM t UNPIVOT (n FOR c IN ((SELECT 1 FROM secret)))',
  ])('%s is refused', async (sql) => {
    expect(await outcome(sql, redshiftRules)).toMatch(/syntax error|in two ways/);
  });

  it('is run as it was read, whatever letters it has', async () => {
    const sql = `SELECT * FROM (SELECT 'a' AS q, 1 AS n) PIVOT (sum(n) FOR q IN ('${'ü'.repeat(22)}')) --xSELECT * FROM orders\n;SELECT 1/*abcdefgh*/;`;
    expect(await outcome(sql, redshiftRules)).toMatch(/letters from A to Z/);
    const aside = `SELECT 'ü', a FROM t PIVOT (sum(n) FOR q IN ('u')) WHERE b = 'ü'; SELECT 2 FROM u`;
    const texts = (await parseScript(aside, redshiftRules)).map(({ text }) => text);
    expect(texts).toEqual(aside.split('; '));
  });

  it('is no SQL of PostgreSQL or CockroachDB', async () => {
    for (const rules of [cockroachRules, postgresqlRules])
      for (const sql of [`SELECT a FROM t x QUALIFY ${row}`, 'SELECT * FROM t PIVOT (avg(x) FOR a IN (1))'])
        expect(await outcome(sql, rules)).toMatch(/syntax error/);
  });
});

describe('tables as they were, on CockroachDB', () => {
  it.each([
    ["SELECT * FROM t AS OF SYSTEM TIME '-10s' WHERE a IN (SELECT 1 FROM u)", [['select', 't', 'u']]],
    ['SELECT * FROM t, u AS OF SYSTEM TIME follower_read_timestamp() ORDER BY 1 LIMIT 5', [['select', 't', 'u']]],
    ["select 1 from t as of\nsystem time '-1h'::INTERVAL", [['select', 't']]],
    ["SELECT 1 FROM t AS OF SYSTEM TIME with_max_staleness('10s'); SELECT 2", [['select', 't'], ['select']]],
    ['SELECT * FROM (SELECT a FROM t AS OF SYSTEM TIME -5) AS x', [['select', 't']]],
  ])('%s', async (sql, expected) => {
    expect(await outcome(sql, cockroachRules)).toEqual(expected);
    expect(await outcome(sql, redshiftRules)).toMatch(/syntax error|allowed/);
  });

  it.each([
    'SELECT * FROM t AS OF SYSTEM TIME (SELECT max(a) FROM secret)',
    "SELECT * FROM t AS OF SYSTEM TIME '-1s' 'x', secret",
    "SELECT * FROM t AS OF SYSTEM TIME '-1s'\n' , secret -- '",
    "SELECT * FROM t AS OF SYSTEM TIME '\\' , secret -- '",
    "SELECT * FROM t AS OF SYSTEM TIME crdb_internal.force_panic('x')",
    "SELECT * FROM t AS OF SYSTEM TIME '-1s'::secret.type",
    'SELECT * FROM t AS OF SYSTEM TIME now()',
  ])('%s is refused', async (sql) => {
    expect(await outcome(sql, cockroachRules)).toMatch(/syntax error/);
  });

  it('is sent as it was written', async () => {
    const sql = "SELECT a FROM t AS OF SYSTEM TIME '-10s' LIMIT 7";
    expect(await parseScript(sql, cockroachRules)).toMatchObject([{ text: sql, limit: 7 }]);
  });
});

describe('SQL for CockroachDB', () => {
  it.each([
    ["BACKUP INTO 'nodelocal://1/x'", 'BACKUP statements are not allowed here.'],
    ["EXPORT INTO CSV 's3://x' FROM TABLE t", 'EXPORT statements are not allowed here.'],
    ["IMPORT INTO t CSV DATA ('http://x')", 'IMPORT statements are not allowed here.'],
    ["CANCEL QUERY 'x'", 'CANCEL statements are not allowed here.'],
    ["SELECT crdb_internal.force_panic('x')", '"force_panic" may not be called here'],
    ["SELECT crdb_internal.read_file('/etc/passwd')", 'may not be called here'],
    ['SELECT * FROM crdb_internal.cluster_sessions', 'may not be read here'],
    ['SELECT "CRDB_INTERNAL"."Force_Panic"(1)', 'may not be called here'],
    ['SELECT "PG_TERMINATE_BACKEND"(1)', 'may not be called here'],
    ['SELECT * FROM t@t_pkey', 'syntax error'],
    ['SELECT * FROM [SHOW USERS]', 'syntax error'],
  ])('%s is refused in words', async (sql, words) => {
    expect(await outcome(sql, cockroachRules)).toContain(words);
  });

  it('keeps a backslash in a text a sign as any other', async () => {
    expect(await outcome("SELECT '\\' FROM t", cockroachRules)).toEqual([['select', 't']]);
    expect(await outcome("SELECT e'a\\n' FROM t", cockroachRules)).toEqual([['select', 't']]);
  });
});

describe.each([
  ['redshift', redshiftRules],
  ['cockroachdb', cockroachRules],
])('texts and names that charts write for %s', (name, rules) => {
  const dialect = dialectByName(name);
  it('are always read alike', () => {
    const sign = fc.constantFrom('\\', "'", '"', 'a', '$', '-', '/', '*', '\n', '\r', 'ä', ' ');
    fc.assert(
      fc.property(fc.array(sign), fc.array(sign, { minLength: 1 }), (text, identifier) => {
        const sql = `SELECT ${dialect.stringLiteral(text.join(''))} AS ${dialect.quoteIdentifier(identifier.join(''))} FROM t`;
        expect(toBaseText(sql, rules.cuts as NonNullable<Rules['cuts']>)).toBe(sql);
      }),
      { numRuns: 500 },
    );
  });
});
