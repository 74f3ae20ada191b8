import { dialectByName } from '@powerset/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { openTestResults, type ResultsFixture } from '../servers/server-fixture.ts';
import { createDice, mutate } from '../warehouse/mutation-fixture.ts';
import { readStatements } from './grammar.ts';
import { type DruidOptions, fromUri, openDruid } from './index.ts';
import { druidUrl, setUpWorld, tell } from './server-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 30_000, fairnessKey: 'ada' };

describe.skipIf(druidUrl === '')('a server of Druid', () => {
  let engine: Engine;
  let kept: ResultsFixture;
  const open = (change: Partial<DruidOptions> = {}) =>
    openDruid({
      ...fromUri(druidUrl),
      ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
      ...{ resultSink: kept.resultSink, readLongScript: readScript, ...change },
    });
  const run = (sql: string, change: object = {}) => engine.run({ ...limits, sql, ...change });
  const valuesOf = async (sql: string, change: object = {}) =>
    (await run(sql, change)).table.columns.map(({ values }) => values[0]);
  const failure = (sql: string, change: object = {}) => failureOf(run(sql, change));

  beforeAll(async () => {
    await setUpWorld();
    kept = await openTestResults();
    engine = open();
  }, 300_000);
  afterAll(async () => {
    await engine.close();
    await kept.end();
  });

  it('answers with the types of its columns, for charts as numbers and for grids to the letter', async () => {
    const { table } = await run('SELECT * FROM orders WHERE id = 1');
    expect(table.columns.map(({ name, type, nativeType }) => [name, type, nativeType])).toEqual([
      ['__time', 'temporal', 'TIMESTAMP'],
      ['id', 'number', 'BIGINT'],
      ['region', 'string', 'VARCHAR'],
      ['price', 'number', 'DOUBLE'],
      ['tags', 'string', 'VARCHAR'],
      ['word', 'string', 'VARCHAR'],
      ['nums', 'string', 'ARRAY<LONG>'],
      ['doc', 'string', 'COMPLEX<json>'],
    ]);
    const rest = [1, 'south', 0.25, '["a","b"]', 'é漢😀\'"', '[1,2]', '{"x":1,"y":["p"]}'];
    expect(table.columns.map(({ values }) => values[0])).toEqual([Date.UTC(2024, 0, 1, 1), ...rest]);
  });

  it.each([
    ['9007199254740993', 9007199254740993n],
    ["TIMESTAMP '2024-01-02 03:04:05.678'", '2024-01-02 03:04:05.678'],
    ["DATE '2024-01-02'", '2024-01-02'],
    ["CAST('2024-01-02' AS DATE)", '2024-01-02'],
    ['MILLIS_TO_TIMESTAMP((1) * 1000)', '1970-01-01 00:00:01'],
    ['TRUE', true],
    ['NULL', null],
    ['1.5', '1.5'],
    ['CAST(1 AS DOUBLE) / 3', 1 / 3],
    ["ARRAY['a', NULL]", '["a",null]'],
    ["TIME_PARSE(CAST('2024-01-02 03:04:05' AS VARCHAR))", '2024-01-02 03:04:05'],
    ["TIME_PARSE(CAST('02.01.2024' AS VARCHAR), 'dd.MM.yyyy')", '2024-01-02 00:00:00'],
    ["TIME_PARSE(CAST('2024-01-02T03:04:05Z' AS VARCHAR), 'yyyy-MM-dd''T''HH:mm:ss''Z''')", '2024-01-02 03:04:05'],
    [`${dialectByName('druid').stringLiteral("O'Brien \\ é漢😀\n--")}`, "O'Brien \\ é漢😀\n--"],
  ])('tells %s', async (sql, value) => {
    expect(await valuesOf(`SELECT ${sql} AS x FROM orders LIMIT 1`, { isExact: true })).toEqual([value]);
  });

  it('tells its schemas, tables and functions, and finds them by parts of their names', async () => {
    expect(await engine.listSchemas()).toEqual(expect.arrayContaining(['druid', 'lookup', 'sys']));
    expect(await engine.listTables('druid')).toEqual(
      expect.arrayContaining([{ schema: 'druid', table: 'orders', kind: 'table', rowCount: null }]),
    );
    const described = await engine.describeTable({ schema: 'druid', table: 'orders' });
    expect(described.columns[0]).toMatchObject({ name: '__time', type: 'temporal', isNullable: false });
    expect(described.columns.at(-1)).toMatchObject({ name: 'doc', nativeType: 'COMPLEX<json>', type: 'string' });
    expect(await failureOf(engine.describeTable({ schema: 'druid', table: 'Orders' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    const within = { schemas: ['druid'], tables: [{ schema: 'sys', table: 'tasks' }] };
    const hits = await engine.searchCatalog({ text: 'PRIC', limit: 10, within });
    expect(hits).toEqual([{ schema: 'druid', table: 'orders', kind: 'table', column: 'price', nativeType: 'DOUBLE' }]);
    expect(await engine.searchCatalog({ text: 'task', limit: 2, within })).toMatchObject([
      { schema: 'sys', table: 'tasks', column: null },
      { schema: 'sys', table: 'tasks', column: 'task_id' },
    ]);
    expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['time_floor', 'sum', 'mv_to_array']));
    expect(await valuesOf('SELECT COUNT(*) > 0 AS x FROM segments', { schema: 'sys' })).toEqual([true]);
    expect(await engine.describeQuery('SELECT id, nums FROM orders ORDER BY id')).toMatchObject([
      { name: 'id', type: 'number' },
      { name: 'nums', nativeType: 'ARRAY<LONG>' },
    ]);
    expect((await engine.explain('SELECT COUNT(*) FROM orders')).join('')).toContain('"queryType":"timeseries"');
  });

  it('keeps a long result whole, and cuts one for a chart', async () => {
    const sql = 'SELECT n, __time FROM big';
    const stored = await engine.storeResult({
      ...limits,
      sql,
      maxRows: 200_000,
      resultId: 'kept-druid',
      firstRows: 5,
      onFirstRows: () => {},
    });
    expect(stored).toMatchObject({ rowCount: 100_000, isTruncated: false });
    const cut = await run(sql);
    expect([cut.table.rowCount, cut.isTruncated]).toEqual([1000, true]);
  }, 60_000);

  it('ends a query that was stopped', async () => {
    const slow = 'SELECT COUNT(*) FROM big a JOIN (SELECT n, MOD(n, 2) AS m FROM big) b ON MOD(a.n, 2) = b.m';
    expect(await failure(slow, { timeoutMs: 1500 })).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
    const controller = new AbortController();
    // A query that is ended while it is being planned runs on until its own time is over.
    setTimeout(() => controller.abort(), 1000);
    expect(await failure(slow, { signal: controller.signal })).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
  }, 30_000);

  it.each([
    ['SELECT nope FROM orders', { code: 'COLUMN_DOES_NOT_EXIST_ERROR', line: 1, column: 8 }],
    ['SELECT 1\nFROM nope', { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "nope" does not exist.', line: 2 }],
    ["SELECT 1 FROM TABLE(APPEND('orders', 'nope'))", { message: 'Table "nope" does not exist.', line: 1 }],
    ['SELECT 1 +', { code: 'SYNTAX_ERROR', message: 'The statement ends too early.' }],
    ['SELECT id id id FROM orders', { code: 'SYNTAX_ERROR', message: 'Syntax error near "id".', column: 14 }],
    ['SELECT nope(1)', { message: 'The function "nope" does not exist on this server.' }],
    ['SELECT id, COUNT(*) FROM orders', { code: 'GENERIC_DB_ENGINE_ERROR', line: 1, column: 8 }],
  ])('says what is wrong with %s', async (sql, wanted) => {
    expect(await failure(sql)).toMatchObject(wanted);
  });

  it('says what keeps it from the server', async () => {
    const tried = async (change: Partial<DruidOptions>) => {
      const other = open(change);
      const found = await failureOf(other.ping());
      await other.close();
      return found;
    };
    expect(await tried({ port: 1 })).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR' });
    expect(await tried({ path: '/druid/v3/' })).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' });
    expect((await tried({ tlsMode: 'verify' })).message).toContain('speaks no encrypted connection');
  });

  it('has every time grain of its dialect', async () => {
    for (const [name, grain] of Object.entries(dialectByName('druid').timeGrains)) {
      const cut = grain.replaceAll('{col}', '__time');
      const [at] = await valuesOf(
        `SELECT ${cut} AS g FROM orders WHERE __time >= TIMESTAMP '2024-01-07 23:00:00' LIMIT 1`,
      );
      const ofText = grain.replaceAll('{col}', "'2024-01-07 23:00:00'");
      expect([name, (await valuesOf(`SELECT ${ofText} AS g FROM orders LIMIT 1`))[0]]).toEqual([name, at]);
      const week = { 0: '2024-01-01', '-1': '2024-01-07', 5: '2024-01-13', 6: '2024-01-07' };
      const days = /P1W|P7D/.test(name) ? (/'P1D', (-?\d)\)$/.exec(cut)?.[1] ?? '0') : null;
      if (days !== null)
        expect([name, new Date(Number(at)).toISOString().slice(0, 10)]).toEqual([name, week[days as '0']]);
    }
  }, 60_000);

  it('adds up the totals of a table level by level', async () => {
    const { table } = await run(
      `SELECT region AS region, TIME_FLOOR(__time, 'P1M') AS m, SUM(price) AS s, GROUPING(region, TIME_FLOOR(__time, 'P1M')) AS g
       FROM druid.orders GROUP BY GROUPING SETS ((region, TIME_FLOOR(__time, 'P1M')), (region), ()) ORDER BY g DESC, s DESC LIMIT 9`,
    );
    expect(table.columns[3]?.values).toEqual([3, 1, 1, 1, 0, 0, 0]);
    expect(table.columns[0]?.values[0]).toBeNull();
    expect(table.columns[2]?.values[0]).toBe(11_212.5);
  });

  it('is read as the server reads it: no statement names a table that was not found', async () => {
    const dice = createDice(4);
    let judged = 0;
    for (let left = 12_000; left > 0; left -= 1) {
      const sql = mutate({ sound, parts }, dice);
      const tables = tablesOf(sql);
      if (!tables) continue;
      const found = await inputsOf(sql);
      if (!found) continue;
      judged += 1;
      expect([sql, found.filter((table) => !tables.has(table))]).toEqual([sql, []]);
    }
    expect(judged).toBeGreaterThan(100);
  }, 600_000);
});

const sound = [
  'SELECT id FROM orders WHERE id IN ( SELECT n FROM big ) ORDER BY id LIMIT 5',
  'WITH c AS ( SELECT 1 AS id ) SELECT * FROM c JOIN orders USING ( id )',
  'SELECT * FROM orders o JOIN big AS b ON o . id = b . n , ( SELECT 1 FROM big ) z',
  'SELECT x FROM orders CROSS JOIN UNNEST ( MV_TO_ARRAY ( tags ) ) AS u ( x ) LEFT JOIN big b ON orders . id = b . n',
  'SELECT count ( * ) FILTER ( WHERE id > 1 ) FROM orders GROUP BY region HAVING count ( * ) > 1 UNION ALL SELECT 1 FROM big',
  'SELECT sum ( id ) OVER ( PARTITION BY region ORDER BY id ) FROM orders',
  "SELECT LOOKUP ( region , 'orders' ) , CASE WHEN id = 1 THEN 2 ELSE id END FROM orders",
  'SELECT trim ( BOTH FROM word ) , extract ( YEAR FROM __time ) FROM orders OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY',
  'TABLE orders UNION ALL TABLE big',
  "SELECT n FROM TABLE ( APPEND ( 'big' , 'orders' ) ) // x",
].map((sql) => sql.split(' '));
const parts = (
  "SELECT FROM JOIN , ( ) IN NOT AS WITH UNION ALL WHERE OFFSET FETCH WINDOW LIMIT LEFT ON VALUES TABLE // -- /* */ E'a' 'a' " +
  'USING orders big "big" 1 \'big\' . * DISTINCT IS EXCEPT INTERSECT FIRST GROUP BY ORDER CROSS HAVING LATERAL UNNEST ' +
  'trim extract YEAR BOTH [ ] : = => QUALIFY natural limit u id n r c true ROW ROWS FOR OF EXTEND MINUS PIVOT LOOKUP { }'
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
async function inputsOf(sql: string): Promise<readonly string[] | null> {
  const rows = await tell(`EXPLAIN PLAN FOR ${sql}`).catch(() => null);
  if (!rows) return null;
  // The documented shape of this answer.
  const resources = JSON.parse(String(rows[0]?.[1])) as readonly { readonly name: string }[];
  // Those of APPEND are told with their quotes.
  return resources.map(({ name }) => name.replaceAll("'", ''));
}
