import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('a database in a file of the folder that the administrator names', () => {
  let started: InProcessApp;
  let folder: Awaited<ReturnType<typeof makeTempFolder>>;
  let id: number;

  beforeAll(async () => {
    folder = await makeTempFolder('file-databases');
    await mkdir(path.join(folder.path, 'deep'));
    const file = new Libsql(path.join(folder.path, 'deep', 'fruit.db'));
    file.exec(`CREATE TABLE fruit (name TEXT, day DATE, price DECIMAL(10,2));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO fruit SELECT CASE i % 3 WHEN 0 THEN 'apple' WHEN 1 THEN 'pear' ELSE 'plum' END,
          date('2024-01-01', (i % 60) || ' days'), i FROM n`);
    file.close();
    started = await startInProcess({ env: { POWERSET_SQLITE_FOLDER: folder.path } });
    const made = await started.admin.post('/api/v1/database/', {
      engine: 'sqlite',
      configuration_method: 'dynamic_form',
      driver: 'libsql',
      database_name: 'Fruit',
      parameters: { database: 'deep/fruit.db' },
      expose_in_sqllab: true,
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    await folder.remove();
  });

  it('is made by a form or a URI, and shown as it was made [API-075]', async () => {
    const shown = await started.admin.get(`/api/v1/database/${id}/connection`);
    expect(shown.json.result).toMatchObject({
      backend: 'sqlite',
      sqlalchemy_uri: 'sqlite:///deep/fruit.db',
      parameters: { database: 'deep/fruit.db' },
      parameters_schema: { required: ['database'] },
    });
    const test = (uri: string) =>
      started.admin.post('/api/v1/database/test_connection/', { database_name: 'Other', sqlalchemy_uri: uri });
    expect((await test('sqlite:///deep/fruit.db')).json).toEqual({ message: 'OK' });
    expect((await test(`sqlite:///${path.join(folder.path, 'deep/fruit.db')}`)).json).toEqual({ message: 'OK' });
    expect((await test('sqlite:///../fruit.db')).json.message).toEqual({
      sqlalchemy_uri: [expect.stringContaining('without `..`')],
    });
    const missing = await test('sqlite:///nowhere.db');
    expect([missing.status, missing.json.errors[0].error_type]).toEqual([
      expect.any(Number),
      'CONNECTION_UNKNOWN_DATABASE_ERROR',
    ]);
    expect(missing.status).toBeGreaterThanOrEqual(400);
    expect(missing.text).not.toContain(folder.path);
  });

  it('lists its tables and columns, and its charts are drawn by time and group', async () => {
    const tables = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
    expect(tables.json.result.map(({ value }: { value: string }) => value)).toEqual(['fruit']);
    const dataset = await started.admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'fruit' });
    expect(dataset.status, dataset.text).toBe(201);
    const answer = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [
        {
          columns: [
            { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' },
          ],
          metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'total' }],
          filters: [{ col: 'name', op: 'IN', val: ['apple', 'pear'] }],
          orderby: [['day', true]],
          row_limit: 10,
        },
      ],
      result_format: 'json',
      result_type: 'full',
    });
    expect(answer.status, answer.text).toBe(200);
    const { data, coltypes } = answer.json.result[0];
    expect(coltypes).toEqual([2, 0]);
    expect(data.map((row: { day: number }) => row.day)).toEqual([Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)]);
  });

  it('answers the SQL editor, tells a plan, and lets nothing be written until that is allowed [SQL-046]', async () => {
    const run = (sql: string) =>
      started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql, runAsync: false });
    const rows = await run('SELECT name, count(*) AS n FROM fruit GROUP BY 1 ORDER BY 1');
    expect(rows.json.data).toEqual(['apple', 'pear', 'plum'].map((name) => ({ name, n: 100 })));
    const plan = await started.admin.post('/api/v1/sqllab/explain/', {
      database_id: id,
      schema: 'main',
      sql: 'SELECT name, count(*) FROM fruit GROUP BY 1',
    });
    expect(plan.json.result?.steps ?? plan.json.steps).toMatchObject([{ name: 'Scan', depth: 0 }, { depth: 0 }]);
    const refused = await run("INSERT INTO fruit VALUES ('fig', '2024-01-01', 1)");
    expect(refused.json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR');
    await started.admin.put(`/api/v1/database/${id}`, { allow_dml: true });
    expect((await run("INSERT INTO fruit VALUES ('fig', '2024-01-01', 1)")).status).toBe(200);
    expect((await run("SELECT count(*) AS n FROM fruit WHERE name = 'fig'")).json.data).toEqual([{ n: 1 }]);
    expect((await run("ATTACH '/tmp/x.db' AS other")).status).toBeGreaterThanOrEqual(400);
    const hidden = await started.signInAs('gil', ['Gamma', 'sql_lab']);
    const other = { database_id: id, schema: 'main', sql: 'SELECT * FROM fruit', runAsync: false };
    expect((await hidden.post('/api/v1/sqllab/execute/', other)).status).toBeGreaterThanOrEqual(403);
  });

  it('is not opened where no folder is named, and says which setting opens one', async () => {
    const closed = await startInProcess();
    try {
      const body = { database_name: 'Fruit', sqlalchemy_uri: `sqlite:///${path.join(folder.path, 'deep/fruit.db')}` };
      const answer = await closed.admin.post('/api/v1/database/test_connection/', body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.json.errors[0].message).toContain('POWERSET_SQLITE_FOLDER');
    } finally {
      await closed.stop();
    }
  });
});
