import { dialectByName } from '@powerset/sql';
import { freePort, serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDatabaseKind } from '../../engines/kinds.ts';
import { addressOf } from '../../engines/servers/server-fixture.ts';
import { describeServers } from '../../engines/servers/tested-servers-fixture.ts';

const schema = 'database_shop';

describeServers('databases', 'a database on a server of $name', (server) => {
  const address = new URL(addressOf(server) ?? '');
  const kind = findDatabaseKind(server.backend);
  const database = server.readersDatabase ?? schema;
  const parameters = { host: address.hostname, port: Number(address.port), database, username: 'keeper' };
  const withPassword = { ...parameters, password: 'p@ss:w/ör%d' };
  const form = { engine: server.backend, configuration_method: 'dynamic_form', driver: kind?.driver };
  let started: InProcessApp;
  let id: number;

  beforeAll(async () => {
    const admin = await server.admin(serviceUrl(server.service) ?? '');
    const { sql } = server;
    await admin.run(
      ...sql.makeSchema(schema),
      `CREATE TABLE ${schema}.fruit (name ${sql.types.text}, day ${sql.types.day}, price ${sql.types.decimal})`,
      `INSERT INTO ${schema}.fruit SELECT CASE i % 3 WHEN 0 THEN 'apple' WHEN 1 THEN 'pear' ELSE 'plum' END,
         CAST(${sql.hoursLater('24 * (i % 60)')} AS date), i FROM ${sql.series(300)}`,
      ...sql.makeUser('keeper', withPassword.password, schema),
      `GRANT INSERT, DELETE ON ${schema}.fruit TO ${sql.account('keeper')}`,
    );
    await admin.end();
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...form,
      database_name: 'Shop',
      parameters: withPassword,
      allow_run_async: true,
      expose_in_sqllab: true,
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
    expect(made.text).not.toContain('p@ss');
  });
  afterAll(() => started.stop());

  it('never shows its password, not even to those who may change it [API-075]', async () => {
    const shown = await started.admin.get(`/api/v1/database/${id}/connection`);
    expect(shown.json.result).toMatchObject({
      backend: server.backend,
      sqlalchemy_uri: `${server.backend}://keeper:XXXXXXXXXX@${address.host}/${database}`,
      parameters: { ...parameters, password: 'XXXXXXXXXX', encryption: false },
      parameters_schema: { required: ['host', 'port', 'database', 'username'] },
    });
    for (const path of ['', `${id}`, `${id}/connection`])
      expect((await started.admin.get(`/api/v1/database/${path}`)).text).not.toContain('p@ss');
  });

  it('keeps its password when a form sends the mask back, unless it would go elsewhere', async () => {
    const masked = { ...form, parameters: { ...parameters, password: 'XXXXXXXXXX' } };
    const kept = await started.admin.put(`/api/v1/database/${id}`, { ...masked, database_name: 'Shop two' });
    expect(kept.status, kept.text).toBe(200);
    expect((await started.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toContain(schema);
    const test = { ...masked, database_name: 'Shop two' };
    expect((await started.admin.post('/api/v1/database/test_connection/', test)).json).toEqual({ message: 'OK' });
    const moved = await started.admin.put(`/api/v1/database/${id}`, {
      ...form,
      parameters: { ...masked.parameters, host: '127.0.0.2' },
    });
    expect([moved.status, moved.json.message]).toEqual([
      422,
      { password: ['The host, port or user has changed. Enter the password again.'] },
    ]);
    await started.admin.put(`/api/v1/database/${id}`, { database_name: 'Shop' });
  });

  it.each([
    ['an unknown host', { host: 'nowhere.invalid' }, 'CONNECTION_INVALID_HOSTNAME_ERROR', ['host']],
    ['the address of cloud metadata', { host: '169.254.169.254' }, 'CONNECTION_INVALID_HOSTNAME_ERROR', ['host']],
    ['a port that is none', { port: 70000 }, 'CONNECTION_INVALID_PORT_ERROR', ['port']],
  ] as const)('has %s named at its field [DBC-004] [API-084]', async (_name, change, type, invalid) => {
    const body = { ...form, database_name: 'New', parameters: { ...withPassword, ...change } };
    const answer = await started.admin.post('/api/v1/database/validate_parameters/', body);
    expect([answer.status, answer.json.errors[0].error_type, answer.json.errors[0].extra.invalid]).toEqual([
      422,
      type,
      invalid,
    ]);
  });

  it('has another database named at its field [DBC-004]', async () => {
    const body = { ...form, database_name: 'New', parameters: { ...withPassword, database: 'nowhere' } };
    const answer = await started.admin.post('/api/v1/database/validate_parameters/', body);
    const [{ error_type: type, extra }] = answer.json.errors;
    // Some servers tell nobody whether there is such a database who may not open it.
    const fields = new Map([
      ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
      ['CONNECTION_ACCESS_DENIED_ERROR', ['database', 'username']],
    ]);
    expect([...fields.keys()]).toContain(type);
    expect([answer.status, extra.invalid]).toEqual([400, fields.get(type)]);
  });

  it('has missing fields named, and is saved only when it answers [DBC-005]', async () => {
    const none = await started.admin.post('/api/v1/database/validate_parameters/', { ...form, parameters: {} });
    expect(none.json.errors[0].extra.missing).toEqual(['database_name', 'host', 'port', 'database', 'username']);
    const closed = { ...form, database_name: 'Closed', parameters: { ...parameters, port: await freePort() } };
    const refused = await started.admin.post('/api/v1/database/', closed);
    expect([refused.status, refused.json.errors[0].error_type]).toEqual([400, 'CONNECTION_PORT_CLOSED_ERROR']);
    const tested = await started.admin.post('/api/v1/database/test_connection/', closed);
    expect(tested.json.errors[0].message).toContain('refused the connection');
  });

  it('runs the SQL editor and charts', async () => {
    const run = await started.admin.post('/api/v1/sqllab/execute/', {
      database_id: id,
      schema,
      client_id: 'run-1',
      sql: 'SELECT name, sum(price) AS total FROM fruit GROUP BY name ORDER BY name',
    });
    expect(run.status, run.text).toBe(200);
    expect(run.json.data).toEqual([
      { name: 'apple', total: 15150 },
      { name: 'pear', total: 14950 },
      { name: 'plum', total: 15050 },
    ]);
    const dataset = await started.admin.post('/api/v1/dataset/', {
      database: id,
      schema,
      table_name: 'fruit',
    });
    expect(dataset.status, dataset.text).toBe(201);
    const chart = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [
        {
          columns: [
            { timeGrain: 'P1M', columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', expressionType: 'SQL' },
          ],
          metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'total' }],
          filters: [{ col: 'name', op: 'IN', val: ['apple', 'pear'] }],
          orderby: [['total', true]],
          row_limit: 10,
        },
      ],
      result_format: 'json',
      result_type: 'full',
    });
    expect(chart.status, chart.text).toBe(200);
    expect(chart.json.result[0].data).toHaveLength(2);
    const grain = dialectByName(kind?.backend ?? '').timeGrains.P1M?.split('{col}')[0];
    expect(chart.json.result[0].query).toContain(grain);
  });

  it('keeps and shows the rows that a write returns', async () => {
    const path = `/api/v1/database/${id}`;
    await started.admin.put(path, { allow_dml: true });
    const run = (sql: string) => started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema, sql });
    const added = await run(
      "INSERT INTO fruit VALUES ('fig', date '2024-02-29', 12345678.10) RETURNING *, 5e-1 AS half",
    );
    const gone = await run("DELETE FROM fruit WHERE name = 'fig' RETURNING price");
    await started.admin.put(path, { allow_dml: false });
    expect(added.status, added.text).toBe(200);
    expect(added.text).toContain('[{"name":"fig","day":"2024-02-29","price":12345678.10,"half":0.5}]');
    expect(gone.json).toMatchObject({ rowcount: 1, query: { resultsKey: expect.any(String) } });
  });

  it('does not run what reaches outside the database, or what changes it where that is off', async () => {
    const run = (sql: string) => started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema, sql });
    for (const attack of server.attacks.slice(0, 3)) expect((await run(attack)).status).toBeGreaterThanOrEqual(400);
    const change = await run('DELETE FROM fruit');
    expect([change.status, change.json.errors[0].error_type]).toEqual([403, 'DML_NOT_ALLOWED_ERROR']);
  });

  it('takes no files', async () => {
    const answer = await started.admin.put(`/api/v1/database/${id}`, { allow_file_upload: true });
    expect([answer.status, Object.keys(answer.json.message)]).toEqual([422, ['allow_file_upload']]);
  });

  it('offers its functions and finds mistakes', async () => {
    const { json } = await started.admin.get(`/api/v1/database/${id}/function_names/`);
    expect(json.function_names).toContain('round');
    const found = await started.admin.post(`/api/v1/database/${id}/validate_sql/`, {
      schema,
      sql: 'SELECT nme FROM fruit',
    });
    expect(found.json.result).toMatchObject([{ line_number: 1, start_column: 8 }]);
  });
});
