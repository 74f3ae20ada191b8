import { serviceUrl } from '@powerset/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { openTestResults, type ResultsFixture } from '../servers/server-fixture.ts';
import { familyOfBackend } from './families.ts';
import { fromUri } from './index.ts';
import { openPostgresql } from './open.ts';

const url = serviceUrl('postgresql');
const limits = { maxRows: 5000, timeoutMs: 20_000, fairnessKey: 'ada' };

/** What the members have beyond PostgreSQL, made of what it has: their statements run where they have the same words. */
const ownViews: Readonly<Record<string, string>> = {
  redshift: `
    CREATE VIEW svv_tables AS SELECT t.*, obj_description(format('%I.%I', table_schema, table_name)::regclass) AS remarks
      FROM information_schema.tables t;
    CREATE VIEW svv_columns AS SELECT c.*, col_description(format('%I.%I', table_schema, table_name)::regclass, ordinal_position) AS remarks
      FROM information_schema.columns c;`,
  cockroachdb: `
    ALTER VIEW information_schema.columns RENAME TO columns_of_postgresql;
    CREATE VIEW information_schema.columns AS SELECT c.*, c.data_type::text AS crdb_sql_type, 'NO' AS is_hidden,
      col_description(format('%I.%I', table_schema, table_name)::regclass, ordinal_position) AS column_comment
      FROM information_schema.columns_of_postgresql c;
    CREATE VIEW information_schema.statistics AS
      SELECT n.nspname::text AS table_schema, t.relname::text AS table_name, x.relname::text AS index_name, a.attname::text AS column_name,
        CASE WHEN i.indisunique THEN 'NO' ELSE 'YES' END AS non_unique, 'NO' AS storing, 'NO' AS implicit, k.place AS seq_in_index
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
        CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY k(number, place) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number;`,
};

describe.skipIf(!url)('statements for members of the family, asked of PostgreSQL', () => {
  describe.each(['redshift', 'cockroachdb'])('%s', (backend) => {
    const database = `member_${backend}`;
    let engine: Engine;
    let fixture: ResultsFixture;
    let client: Client;

    beforeAll(async () => {
      const server = new Client({ connectionString: url });
      await server.connect();
      await server.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await server.query(`CREATE DATABASE ${database}`);
      await server.end();
      client = new Client({ connectionString: url?.replace(/\/[^/?]*(?=\?|$)/, `/${database}`) });
      await client.connect();
      await client.query(`${ownViews[backend] ?? ''}
        CREATE SCHEMA shop;
        CREATE TABLE shop.people (id bigint PRIMARY KEY, name varchar(20) NOT NULL);
        CREATE TABLE shop.sales (id bigint PRIMARY KEY, "Person (a)" bigint REFERENCES shop.people (id), paid numeric(10,2), day date, at timestamp);
        CREATE INDEX by_day ON shop.sales (day, at);
        COMMENT ON TABLE shop.sales IS 'What was sold'; COMMENT ON COLUMN shop.sales.paid IS 'In euros';
        CREATE VIEW shop.large AS SELECT * FROM shop.sales WHERE paid > 100;
        CREATE FUNCTION shop.own() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM shop.sales';
        INSERT INTO shop.people VALUES (1, 'Ada');
        INSERT INTO shop.sales SELECT i, 1, i * 0.5, date '2024-01-01' + (i % 30), timestamp '2024-01-01' + i * interval '1 hour' FROM generate_series(1, 3500) i;`);
      fixture = await openTestResults();
      engine = openPostgresql({
        ...fromUri(url ?? ''),
        database,
        serverCertificate: null,
        policy: { allowsPrivateHosts: true },
        resultSink: fixture.resultSink,
        readLongScript: readScript,
        log: () => undefined,
        family: familyOfBackend(backend),
      });
    });
    afterAll(async () => {
      await engine.close();
      await client.end();
      await fixture.end();
    });

    it.skipIf(backend === 'redshift')('list other databases of the server, and read each by itself', async () => {
      await client.query('CREATE SCHEMA IF NOT EXISTS alone; CREATE TABLE alone.kept AS SELECT 1 AS n');
      const others = openPostgresql({
        ...{ ...fromUri(url ?? ''), serverCertificate: null, policy: { allowsPrivateHosts: true }, readsOthers: true },
        ...{ resultSink: fixture.resultSink, readLongScript: readScript, log: () => undefined },
        family: familyOfBackend(backend),
      });
      try {
        expect(await others.listCatalogs?.()).toContain(database);
        const entered = others.inCatalog?.(database);
        const sql = `SELECT n FROM ${database}.alone.kept`;
        expect(await entered?.listSchemas()).toContain('alone');
        expect((await entered?.analyse(sql))?.[0]?.tables).toEqual([
          { catalog: database, schema: 'alone', table: 'kept' },
        ]);
        expect((await entered?.run({ ...limits, sql }))?.table.columns[0]?.values).toEqual([1]);
        expect(await failureOf(others.analyse(sql))).toMatchObject({
          message: expect.stringContaining('of another database'),
        });
      } finally {
        await others.close();
        await client.query('DROP SCHEMA alone CASCADE');
      }
    });

    it('tell schemas, tables, columns with their comments, keys and views', async () => {
      expect(await engine.listSchemas()).toEqual(['public', 'shop']);
      expect((await engine.listTables('shop')).map(({ table, kind }) => [table, kind])).toEqual([
        ['large', 'view'],
        ['people', 'table'],
        ['sales', 'table'],
      ]);
      const sales = await engine.describeTable({ schema: 'shop', table: 'sales' });
      expect(sales).toMatchObject({
        comment: 'What was sold',
        primaryKey: { name: 'sales_pkey', columns: ['id'] },
        foreignKeys: [
          { columns: ['Person (a)'], referredSchema: 'shop', referredTable: 'people', referredColumns: ['id'] },
        ],
      });
      expect(sales.columns.map(({ name, type, comment }) => [name, type, comment])).toEqual([
        ['id', 'number', null],
        ['Person (a)', 'number', null],
        ['paid', 'number', 'In euros'],
        ['day', 'temporal', null],
        ['at', 'temporal', null],
      ]);
      expect(sales.columns.map(({ nativeType }) => nativeType)).toContain(
        backend === 'redshift' ? 'numeric(10,2)' : 'numeric',
      );
      expect(sales.indexes).toEqual(
        backend === 'redshift' ? [] : [{ name: 'by_day', columns: ['day', 'at'], isUnique: false }],
      );
      expect((await engine.describeTable({ schema: 'shop', table: 'large' })).definition).toContain('100');
      expect(await failureOf(engine.describeTable({ schema: 'shop', table: 'none' }))).toMatchObject({
        code: 'TABLE_DOES_NOT_EXIST_ERROR',
      });
    });

    it('search names within what somebody may see, and list functions', async () => {
      const found = await engine.searchCatalog({
        text: 'PERSON',
        limit: 10,
        within: { schemas: [], tables: [{ schema: 'shop', table: 'sales' }] },
      });
      expect(found).toEqual([
        { schema: 'shop', table: 'sales', kind: 'table', column: 'Person (a)', nativeType: 'bigint' },
      ]);
      expect((await engine.searchCatalog({ text: 'sale', limit: 10 }))[0]).toMatchObject({
        table: 'sales',
        column: null,
      });
      expect(await engine.listFunctionNames?.()).toContain('lower');
      expect((await engine.analyse('SELECT shop.own()'))[0]?.tables).toEqual([{ schema: 'shop', table: 'own' }]);
    });

    it('run, describe and keep queries, in batches that the member allows', async () => {
      const sql = 'SELECT id, paid, at FROM shop.sales ORDER BY id';
      const { table, isTruncated } = await engine.run({ ...limits, maxRows: 10, sql });
      expect([table.rowCount, isTruncated, table.columns[1]?.nativeType]).toEqual([10, true, 'numeric(10,2)']);
      expect((await engine.describeQuery(sql)).map(({ type }) => type)).toEqual(['number', 'number', 'temporal']);
      const stored = await engine.storeResult({ ...limits, maxRows: 3200, sql, resultId: `members-${backend}` });
      expect([stored.rowCount, stored.isTruncated]).toEqual([3200, true]);
    });

    it('stop on the server, by the message of the protocol', async () => {
      const atWork = async () =>
        (
          await client.query(
            `SELECT 1 FROM pg_stat_activity
              WHERE datname = $1 AND state = 'active' AND query LIKE '%sleep(30)%' AND pid <> pg_backend_pid()`,
            [database],
          )
        ).rowCount;
      const stopping = new AbortController();
      const asked = failureOf(engine.run({ ...limits, sql: 'SELECT pg_sleep(30)', signal: stopping.signal }));
      await expect.poll(atWork, { timeout: 10_000 }).toBe(1);
      stopping.abort();
      expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
      // Whoever asked waits a second at most. By itself it would run on for longer than this waits.
      await expect.poll(atWork, { timeout: 10_000 }).toBe(0);
      expect((await engine.run({ ...limits, sql: 'SELECT 7 AS n' })).table.columns[0]?.values).toEqual([7]);
    });

    it('write nothing where changes are not allowed, and tell plans', async () => {
      expect(await failureOf(engine.run({ ...limits, sql: 'DELETE FROM shop.sales' }))).toMatchObject({
        code: 'DML_NOT_ALLOWED_ERROR',
      });
      const lines = await engine.explain('SELECT * FROM shop.sales s JOIN shop.people p ON p.id = s.id');
      expect(lines.join('\n')).toContain('cost=');
      if (backend !== 'redshift') return;
      const steps = await engine.readPlan?.('SELECT * FROM shop.sales s JOIN shop.people p ON p.id = s.id');
      expect(steps?.[0]?.name).toMatch(/Join|Loop/);
      expect(steps?.some(({ depth, name }) => depth > 0 && name.includes('Scan'))).toBe(true);
    });
  });
});
