import { type Expression, hive, printExpression, weekGrains } from '@powerset/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { openTestResults, type ResultsFixture } from '../servers/server-fixture.ts';
import { createDice, mutate } from '../warehouse/mutation-fixture.ts';
import { readStatements } from './grammar.ts';
import { fromUri, type HiveOptions, openHive } from './index.ts';
import { openSession, type SparkSession, setUpWorld, sparkUrl } from './server-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 60_000, fairnessKey: 'ada' };

describe.skipIf(sparkUrl === '')('a Thrift server of Spark', () => {
  let engine: Engine;
  let kept: ResultsFixture;
  let session: SparkSession;
  const open = (change: Partial<HiveOptions> = {}) =>
    openHive({
      ...fromUri(sparkUrl),
      serverCertificate: null,
      policy: { allowsPrivateHosts: true },
      resultSink: kept.resultSink,
      readLongScript: readScript,
      ...change,
    });
  const run = (sql: string, change: object = {}) => engine.run({ ...limits, sql, ...change });
  const valuesOf = async (sql: string, change: object = {}) =>
    (await run(sql, change)).table.columns.map(({ values }) => values[0]);
  const failure = (sql: string, change: object = {}) => failureOf(run(sql, change));

  beforeAll(async () => {
    session = await openSession();
    await setUpWorld(session);
    kept = await openTestResults();
    engine = await open();
  }, 240_000);
  afterAll(async () => {
    await engine.close();
    await kept.end();
    session.end();
  });

  it('answers with the types of its columns, for charts as numbers and for grids to the letter', async () => {
    const sql = 'SELECT * FROM shop.orders WHERE id = 4';
    const { table } = await run(sql);
    expect(table.columns.map(({ name, type, nativeType }) => [name, type, nativeType])).toEqual([
      ['id', 'number', 'BIGINT'],
      ['day', 'temporal', 'DATE'],
      ['at', 'temporal', 'TIMESTAMP'],
      ['price', 'number', 'DECIMAL(10,2)'],
      ['note', 'string', 'STRING'],
      ['tags', 'string', 'ARRAY'],
    ]);
    const values = [4, Date.UTC(2024, 0, 5), Date.UTC(2024, 0, 1, 4), 1, 'n4', '["0"]'];
    expect(table.columns.map((column) => column.values[0])).toEqual(values);
    const exact = ['2024-01-05', '2024-01-01 04:00:00', '1.00'];
    expect((await valuesOf(sql, { isExact: true })).slice(1, 4)).toEqual(exact);
  });

  it.each([
    ["CAST('9007199254740993' AS bigint)", 9007199254740993n],
    ["map('a', 1.5)", '{"a":1.5}'],
    ["named_struct('p', 1, 'q', named_struct('r', 'x'))", '{"p":1,"q":{"r":"x"}}'],
    ["X'CAFE'", "X'CAFE'"],
    ["CAST('NaN' AS double)", null],
    ['1/3', 1 / 3],
    ['CAST(1.5 AS float)', 1.5],
    ['CAST(-5 AS tinyint)', -5],
    ['NULL', null],
    ["'ä\\'\"\\\\€😀'", 'ä\'"\\€😀'],
    ["TIMESTAMP '2024-07-02 03:04:05.5 Europe/Berlin'", Date.UTC(2024, 6, 2, 1, 4, 5, 500)],
    ["INTERVAL '3' DAY", '3 00:00:00.000000000'],
    ['true', true],
  ])('reads %s', async (sql, value) => {
    expect(await valuesOf(`SELECT ${sql} AS a`)).toEqual([value]);
  });

  it('stops reading at the limit, says that there was more, and ends the query on the server', async () => {
    const cut = await run('SELECT n FROM shop.big ORDER BY n', { maxRows: 10 });
    expect([cut.table.rowCount, cut.isTruncated, cut.table.columns[0]?.values.at(-1)]).toEqual([10, true, 9]);
    const whole = await run('SELECT n FROM shop.big ORDER BY n LIMIT 10', { maxRows: 10 });
    expect([whole.table.rowCount, whole.isTruncated]).toEqual([10, false]);
    const many = await run('SELECT n, CAST(n AS string) FROM shop.big ORDER BY n', { maxRows: 100_000 });
    expect([many.table.rowCount, many.isTruncated, many.table.columns[1]?.values[99_999]]).toEqual([
      ...[100_000, false, '99999'],
    ]);
    expect((await run('SELECT n FROM shop.big WHERE false')).table).toMatchObject({
      rowCount: 0,
      columns: [{ name: 'n' }],
    });
  });

  it('finds tables without a schema where the place says, and nowhere else', async () => {
    expect(await valuesOf('SELECT * FROM orders')).toEqual(['of the default']);
    expect((await run('SELECT * FROM ORDERS', { schema: 'shop' })).table.rowCount).toBe(300);
    expect(await valuesOf('SELECT * FROM orders')).toEqual(['of the default']);
  });

  it('sends nothing that changes tables, reads files or runs programs', async () => {
    for (const sql of ['DELETE FROM shop.big', 'DROP TABLE shop.big', 'SET x=y', 'REFRESH TABLE shop.big'])
      expect(await failure(sql)).toMatchObject({ message: expect.stringMatching(/statements are not allowed here/) });
    for (const sql of ['SELECT * FROM text.`/etc/passwd`', "SELECT TRANSFORM (n) USING 'cat' FROM shop.big"])
      expect(await failure(sql)).toMatchObject({ message: expect.stringMatching(/may not be/) });
    expect(await session.tell('SELECT count(*) FROM shop.big')).toEqual([['100000']]);
  });

  it('says in plain words what is wrong, and where', async () => {
    expect(await failure('SELECT 1\nFROM shop.nope')).toMatchObject({
      ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "shop.nope" does not exist.', line: 2, column: 6 },
    });
    expect(await failure('SELECT\n  foo FROM shop.orders')).toMatchObject({
      ...{ code: 'COLUMN_DOES_NOT_EXIST_ERROR', line: 2, column: 3, message: 'The column "foo" does not exist.' },
    });
    expect(await failure('SELECT 1 FROM t', { schema: 'nope' })).toMatchObject({
      ...{ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: 'Schema "nope" does not exist.' },
    });
    expect(await failure('SELECT 1 +\n * 2')).toMatchObject({ code: 'SYNTAX_ERROR', line: 2 });
    expect(await failure("SELECT assert_true(false, 'so it is')")).toMatchObject({
      ...{ code: 'GENERIC_DB_ENGINE_ERROR', message: 'so it is' },
    });
  });

  it('knows its schemas, tables, views, columns, parts and comments', async () => {
    expect(await engine.listSchemas()).toEqual(expect.arrayContaining(['default', 'shop']));
    const tables = await engine.listTables('shop');
    expect(tables.map(({ table, kind }) => [table, kind])).toEqual([
      ...[
        ['big', 'table'],
        ['by_day', 'view'],
        ['orders', 'table'],
        ['parted', 'table'],
      ],
    ]);
    const orders = await engine.describeTable({ schema: 'shop', table: 'orders' });
    expect(orders).toMatchObject({ kind: 'table', comment: 'what was sold', definition: null });
    expect(orders.sizeBytes).toBeGreaterThan(0);
    expect(orders.columns[0]).toEqual({
      ...{ name: 'id', nativeType: 'BIGINT', type: 'number', isNullable: true, comment: 'its number' },
    });
    const view = await engine.describeTable({ schema: 'shop', table: 'by_day' });
    expect([view.kind, view.definition]).toEqual(['view', expect.stringContaining('GROUP BY day')]);
    expect((await engine.describeTable({ schema: 'shop', table: 'parted' })).partitions).toEqual({
      ...{ columns: ['day'], key: 'day', latest: '2024-02-01' },
    });
    expect(await failureOf(engine.describeTable({ schema: 'shop', table: "no'pe" }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    const hits = await engine.searchCatalog({ text: 'OrDer', limit: 10 });
    expect(hits.map(({ schema, table }) => `${schema}.${table}`)).toEqual(['default.orders', 'shop.orders']);
    const within = { schemas: [], tables: [{ schema: 'shop', table: 'by_day' }] };
    expect((await engine.searchCatalog({ text: 'y', limit: 10, within })).map(({ table }) => table)).toEqual([
      'by_day',
    ]);
    expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['abs', 'date_trunc']));
  });

  it('describes and explains without reading a row', async () => {
    const sql = 'SELECT day, count(*) AS n FROM shop.orders GROUP BY day ORDER BY n DESC LIMIT 3';
    expect((await engine.describeQuery(sql)).map(({ name, type }) => [name, type])).toEqual([
      ['day', 'temporal'],
      ['n', 'number'],
    ]);
    expect((await engine.explain(sql)).join('\n')).toContain('HashAggregate');
  });

  it('keeps results whole, with their exact values', async () => {
    const sql = 'SELECT n, CAST(1.5 AS decimal(3, 2)) AS d FROM shop.big';
    const first: number[] = [];
    const stored = await engine.storeResult({
      ...{ ...limits, maxRows: 100_000, sql, resultId: 'kept-spark', firstRows: 5 },
      onFirstRows: ({ rowCount }) => first.push(rowCount),
    });
    expect(stored).toMatchObject({ rowCount: 100_000, isTruncated: false, first: { rowCount: 5 } });
    expect(stored.first.columns[1]?.values[0]).toBe('1.50');
    expect(first).toHaveLength(1);
  });

  it('ends a query on the server when it is stopped, and when its time is over', async () => {
    const slow = 'SELECT count(*) FROM shop.big a CROSS JOIN shop.big b WHERE a.n * b.n % 7 = 8';
    const timeOf = async () => {
      const startedAt = performance.now();
      expect(await valuesOf('SELECT count(*) FROM shop.big WHERE n % 2 = 0')).toEqual([50_000]);
      return performance.now() - startedAt;
    };
    const usualMs = await timeOf();
    const controller = new AbortController();
    const running = failure(slow, { signal: controller.signal });
    setTimeout(() => controller.abort(), 1500);
    expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    expect(await failure(slow, { timeoutMs: 1500 })).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
    // Both would hold the server's two cores for many seconds.
    expect(await timeOf()).toBeLessThan(Math.max(4000, 5 * usualMs));
  }, 60_000);

  it('says what keeps it from the server', async () => {
    const tried = async (change: Partial<HiveOptions>) => {
      const other = await open(change);
      const found = await failureOf(other.ping());
      await other.close();
      return found;
    };
    expect(await tried({ port: 1 })).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' });
    expect(await tried({ policy: { allowsPrivateHosts: false } })).toMatchObject({
      code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    });
  });

  const answerOf = async (expression: Expression) =>
    (await valuesOf(`SELECT ${printExpression(expression, hive)} AS a`))[0];
  const literal = (value: string | number | bigint | null): Expression => ({ kind: 'literal', value });

  it.each([
    ['PT1S', '2024-12-29 23:45:59'],
    ['PT5S', '2024-12-29 23:45:55'],
    ['PT30S', '2024-12-29 23:45:30'],
    ['PT1M', '2024-12-29 23:45:00'],
    ['PT5M', '2024-12-29 23:45:00'],
    ['PT10M', '2024-12-29 23:40:00'],
    ['PT15M', '2024-12-29 23:45:00'],
    ['PT30M', '2024-12-29 23:30:00'],
    ['PT1H', '2024-12-29 23:00:00'],
    ['PT6H', '2024-12-29 18:00:00'],
    ['P1D', '2024-12-29 00:00:00'],
    ['P1W', '2024-12-23 00:00:00'],
    ['P7D', '2024-12-23 00:00:00'],
    ['P1M', '2024-12-01 00:00:00'],
    ['P3M', '2024-10-01 00:00:00'],
    ['P1Y', '2024-01-01 00:00:00'],
    [weekGrains.startingSunday, '2024-12-29 00:00:00'],
    [weekGrains.startingMonday, '2024-12-23 00:00:00'],
    [weekGrains.endingSaturday, '2025-01-04 00:00:00'],
    [weekGrains.endingSunday, '2024-12-29 00:00:00'],
  ])('cuts a Sunday shortly before midnight to the grain %s', async (grain, wanted) => {
    const cut = printExpression({ kind: 'truncate', of: { kind: 'column', name: 'x' }, grain }, hive);
    for (const time of ["TIMESTAMP '2024-12-29 23:45:59.999'", "'2024-12-29 23:45:59.999'"])
      expect(await valuesOf(`SELECT ${cut} AS a FROM (SELECT ${time} AS x) AS t`)).toEqual([Date.parse(`${wanted}Z`)]);
    const midnight = grain.startsWith('PT') ? '2024-12-29 00:00:00' : wanted;
    expect(await valuesOf(`SELECT ${cut} AS a FROM (SELECT DATE '2024-12-29' AS x) AS t`)).toEqual([
      Date.parse(`${midnight}Z`),
    ]);
  });

  it('has no other grains than these', () => {
    expect(Object.keys(hive.timeGrains)).toHaveLength(20);
  });

  it('reads every text, number and name as it was meant', async () => {
    const dollar = `\${'$'}{env:HOME}`.slice(1);
    const texts = ["O'Brien", '\\', "\\'", '"', '`', '%_', 'ä€😀', 'a\nb\tc', '-- x', '/* x */', '?', ':x', dollar, ''];
    for (const text of texts) expect(await answerOf(literal(text))).toBe(text);
    for (const number of [0, -7, 1.5, 9007199254740993n, -9223372036854775807n])
      expect(await valuesOf(`SELECT CAST(${printExpression(literal(number), hive)} AS string) AS a`)).toEqual([
        String(number),
      ]);
    expect(await answerOf(literal(null))).toBeNull();
    for (const name of ['a b', 'a"b', 'a`b', "a'b", 'ä', 'select', 'a.b']) {
      const quoted = hive.quoteIdentifier(name);
      expect(await valuesOf(`SELECT ${quoted} FROM (SELECT 1 AS ${quoted}) AS t`)).toEqual([1]);
    }
  });

  it('reads times from epochs, from texts and from literals', async () => {
    const at = new Date('2024-02-29T12:34:56.789Z');
    const seconds = Date.parse('2024-02-29T12:34:56Z');
    expect(await answerOf({ kind: 'fromEpoch', of: literal(1_709_210_096), unit: 'epoch_s' })).toBe(seconds);
    expect(await answerOf({ kind: 'fromEpoch', of: literal(1_709_210_096_789), unit: 'epoch_ms' })).toBe(at.getTime());
    const parsed = (text: string, format: string | null) => answerOf({ kind: 'parseTime', of: literal(text), format });
    expect(await parsed('2024-02-29 12:34:56', null)).toBe(seconds);
    expect(await parsed('29.02.2024 12:34:56', '%d.%m.%Y %H:%M:%S')).toBe(seconds);
    expect(await parsed('20240229', '%Y%m%d')).toBe(Date.UTC(2024, 1, 29));
    expect(await answerOf({ kind: 'time', at, nativeType: 'TIMESTAMP' })).toBe(at.getTime());
    const day = new Date('2024-02-29T00:00:00Z');
    expect(await answerOf({ kind: 'time', at: day, nativeType: 'DATE' })).toBe(day.getTime());
  });

  it('finds texts whatever their case, and no sign of them stands for others', async () => {
    const contains = (of: string, text: string) => answerOf({ kind: 'contains', of: literal(of), text });
    expect(await contains('Fifty 50%_!\\ off', '50%_!\\ OFF')).toBe(true);
    expect(await contains('Fifty 50 off', '50%OFF')).toBe(false);
  });

  it('skips and takes the rows that a limit with an offset means', async () => {
    const lines = hive.limitLines(1, 3).join('\n');
    expect(await valuesOf(`SELECT n FROM shop.big ORDER BY n\n${lines}`)).toEqual([3]);
  });

  it('is read as the server reads it: no statement names a table that was not found', async () => {
    await session.tell('USE judge');
    const dice = createDice(4);
    let judged = 0;
    for (let left = 9000; left > 0; left -= 1) {
      const sql = mutate({ sound, parts }, dice);
      const tables = tablesOf(sql);
      if (!tables) continue;
      const found = await inputsOf(session, sql);
      if (!found) continue;
      judged += 1;
      expect([sql, found.filter((table) => !tables.has(table))]).toEqual([sql, []]);
    }
    expect(judged).toBeGreaterThan(150);
  }, 600_000);
});

const sound = [
  'SELECT a FROM t WHERE a IN ( SELECT b FROM u ) ORDER BY a LIMIT 5',
  'WITH c AS ( SELECT 1 AS a ) SELECT * FROM c JOIN t USING ( a )',
  'SELECT * FROM t , u AS v , ( SELECT 1 FROM secret ) z',
  'SELECT t . a FROM t LATERAL VIEW explode ( array ( 1 ) ) x AS y LEFT JOIN u ON t . a = u . b',
  'SELECT count ( * ) FROM t GROUP BY a HAVING count ( * ) > 1 UNION ALL SELECT 1 FROM u',
  'SELECT sum ( a ) OVER ( PARTITION BY b ORDER BY a ) FROM t',
  'SELECT CASE WHEN a = 1 THEN b ELSE a END FROM u EXCEPT SELECT 1 FROM t',
  "SELECT trim ( BOTH FROM 'x' ) , extract ( YEAR FROM DATE '2024-01-01' ) FROM t TABLESAMPLE ( 50 PERCENT )",
  'SELECT a IS DISTINCT FROM b FROM t OFFSET 1',
  'TABLE t UNION TABLE u',
  'SELECT * FROM ( ( SELECT a FROM t ) UNION ( SELECT b FROM u ) ) AS q , secret',
  'SELECT * FROM t LEFT SEMI JOIN u ON t . a = u . a DISTRIBUTE BY a SORT BY b',
  'SELECT * FROM t PIVOT ( sum ( b ) FOR a IN ( 1 , 2 ) )',
].map((sql) => sql.split(' '));
const parts = (
  'SELECT FROM JOIN , ( ) IN NOT AS WITH UNION ALL WHERE OFFSET LIMIT sample LEFT any ON VALUES TABLE USING t secret ' +
  "`secret` 1 'x' . * DISTINCT IS EXCEPT MINUS FIRST GROUP BY ORDER CROSS HAVING LATERAL VIEW explode trim extract YEAR " +
  'BOTH [ ] : = -> recursive natural semi anti u a b r c true ROWS FOR OF SORT CLUSTER transform map reduce PIVOT STREAM'
).split(' ');

function tablesOf(sql: string): ReadonlySet<string> | null {
  try {
    const [statement, ...others] = readStatements(sql);
    return statement && others.length === 0 ? new Set(statement.tables.map(({ table }) => table)) : null;
  } catch {
    return null;
  }
}

/** Tables that the server would read; null for what it does not take. */
async function inputsOf({ tell }: SparkSession, sql: string): Promise<readonly string[] | null> {
  const rows = await tell(`EXPLAIN EXTENDED ${sql}`).catch(() => null);
  const analysed = /== Analyzed Logical Plan ==\n([\s\S]*?)\n== /.exec(rows?.[0]?.[0] ?? '')?.[1];
  if (!analysed || analysed.includes('Exception')) return null;
  return [...analysed.matchAll(/SubqueryAlias spark_catalog\.judge\.(\w+)/g)].map(([, table = '']) => table);
}
