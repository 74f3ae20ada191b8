import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineFixture, failureOf, openTestEngine } from './engine-fixture.ts';

let fixture: EngineFixture;
const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };
const run = (sql: string, more: object = {}) => fixture.engine.run({ ...limits, sql, ...more });

beforeAll(async () => {
  fixture = await openTestEngine();
  await fixture.engine.runTrusted(`CREATE SCHEMA hr; CREATE TABLE hr.pay AS SELECT 'secret' AS name, 5 AS salary;
    CREATE TABLE sales AS SELECT * FROM (VALUES ('DE', 2000, DATE '2020-01-01', 10), ('NL', 2001, DATE '2020-01-02', 20),
    ('it''s', 2001, NULL, 30)) t(country, year, day, amount); CREATE TABLE none AS FROM sales LIMIT 0`);
});
afterAll(() => fixture.end());

const namesOf = async (sql: string) => (await run(sql)).table.columns.map(({ name }) => name);

describe('PIVOT without a list of values', () => {
  it.each([
    ['PIVOT sales ON year USING sum(amount) GROUP BY country', ['country', '2000', '2001']],
    ['pivot sales on day using sum(amount) group by year -- end', ['year', '2020-01-01', '2020-01-02']],
    ["PIVOT sales ON country IN ('DE'), year USING sum(amount) GROUP BY day", ['day', 'DE_2000', 'DE_2001']],
    ["PIVOT sales ON year || '!' USING sum(amount) GROUP BY country", ['country', '2000!', '2001!']],
    ['SELECT * FROM (PIVOT sales ON country USING count(*) GROUP BY year) LIMIT 1', ['year', 'DE', 'NL', "it's"]],
    [
      'WITH s AS (FROM sales WHERE amount > 10) PIVOT s ON year USING sum(amount) GROUP BY country',
      ['country', '2001'],
    ],
    [
      'WITH s AS (FROM sales), p AS (PIVOT s ON year USING sum(amount) GROUP BY country) SELECT * FROM p',
      ['country', '2000', '2001'],
    ],
    [
      'WITH a AS (FROM sales) SELECT * FROM (WITH b AS (FROM a WHERE year = 2000) PIVOT b ON country USING sum(amount) GROUP BY year)',
      ['year', 'DE'],
    ],
    [
      'PIVOT (PIVOT sales ON year USING sum(amount) GROUP BY country) ON country USING count(*)',
      ['2000', '2001', 'DE', 'NL', "it's"],
    ],
    [
      'PIVOT sales a JOIN (SELECT 2001 AS y) b ON a.year = b.y ON country USING sum(amount) GROUP BY year',
      ['year', 'NL', "it's"],
    ],
    ['PIVOT none ON year USING sum(amount) GROUP BY country', ['country', 'NULL']],
  ])('is one statement, whose columns are the values that are there: %s', async (sql, names) => {
    const [statement, ...others] = await fixture.engine.analyse(sql);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ kind: 'select', text: sql.replace(' -- end', '') });
    expect(await namesOf(sql)).toEqual(names);
  });

  it('is stored, described, estimated, explained and made a table like any other, and counts as one of a script', async () => {
    const sql = 'PIVOT sales ON year USING sum(amount) GROUP BY country ORDER BY country';
    const stored = await fixture.engine.storeResult({ ...limits, sql, resultId: 'pivoted' });
    expect(stored.first.columns.map(({ values }) => values)).toEqual([
      ['DE', 'NL', "it's"],
      [10, null, null],
      [null, 20, 30],
    ]);
    expect((await fixture.engine.describeQuery(sql)).map(({ name }) => name)).toEqual(['country', '2000', '2001']);
    expect((await fixture.engine.explain(sql)).join('\n')).toContain('sales');
    expect((await run(`EXPLAIN (FORMAT JSON) ${sql}`)).table.rowCount).toBe(1);
    await run(`CREATE OR REPLACE TABLE kept AS ${sql}`, { mayWrite: true });
    expect(await namesOf('FROM kept')).toEqual(['country', '2000', '2001']);
    const script = await fixture.engine.analyse(`SELECT 1; ${sql}; SELECT 2`);
    expect(script.map(({ kind, text }) => [kind, text])).toEqual([
      ['select', 'SELECT 1'],
      ['select', sql],
      ['select', 'SELECT 2'],
    ]);
  });

  it('names every table that it reads, and nothing that is not allowed comes through it', async () => {
    const tablesOf = async (sql: string) => (await fixture.engine.analyse(sql))[0]!.tables;
    expect(await tablesOf('WITH p AS (FROM hr.pay) PIVOT (SELECT * FROM sales, p) ON name USING sum(amount)')).toEqual([
      { schema: 'hr', table: 'pay' },
      { schema: null, table: 'sales' },
    ]);
    for (const sql of [
      "PIVOT read_text('/etc/passwd') ON content USING count(*)",
      "PIVOT sales ON (SELECT content FROM read_text('/etc/passwd')) USING count(*)",
      'PIVOT duckdb_tables ON table_name USING count(*)',
      "PIVOT sales ON getenv('HOME') USING count(*)",
      'PIVOT sales ON year IN (SELECT salary FROM hr.pay) USING count(*)',
      'PIVOT sales ON year USING count(*); DROP TABLE sales; PIVOT sales ON year) USING count(*)',
      'CREATE VIEW frozen AS PIVOT sales ON year USING count(*)',
    ])
      expect((await failureOf(fixture.engine.analyse(sql))).message).toBeTruthy();
    const write = await failureOf(run('CREATE TABLE x AS PIVOT sales ON year'));
    expect(write.code).toBe('DML_NOT_ALLOWED_ERROR');
  });

  it('reads its values in the schema that is chosen, and nowhere else', async () => {
    await fixture.engine.runTrusted("CREATE SCHEMA desk; CREATE TABLE desk.sales AS SELECT 'of the desk' AS word");
    const { table } = await run('PIVOT sales ON word USING count(*)', { schema: 'desk' });
    expect(table.columns.map(({ name }) => name)).toEqual(['of the desk']);
    expect(await failureOf(run('PIVOT none ON year USING count(*)', { schema: 'desk' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });

  it('says in its author’s words and places what is wrong, and how many values are too many', async () => {
    expect(await failureOf(run('PIVOT sales\nON yeer USING sum(amount)'))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 2,
      column: 4,
    });
    expect(
      await failureOf(run('SELECT * FROM (PIVOT sales\nON year USING sum(amount)) WHERE contry = 1')),
    ).toMatchObject({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', line: 2, column: 34 });
    const many = await failureOf(run('PIVOT (SELECT i FROM range(5000) t(i)) ON i USING count(*)'));
    expect(many.message).toMatch(/^PIVOT finds more than 1000 values/);
    const product = 'PIVOT (SELECT i, i AS j FROM range(900) t(i)) ON i, j USING count(*)';
    expect((await failureOf(run(product))).message).toMatch(/more than 2000 columns/);
    const long = "PIVOT (SELECT repeat('x', 300000) AS i) ON i USING count(*)";
    expect((await failureOf(run(long))).message).toMatch(/too long/);
  });
});

describe('errors in what a write reads', () => {
  it.each([
    ['INSERT INTO sales (country)\n  /* from */ SELECT *\n  FROM sales WHERE ORDER', 3, 20],
    ["INSERT INTO sales -- a comment\n SELECT amount, getenv('HOME')", 2, 17],
    ["UPDATE sales\nSET amount = 1, country = getenv('HOME')", 2, 27],
    ["UPDATE sales SET amount = 1\nFROM hr.pay\nWHERE getenv('HOME') = 'x'", 3, 7],
    ["DELETE FROM sales\n  WHERE country = getenv('HOME')", 2, 19],
    ["DELETE FROM sales WHERE true\nRETURNING country, getenv('HOME')", 2, 20],
    ["CREATE TABLE x AS\n\tSELECT getenv('HOME')", 2, 9],
  ])('point at the author’s own text: %s', async (sql, line, column) => {
    expect(await failureOf(fixture.engine.analyse(`SELECT 1;\n${sql}`))).toMatchObject({ line: line + 1, column });
  });

  it('point at it when they come up in the run', async () => {
    const sql = 'INSERT INTO sales (country) -- one\n  SELECT contry FROM sales';
    expect(await failureOf(run(sql, { mayWrite: true }))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      line: 2,
      column: 10,
    });
  });
});
