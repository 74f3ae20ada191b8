import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const url = serviceUrl('postgresql');
const canary = 'CANARY-PG-7714';

/** Ways out of a database for somebody who may do everything in Powerset, on a connection that may do everything there. */
const attacks: readonly string[] = [
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT pg_catalog.pg_read_binary_file('/etc/passwd')",
  "SELECT convert_from(lo_get(lo_import('/etc/passwd')), 'utf8')",
  "SELECT * FROM dblink('host=127.0.0.1', 'SELECT secret FROM vault.secrets') AS t(s text)",
  "COPY (SELECT 1) TO PROGRAM 'touch drilled'",
  "COPY fruits FROM PROGRAM 'cat /etc/passwd'",
  "DO $$ BEGIN EXECUTE 'DELETE FROM fruits'; END $$",
  'SET ROLE postgres',
  'SET SESSION AUTHORIZATION powerset',
  'SET statement_timeout = 0; SELECT 1',
  'EXPLAIN ANALYZE DELETE FROM fruits',
  'EXPLAIN (ANALYZE, BUFFERS) UPDATE fruits SET name = $$x$$',
  'WITH gone AS (DELETE FROM fruits RETURNING *) SELECT * FROM gone',
  "SELECT query_to_xml('SELECT * FROM vault.secrets', true, true, '')",
  "SELECT table_to_xml('vault.secrets', true, true, '')",
  "SELECT * FROM ts_stat('SELECT to_tsvector(secret) FROM vault.secrets')",
  "SELECT set_config('role', 'postgres', false)",
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
  'SELECT pg_reload_conf()',
  'SELECT rolpassword FROM pg_authid',
  "SELECT nextval('drill_numbers')",
  'SELECT drill_writes()',
  'SELECT * FROM fruits FOR UPDATE',
  'SELECT 1 INTO TABLE stolen',
  'PREPARE x AS SELECT 1',
  "NOTIFY drill, 'x'",
  'SELECT 1; COMMIT; DELETE FROM fruits',
  "SELECT '$€$ /* $€$; DELETE FROM fruits; SELECT $€$ */ $€$'",
];

describe.skipIf(!url)('a PostgreSQL server behind a connection that may do everything', () => {
  let running: InProcessApp;
  let admin: Client;
  let id: number;
  let datasetId: number;

  beforeAll(async () => {
    admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(`
      CREATE SCHEMA IF NOT EXISTS vault; CREATE TABLE IF NOT EXISTS vault.secrets (secret text);
      TRUNCATE vault.secrets; INSERT INTO vault.secrets VALUES ('${canary}');
      DROP TABLE IF EXISTS public.fruits; CREATE TABLE public.fruits AS SELECT 'apple' AS name, 1 AS n;
      CREATE SEQUENCE IF NOT EXISTS public.drill_numbers;
      CREATE OR REPLACE FUNCTION public.drill_writes() RETURNS void LANGUAGE sql AS 'DELETE FROM public.fruits';
      CREATE OR REPLACE FUNCTION public.drill_reads() RETURNS text LANGUAGE sql AS 'SELECT secret FROM vault.secrets';`);
    const env = { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST', POWERSET_SQLLAB_TIMEOUT: '3' };
    running = await startInProcess({ env });
    const made = await running.admin.post('/api/v1/database/', {
      database_name: 'Orchard',
      sqlalchemy_uri: `${url}?sslmode=disable`,
      extra: '{"cost_estimate_enabled": true}',
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
    const dataset = await running.admin.post('/api/v1/dataset/', {
      database: id,
      schema: 'public',
      table_name: 'fruits',
    });
    datasetId = dataset.json.id;
  });
  afterAll(async () => {
    await admin.end();
    await running.stop();
  });

  const run = (sql: string) => running.admin.post('/api/v1/sqllab/execute/', { database_id: id, sql });
  const untouched = async () =>
    (await admin.query("SELECT to_regclass('stolen') AS t, (SELECT count(*)::int FROM public.fruits) AS n")).rows;

  it.each(attacks)('reads no file, runs no program, changes nothing: %s [SQL-011]', async (sql) => {
    const answer = await run(sql);
    expect(answer.text).not.toMatch(new RegExp(`${canary}|root:x:0`));
    expect(await untouched()).toEqual([{ t: null, n: 1 }]);
    expect((await run('SELECT n FROM fruits')).json.data).toEqual([{ n: 1 }]);
  });

  it('lets no fragment of a chart out of its dataset', async () => {
    const fragments = [
      '(SELECT max(secret) FROM vault.secrets)',
      "pg_read_file('/etc/passwd')",
      'drill_reads()',
      "(SELECT query_to_xml('SELECT * FROM vault.secrets', true, true, ''))::text",
      'name) FROM fruits; DELETE FROM fruits; SELECT max(name',
    ];
    for (const sqlExpression of fragments) {
      const metric = { expressionType: 'SQL', sqlExpression: `max(${sqlExpression})`, label: 'm' };
      const datasource = { id: datasetId, type: 'table' };
      const answers = [
        await running.admin.post('/api/v1/chart/data', { datasource, queries: [{ metrics: [metric] }] }),
        await running.admin.post('/api/v1/chart/data', {
          datasource,
          queries: [{ columns: ['name'], extras: { where: `name <> ${sqlExpression}` } }],
        }),
      ];
      for (const answer of answers) {
        expect([sqlExpression, answer.status >= 400]).toEqual([sqlExpression, true]);
        expect(answer.text).not.toMatch(new RegExp(`${canary}|root:x:0`));
      }
    }
    expect(await untouched()).toEqual([{ t: null, n: 1 }]);
  });

  it('is not kept busy longer than the time limit', async () => {
    const answer = await run('SELECT pg_sleep(60)');
    expect(answer.json.errors[0].message).toContain('3 seconds');
    const left =
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()";
    await expect.poll(async () => (await admin.query(left)).rows[0].n).toBe(0);
  });

  it('estimates the cost of a statement from its plan, without running it [API-003]', async () => {
    const answer = await running.admin.post('/api/v1/sqllab/estimate/', {
      database_id: id,
      schema: 'public',
      sql: 'SELECT * FROM fruits; SELECT pg_sleep(60) FROM fruits',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result).toEqual([
      { 'Start-up cost': '0.00', 'Total cost': expect.stringMatching(/^[\d.]+$/) },
      { 'Start-up cost': '0.00', 'Total cost': expect.stringMatching(/^[\d.]+$/) },
    ]);
    const write = { database_id: id, schema: 'public', sql: 'DELETE FROM fruits' };
    await running.admin.post('/api/v1/sqllab/estimate/', write);
    expect(await untouched()).toEqual([{ t: null, n: 1 }]);
  });
});
