import { dialectByName } from '@powerset/sql';
import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const servers = [
  { name: 'clickhouse', url: serviceUrl('clickhouse') ?? '', isToday: false },
  { name: 'chdb', url: serviceUrl('chdb') ?? '', isToday: true },
];

/** What the suite of servers asks of those that write, with the words of one that only reads here. */
for (const { name, url, isToday } of servers)
  describe.skipIf(url === '')(`a database on a server of ${name}`, () => {
    const address = new URL(url || 'http://x:1');
    const form = {
      engine: 'clickhousedb',
      driver: 'connect',
      configuration_method: 'dynamic_form',
      parameters: { host: address.hostname, port: Number(address.port), database: 'market', username: 'default' },
    };
    let started: InProcessApp;
    let id: number;
    let datasetId: number;
    const tell = async (sql: string) => {
      const answer = await fetch(`http://${address.host}/`, { method: 'POST', body: sql });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.text()).trim();
    };
    const run = (sql: string, client = started.admin) =>
      client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'market', sql });

    beforeAll(async () => {
      for (const sql of [
        'CREATE DATABASE IF NOT EXISTS market',
        'CREATE DATABASE IF NOT EXISTS vault',
        'DROP TABLE IF EXISTS market.fruit',
        'DROP TABLE IF EXISTS vault.secrets',
        'CREATE TABLE market.fruit (name String, day Date, price Decimal(10, 2)) ENGINE = MergeTree PARTITION BY day ORDER BY (name, day)',
        "INSERT INTO market.fruit SELECT ['apple', 'pear', 'plum'][number % 3 + 1], toDate('2024-01-01') + number % 60, toDecimal64(number, 2) FROM system.numbers LIMIT 300",
        'CREATE TABLE vault.secrets (secret String) ENGINE = MergeTree ORDER BY secret',
        "INSERT INTO vault.secrets VALUES ('CANARY-CH-5521')",
      ])
        await tell(sql);
      started = await startInProcess({
        env: { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST', POWERSET_SQLLAB_TIMEOUT: '3' },
      });
      const made = await started.admin.post('/api/v1/database/', {
        ...form,
        database_name: 'Market',
        expose_in_sqllab: true,
        allow_run_async: true,
      });
      expect(made.status, made.text).toBe(201);
      id = made.json.id;
      const dataset = await started.admin.post('/api/v1/dataset/', {
        database: id,
        schema: 'market',
        table_name: 'fruit',
      });
      expect(dataset.status, dataset.text).toBe(201);
      datasetId = dataset.json.id;
    });
    afterAll(() => started.stop());

    it('is shown as the reference names it, and exported with the address that it was given', async () => {
      const { result } = (await started.admin.get(`/api/v1/database/${id}/connection`)).json;
      expect(result).toMatchObject({
        backend: 'clickhousedb',
        driver: 'connect',
        opening_problem: null,
        default_schema: 'market',
        sqlalchemy_uri: `clickhousedb+connect://default@${address.host}/market?secure=false`,
        parameters: { ...form.parameters, encryption: false },
        parameters_schema: { required: ['host'] },
      });
      const uri = `clickhouse+http://default@${address.host}/market`;
      const other = await started.admin.post('/api/v1/database/', { database_name: 'Other', sqlalchemy_uri: uri });
      expect(other.status, other.text).toBe(201);
      const archive = await started.admin.get(`/api/v1/database/export/?q=!(${other.json.id})`);
      const files = Object.entries(unzipSync(archive.bytes)).filter(([file]) => file.includes('/databases/'));
      expect(files.map(([, bytes]) => parse(strFromU8(bytes)).sqlalchemy_uri)).toEqual([uri]);
      expect((await started.admin.get(`/api/v1/database/${other.json.id}/schemas/`)).json.result).toContain('market');
    });

    it('runs the SQL editor, charts with every time grain, samples and values of filters', async () => {
      const answer = await run('SELECT name, sum(price) AS total FROM fruit GROUP BY name ORDER BY name');
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.data.map((row: { name: string }) => row.name)).toEqual(['apple', 'pear', 'plum']);
      expect(answer.text).toContain('"total":14850.00');
      const grains = Object.keys(dialectByName('clickhouse').timeGrains);
      expect(
        (await started.admin.get(`/api/v1/explore/?datasource_id=${datasetId}&datasource_type=table`)).text,
      ).toContain('P3M');
      for (const timeGrain of grains) {
        const day = { timeGrain, columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' };
        const total = { expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'total' };
        const chart = await started.admin.post('/api/v1/chart/data', {
          datasource: { id: datasetId, type: 'table' },
          queries: [
            {
              columns: [day, 'name'],
              metrics: [total, 'count'],
              filters: [
                { col: 'name', op: 'IN', val: ['apple', "pe'ar\\"] },
                { col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-05 : 2024-02-01' },
                // The server of 2018 has no ILIKE.
                ...(isToday ? [{ col: 'name', op: 'ILIKE', val: 'APP%' }] : []),
              ],
              orderby: [['total', false]],
              row_limit: 100,
              series_limit: 2,
            },
          ],
          result_format: 'json',
          result_type: 'full',
        });
        expect([timeGrain, chart.status], chart.text).toEqual([timeGrain, 200]);
        const { data } = chart.json.result[0];
        expect([timeGrain, data.length > 0, data.every((row: { name: string }) => row.name === 'apple')]).toEqual([
          timeGrain,
          true,
          true,
        ]);
      }
      const samples = await started.admin.post(
        `/datasource/samples?datasource_type=table&datasource_id=${datasetId}&per_page=5`,
        {},
      );
      expect([samples.status, samples.json.result.rowcount], samples.text).toEqual([200, 5]);
      const csv = await started.admin.post('/api/v1/chart/data', {
        datasource: { id: datasetId, type: 'table' },
        queries: [{ columns: ['name'], metrics: ['count'], row_limit: 10 }],
        result_format: 'csv',
      });
      expect(csv.text.split('\r\n').sort().join()).toContain('apple,100');
    });

    it('finds mistakes, offers its functions, and writes a first SELECT', async () => {
      const found = await started.admin.post(`/api/v1/database/${id}/validate_sql/`, {
        sql: 'SELECT\n nme FROM fruit',
      });
      expect(found.json.result).toMatchObject([
        { line_number: 2, start_column: 2, message: 'The column "nme" does not exist.' },
      ]);
      const { function_names: names } = (await started.admin.get(`/api/v1/database/${id}/function_names/`)).json;
      expect(names).toContain('toStartOfQuarter');
      const extra = await started.admin.get(`/api/v1/database/${id}/table_extra/fruit/market/`);
      expect(extra.json.partitions).toEqual({ cols: ['day'], latest: { day: '2024-02-29' }, partitionQuery: null });
      const star = (await started.admin.get(`/api/v1/database/${id}/select_star/fruit/market/`)).json.result;
      expect((await run(star)).json.data).toHaveLength(100);
    });

    it.each([
      "SELECT * FROM url('http://127.0.0.1:1/', TSV, 'a String')",
      "SELECT * FROM remote('127.0.0.1', vault.secrets)",
      "SELECT * FROM merge('vault', '.*')",
      "SELECT * FROM file('/etc/passwd', TSV, 'a String')",
      "SELECT 1 INTO OUTFILE '/tmp/powerset-drill'",
      'SELECT * FROM system.query_log',
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT 1 FORMAT JSON',
      'DROP TABLE fruit',
      'ALTER TABLE fruit DELETE WHERE 1',
      "INSERT INTO fruit VALUES ('fig', '2024-01-01', 1)",
      'SELECT 1; DROP TABLE fruit',
      "SELECT * FROM fruit // ' \n, vault.secrets --'",
      'SYSTEM SHUTDOWN',
      'KILL QUERY WHERE 1',
    ])('reads no file, calls nobody, changes nothing: %s', async (sql) => {
      const answer = await run(sql);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toMatch(/CANARY|root:x/);
      expect(await tell('SELECT count() FROM market.fruit')).toBe('300');
    });

    it('lets nobody read another table than his datasets, in the editor or by a part of a chart', async () => {
      const { store, accounts } = started.app.services;
      const role = await store
        .insertInto('roles')
        .values({ name: `Market ${name}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      const view = `[Market].[fruit](id:${datasetId})`;
      await store
        .insertInto('role_permissions')
        .values({ role_id: role.id, permission: 'datasource_access', view })
        .execute();
      accounts.forget();
      const reader = await started.signInAs('mara', ['Gamma', 'sql_lab', `Market ${name}`]);
      expect((await run('SELECT count() AS n FROM fruit', reader)).json.data).toEqual([{ n: 300 }]);
      for (const sql of [
        'SELECT * FROM vault.secrets',
        'SELECT count() FROM fruit WHERE name IN vault.secrets',
        'SELECT name FROM fruit WHERE name IN (SELECT secret FROM vault.secrets)',
        'WITH fruit AS (SELECT secret AS name FROM vault.secrets) SELECT * FROM fruit',
        'SELECT * FROM fruit, vault.secrets',
        'SELECT (SELECT max(secret) FROM vault.secrets)',
      ]) {
        const answer = await run(sql, reader);
        expect([sql, answer.status]).toEqual([sql, 403]);
        expect(answer.text).not.toContain('CANARY');
      }
      for (const sqlExpression of [
        'max((SELECT secret FROM vault.secrets))',
        'max(name) FROM vault.secrets --',
        "any(name) FROM remote('127.0.0.1', vault.secrets) //",
        "max(dictGet('vault.secrets', 'secret', 1))",
        'max(hostName())',
      ]) {
        const metric = { expressionType: 'SQL', sqlExpression, label: 'm' };
        const datasource = { id: datasetId, type: 'table' };
        const answer = await reader.post('/api/v1/chart/data', { datasource, queries: [{ metrics: [metric] }] });
        expect([sqlExpression, answer.status >= 400]).toEqual([sqlExpression, true]);
        expect(answer.text).not.toContain('CANARY');
      }
    });

    it.skipIf(isToday)('is not kept busy longer than the time limit', async () => {
      const answer = await run('SELECT count() FROM system.numbers');
      expect(answer.json.errors[0].message).toContain('3 seconds');
      const running = () =>
        tell("SELECT count() FROM system.processes WHERE query LIKE 'SELECT count() FROM system.numbers%'");
      await expect.poll(running, { timeout: 5000 }).toBe('0');
    });

    it.runIf(isToday)('estimates, and shows plans step by step', async () => {
      const body = { database_id: id, schema: 'market', sql: 'SELECT name, count() FROM fruit GROUP BY name' };
      const estimate = await started.admin.post('/api/v1/sqllab/estimate/', body);
      expect(estimate.json.result, estimate.text).toEqual([
        { 'Rows to read': '300', 'Marks to read': expect.stringMatching(/^\d+$/), 'Parts to read': '60' },
      ]);
      const plan = await started.admin.post('/api/v1/sqllab/explain/', body);
      expect(
        plan.json.result?.steps.map(({ name }: { name: string }) => name),
        plan.text,
      ).toContain('Aggregating');
      const measured = await started.admin.post('/api/v1/sqllab/explain/', { ...body, analyze: true });
      expect([measured.status, measured.text]).toEqual([422, expect.stringContaining('cannot measure a plan')]);
    });
  });
