import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStorage, type TestStorage, testKey } from '../../engines/lake/storage-fixture.ts';

describe('a database of the files in a folder that the administrator opened', () => {
  let started: InProcessApp;
  let folder: Awaited<ReturnType<typeof makeTempFolder>>;
  let id: number;

  beforeAll(async () => {
    folder = await makeTempFolder('lake-databases');
    await mkdir(path.join(folder.path, 'fruit', 'shop'), { recursive: true });
    const days = Array.from({ length: 60 }, (_, day) =>
      new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const lines = days.map((day, index) => `${day},${index % 2 ? 'pear' : 'apple'},${index}`);
    await writeFile(path.join(folder.path, 'fruit', 'sales.csv'), `day,name,price\n${lines.join('\n')}\n`);
    await writeFile(path.join(folder.path, 'fruit', 'shop', 'staff.json'), '{"name":"Ann"}\n{"name":"Bo"}\n');
    started = await startInProcess({ env: { POWERSET_LAKE_FOLDERS: `market=${folder.path}` } });
    const made = await started.admin.post('/api/v1/database/', {
      engine: 'files',
      configuration_method: 'dynamic_form',
      driver: 'local',
      database_name: 'Market',
      parameters: { database: 'market/fruit' },
      expose_in_sqllab: true,
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    await folder.remove();
  });

  it('is made by a form or a URI, and says what is wrong with another folder', async () => {
    const shown = await started.admin.get(`/api/v1/database/${id}/connection`);
    expect(shown.json.result).toMatchObject({
      backend: 'files',
      sqlalchemy_uri: 'files:///market/fruit',
      parameters: { database: 'market/fruit' },
      parameters_schema: { required: ['database'] },
    });
    const test = (uri: string) =>
      started.admin.post('/api/v1/database/test_connection/', { database_name: 'Other', sqlalchemy_uri: uri });
    expect((await test('files:///market/fruit')).json).toEqual({ message: 'OK' });
    expect((await test('files:///market/../etc')).json.message).toEqual({
      sqlalchemy_uri: [expect.stringContaining('without `..`')],
    });
    const [closed, missing] = [await test('files:///etc'), await test('files:///market/nowhere')];
    expect(closed.json.errors[0]).toMatchObject({
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      extra: { invalid: ['database'] },
    });
    expect(missing.json.errors[0]).toMatchObject({ error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
    expect(closed.text + missing.text).not.toContain(folder.path);
  });

  it('lists schemas and tables, shows first rows, and draws charts by time and group', async () => {
    const schemas = await started.admin.get(`/api/v1/database/${id}/schemas/`);
    expect(schemas.json.result).toEqual(['main', 'shop']);
    const tables = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
    expect(tables.json.result).toEqual([{ value: 'sales', type: 'table', extra: null }]);
    const dataset = await started.admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'sales' });
    expect(dataset.status, dataset.text).toBe(201);
    const answer = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [
        {
          columns: [
            { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' },
          ],
          metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'total' }],
          filters: [{ col: 'name', op: 'IN', val: ['apple'] }],
          orderby: [['day', true]],
          row_limit: 10,
        },
      ],
      result_format: 'json',
      result_type: 'full',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result[0].data).toEqual([
      { day: Date.UTC(2024, 0, 1), total: 240 },
      { day: Date.UTC(2024, 1, 1), total: 630 },
    ]);
  });

  it('answers the SQL editor, lets nobody write whatever is allowed, and keeps to the permissions of tables', async () => {
    const run = (sql: string, schema = 'main') =>
      started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema, sql, runAsync: false });
    const rows = await run('SELECT name, count(*) AS n FROM sales GROUP BY 1 ORDER BY 1');
    expect(rows.json.data, rows.text).toEqual(['apple', 'pear'].map((name) => ({ name, n: 30 })));
    expect((await run('SELECT name FROM staff ORDER BY 1', 'shop')).json.data).toEqual([
      { name: 'Ann' },
      { name: 'Bo' },
    ]);
    await started.admin.put(`/api/v1/database/${id}`, { allow_dml: true });
    for (const sql of ['CREATE TABLE x AS SELECT 1 AS a', 'DROP VIEW sales', "COPY sales TO 'x.csv'"])
      expect((await run(sql)).status, sql).toBeGreaterThanOrEqual(400);
    const reach = await run(`SELECT * FROM read_csv('${folder.path}/fruit/sales.csv')`);
    expect(reach.status).toBeGreaterThanOrEqual(400);
    expect((await run('SELECT count(*) AS n FROM sales')).json.data).toEqual([{ n: 60 }]);
    const hidden = await started.signInAs('gil', ['Gamma', 'sql_lab']);
    const other = { database_id: id, schema: 'main', sql: 'SELECT * FROM sales', runAsync: false };
    expect((await hidden.post('/api/v1/sqllab/execute/', other)).status).toBeGreaterThanOrEqual(403);
  });

  it('is connected only by those who may change databases', async () => {
    const gamma = await started.signInAs('gam', ['Gamma']);
    const body = { database_name: 'Mine', sqlalchemy_uri: 'files:///market' };
    expect((await gamma.post('/api/v1/database/', body)).status).toBe(403);
  });
});

describe('a database of the files in a bucket', () => {
  let started: InProcessApp;
  let storage: TestStorage;

  beforeAll(async () => {
    storage = await startStorage('bucket');
    storage.objects.set('lake/fruit.csv', Buffer.from('name,price\napple,1\npear,2\n'));
    started = await startInProcess({ env: { POWERSET_LAKE_BUCKETS: '127.0.0.1/bucket' } });
  });
  afterAll(async () => {
    await started.stop();
    await storage.end();
  });

  it('is made by a form, keeps the secret of its key to itself, and answers', async () => {
    const made = await started.admin.post('/api/v1/database/', {
      engine: 's3',
      configuration_method: 'dynamic_form',
      database_name: 'Bucket',
      parameters: {
        ...{ host: '127.0.0.1', port: storage.port, region: 'eu-test-1', encryption: false, database: 'bucket/lake' },
        ...{ username: testKey.id, password: testKey.secret },
      },
      expose_in_sqllab: true,
    });
    expect(made.status, made.text).toBe(201);
    const shown = await started.admin.get(`/api/v1/database/${made.json.id}/connection`);
    expect(shown.text).not.toContain(testKey.secret);
    expect(shown.text).not.toContain(encodeURIComponent(testKey.secret));
    expect(shown.json.result).toMatchObject({
      sqlalchemy_uri: `s3://${testKey.id}:XXXXXXXXXX@127.0.0.1:${storage.port}/bucket/lake?region=eu-test-1&secure=false`,
      parameters: { database: 'bucket/lake', username: testKey.id, password: 'XXXXXXXXXX', encryption: false },
    });
    const rows = await started.admin.post('/api/v1/sqllab/execute/', {
      ...{ database_id: made.json.id, schema: 'main', runAsync: false },
      sql: 'SELECT sum(price) AS total FROM fruit',
    });
    expect(rows.json.data, rows.text).toEqual([{ total: 3 }]);
    const kept = await started.admin.put(`/api/v1/database/${made.json.id}`, {
      sqlalchemy_uri: shown.json.result.sqlalchemy_uri,
    });
    expect(kept.status, kept.text).toBe(200);
    const tables = await started.admin.get(`/api/v1/database/${made.json.id}/tables/?q=(schema_name:main,force:!t)`);
    expect(tables.json.result).toMatchObject([{ value: 'fruit' }]);
  });

  it('says what is missing, what is wrong with a key, and which buckets are not open', async () => {
    const test = (uri: string) =>
      started.admin.post('/api/v1/database/test_connection/', { database_name: 'Other', sqlalchemy_uri: uri });
    const place = `127.0.0.1:${storage.port}`;
    const wrong = await test(`s3://${testKey.id}:no-such-secret@${place}/bucket?region=eu-test-1&secure=false`);
    expect(wrong.json.errors[0]).toMatchObject({ error_type: 'CONNECTION_ACCESS_DENIED_ERROR' });
    expect(wrong.text).not.toContain('no-such-secret');
    const closed = await test(`s3://${testKey.id}:x@${place}/other?secure=false`);
    expect(closed.json.errors[0].message).toContain('POWERSET_LAKE_BUCKETS');
    expect((await test('s3://nothing')).json.message).toEqual({
      sqlalchemy_uri: [expect.stringContaining('s3://key')],
    });
    const body = { engine: 's3', database_name: 'None', parameters: { host: '127.0.0.1' } };
    const missing = await started.admin.post('/api/v1/database/', body);
    expect(missing.text).toContain('database');
  });
});
