import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
}, 60_000);
afterAll(() => running.stop());

it('a table under a row rule is read by no text of those whom it binds where the installation asks for that', async () => {
  const { store, engines, config } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    "create table main.places as select 'north' as region; create table main.free as select 1 as n",
  );
  const made = async (path: string, body: object) => {
    const { status, text, json } = await running.admin.post(path, body);
    expect(status, text).toBe(201);
    return json.id;
  };
  const dataset = { database: databaseId, schema: 'main', table_name: 'places' };
  const datasetId = await made('/api/v1/dataset/', dataset);
  const roles = (await running.admin.get('/api/v1/security/roles/')).json.result;
  const { id: roleId } = roles.find(({ name }: { name: string }) => name === 'Alpha');
  const rule = {
    name: 'North',
    filter_type: 'Regular',
    tables: [datasetId],
    roles: [roleId],
    clause: "region = 'south'",
  };
  await made('/api/v1/rowlevelsecurity/', rule);
  const bound = await running.signInAs('bound', ['Alpha', 'sql_lab']);
  const free = await running.signInAs('unbound', ['sql_lab', 'Admin']);

  const statuses = async (sql: string, client = bound) => {
    const body = { database_id: databaseId, schema: 'main', sql };
    const answers = [
      await client.post('/api/v1/sqllab/execute/', { ...body, client_id: Math.random().toString(36).slice(2, 10) }),
      await client.post('/api/v1/sqllab/preview/', body),
      await client.post('/api/v1/sqllab/explain/', body),
      await client.post('/api/v1/sqllab/estimate/', body),
    ];
    return answers.map(({ status }) => status);
  };
  const profile = (table: string, column: string) =>
    bound.get(
      `/api/v1/sqllab/column_profile?${new URLSearchParams({ database_id: String(databaseId), schema: 'main', table, column })}`,
    );
  expect(await statuses('select * from places')).toEqual([200, 200, 200, 200]);

  Object.assign(config.featureFlags, { RLS_IN_SQLLAB: true });
  for (const name of ['places', 'main.places', '"PLACES"'])
    expect(await statuses(`with a as (select 1) select * from a, ${name}`)).toEqual([403, 403, 403, 403]);
  expect((await profile('places', 'region')).status).toBe(403);
  expect((await profile('free', 'n')).status).toBe(200);
  expect(await statuses('select * from free')).toEqual([200, 200, 200, 200]);
  expect(await statuses('select * from places', free)).toEqual([200, 200, 200, 200]);
});
