import type { ApiClient } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole, type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld();
});
afterAll(() => world.running.stop());

const readsDataset = async (client: ApiClient, id: number) => (await client.get(`/api/v1/dataset/${id}`)).status;
const reads = async (client: ApiClient, sql: string) =>
  (await client.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql })).status;
const grantsOf = async (role: string) => {
  const rows = await world.running.app.services.store
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .select(['permission', 'view'])
    .where('roles.name', '=', role)
    .where('permission', 'like', '%_access')
    .execute();
  return rows.map(({ permission, view }) => `${permission} ${view}`).sort();
};

describe('grants on data', () => {
  it('follow the new name of a database, a dataset and what is under them', async () => {
    const { admin, databaseId, openDataset, secretDataset, mallory, schemer } = world;
    await addRole(world.running, 'Whole', [['database_access', `[Powerset].(id:${databaseId})`]]);
    const whole = await world.running.signInAs('whole', ['Gamma', 'sql_lab', 'Whole']);
    const rename = await admin.put(`/api/v1/database/${databaseId}`, { database_name: "It's [new] 100%" });
    expect(rename.status).toBe(200);
    expect(await readsDataset(mallory, openDataset)).toBe(200);
    expect(await readsDataset(mallory, secretDataset)).toBe(404);
    expect(await reads(schemer, 'SELECT * FROM open.items')).toBe(200);
    expect(await reads(schemer, 'SELECT * FROM sales')).toBe(403);
    expect(await readsDataset(whole, secretDataset)).toBe(200);
    expect(await grantsOf('Mallory')).toEqual([`datasource_access [It's [new] 100%].[sales](id:${openDataset})`]);
    expect(await grantsOf('Schemer')).toEqual(["schema_access [It's [new] 100%].[open]"]);
    await admin.put(`/api/v1/database/${databaseId}`, { database_name: 'Powerset' });
    expect(await readsDataset(mallory, openDataset)).toBe(200);
    expect(await grantsOf('Whole')).toEqual([`database_access [Powerset].(id:${databaseId})`]);
  });

  it('on a dataset follow its new name', async () => {
    const { admin, databaseId, mallory } = world;
    const sql = 'SELECT 1 AS one';
    const made = await admin.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'v1', sql });
    const { id } = made.json;
    await addRole(world.running, 'One', [['datasource_access', `[Powerset].[v1](id:${id})`]]);
    const one = await world.running.signInAs('one', ['Gamma', 'One']);
    expect(await readsDataset(one, id)).toBe(200);
    expect((await admin.put(`/api/v1/dataset/${id}`, { table_name: 'v2' })).status).toBe(200);
    expect(await readsDataset(one, id)).toBe(200);
    expect(await readsDataset(mallory, id)).toBe(404);
    expect(await grantsOf('One')).toEqual([`datasource_access [Powerset].[v2](id:${id})`]);
    await admin.send('DELETE', `/api/v1/dataset/${id}`);
    expect(await grantsOf('One')).toEqual([]);
  });

  it('end with the database, so that the next one of its name is not open to who read the first', async () => {
    const { admin, running } = world;
    const make = (file: string) =>
      admin.post('/api/v1/database/', { database_name: 'Passing', sqlalchemy_uri: `duckdb:///${file}` });
    const first = await make('passing-one.duckdb');
    expect([first.status, first.text]).toEqual([201, expect.any(String)]);
    await addRole(running, 'Past', [
      ['schema_access', '[Passing].[main]'],
      ['database_access', `[Passing].(id:${first.json.id})`],
    ]);
    const past = await running.signInAs('past', ['Gamma', 'sql_lab', 'Past']);
    expect((await past.get(`/api/v1/database/${first.json.id}`)).status).toBe(200);
    expect((await admin.send('DELETE', `/api/v1/database/${first.json.id}`)).status).toBe(200);
    const second = await make('passing-two.duckdb');
    expect((await past.get(`/api/v1/database/${second.json.id}`)).status).toBe(404);
    expect(await grantsOf('Past')).toEqual([]);
  });
});
