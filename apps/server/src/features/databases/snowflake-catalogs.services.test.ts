import { type ApiAnswer, serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakesnowServer } from '../../engines/snowflake/server-fixture.ts';

const url = serviceUrl('fakesnow');

describe.skipIf(!url)('an account of Snowflake with two databases, as fakesnow runs it', () => {
  let started: InProcessApp;
  let id: number;
  const own = 'powerset';
  const run = (sql: string, place: object = {}, client = started.admin) =>
    client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'docks', sql, ...place });
  const rowsOf = ({ status, json, text }: ApiAnswer): unknown => {
    expect(status, text).toBe(200);
    return json.data.map((row: object) => Object.values(row)[0]);
  };

  beforeAll(async () => {
    const admin = await fakesnowServer.admin(url ?? '');
    await admin.run('CREATE DATABASE IF NOT EXISTS second');
    for (const database of [own, 'second'])
      await admin.run(
        `DROP SCHEMA IF EXISTS ${database}.docks CASCADE`,
        `CREATE SCHEMA ${database}.docks`,
        `CREATE TABLE ${database}.docks.tides AS SELECT 'TIDE-OF-${database}' AS origin`,
      );
    await admin.run('CREATE TABLE second.docks.reefs (depth NUMBER(38,0))');
    await admin.end();
    started = await startInProcess({});
    const made = await started.admin.post('/api/v1/database/', {
      ...{ database_name: 'Harbour', sqlalchemy_uri: fakesnowServer.uriOf(url ?? ''), expose_in_sqllab: true },
      extra: JSON.stringify({ allow_multi_catalog: true }),
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 120_000);
  afterAll(() => started.stop());

  it('lists and reads what lies in each', async () => {
    const base = `/api/v1/database/${id}`;
    const list = async (path: string) => (await started.admin.get(base + path)).json.result;
    expect(await list('/catalogs/')).toEqual(expect.arrayContaining([own, 'second']));
    const tables = await list('/tables/?q=(catalog_name:second,schema_name:docks)');
    expect(tables.map(({ value }: { value: string }) => value)).toEqual(['reefs', 'tides']);
    const described = await started.admin.get(`${base}/table_metadata/?name=reefs&schema=docks&catalog=second`);
    expect(described.json.columns).toMatchObject([{ name: 'DEPTH', type: 'NUMBER' }]);
    expect(rowsOf(await run('SELECT origin FROM tides'))).toEqual([`TIDE-OF-${own}`]);
    expect(rowsOf(await run('SELECT origin FROM tides', { catalog: 'second' }))).toEqual(['TIDE-OF-second']);
    expect(rowsOf(await run('SELECT origin FROM docks.tides', { catalog: 'second' }))).toEqual(['TIDE-OF-second']);
    expect(rowsOf(await run('SELECT origin FROM SECOND.docks.tides'))).toEqual(['TIDE-OF-second']);
  });

  it('opens a schema of one to who may read it, and never its namesake', async () => {
    const { store, accounts } = started.app.services;
    const role = { name: 'Sailor' };
    const { id: role_id } = await store.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
    const pair = { role_id, permission: 'schema_access', view: '[Harbour].[second].[docks]' };
    await store.insertInto('role_permissions').values(pair).execute();
    accounts.forget();
    const person = await started.signInAs('sailor', ['Gamma', 'sql_lab', role.name]);
    expect(rowsOf(await run('SELECT origin FROM tides', { catalog: 'second' }, person))).toEqual(['TIDE-OF-second']);
    for (const sql of ['SELECT origin FROM tides', `SELECT origin FROM ${own}.docks.tides`]) {
      const answer = await run(sql, {}, person);
      expect([sql, answer.status, answer.text.includes('TIDE-OF')]).toEqual([sql, 403, false]);
    }
  });
});
