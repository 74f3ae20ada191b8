import { type Dialect, dialectByName, type Expression, printExpression, printSelect, weekGrains } from '@powerset/sql';
import { serviceUrl } from '@powerset/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Engine } from '../engine.ts';
import { addressOf, noResults, type ServerAdmin, worldOf } from './server-fixture.ts';
import { describeServers, testsOf } from './tested-servers-fixture.ts';

const schema = 'dialect_shop';
const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada', schema };
const minute = 60_000;
const day = 24 * 60 * minute;

const moments = [
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '2023-01-01T05:07:09.123Z',
  '2024-02-29T12:34:56.789Z',
  '2024-12-29T23:00:00.000Z',
  '2024-12-30T00:00:01.000Z',
  '2025-03-30T02:30:00.000Z',
].map((text) => new Date(text));

const lengths: Readonly<Record<string, number>> = {
  PT1S: 1000,
  PT5S: 5000,
  PT30S: 30_000,
  PT1M: minute,
  PT5M: 5 * minute,
  PT10M: 10 * minute,
  PT15M: 15 * minute,
  PT30M: 30 * minute,
  PT1H: 60 * minute,
  PT6H: 360 * minute,
  P1D: day,
};

/** Where a span of a grain begins (or ends, for weeks that are named by their last day), by counting. */
function truncated(at: Date, grain: string, weekStartsOn: 'sunday' | 'monday'): number {
  const length = lengths[grain];
  if (length) return Math.floor(at.getTime() / length) * length;
  const months = { P1M: 1, P3M: 3, P1Y: 12 }[grain];
  if (months) return Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / months) * months, 1);
  const isSunday =
    grain === weekGrains.startingSunday ||
    grain === weekGrains.endingSaturday ||
    ((grain === 'P1W' || grain === 'P7D') && weekStartsOn === 'sunday');
  const start = Math.floor(at.getTime() / day) * day - ((at.getUTCDay() + (isSunday ? 0 : 6)) % 7) * day;
  return grain.startsWith('P1W/') ? start + 6 * day : start;
}

describeServers('dialect', 'the SQL of charts on $name', (server) => {
  const it = testsOf(server);
  let engine: Engine;
  let admin: ServerAdmin;
  let dialect: Dialect;
  const placed: Expression = { kind: 'column', name: 'placed' };
  const select = async (sql: string) =>
    (await engine.run({ ...limits, sql })).table.columns.map(({ values }) => values);
  const firstOf = async (expression: Expression | string) => {
    const text = typeof expression === 'string' ? expression : printExpression(expression, dialect);
    return (await select(`SELECT ${text} AS v`))[0]?.[0];
  };
  const timesOf = async (expression: Expression) =>
    (await select(`SELECT id, ${printExpression(expression, dialect)} AS v FROM times ORDER BY id`))[1];

  const toShown = (name: string) => engine.foldName?.(name) ?? name;

  beforeAll(async () => {
    admin = await server.admin(serviceUrl(server.service) ?? '');
    await admin.run(...worldOf(server, schema));
    engine = server.open(addressOf(server) ?? '', { resultSink: noResults });
    dialect = dialectByName(engine.dialect);
    const rows = moments.map((at, id) => {
      const text = at.toISOString().replace('T', ' ').replace('Z', '');
      return `(${id}, '${text}', '${text.slice(0, 10)}', NULL)`;
    });
    await admin.run(`INSERT INTO ${schema}.times VALUES ${rows.join(', ')}`);
  });
  afterAll(async () => {
    await engine.close();
    await admin.end();
  });

  it('cuts times and days to every grain that it offers [TIM-001]', async () => {
    for (const grain of Object.keys(dialect.timeGrains)) {
      const times = await timesOf({ kind: 'truncate', of: placed, grain });
      const wanted = moments.map((at) => truncated(at, grain, server.weekStartsOn));
      expect([grain, times?.map(toMillis)]).toEqual([grain, wanted]);
      const days = await timesOf({ kind: 'truncate', of: { kind: 'column', name: 'day' }, grain });
      const midnights = moments.map((at) => new Date(Math.floor(at.getTime() / day) * day));
      expect([grain, days?.map(toMillis)]).toEqual([
        grain,
        midnights.map((at) => truncated(at, grain, server.weekStartsOn)),
      ]);
    }
  });

  /** Some grains come as text or days where the server has no better type. */
  function toMillis(value: unknown): unknown {
    return typeof value === 'string' ? Date.parse(`${value.replace(' ', 'T')}Z`) : value;
  }

  it('compares times with literals to the millisecond, and days with days', async () => {
    for (const [id, at] of moments.entries()) {
      const found = await select(
        `SELECT id FROM times WHERE ${printExpression(
          {
            kind: 'compare',
            operator: '=',
            left: placed,
            right: { kind: 'time', at, nativeType: server.sql.types.time },
          },
          dialect,
        )}`,
      );
      expect([at, found[0]]).toEqual([at, [id]]);
    }
    const midnight = new Date('2024-02-29T00:00:00Z');
    const right: Expression = { kind: 'time', at: midnight, nativeType: server.sql.types.day };
    const left: Expression = { kind: 'column', name: 'day' };
    const text = printExpression({ kind: 'compare', operator: '=', left, right }, dialect);
    expect(await select(`SELECT id FROM times WHERE ${text}`)).toEqual([[3]]);
  });

  it('reads times from epochs and from texts', async () => {
    const epoch = (value: number, unit: 'epoch_s' | 'epoch_ms') =>
      firstOf({ kind: 'fromEpoch', of: { kind: 'literal', value }, unit });
    expect(await epoch(1_709_210_096, 'epoch_s')).toBe(1_709_210_096_000);
    expect(await epoch(1_709_210_096_000, 'epoch_ms')).toBe(1_709_210_096_000);
    const parsed = (value: string, format: string | null) =>
      firstOf({ kind: 'parseTime', of: { kind: 'literal', value }, format });
    expect(await parsed('2024-02-29 12:34:56', null)).toBe(Date.UTC(2024, 1, 29, 12, 34, 56));
    expect(await parsed('29.02.2024 12:34:56', '%d.%m.%Y %H:%M:%S')).toBe(Date.UTC(2024, 1, 29, 12, 34, 56));
    expect(await parsed('20240229', '%Y%m%d')).toBe(Date.UTC(2024, 1, 29));
  });

  it('writes every text, number and name so that the server reads it as it was meant', async () => {
    const texts = [
      "O'Brien",
      '\\',
      "\\'",
      '"',
      '`',
      '%_',
      'ä€😀',
      'a\nb\tc',
      '-- x',
      '/* x */',
      '?',
      ':x',
      '$1',
      '{x}',
      '',
    ];
    for (const value of texts) expect([value, await firstOf({ kind: 'literal', value })]).toEqual([value, value]);
    for (const value of [0, -7, 1.5, 9007199254740993n, -9223372036854775807n])
      expect(String(await firstOf({ kind: 'literal', value }))).toBe(String(value));
    expect(await firstOf({ kind: 'literal', value: null })).toBeNull();
    for (const name of ['a b', 'a"b', 'a`b', "a'b", 'ä', 'select', 'a.b', 'a\\b']) {
      const { table } = await engine.run({ ...limits, sql: `SELECT 1 AS ${dialect.quoteIdentifier(name)}` });
      expect(toShown(table.columns[0]?.name ?? '')).toBe(name);
    }
  });

  it('finds texts whatever their case, and no sign of them stands for others', async () => {
    const contains = (of: string, text: string) =>
      firstOf(
        `CASE WHEN ${printExpression({ kind: 'contains', of: { kind: 'literal', value: of }, text }, dialect)} THEN 1 ELSE 0 END`,
      );
    expect(await contains('Fifty 50%_!\\ off', '50%_!\\ OFF')).toBe(1);
    expect(await contains('Fifty 500 off', '50%')).toBe(0);
    const like = (pattern: string) =>
      firstOf(
        `CASE WHEN ${printExpression(
          {
            kind: 'like',
            of: { kind: 'literal', value: 12_345 },
            pattern: { kind: 'literal', value: pattern },
            ignoresCase: true,
            needsCast: true,
          },
          dialect,
        )} THEN 1 ELSE 0 END`,
      );
    expect([await like('%234%'), await like('%9%')]).toEqual([1, 0]);
  });

  it('compares NULL with NULL, asks for truth, and counts in stretches', async () => {
    const isTrue = (expression: Expression) =>
      firstOf(`CASE WHEN ${printExpression(expression, dialect)} THEN 1 ELSE 0 END`);
    const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
    const word: Expression = { kind: 'column', name: 'word' };
    const nulls = printExpression({ kind: 'sameAs', left: word, right: { kind: 'literal', value: null } }, dialect);
    expect((await select(`SELECT count(*) FROM times WHERE ${nulls}`))[0]).toEqual([moments.length]);
    expect(await isTrue({ kind: 'sameAs', left: literal(1), right: literal(2) })).toBe(0);
    expect(await isTrue({ kind: 'isBoolean', of: literal(true), value: true })).toBe(1);
    expect(await isTrue({ kind: 'isBoolean', of: literal(true), value: false })).toBe(0);
    const bin = (value: number) => firstOf({ kind: 'bin', of: literal(value), from: -10, width: 2.5 });
    expect([await bin(-10), await bin(-7.6), await bin(0)].map(Number)).toEqual([0, 0, 4]);
  });

  it('groups, orders, limits and skips rows', async () => {
    const column = (name: string): Expression => ({ kind: 'column', name });
    const count: Expression = { kind: 'aggregate', name: 'COUNT', of: column('id'), isDistinct: true };
    const sum: Expression = { kind: 'aggregate', name: 'SUM', of: column('amount') };
    const text = printSelect(
      {
        items: [
          { expression: column('customer_id'), alias: 'who' },
          { expression: count, alias: 'n' },
          { expression: sum, alias: 'total' },
        ],
        from: { kind: 'table', schema, table: 'orders' },
        where: {
          kind: 'in',
          of: column('customer_id'),
          values: [1, 2, 3, 4].map((value) => ({ kind: 'literal', value })),
        },
        groupBy: [column('customer_id')],
        having: { kind: 'compare', operator: '>', left: count, right: { kind: 'literal', value: 1 } },
        orderBy: [{ expression: sum, isDescending: true }],
        limit: 2,
        offset: 1,
      },
      dialect,
    );
    const [who, n, total] = await select(text);
    expect([who?.map(Number), n?.map(Number)]).toEqual([
      [4, 3],
      [2000, 2000],
    ]);
    expect(Number(total?.[0]) > Number(total?.[1])).toBe(true);
    const skipped = printSelect(
      {
        items: [{ expression: column('id') }],
        from: {
          kind: 'query',
          query: { items: [{ expression: '*' }], from: { kind: 'table', schema, table: 'customers' } },
          alias: 'inner query',
        },
        orderBy: [{ expression: column('id'), isDescending: false }],
        offset: 8,
      },
      dialect,
    );
    expect((await select(skipped))[0]).toEqual([9, 10]);
  });
});
