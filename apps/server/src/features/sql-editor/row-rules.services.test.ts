import { serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts, mysqlTexts, postgresqlTexts } from './row-rules-fixture.ts';

interface Server {
  readonly service: 'postgresql' | 'mariadb';
  readonly engine: string;
  readonly driver: string;
  readonly schemaOf: (database: string) => string;
  readonly texts: readonly string[];
  readonly prepare: (url: string, statements: readonly string[]) => Promise<void>;
}

const servers: readonly Server[] = [
  {
    service: 'postgresql',
    engine: 'postgresql',
    driver: 'pg',
    schemaOf: () => 'public',
    texts: postgresqlTexts,
    prepare: async (url, statements) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    },
  },
  {
    service: 'mariadb',
    engine: 'mariadb',
    driver: 'mysql2',
    schemaOf: (database) => database,
    texts: mysqlTexts,
    prepare: async (url, statements) => {
      const connection = await createConnection({ uri: url });
      for (const statement of statements) await connection.query(statement);
      await connection.end();
    },
  },
];

const rows =
  "('EMEA', 1, '10', 'rome'), ('EMEA', 2, '20', 'oslo'), ('APAC', 3, 'hidden-text', 'hidden-tokyo'), ('AMER', 4, 'hidden-word', 'hidden-lima')";

describe.each(servers)('row rules on a server: $service', ({ service, engine, driver, schemaOf, texts, prepare }) => {
  const url = serviceUrl(service);
  let running: InProcessApp;
  let databaseId: number;
  let schema: string;
  let bound: InProcessApp['admin'];

  beforeAll(async () => {
    if (!url) return;
    await prepare(url, [
      'DROP TABLE IF EXISTS places',
      'DROP TABLE IF EXISTS free',
      'CREATE TABLE places (region varchar(20), n int, code varchar(20), city varchar(20))',
      `INSERT INTO places VALUES ${rows}`,
      'CREATE TABLE free (n int, m int)',
      'INSERT INTO free VALUES (1, 1)',
    ]);
    running = await startInProcess();
    const { hostname: host, port, username, password, pathname } = new URL(url);
    schema = schemaOf(pathname.slice(1));
    Object.assign(running.app.services.config.featureFlags, { RLS_IN_SQLLAB: true });
    databaseId = await made('/api/v1/database/', {
      database_name: 'Far away',
      engine,
      driver,
      configuration_method: 'dynamic_form',
      parameters: { host, port: Number(port), username, password, database: pathname.slice(1) },
      expose_in_sqllab: true,
      allow_dml: true,
    });
    const dataset = await made('/api/v1/dataset/', { database: databaseId, schema, table_name: 'places' });
    const roles = (await running.admin.get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
    const { id: role } = roles.find(({ name }: { name: string }) => name === 'Alpha');
    await made('/api/v1/rowlevelsecurity/', {
      name: 'Near',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role],
      clause: "region LIKE '%MEA'",
    });
    bound = await running.signInAs('bound', ['Alpha', 'sql_lab']);
  });
  afterAll(() => running?.stop());

  async function made(path: string, body: object): Promise<number> {
    const { status, text, json } = await running.admin.post(path, body);
    expect(status, text).toBe(201);
    return json.id;
  }

  const run = (sql: string) =>
    bound.post('/api/v1/sqllab/execute/', {
      database_id: databaseId,
      schema,
      sql,
      client_id: Math.random().toString(36).slice(2, 10),
    });

  it.skipIf(!url)('a text reads the rows that the rules leave', async () => {
    for (const [sql, expected] of [
      ['select city from places order by n', [['rome'], ['oslo']]],
      ['select p.city from places as p where p.n > 1', [['oslo']]],
      [`select count(*) from ${schema}.places`, [[2]]],
      ['select a.n from places a join places b using (n) order by 1', [[1], [2]]],
      ['with places as (select 5 as n) select n from places', [[5]]],
      ['with x as (select * from places) select count(*) from x', [[2]]],
      ["select 'é😀', (select max(n) from places) as m from free", [['é😀', 2]]],
    ] as const) {
      const { status, text, json } = await run(sql);
      expect(status, `${sql}: ${text}`).toBe(200);
      const found = json.data.map((row: object) => Object.values(row));
      expect(found, sql).toEqual(expected);
    }
  });

  it.skipIf(!url)('a mistake stands where its author made it, and shows no rule', async () => {
    const { text, json } = await run('select city,\n  nothing from places');
    expect(json.errors[0].message, text).toContain('nothing');
    expect(text).not.toMatch(/LIKE|%MEA|permitted_rows/);
    if (service === 'postgresql') expect(json.errors[0].extra).toMatchObject({ line: 2, column: 3 });
  });

  it.skipIf(!url)(
    'nobody gets a hidden row, or learns of one, by any text',
    async () => {
      let answered = 0;
      for (const sql of [...hostileTexts('places', schema), ...texts]) {
        const { status, text, json } = await run(sql);
        expect([200, 400, 403, 404, 422], `${sql}: ${text}`).toContain(status);
        const told = JSON.stringify(status === 200 ? [json.data, json.columns] : json.errors).replaceAll(sql, '');
        expect(told, sql).not.toMatch(/hidden-|tokyo|lima|LIKE|%MEA|stand_in_/);
        const values = status === 200 ? json.data.flatMap((row: object) => Object.values(row)).map(String) : [];
        if (!/except|in \('APAC'\)|n \+ 1|information_schema|pg_class/.test(sql))
          for (const value of ['3', '4', 'APAC', 'AMER']) expect(values, sql).not.toContain(value);
        if (process.env.SHOW_HOSTILE) console.log(status, sql, told.slice(0, 250));
        if (status === 200) answered += 1;
      }
      expect(answered).toBeGreaterThan(40);
      const [left] = (await run('select count(*) as c from free')).json.data;
      expect(left).toEqual({ c: 1 });
    },
    180_000,
  );
});
