import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openOracle } from './index.ts';
import { FakeServer, oracleError } from './line-fixture.ts';

const text = (name: string) => ({ name, dbTypeName: 'VARCHAR2', byteSize: 128 });

/** What views of the catalog tell, by a part of the question; the rest has no rows. */
const views: readonly (readonly [asked: RegExp, rows: readonly (readonly (string | null)[])[]])[] = [
  [/FROM sys\.all_users WHERE/, [['ADA'], ['Mixed'], ['SHOP']]],
  [
    /SELECT o\.object_name, MIN/,
    [
      ['BY_DAY', 'MATERIALIZED VIEW', '31'],
      ['Mixed Case', 'VIEW', null],
      ['ORDERS', 'TABLE', '12'],
    ],
  ],
  [
    /SELECT f\.s, f\.t/,
    [
      ['SHOP', 'ORDERS', 'TABLE', null, null],
      ['SHOP', 'ORDERS', 'TABLE', 'ORDER_ID', 'NUMBER'],
    ],
  ],
  [/SELECT MIN\(o\.object_type\).*o\.object_name = 'ORDERS'/s, [['TABLE', 'All orders', null]]],
  [/SELECT MIN\(o\.object_type\).*o\.object_name = 'BY_DAY'/s, [['MATERIALIZED VIEW', 'snapshot', 'By day']]],
  [/SELECT MIN\(o\.object_type\)/, [[null, null, null]]],
  [
    /FROM sys\.all_tab_columns c\s+LEFT/,
    [
      ['ID', 'NUMBER', '10', '0', '0', '22', 'N', null],
      ['AMOUNT', 'NUMBER', null, null, '0', '22', 'Y', 'What it cost'],
      ['COUNT', 'NUMBER', null, '0', '0', '22', 'Y', null],
      ['PLACED', 'DATE', null, null, '0', '7', 'Y', null],
      ['AT', 'TIMESTAMP(6) WITH TIME ZONE', null, '6', '0', '13', 'Y', null],
      ['Note', 'VARCHAR2', null, null, '50', '200', 'Y', null],
      ['HASH', 'RAW', null, null, '0', '16', 'Y', null],
    ],
  ],
  [/constraint_type = 'P'/, [['PK_ORDERS', 'PK_ORDERS', 'ID']]],
  [
    /FROM sys\.all_indexes i/,
    [
      ['BY_PLACE', 'NONUNIQUE', 'PLACED'],
      ['BY_PLACE', 'NONUNIQUE', 'ID'],
      ['PK_ORDERS', 'UNIQUE', 'ID'],
    ],
  ],
  [/constraint_type = 'R'/, [['OF_CUSTOMER', 'CRM', 'CUSTOMERS', 'ID', 'ID']]],
  [/FROM sys\.all_mviews/, [['  SELECT 1 FROM dual\n']]],
  [/FROM sys\.all_part_tables/, [['RANGE', 'PLACED']]],
  [/FROM sys\.all_tab_partitions/, [['MAXVALUE'], ["TO_DATE(' 2024-02-01 00:00:00', 'SYYYY-MM-DD HH24:MI:SS')"]]],
];

describe('what Oracle tells of its tables', () => {
  let engine: Engine;
  let server: FakeServer;
  afterEach(() => engine.close());
  const start = async (mayReadSizes = true) => {
    server = new FakeServer((sql) => {
      if (/dba_segments/.test(sql)) {
        if (!mayReadSizes) return oracleError('ORA-00942', 'ORA-00942: table or view does not exist');
        return { columns: [text('S')], rowsFrom: (from) => (from === 0 ? [['65536']] : []) };
      }
      const rows = views.find(([asked]) => asked.test(sql))?.[1] ?? [];
      const columns = Array.from({ length: rows[0]?.length ?? 1 }, (_, at) => text(`C${at}`));
      return { columns, rowsFrom: (from) => (from === 0 ? rows : []) };
    });
    engine = await openOracle({
      ...fromUri('oracle://ada:s@db/?service_name=shop'),
      ...{ serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
      ...{ resultSink: noResults, readLongScript: readScript, openLine: server.openLine },
    });
  };

  it('lists schemas and tables by the names that people write', async () => {
    await start();
    expect(await engine.listSchemas()).toEqual(['ada', 'Mixed', 'shop']);
    expect(await engine.listTables('shop')).toEqual([
      { schema: 'shop', table: 'by_day', kind: 'view', rowCount: 31 },
      { schema: 'shop', table: 'Mixed Case', kind: 'view', rowCount: null },
      { schema: 'shop', table: 'orders', kind: 'table', rowCount: 12 },
    ]);
    expect(server.statements.at(-1)).toContain("o.owner = 'SHOP'");
    await engine.listTables("O'Hara");
    expect(server.statements.at(-1)).toContain("o.owner = 'O''Hara'");
  });

  it('finds tables and columns, where somebody may look', async () => {
    await start();
    const within = { schemas: ['shop'], tables: [{ schema: 'crm', table: 'People' }] };
    expect(await engine.searchCatalog({ text: 'Order', limit: 5, within })).toEqual([
      { schema: 'shop', table: 'orders', kind: 'table', column: null, nativeType: null },
      { schema: 'shop', table: 'orders', kind: 'table', column: 'order_id', nativeType: 'NUMBER' },
    ]);
    const asked = server.statements.at(-1) ?? '';
    expect(asked).toContain("(o.owner = 'SHOP' OR (o.owner = 'CRM' AND o.object_name = 'People'))");
    expect(asked).toContain("INSTR(LOWER(o.object_name), 'order') > 0");
    expect(asked).toMatch(/FETCH FIRST 5 ROWS ONLY$/);
    await engine.searchCatalog({ text: 'x', limit: 5, within: { schemas: [], tables: [] } });
    expect(server.statements.at(-1)).toContain('1 = 0');
  });

  it('describes a table with its keys, indexes, comments and parts', async () => {
    await start();
    expect(await engine.describeTable({ schema: 'shop', table: 'orders' })).toEqual({
      ...{ schema: 'shop', table: 'orders', kind: 'table', comment: 'All orders', definition: null, sizeBytes: 65536 },
      columns: [
        { name: 'id', nativeType: 'NUMBER(10,0)', type: 'number', isNullable: false, comment: null },
        { name: 'amount', nativeType: 'NUMBER', type: 'number', isNullable: true, comment: 'What it cost' },
        { name: 'count', nativeType: 'NUMBER(38,0)', type: 'number', isNullable: true, comment: null },
        { name: 'placed', nativeType: 'DATE', type: 'temporal', isNullable: true, comment: null },
        { name: 'at', nativeType: 'TIMESTAMP(6) WITH TIME ZONE', type: 'temporal', isNullable: true, comment: null },
        { name: 'Note', nativeType: 'VARCHAR2(50)', type: 'string', isNullable: true, comment: null },
        { name: 'hash', nativeType: 'RAW(16)', type: 'string', isNullable: true, comment: null },
      ],
      primaryKey: { name: 'pk_orders', columns: ['id'] },
      indexes: [{ name: 'by_place', columns: ['placed', 'id'], isUnique: false }],
      foreignKeys: [
        {
          name: 'of_customer',
          columns: ['id'],
          referredSchema: 'crm',
          referredTable: 'customers',
          referredColumns: ['id'],
        },
      ],
      partitions: { columns: ['placed'], key: 'RANGE (placed)', latest: '2024-02-01 00:00:00' },
    });
  });

  it('describes a materialised view by its own comment and its query, and tells no size where it may not be seen', async () => {
    await start(false);
    expect(await engine.describeTable({ schema: 'shop', table: 'by_day' })).toMatchObject({
      ...{ kind: 'view', comment: 'By day', definition: 'SELECT 1 FROM dual', sizeBytes: null },
    });
    expect(await failureOf(engine.describeTable({ schema: 'shop', table: 'nope' }))).toMatchObject({
      ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: 'Table "shop.nope" does not exist.' },
    });
    expect(await engine.listFunctionNames?.()).toContain('listagg');
  });
});
