import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { noResults, type ServerAdmin } from '../servers/server-fixture.ts';
import { fakesnowServer } from './server-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada', schema: 'snow_shop' };

describe.skipIf(!serviceUrl('fakesnow'))('Snowflake, as fakesnow runs it', () => {
  let engine: Engine;
  let admin: ServerAdmin;
  const { sql, uriOf } = fakesnowServer;
  const address = uriOf(serviceUrl('fakesnow') ?? 'snowflake://x@x:1/x');

  beforeAll(async () => {
    admin = await fakesnowServer.admin(serviceUrl('fakesnow') ?? '');
    await admin.run(
      ...sql.makeSchema('snow_shop'),
      "CREATE TABLE snow_shop.orders (id NUMBER(38,0) NOT NULL, amount NUMBER(12,2), placed TIMESTAMP_NTZ, tags VARIANT) COMMENT = 'what was sold'",
      `INSERT INTO snow_shop.orders SELECT i, i / 4, ${sql.hoursLater('i')}, PARSE_JSON('[1]') FROM ${sql.series(9000)}`,
    );
    engine = fakesnowServer.open(address, { resultSink: noResults });
  });
  afterAll(async () => {
    await engine.close();
    await admin.end();
  });

  it('tells its schemas, its tables and their columns, in small letters where no quotes are needed', async () => {
    const schemas = await engine.listSchemas();
    expect(schemas).toContain('snow_shop');
    expect(schemas).not.toContain('information_schema');
    expect(await engine.listTables('snow_shop')).toEqual([
      { schema: 'snow_shop', table: 'orders', kind: 'table', rowCount: null },
    ]);
    expect(await engine.describeTable({ schema: 'snow_shop', table: 'orders' })).toMatchObject({
      kind: 'table',
      comment: 'what was sold',
      columns: [
        { name: 'ID', nativeType: 'NUMBER(38,0)', type: 'number', isNullable: false },
        { name: 'AMOUNT', nativeType: 'NUMBER(12,2)', type: 'number', isNullable: true },
        { name: 'PLACED', nativeType: 'TIMESTAMP_NTZ', type: 'temporal', isNullable: true },
        { name: 'TAGS', nativeType: 'VARIANT', type: 'string', isNullable: true },
      ],
    });
    expect(await failureOf(engine.describeTable({ schema: 'snow_shop', table: "x'; --" }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });

  it('reads a result part by part, to its last row', async () => {
    const text = 'SELECT id FROM orders ORDER BY id';
    const { table, isTruncated } = await engine.run({ ...limits, sql: text, maxRows: 10_000 });
    expect([table.rowCount, isTruncated, table.columns[0]?.values.at(-1)]).toEqual([9000, false, 9000]);
    const cut = await engine.run({ ...limits, sql: text, maxRows: 8500 });
    expect([cut.table.rowCount, cut.isTruncated, cut.table.columns[0]?.values.at(-1)]).toEqual([8500, true, 8500]);
  });

  it('sends nothing that changes the database', async () => {
    for (const text of ['DELETE FROM orders', 'DROP TABLE orders', 'CREATE TABLE copied AS SELECT 1 AS n'])
      expect((await failureOf(engine.run({ ...limits, sql: text }))).message).toMatch(/not allowed/);
    expect(await admin.run('SELECT COUNT(*) FROM snow_shop.orders')).toEqual([['9000']]);
  });

  it('says that a token is not taken, that a table is not there, and that the port is closed', async () => {
    const tried = async (changes: Parameters<typeof fakesnowServer.open>[1]) => {
      const other = fakesnowServer.open(address, changes);
      const found = await failureOf(other.ping());
      await other.close();
      return found.code;
    };
    expect(await tried({ password: 'wrong', resultSink: noResults })).toBe('CONNECTION_ACCESS_DENIED_ERROR');
    expect(await tried({ port: 1, resultSink: noResults })).toBe('CONNECTION_PORT_CLOSED_ERROR');
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT 1 FROM nowhere' }))).toMatchObject({
      ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "NOWHERE" does not exist.' },
    });
  });
});
