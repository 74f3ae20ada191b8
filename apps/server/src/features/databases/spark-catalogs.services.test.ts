import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, sparkUrl } from '../../engines/hive/server-fixture.ts';

/** A table of one name in both catalogs; each row tells where it was read. */
const setup = [
  'CREATE SCHEMA IF NOT EXISTS sea',
  'DROP TABLE IF EXISTS sea.tides',
  "CREATE TABLE sea.tides AS SELECT 'TIDE-OF-own' AS origin",
  'CREATE SCHEMA IF NOT EXISTS second.sea',
  'DROP TABLE IF EXISTS second.sea.tides',
  'CREATE TABLE second.sea.tides (origin string)',
  "INSERT INTO second.sea.tides VALUES ('TIDE-OF-second')",
];

describe.skipIf(sparkUrl === '')('a server of Spark with two catalogs', () => {
  let started: InProcessApp;
  let id: number;
  const run = (sql: string, place: object = {}, client = started.admin) =>
    client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'sea', sql, ...place });
  const rowsOf = ({ status, json, text }: ApiAnswer): unknown => {
    expect(status, text).toBe(200);
    return json.data.map((row: object) => Object.values(row)[0]);
  };
  const personWith = async (view: string): Promise<ApiClient> => {
    const { store } = started.app.services;
    const role = { name: view.replaceAll(/\W/g, '_') };
    const { id: role_id } = await store.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
    await store.insertInto('role_permissions').values({ role_id, permission: 'schema_access', view }).execute();
    return started.signInAs(`reader${role.name}`, ['Gamma', 'sql_lab', role.name]);
  };

  beforeAll(async () => {
    const session = await openSession();
    for (const sql of setup) await session.tell(sql);
    session.end();
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ database_name: 'Lake', sqlalchemy_uri: sparkUrl, expose_in_sqllab: true },
      extra: JSON.stringify({ allow_multi_catalog: true }),
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 240_000);
  afterAll(() => started.stop());

  it('lists and describes what lies in the other one', async () => {
    const base = `/api/v1/database/${id}`;
    const list = async (path: string) => (await started.admin.get(base + path)).json.result;
    expect(await list('/catalogs/')).toEqual(['default', 'second']);
    expect(await list('/schemas/?q=(catalog_name:second)')).toContain('sea');
    expect(await list('/tables/?q=(catalog_name:second,schema_name:sea)')).toMatchObject([{ value: 'tides' }]);
    const described = await started.admin.get(`${base}/table_metadata/?name=tides&schema=sea&catalog=second`);
    expect(described.json.columns.map(({ name }: { name: string }) => name)).toEqual(['origin']);
    expect(rowsOf(await run(described.json.selectStar, { catalog: 'second' }))).toEqual(['TIDE-OF-second']);
  }, 120_000);

  it('is read in the catalog that is chosen, or that a text names, and no schema is taken for a catalog', async () => {
    for (const [sql, place, origin] of [
      ['SELECT origin FROM tides', {}, 'own'],
      ['SELECT origin FROM tides', { catalog: 'second' }, 'second'],
      ['SELECT origin FROM sea.tides', { catalog: 'second' }, 'second'],
      ['SELECT sea.tides.origin FROM sea.tides', {}, 'own'],
      ['SELECT origin FROM second.sea.tides', {}, 'second'],
      ['SELECT origin FROM spark_catalog.sea.tides', { catalog: 'second' }, 'own'],
      ['SELECT origin FROM tides', { catalog: 'spark_catalog' }, 'own'],
      ['SELECT origin FROM tides', { catalog: 'default' }, 'own'],
    ] as const)
      expect([sql, place, rowsOf(await run(sql, place))]).toEqual([sql, place, [`TIDE-OF-${origin}`]]);
    expect((await run('SELECT origin FROM tides', { schema: 'second' })).status).toBeGreaterThanOrEqual(400);
    expect((await run('SELECT * FROM second.tides')).status).toBeGreaterThanOrEqual(400);
    expect(rowsOf(await run('SELECT origin FROM tides'))).toEqual(['TIDE-OF-own']);
  }, 120_000);

  it.each([
    ['own', '[Lake].[sea]', {}, { catalog: 'second' }],
    ['second', '[Lake].[second].[sea]', { catalog: 'second' }, {}],
  ] as const)(
    'opens a schema of %s to who may read %s, and never its namesake',
    async (mine, view, own, other) => {
      const person = await personWith(view);
      expect(rowsOf(await run('SELECT origin FROM tides', own, person))).toEqual([`TIDE-OF-${mine}`]);
      const path = mine === 'own' ? 'second' : 'spark_catalog';
      for (const sql of [
        'SELECT origin FROM tides',
        'SELECT origin FROM sea.tides',
        `SELECT origin FROM ${path}.sea.tides`,
      ]) {
        const answer = await run(sql, other, person);
        expect([sql, answer.status], answer.text).toEqual([sql, 403]);
      }
    },
    120_000,
  );
});
