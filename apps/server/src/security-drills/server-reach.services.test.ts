import { existsSync } from 'node:fs';
import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, type ServerAdmin } from '../engines/servers/server-fixture.ts';
import { describeServers } from '../engines/servers/tested-servers-fixture.ts';

const canary = 'CANARY-SRV-7714';
const schema = 'orchard';
const secrets = new RegExp(`${canary}|root:x:0`);

/** Ways out of a database for somebody who may do everything in Powerset, on a connection that may do everything there. */
describeServers('reach', 'a server of $name behind a connection that may do everything', (server) => {
  let running: InProcessApp;
  let admin: ServerAdmin;
  let id: number;
  let datasetId: number;
  const { sql } = server;

  beforeAll(async () => {
    admin = await server.admin(serviceUrl(server.service) ?? '');
    await admin.run(
      ...sql.makeSchema('vault'),
      'CREATE TABLE vault.secrets (secret varchar(40))',
      `INSERT INTO vault.secrets VALUES ('${canary}')`,
      ...sql.makeSchema(schema),
      `CREATE TABLE ${schema}.fruits AS SELECT 'apple' AS name, 1 AS n`,
      ...sql.makeTraps(schema),
    );
    const env = { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST', POWERSET_SQLLAB_TIMEOUT: '3' };
    running = await startInProcess({ env });
    const made = await running.admin.post('/api/v1/database/', {
      database_name: 'Orchard',
      sqlalchemy_uri: addressOf(server),
      extra: '{"cost_estimate_enabled": true}',
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
    const dataset = await running.admin.post('/api/v1/dataset/', { database: id, schema, table_name: 'fruits' });
    expect(dataset.status, dataset.text).toBe(201);
    datasetId = dataset.json.id;
  });
  afterAll(async () => {
    await admin.end();
    await running.stop();
  });

  const run = (text: string) => running.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema, sql: text });
  const untouched = async () => ({
    stolen: await admin.run(`SELECT count(*) FROM information_schema.tables WHERE table_name = 'stolen'`),
    fruits: await admin.run(`SELECT name, n FROM ${schema}.fruits`),
    file: existsSync('/tmp/powerset-drill'),
  });
  const asBefore = async () => {
    const { stolen, fruits, file } = await untouched();
    expect([Number(stolen[0]?.[0]), fruits.map((row) => row.map(String)), file]).toEqual([0, [['apple', '1']], false]);
  };

  it.each(server.attacks)('reads no file, runs no program, changes nothing: %s', async (text) => {
    const answer = await run(text);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toMatch(secrets);
    await asBefore();
    // Queries have seconds here: where the machine is slow one more is asked.
    await expect
      .poll(async () => (await run('SELECT n FROM fruits')).json.data, { timeout: 30_000 })
      .toEqual([{ n: 1 }]);
  });

  it.each(server.harmless)('takes for a text what only looks like an attack: %s', async (text) => {
    const answer = await run(text);
    expect(answer.status, answer.text).toBe(200);
    await asBefore();
  });

  it('lets no fragment of a chart out of its dataset', async () => {
    const fragments = [
      '(SELECT max(secret) FROM vault.secrets)',
      'drill_reads()',
      'name) FROM fruits; DELETE FROM fruits; SELECT max(name',
      ...server.attacks.filter((text) => /^SELECT [^@\s]+\(/.test(text)).map((text) => text.replace('SELECT ', '')),
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
        expect(answer.text).not.toMatch(secrets);
      }
    }
    await asBefore();
  });

  it('asks permission for functions that people made as for tables, wherever a statement reads', async () => {
    const engine = await running.app.services.engines.get(id, null);
    const tablesOf = async (text: string) => (await engine.analyse(text, { schema })).flatMap(({ tables }) => tables);
    expect(await tablesOf('SELECT drill_reads(), lower(name) FROM fruits')).toContainEqual(
      expect.objectContaining({ schema, table: 'drill_reads' }),
    );
    expect(await tablesOf('SELECT * FROM (SELECT 1 AS a) t WHERE a IN (SELECT 1 FROM vault.secrets)')).toEqual([
      { schema: 'vault', table: 'secrets' },
    ]);
  });

  it('is not kept busy longer than the time limit', async () => {
    const text = sql.sleep(62);
    const answer = await run(text);
    expect(answer.json.errors[0].message).toContain('3 seconds');
    await expect.poll(async () => Number((await admin.run(sql.countRunning(text.slice(7))))[0]?.[0])).toBe(0);
  });

  it('estimates the cost of a statement from its plan, without running it [API-003]', async () => {
    const ask = (text: string) =>
      running.admin.post('/api/v1/sqllab/estimate/', { database_id: id, schema, sql: text });
    const answer = await ask(`SELECT * FROM fruits; ${sql.sleep(60)} FROM fruits`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result).toHaveLength(2);
    for (const figures of answer.json.result)
      for (const figure of Object.values(figures)) expect(figure).toMatch(/^[\d.]+$/);
    await ask('DELETE FROM fruits');
    await asBefore();
  });

  it('shows the plan of a statement, step by step', async () => {
    const plan = { database_id: id, schema, sql: 'SELECT name, count(*) FROM fruits GROUP BY name ORDER BY 2' };
    const planned = await running.admin.post('/api/v1/sqllab/explain/', plan);
    expect(planned.status, planned.text).toBe(200);
    expect(planned.json.result.steps.length).toBeGreaterThan(1);
    expect(JSON.stringify(planned.json.result.steps)).toContain('fruits');
    const measured = await running.admin.post('/api/v1/sqllab/explain/', { ...plan, analyze: true });
    expect(measured.status, measured.text).toBe(200);
    expect(measured.json.result.steps.some((step: { rows: number | null }) => step.rows === 1)).toBe(true);
  });
});
