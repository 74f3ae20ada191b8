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
