import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { addressOf, noResults, type ServerAdmin } from '../servers/server-fixture.ts';
import { memberOf } from './families.ts';
import { fromUri, openMysql } from './index.ts';
import { mariadbServer } from './server-fixture.ts';

const limits = { maxRows: 5, timeoutMs: 20_000, fairnessKey: 'ada', schema: 'member_shop' };

// Settings of a session are the members' own; what they are asked about their catalogs is what MariaDB understands as well.
describe.skipIf(!addressOf(mariadbServer)).each(['starrocks', 'doris', 'tidb'])(
  'statements for %s, asked of MariaDB',
  (backend) => {
    let engine: Engine;
    let admin: ServerAdmin;

    beforeAll(async () => {
      admin = await mariadbServer.admin(serviceUrl('mariadb') ?? '');
      await admin.run(
        ...mariadbServer.sql.makeSchema('member_shop'),
        "CREATE TABLE member_shop.sales (id BIGINT PRIMARY KEY COMMENT 'The number', paid DECIMAL(10,2), at DATETIME(3)) COMMENT 'What was sold'",
        "INSERT INTO member_shop.sales VALUES (1, 0.5, '2024-01-01 10:00:00')",
        'CREATE VIEW member_shop.large AS SELECT * FROM member_shop.sales',
      );
      const member = memberOf(backend);
      const { family } = member;
      if (!family) throw new Error('no family');
      engine = openMysql({
        ...fromUri(addressOf(mariadbServer) ?? ''),
        serverCertificate: null,
        policy: { allowsPrivateHosts: true },
        resultSink: noResults,
        readLongScript: readScript,
        log: () => undefined,
        member: {
          ...member,
          family: { ...family, limitTimeSql: (ms) => `SET SESSION max_statement_time = ${ms / 1000}` },
        },
      });
    });
    afterAll(async () => {
      await engine.close();
      await admin.end();
    });

    it('tell schemas, tables and columns', async () => {
      expect(await engine.listSchemas()).toContain('member_shop');
      expect((await engine.listTables('member_shop')).map(({ table, kind }) => [table, kind])).toEqual([
        ['large', 'view'],
        ['sales', 'table'],
      ]);
      expect(await engine.describeTable({ schema: 'member_shop', table: 'sales' })).toMatchObject({
        comment: 'What was sold',
        primaryKey: { columns: ['id'] },
        columns: [{ name: 'id', type: 'number', comment: 'The number' }, { type: 'number' }, { type: 'temporal' }],
      });
      const within = { schemas: [], tables: [{ schema: 'member_shop', table: 'sales' }] };
      expect(await engine.searchCatalog({ text: 'PAID', limit: 5, within })).toMatchObject([{ column: 'paid' }]);
    });

    it('run queries and describe them', async () => {
      const sql = 'SELECT id, paid, at FROM sales LIMIT 10';
      expect((await engine.run({ ...limits, sql })).table.rowCount).toBe(1);
      expect(
        (await engine.describeQuery(sql, { schema: 'member_shop' })).map(({ name, type }) => [name, type]),
      ).toEqual([
        ['id', 'number'],
        ['paid', 'number'],
        ['at', 'temporal'],
      ]);
    });
  },
);
