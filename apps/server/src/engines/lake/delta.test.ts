import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { type LakeFixture, makeLake, rowsOf } from './lake-fixture.ts';

interface Field {
  readonly name: string;
  readonly type: unknown;
  readonly metadata?: unknown;
}

const metaOf = (fields: readonly Field[], partitionColumns: readonly string[] = [], configuration = {}) => ({
  metaData: {
    id: 'x',
    format: { provider: 'parquet' },
    schemaString: JSON.stringify({ type: 'struct', fields: fields.map((field) => ({ nullable: true, ...field })) }),
    partitionColumns,
    configuration,
  },
});
const protocol = (more = {}) => ({ protocol: { minReaderVersion: 1, minWriterVersion: 2, ...more } });
const add = (path: string, partitionValues = {}, more = {}) => ({
  add: { path, partitionValues, size: 500, modificationTime: 1, dataChange: true, stats: '{}', ...more },
});
const remove = (path: string) => ({ remove: { path, deletionTimestamp: 1, dataChange: true } });

describe('Delta tables in a folder', () => {
  let lake: LakeFixture;
  const commit = (table: string, version: number, ...actions: readonly object[]) =>
    lake.writeText(
      `${table}/_delta_log/${String(version).padStart(20, '0')}.json`,
      actions.map((action) => `${JSON.stringify(action)}\n`).join(''),
    );

  beforeAll(async () => {
    lake = await makeLake();
  });
  afterAll(() => lake.end());

  it('hold the rows of files that were added and not removed, whatever else lies in the folder', async () => {
    await lake.write('plain/a.parquet', 'SELECT 1 AS n');
    await lake.write('plain/b.parquet', 'SELECT 2 AS n');
    await lake.write('plain/stray.parquet', 'SELECT 99 AS n');
    await commit('plain', 0, protocol(), metaOf([{ name: 'n', type: 'long' }]), add('a.parquet'));
    await commit('plain', 1, remove('a.parquet'), add('b.parquet'));
    const engine = await lake.open();
    expect((await engine.listTables('main')).map(({ table }) => table)).toContain('plain');
    expect(await rowsOf(engine, 'SELECT n FROM plain')).toEqual([[2]]);
    expect((await engine.describeTable({ schema: 'main', table: 'plain' })).columns[0]?.nativeType).toBe('BIGINT');
  });

  it('say so where they have no columns yet', async () => {
    await commit('bare', 0, protocol(), metaOf([]));
    const engine = await lake.open();
    expect(await failureOf(rowsOf(engine, 'SELECT * FROM bare'))).toMatchObject({
      message: 'The table "bare" has no columns.',
    });
  });

  it('go on from a checkpoint, whose commits may be gone', async () => {
    await lake.write('long/old.parquet', 'SELECT 1 AS n');
    await lake.write('long/new.parquet', 'SELECT 2 AS n');
    const fields = JSON.stringify({ fields: [{ name: 'n', type: 'long' }] });
    const row = (own: Readonly<Record<string, string>>) =>
      `SELECT ${own.add ?? 'NULL'}::STRUCT(path VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), size BIGINT) AS add,
        NULL::STRUCT(path VARCHAR) AS remove,
        ${own.meta ?? 'NULL'}::STRUCT("schemaString" VARCHAR, "partitionColumns" VARCHAR[]) AS "metaData",
        ${own.protocol ?? 'NULL'}::STRUCT("minReaderVersion" INT) AS protocol`;
    const rows = [
      row({ add: `{path: 'old.parquet', 'partitionValues': MAP {}, size: 5}` }),
      row({ meta: `{'schemaString': '${fields}', 'partitionColumns': []}` }),
      row({ protocol: `{'minReaderVersion': 1}` }),
    ];
    await lake.write('long/_delta_log/00000000000000000010.checkpoint.parquet', rows.join(' UNION ALL '));
    await commit('long', 11, add('new.parquet'));
    const engine = await lake.open();
    expect(await rowsOf(engine, 'SELECT n FROM long ORDER BY n')).toEqual([[1], [2]]);
    await commit('long', 13, remove('old.parquet'));
    const [later, failure] = [await lake.open(), 'a log that is not complete'];
    expect((await failureOf(rowsOf(later, 'SELECT n FROM long'))).message).toContain(failure);
  });

  it('have the partitions that the log says, whether or not the folders say them too', async () => {
    const columns = metaOf(
      [
        { name: 'n', type: 'long' },
        { name: 'day', type: 'date' },
        { name: 'kind', type: 'string' },
      ],
      ['day', 'kind'],
    );
    const values = [
      { day: '2024-01-01', kind: "it's/x" },
      { day: '2024-01-02', kind: null },
    ];
    await lake.write('parted/day=2024-01-01/kind=it%27s%2Fx/a.parquet', 'SELECT 1 AS n');
    await lake.write('parted/day=2024-01-02/kind=__HIVE_DEFAULT_PARTITION__/b.parquet', 'SELECT 2 AS n');
    const encoded = [
      'day=2024-01-01/kind=it%2527s%252Fx/a.parquet',
      'day=2024-01-02/kind=__HIVE_DEFAULT_PARTITION__/b.parquet',
    ];
    await commit('parted', 0, protocol(), columns, ...encoded.map((path, index) => add(path, values[index])));
    await lake.write('scattered/a.parquet', 'SELECT 1 AS n');
    await lake.write('scattered/q7/b.parquet', 'SELECT 2 AS n');
    const scattered = ['a.parquet', 'q7/b.parquet'].map((path, index) => add(path, values[index]));
    await commit('scattered', 0, protocol(), columns, ...scattered);
    const engine = await lake.open();
    for (const table of ['parted', 'scattered'])
      expect(await rowsOf(engine, `SELECT n, CAST(day AS VARCHAR), kind FROM ${table} ORDER BY n`), table).toEqual([
        [1, '2024-01-01', "it's/x"],
        [2, '2024-01-02', null],
      ]);
    expect(await rowsOf(engine, "SELECT n FROM scattered WHERE day = DATE '2024-01-02'")).toEqual([[2]]);
  });

  it('find columns by the names that files have for them, and leave empty those that no file has', async () => {
    await lake.write('mapped/a.parquet', 'SELECT 7::INT AS "col-1", 8 AS n');
    const columns = [
      { name: 'n', type: 'long', metadata: { 'delta.columnMapping.physicalName': 'col-1' } },
      { name: 'later', type: 'decimal(10,2)', metadata: { 'delta.columnMapping.physicalName': 'col-2' } },
    ];
    const configuration = { 'delta.columnMapping.mode': 'name' };
    const features = protocol({ minReaderVersion: 3, readerFeatures: ['columnMapping'] });
    await commit('mapped', 0, features, metaOf(columns, [], configuration), add('a.parquet'));
    expect(await rowsOf(await lake.open(), 'SELECT * FROM mapped')).toEqual([[7, null]]);
  });

  it('are refused where they would be read wrongly, in words that say why', async () => {
    const columns = metaOf([{ name: 'n', type: 'long' }]);
    await lake.write('refused/a.parquet', 'SELECT 1 AS n');
    const deletionVector = {
      deletionVector: { storageType: 'u', pathOrInlineDv: 'x', sizeInBytes: 1, cardinality: 1 },
    };
    await commit('refused', 0, protocol(), columns, add('a.parquet', {}, deletionVector));
    await commit('future', 0, protocol({ minReaderVersion: 3, readerFeatures: ['mystery'] }), columns);
    await commit('outside', 0, protocol(), columns, add('../plain/a.parquet'));
    await commit('absolute', 0, protocol(), columns, add('file:///etc/passwd'));
    await commit('odd', 0, protocol(), { metaData: { id: 'x', schemaString: '{"fields":7}', partitionColumns: [] } });
    await lake.writeText('noise/_delta_log/00000000000000000000.json', 'no json');
    const engine = await lake.open();
    const words = async (table: string) => (await failureOf(rowsOf(engine, `SELECT * FROM ${table}`))).message;
    expect(await words('refused')).toContain('deletion vectors');
    expect(await words('future')).toContain('mystery');
    expect(await words('outside')).toContain('files outside of its folder');
    expect(await words('absolute')).toContain('files outside of its folder');
    expect(await words('odd')).toContain('a log of another shape');
    expect(await words('noise')).not.toBe('');
  });

  it('show a new commit to the next question', async () => {
    await lake.write('growing/a.parquet', 'SELECT 1 AS n');
    await lake.write('growing/b.parquet', 'SELECT 2 AS n');
    await commit('growing', 0, protocol(), metaOf([{ name: 'n', type: 'long' }]), add('a.parquet'));
    const engine = await lake.open();
    expect(await rowsOf(engine, 'SELECT n FROM growing')).toEqual([[1]]);
    await commit('growing', 1, add('b.parquet'));
    const rows = () => rowsOf(engine, 'SELECT n FROM growing ORDER BY n');
    await expect.poll(rows, { timeout: 20_000, interval: 1000 }).toEqual([[1], [2]]);
  });
});
