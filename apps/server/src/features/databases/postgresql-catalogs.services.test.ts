import { type ApiAnswer, type ApiClient, serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const url = serviceUrl('postgresql') ?? '';
const [own, second] = ['catalogs_own', 'catalogs_Second'] as const;

const addressOf = (database: string) => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.toString();
};

async function tell(database: string, ...statements: readonly string[]) {
  const client = new Client({ connectionString: database === '' ? url : addressOf(database) });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A table, a view, a function and a type of one name in both databases; each row tells where it was read. */
const tables = (database: string) => [
  `CREATE TABLE tides AS SELECT 'TIDE-OF-${database}'::text AS origin`,
  'CREATE VIEW seen AS SELECT origin FROM tides',
  `CREATE FUNCTION whose() RETURNS text LANGUAGE sql AS $$ SELECT 'TIDE-OF-${database}'::text $$`,
];

describe.skipIf(url === '')('a server of PostgreSQL with two databases', () => {
  let started: InProcessApp;
  let id: number;
  let people = 0;
  const run = (sql: string, place: object = {}, client = started.admin) =>
    client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'public', sql, ...place });
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
    for (const name of [own, second])
      await tell('', `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`, `CREATE DATABASE "${name}"`);
    await tell(own, ...tables(own));
    await tell(second, 'CREATE TYPE before AS (a int)', ...tables(second), 'CREATE TABLE reefs (depth int, day date)');
    started = await startInProcess({ env: { POWERSET_FEATURES: 'ESTIMATE_QUERY_COST,RLS_IN_SQLLAB' } });
    const made = await started.admin.post('/api/v1/database/', {
      ...{ database_name: 'Harbour', sqlalchemy_uri: addressOf(own), expose_in_sqllab: true, allow_dml: true },
      extra: JSON.stringify({ allow_multi_catalog: true }),
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 120_000);
  afterAll(async () => {
    await started.stop();
    for (const name of [own, second]) await tell('', `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });

  it('lists and describes what lies in the other one', async () => {
    const base = `/api/v1/database/${id}`;
    const list = async (path: string) => (await started.admin.get(base + path)).json.result;
    const catalogs = await list('/catalogs/');
    expect(catalogs).toEqual(expect.arrayContaining([own, second]));
    expect(catalogs).not.toContain('template0');
    const tablesOf = async (catalog: string) =>
      (await list(`/tables/?q=(catalog_name:${catalog},schema_name:public)`)).map(
        ({ value }: { value: string }) => value,
      );
    expect(await tablesOf(second)).toEqual(['reefs', 'seen', 'tides']);
    expect(await tablesOf(own)).toEqual(['seen', 'tides']);
    expect(await list(`/search/?q=(text:reef,catalog_name:${second})`)).toMatchObject([{ table: 'reefs' }]);
    const { json } = await started.admin.get(`${base}/table_metadata/?name=tides&schema=public&catalog=${second}`);
    expect(json.columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ['origin', 'text'],
    ]);
    expect(rowsOf(await run(json.selectStar, { catalog: second }))).toEqual([`TIDE-OF-${second}`]);
  });

  it('is read in the database that is chosen, by the editor and by a chart', async () => {
    for (const catalog of [own, second]) {
      for (const sql of [
        'SELECT origin FROM tides',
        'SELECT origin FROM public.seen',
        `SELECT origin FROM "${catalog}".public.tides`,
        'SELECT whose()',
      ])
        expect([sql, rowsOf(await run(sql, { catalog }))]).toEqual([sql, [`TIDE-OF-${catalog}`]]);
      const table = { database: id, catalog, schema: 'public', table_name: 'tides' };
      const made = await started.admin.post('/api/v1/dataset/', table);
      expect(made.status, made.text).toBe(201);
      const chart = await started.admin.post('/api/v1/chart/data', {
        datasource: { id: made.json.id, type: 'table' },
        queries: [{ columns: ['origin'], metrics: ['count'], row_limit: 10 }],
      });
      expect(chart.json.result?.[0]?.data, chart.text).toEqual([{ origin: `TIDE-OF-${catalog}`, count: 1 }]);
    }
    const across = await run(`SELECT origin FROM "${second}".public.tides`);
    expect([across.status >= 400, across.text]).toEqual([true, expect.stringContaining('of another database')]);
    expect((await run('SELECT 1', { catalog: 'catalogs_none' })).text).toContain('catalogs_none');
  });

  it('is written where it is chosen, and nowhere else', async () => {
    expect((await run('CREATE TABLE kept AS SELECT 1 AS n', { catalog: second })).status).toBe(200);
    expect(rowsOf(await run('SELECT n FROM kept', { catalog: second }))).toEqual([1]);
    expect((await run('SELECT n FROM kept')).text).toContain('TABLE_DOES_NOT_EXIST_ERROR');
  });

  it.each([
    ['its own', '[Harbour].[public]', own, second],
    ['the other', `[Harbour].[${second}].[public]`, second, own],
  ] as const)('opens a schema of %s to who may read %s, and never its namesake', async (_which, view, mine, theirs) => {
    const person = await personWith('schema_access', view);
    expect(rowsOf(await run('SELECT origin FROM tides', { catalog: mine }, person))).toEqual([`TIDE-OF-${mine}`]);
    expect(rowsOf(await run('SELECT whose()', { catalog: mine }, person))).toEqual([`TIDE-OF-${mine}`]);
    for (const [sql, catalog] of [
      ['SELECT origin FROM tides', theirs],
      ['SELECT origin FROM public.seen', theirs],
      [`SELECT origin FROM "${theirs}".public.tides`, theirs],
      ['SELECT whose()', theirs],
      ['EXPLAIN SELECT origin FROM tides', theirs],
      ['INSERT INTO tides VALUES (1)', theirs],
    ] as const) {
      const answer = await run(sql, { catalog }, person);
      expect([sql, answer.status], answer.text).toEqual([sql, 403]);
      expect(answer.text).not.toContain('TIDE-OF');
    }
    const base = `/api/v1/database/${id}`;
    const q = `(catalog_name:${theirs},schema_name:public)`;
    expect((await person.get(`${base}/tables/?q=${q}`)).json.result).toEqual([]);
    expect((await person.get(`${base}/schemas/?q=${q}`)).json.result).toEqual([]);
    expect((await person.get(`${base}/search/?q=(text:tide,catalog_name:${theirs})`)).json.result).toEqual([]);
    const described = `${base}/table_metadata/?name=tides&schema=public&catalog=${theirs}`;
    expect((await person.get(described)).status).toBeGreaterThanOrEqual(400);
  });

  it('is held by a bounded number of connections, however many databases are named', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `catalogs_many_${at}`);
    for (const name of names) await tell('', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
    const answers = await Promise.all(names.map((catalog) => run('SELECT current_database()', { catalog })));
    expect(answers.map(rowsOf)).toEqual(names.map((name) => [name]));
    const client = new Client({ connectionString: url });
    await client.connect();
    const open = async () => {
      const { rows } = await client.query(
        "SELECT count(DISTINCT datname)::int AS n FROM pg_stat_activity WHERE datname LIKE 'catalogs_many_%'",
      );
      return rows[0].n;
    };
    await expect.poll(open, { timeout: 10_000 }).toBeLessThanOrEqual(4);
    await client.end();
    for (const name of names) await tell('', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }, 120_000);
});
