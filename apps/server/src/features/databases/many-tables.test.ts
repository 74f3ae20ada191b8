import { type ApiClient, leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let database: number;
let reader: ApiClient;
const count = 5000;
/** That somebody may read who may not read the schema. */
const readable = 3000;
/** Of the asking and the server together, as both are this process, on a machine with other things to do. */
const boundMs = 20;
const dates = { created_on: '2026-01-01T00:00:00.000Z', changed_on: '2026-01-01T00:00:00.000Z' };

beforeAll(async () => {
  running = await startInProcess();
  database = (await running.admin.get('/api/v1/database/')).json.ids[0];
  const engine = await running.app.services.engines.getEmbedded(database);
  const names = Array.from({ length: count }, (_none, at) => `table_${String(at).padStart(4, '0')}`);
  await engine.runTrusted(`CREATE SCHEMA many; ${names.map((name) => `CREATE TABLE many.${name} (id INT)`).join(';')}`);
  reader = await running.signInAs('reader', ['Gamma']);
  const granted = await makeDatasets(names.slice(0, readable));
  await grant(granted);
}, 120_000);
afterAll(() => running.stop());

async function makeDatasets(names: readonly string[]): Promise<readonly string[]> {
  const { store } = running.app.services;
  const views: string[] = [];
  for (let at = 0; at < names.length; at += 500) {
    const values = names.slice(at, at + 500).map((name) => ({
      uuid: crypto.randomUUID(),
      database_id: database,
      schema: 'many',
      table_name: name,
      ...dates,
    }));
    const made = await store.insertInto('datasets').values(values).returning(['id', 'table_name']).execute();
    views.push(...made.map(({ id, table_name: name }) => `[Powerset].[${name}](id:${id})`));
  }
  return views;
}

async function grant(views: readonly string[]): Promise<void> {
  const { store, accounts } = running.app.services;
  const role = await store.insertInto('roles').values({ name: 'Many' }).returning('id').executeTakeFirstOrThrow();
  const toRow = (view: string) => ({ role_id: role.id, permission: 'datasource_access', view });
  for (let at = 0; at < views.length; at += 500)
    await store
      .insertInto('role_permissions')
      .values(views.slice(at, at + 500).map(toRow))
      .execute();
  const user = await store.selectFrom('users').select('id').where('username', '=', 'reader').executeTakeFirstOrThrow();
  await store.insertInto('user_roles').values({ user_id: user.id, role_id: role.id }).execute();
  accounts.forget();
}

const list = (client: ApiClient, more: string) =>
  client.get(`/api/v1/database/${database}/tables/?q=(schema_name:many${more})`);

it('of a schema, those that begin with what is searched for come before others that hold it', async () => {
  const engine = await running.app.services.engines.getEmbedded(database);
  await engine.runTrusted('CREATE TABLE many."a table_49" (id INT)');
  const found = (await list(running.admin, ',search:TABLE_49,page:0,page_size:200')).json;
  expect(found.result.map(({ value }: { value: string }) => value).slice(-2)).toEqual(['table_4999', 'a table_49']);
  expect(found.count).toBe(101);
  await engine.runTrusted('DROP TABLE many."a table_49"');
  expect((await list(running.admin, ',search:table_49')).json.count).toBe(100);
});

it('of a schema with thousands of tables each reads those that are open to them, and nobody waits meanwhile', async () => {
  const [all, own] = [(await list(running.admin, '')).json, (await list(reader, '')).json];
  expect([all.count, all.result.length]).toEqual([count, count]);
  expect([own.count, own.result.at(-1).value]).toEqual([readable, 'table_2999']);
  const slow: string[] = [];
  for (const [who, client] of Object.entries({ administrator: running.admin, reader }))
    for (const more of ['', ',page:3,page_size:200', ',search:_49,page:0,page_size:200']) {
      const startedAt = performance.now();
      const ms = await leastOfRounds(boundMs, () => longestTurnMs(list(client, more)));
      if (process.env.TELL_TURNS) console.info(who, more, ms.toFixed(1), (performance.now() - startedAt).toFixed(0));
      if (ms >= boundMs) slow.push(`${who}${more}: ${Math.round(ms)} ms`);
    }
  expect(slow).toEqual([]);
}, 60_000);
