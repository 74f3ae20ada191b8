import { dialectByName, type Expression, printExpression, printSelect, weekGrains } from '@powerset/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestFile, type SqliteFixture } from './engine-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };
const dialect = dialectByName('sqlite');
const minute = 60_000;
const day = 24 * 60 * minute;

const moments = [
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '2023-01-01T05:07:09.123Z',
  '2024-02-29T12:34:56.789Z',
  '2024-12-29T23:00:00.000Z',
  '2024-12-30T00:00:01.000Z',
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

/** Where a span of a grain begins (or ends, for weeks that are named by their last day), by counting; weeks start on Sunday. */
function truncated(at: Date, grain: string): number {
  const length = lengths[grain];
  if (length) return Math.floor(at.getTime() / length) * length;
  const months = { P1M: 1, P3M: 3, P1Y: 12 }[grain];
  if (months) return Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / months) * months, 1);
  const isMonday = grain === weekGrains.startingMonday || grain === weekGrains.endingSunday;
  const start = Math.floor(at.getTime() / day) * day - ((at.getUTCDay() + (isMonday ? 6 : 0)) % 7) * day;
  return grain.startsWith('P1W/') ? start + 6 * day : start;
}

let fixture: SqliteFixture;
const select = async (sql: string) =>
  (await fixture.engine.run({ ...limits, sql })).table.columns.map(({ values }) => values);
const firstOf = async (expression: Expression | string) => {
  const text = typeof expression === 'string' ? expression : printExpression(expression, dialect);
  return (await select(`SELECT ${text} AS v`))[0]?.[0];
};

beforeAll(async () => {
  const rows = moments.map((at, id) => {
    const text = at.toISOString().replace('T', ' ').replace('Z', '');
    return `(${id}, '${text}', '${text.slice(0, 10)}', ${Math.floor(at.getTime() / 1000)}, NULL)`;
  });
  fixture = await openTestFile(
    `CREATE TABLE times (id INTEGER, placed DATETIME, day DATE, at INTEGER, word TEXT);
     INSERT INTO times VALUES ${rows.join(', ')};
     CREATE TABLE orders (id INTEGER, customer_id INTEGER, amount REAL);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO orders SELECT i, i % 5, i * 1.25 FROM n`,
  );
});
afterAll(() => fixture.end());

describe('the SQL of charts in the engine itself', () => {
  const column = (name: string): Expression => ({ kind: 'column', name });
  const literal = (value: string | number | bigint | boolean | null): Expression => ({ kind: 'literal', value });

  it('cuts times, days and epochs to every grain that it offers [TIM-001]', async () => {
    const midnights = moments.map((at) => new Date(Math.floor(at.getTime() / day) * day));
    const seconds = moments.map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000));
    const timesOf = async (of: Expression, grain: string) =>
      (
        await select(`SELECT ${printExpression({ kind: 'truncate', of, grain }, dialect)} AS v FROM times ORDER BY id`)
      )[0];
    for (const grain of Object.keys(dialect.timeGrains)) {
      const wanted = (ats: readonly Date[]) => ats.map((at) => truncated(at, grain));
      expect([grain, await timesOf(column('placed'), grain)]).toEqual([grain, wanted(moments)]);
      expect([grain, await timesOf(column('day'), grain)]).toEqual([grain, wanted(midnights)]);
      const epoch: Expression = { kind: 'fromEpoch', of: column('at'), unit: 'epoch_s' };
      expect([grain, await timesOf(epoch, grain)]).toEqual([grain, wanted(seconds)]);
    }
  });

  it('leaves the last parts of a second with their second', async () => {
    const cut = async (grain: string) =>
      new Date(
        Number(await firstOf({ kind: 'truncate', of: literal('2024-05-06 07:08:39.9996'), grain })),
      ).toISOString();
    expect(await cut('PT1S')).toBe('2024-05-06T07:08:39.000Z');
    expect(await cut('PT5S')).toBe('2024-05-06T07:08:35.000Z');
    expect(await cut('PT30S')).toBe('2024-05-06T07:08:30.000Z');
  });

  it('reads times from epochs and texts, and compares days with days', async () => {
    const epoch = (value: number, unit: 'epoch_s' | 'epoch_ms') =>
      firstOf({ kind: 'fromEpoch', of: literal(value), unit });
    expect(await epoch(1_709_210_096, 'epoch_s')).toBe(1_709_210_096_000);
    expect(await epoch(1_709_210_096_000, 'epoch_ms')).toBe(1_709_210_096_000);
    const parsed = (value: string, format: string | null) => firstOf({ kind: 'parseTime', of: literal(value), format });
    expect(await parsed('2024-02-29 12:34:56', null)).toBe(Date.UTC(2024, 1, 29, 12, 34, 56));
    expect(await parsed('2024-02', '%Y-%m')).toBe(Date.UTC(2024, 1, 1));
    const found = (left: string, at: Date, nativeType: string) =>
      printExpression(
        { kind: 'compare', operator: '>=', left: column(left), right: { kind: 'time', at, nativeType } },
        dialect,
      );
    expect(
      await select(`SELECT id FROM times WHERE ${found('day', new Date('2024-12-30T00:00:00Z'), 'DATE')}`),
    ).toEqual([[5]]);
    expect(
      await select(`SELECT id FROM times WHERE ${found('placed', new Date('2024-12-30T00:00:01Z'), 'DATETIME')}`),
    ).toEqual([[5]]);
  });

  it('writes every text, number and name so that the engine reads it as it was meant', async () => {
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
    for (const value of texts) expect([value, await firstOf(literal(value))]).toEqual([value, value]);
    for (const value of [0, -7, 1.5, 9007199254740993n, -9223372036854775807n])
      expect(String(await firstOf(literal(value)))).toBe(String(value));
    expect(await firstOf(literal(null))).toBeNull();
    for (const name of ['a b', 'a"b', 'a`b', "a'b", 'ä', 'select', 'a.b', 'a\\b', 'a]b']) {
      const { table } = await fixture.engine.run({ ...limits, sql: `SELECT 1 AS ${dialect.quoteIdentifier(name)}` });
      expect(table.columns[0]?.name).toBe(name);
    }
  });

  it('finds texts whatever their case, compares NULL with NULL, asks for truth, and counts in stretches', async () => {
    const isTrue = (expression: Expression) =>
      firstOf(`CASE WHEN ${printExpression(expression, dialect)} THEN 1 ELSE 0 END`);
    const contains = (of: string, text: string) => isTrue({ kind: 'contains', of: literal(of), text });
    expect([await contains('Fifty 50%_!\\ off', '50%_!\\ OFF'), await contains('Fifty 500 off', '50%')]).toEqual([
      1, 0,
    ]);
    const nulls = printExpression({ kind: 'sameAs', left: column('word'), right: literal(null) }, dialect);
    expect((await select(`SELECT count(*) FROM times WHERE ${nulls}`))[0]).toEqual([moments.length]);
    expect(await isTrue({ kind: 'sameAs', left: literal(1), right: literal(2) })).toBe(0);
    expect(await isTrue({ kind: 'isBoolean', of: literal(true), value: true })).toBe(1);
    expect(await isTrue({ kind: 'isBoolean', of: literal(true), value: false })).toBe(0);
    const bin = (value: number) => firstOf({ kind: 'bin', of: literal(value), from: -10, width: 2.5 });
    expect([await bin(-10), await bin(-7.6), await bin(0)].map(Number)).toEqual([0, 0, 4]);
  });

  it('groups, orders, limits and skips rows', async () => {
    const count: Expression = { kind: 'aggregate', name: 'COUNT', of: column('id'), isDistinct: true };
    const sum: Expression = { kind: 'aggregate', name: 'SUM', of: column('amount') };
    const text = printSelect(
      {
        items: [
          { expression: column('customer_id'), alias: 'who' },
          { expression: count, alias: 'n' },
        ],
        from: { kind: 'table', schema: 'main', table: 'orders' },
        groupBy: [column('customer_id')],
        having: { kind: 'compare', operator: '>', left: count, right: literal(1) },
        orderBy: [{ expression: sum, isDescending: true }],
        limit: 2,
        offset: 1,
      },
      dialect,
    );
    expect(await select(text)).toEqual([
      [4, 3],
      [200, 200],
    ]);
    const skipped = printSelect(
      {
        items: [{ expression: column('id') }],
        from: { kind: 'table', schema: 'main', table: 'orders' },
        orderBy: [{ expression: column('id'), isDescending: false }],
        offset: 998,
      },
      dialect,
    );
    expect((await select(skipped))[0]).toEqual([999, 1000]);
  });
});
