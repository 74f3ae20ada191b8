import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { addressOf, noResults, type ServerAdmin } from '../servers/server-fixture.ts';
import { mariadbServer } from './server-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada', schema: 'family_shop' };

// What all engines are asked for is in `servers`; this is what servers of this family alone do.
describe.skipIf(!addressOf(mariadbServer))('a MariaDB server', () => {
  let engine: Engine;
  let admin: ServerAdmin;
  const firstRow = async (sql: string, more = {}) =>
    (await engine.run({ ...limits, ...more, sql })).table.columns.map(({ values }) => values[0]);

  beforeAll(async () => {
    admin = await mariadbServer.admin(serviceUrl('mariadb') ?? '');
    await admin.run(
      ...mariadbServer.sql.makeSchema('family_shop'),
      'CREATE TABLE family_shop.t (id INT PRIMARY KEY, `Odd "name` INT) ENGINE=MyISAM',
      'INSERT INTO family_shop.t VALUES (1, 2)',
      'CREATE FUNCTION family_shop.own_mode() RETURNS INT BEGIN SET SESSION sql_mode = "ANSI_QUOTES"; SET @left = 7; RETURN 1; END',
      'CREATE FUNCTION family_shop.own_write() RETURNS INT BEGIN DELETE FROM family_shop.t; RETURN 1; END',
    );
    engine = mariadbServer.open(addressOf(mariadbServer) ?? '', { resultSink: noResults });
  });
  afterAll(async () => {
    await engine.close();
    await admin.end();
  });

  it('tells of its own schemas to nobody, whatever schema is chosen', async () => {
    for (const [schema, sql] of [
      ['mysql', 'SELECT * FROM user'],
      ['performance_schema', 'SELECT * FROM threads'],
      ['information_schema', 'SELECT * FROM processlist'],
      ['sys', 'SELECT * FROM version'],
    ] as const) {
      const place = { schema };
      for (const asked of [
        () => engine.analyse(sql, place),
        () => engine.run({ ...limits, ...place, sql }),
        () => engine.describeQuery(sql, place),
        () => engine.explain(sql, place),
      ])
        expect((await failureOf(asked())).message).toContain('may not be read here');
    }
    expect(
      (await firstRow('SELECT count(*) FROM information_schema.tables WHERE table_schema = "family_shop"'))[0],
    ).toBe(1);
  });

  it('tells how a table is parted, and its latest part', async () => {
    await admin.run(
      `CREATE TABLE family_shop.parted (n INT, day DATE) PARTITION BY RANGE (YEAR(day))
         (PARTITION p1 VALUES LESS THAN (2024), PARTITION p2 VALUES LESS THAN (2025), PARTITION p3 VALUES LESS THAN MAXVALUE)`,
    );
    const { partitions } = await engine.describeTable({ schema: 'family_shop', table: 'parted' });
    expect(partitions).toEqual({
      columns: ['day'],
      key: expect.stringMatching(/^RANGE \(year\(`day`\)\)$/i),
      latest: '2025',
    });
    await admin.run('DROP TABLE family_shop.parted');
    expect((await engine.describeTable({ schema: 'family_shop', table: 't' })).partitions).toBeUndefined();
  });

  it('reads texts in double quotes, and backslashes, as its reader does, whatever its own modes are', async () => {
    await admin.run("SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,ORACLE'");
    const fresh = mariadbServer.open(addressOf(mariadbServer) ?? '', { resultSink: noResults });
    try {
      const { table } = await fresh.run({ ...limits, sql: `SELECT "a" AS x, 'it\\'s' AS y` });
      expect(table.columns.map(({ values }) => values[0])).toEqual(['a', "it's"]);
    } finally {
      await fresh.close();
      await admin.run('SET GLOBAL sql_mode = DEFAULT');
    }
  });

  it('reads long answers in the form of prepared statements, and finds in them what their texts say', async () => {
    const whole = ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'BIGINT'];
    const columns = [
      ...whole.flatMap((type) => [`s_${type} ${type}`, `u_${type} ${type} UNSIGNED`, `z_${type} ${type}(9) ZEROFILL`]),
      'of_year YEAR, of_bool BOOLEAN, bits BIT(10), far DOUBLE, exact DECIMAL(30,10), day DATE',
      'at DATETIME, finer DATETIME(6), stamp TIMESTAMP(3) NULL, word VARCHAR(300), letters CHAR(4)',
      "latin VARCHAR(9) CHARACTER SET latin1, long_text MEDIUMTEXT, raw VARBINARY(9), blobs BLOB, kind ENUM('a','ä')",
      "kinds SET('x','y'), doc JSON, place POINT, own UUID, net INET6, calc VARCHAR(20) AS (CONCAT(word, '!')) VIRTUAL",
    ];
    const extremes = (sign: 1 | 0) =>
      [7, 15, 23, 31, 63].map((bits) => [
        String(sign ? -(2n ** BigInt(bits)) : 2n ** BigInt(bits) - 1n),
        String(2n ** BigInt(bits + 1) - 1n),
        '42',
      ]);
    const others = [
      "2155, 1, b'1000000001', 0.1, 12345678901234567890.0123456789, '2024-02-29', '2024-02-29', '1999-12-31 23:59:59.999999'",
      "'2024-06-01 12:00:00.123', 'Zürich ✓', 'ab', 'Köln', REPEAT('long ', 200), x'00ff', x'fb', 'ä', 'x,y', '[1, {\"a\": 2}]'",
      "POINT(1, 2), '123e4567-e89b-12d3-a456-426655440000', '::1'",
    ];
    const early =
      "1901, 0, b'0', -1.7976931348623157e308, -0.0000000001, '0000-00-00', '0000-00-00', '0450-07-04 01:02:03.004'";
    const named =
      'of_year, of_bool, bits, far, exact, day, at, finer, stamp, word, letters, latin, long_text, raw, blobs, kind, kinds, doc, place, own, net';
    const wholeNames = whole.flatMap((type) => [`s_${type}`, `u_${type}`, `z_${type}`]).join(', ');
    const table = 'family_shop.of_all';
    await admin.run(
      "SET sql_mode = 'ALLOW_INVALID_DATES'",
      `CREATE TABLE ${table} (${columns.join(', ')})`,
      `INSERT INTO ${table} (${wholeNames}, ${named}) VALUES (${[...extremes(1).flat(), ...others].join(', ')})`,
      `INSERT INTO ${table} (${wholeNames}, ${named}) VALUES (${[...extremes(0).flat(), early, ...others.slice(1)].join(', ')})`,
      `INSERT INTO ${table} () VALUES ()`,
      `INSERT INTO ${table} (far, at, day) VALUES (2.5e-5, '2024-00-00 10:00:00', '2023-02-31'), (123456789012345680000, NULL, NULL)`,
      'SET sql_mode = DEFAULT',
    );
    const prepared = async () => Number((await admin.run("SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'"))[0]?.[1]);
    const [long, short] = [
      { ...limits, maxRows: 50_000 },
      { ...limits, maxRows: 100 },
    ];
    for (const sql of [
      `SELECT * FROM ${table}`,
      `SELECT NULL AS nothing, 1 + 1 AS two, 0.5e0 AS half, now(6) > '2000-01-01' AS later, 'x' AS x FROM ${table}`,
      `SELECT SUM(u_BIGINT) AS s, AVG(s_INT) AS a, MAX(finer) AS m, COUNT(*) AS c FROM ${table}`,
    ]) {
      const before = await prepared();
      const { table: packed } = await engine.run({ ...long, sql });
      expect((await prepared()) - before).toBe(1);
      expect(packed).toEqual((await engine.run({ ...short, sql })).table);
      expect((await prepared()) - before).toBe(1);
    }
  });

  it('asks plainly where prepared statements say other things, or say nothing', async () => {
    const long = { ...limits, maxRows: 50_000 };
    const { table } = await engine.run({
      ...long,
      sql: "SELECT CAST(0.1 AS FLOAT) AS f, TIME '10:00:00' AS t, ROUND(1.5e0, 2) AS r",
    });
    expect(table.columns.map(({ values }) => values[0])).toEqual([0.1, '10:00:00', 1.5]);
    expect((await failureOf(engine.run({ ...long, sql: 'SELECT nothing FROM t' }))).message).toContain('nothing');
    const { table: plan } = await engine.run({ ...long, sql: 'EXPLAIN SELECT id FROM t' });
    expect(plan.columns.length).toBeGreaterThan(5);
    const left = async () => Number((await admin.run("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'"))[0]?.[1]);
    await engine.run({ ...long, sql: 'SELECT id FROM t' });
    await expect.poll(left).toBe(0);
  });

  it('leaves nothing of what a function did to its session for the next', async () => {
    expect(await firstRow('SELECT own_mode() AS one')).toEqual([1]);
    for (let turn = 0; turn < 10; turn += 1) expect(await firstRow('SELECT "a" AS x')).toEqual(['a']);
  });

  it('changes nothing through a function that is called by a query, also in tables without transactions', async () => {
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT own_write()' }))).code).toBe('DML_NOT_ALLOWED_ERROR');
    expect(await firstRow('SELECT count(*) FROM t')).toEqual([1]);
  });

  it('knows which functions people made, and refuses those that nobody knows', async () => {
    const [statement] = await engine.analyse('SELECT own_mode(), lower("X") FROM t', { schema: 'family_shop' });
    expect(statement?.tables).toEqual([
      { schema: 'family_shop', table: 't' },
      { schema: 'family_shop', table: 'own_mode' },
    ]);
    expect((await failureOf(engine.run({ ...limits, sql: 'SELECT lib_exec("id")' }))).message).toBe(
      'The function "lib_exec" is not known here.',
    );
    const names = (await engine.listFunctionNames?.()) ?? [];
    expect(names).toEqual(expect.arrayContaining(['own_mode', 'date_format', 'json_extract', 'natural_sort_key']));
    expect(names).not.toContain('load_file');
  });

  it('says which table was meant, where one differs in capital letters alone', async () => {
    expect((await failureOf(engine.describeTable({ schema: 'family_shop', table: 'T' }))).message).toBe(
      'Table "family_shop.T" does not exist. There is "family_shop.t": capital letters count here.',
    );
  });

  it('shows the columns of a table, and measures a plan', async () => {
    const { table } = await engine.run({ ...limits, sql: 'DESCRIBE t' });
    expect(table.columns[0]?.values).toEqual(['id', 'Odd "name']);
    expect(engine.planHead?.(true)).toBe('ANALYZE FORMAT=JSON');
  });
});
