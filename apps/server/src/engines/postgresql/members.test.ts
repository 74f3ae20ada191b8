import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { readConstraint } from './constraints.ts';
import { familyOfBackend } from './families.ts';
import { openPostgresql } from './open.ts';
import { readBranches, readCosts } from './text-plans.ts';
import { type Said, startWire, type WireFixture } from './wire-fixture.ts';

const limits = { maxRows: 100, timeoutMs: 5000, fairnessKey: 'ada' };
const opened: { readonly wire: WireFixture; readonly engine: Engine }[] = [];
afterEach(async () => {
  for (const { wire, engine } of opened.splice(0)) {
    await wire.stop();
    await engine.close();
  }
});

/** What each server answers to a connection's first words, and refuses of them. */
const unknownSettings: Readonly<Record<string, RegExp>> = {
  redshift: /cursor_tuple_fraction|bytea_output|IntervalStyle|standard_conforming_strings/,
  cockroachdb: /cursor_tuple_fraction/,
};

interface Opening {
  readonly readsOthers?: boolean;
  readonly earlyStops?: number;
  readonly onBegin?: () => void;
}

async function openMember(
  backend: string,
  answer: (sql: string) => Said | null,
  { earlyStops = 0, onBegin = () => undefined, ...changes }: Opening = {},
) {
  const say = (sql: string): Said | null => {
    const [setting] = unknownSettings[backend]?.exec(sql) ?? [];
    if (setting) return { error: { code: '42704', message: `unrecognized configuration parameter "${setting}"` } };
    if (sql.startsWith('BEGIN')) onBegin();
    if (/^(?:BEGIN|SET|COMMIT|ROLLBACK|DECLARE)/.test(sql)) return { tag: sql.split(' ')[0] ?? '' };
    return answer(sql);
  };
  const wire = await startWire(say, earlyStops);
  const engine = openPostgresql({
    ...{ host: '127.0.0.1', port: wire.port, user: 'u', password: null, database: 'd' },
    sslMode: 'disable',
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    resultSink: { keepRows: () => Promise.reject(new Error('nothing is kept here')) } as never,
    readLongScript: readScript,
    log: () => undefined,
    family: familyOfBackend(backend),
    ...changes,
  });
  opened.push({ wire, engine });
  return { wire, engine };
}

describe('a line to Amazon Redshift', () => {
  it('begins with settings that it knows, and reads SUPER, numbers and shapes as they are sent', async () => {
    const { wire, engine } = await openMember('redshift', (sql) => {
      if (sql.includes('format_type'))
        return {
          rows: [['super', 'bigint', 'numeric(38,2)', 'geometry', 'timestamp with time zone']],
        };
      return {
        columns: [
          ['doc', 4000],
          ['big', 20],
          ['sum', 1700],
          ['shape', 3000],
          ['at', 1184],
        ],
        rows: [['{"a":[1,2]}', '9007199254740993', '123456789012345678.25', '0101', '2024-02-29 12:34:56+00']],
      };
    });
    const { table } = await engine.run({ ...limits, sql: 'SELECT * FROM t', isExact: true });
    expect(table.columns.map(({ type, nativeType, values }) => [type, nativeType, values[0]])).toEqual([
      ['string', 'super', '{"a":[1,2]}'],
      ['number', 'bigint', 9007199254740993n],
      ['number', 'numeric(38,2)', '123456789012345678.25'],
      ['string', 'geometry', '0101'],
      ['temporal', 'timestamp with time zone', '2024-02-29 12:34:56+00'],
    ]);
    expect(wire.heard[0]).toBe(
      "BEGIN READ ONLY; SET LOCAL statement_timeout = 7000; SET LOCAL search_path = \"public\"; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'",
    );
  });

  it('reads its catalog from its own views, and keys as they are written', async () => {
    const { wire, engine } = await openMember('redshift', (sql) => {
      if (sql.includes('FROM svv_tables')) return { rows: [['BASE TABLE', 'What was sold']] };
      if (sql.includes('FROM svv_columns'))
        return {
          rows: [
            ['id', 'bigint', 'NO', 'The number'],
            ['name', 'character varying(20)', 'YES', null],
            ['doc', 'super', 'YES', ''],
          ],
        };
      if (sql.includes('pg_constraint'))
        return {
          rows: [
            ['sales_pkey', 'p', 'PRIMARY KEY (id)', null, null],
            ['sales_fk', 'f', 'FOREIGN KEY (name) REFERENCES shop.people(name)', 'shop', 'people'],
          ],
        };
      return { columns: [['a', 25]], rows: [] };
    });
    expect(await engine.describeTable({ schema: "o'b\\", table: 'sales' })).toMatchObject({
      kind: 'table',
      comment: 'What was sold',
      columns: [
        { name: 'id', nativeType: 'bigint', type: 'number', isNullable: false, comment: 'The number' },
        { name: 'name', nativeType: 'character varying(20)', type: 'string', isNullable: true, comment: null },
        { name: 'doc', nativeType: 'super', type: 'string', comment: null },
      ],
      primaryKey: { name: 'sales_pkey', columns: ['id'] },
      foreignKeys: [
        {
          name: 'sales_fk',
          columns: ['name'],
          referredSchema: 'shop',
          referredTable: 'people',
          referredColumns: ['name'],
        },
      ],
      indexes: [],
    });
    expect(wire.heard.join('\n')).toContain("table_schema = 'o''b\\\\'");
    expect(wire.heard.join('\n')).not.toMatch(/json_agg|ORDINALITY|unnest|prokind|relispartition/);
  });

  it('asks permission for a function of theirs whatever capital letters its name is quoted with', async () => {
    const { engine } = await openMember('redshift', () => ({ rows: [['public', 'oWn']] }));
    expect((await engine.analyse('SELECT "Own"(1), lower(a) FROM t'))[0]?.tables).toEqual([
      { schema: null, table: 't' },
      { schema: 'public', table: 'Own' },
    ]);
  });

  it('stops a query by the message of the protocol, which takes no connection', async () => {
    const { wire, engine } = await openMember('redshift', (sql) => (sql.includes('slow') ? null : { rows: [] }));
    const asked = failureOf(engine.run({ ...limits, timeoutMs: 300, sql: 'SELECT * FROM slow' }));
    expect(await asked).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' });
    expect(wire.stops).toEqual([expect.stringMatching(/^\d+:77$/)]);
    expect(wire.heard.join('\n')).not.toContain('pg_cancel_backend');
  });

  it('is told to stop again where it was told before it had begun', async () => {
    const { wire, engine } = await openMember('redshift', (sql) => (sql.includes('slow') ? null : { rows: [] }), {
      earlyStops: 2,
    });
    const stopping = new AbortController();
    const asked = failureOf(engine.run({ ...limits, sql: 'SELECT * FROM slow', signal: stopping.signal }));
    await expect.poll(() => wire.heard.at(-1)).toContain('slow');
    stopping.abort();
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    // Its line was not cut: the next query takes it.
    await expect.poll(() => wire.heard.at(-1)).toBe('ROLLBACK');
    expect(new Set(wire.stops).size).toBe(1);
    expect(wire.stops).toHaveLength(3);
    await expect.poll(() => engine.poolFigures?.()?.idle).toBe(1);
  });

  it('is asked nothing more for a query that was stopped while its transaction began', async () => {
    const stopping = new AbortController();
    const { wire, engine } = await openMember('redshift', () => ({ rows: [['7']] }), {
      onBegin: () => stopping.abort(),
    });
    const asked = failureOf(engine.run({ ...limits, sql: 'SELECT * FROM sales', signal: stopping.signal }));
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    expect(wire.heard.map((sql) => sql.split(' ')[0])).toEqual(['BEGIN', 'ROLLBACK']);
  });

  it('tells its plan in steps, from the lines that it writes', async () => {
    const { engine } = await openMember('redshift', () => ({
      rows: [
        ['XN Hash Join DS_DIST_NONE  (cost=1.00..9.50 rows=40 width=8)'],
        ['  Hash Cond: ("outer".id = "inner".id)'],
        ['  ->  XN Seq Scan on a  (cost=0.00..4.00 rows=400 width=8)'],
        ['  ->  XN Hash  (cost=0.80..0.80 rows=80 width=4)'],
        ['        ->  XN Seq Scan on b  (cost=0.00..0.80 rows=80 width=4)'],
      ],
    }));
    const steps = await engine.readPlan?.('SELECT 1');
    expect(steps?.map(({ depth, name, estimatedRows }) => [depth, name, estimatedRows])).toEqual([
      [0, 'XN Hash Join DS_DIST_NONE', 40],
      [1, 'XN Seq Scan on a', 400],
      [1, 'XN Hash', 80],
      [2, 'XN Seq Scan on b', 80],
    ]);
    expect(steps?.[0]?.details).toEqual([{ label: 'Hash Cond', text: '("outer".id = "inner".id)' }]);
    expect(await engine.estimate?.('SELECT 1')).toBeNull();
  });
});

describe('a line to CockroachDB', () => {
  const schemas: Said = { rows: [['public'], ['shop']] };

  it('leaves out the setting that it does not know', async () => {
    const { wire, engine } = await openMember('cockroachdb', () => ({ columns: [['a', 20]], rows: [['1']] }));
    await engine.ping();
    expect(wire.heard[0]).toContain('standard_conforming_strings = on');
    expect(wire.heard[0]).not.toContain('cursor_tuple_fraction');
  });

  it('takes a name before a table for a schema alone, never for another database', async () => {
    const { engine } = await openMember('cockroachdb', () => schemas);
    expect((await engine.analyse('SELECT * FROM shop.a, public.b'))[0]?.tables).toEqual([
      { schema: 'shop', table: 'a' },
      { schema: 'public', table: 'b' },
    ]);
    for (const sql of ['SELECT * FROM system.users', 'SELECT * FROM other.secrets', 'SELECT other.f(1)'])
      expect(await failureOf(engine.analyse(sql)), sql).toMatchObject({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR' });
    expect(await failureOf(engine.analyse('SELECT * FROM users', { schema: 'system' }))).toMatchObject({
      code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
    });
  });

  it('reads other databases of its server where it may, each by itself, and its own system to nobody', async () => {
    const answer = (sql: string): Said =>
      sql.includes('pg_database') ? { rows: [['d'], ['other'], ['system']] } : schemas;
    const { wire, engine } = await openMember('cockroachdb', answer, { readsOthers: true });
    expect(await engine.listCatalogs?.()).toEqual(['d', 'other']);
    for (const name of ['system', 'SYSTEM'])
      expect(() => engine.inCatalog?.(name)).toThrow(`The catalog "${name}" may not be read here.`);
    const other = engine.inCatalog?.('other');
    expect((await other?.analyse('SELECT * FROM shop.a, other.shop.b'))?.[0]?.tables).toEqual([
      { catalog: 'other', schema: 'shop', table: 'a' },
      { catalog: 'other', schema: 'shop', table: 'b' },
    ]);
    expect((await engine.analyse('SELECT * FROM d.shop.b'))[0]?.tables).toEqual([{ schema: 'shop', table: 'b' }]);
    await other?.ping();
    expect(wire.databases).toContain('other');
    for (const sql of ['SELECT * FROM d.shop.b', 'SELECT * FROM system.public.users'])
      expect((await failureOf(other?.analyse(sql) ?? Promise.resolve())).message).toContain('of another database');
    expect(await failureOf(other?.analyse('SELECT * FROM d.b') ?? Promise.resolve())).toMatchObject({
      code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
    });
  });

  it('hides columns and keys that nobody made', async () => {
    const { wire, engine } = await openMember('cockroachdb', (sql) => {
      if (sql.includes('FROM information_schema.tables')) return { rows: [['BASE TABLE', null]] };
      if (sql.includes('FROM information_schema.columns'))
        return {
          rows: [
            ['name', 'STRING', 'YES', null],
            ['paid', 'DECIMAL(10,2)', 'NO', 'In euros'],
          ],
        };
      if (sql.includes('pg_constraint')) return { rows: [['t_pkey', 'p', 'PRIMARY KEY (rowid ASC)', null, null]] };
      if (sql.includes('information_schema.statistics'))
        return {
          rows: [
            ['by_name', 'name', 't'],
            ['by_name', 'paid', 't'],
            ['t_pkey1', 'rowid', 't'],
          ],
        };
      return { columns: [['a', 25]], rows: [] };
    });
    expect(await engine.describeTable({ schema: 'public', table: 't' })).toMatchObject({
      columns: [
        { name: 'name', nativeType: 'string', type: 'string' },
        { name: 'paid', nativeType: 'decimal(10,2)', type: 'number', comment: 'In euros', isNullable: false },
      ],
      primaryKey: null,
      indexes: [{ name: 'by_name', columns: ['name', 'paid'], isUnique: true }],
    });
    expect(wire.heard.join('\n')).toContain("is_hidden = 'NO'");
  });

  it('reads its plan from the branches of a tree', () => {
    const lines = [
      'distribution: local',
      'vectorized: true',
      '',
      '• hash join',
      '│ equality: (id) = (id)',
      '│',
      '├── • filter',
      '│   │ filter: x > 3',
      '│   │',
      '│   └── • scan',
      '│         estimated row count: 1,000 (100% of the table)',
      '│         table: a@a_pkey',
      '│',
      '└── • scan',
      '      table: b@b_pkey',
    ];
    const steps = readBranches({ rows: lines.map((line) => [line]) });
    expect(steps.map(({ depth, name, estimatedRows }) => [depth, name, estimatedRows])).toEqual([
      [0, 'hash join', null],
      [1, 'filter', null],
      [2, 'scan', 1000],
      [1, 'scan', null],
    ]);
    expect(steps[1]?.details).toEqual([{ label: 'filter', text: 'x > 3' }]);
  });
});

it('reads keys as servers write them, quoted names and all', () => {
  expect(readConstraint('PRIMARY KEY (a, "B (c)", "d""e")').columns).toEqual(['a', 'B (c)', 'd"e']);
  expect(readConstraint('PRIMARY KEY (a ASC, b DESC)').columns).toEqual(['a', 'b']);
  expect(readConstraint('FOREIGN KEY (a) REFERENCES s."T(x)"(b, c) ON DELETE CASCADE')).toEqual({
    columns: ['a'],
    referred: ['b', 'c'],
  });
  expect(readCosts({ rows: [['no plan at all']] })).toEqual([]);
});
