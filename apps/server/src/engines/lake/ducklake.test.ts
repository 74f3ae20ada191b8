import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { type DuckLakeFacts, type DuckLakeFixture, writeDuckLake } from './ducklake-fixture.ts';
import { type LakeFixture, makeLake, rowsOf } from './lake-fixture.ts';

const limits = { maxRows: 10, timeoutMs: 60_000, fairnessKey: 'ada' };
const table = (id: number, name: string, more: object = {}) => ({
  ...{ table_id: id, begin_snapshot: 1, schema_id: 0, table_name: name, path: `${name}/`, path_is_relative: true },
  ...more,
});
const column = (id: number, name: string, type: string, more: object = {}) => ({
  ...{ table_id: 1, column_id: id, column_order: id, begin_snapshot: 1, column_name: name, column_type: type },
  ...more,
});
const file = (id: number, written: string, more: object = {}) => ({
  ...{
    data_file_id: id,
    table_id: 1,
    begin_snapshot: 1,
    path: written,
    path_is_relative: true,
    file_format: 'parquet',
  },
  ...more,
});

const ordersAtTheEnd = [
  ...[0, 3, 4].map((n) => [n, `old ${n}`, 42]),
  ...[
    [10, 'new', 7],
    [20, "it's early", 42],
    [30, null, 1],
  ],
];

describe('DuckLakes in a folder', () => {
  let lake: LakeFixture;
  const parquet = (name: string, select: string, ids: string) =>
    lake.write(name, select, `FORMAT parquet, FIELD_IDS {${ids}}`);
  const begin = (name: string, facts: DuckLakeFacts = {}) => writeDuckLake(path.join(lake.folder, name), facts);

  beforeAll(async () => {
    lake = await makeLake();
  });
  afterAll(() => lake.end());

  /** A table whose column was renamed and got a neighbour, with rows that were deleted in two ways, and some in the catalog. */
  async function writeShop(name: string, keptBy: 'duckdb' | 'sqlite'): Promise<DuckLakeFixture> {
    const inside = `${name}.files/main/orders`;
    await parquet(`${inside}/a.parquet`, "SELECT n, 'old ' || n AS city FROM range(6) t(n)", 'n: 1, city: 2');
    await parquet(`${inside}/b.parquet`, "SELECT 10 AS n, 'new' AS town, 7 AS level", 'n: 1, town: 2, level: 3');
    await parquet(`${inside}/replaced.parquet`, "SELECT 99 AS n, 'x' AS city", 'n: 1, city: 2');
    await lake.write(`${inside}/a-delete.parquet`, "SELECT 'elsewhere' AS file_path, unnest([1, 2]) AS pos");
    await parquet(`${name}.files/eu/t/c.parquet`, 'SELECT [1, 2] AS l', 'l: {__duckdb_field_id: 1, element: 2}');
    const shop = await begin(name, { dataPath: `/where/it/was/written/${name}.files/`, keptBy });
    const { add, run } = shop;
    for (const [id, version] of Object.entries([1, 1, 2, 3, 3]))
      await add('snapshot', { snapshot_id: Number(id) + 1, schema_version: version });
    await add('table', table(1, 'orders'));
    await add('table', table(2, 'dropped', { end_snapshot: 3 }));
    await add('column', column(1, 'n', 'int64'));
    await add('column', column(2, 'city', 'varchar', { end_snapshot: 3 }));
    await add('column', column(2, 'town', 'varchar', { begin_snapshot: 3 }));
    await add('column', column(3, 'level', 'int32', { begin_snapshot: 4, initial_default: '42' }));
    await add('data_file', file(0, 'a.parquet'));
    await add(
      'data_file',
      file(1, `/where/it/was/written/${name}.files/main/orders/b.parquet`, { path_is_relative: false }),
    );
    await add('data_file', file(2, 'replaced.parquet', { end_snapshot: 2 }));
    await add('delete_file', {
      delete_file_id: 3,
      table_id: 1,
      begin_snapshot: 2,
      data_file_id: 0,
      path: 'a-delete.parquet',
      path_is_relative: true,
      format: 'parquet',
    });
    await run('CREATE TABLE ducklake_inlined_delete_1 (file_id BIGINT, row_id BIGINT, begin_snapshot BIGINT)');
    await run('INSERT INTO ducklake_inlined_delete_1 VALUES (0, 5, 2), (2, 0, 2), (1, 0, 99)');
    const kept = 'row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, n BIGINT';
    await run(`CREATE TABLE ducklake_inlined_data_1_1 (${kept}, city VARCHAR)`);
    await run("INSERT INTO ducklake_inlined_data_1_1 VALUES (20, 2, NULL, 20, 'it''s early'), (21, 2, 3, 21, 'gone')");
    await run(`CREATE TABLE ducklake_inlined_data_1_3 (${kept}, town VARCHAR, level INTEGER)`);
    await run('INSERT INTO ducklake_inlined_data_1_3 VALUES (30, 5, NULL, 30, NULL, 1)');
    await add('schema', { schema_id: 1, begin_snapshot: 1, schema_name: 'eu', path: 'eu/', path_is_relative: true });
    await add('table', table(5, 't', { schema_id: 1 }));
    await add('column', column(1, 'l', 'list', { table_id: 5 }));
    await add('column', column(2, 'element', 'int32', { table_id: 5, parent_column: 1 }));
    await add('data_file', file(9, 'c.parquet', { table_id: 5 }));
    return shop;
  }

  it('are schemas of tables, read as their last snapshot is, wherever they were written', async () => {
    const shop = await writeShop('shop.ducklake', 'duckdb');
    shop.close();
    const engine = await lake.open();
    expect(await engine.listSchemas()).toEqual(['main', 'shop', 'shop__eu']);
    expect((await engine.listTables('shop')).map((one) => one.table)).toEqual(['orders']);
    expect(await engine.listTables('main')).toEqual([]);
    expect(await rowsOf(engine, 'SELECT n, town, level FROM shop.orders ORDER BY n')).toEqual(ordersAtTheEnd);
    expect(await rowsOf(engine, 'SELECT l FROM shop__eu.t')).toEqual([['[1,2]']]);
    const { columns, definition } = await engine.describeTable({ schema: 'shop', table: 'orders' });
    expect([columns.map(({ nativeType }) => nativeType), definition]).toEqual([['BIGINT', 'VARCHAR', 'INTEGER'], null]);
  });

  it('are read anew when a snapshot was added', { timeout: 90_000 }, async () => {
    await parquet('live.ducklake.files/main/t/a.parquet', 'SELECT 1 AS n', 'n: 1');
    await parquet('live.ducklake.files/main/t/b.parquet', 'SELECT 2 AS n', 'n: 1');
    const first = await begin('live.ducklake');
    await first.add('snapshot', { snapshot_id: 1, schema_version: 1 });
    await first.add('table', table(1, 't'));
    await first.add('column', column(1, 'n', 'int32'));
    await first.add('data_file', file(0, 'a.parquet'));
    // Of a snapshot that has not been made.
    await first.add('data_file', file(1, 'b.parquet', { begin_snapshot: 2 }));
    first.close();
    const engine = await lake.open();
    const count = async () => (await rowsOf(engine, 'SELECT n FROM live.t ORDER BY n')).flat();
    expect(await count()).toEqual([1]);
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(path.join(lake.folder, 'live.ducklake'));
    const writer = await instance.connect();
    await writer.run('INSERT INTO ducklake_snapshot (snapshot_id, schema_version) VALUES (2, 1)');
    writer.closeSync();
    instance.closeSync();
    await vi.waitFor(async () => expect(await count()).toEqual([1, 2]), { timeout: 60_000, interval: 1000 });
  });

  it('leave names to files that have them, and take the first numbers that are free', async () => {
    for (const name of ['t', 't_2']) await lake.write(`twin/${name}.parquet`, 'SELECT 0 AS n');
    await parquet('twin.ducklake.files/main/t/a.parquet', 'SELECT 7 AS n', 'n: 1');
    const twin = await begin('twin.ducklake');
    await twin.add('snapshot', { snapshot_id: 1, schema_version: 1 });
    await twin.add('table', table(1, 't'));
    await twin.add('column', column(1, 'n', 'int32'));
    await twin.add('data_file', file(0, 'a.parquet'));
    twin.close();
    const engine = await lake.open();
    expect((await engine.listTables('twin')).map((one) => one.table).sort()).toEqual(['t', 't_2', 't_3']);
    expect(await rowsOf(engine, 'SELECT n FROM twin.t_3')).toEqual([[7]]);
  });

  it('are the same where SQLite keeps the catalog, whatever its file is called', async () => {
    for (const name of ['kept.ducklake', 'meta/second.sqlite', 'meta/third.db'])
      (await writeShop(name, 'sqlite')).close();
    await begin('meta/bytes.sqlite', { keptBy: 'sqlite' }).then(async ({ add, run, close }) => {
      await add('snapshot', { snapshot_id: 1, schema_version: 1 });
      await add('table', table(1, 't'));
      await add('column', column(1, 'b', 'blob'));
      await add('column', column(2, 'ok', 'boolean'));
      await run(
        'CREATE TABLE ducklake_inlined_data_1_1 (row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, b BLOB, ok BIGINT)',
      );
      await run("INSERT INTO ducklake_inlined_data_1_1 VALUES (0, 1, NULL, x'AA0061', 1), (1, 1, NULL, NULL, 0)");
      close();
    });
    const other = new Libsql(path.join(lake.folder, 'meta/other.db'));
    other.exec('CREATE TABLE t (a)');
    other.close();
    await lake.writeText('meta/thumbs.db', 'of another program');
    const engine = await lake.open();
    for (const schema of ['kept', 'meta__second', 'meta__third'])
      expect(await rowsOf(engine, `SELECT n, town, level FROM ${schema}.orders ORDER BY n`)).toEqual(ordersAtTheEnd);
    expect(await rowsOf(engine, 'SELECT octet_length(b), ok FROM meta__bytes.t ORDER BY ok')).toEqual([
      [null, false],
      [3, true],
    ]);
    // Of files of other programs nothing is said.
    expect(await engine.listTables('meta')).toEqual([]);
    expect((await engine.listTables('main')).map((one) => one.table)).not.toContain('other');
  });

  it('in SQLite say so where their catalog is torn, or is none', async () => {
    await lake.writeText('torn2.ducklake', `SQLite format 3\0${'x'.repeat(5000)}`);
    const empty = new Libsql(path.join(lake.folder, 'empty.ducklake'));
    empty.exec('CREATE TABLE t (a)');
    empty.close();
    const engine = await lake.open();
    for (const name of ['torn2', 'empty'])
      expect(await failureOf(engine.run({ ...limits, sql: `SELECT * FROM ${name}` }))).toMatchObject({
        message: expect.stringContaining(`The catalog "${name}.ducklake" cannot be read`),
      });
  });

  interface Other {
    readonly facts?: DuckLakeFacts;
    readonly write?: (fixture: DuckLakeFixture) => Promise<void>;
  }
  const others: Readonly<Record<string, Other>> = {
    'version 9.9 of DuckLake': { facts: { version: '9.9' } },
    'encrypted files': { facts: { isEncrypted: true } },
    'the type geometry': { write: ({ add }) => add('column', column(1, 'g', 'geometry')) },
    'changed columns of parts': {
      write: async ({ add }) => {
        await add('column', column(1, 's', 'struct'));
        await add('column', column(2, 'x', 'int32', { parent_column: 1, end_snapshot: 1 }));
        await add('column', column(2, 'y', 'int32', { parent_column: 1, begin_snapshot: 1 }));
      },
    },
    'files of orc': { write: withFile({ file_format: 'orc' }) },
    'files outside of its folder': { write: withFile({ path: '/etc/a.parquet', path_is_relative: false }) },
    'files without ids of columns': { write: withFile({ path: 'plain.parquet' }) },
  };

  it('that use what is not known here are refused by its name', { timeout: 60_000 }, async () => {
    const nameOf = (feature: string) => feature.replaceAll(/\W/g, '');
    for (const [feature, { facts, write }] of Object.entries(others)) {
      const fixture = await begin(`${nameOf(feature)}.ducklake`, facts);
      await lake.write(`${nameOf(feature)}.ducklake.files/main/t/plain.parquet`, 'SELECT 1 AS n');
      await fixture.add('snapshot', { snapshot_id: 1, schema_version: 1 });
      await fixture.add('table', table(1, 't'));
      await write?.(fixture);
      fixture.close();
    }
    const engine = await lake.open();
    for (const [feature, { facts }] of Object.entries(others)) {
      // One that is refused whole is seen by its own name.
      const place = facts ? nameOf(feature) : `${nameOf(feature)}.t`;
      const failure = await failureOf(engine.run({ ...limits, sql: `SELECT * FROM ${place}` }));
      expect(failure.message).toContain(`uses what is not read here: ${feature}.`);
    }
  });

  it('that are damaged are seen and say so, and other tables are read on', async () => {
    await lake.writeText('torn.ducklake', 'no database');
    await lake.write('beside.parquet', 'SELECT 1 AS n');
    const engine: Engine = await lake.open();
    expect(await failureOf(engine.run({ ...limits, sql: 'SELECT * FROM torn' }))).toMatchObject({
      message: expect.stringContaining('The catalog "torn.ducklake" cannot be read'),
    });
    expect(await rowsOf(engine, 'SELECT n FROM beside')).toEqual([[1]]);
  });
});

function withFile(more: object) {
  return async ({ add }: DuckLakeFixture) => {
    await add('column', column(1, 'n', 'int32'));
    await add('data_file', file(0, 'a.parquet', more));
  };
}
