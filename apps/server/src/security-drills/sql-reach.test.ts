import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canary, type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld();
});
afterAll(() => world.running.stop());

/** Ways to the secret table for somebody who may read `main.sales` alone. */
const reaches: readonly string[] = [
  'SELECT * FROM pay',
  'SELECT * FROM main.pay',
  'SELECT * FROM "PAY"',
  'SELECT * FROM data.main.pay',
  'SELECT * FROM hr.pay',
  'SELECT * FROM pay_view',
  'FROM pay',
  'TABLE pay',
  'DESCRIBE pay',
  'SUMMARIZE pay',
  'SELECT * FROM (DESCRIBE pay)',
  'SELECT (SELECT max(name) FROM pay) FROM sales',
  'SELECT * FROM sales WHERE region = (SELECT max(name) FROM pay)',
  'SELECT * FROM sales, LATERAL (SELECT * FROM pay)',
  'SELECT * FROM sales UNION ALL SELECT amount, name, amount, NULL FROM pay',
  'SELECT * FROM sales ORDER BY (SELECT max(name) FROM pay)',
  'SELECT * FROM sales LIMIT (SELECT max(amount) FROM pay)',
  'SELECT count(*) FILTER (WHERE EXISTS (FROM pay)) FROM sales',
  'SELECT row_number() OVER (ORDER BY (SELECT max(name) FROM pay)) FROM sales',
  'WITH x AS (SELECT * FROM pay) SELECT * FROM x',
  'WITH pay AS (SELECT * FROM pay) SELECT * FROM pay',
  'WITH pay AS MATERIALIZED (SELECT * FROM pay) SELECT * FROM pay',
  'WITH sales AS (SELECT * FROM pay) SELECT * FROM sales',
  // The first part of a recursive query does not know its own name yet.
  'WITH RECURSIVE pay AS (SELECT name FROM pay UNION ALL SELECT name FROM pay WHERE false) SELECT * FROM pay',
  'WITH RECURSIVE pay(n) AS (SELECT name FROM pay UNION SELECT n FROM pay WHERE false) SELECT * FROM pay',
  'SELECT * FROM (WITH RECURSIVE pay AS (SELECT name FROM pay UNION ALL SELECT name FROM pay WHERE false) FROM pay)',
  'WITH a AS (WITH pay AS (SELECT 1) SELECT 1) SELECT * FROM pay',
  'SELECT * FROM (WITH pay AS (SELECT 1) FROM pay) x, pay',
  '/* SELECT 1 */ SELECT /* x */ * /**/ FROM/**/pay',
  'SELECT * FROM\u00a0pay',
  'SELECT * FROM\u3000pay',
  'SELECT 1; SELECT * FROM pay',
  "SELECT ';'; SELECT * FROM pay",
  'SELECT $x$;$x$; SELECT * FROM pay',
  'EXPLAIN SELECT * FROM pay',
  'EXPLAIN ANALYZE SELECT * FROM pay',
  'SELECT * FROM unnest((SELECT list(name) FROM pay))',
  "SELECT * FROM query('SELECT * FROM pay')",
  "SELECT * FROM query_table('pay')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  'SELECT * FROM duckdb_tables()',
  'SELECT * FROM information_schema.tables',
  'PRAGMA table_info(pay)',
  "ATTACH '/tmp/x.db'",
  "COPY pay TO '/tmp/x.csv'",
  'SET search_path = hr',
  'INSTALL httpfs',
  'LOAD httpfs',
  'PREPARE p AS SELECT * FROM pay',
  'EXECUTE p',
  "SELECT getenv('HOME')",
  'SELECT current_query()',
  'CREATE VIEW main.w AS SELECT * FROM pay',
  'INSERT INTO sales SELECT amount, name, amount, NULL FROM pay',
  'UPDATE sales SET region = (SELECT max(name) FROM pay)',
  'DELETE FROM sales WHERE EXISTS (FROM pay)',
  'DELETE FROM pay',
  'DROP TABLE pay',
  'ALTER TABLE pay RENAME TO mine',
  'TRUNCATE hr.pay',
];

/** Ways to change data through a door that only reads. */
const disguises: readonly string[] = [
  'EXPLAIN ANALYZE DELETE FROM pay',
  'EXPLAIN (ANALYZE) DELETE FROM pay',
  'WITH x AS (DELETE FROM pay RETURNING *) SELECT * FROM x',
  // What is a comment to one reader is text to another.
  'EXPLAIN ANALYZE SELECT $€$ /* $€$; DELETE FROM pay; SELECT $€$ */ $€$',
  'SELECT $€$ /* $€$; DELETE FROM pay; SELECT $€$ */ $€$',
  'SELECT 1 AS €$$; DELETE FROM pay; SELECT 2 AS €$$',
  "SELECT e'\\'; DELETE FROM pay; --'",
  'SELECT 1 /* /* */; DELETE FROM pay; -- */',
  'SELECT 1 --\r; DELETE FROM pay',
];

const run = (sql: string, more: object = {}) =>
  world.mallory.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql, ...more });

async function expectUntouched(): Promise<void> {
  const answer = await world.admin.post('/api/v1/sqllab/execute/', {
    database_id: world.databaseId,
    sql: `SELECT (SELECT count(*) FROM pay WHERE name = '${canary}') AS a, (SELECT count(*) FROM hr.pay) AS b, (SELECT count(*) FROM sales WHERE region IN ('EU', 'US')) AS c`,
  });
  expect(answer.json.data).toEqual([{ a: 1, b: 1, c: 100 }]);
}

describe('a statement of somebody who may read one table', () => {
  it.each(reaches)('reaches no other: %s', async (sql) => {
    const answer = await run(sql);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(canary);
    await expectUntouched();
  });

  it('does read the table that it may, so that the refusals above are about the others', async () => {
    expect((await run('SELECT count(*) AS n FROM sales')).json.data).toEqual([{ n: 100 }]);
    expect((await run('WITH pay AS (SELECT 1 AS one) SELECT * FROM pay')).json.data).toEqual([{ one: 1 }]);
  });

  it('finds a table under a name of its own letters only: the Kelvin sign is not k', async () => {
    const { engines } = world.running.app.services;
    await (await engines.getEmbedded(world.databaseId)).runTrusted(`CREATE TABLE book AS SELECT '${canary}' AS title`);
    const answer = await run('WITH "boo\u212a" AS (SELECT 1) SELECT * FROM book');
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain(canary);
  });

  it('makes no table or view where its author may not look', async () => {
    for (const more of [
      { schema: 'hr', tmp_table_name: 'planted' },
      { schema: 'main', tmp_table_name: 'planted' },
      { tmp_table_name: 'planted' },
      { schema: 'hr', tmp_table_name: 'planted', ctas_method: 'VIEW' },
    ]) {
      const answer = await run('SELECT * FROM sales', { select_as_cta: true, ...more });
      expect([more, answer.status]).toEqual([more, 403]);
    }
    const allowed = await world.schemer.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: 'SELECT * FROM open.items',
      select_as_cta: true,
      schema: 'open',
      tmp_table_name: 'copied',
    });
    expect(allowed.status).toBe(200);
  });
});

describe('a statement on a database that only reads', () => {
  const setWriting = (allowed: 0 | 1) =>
    world.running.app.services.store
      .updateTable('databases')
      .set({ allow_dml: allowed })
      .where('id', '=', world.databaseId)
      .execute();
  beforeAll(() => setWriting(0));
  afterAll(() => setWriting(1));

  it.each(disguises)('changes nothing, whoever sends it: %s [SQL-012]', async (sql) => {
    expect((await run(sql)).text).not.toContain(canary);
    await world.admin.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql });
    await expectUntouched();
  });
});

describe('other ways in', () => {
  it('are closed to who sees nothing of the database: it might as well not exist', async () => {
    const { outsider, databaseId } = world;
    const ask = async (id: number) => {
      const answers = await Promise.all([
        outsider.post('/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT 1' }),
        outsider.post(`/api/v1/database/${id}/validate_sql/`, { sql: 'SELECT * FROM pay' }),
        outsider.get(`/api/v1/database/${id}`),
        outsider.get(`/api/v1/database/${id}/schemas/`),
        outsider.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`),
        outsider.get(`/api/v1/database/${id}/select_star/pay/main/`),
        outsider.get(`/api/v1/database/${id}/table/pay/main/`),
      ]);
      return answers.map(({ status, json }) => [status, json.errors?.[0]?.error_type]);
    };
    expect(await ask(databaseId)).toEqual(await ask(987_654));
  });

  it('to the description of a table are closed with its data', async () => {
    const { mallory, databaseId } = world;
    for (const path of [
      `/api/v1/database/${databaseId}/table/pay/main/`,
      `/api/v1/database/${databaseId}/table_metadata/?name=pay&schema=main`,
      `/api/v1/database/${databaseId}/table_extra/pay/main/`,
      `/api/v1/database/${databaseId}/select_star/pay/main/`,
      `/api/v1/sqllab/column_profile/?database_id=${databaseId}&schema=main&table=pay&column=name`,
    ]) {
      const answer = await mallory.get(path);
      expect([path, answer.status >= 400]).toEqual([path, true]);
      expect(answer.text).not.toContain('amount');
    }
    const tables = await mallory.get(`/api/v1/database/${databaseId}/tables/?q=(schema_name:main)`);
    expect(tables.text).not.toContain('"pay"');
  });
});
