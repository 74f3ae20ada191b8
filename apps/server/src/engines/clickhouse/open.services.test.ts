import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { dialectByName } from '@powerset/sql';
import { freePort, makeTempFolder, serviceUrl, startTcpProxy, type TcpProxy, type TempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine, RunProgress } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults, openTestResults, type ResultsFixture } from '../servers/server-fixture.ts';
import { fromUri } from './index.ts';
import { type ClickhouseOptions, openClickhouse } from './open.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };

/** Debian's server is of 2018; chdb is today's engine behind its HTTP interface, without accounts and without KILL. */
const servers = [
  { name: 'clickhouse', url: serviceUrl('clickhouse'), isToday: false },
  { name: 'chdb', url: serviceUrl('chdb'), isToday: true },
] as const;

async function tell(url: string, sql: string): Promise<string> {
  const answer = await fetch(`http://${new URL(url).host}/`, { method: 'POST', body: sql });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

const setup = [
  'DROP TABLE IF EXISTS default.orders',
  'CREATE DATABASE IF NOT EXISTS shop',
  'DROP TABLE IF EXISTS shop.orders',
  'DROP TABLE IF EXISTS shop.big',
  'DROP TABLE IF EXISTS shop.by_day',
  'DROP TABLE IF EXISTS shop.daily',
  `CREATE TABLE default.orders (word String) ENGINE = Memory`,
  `INSERT INTO default.orders VALUES ('of the default')`,
  `CREATE TABLE shop.orders (id UInt64 COMMENT 'its number', day Date, at DateTime('UTC'), price Decimal(10, 2),
     note Nullable(String), tags Array(String)) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, id)`,
  `INSERT INTO shop.orders SELECT number, toDate('2024-01-01') + number % 60, toDateTime('2024-01-01 00:00:00', 'UTC') + number * 3600,
     toDecimal64(number, 2) / 4, if(number % 3 = 0, NULL, concat('n', toString(number))), [toString(number % 2)] FROM system.numbers LIMIT 300`,
  `CREATE TABLE shop.big (n UInt64) ENGINE = MergeTree ORDER BY n`,
  `INSERT INTO shop.big SELECT number FROM system.numbers LIMIT 100000`,
  'CREATE VIEW shop.by_day AS SELECT day, count() AS orders FROM shop.orders GROUP BY day',
  'CREATE MATERIALIZED VIEW shop.daily ENGINE = SummingMergeTree ORDER BY day POPULATE AS SELECT day, price FROM shop.orders',
];

for (const { name, url = '', isToday } of servers)
  describe.skipIf(url === '')(`a server of ${name}`, () => {
    let engine: Engine;
    let kept: ResultsFixture;
    const settings = (): ClickhouseOptions => ({
      ...fromUri(url),
      serverCertificate: null,
      policy: { allowsPrivateHosts: true },
      resultSink: kept.resultSink,
      readLongScript: readScript,
      log: () => undefined,
    });
    const open = (change: Partial<ClickhouseOptions> = {}) => openClickhouse({ ...settings(), ...change });
    const run = (sql: string, change: object = {}) => engine.run({ ...limits, sql, ...change });
    const valuesOf = async (sql: string, change: object = {}) =>
      (await run(sql, change)).table.columns.map(({ values }) => values[0]);
    const failure = (sql: string, change: object = {}) => failureOf(run(sql, change));

    beforeAll(async () => {
      for (const sql of setup) await tell(url, sql);
      kept = await openTestResults();
      engine = open();
    }, 60_000);
    afterAll(async () => {
      await engine.close();
      await kept.end();
    });

    it('answers with the types of its columns, for charts as numbers and for grids to the letter', async () => {
      const sql = 'SELECT * FROM shop.orders WHERE id = 4';
      const { table } = await run(sql);
      expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
        ['id', 'number'],
        ['day', 'temporal'],
        ['at', 'temporal'],
        ['price', 'number'],
        ['note', 'string'],
        ['tags', 'string'],
      ]);
      const day = Date.UTC(2024, 0, 5);
      expect(table.columns.map(({ values }) => values[0])).toEqual([4, day, Date.UTC(2024, 0, 1, 4), 1, 'n4', "['0']"]);
      const exact = ['2024-01-05', '2024-01-01 04:00:00', '1.00'];
      expect((await valuesOf(sql, { isExact: true })).slice(1, 4)).toEqual(exact);
      expect(await valuesOf("SELECT toUInt64('18446744073709551615'), NULL, 'ä\\t\\n\\\\€', '', 0.1, -1/0")).toEqual([
        18446744073709551615n,
        null,
        'ä\t\n\\€',
        '',
        0.1,
        null,
      ]);
    });

    it('answers in the zone of UTC whatever the zone of a column is', async () => {
      const sql = "SELECT toDateTime('2024-07-02 03:04:05', 'Europe/Berlin') AS a";
      expect(await valuesOf(sql)).toEqual([Date.UTC(2024, 6, 2, 1, 4, 5)]);
      expect(await valuesOf(sql, { isExact: true })).toEqual(['2024-07-02 01:04:05']);
    });

    it('stops reading at the limit, and says that there was more', async () => {
      const cut = await run('SELECT n FROM shop.big ORDER BY n', { maxRows: 10 });
      expect([cut.table.rowCount, cut.isTruncated, cut.table.columns[0]?.values.at(-1)]).toEqual([10, true, 9]);
      const whole = await run('SELECT n FROM shop.big ORDER BY n LIMIT 10', { maxRows: 10 });
      expect([whole.table.rowCount, whole.isTruncated]).toEqual([10, false]);
      const many = await run('SELECT n, toString(n) FROM shop.big ORDER BY n', { maxRows: 100_000 });
      expect([many.table.rowCount, many.isTruncated]).toEqual([100_000, false]);
      expect(many.table.columns[1]?.values[99_999]).toBe('99999');
      expect((await run('SELECT n FROM shop.big WHERE 0')).table).toMatchObject({
        rowCount: 0,
        columns: [{ name: 'n' }],
      });
    });

    it('finds tables without a schema where the place says, and nowhere else', async () => {
      expect(await valuesOf('SELECT * FROM orders')).toEqual(['of the default']);
      expect((await run('SELECT * FROM orders', { schema: 'shop' })).table.rowCount).toBe(300);
      const other = open({ database: 'shop' });
      expect((await other.run({ ...limits, sql: 'SELECT * FROM orders' })).table.rowCount).toBe(300);
      await other.close();
    });

    it('analyses statements and refuses what reaches outside before the server hears of it', async () => {
      expect(await engine.analyse('SELECT 1 FROM shop.orders; SELECT * FROM orders WHERE 1 IN t')).toMatchObject([
        { kind: 'select', tables: [{ schema: 'shop', table: 'orders' }] },
        {
          kind: 'select',
          tables: [
            { schema: null, table: 'orders' },
            { schema: null, table: 't' },
          ],
        },
      ]);
      for (const sql of [
        "SELECT * FROM url('http://127.0.0.1:1/', TSV, 'a String')",
        "SELECT count() FROM remote('127.0.0.1', shop.orders)",
        'SELECT * FROM shop.orders SETTINGS max_threads = 1',
        'SELECT 1 FORMAT JSON',
        'SELECT * FROM system.processes',
        'DROP TABLE shop.orders',
        'INSERT INTO shop.big VALUES (1)',
      ]) {
        expect([sql, await failureOf(engine.analyse(sql))]).toEqual([
          sql,
          expect.objectContaining({ code: expect.any(String) }),
        ]);
        expect([sql, await failure(sql)]).toEqual([sql, expect.objectContaining({ code: expect.any(String) })]);
      }
      expect((await tell(url, 'SELECT count() FROM shop.big')).trim()).toBe('100000');
    });

    it('says in plain words what is wrong, and where', async () => {
      const details = (sql: string) => failure(sql);
      expect(await details('SELECT 1\nFROM shop.nope')).toMatchObject({
        code: 'TABLE_DOES_NOT_EXIST_ERROR',
        line: 2,
        message: expect.stringMatching(/^Table "?(?:shop\.)?nope"? does(?: not|n't) exist\.$/),
      });
      expect(await details('SELECT\n  foo FROM shop.orders')).toMatchObject({
        code: 'COLUMN_DOES_NOT_EXIST_ERROR',
        message: 'The column "foo" does not exist.',
        ...{ line: 2, column: 3 },
      });
      expect(await details('SELECT 1,\n foo(1)')).toMatchObject({ code: 'SYNTAX_ERROR', line: 2, column: 2 });
      // What the reader here cannot know.
      expect(await details('SELECT 1 +\n * 2 2 FROM shop.orders')).toMatchObject({
        code: 'SYNTAX_ERROR',
        line: 2,
        message: expect.stringMatching(/^Syntax error near ".+"\.$/),
      });
      expect((await details("SELECT 1 + 'a'")).message).not.toMatch(/In scope|e\.what|version/);
      const middle = 'SELECT throwIf(n = 99000) FROM shop.big';
      expect((await failure(middle, { maxRows: 1e6 })).message).toMatch(
        /^Value passed to 'throwIf' function is non.zero/,
      );
    });

    it('knows its schemas, tables, views, columns, keys and comments', async () => {
      expect(await engine.listSchemas()).toEqual(expect.arrayContaining(['default', 'shop']));
      expect(await engine.listSchemas()).not.toContain('system');
      const tables = await engine.listTables('shop');
      expect(tables.map(({ table, kind }) => [table, kind])).toEqual([
        ['big', 'table'],
        ['by_day', 'view'],
        ['daily', 'view'],
        ['orders', 'table'],
      ]);
      expect(tables[0]?.rowCount).toBe(isToday ? 100_000 : null);
      const orders = await engine.describeTable({ schema: 'shop', table: 'orders' });
      expect(orders.columns[0]).toEqual({
        ...{ name: 'id', nativeType: 'UInt64', type: 'number', isNullable: false },
        comment: 'its number',
      });
      expect(orders.columns[4]).toMatchObject({ name: 'note', nativeType: 'Nullable(String)', isNullable: true });
      expect(orders.indexes).toEqual([
        { name: 'partition key', columns: ['toYYYYMM(day)'], isUnique: false },
        { name: 'sorting key', columns: ['day', 'id'], isUnique: false },
      ]);
      expect(orders.partitions).toEqual({ columns: ['day'], key: 'toYYYYMM(day)', latest: '202402' });
      expect((await engine.describeTable({ schema: 'shop', table: 'big' })).partitions).toBeUndefined();
      const view = await engine.describeTable({ schema: 'shop', table: 'by_day' });
      expect(view).toMatchObject({ kind: 'view', definition: expect.stringMatching(/^SELECT/) });
      const missing = failureOf(engine.describeTable({ schema: 'shop', table: "o'\\x" }));
      expect((await missing).code).toBe('TABLE_DOES_NOT_EXIST_ERROR');
      const found = await engine.searchCatalog({ text: 'DAY', limit: 20 });
      expect(
        found.filter(({ schema }) => schema === 'shop').map(({ table, column, kind }) => [table, column, kind]),
      ).toEqual([
        ['by_day', null, 'view'],
        ['by_day', 'day', 'view'],
        ['daily', 'day', 'view'],
        ['orders', 'day', 'table'],
      ]);
      const within = { schemas: [], tables: [{ schema: 'shop', table: 'orders' }] };
      expect(await engine.searchCatalog({ text: 'day', limit: 20, within })).toHaveLength(1);
      expect(await engine.searchCatalog({ text: 'day', limit: 20, within: { schemas: [], tables: [] } })).toEqual([]);
      expect(await engine.listFunctionNames?.()).toEqual(expect.arrayContaining(['toStartOfMonth', 'quantile']));
      expect(await engine.describeQuery('SELECT id, note, at FROM shop.orders')).toMatchObject([
        { name: 'id', nativeType: 'UInt64', type: 'number' },
        { name: 'note', isNullable: true },
        { name: 'at', type: 'temporal' },
      ]);
    });

    it('keeps results with their types, and its first rows early', async () => {
      let early = 0;
      const stored = await engine.storeResult({
        ...limits,
        sql: 'SELECT id, day, at, price, note FROM shop.orders ORDER BY id',
        resultId: `ch-${isToday}-orders`,
        firstRows: 5,
        onFirstRows: ({ rowCount }) => {
          early = rowCount;
        },
      });
      expect(stored).toMatchObject({ rowCount: 300, isTruncated: false });
      expect([stored.first.rowCount, early]).toEqual([5, 5]);
      const sort = [{ column: 'price', isDescending: true }];
      const window = await kept.results.window({ resultId: stored.resultId, offset: 0, limit: 1, sort });
      expect(window.table.columns.map(({ values }) => String(values[0]))).toEqual([
        '299',
        '2024-02-29',
        expect.stringContaining('2024-01-13 11:00:00'),
        '74.75',
        'n299',
      ]);
    });

    it('is bound by each time grain of its dialect, and by what else the dialect writes', async () => {
      const dialect = dialectByName('clickhouse');
      const { timeGrains, timeLiteral, stringLiteral, quoteIdentifier, fromEpoch, parseTime, castToText } = dialect;
      for (const [duration, template] of Object.entries(timeGrains)) {
        const grain = template.replaceAll('{col}', 'at');
        const sql = `SELECT ${grain} AS g, count() FROM shop.orders GROUP BY ${grain} ORDER BY g LIMIT 5`;
        const { table } = await run(sql);
        expect([duration, table.columns[0]?.type, table.rowCount > 0]).toEqual([duration, 'temporal', true]);
      }
      const at = new Date('2024-01-02T03:04:05Z');
      expect(await valuesOf(`SELECT count() FROM shop.orders WHERE at >= ${timeLiteral(at, 'DateTime')}`)).toEqual([
        272,
      ]);
      const midnight = new Date('2024-01-02T00:00:00Z');
      expect(await valuesOf(`SELECT count() FROM shop.orders WHERE day < ${timeLiteral(midnight, 'Date')}`)).toEqual([
        5,
      ]);
      const odd = 'a\'b\\c"d`e\n';
      expect(await valuesOf(`SELECT ${stringLiteral(odd)} AS ${quoteIdentifier('x"y')}`)).toEqual([odd]);
      expect(await valuesOf(`SELECT ${fromEpoch('1704164645', 'epoch_s')}`)).toEqual([at.getTime()]);
      expect(await valuesOf(`SELECT ${parseTime("'2024-01-02 03:04:05'", null)}`)).toEqual([at.getTime()]);
      expect(await valuesOf(`SELECT ${castToText('12')}`)).toEqual(['12']);
      expect(await valuesOf(`SELECT '50%' LIKE '50${dialect.likeEscape.sign}%'`)).toEqual([1]);
      if (!isToday) return;
      const precise = new Date('2024-01-02T03:04:05.678Z');
      expect(await valuesOf(`SELECT ${timeLiteral(precise, 'DateTime64(3)')}`)).toEqual([precise.getTime()]);
      expect(await valuesOf(`SELECT ${fromEpoch('1704164645678', 'epoch_ms')}`)).toEqual([precise.getTime()]);
    });

    it.skipIf(isToday)(
      'is stopped on the server itself: by the limit of time, by who asked, and by who stops reading',
      async () => {
        const endless = 'SELECT count() FROM system.numbers';
        const running = async () =>
          tell(
            url,
            `SELECT count() FROM system.processes WHERE query LIKE '%${endless.slice(0, 30)}%' AND query NOT LIKE '%processes%'`,
          );
        const late = await failure(endless, { timeoutMs: 600 });
        expect(late.code).toBe('BACKEND_TIMEOUT_ERROR');
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 300);
        const stopped = await failure(endless, { signal: controller.signal });
        expect(stopped.code).toBe('QUERY_STOPPED_ERROR');
        await run('SELECT number FROM system.numbers', { maxRows: 5 });
        await expect.poll(async () => (await running()).trim(), { timeout: 5000 }).toBe('0');
      },
    );

    it.skipIf(isToday)('tells how far a query is', async () => {
      const seen: RunProgress[] = [];
      await failure('SELECT count() FROM system.numbers', {
        timeoutMs: 2500,
        onProgress: (one: RunProgress) => seen.push(one),
      });
      expect(seen.length).toBeGreaterThan(1);
      expect(seen.at(-1)?.rowsRead).toBeGreaterThan(seen[0]?.rowsRead ?? 0);
    });

    it.skipIf(isToday)(
      'knows people by their names and passwords, and reads as one who may change no setting',
      async () => {
        const reader = open({ user: 'reader', password: 'p@ss:w/ör%d' });
        await reader.ping();
        const { table } = await reader.run({ ...limits, sql: 'SELECT count() FROM shop.orders' });
        expect(table.columns[0]?.values).toEqual([300]);
        await reader.close();
        for (const change of [
          { user: 'reader', password: 'wrong' },
          { user: 'nobody', password: null },
        ]) {
          const other = open(change);
          expect(await failureOf(other.ping())).toMatchObject({
            code: 'CONNECTION_ACCESS_DENIED_ERROR',
            message: `Either the username "${change.user}" or the password is incorrect.`,
          });
          await other.close();
        }
      },
    );

    it('says plainly when the database or the server is not there', async () => {
      const nowhere = open({ database: 'nope' });
      expect((await failureOf(nowhere.ping())).code).toMatch(/UNKNOWN_DATABASE|SCHEMA_DOES_NOT_EXIST/);
      await nowhere.close();
      const closed = open({ port: await freePort() });
      expect((await failureOf(closed.ping())).code).toBe('CONNECTION_PORT_CLOSED_ERROR');
      await closed.close();
      const forbidden = open({ policy: { allowsPrivateHosts: false } });
      expect((await failureOf(forbidden.ping())).code).toBe('CONNECTION_INVALID_HOSTNAME_ERROR');
      await forbidden.close();
    });

    it('answers many at once, and after a rest', async () => {
      const asked = Array.from({ length: 40 }, (_, at) => valuesOf(`SELECT ${at}`, { fairnessKey: String(at) }));
      expect((await Promise.all(asked)).flat()).toEqual(Array.from({ length: 40 }, (_, at) => at));
      await new Promise((resolve) => setTimeout(resolve, 4000));
      expect(await valuesOf('SELECT 7')).toEqual([7]);
    });

    it.runIf(isToday)('explains, estimates, and agrees with the reader here on what a statement reads', async () => {
      expect(await engine.explain('SELECT count() FROM shop.orders')).toEqual(
        expect.arrayContaining([expect.stringContaining('Read')]),
      );
      expect(await engine.estimate?.('SELECT * FROM shop.big WHERE n < 10')).toMatchObject({ 'Parts to read': '1' });
      expect(await engine.estimate?.('SELECT 1')).toBeNull();
      const sql = `${engine.planHead?.(false)} SELECT day, count() FROM shop.orders GROUP BY day`;
      expect((await run(sql)).table.columns[0]?.values.join('\n')).toContain('"Node Type": "Aggregating"');
      await tell(url, 'CREATE OR REPLACE FUNCTION own_word AS (x) -> concat(x, (SELECT word FROM default.orders))');
      const own = open();
      expect(await own.analyse("SELECT own_word('a')")).toMatchObject([
        { tables: [{ schema: 'default', table: 'own_word' }] },
      ]);
      await own.close();
      const types = `SELECT toDateTime64('2024-01-02 03:04:05.678', 3, 'Asia/Tokyo') a, map('k', 1) b, toInt256('-12345678901234567890123') c,
      true d, CAST('{"a":1}', 'JSON') e, toIPv4('1.2.3.4') f, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') g, toLowCardinality('x') h,
      toDate32('1925-01-01') i, tuple(1, 'a') j, CAST('b', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)') k, [1.5, 2] l, toDecimal128('1.50', 2) m`;
      expect(await valuesOf(types, { isExact: true })).toEqual([
        '2024-01-01 18:04:05.678',
        "{'k':1}",
        '-12345678901234567890123',
        true,
        '{"a":1}',
        '1.2.3.4',
        '61f0c404-5cb3-11e7-907b-a6006ad3dba0',
        'x',
        '1925-01-01',
        "(1,'a')",
        'b',
        '[1.5,2]',
        '1.50',
      ]);
    });

    it.skipIf(isToday)('says what an old server cannot', async () => {
      expect((await failureOf(engine.explain('SELECT 1'))).message).toMatch(
        /^ClickHouse 18\.\S+ explains no statements/,
      );
    });
  });

// Behind a door of its own that speaks TLS, as ClickHouse often stands.
describe.skipIf(!serviceUrl('clickhouse'))('an encrypted connection', () => {
  const plain = new URL(serviceUrl('clickhouse') ?? 'http://x:1');
  let certificate = '';
  let folder: TempFolder;
  let door: Server;
  let port = 0;
  beforeAll(async () => {
    folder = await makeTempFolder('certificate');
    const [key, file] = [path.join(folder.path, 'server.key'), path.join(folder.path, 'server.crt')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', key, '-out', file];
    execFileSync('openssl', ['req', '-new', '-x509', '-days', '2', '-nodes', ...subject, ...files], { stdio: 'pipe' });
    certificate = readFileSync(file, 'utf8');
    door = createServer({ key: readFileSync(key), cert: certificate }, (socket) => {
      const inside = connect(Number(plain.port), plain.hostname);
      inside.on('error', () => socket.destroy());
      socket.on('error', () => inside.destroy());
      socket.pipe(inside).pipe(socket);
    });
    port = await freePort();
    await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    door.close();
    await folder.remove();
  });

  const countAt = async (host: string, query: string, serverCertificate: string | null) => {
    const engine = openClickhouse({
      ...fromUri(`clickhousedb+connect://default@${host}:${port}/default?${query}`),
      serverCertificate,
      policy: { allowsPrivateHosts: true },
      resultSink: noResults,
      readLongScript: readScript,
      log: () => undefined,
    });
    try {
      return (await engine.run({ ...limits, sql: 'SELECT number FROM system.numbers LIMIT 500' })).table.rowCount;
    } finally {
      await engine.close();
    }
  };

  it('works with a certificate of its own, asked for or given', async () => {
    expect(await countAt('localhost', 'secure=true', certificate)).toBe(500);
    expect(await countAt('127.0.0.1', 'secure=true&verify=false', null)).toBe(500);
  });

  it('is refused where the certificate is unknown, is of another host, or where nobody speaks TLS', async () => {
    expect((await failureOf(countAt('localhost', 'secure=true', null))).message).toMatch(
      /cannot be trusted: self-signed/,
    );
    const other = await failureOf(countAt('127.0.0.1', 'secure=true', certificate));
    expect(other.message).toMatch(/is for another host: /);
    const bare = await failureOf(countAt('localhost', 'secure=false', null));
    expect(bare.code).toMatch(/ENGINE_UNAVAILABLE_ERROR|GENERIC_DB_ENGINE_ERROR/);
  });
});

describe.skipIf(!serviceUrl('clickhouse'))('a connection over a bad network', () => {
  let proxy: TcpProxy;
  let engine: Engine;
  beforeAll(async () => {
    proxy = await startTcpProxy(Number(new URL(serviceUrl('clickhouse') ?? '').port));
    engine = openClickhouse({
      ...fromUri(`clickhousedb://default@127.0.0.1:${proxy.port}/default`),
      serverCertificate: null,
      policy: { allowsPrivateHosts: true },
      resultSink: noResults,
      readLongScript: readScript,
      log: () => undefined,
    });
  });
  afterAll(async () => {
    await engine.close();
    await proxy.close();
  });
  const one = async () => (await engine.run({ ...limits, sql: 'SELECT 1 AS one' })).table.columns[0]?.values;

  it('waits for a server that takes a connection and never answers no longer than the query may take', async () => {
    proxy.setMode('silent');
    const asked = engine.run({ ...limits, sql: 'SELECT 1', timeoutMs: 300 });
    expect((await failureOf(asked)).code).toBe('BACKEND_TIMEOUT_ERROR');
    proxy.setMode('pass');
    proxy.cutAll();
    expect(await one()).toEqual([1]);
    const dead = failureOf(engine.run({ ...limits, sql: 'SELECT count() FROM system.numbers', timeoutMs: 1500 }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.setMode('silent');
    expect((await dead).code).toBe('BACKEND_TIMEOUT_ERROR');
    proxy.setMode('pass');
    proxy.cutAll();
    expect(await one()).toEqual([1]);
  });

  it('says that a server died in the middle of a result, and serves again when it is back', async () => {
    proxy.cutAfter(20_000);
    const broken = await failureOf(
      engine.run({ ...limits, maxRows: 50_000, sql: 'SELECT number FROM system.numbers LIMIT 50000' }),
    );
    expect(broken).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The connection to the database was lost. Run the query again.',
    });
    proxy.cutAfter(null);
    expect(await one()).toEqual([1]);
    proxy.cutAll();
    expect(await Promise.all([one(), one(), one()])).toEqual([[1], [1], [1]]);
  });
});
