import { dialectByName } from '@powerset/sql';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tell, trinoServers } from '../../engines/trino/server-fixture.ts';

const setup = [
  'CREATE SCHEMA IF NOT EXISTS market',
  'CREATE SCHEMA IF NOT EXISTS vault',
  'DROP TABLE IF EXISTS market.fruit',
  'DROP TABLE IF EXISTS vault.secrets',
  `CREATE TABLE market.fruit AS SELECT element_at(ARRAY['apple', 'pear', 'plum'], n % 3 + 1) AS name,
     date_add('day', n % 60, DATE '2024-01-01') AS day, CAST(n AS decimal(10, 2)) AS price FROM UNNEST(sequence(0, 299)) AS s (n)`,
  "CREATE TABLE vault.secrets AS SELECT 'CANARY-TRINO-5521' AS secret",
];

for (const { name, url } of trinoServers)
  describe.skipIf(url === '')(`a database on a server of ${name}`, () => {
    const engine = name.toLowerCase();
    const address = new URL(url || 'trino://x@x:1/x');
    const catalog = address.pathname.split('/')[1] ?? '';
    const form = {
      engine,
      driver: 'rest',
      configuration_method: 'dynamic_form',
      parameters: {
        ...{ host: address.hostname, port: Number(address.port), username: 'tests' },
        database: `${catalog}/market`,
      },
    };

    let started: InProcessApp;
    let id: number;
    let datasetId: number;
    const run = (sql: string, client = started.admin) =>
      client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'market', sql });

    beforeAll(async () => {
      for (const sql of setup) await tell(url, sql);
      started = await startInProcess({
        env: { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST', POWERSET_SQLLAB_TIMEOUT: '20' },
      });
      const body = { ...form, database_name: 'Market', expose_in_sqllab: true, allow_run_async: true };
      const made = await started.admin.post('/api/v1/database/', body);
      expect(made.status, made.text).toBe(201);
      id = made.json.id;
      const table = { database: id, schema: 'market', table_name: 'fruit' };
      const dataset = await started.admin.post('/api/v1/dataset/', table);
      expect(dataset.status, dataset.text).toBe(201);
      datasetId = dataset.json.id;
    }, 120_000);
    afterAll(() => started.stop());

    it('is shown as the reference names it, and exported with the address that it was given', async () => {
      const { result } = (await started.admin.get(`/api/v1/database/${id}/connection`)).json;
      expect(result).toMatchObject({
        ...{ backend: engine, driver: 'rest', opening_problem: null, default_schema: 'market' },
        sqlalchemy_uri: `${engine}://tests@${address.host}/${catalog}/market?http_scheme=http`,
        parameters: { ...form.parameters, encryption: false },
        parameters_schema: { required: ['host', 'database', 'username'] },
      });
      const editor = (await started.admin.get('/api/v1/sqllab/')).json.result.databases[id];
      expect(editor).toMatchObject({ backend_name: name, default_schema: 'market' });
      const uri = `${engine}://tests@${address.host}/${catalog}?source=bi`;
      const other = await started.admin.post('/api/v1/database/', { database_name: 'Other', sqlalchemy_uri: uri });
      expect(other.status, other.text).toBe(201);
      const archive = await started.admin.get(`/api/v1/database/export/?q=!(${other.json.id})`);
      const files = Object.entries(unzipSync(archive.bytes)).filter(([file]) => file.includes('/databases/'));
      expect(files.map(([, bytes]) => parse(strFromU8(bytes)).sqlalchemy_uri)).toEqual([uri]);
      expect((await started.admin.get(`/api/v1/database/${other.json.id}/schemas/`)).json.result).toContain('market');
    });

    it('runs the SQL editor, charts with every time grain, samples, values of filters and exports', async () => {
      const answer = await run('SELECT name, sum(price) AS total FROM Fruit GROUP BY name ORDER BY name');
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.data.map((row: { name: string }) => row.name)).toEqual(['apple', 'pear', 'plum']);
      expect(answer.text).toContain('"total":14850.00');
      for (const timeGrain of Object.keys(dialectByName('trino').timeGrains)) {
        const day = { timeGrain, columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' };
        const total = { expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'total' };
        const query = {
          columns: [day, 'name'],
          metrics: [total, 'count'],
          filters: [
            { col: 'name', op: 'IN', val: ['apple', "pe'ar\\"] },
            { col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-05 : 2024-02-01' },
            { col: 'name', op: 'ILIKE', val: 'APP%' },
          ],
          ...{ orderby: [['total', false]], row_limit: 100, series_limit: 2 },
        };
        const datasource = { id: datasetId, type: 'table' };
        const asked = { datasource, queries: [query], result_format: 'json', result_type: 'full' };
        const chart = await started.admin.post('/api/v1/chart/data', asked);
        expect([timeGrain, chart.status], chart.text).toEqual([timeGrain, 200]);
        const { data } = chart.json.result[0];
        expect([timeGrain, data.length > 0, data.every((row: { name: string }) => row.name === 'apple')]).toEqual([
          ...[timeGrain, true, true],
        ]);
      }
      const place = `datasource_type=table&datasource_id=${datasetId}&per_page=5`;
      const samples = await started.admin.post(`/datasource/samples?${place}`, {});
      expect([samples.status, samples.json.result.rowcount], samples.text).toEqual([200, 5]);
      const csv = await started.admin.post('/api/v1/chart/data', {
        datasource: { id: datasetId, type: 'table' },
        queries: [{ columns: ['name'], metrics: ['count'], row_limit: 10 }],
        result_format: 'csv',
      });
      expect(csv.text.split('\r\n').sort().join()).toContain('apple,100');
    }, 60_000);

    it('finds mistakes, offers its functions, and writes a first SELECT', async () => {
      const sql = 'SELECT\n nme FROM fruit';
      const found = await started.admin.post(`/api/v1/database/${id}/validate_sql/`, { sql, schema: 'market' });
      expect(found.json.result, found.text).toMatchObject([
        { line_number: 2, start_column: 2, message: 'The column "nme" does not exist.' },
      ]);
      const { function_names: names } = (await started.admin.get(`/api/v1/database/${id}/function_names/`)).json;
      expect(names).toContain('date_trunc');
      const star = (await started.admin.get(`/api/v1/database/${id}/select_star/fruit/market/`)).json.result;
      expect((await run(star)).json.data).toHaveLength(100);
    });

    it.each([
      'SELECT * FROM system.runtime.queries',
      'SELECT * FROM system.metadata.catalogs',
      "SELECT * FROM TABLE(other.system.query(query => 'SELECT 1'))",
      'DROP TABLE fruit',
      'DELETE FROM fruit',
      "INSERT INTO fruit VALUES ('fig', DATE '2024-01-01', 1)",
      'SELECT 1; DROP TABLE fruit',
      "CALL system.runtime.kill_query('x')",
      'SET SESSION query_max_run_time = 1',
      "EXECUTE IMMEDIATE 'DROP TABLE fruit'",
      'SHOW CATALOGS',
    ])('calls nobody and changes nothing: %s', async (sql) => {
      const answer = await run(sql);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(await tell(url, 'SELECT count(*) FROM market.fruit')).toEqual([[300]]);
    });

    it('lets nobody read another table than his datasets, in the editor or by a part of a chart', async () => {
      const { store, accounts } = started.app.services;
      const role = await store
        .insertInto('roles')
        .values({ name: `Market ${name}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      const view = `[Market].[fruit](id:${datasetId})`;
      const right = { role_id: role.id, permission: 'datasource_access', view };
      await store.insertInto('role_permissions').values(right).execute();
      accounts.forget();
      const reader = await started.signInAs('mara', ['Gamma', 'sql_lab', `Market ${name}`]);
      expect((await run('SELECT count(*) AS n FROM "FRUIT"', reader)).json.data).toEqual([{ n: 300 }]);
      for (const sql of [
        'SELECT * FROM vault.secrets',
        `SELECT * FROM ${catalog}.vault.secrets`,
        'SELECT name FROM fruit WHERE name IN (SELECT secret FROM vault.secrets)',
        'SELECT name FROM fruit WHERE name IN (TABLE vault.secrets)',
        'WITH fruit AS (SELECT secret AS name FROM vault.secrets) SELECT * FROM fruit',
        'SELECT * FROM fruit, vault.secrets',
        'SELECT (SELECT max(secret) FROM "VAULT"."Secrets")',
        'EXPLAIN ANALYZE SELECT * FROM vault.secrets',
      ]) {
        const answer = await run(sql, reader);
        expect([sql, answer.status]).toEqual([sql, 403]);
        expect(answer.text).not.toContain('CANARY');
      }
      for (const sqlExpression of [
        'max((SELECT secret FROM vault.secrets))',
        'max(name) FROM vault.secrets --',
        'max(name), (TABLE vault.secrets)',
      ]) {
        const metric = { expressionType: 'SQL', sqlExpression, label: 'm' };
        const datasource = { id: datasetId, type: 'table' };
        const answer = await reader.post('/api/v1/chart/data', { datasource, queries: [{ metrics: [metric] }] });
        expect([sqlExpression, answer.status >= 400]).toEqual([sqlExpression, true]);
        expect(answer.text).not.toContain('CANARY');
      }
    });

    it('is not kept busy longer than the time limit', async () => {
      const slow = 'SELECT count(*) AS over_time FROM fruit a, fruit b, fruit c, fruit d, fruit e';
      const answer = await run(slow);
      expect(answer.json.errors[0].message, answer.text).toContain('20 seconds');
      const running = () =>
        tell(
          url,
          "SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND strpos(query, 'AS over_time') > 0 AND strpos(query, 'system.') = 0",
        );
      await expect.poll(running, { timeout: 10_000 }).toEqual([[0]]);
    }, 60_000);

    it('reckons what a query costs, and shows plans step by step', async () => {
      const body = { database_id: id, schema: 'market', sql: 'SELECT name, count(*) FROM fruit GROUP BY name' };
      const estimate = await started.admin.post('/api/v1/sqllab/estimate/', { ...body, sql: 'SELECT name FROM fruit' });
      expect(estimate.json.result?.[0], estimate.text).toMatchObject(
        // Presto reckons nothing in figures: its plan is shown.
        name === 'Trino' ? { 'Output count': '300 rows' } : { Plan: expect.stringContaining('TableScan') },
      );
      const plan = await started.admin.post('/api/v1/sqllab/explain/', body);
      expect(
        plan.json.result?.steps.map(({ name }: { name: string }) => name),
        plan.text,
      ).toContain(name === 'Trino' ? 'Table scan' : 'Scan project');
      const measured = await started.admin.post('/api/v1/sqllab/explain/', { ...body, analyze: true });
      expect([measured.status, measured.text]).toEqual([422, expect.stringContaining('cannot measure a plan')]);
    });
  });
