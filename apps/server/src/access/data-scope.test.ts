import { grantDataset, makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

it('follows grants, owners and datasets that come and go from one request to the next', async () => {
  const { store, accounts } = running.app.services;
  const reader = await running.signInAs('reader', ['Gamma']);
  const seen = async () =>
    (await reader.get('/api/v1/dataset/')).json.result.map((row: { table_name: string }) => row.table_name).sort();
  expect(await seen()).toEqual([]);
  const granted = await makeDataset(running, 'granted');
  expect(await seen()).toEqual([]);
  await grantDataset(running, 'Gamma', granted);
  expect(await seen()).toEqual(['granted']);
  const own = await makeDataset(running, 'own');
  const { id } = await store
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'reader')
    .executeTakeFirstOrThrow();
  await store.insertInto('owners').values({ object_type: 'dataset', object_id: own.datasetId, user_id: id }).execute();
  expect(await seen()).toEqual(['granted', 'own']);
  await store.deleteFrom('role_permissions').where('view', 'like', '%granted%').execute();
  accounts.forget();
  expect(await seen()).toEqual(['own']);
  await store.deleteFrom('datasets').where('id', '=', own.datasetId).execute();
  expect(await seen()).toEqual([]);
});

it('lists for readers of more datasets than a statement takes parameters', async () => {
  const { store, accounts } = running.app.services;
  const { databaseId } = await makeDataset(running, 'many');
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 33000)
    insert into datasets (uuid, database_id, schema, table_name, created_on, changed_on)
    select 'many ' || n, ${databaseId}, 'main', 'many ' || n, '2026-01-01', '2026-01-01' from numbers`.execute(store);
  const role = await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
  await store
    .insertInto('role_permissions')
    .values({ role_id: role.id, permission: 'schema_access', view: '[many database].[main]' })
    .execute();
  accounts.forget();
  const reader = await running.signInAs('reader_of_many', ['Gamma']);
  for (const list of ['dataset', 'chart', 'dashboard']) {
    const answer = await reader.get(`/api/v1/${list}/`);
    expect([list, answer.status]).toEqual([list, 200]);
  }
  expect((await reader.get('/api/v1/dataset/')).json.count).toBe(33_001);
});
