import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { memberOf } from './families.ts';
import { fromUri, openMysql } from './index.ts';
import { familyOfName } from './values.ts';
import { type Said, startWire, typeNumbers, type WireFixture } from './wire-fixture.ts';

const limits = { maxRows: 100, timeoutMs: 5000, fairnessKey: 'ada' };
const opened: { readonly wire: WireFixture; readonly engine: Engine }[] = [];
afterEach(async () => {
  for (const { wire, engine } of opened.splice(0)) {
    await engine.close();
    await wire.stop();
  }
});

const versions: Readonly<Record<string, string>> = {
  mysql: '8.0.11-TiDB-v8.5.0',
  tidb: '8.0.11-TiDB-v8.5.0',
  starrocks: '8.0.33',
  doris: '5.7.99',
};

const refusedSettings: Readonly<Record<string, RegExp>> = {
  tidb: /TRANSACTION READ ONLY/,
  mysql: /TRANSACTION READ ONLY/,
  starrocks: /max_execution_time|max_statement_time/,
  doris: /max_execution_time|max_statement_time|SET CATALOG/,
};

interface Opening {
  readonly path?: string;
  readonly readsOthers?: boolean;
  readonly earlyKills?: number;
}

async function openMember(
  backend: string,
  answer: (sql: string) => Said | null,
  { path = 'shop', readsOthers = false, earlyKills = 0 }: Opening = {},
) {
  const version = versions[backend] ?? '';
  const say = (sql: string): Said | null => {
    if (refusedSettings[backend]?.test(sql))
      return { error: { errno: 1235, state: '42000', message: `not known here: ${sql}` } };
    if (sql.startsWith('SELECT @@version')) return { rows: [[version, '2097152', '0']] };
    if (sql.includes('`missing`'))
      return { error: { errno: 1049, state: '42000', message: "Unknown database 'missing'" } };
    if (/^(?:SET|USE|SWITCH) /.test(sql)) return {};
    return answer(sql);
  };
  const wire = await startWire(version, say, earlyKills);
  const engine = openMysql({
    ...fromUri(`${backend}://u@127.0.0.1:${wire.port}/${path}`),
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    resultSink: { keepRows: () => Promise.reject(new Error('nothing is kept here')) } as never,
    readLongScript: readScript,
    log: () => undefined,
    member: memberOf(backend),
    readsOthers,
  });
  opened.push({ wire, engine });
  return { wire, engine };
}

describe.each(['starrocks', 'doris'])('a line to %s', (backend) => {
  it('begins with what it knows, and keeps its time in seconds', async () => {
    const { wire, engine } = await openMember(backend, () => ({ rows: [['1']] }));
    await engine.run({ ...limits, sql: 'SELECT 1' });
    expect(wire.heard).toEqual([
      'SELECT @@version, @@session.sql_mode, @@lower_case_table_names',
      "SET NAMES utf8mb4, sql_mode = '', time_zone = '+00:00', autocommit = 1",
      'SET SESSION query_timeout = 60',
      'SELECT 1\nLIMIT 101',
    ]);
    expect(wire.databases).toEqual(['shop']);
  });

  it('enters another catalog before the schemas in it', async () => {
    const { wire, engine } = await openMember(backend, () => ({ rows: [['1']] }), { path: 'lake.sales' });
    await engine.ping();
    expect(wire.databases).toEqual(['']);
    expect(wire.heard).toContain(backend === 'doris' ? 'SWITCH `lake`' : 'SET CATALOG `lake`');
    expect(wire.heard.indexOf('USE `sales`')).toBeGreaterThan(1);
  });

  describe('that may change catalogs', () => {
    const usual = backend === 'doris' ? 'internal' : 'default_catalog';
    const open = (path = 'shop') => openMember(backend, () => ({ rows: [['1']] }), { path, readsOthers: true });
    const tablesOf = async (engine: Engine | undefined, sql: string, schema?: string) =>
      (await engine?.analyse(sql, { schema }))?.flatMap(({ tables }) => tables);
    const [usualTable, ofLake] = [
      { schema: 'shop', table: 'a' },
      { catalog: 'lake', schema: 'shop', table: 'a' },
    ];

    it.each([
      ['SELECT * FROM lake.shop.a', [ofLake]],
      ['SELECT * FROM a JOIN `lake`.`shop`.`a` AS b ON 1 = 1', [usualTable, ofLake]],
      [`SELECT * FROM ${usual}.shop.a, ${usual.toUpperCase()}.shop.a`, [usualTable, usualTable]],
      ['WITH a AS (SELECT * FROM lake.shop.a) SELECT * FROM a', [ofLake]],
      ['INSERT INTO lake.shop.a SELECT * FROM shop.a', [ofLake, usualTable]],
      ['DELETE FROM lake.shop.a WHERE n = 1', [ofLake]],
      ['TRUNCATE TABLE lake.shop.a', [ofLake]],
      ['DESC lake.shop.a', [ofLake]],
    ] as const)('tells of which each table is: %s', async (sql, tables) => {
      const { engine } = await open();
      expect(await tablesOf(engine, sql)).toEqual(tables);
    });

    it('leaves the name of the catalog away that its address names, and takes the usual one for another', async () => {
      const { engine } = await open('lake.shop');
      expect(await tablesOf(engine, `SELECT * FROM a, lake.shop.a, ${usual}.shop.a`)).toEqual([
        usualTable,
        usualTable,
        { ...usualTable, catalog: usual },
      ]);
    });

    it('names tables where they stand by the catalog in which they lie', async () => {
      const { engine } = await open();
      const [statement] = await engine.analyse('SELECT * FROM a, lake.shop.a');
      expect(statement?.mentions).toMatchObject([
        { schema: null, table: 'a' },
        { catalog: 'lake', schema: 'shop', place: { start: 17, end: 28, nameStart: 27 } },
      ]);
      expect(statement?.mentions?.[0]).not.toHaveProperty('catalog');
      const entered = engine.inCatalog?.('lake');
      expect((await entered?.analyse('SELECT * FROM shop.a'))?.[0]?.mentions).toMatchObject([{ catalog: 'lake' }]);
    });

    it('looks for bare names in the schema that is chosen there, and nowhere else', async () => {
      const { wire, engine } = await open();
      const lake = engine.inCatalog?.('lake');
      expect(await tablesOf(lake, 'SELECT * FROM a', 'shop')).toEqual([ofLake]);
      expect(await failureOf(tablesOf(lake, 'SELECT * FROM a'))).toMatchObject({
        message: 'The table "information_schema.a" may not be read here.',
      });
      await lake?.run({ ...limits, sql: 'SELECT * FROM a', schema: 'shop' });
      await engine.run({ ...limits, sql: 'SELECT * FROM a' });
      await engine.run({ ...limits, sql: 'SELECT * FROM a', schema: 'with.dot' });
      expect(wire.heard.filter((sql) => /^(?:USE|SWITCH|SET CATALOG)|FROM a/.test(sql))).toEqual([
        backend === 'doris' ? 'SWITCH `lake`' : 'SET CATALOG `lake`',
        'USE `shop`',
        'SELECT * FROM a\nLIMIT 101',
        `USE \`${usual}\`.\`shop\``,
        'SELECT * FROM a\nLIMIT 101',
        `USE \`${usual}\`.\`with.dot\``,
        'SELECT * FROM a\nLIMIT 101',
      ]);
    });

    it('goes on from a place that it was refused as from one that nobody knows', async () => {
      const { wire, engine } = await open();
      const lake = engine.inCatalog?.('lake');
      await engine.run({ ...limits, sql: 'SELECT 1' });
      await failureOf(lake?.run({ ...limits, sql: 'SELECT 1', schema: 'missing' }) ?? Promise.resolve());
      await engine.run({ ...limits, sql: 'SELECT 2' });
      expect(wire.heard.slice(-2)).toEqual([`USE \`${usual}\`.\`shop\``, 'SELECT 2\nLIMIT 101']);
      expect(wire.databases).toHaveLength(1);
    });

    it('refuses all but its own where it may not, and the tables of the server in any', async () => {
      const { engine } = await openMember(backend, () => ({ rows: [] }));
      expect(engine.inCatalog).toBeUndefined();
      expect(await failureOf(engine.analyse('SELECT * FROM lake.shop.a'))).toMatchObject({
        message: `This database is the catalog "${usual}": tables of "lake" cannot be read by it.`,
      });
      const { engine: open_ } = await open();
      expect(await failureOf(open_.analyse('SELECT * FROM lake.mysql.user'))).toMatchObject({
        message: 'The table "mysql.user" may not be read here.',
      });
    });

    it('describes a table by its name where the tables of the server do not', async () => {
      const { engine } = await openMember(
        backend,
        (sql) => {
          if (sql === 'DESC `lake`.`shop`.`a`') return { rows: [['n', 'bigint', 'NO', 'true', null, '']] };
          return sql.startsWith('DESC')
            ? { error: { errno: 1146, state: '42S02', message: 'Unknown table' } }
            : { columns: [['a', typeNumbers.varString]], rows: [] };
        },
        { readsOthers: true },
      );
      const lake = engine.inCatalog?.('lake');
      expect(await lake?.describeTable({ schema: 'shop', table: 'a' })).toMatchObject({
        columns: [{ name: 'n', nativeType: 'bigint', type: 'number', isNullable: false }],
      });
      for (const asked of [lake, engine])
        expect(
          await failureOf(asked?.describeTable({ schema: 'shop', table: 'none' }) ?? Promise.resolve()),
        ).toMatchObject({ code: 'TABLE_DOES_NOT_EXIST_ERROR' });
    });
  });

  it('reads whole numbers of any length, times and documents to the last digit', async () => {
    const { engine } = await openMember(backend, () => ({
      columns: [
        ['large', typeNumbers.string],
        ['big', typeNumbers.longlong],
        ['paid', typeNumbers.newDecimal],
        ['at', typeNumbers.datetime],
        ['list', typeNumbers.text],
        ['bits', typeNumbers.string],
      ],
      rows: [
        [
          '170141183460469231731687303715884105727',
          '9007199254740993',
          '0.10',
          '2024-02-29 12:34:56.789000',
          '[1,{"a":2}]',
          null,
        ],
      ],
    }));
    const { table } = await engine.run({ ...limits, sql: 'SELECT * FROM t', isExact: true });
    expect(table.columns.map(({ type, values }) => [type, values[0]])).toEqual([
      ['string', '170141183460469231731687303715884105727'],
      ['number', 9007199254740993n],
      ['number', '0.10'],
      ['temporal', '2024-02-29 12:34:56.789000'],
      ['string', '[1,{"a":2}]'],
      ['string', null],
    ]);
  });

  it('tells the columns of a statement by asking for none of its rows', async () => {
    const { wire, engine } = await openMember(backend, () => ({ columns: [['n', typeNumbers.longlong]], rows: [] }));
    expect(await engine.describeQuery('SELECT n FROM t LIMIT 7')).toMatchObject([{ name: 'n', type: 'number' }]);
    expect(wire.heard.at(-1)).toBe('SELECT n FROM t LIMIT 0');
    expect(wire.heard.join('\n')).not.toContain('(prepare)');
  });

  it('reads its catalog without words that it has not', async () => {
    const { wire, engine } = await openMember(backend, (sql) => {
      if (sql.includes('information_schema.TABLES')) return { rows: [['MATERIALIZED VIEW', '', null]] };
      if (sql.includes('information_schema.COLUMNS'))
        return {
          rows: [
            ['id', 'largeint(40)', 'NO', 'The number'],
            ['paid', 'decimalv3(10, 2)', 'YES', ''],
            ['at', 'datetimev2(3)', 'YES', ''],
            ['tags', 'array<varchar(20)>', 'YES', ''],
            ['seen', 'bitmap', 'NO', ''],
          ],
        };
      return { columns: [['a', typeNumbers.varString]], rows: [] };
    });
    expect(await engine.describeTable({ schema: 'shop', table: 'sales' })).toMatchObject({
      kind: 'view',
      columns: [
        { name: 'id', nativeType: 'largeint(40)', type: 'number', comment: 'The number', isNullable: false },
        { name: 'paid', type: 'number' },
        { name: 'at', type: 'temporal' },
        { name: 'tags', type: 'string' },
        { name: 'seen', type: 'string' },
      ],
      primaryKey: null,
      indexes: [],
    });
    expect(wire.heard.join('\n')).not.toContain('BINARY');
  });

  it('stops a query on the server by the number of its connection', async () => {
    const { wire, engine } = await openMember(backend, (sql) => (sql.includes('slow') ? null : { rows: [] }));
    const stopping = new AbortController();
    const asked = failureOf(engine.run({ ...limits, sql: 'SELECT * FROM slow', signal: stopping.signal }));
    await expect.poll(() => wire.heard.some((sql) => sql.includes('slow'))).toBe(true);
    stopping.abort();
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    expect(wire.heard).toContain('KILL QUERY 71');
  });

  it('is told to stop again where it was told before it had begun', async () => {
    const answer = (sql: string) => (sql.includes('slow') ? null : { rows: [] });
    const { wire, engine } = await openMember(backend, answer, { earlyKills: 2 });
    const stopping = new AbortController();
    const asked = failureOf(engine.run({ ...limits, sql: 'SELECT * FROM slow', signal: stopping.signal }));
    await expect.poll(() => wire.heard.some((sql) => sql.includes('slow'))).toBe(true);
    stopping.abort();
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(() => wire.heard.filter((sql) => sql === 'KILL QUERY 71')).toHaveLength(3);
  });

  it('is known by an address without a database, in which bare names find nothing', async () => {
    expect(fromUri(`${backend}://u@db/`)).toMatchObject({ port: 9030, database: 'information_schema' });
    const { engine } = await openMember(backend, () => ({ rows: [] }), { path: '' });
    expect(await failureOf(engine.analyse('SELECT * FROM loads'))).toMatchObject({
      message: 'The table "information_schema.loads" may not be read here.',
    });
  });
});

describe.each(['mysql', 'tidb'])('a line to TiDB by %s://', (backend) => {
  it('begins without sessions that only read, which it has not', async () => {
    const { wire, engine } = await openMember(backend, () => ({ rows: [['1']] }));
    await engine.run({ ...limits, sql: 'SELECT 1' });
    expect(wire.heard.slice(1)).toEqual([
      "SET NAMES utf8mb4, sql_mode = '', time_zone = '+00:00', autocommit = 1",
      'SET SESSION max_execution_time = 60000',
      'SELECT 1\nLIMIT 101',
    ]);
    expect(await failureOf(engine.run({ ...limits, sql: 'DELETE FROM t' }))).toMatchObject({
      code: 'DML_NOT_ALLOWED_ERROR',
    });
  });

  it('stops a query on the server that runs it', async () => {
    const { wire, engine } = await openMember(backend, (sql) => (sql.includes('slow') ? null : { rows: [] }));
    await failureOf(engine.run({ ...limits, timeoutMs: 200, sql: 'SELECT * FROM slow' }));
    expect(wire.heard).toContain('KILL TIDB QUERY 71');
  });

  it('tells its plan in steps, from rows whose names are the branches of a tree', async () => {
    const { wire, engine } = await openMember(backend, () => ({
      columns: ['id', 'estRows', 'task', 'access object', 'operator info'].map((name) => [name, typeNumbers.varString]),
      rows: [
        ['HashJoin_8', '12.50', 'root', '', 'inner join, equal:[eq(a.x, b.x)]'],
        ['├─TableReader_15(Build)', '10.00', 'root', '', 'data:Selection_14'],
        ['│ └─Selection_14', '10.00', 'cop[tikv]', '', 'not(isnull(b.x))'],
        ['└─TableReader_12(Probe)', '10000.00', 'root', 'table:a', ''],
      ],
    }));
    await engine.analyse('SELECT 1');
    const steps = await engine.readPlan?.('SELECT 1');
    expect(steps?.map(({ depth, name, estimatedRows }) => [depth, name, estimatedRows])).toEqual([
      [0, 'HashJoin_8', 13],
      [1, 'TableReader_15(Build)', 10],
      [2, 'Selection_14', 10],
      [1, 'TableReader_12(Probe)', 10_000],
    ]);
    expect(steps?.[3]?.details).toEqual([
      { label: 'task', text: 'root' },
      { label: 'access object', text: 'table:a' },
    ]);
    expect(wire.heard.at(-1)).toBe('EXPLAIN SELECT 1');
    expect(await engine.estimate?.('SELECT 1')).toEqual({ 'Estimated rows': '13' });
  });
});

describe('addresses of the family', () => {
  it.each([
    ['starrocks://ada@db/shop', { port: 9030, database: 'shop' }],
    ['starrocks://ada@db/default_catalog.shop', { database: 'shop' }],
    ['doris://ada@db:9031/internal.shop', { port: 9031, database: 'shop' }],
    ['pydoris://ada@db/lake.sales.2024', { port: 9030, catalog: 'lake', database: 'sales.2024' }],
    ['tidb://ada@db/shop.x', { port: 4000, database: 'shop.x' }],
    ['mysql://ada@db/shop.x', { port: 3306, database: 'shop.x' }],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
    if (!('catalog' in parts)) expect(fromUri(uri)).not.toHaveProperty('catalog');
  });

  it('knows types by the names that catalogs give them', () => {
    expect(
      ['largeint', 'boolean', 'decimalv3(9, 2)', 'datev2', 'datetime(6)', 'json'].map(
        (name) => familyOfName(name).type,
      ),
    ).toEqual(['number', 'number', 'number', 'temporal', 'temporal', 'string']);
  });
});
