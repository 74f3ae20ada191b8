import { mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { openFolder } from './folder.ts';
import { type LakeFixture, makeLake, rowsOf } from './lake-fixture.ts';

describe('files of a folder as tables', () => {
  let lake: LakeFixture;
  let engine: Engine;

  beforeAll(async () => {
    lake = await makeLake();
    await lake.write('customers.parquet', "SELECT i AS id, 'c' || i AS name FROM range(10) t(i)");
    await lake.write(
      'shop/orders.csv',
      "SELECT i AS id, i * 1.5 AS total, DATE '2024-01-01' + i::INT AS day FROM range(100) t(i)",
    );
    await lake.write('shop/items.json', "SELECT i AS id, {'x': i} AS part FROM range(5) t(i)");
    for (const month of ['2024-01', '2024-02'])
      await lake.write(`logs/${month}.csv`, `SELECT '${month}' AS month, i AS n FROM range(3) t(i)`);
    await lake.write('sales/year=2023/a.parquet', 'SELECT 1 AS amount');
    await lake.write('sales/year=2024/b.parquet', "SELECT 2 AS amount, 'new' AS note");
    await lake.write('it\'s "odd".parquet', 'SELECT 7 AS n');
    await lake.writeText('broken.parquet', 'PAR1 this is none PAR1');
    await lake.writeText('star*.csv', 'a\n1\n');
    await lake.writeText('readme.md', '# no table');
    await mkdir(path.join(lake.home, 'outside'));
    await writeFile(path.join(lake.home, 'outside', 'secret.csv'), 'a\nsecret\n');
    await symlink(path.join(lake.home, 'outside', 'secret.csv'), path.join(lake.folder, 'link.csv'));
    await symlink(path.join(lake.home, 'outside'), path.join(lake.folder, 'door'));
    engine = await lake.open();
  });
  afterAll(() => lake.end());

  it('makes a table of each file, of files whose names differ in numbers, and of folders that name a value', async () => {
    expect(await engine.listSchemas()).toEqual(['main', 'shop']);
    const names = async (schema: string) => (await engine.listTables(schema)).map(({ table }) => table);
    expect(await names('main')).toEqual(['broken', 'customers', 'it\'s "odd"', 'logs', 'sales']);
    expect(await names('shop')).toEqual(['items', 'orders']);
  });

  it('answers from Parquet, CSV and JSON in one statement, wherever they lie', async () => {
    expect(await rowsOf(engine, 'SELECT count(*), min(name) FROM customers')).toEqual([[10, 'c0']]);
    const joined = `SELECT c.name, o.total, i.part.x FROM customers c JOIN shop.orders o USING (id) JOIN shop.items i USING (id) ORDER BY id LIMIT 1`;
    expect(await rowsOf(engine, joined)).toEqual([['c0', 0, 0]]);
    expect(await rowsOf(engine, 'SELECT count(*) FROM orders', { schema: 'shop' })).toEqual([[100]]);
    expect(await rowsOf(engine, 'SELECT month, sum(n) FROM logs GROUP BY 1 ORDER BY 1')).toEqual([
      ['2024-01', 3],
      ['2024-02', 3],
    ]);
    expect(await rowsOf(engine, `SELECT n FROM "it's ""odd"""`)).toEqual([[7]]);
  });

  it('adds the columns of partitions, and leaves empty what an older file does not have', async () => {
    expect(await rowsOf(engine, 'SELECT * FROM sales ORDER BY year')).toEqual([
      [1, null, 2023],
      [2, 'new', 2024],
    ]);
  });

  it.each([
    [
      'short',
      'a,b,c\n1,2,3\n4,5\n6,7,8\n',
      [
        [1, 2, 3],
        [4, 5, null],
        [6, 7, 8],
      ],
    ],
    [
      'long',
      'a,b,c\n1,2,3\n4,5,6,7\n8,9,10\n',
      [
        [1, 2, 3, null],
        [4, 5, 6, 7],
        [8, 9, 10, null],
      ],
    ],
    [
      'late',
      'a;b;c\n1;2;3\n4;5\n6;7;8;9\n',
      [
        [1, 2, 3, null],
        [4, 5, null, null],
        [6, 7, 8, 9],
      ],
    ],
    [
      'unnamed',
      '1,2\n3,4\n',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['words', 'note\none, and two\nthree\n', [['one, and two'], ['three']]],
  ])(
    'reads each line of a CSV file whose lines differ in their values, and no text as several: %s',
    async (name, text, rows) => {
      await lake.writeText(`ragged_${name}/rows.csv`, text);
      const opened = await lake.open();
      expect(await rowsOf(opened, `SELECT * FROM ragged_${name}.rows`)).toEqual(rows);
      const { columns } = await opened.describeTable({ schema: `ragged_${name}`, table: 'rows' });
      if (Array.isArray(rows[0]) && rows[0].length > 2)
        expect(columns.slice(0, 3).map((column) => [column.name, column.nativeType])).toEqual(
          ['a', 'b', 'c'].map((column) => [column, 'BIGINT']),
        );
    },
  );

  it('describes a table as one, with its size and without a word of where it lies', async () => {
    const described = await engine.describeTable({ schema: 'shop', table: 'orders' });
    expect(described).toMatchObject({ kind: 'table', definition: null });
    expect(described.sizeBytes).toBeGreaterThan(500);
    expect(described.columns.map(({ name, nativeType }) => [name, nativeType])).toEqual([
      ['id', 'BIGINT'],
      ['total', 'DOUBLE'],
      ['day', 'DATE'],
    ]);
    const plan = JSON.stringify(await rowsOf(engine, 'EXPLAIN ANALYZE SELECT * FROM customers'));
    expect(plan).toContain('./customers.parquet');
    expect(plan).not.toContain(path.basename(lake.home));
    expect(await failureOf(engine.describeTable({ schema: 'main', table: 'nothing' }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
  });

  it('finds tables by a part of their name, and columns of those that were read', async () => {
    const hits = await engine.searchCatalog({ text: 'TOT', limit: 10 });
    expect(hits).toMatchObject([{ schema: 'shop', table: 'orders', column: 'total', kind: 'table' }]);
    const tables = await engine.searchCatalog({ text: 'sal', limit: 10, within: { schemas: ['main'], tables: [] } });
    expect(tables).toMatchObject([{ schema: 'main', table: 'sales', column: null }]);
  });

  it('sees a changed file at the next question, and says so to what is kept of the last', async () => {
    await lake.writeText('changing.csv', 'a\n1\n');
    await utimes(path.join(lake.folder, 'changing.csv'), 1, 1);
    const own = await lake.open();
    const before = own.materializer?.version();
    expect(await rowsOf(own, 'SELECT a FROM changing')).toEqual([[1]]);
    await lake.write('changing.next', "SELECT 'x' AS b, 2 AS a", 'FORMAT csv');
    await rename(path.join(lake.folder, 'changing.next'), path.join(lake.folder, 'changing.csv'));
    await expect.poll(() => own.materializer?.version(), { timeout: 20_000, interval: 500 }).not.toBe(before);
    expect(await rowsOf(own, 'SELECT * FROM changing')).toEqual([['x', 2]]);
    await rm(path.join(lake.folder, 'changing.csv'));
    expect((await failureOf(rowsOf(own, 'SELECT * FROM changing'))).code).toMatch(/TABLE_DOES_NOT_EXIST_ERROR|GENERIC/);
  });

  it('says which file is broken, and goes on with the others', async () => {
    const failure = await failureOf(rowsOf(engine, 'SELECT * FROM broken'));
    expect(failure.message).toBe('The file "broken.parquet" is no whole Parquet file.');
    await lake.writeText('half.parquet', (await readFile(path.join(lake.folder, 'customers.parquet'))).subarray(0, 60));
    await lake.writeText('short.parquet', 'PAR1');
    const later = await lake.open();
    for (const name of ['half', 'short'])
      expect((await failureOf(rowsOf(later, `SELECT * FROM ${name}`))).message).toBe(
        `The file "${name}.parquet" is no whole Parquet file.`,
      );
    for (const name of ['half', 'short']) await rm(path.join(lake.folder, `${name}.parquet`));
    expect(failure.message).not.toContain(lake.home);
    expect(await rowsOf(engine, 'SELECT count(*) FROM customers')).toEqual([[10]]);
  });

  it.each([
    ["SELECT * FROM read_csv('customers.parquet')", /not allowed/],
    ["SELECT * FROM 'customers.parquet'", /looks like a file/],
    ["COPY customers TO 'x.csv'", /./],
    ["ATTACH 'x.duckdb'", /./],
    ['CREATE TABLE t AS SELECT 1', /SELECT/],
    ['DROP VIEW customers', /./],
    ['SELECT * FROM duckdb_views()', /not allowed/],
    ["SELECT getenv('HOME')", /not allowed/],
    ['SELECT filename FROM customers', /filename/],
  ])('refuses what is not a question to its tables: %s', async (sql, words) => {
    expect((await failureOf(rowsOf(engine, sql, { mayWrite: true }))).message).toMatch(words);
  });

  it('leaves out what links lead to outside of the folder', async () => {
    const all = await engine.searchCatalog({ text: '', limit: 100 });
    expect(all.filter(({ table }) => /link|secret|door/.test(table))).toEqual([]);
    const [stray] = ['../outside', 'door'];
    expect(await failureOf(openFolder({ files: lake.folder }, { folder: 'files', path: 'door' }))).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
    });
    const source = await openFolder({ files: lake.folder }, { folder: 'files', path: '' });
    const { signal } = new AbortController();
    const bring = source.bring({ objects: [{ path: `${stray}/secret.csv`, bytes: 1, version: '' }], signal });
    expect(await failureOf(bring)).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
  });

  it('says which setting opens a folder, and nothing of where those lie', async () => {
    const failure = await failureOf(openFolder({ files: lake.folder }, { folder: 'other', path: '' }));
    expect(failure.message).toContain('POWERSET_LAKE_FOLDERS');
    const missing = await failureOf(openFolder({ files: lake.folder }, { folder: 'files', path: 'nowhere' }));
    expect(missing.message).toBe('There is no folder "files/nowhere".');
  });

  it('goes on after its process was ended, with the tables it had', async () => {
    expect(await rowsOf(engine, 'SELECT count(*) FROM customers')).toEqual([[10]]);
    const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ')) {
      // Other files of this worker have children here too, such as the bundler's service.
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('engine-child')) process.kill(Number(pid), 'SIGKILL');
    }
    // A statement that comes before the end is heard of is told of it.
    await expect
      .poll(() => rowsOf(engine, 'SELECT count(*) FROM customers').catch(() => null), { timeout: 20_000 })
      .toEqual([[10]]);
  });
});
