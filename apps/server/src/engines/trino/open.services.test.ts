import { dialectByName } from '@powerset/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine, RunProgress } from '../engine.ts';
import { readPlan } from '../plans.ts';
import { readScript } from '../script-reading.ts';
import { openTestResults, type ResultsFixture } from '../servers/server-fixture.ts';
import { createDice, mutate } from '../warehouse/mutation-fixture.ts';
import { readStatements } from './grammar.ts';
import { fromUri, openTrino, type TrinoOptions } from './index.ts';
import { setUpWorld, tell, trinoServers } from './server-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 30_000, fairnessKey: 'ada' };

for (const { name, url } of trinoServers)
  describe.skipIf(url === '')(`a server of ${name}`, () => {
    const isTrino = name === 'Trino';
    let engine: Engine;
    let kept: ResultsFixture;
    const open = (change: Partial<TrinoOptions> = {}) =>
      openTrino({
        ...fromUri(url),
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
      await setUpWorld(url);
      kept = await openTestResults();
      engine = open();
    }, 120_000);
    afterAll(async () => {
      await engine.close();
      await kept.end();
    });

    it('answers with the types of its columns, for charts as numbers and for grids to the letter', async () => {
      const sql = 'SELECT * FROM shop.orders WHERE id = 4';
      const { table } = await run(sql);
      expect(table.columns.map(({ name, type, nativeType }) => [name, type, nativeType])).toEqual([
        ['id', 'number', 'bigint'],
        ['day', 'temporal', 'date'],
        ['at', 'temporal', isTrino ? 'timestamp(3)' : 'timestamp'],
        ['price', 'number', isTrino ? 'decimal(10, 2)' : 'decimal(10,2)'],
        ['note', 'string', 'varchar'],
        ['tags', 'string', 'array(varchar)'],
      ]);
      const values = [4, Date.UTC(2024, 0, 5), Date.UTC(2024, 0, 1, 4), 1, 'n4', '["0"]'];
      expect(table.columns.map((column) => column.values[0])).toEqual(values);
      const exact = ['2024-01-05', '2024-01-01 04:00:00', '1.00'];
      expect((await valuesOf(sql, { isExact: true })).slice(1, 4)).toEqual(exact);
    });

    it.each([
      ["CAST('9007199254740993' AS bigint)", 9007199254740993n],
      ['ARRAY[9007199254740993, NULL]', '[9007199254740993,null]'],
      ["MAP(ARRAY['a'], ARRAY[1.5e0])", '{"a":1.5}'],
      ["CAST(ROW(1, ROW('q')) AS row(p integer, q row(r varchar)))", '{"p":1,"q":{"r":"q"}}'],
      ["X'CAFE'", "X'CAFE'"],
      ['nan()', null],
      ['1/3e0', 1 / 3],
      ["REAL '1.5'", 1.5],
      ["DECIMAL '0.10'", 0.1],
      ['NULL', null],
      ["'ä''\"\\€😀 1234567890123456789'", 'ä\'"\\€😀 1234567890123456789'],
      ['JSON \'{"a":12345678901234567890}\'', '{"a":12345678901234567890}'],
      ["TIMESTAMP '2024-07-02 03:04:05.5 Europe/Berlin'", Date.UTC(2024, 6, 2, 1, 4, 5, 500)],
      ["TIMESTAMP '2024-07-02 03:04:05 +02:30'", Date.UTC(2024, 6, 2, 0, 34, 5)],
      ["TIME '03:04:05'", '03:04:05'],
      ["INTERVAL '3' DAY", '3 00:00:00.000'],
      ["UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
      ['true', true],
    ])('reads %s', async (sql, value) => {
      expect(await valuesOf(`SELECT ${sql} AS a`)).toEqual([value]);
    });

    it('keeps every digit and every place of a second for grids', async () => {
      const sql =
        "SELECT DECIMAL '12345678901234567890.10' AS a, TIMESTAMP '2024-07-02 03:04:05.123456 Asia/Tokyo' AS b";
      expect(await valuesOf(sql, { isExact: true })).toEqual([
        '12345678901234567890.10',
        isTrino ? '2024-07-01 18:04:05.123456' : '2024-07-01 18:04:05.123',
      ]);
    });

    it('stops reading at the limit, says that there was more, and ends the query on the server', async () => {
      const cut = await run('SELECT n FROM shop.big ORDER BY n', { maxRows: 10 });
      expect([cut.table.rowCount, cut.isTruncated, cut.table.columns[0]?.values.at(-1)]).toEqual([10, true, 9]);
      const whole = await run('SELECT n FROM shop.big ORDER BY n LIMIT 10', { maxRows: 10 });
      expect([whole.table.rowCount, whole.isTruncated]).toEqual([10, false]);
      const many = await run('SELECT n, CAST(n AS varchar) FROM shop.big ORDER BY n', { maxRows: 100_000 });
      expect([many.table.rowCount, many.isTruncated, many.table.columns[1]?.values[99_999]]).toEqual([
        100_000,
        false,
        '99999',
      ]);
      expect((await run('SELECT n FROM shop.big WHERE false')).table).toMatchObject({
        rowCount: 0,
        columns: [{ name: 'n' }],
      });
      await run('SELECT a.n, b.n AS m /* cut */ FROM shop.big a CROSS JOIN shop.big b', { maxRows: 10 });
      await expect.poll(() => countRunning(url, 'CROSS JOIN shop.big b'), { timeout: 10_000 }).toBe(0);
    });

    it('finds tables without a schema where the place says, and nowhere else', async () => {
      expect(await valuesOf('SELECT * FROM orders')).toEqual(['of the default']);
      expect((await run('SELECT * FROM orders', { schema: 'shop' })).table.rowCount).toBe(300);
      const other = open({ defaultSchema: 'shop' });
      expect((await other.run({ ...limits, sql: 'SELECT * FROM ORDERS' })).table.rowCount).toBe(300);
      await other.close();
    });

    it('reads its own catalog alone, and sends nothing that changes it', async () => {
      const { catalog } = fromUri(url);
      expect(await valuesOf(`SELECT count(*) FROM ${catalog.toUpperCase()}."shop".Orders`)).toEqual([300]);
      expect(await failure('SELECT * FROM system.runtime.queries')).toMatchObject({
        message: `This database is the catalog "${catalog}": tables of "system" cannot be read by it.`,
      });
      for (const sql of ['DELETE FROM shop.big', 'DROP TABLE shop.big', "CALL system.runtime.kill_query('x')"])
        expect(await failure(sql)).toMatchObject({ message: expect.stringMatching(/statements are not allowed here/) });
      expect(await tell(url, 'SELECT count(*) FROM shop.big')).toEqual([[100_000]]);
    });

    it('says in plain words what is wrong, and where', async () => {
      expect(await failure('SELECT 1\nFROM shop.nope')).toMatchObject({
        ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "shop.nope" does not exist.' },
        // Presto does not say where.
        ...(isTrino ? { line: 2, column: 6 } : {}),
      });
      expect(await failure('SELECT\n  foo FROM shop.orders')).toMatchObject({
        ...{ code: 'COLUMN_DOES_NOT_EXIST_ERROR', line: 2, column: 3, message: 'The column "foo" does not exist.' },
      });
      expect(await failure('SELECT * FROM nope.nope')).toMatchObject({
        ...{ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: 'Schema "nope" does not exist.' },
      });
      expect(await failure('SELECT 1 +\n * 2')).toMatchObject({
        ...{ code: 'SYNTAX_ERROR', line: 2, column: 2, message: 'Syntax error near "*".' },
      });
      expect(await failure('SELECT 1/0')).toMatchObject({
        code: 'GENERIC_DB_ENGINE_ERROR',
        message: expect.stringMatching(/by zero$/),
      });
      const described = await failureOf(engine.describeQuery('SELECT foo FROM shop.orders'));
      expect(described).toMatchObject({ line: 1, column: 8, message: 'The column "foo" does not exist.' });
    });

    it('knows its schemas, tables, views, columns and comments', async () => {
      expect(await engine.listSchemas()).toEqual(expect.arrayContaining(['default', 'shop']));
      expect(await engine.listSchemas()).not.toContain('information_schema');
      const tables = await engine.listTables('shop');
      expect(tables.map(({ table, kind }) => [table, kind])).toEqual([
        ['big', 'table'],
        ['by_day', 'view'],
        ['orders', 'table'],
      ]);
      const orders = await engine.describeTable({ schema: 'shop', table: 'orders' });
      expect(orders).toMatchObject({ kind: 'table', comment: isTrino ? 'what was sold' : null, definition: null });
      expect(orders.columns[0]).toEqual({
        ...{
          name: 'id',
          nativeType: 'bigint',
          type: 'number',
          isNullable: true,
          comment: isTrino ? 'its number' : null,
        },
      });
      const view = await engine.describeTable({ schema: 'shop', table: 'by_day' });
      expect([view.kind, view.definition]).toEqual(['view', expect.stringContaining('GROUP BY day')]);
      expect(await failureOf(engine.describeTable({ schema: 'shop', table: "no'pe" }))).toMatchObject({
        code: 'TABLE_DOES_NOT_EXIST_ERROR',
      });
      const hits = await engine.searchCatalog({ text: 'OrDer', limit: 10 });
      expect(hits).toEqual(
        expect.arrayContaining([
          { schema: 'shop', table: 'orders', kind: 'table', column: null, nativeType: null },
          { schema: 'shop', table: 'by_day', kind: 'view', column: 'orders', nativeType: 'bigint' },
        ]),
      );
      const within = { schemas: [], tables: [{ schema: 'shop', table: 'by_day' }] };
      expect((await engine.searchCatalog({ text: 'order', limit: 10, within })).map(({ table }) => table)).toEqual([
        'by_day',
      ]);
      expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['abs', 'date_trunc']));
    });

    it('describes, explains, plans and reckons without reading a row', async () => {
      const sql = 'SELECT day, count(*) AS n FROM shop.orders GROUP BY day ORDER BY n DESC LIMIT 3';
      expect((await engine.describeQuery(sql)).map(({ name, type }) => [name, type])).toEqual([
        ['day', 'temporal'],
        ['n', 'number'],
      ]);
      expect((await engine.explain(sql)).join('\n')).toMatch(/TableScan|ScanProject/);
      const plan = await run(`${engine.planHead?.(false) ?? ''} ${sql}`);
      const steps = readPlan(String(plan.table.columns[0]?.values[0]));
      expect(steps?.map((step) => step.name)).toEqual(
        expect.arrayContaining(['Output', isTrino ? 'Table scan' : 'Scan project']),
      );
      if (isTrino)
        expect(await engine.estimate?.('SELECT id FROM shop.orders')).toMatchObject({ 'Output count': '300 rows' });
    });

    it('keeps results whole, with their exact values', async () => {
      const request = {
        ...limits,
        maxRows: 100_000,
        sql: "SELECT n, DECIMAL '1.50' AS d FROM shop.big",
        resultId: 'kept-trino',
      };
      const first: number[] = [];
      const stored = await engine.storeResult({
        ...request,
        firstRows: 5,
        onFirstRows: ({ rowCount }) => first.push(rowCount),
      });
      expect(stored).toMatchObject({ rowCount: 100_000, isTruncated: false, first: { rowCount: 5 } });
      expect(stored.first.columns[1]?.values[0]).toBe('1.50');
      expect(first).toHaveLength(1);
    });

    it('ends a query on the server when it is stopped, and when its time is over', async () => {
      const slow = 'SELECT count(*) FROM shop.big a CROSS JOIN shop.big b CROSS JOIN shop.big stopped';
      const controller = new AbortController();
      const progress: RunProgress[] = [];
      const running = failure(slow, {
        signal: controller.signal,
        onProgress: (one: RunProgress) => progress.push(one),
      });
      await expect.poll(() => countRunning(url, 'shop.big stopped'), { timeout: 10_000 }).toBe(1);
      await expect.poll(() => progress.length, { timeout: 10_000 }).toBeGreaterThan(0);
      controller.abort();
      expect(await running).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
      await expect.poll(() => countRunning(url, 'shop.big stopped'), { timeout: 10_000 }).toBe(0);
      expect(await failure(slow, { timeoutMs: 2000 })).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
      await expect.poll(() => countRunning(url, 'shop.big stopped'), { timeout: 10_000 }).toBe(0);
    }, 60_000);

    it('says what keeps it from the server', async () => {
      const tried = async (change: Partial<TrinoOptions>) => {
        const other = open(change);
        const found = await failureOf(other.ping());
        await other.close();
        return found;
      };
      expect(await tried({ catalog: 'nope' })).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
      expect(await tried({ port: 1 })).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' });
      // Presto takes one over plain HTTP, and does not look at it.
      if (isTrino)
        expect(await tried({ password: 'secret' })).toMatchObject({
          message: 'The server takes no password without encryption. Turn encryption on, or leave the password empty.',
        });
      expect(await tried({ policy: { allowsPrivateHosts: false } })).toMatchObject({
        code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      });
    });

    it('has every time grain of its dialect', async () => {
      for (const grain of Object.values(dialectByName('trino').timeGrains))
        expect(await valuesOf(`SELECT ${grain.replaceAll('{col}', 'at')} AS g FROM shop.orders LIMIT 1`)).toHaveLength(
          1,
        );
    });

    it('is read as the server reads it: no statement names a table that was not found', async () => {
      const dice = createDice(4);
      let judged = 0;
      for (let left = 8000; left > 0; left -= 1) {
        const sql = mutate({ sound, parts }, dice);
        const tables = tablesOf(sql);
        if (!tables) continue;
        const found = await inputsOf(url, sql);
        if (!found) continue;
        judged += 1;
        expect([sql, found.filter((table) => !tables.has(table))]).toEqual([sql, []]);
      }
      expect(judged).toBeGreaterThan(150);
    }, 600_000);
  });

async function countRunning(url: string, text: string): Promise<unknown> {
  const words = text.replaceAll("'", "''");
  const rows = await tell(
    url,
    `SELECT count(*) FROM system.runtime.queries WHERE state IN ('QUEUED', 'RUNNING', 'FINISHING', 'PLANNING', 'STARTING')
     AND strpos(query, '${words}') > 0 AND strpos(query, 'system.runtime') = 0`,
  );
  return rows[0]?.[0];
}

const sound = [
  'SELECT a FROM t WHERE a IN ( SELECT b FROM u ) ORDER BY a LIMIT 5',
  'WITH c AS ( SELECT 1 AS a ) SELECT * FROM c JOIN t USING ( a )',
  'SELECT * FROM t , u AS v , ( SELECT 1 FROM secret ) z',
  'SELECT t . a FROM t CROSS JOIN UNNEST ( ARRAY [ 1 ] ) AS x ( y ) LEFT JOIN u ON t . a = u . b',
  'SELECT count ( * ) FROM t GROUP BY a HAVING count ( * ) > 1 UNION ALL SELECT 1 FROM u',
  'SELECT sum ( a ) OVER ( PARTITION BY b ORDER BY a ) FROM t',
  'WITH RECURSIVE r ( a ) AS ( SELECT 1 FROM t UNION ALL SELECT a + 1 FROM r WHERE a < 2 ) SELECT * FROM r',
  'SELECT CASE WHEN a = 1 THEN b ELSE a END FROM u EXCEPT SELECT 1 FROM t',
  "SELECT trim ( BOTH FROM 'x' ) , extract ( YEAR FROM DATE '2024-01-01' ) FROM t TABLESAMPLE BERNOULLI ( 50 )",
  'SELECT a IS DISTINCT FROM b FROM t OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY',
  'TABLE t UNION TABLE u',
  'SELECT * FROM ( ( SELECT a FROM t ) UNION ( SELECT b FROM u ) ) AS q , secret',
].map((sql) => sql.split(' '));
const parts = (
  'SELECT FROM JOIN , ( ) IN NOT AS WITH UNION ALL WHERE OFFSET FETCH WINDOW LIMIT sample LEFT any ON VALUES TABLE ' +
  'USING t secret "secret" 1 \'x\' . * DISTINCT IS EXCEPT INTERSECT FIRST GROUP BY ORDER CROSS HAVING LATERAL UNNEST ' +
  'trim extract YEAR BOTH [ ] : = -> recursive natural limit offset fetch window u a b r c true ROW ROWS FOR OF'
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
async function inputsOf(url: string, sql: string): Promise<readonly string[] | null> {
  const rows = await tell(url, `EXPLAIN (TYPE IO, FORMAT JSON) ${sql}`, 'judge').catch(() => null);
  if (!rows) return null;
  // The documented shape of this answer.
  const { inputTableColumnInfos: inputs } = JSON.parse(String(rows[0]?.[0])) as {
    readonly inputTableColumnInfos: readonly { readonly table: { readonly schemaTable: { readonly table: string } } }[];
  };
  return inputs.map(({ table }) => table.schemaTable.table);
}
