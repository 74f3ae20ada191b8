import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell, trinoServers } from '../../engines/trino/server-fixture.ts';

/** A table of one name in both, and one that only the other catalog has; each row tells where it was read. */
const setup = (own: string) => [
  ...[own, 'second'].flatMap((catalog) => [
    `DROP TABLE IF EXISTS ${catalog}."default".tides`,
    `CREATE TABLE ${catalog}."default".tides AS SELECT 'TIDE-OF-${catalog}' AS origin`,
  ]),
  'DROP TABLE IF EXISTS second."default".reefs',
  'CREATE TABLE second."default".reefs AS SELECT 1 AS depth, DATE \'2024-01-01\' AS day',
];

for (const { name, url } of trinoServers)
  describe.skipIf(url === '')(`a server of ${name} with two catalogs`, () => {
    let started: InProcessApp;
    let id: number;
    let own: string;
    let people = 0;
    const run = (sql: string, place: object = {}, client = started.admin) =>
      client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'default', sql, ...place });
    const rowsOf = ({ status, json, text }: ApiAnswer): unknown => {
      expect(status, text).toBe(200);
      return json.data.map((row: object) => Object.values(row)[0]);
    };
    const personWith = async (permission: string, view: string): Promise<ApiClient> => {
      people += 1;
      const { store, accounts } = started.app.services;
      const role = { name: `Sailor ${people}` };
      const { id: role_id } = await store.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
      await store.insertInto('role_permissions').values({ role_id, permission, view }).execute();
      accounts.forget();
      return started.signInAs(`sailor_${people}`, ['Gamma', 'sql_lab', role.name]);
    };

    beforeAll(async () => {
      own = new URL(url).pathname.split('/')[1] ?? '';
      for (const sql of setup(own)) await tell(url, sql);
      started = await startInProcess({ env: { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST' } });
      const made = await started.admin.post('/api/v1/database/', {
        ...{ database_name: 'Lake', sqlalchemy_uri: `${url}/default`, expose_in_sqllab: true },
        extra: JSON.stringify({ allow_multi_catalog: true }),
      });
      expect(made.status, made.text).toBe(201);
      id = made.json.id;
    }, 120_000);
    afterAll(() => started.stop());

    it('lists and describes what lies in the other one', async () => {
      const base = `/api/v1/database/${id}`;
      const list = async (path: string, client = started.admin) => (await client.get(base + path)).json.result;
      const catalogs = await list('/catalogs/');
      expect(catalogs).toEqual(expect.arrayContaining([own, 'second']));
      expect(catalogs).not.toContain('system');
      expect(await list('/schemas/?q=(catalog_name:second)')).toEqual(['default']);
      const tables = await list('/tables/?q=(catalog_name:second,schema_name:default)');
      const names = tables.map(({ value }: { value: string }) => value);
      expect(names).toEqual(expect.arrayContaining(['reefs', 'tides']));
      const ofOwn = await list('/tables/?q=(schema_name:default)');
      expect(ofOwn.map(({ value }: { value: string }) => value)).not.toContain('reefs');
      const found = await list('/search/?q=(text:reef,catalog_name:second)');
      expect(found).toMatchObject([{ schema: 'default', table: 'reefs' }]);
      const place = 'name=reefs&schema=default&catalog=second';
      const described = (await started.admin.get(`${base}/table_metadata/?${place}`)).json;
      expect(described.columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
        ['depth', 'integer'],
        ['day', 'date'],
      ]);
      expect(rowsOf(await run(described.selectStar))).toEqual([1]);
    });

    it('is read in the catalog that is chosen, or that the text names, by the editor and by a chart', async () => {
      expect(rowsOf(await run('SELECT origin FROM tides'))).toEqual([`TIDE-OF-${own}`]);
      expect(rowsOf(await run('SELECT origin FROM tides', { catalog: 'second' }))).toEqual(['TIDE-OF-second']);
      expect(rowsOf(await run('SELECT origin FROM second."default".tides'))).toEqual(['TIDE-OF-second']);
      expect(rowsOf(await run('SELECT origin FROM SECOND."default".Tides'))).toEqual(['TIDE-OF-second']);
      const back = `SELECT origin FROM ${own}."default".tides`;
      expect(rowsOf(await run(back, { catalog: 'second' }))).toEqual([`TIDE-OF-${own}`]);
      for (const catalog of [own, 'second']) {
        const table = { database: id, catalog, schema: 'default', table_name: 'tides' };
        const made = await started.admin.post('/api/v1/dataset/', table);
        expect(made.status, made.text).toBe(201);
        const chart = await started.admin.post('/api/v1/chart/data', {
          datasource: { id: made.json.id, type: 'table' },
          queries: [{ columns: ['origin'], metrics: ['count'], row_limit: 10 }],
        });
        expect(chart.json.result?.[0]?.data, chart.text).toEqual([{ origin: `TIDE-OF-${catalog}`, count: 1 }]);
      }
    });

    it.each([
      ['its own', '[Lake].[default]', 'own'],
      ['the other', '[Lake].[second].[default]', 'second'],
    ] as const)(
      'opens a schema of %s catalog to who may read %s, and never the one of that name beside it',
      async (_which, view, which) => {
        const [mine, theirs] = which === 'own' ? [own, 'second'] : ['second', own];
        const person = await personWith('schema_access', view);
        const read = `SELECT origin FROM ${mine}."default".tides`;
        expect(rowsOf(await run(read, {}, person))).toEqual([`TIDE-OF-${mine}`]);
        expect(rowsOf(await run('SELECT origin FROM tides', { catalog: mine }, person))).toEqual([`TIDE-OF-${mine}`]);
        for (const [sql, place] of [
          [`SELECT origin FROM ${theirs}."default".tides`, {}],
          [`SELECT origin FROM ${theirs}."default".tides`, { catalog: mine }],
          [`SELECT origin FROM "${theirs.toUpperCase()}"."DEFAULT"."TIDES"`, {}],
          ['SELECT origin FROM tides', { catalog: theirs }],
          ['TABLE "default".tides', { catalog: theirs }],
          [`${read} UNION ALL SELECT origin FROM ${theirs}."default".tides`, {}],
          [`EXPLAIN ANALYZE SELECT origin FROM ${theirs}."default".tides`, {}],
          [`SELECT table_name FROM ${theirs}.information_schema.tables`, {}],
        ] as const) {
          const answer = await run(sql, place, person);
          expect([sql, answer.status], answer.text).toEqual([sql, 403]);
          expect(answer.text).not.toContain('TIDE-OF');
        }
        const base = `/api/v1/database/${id}`;
        const q = `(catalog_name:${theirs},schema_name:default)`;
        expect((await person.get(`${base}/tables/?q=${q}`)).json.result).toEqual([]);
        const described = `${base}/table_metadata/?name=tides&schema=default&catalog=${theirs}`;
        expect((await person.get(described)).status).toBeGreaterThanOrEqual(400);
        const body = { database_id: id, schema: 'default', sql: 'SELECT origin FROM tides', catalog: theirs };
        expect((await person.post('/api/v1/sqllab/estimate/', body)).status).toBe(403);
      },
    );
  });
