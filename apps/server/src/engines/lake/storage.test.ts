import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { writeDuckLake } from './ducklake-fixture.ts';
import { type LakeFixture, makeLake, rowsOf } from './lake-fixture.ts';
import { ObjectCache } from './object-cache.ts';
import { openStorage } from './storage.ts';
import type { StorageSettings } from './storage-client.ts';
import { startStorage, type TestStorage, testKey } from './storage-fixture.ts';

describe('files of a bucket as tables', () => {
  let lake: LakeFixture;
  let storage: TestStorage;
  const cacheOf = (maxBytes = 50_000_000) =>
    new ObjectCache({ folder: path.join(lake.home, `cache-${maxBytes}`), maxBytes, nowMs: () => performance.now() });
  const sourceOf = (changes: Partial<StorageSettings> = {}, cache = cacheOf(), allowed = ['127.0.0.1/bu*']) =>
    openStorage({
      settings: {
        ...{ host: '127.0.0.1', port: storage.port, isEncrypted: false, region: 'eu-test-1', bucket: 'bucket' },
        ...{ prefix: 'lake', accessKeyId: testKey.id, secretKey: testKey.secret, serverCertificate: null },
        policy: { allowsPrivateHosts: true },
        ...changes,
      },
      allowed,
      cache,
    });
  const put = async (key: string, select: string, options?: string) => {
    const name = `made/${key}`;
    await lake.write(name, select, options);
    storage.objects.set(`lake/${key}`, await readFile(path.join(lake.folder, name)));
  };

  beforeAll(async () => {
    lake = await makeLake();
    storage = await startStorage('bucket');
    await put('orders.parquet', 'SELECT i AS id FROM range(1000) t(i)');
    await put('deep/er/two words+plus.csv', "SELECT 'é' AS letter");
    await put('sales/year=2023/a.parquet', 'SELECT 1 AS n');
    await put('sales/year=2024/a.parquet', 'SELECT 2 AS n');
    storage.objects.set('lake/../escape.csv', Buffer.from('a\n1\n'));
    storage.objects.set('lake/sub/', Buffer.alloc(0));
    storage.objects.set('other/hidden.csv', Buffer.from('a\n1\n'));
  });
  afterAll(async () => {
    await lake.end();
    await storage.end();
  });

  it('lists all pages by signed questions, and fetches a table when it is first asked for, once', async () => {
    const engine = await lake.openOver(await sourceOf());
    expect(await engine.listSchemas()).toEqual(['deep__er', 'main']);
    expect((await engine.listTables('main')).map(({ table }) => table)).toEqual(['orders', 'sales']);
    expect(storage.asked.filter((line) => line.includes('.parquet'))).toEqual([]);
    const told: number[] = [];
    const onProgress = ({ fraction }: { readonly fraction: number }) => told.push(fraction);
    expect(await rowsOf(engine, 'SELECT count(*) FROM orders', { onProgress })).toEqual([[1000]]);
    expect(told[0]).toBe(1);
    expect(await rowsOf(engine, 'SELECT sum(id) FROM orders')).toEqual([[499500]]);
    expect(storage.asked.filter((line) => line.includes('orders.parquet'))).toHaveLength(1);
    expect(await rowsOf(engine, 'SELECT * FROM sales ORDER BY n')).toEqual([
      [1, 2023],
      [2, 2024],
    ]);
    expect(await rowsOf(engine, 'SELECT * FROM deep__er."two words+plus"')).toEqual([['é']]);
  });

  it('fetches a table of many files a few at a time, and has no signal listened to for each of them', async () => {
    const [data] = [storage.objects.get('lake/orders.parquet') ?? Buffer.alloc(0)];
    for (let number = 0; number < 60; number += 1) storage.objects.set(`many/t/part-${number}.parquet`, data);
    const warnings: Error[] = [];
    const hear = (warning: Error) => warnings.push(warning);
    process.on('warning', hear);
    try {
      const engine = await lake.openOver(await sourceOf({ prefix: 'many' }));
      expect(await rowsOf(engine, 'SELECT count(*) FROM t')).toEqual([[60_000]]);
    } finally {
      process.off('warning', hear);
    }
    expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
  });

  it('reads DuckLakes whose catalog lies there beside their files, kept by either program', async () => {
    for (const keptBy of ['duckdb', 'sqlite'] as const) {
      const name = `${keptBy}.ducklake`;
      const file = path.join(lake.folder, 'made', name);
      const { add, close } = await writeDuckLake(file, { keptBy, dataPath: `s3://elsewhere/${name}.files/` });
      await add('snapshot', { snapshot_id: 1, schema_version: 1 });
      const t = { table_id: 1, begin_snapshot: 1, path_is_relative: true };
      await add('table', { ...t, schema_id: 0, table_name: 't', path: 't/' });
      await add('column', {
        table_id: 1,
        column_id: 1,
        column_order: 1,
        begin_snapshot: 1,
        column_name: 'n',
        column_type: 'int64',
      });
      await add('data_file', { ...t, data_file_id: 0, path: 'a.parquet', file_format: 'parquet' });
      close();
      storage.objects.set(`ducks/${name}`, await readFile(file));
      await lake.write('made/a.parquet', 'SELECT 7::BIGINT AS n', 'FORMAT parquet, FIELD_IDS {n: 1}');
      storage.objects.set(
        `ducks/${name}.files/main/t/a.parquet`,
        await readFile(path.join(lake.folder, 'made/a.parquet')),
      );
    }
    // None is fetched to see whether it is one.
    storage.objects.set('ducks/other.sqlite', storage.objects.get('ducks/sqlite.ducklake') ?? Buffer.alloc(0));
    const engine = await lake.openOver(await sourceOf({ prefix: 'ducks' }));
    expect(await engine.listSchemas()).toEqual(['duckdb', 'main', 'sqlite']);
    for (const schema of ['duckdb', 'sqlite'])
      expect(await rowsOf(engine, `SELECT n FROM "${schema}".t`)).toEqual([[7]]);
    expect(storage.asked.filter((line) => line.includes('other.sqlite'))).toEqual([]);
  });

  it('reads a Delta table whose files lie there', async () => {
    const schema = JSON.stringify({ fields: [{ name: 'n', type: 'long' }] });
    const lines = [
      { protocol: { minReaderVersion: 1 } },
      { metaData: { schemaString: schema, partitionColumns: [] } },
      { add: { path: 'a.parquet', partitionValues: {}, size: 1 } },
    ];
    await put('events/a.parquet', 'SELECT 5 AS n');
    const log = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    storage.objects.set('lake/events/_delta_log/00000000000000000000.json', Buffer.from(log));
    expect(await rowsOf(await lake.openOver(await sourceOf()), 'SELECT n FROM events')).toEqual([[5]]);
  });

  it('calls a broken file as its bucket does, not as its copy is called', async () => {
    storage.objects.set('lake/odd/half.parquet', Buffer.from('PAR1 this is none PAR1'));
    const engine = await lake.openOver(await sourceOf({ prefix: 'lake/odd' }));
    const words = 'The file "half.parquet" is no whole Parquet file.';
    const failures = [
      await failureOf(rowsOf(engine, 'SELECT * FROM half')),
      await failureOf(engine.describeTable({ schema: 'main', table: 'half' })),
    ];
    expect(failures.map(({ message }) => message)).toEqual([words, words]);
    for (const { driverMessage } of failures) expect(driverMessage).not.toMatch(/half\.[0-9a-f]{12}\./);
    storage.objects.delete('lake/odd/half.parquet');
  });

  it('says what is wrong with a key, a bucket or a region, and never the secret', async () => {
    const said = async (changes: Partial<StorageSettings>) => {
      const engine = await lake.openOver(await sourceOf(changes));
      const { code, message } = await failureOf(engine.ping());
      expect(message).not.toContain(testKey.secret);
      return `${code} ${message}`;
    };
    expect(await said({ secretKey: 'wrong' })).toMatch(/ACCESS_DENIED.*The secret is not that of this access key/);
    expect(await said({ accessKeyId: 'other' })).toMatch(/ACCESS_DENIED.*does not know this access key/);
    expect(await said({ region: 'us-east-1' })).toMatch(/UNKNOWN_DATABASE.*lies in another region/);
    expect(await said({ accessKeyId: null, secretKey: null })).toMatch(/wants an access key/);
    expect(await said({ bucket: 'bucket2' })).toMatch(/UNKNOWN_DATABASE.*bucket2/);
    expect(await said({ port: 1 })).toMatch(/PORT_CLOSED/);
  });

  it('opens only buckets that the administrator named, on hosts that may be called', async () => {
    const closed = await failureOf(sourceOf({}, cacheOf(), ['127.0.0.1/other', '127.0.0.1']));
    expect(closed.message).toContain('POWERSET_LAKE_BUCKETS');
    const engine = await lake.openOver(await sourceOf({ policy: { allowsPrivateHosts: false } }));
    expect((await failureOf(engine.ping())).code).toBe('CONNECTION_INVALID_HOSTNAME_ERROR');
  });

  it('asks anew where an object became another, and never mixes the two', async () => {
    await put('changing.csv', 'SELECT 1 AS a');
    const engine = await lake.openOver(await sourceOf());
    await engine.listTables('main');
    await put('changing.csv', 'SELECT 2 AS a, 3 AS b');
    expect(await rowsOf(engine, 'SELECT * FROM changing')).toEqual([[2, 3]]);
  });

  it('goes on with a copy that broke off, and with a storage that is busy for a moment', async () => {
    await put('large.csv', "SELECT i AS n, repeat('x', 100) AS t FROM range(20000) t(i)");
    const engine = await lake.openOver(await sourceOf());
    let failures = 0;
    storage.answer = (request, response) => {
      if (!request.url?.includes('large.csv') || failures >= 1) return false;
      failures += 1;
      const data = storage.objects.get('lake/large.csv') ?? Buffer.alloc(0);
      response.writeHead(200, { 'Content-Length': data.length });
      response.write(data.subarray(0, 1_000_000), () => setTimeout(() => response.destroy(), 100));
      return true;
    };
    await failureOf(rowsOf(engine, 'SELECT count(*) FROM large'));
    storage.answer = (request, response) => {
      if (!request.url?.includes('large.csv') || failures >= 2) return false;
      failures += 1;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    };
    const again = await lake.openOver(await sourceOf({}, cacheOf()));
    const rows = async () => rowsOf(again, 'SELECT count(*), max(n) FROM large');
    expect(await rows()).toEqual([[20000, 19999]]);
    storage.answer = null;
  });

  it('refuses what the copies have no room for, and takes away what nobody asked for lately', async () => {
    let nowMs = 0;
    const cache = new ObjectCache({ folder: path.join(lake.home, 'small'), maxBytes: 12_000, nowMs: () => nowMs });
    const own = { prefix: 'lake/room' };
    for (const name of ['one', 'two', 'six']) await put(`room/${name}.csv`, `SELECT repeat('x', 7000) AS t`);
    storage.objects.set('lake/room/vast.csv', Buffer.alloc(20_000, 'a'));
    const engine = await lake.openOver(await sourceOf(own, cache));
    const lengthOf = (table: string) => rowsOf(engine, `SELECT length(t) FROM ${table}`);
    expect(await lengthOf('one')).toEqual([[7000]]);
    expect((await failureOf(lengthOf('two'))).message).toContain('POWERSET_LAKE_CACHE_MB');
    expect((await failureOf(rowsOf(engine, 'SELECT * FROM vast'))).message).toContain('POWERSET_LAKE_CACHE_MB');
    nowMs += 120_000;
    expect(await lengthOf('six')).toEqual([[7000]]);
    const files = (await readdir(path.join(lake.home, 'small'), { recursive: true })).filter((one) =>
      one.endsWith('.csv'),
    );
    expect(files).toHaveLength(1);
    nowMs += 120_000;
    expect(await lengthOf('one')).toEqual([[7000]]);
  });

  it('counts a copy that broke off until it is taken away, and holds room for those that are on their way', async () => {
    let nowMs = 0;
    const folder = path.join(lake.home, 'broken');
    const cache = new ObjectCache({ folder, maxBytes: 100_000, nowMs: () => nowMs });
    const engine = await lake.openOver(await sourceOf({ prefix: 'lake/parts' }, cache));
    await put('parts/broken.csv', `SELECT repeat('x', 60000) AS t`);
    for (const name of ['other', 'third']) await put(`parts/${name}.csv`, `SELECT repeat('y', 60000) AS t`);
    storage.answer = (request, response) => {
      if (!request.url?.includes('broken.csv')) return false;
      response.writeHead(200, { 'Content-Length': 60_003 });
      response.write(Buffer.alloc(50_000, 'x'), () => setTimeout(() => response.destroy(), 100));
      return true;
    };
    await failureOf(rowsOf(engine, 'SELECT * FROM broken'));
    storage.answer = null;
    expect((await failureOf(rowsOf(engine, 'SELECT * FROM other'))).message).toContain('POWERSET_LAKE_CACHE_MB');
    nowMs += 120_000;
    expect(await rowsOf(engine, 'SELECT length(t) FROM third')).toEqual([[60_000]]);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);

    nowMs += 120_000;
    const giveBack = await cache.reserve(60_000);
    expect((await failureOf(cache.reserve(60_000))).message).toContain('POWERSET_LAKE_CACHE_MB');
    giveBack();
    (await cache.reserve(60_000))();
  });

  it('does not wait for a storage that never answers longer than its asker', async () => {
    const engine = await lake.openOver(await sourceOf({ prefix: '' }));
    storage.answer = () => true;
    const started = performance.now();
    const failure = await failureOf(rowsOf(engine, 'SELECT 1 FROM orders', { timeoutMs: 1500 }));
    expect(failure.code).toBe('BACKEND_TIMEOUT_ERROR');
    // Sooner than the storage itself is given up.
    expect(performance.now() - started).toBeLessThan(15_000);
    storage.answer = null;
  });
});
