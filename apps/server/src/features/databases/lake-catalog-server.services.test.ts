import { makeTempFolder, serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DuckLakeFixture, writeCatalog } from '../../engines/lake/ducklake-fixture.ts';
import { type LakeFixture, makeLake } from '../../engines/lake/lake-fixture.ts';

const url = serviceUrl('postgresql');
const mask = 'XXXXXXXXXX';

describe.skipIf(!url)('a DuckLake whose catalog a server keeps', () => {
  let lake: LakeFixture;
  let temp: Awaited<ReturnType<typeof makeTempFolder>>;
  let running: InProcessApp;
  let catalog: DuckLakeFixture;
  let uri: string;
  let id: number;
  const databaseName = `lake_${process.pid}`;
  const asAdministrator = async (sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const body = (parameters: Readonly<Record<string, unknown>>, name = 'Shop') => ({
    ...{ engine: 'files', configuration_method: 'dynamic_form', driver: 'local', database_name: name },
    parameters,
  });
  const test = (parameters: Readonly<Record<string, unknown>>, on = running) =>
    on.admin.post('/api/v1/database/test_connection/', body(parameters, 'Other'));
  const rowsOf = async (sql: string) => {
    const asked = { database_id: id, sql, client_id: crypto.randomUUID().slice(0, 11), runAsync: false };
    const { json, text, status } = await running.admin.post('/api/v1/sqllab/execute/', asked);
    expect(status, text.slice(0, 500)).toBe(200);
    return json.data.map((row: object) => Object.values(row));
  };

  beforeAll(async () => {
    lake = await makeLake();
    temp = await makeTempFolder('lake-catalog');
    await asAdministrator(`CREATE DATABASE ${databaseName}`);
    const own = new URL(url ?? '');
    own.pathname = `/${databaseName}`;
    uri = String(own);
    const client = new Client({ connectionString: uri });
    await client.connect();
    const run = async (sql: string) => void (await client.query(sql));
    catalog = await writeCatalog({ run, close: () => void client.end() }, { dataPath: 's3://elsewhere/shop/' });
    await writeShop();
    running = await startInProcess({ env: { POWERSET_LAKE_FOLDERS: `market=${lake.folder}` } });
    const wanted = { ...body({ database: 'market', ducklake_catalog: uri }), expose_in_sqllab: true };
    const made = await running.admin.post('/api/v1/database/', wanted);
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain(uri);
    id = made.json.id;
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    catalog?.close();
    await lake.end();
    await temp.remove();
    await asAdministrator(`DROP DATABASE ${databaseName} WITH (FORCE)`);
  });

  async function writeShop(): Promise<void> {
    const parquet = (name: string, select: string, ids: string) =>
      lake.write(name, select, `FORMAT parquet, FIELD_IDS {${ids}}`);
    await parquet('shop/main/orders/a.parquet', "SELECT n, 'city ' || n AS city FROM range(4) t(n)", 'n: 1, city: 2');
    await parquet('shop/eu/stores/b.parquet', 'SELECT 7 AS size', 'size: 1');
    await lake.write('shop/main/orders/a-delete.parquet', "SELECT 'elsewhere' AS file_path, 1::BIGINT AS pos");
    await lake.write('beside.parquet', 'SELECT 1 AS a');
    const since = { begin_snapshot: 1, path_is_relative: true };
    const column = { begin_snapshot: 1, table_id: 1 };
    const { add, run } = catalog;
    await add('snapshot', { snapshot_id: 1, schema_version: 1 });
    await add('schema', { ...since, schema_id: 1, schema_name: 'eu', path: 'eu/' });
    await add('table', { ...since, table_id: 1, schema_id: 0, table_name: 'orders', path: 'orders/' });
    await add('table', { ...since, table_id: 2, schema_id: 1, table_name: 'stores', path: 'stores/' });
    await add('column', { ...column, column_id: 1, column_order: 1, column_name: 'n', column_type: 'int64' });
    await add('column', { ...column, column_id: 2, column_order: 2, column_name: 'city', column_type: 'varchar' });
    await add('column', { ...column, column_id: 3, column_order: 3, column_name: 'mark', column_type: 'blob' });
    const size = { column_id: 1, column_order: 1, column_name: 'size', column_type: 'int32' };
    await add('column', { ...column, ...size, table_id: 2 });
    const file = { ...since, file_format: 'parquet' };
    await add('data_file', { ...file, data_file_id: 0, table_id: 1, path: 'a.parquet' });
    await add('data_file', { ...file, data_file_id: 1, table_id: 2, path: 'b.parquet' });
    const deleted = { ...since, delete_file_id: 2, table_id: 1, data_file_id: 0, format: 'parquet' };
    await add('delete_file', { ...deleted, path: 'a-delete.parquet' });
    const kept = 'row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, n BIGINT, city BYTEA, mark BYTEA';
    await run(`CREATE TABLE ducklake_inlined_data_1_1 (${kept})`);
    await run(
      `INSERT INTO ducklake_inlined_data_1_1 VALUES (9, 1, NULL, 20, convert_to('Zürich \\', 'UTF8'), '\\x00ff'), (10, 1, NULL, 21, NULL, NULL)`,
    );
  }

  it('is read at its last snapshot, with the rows that the server itself holds', async () => {
    const list = async (schema: string) =>
      (await running.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:${schema})`)).json.result;
    expect((await running.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toEqual(['eu', 'main']);
    // What lies beside the catalog's folder is a table as it is elsewhere.
    expect((await list('main')).map(({ value }: { value: string }) => value)).toEqual(['beside', 'orders']);
    expect(await rowsOf('SELECT n, city, hex(mark) FROM orders ORDER BY n')).toEqual([
      ...[0, 2, 3].map((n) => [n, `city ${n}`, null]),
      [20, 'Zürich \\', '00FF'],
      [21, null, null],
    ]);
    expect(await rowsOf('SELECT size FROM eu.stores')).toEqual([[7]]);
  });

  it('shows its connection string to nobody, and keeps it where the connection is saved without it', async () => {
    const shown = await running.admin.get(`/api/v1/database/${id}/connection`);
    expect(JSON.parse(shown.json.result.masked_encrypted_extra)).toEqual({ ducklake_catalog: mask });
    expect(shown.text).not.toContain(databaseName);
    const saved = await running.admin.put(`/api/v1/database/${id}`, body({ database: 'market' }));
    expect(saved.status, saved.text).toBe(200);
    expect(await rowsOf('SELECT count(*) FROM orders')).toEqual([[5]]);
  });

  it('is refused with words about what is wrong, and without its password', async () => {
    expect((await test({ database: 'market', ducklake_catalog: uri })).json).toEqual({ message: 'OK' });
    const other = new URL(uri);
    other.pathname = '/postgres';
    const wrong = new URL(uri);
    wrong.password = 'hidden-guess';
    wrong.username = 'nobody-here';
    const [none, denied, odd] = [
      await test({ database: 'market', ducklake_catalog: String(other) }),
      await test({ database: 'market', ducklake_catalog: String(wrong) }),
      await test({ database: 'market', ducklake_catalog: 'mysql://a:hidden-guess@b/c' }),
    ];
    expect(none.json.errors[0].message).toContain('holds no catalog of a DuckLake');
    expect(denied.json.errors[0].error_type).toMatch(/^CONNECTION_/);
    expect(odd.json.errors[0]).toMatchObject({ extra: { invalid: ['ducklake_catalog'] } });
    expect(odd.json.errors[0].message).toContain('postgresql://user:password@host:5432/database');
    expect(denied.text + odd.text).not.toContain('hidden-guess');
  });

  it('is asked on no host that connections may not lead to', async () => {
    const env = { POWERSET_LAKE_FOLDERS: `market=${lake.folder}`, POWERSET_ALLOW_PRIVATE_HOSTS: 'false' };
    const strict = await startInProcess({ env });
    const refused = await test({ database: 'market', ducklake_catalog: uri }, strict);
    expect(refused.text).toContain('private network');
    await strict.stop();
  });
});
