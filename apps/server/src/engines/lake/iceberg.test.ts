import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { AvroProblem, readAvro } from './avro.ts';
import { type WrittenFile, writeAvro, writeManifest, writeManifestList } from './iceberg-fixture.ts';
import { type LakeFixture, makeLake, rowsOf } from './lake-fixture.ts';

const current = '3051729675574597004';
const fields = [
  { id: 1, name: 'id', required: false, type: 'long' },
  { id: 2, name: 'title', required: false, type: 'string' },
  { id: 3, name: 'late', required: false, type: 'double' },
];

describe('Iceberg tables in a folder', () => {
  let lake: LakeFixture;
  const home = (table: string) => `s3://somewhere/warehouse/${table}`;
  const describeTable = async (table: string, files: readonly WrittenFile[], more: object = {}) => {
    const metadata = JSON.stringify({
      'format-version': 2,
      location: home(table),
      'current-schema-id': 1,
      schemas: [{ 'schema-id': 1, fields }],
      snapshots: [
        { 'snapshot-id': 1, 'manifest-list': `${home(table)}/metadata/old.avro` },
        { 'snapshot-id': 'CURRENT', 'manifest-list': `s3a://somewhere/warehouse/${table}/metadata/list.avro` },
      ],
      'current-snapshot-id': 'CURRENT',
      ...more,
    }).replaceAll('"CURRENT"', current);
    await lake.writeText(`${table}/metadata/v2.metadata.json`, metadata);
    await lake.writeText(`${table}/metadata/v1.metadata.json`, '{}');
    await lake.writeText(`${table}/metadata/list.avro`, writeManifestList([`${home(table)}/metadata/m0.avro`]));
    await lake.writeText(`${table}/metadata/m0.avro`, writeManifest(files));
  };
  const file = (table: string, name: string, more: Partial<WrittenFile> = {}) => ({
    path: `${home(table)}/data/${name}`,
    ...more,
  });
  const ids = 'FORMAT parquet, FIELD_IDS {id: 1, name: 2}';

  beforeAll(async () => {
    lake = await makeLake();
  });
  afterAll(() => lake.end());

  it('hold the rows of the current snapshot, with columns found by their ids', async () => {
    await lake.write('orders/data/a.parquet', "SELECT 1::INT AS id, 'old' AS name", ids);
    await lake.write('orders/data/b.parquet', "SELECT 5000000000 AS id, 'gone' AS name", ids);
    await lake.write('orders/data/stray.parquet', 'SELECT 3 AS id', 'FORMAT parquet, FIELD_IDS {id: 1}');
    const files = [file('orders', 'a.parquet'), file('orders', 'b.parquet', { status: 2 })];
    await describeTable('orders', files);
    expect(await rowsOf(await lake.open(), 'SELECT * FROM orders')).toEqual([[1, 'old', null]]);
  });

  it('leave out rows whose positions were deleted', async () => {
    await lake.write('sales/data/a.parquet', "SELECT i AS id, 'x' AS name FROM range(5) t(i)", ids);
    await lake.write('sales/data/b.parquet', "SELECT i + 10 AS id, 'x' AS name FROM range(2) t(i)", ids);
    const rows = `SELECT '${home('sales')}/data/a.parquet' AS file_path, unnest([1, 3]::BIGINT[]) AS pos`;
    await lake.write('sales/data/d.parquet', rows);
    const deletes = file('sales', 'd.parquet', { content: 1 });
    await describeTable('sales', [file('sales', 'a.parquet'), file('sales', 'b.parquet'), deletes]);
    const ordered = 'SELECT id FROM sales ORDER BY id';
    expect(await rowsOf(await lake.open(), ordered)).toEqual([[0], [2], [4], [10], [11]]);
  });

  it('are empty without a snapshot', async () => {
    await describeTable('fresh', [], { 'current-snapshot-id': -1, snapshots: [] });
    const engine = await lake.open();
    expect(await rowsOf(engine, 'SELECT count(*) FROM fresh')).toEqual([[0]]);
    expect((await engine.describeTable({ schema: 'main', table: 'fresh' })).columns).toHaveLength(3);
  });

  it('are refused where they would be read wrongly, in words that say why', async () => {
    await lake.write('noids/data/a.parquet', 'SELECT 1 AS id');
    await describeTable('noids', [file('noids', 'a.parquet')]);
    await describeTable('equal', [file('equal', 'a.parquet'), file('equal', 'd.parquet', { content: 2 })]);
    await describeTable('orc', [file('orc', 'a.orc', { format: 'ORC' })]);
    await describeTable('third', [], { 'format-version': 3 });
    await describeTable('elsewhere', [{ path: 's3://other/a.parquet' }]);
    await describeTable('climbing', [file('climbing', '../../../orders/data/a.parquet')]);
    const parts = (name: string) => ({ type: 'struct', fields: [{ id: 9, name, type: 'long' }] });
    const changed = [
      { 'schema-id': 0, fields: [{ id: 1, name: 'part', type: parts('a') }] },
      { 'schema-id': 1, fields: [{ id: 1, name: 'part', type: parts('b') }] },
    ];
    await describeTable('changed', [], { schemas: changed });
    await lake.writeText('garbled/metadata/v1.metadata.json', '{"location": ');
    const engine = await lake.open();
    const words = async (table: string) => (await failureOf(rowsOf(engine, `SELECT * FROM ${table}`))).message;
    expect(await words('noids')).toContain('files without ids of columns');
    expect(await words('equal')).toContain('equality deletes');
    expect(await words('orc')).toContain('ORC');
    expect(await words('third')).toContain('format version 3');
    expect(await words('elsewhere')).toContain('files outside of its folder');
    expect(await words('climbing')).toContain('files outside of its folder');
    expect(await words('changed')).toContain('changed columns of parts');
    expect(await words('garbled')).toContain('no JSON');
  });
});

describe('a reader of Avro', () => {
  const bounds = { maxRecords: 10, maxBytes: 1000 };
  const failure = (data: Buffer) =>
    readAvro(data, bounds).then(
      () => null,
      (error: unknown) => error,
    );

  it('reads packed and plain blocks', async () => {
    const rows = [{ name: 'a' }, { name: null }];
    for (const codec of ['null', 'deflate'] as const)
      expect(await readAvro(writeAvro([['name', 'string']], rows, codec), bounds)).toEqual(rows);
  });

  it('stops at what is too much, cut off or none', async () => {
    const whole = writeAvro([['name', 'string']], [{ name: 'a' }]);
    const large = writeAvro([['name', 'string']], [{ name: 'a'.repeat(100_000) }]);
    const many = writeAvro(
      [['name', 'int']],
      Array.from({ length: 11 }, () => ({ name: 1 })),
    );
    for (const data of [Buffer.from('no'), whole.subarray(0, whole.length - 20), large, many])
      expect(await failure(data)).toBeInstanceOf(AvroProblem);
  });
});
