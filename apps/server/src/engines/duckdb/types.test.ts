import type { CellValue } from '@powerset/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineFixture, openTestEngine } from './engine-fixture.ts';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await openTestEngine();
  await fixture.engine.runTrusted("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
});
afterAll(() => fixture.end());

const infinity = Number.POSITIVE_INFINITY;
const utc = Date.UTC(2024, 1, 29, 12, 34, 56);

/** Expression, the engine's name of its type, ours, the value for charts, the value for grids. */
const cases: readonly [sql: string, nativeType: string, type: string, value: CellValue, exact: CellValue][] = [
  ['true', 'BOOLEAN', 'boolean', true, true],
  ['(-128)::TINYINT', 'TINYINT', 'number', -128, -128],
  ['(-32768)::SMALLINT', 'SMALLINT', 'number', -32768, -32768],
  ['(-2147483648)::INTEGER', 'INTEGER', 'number', -2147483648, -2147483648],
  ['9007199254740993', 'BIGINT', 'number', 9007199254740993n, 9007199254740993n],
  ['9007199254740991', 'BIGINT', 'number', 9007199254740991, 9007199254740991],
  ['(-9223372036854775807 - 1)::BIGINT', 'BIGINT', 'number', -9223372036854775808n, -9223372036854775808n],
  ['255::UTINYINT', 'UTINYINT', 'number', 255, 255],
  ['65535::USMALLINT', 'USMALLINT', 'number', 65535, 65535],
  ['4294967295::UINTEGER', 'UINTEGER', 'number', 4294967295, 4294967295],
  ['18446744073709551615::UBIGINT', 'UBIGINT', 'number', 18446744073709551615n, 18446744073709551615n],
  ['sum(3::INTEGER)', 'HUGEINT', 'number', 3, 3],
  ["'-170141183460469231731687303715884105728'::HUGEINT", 'HUGEINT', 'number', -(2n ** 127n), -(2n ** 127n)],
  ["'340282366920938463463374607431768211455'::UHUGEINT", 'UHUGEINT', 'number', 2n ** 128n - 1n, 2n ** 128n - 1n],
  [
    "'123456789012345678901234567890123456789012345'::BIGNUM",
    'BIGNUM',
    'number',
    123456789012345678901234567890123456789012345n,
    123456789012345678901234567890123456789012345n,
  ],
  ['0.1::FLOAT', 'FLOAT', 'number', 0.1, 0.1],
  ['0.1::DOUBLE', 'DOUBLE', 'number', 0.1, 0.1],
  ["'nan'::DOUBLE", 'DOUBLE', 'number', Number.NaN, 'NaN'],
  ["'-infinity'::DOUBLE", 'DOUBLE', 'number', -infinity, '-Infinity'],
  ['-1.5::DECIMAL(4,1)', 'DECIMAL(4,1)', 'number', -1.5, '-1.5'],
  ['0.05::DECIMAL(9,2)', 'DECIMAL(9,2)', 'number', 0.05, '0.05'],
  ['-0.05::DECIMAL(18,4)', 'DECIMAL(18,4)', 'number', -0.05, '-0.0500'],
  [
    "'12345678901234567890.123456789'::DECIMAL(38,9)",
    'DECIMAL(38,9)',
    'number',
    12345678901234567000,
    '12345678901234567890.123456789',
  ],
  ['7::DECIMAL(10,0)', 'DECIMAL(10,0)', 'number', 7, '7'],
  ["DATE '2024-02-29'", 'DATE', 'temporal', Date.UTC(2024, 1, 29), '2024-02-29'],
  ["DATE '0044-03-15 (BC)'", 'DATE', 'temporal', Date.UTC(-43, 2, 15), '0044-03-15 (BC)'],
  [
    "TIMESTAMP '0044-03-15 (BC) 10:00:00'",
    'TIMESTAMP',
    'temporal',
    Date.UTC(-43, 2, 15, 10),
    '0044-03-15 (BC) 10:00:00',
  ],
  [
    "TIMESTAMPTZ '0044-03-15 (BC) 10:00:00+00'",
    'TIMESTAMP WITH TIME ZONE',
    'temporal',
    Date.UTC(-43, 2, 15, 10),
    '0044-03-15 (BC) 10:00:00+00',
  ],
  ["DATE '12024-01-01'", 'DATE', 'temporal', Date.UTC(12024, 0, 1), '12024-01-01'],
  ["'infinity'::DATE", 'DATE', 'temporal', infinity, 'infinity'],
  ["TIMESTAMP '2024-02-29 12:34:56.123456'", 'TIMESTAMP', 'temporal', utc + 123, '2024-02-29 12:34:56.123456'],
  ["TIMESTAMP '1969-12-31 23:59:59.5'", 'TIMESTAMP', 'temporal', -500, '1969-12-31 23:59:59.5'],
  ["'-infinity'::TIMESTAMP", 'TIMESTAMP', 'temporal', -infinity, '-infinity'],
  ["'2024-02-29 12:34:56'::TIMESTAMP_S", 'TIMESTAMP_S', 'temporal', utc, '2024-02-29 12:34:56'],
  ["'2024-02-29 12:34:56.789'::TIMESTAMP_MS", 'TIMESTAMP_MS', 'temporal', utc + 789, '2024-02-29 12:34:56.789'],
  [
    "'2024-02-29 12:34:56.123456789'::TIMESTAMP_NS",
    'TIMESTAMP_NS',
    'temporal',
    utc + 123,
    '2024-02-29 12:34:56.123456789',
  ],
  ["'2024-02-29 14:34:56+02'::TIMESTAMPTZ", 'TIMESTAMP WITH TIME ZONE', 'temporal', utc, '2024-02-29 12:34:56+00'],
  ["TIME '01:02:03.000004'", 'TIME', 'string', '01:02:03.000004', '01:02:03.000004'],
  ["'01:02:03.5+05:30'::TIMETZ", 'TIME WITH TIME ZONE', 'string', '01:02:03.5+05:30', '01:02:03.5+05:30'],
  ['INTERVAL 14 MONTH + INTERVAL 3 DAY', 'INTERVAL', 'string', '1 year 2 months 3 days', '1 year 2 months 3 days'],
  ["'Zoë 😀'", 'VARCHAR', 'string', 'Zoë 😀', 'Zoë 😀'],
  ["repeat('long ', 5)", 'VARCHAR', 'string', 'long long long long long ', 'long long long long long '],
  ["''", 'VARCHAR', 'string', '', ''],
  ["'\\xDE\\xAD\\xBE\\xEF'::BLOB", 'BLOB', 'string', 'deadbeef', 'deadbeef'],
  ["'10101'::BIT", 'BIT', 'string', '10101', '10101'],
  [
    "'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'::UUID",
    'UUID',
    'string',
    'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
    'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
  ],
  ["'happy'::mood", 'ENUM', 'string', 'happy', 'happy'],
  ['[1, NULL, 9007199254740993]', 'BIGINT[]', 'string', '[1,null,9007199254740993]', '[1,null,9007199254740993]'],
  ["array_value(DATE '2024-01-01', NULL)", 'DATE[2]', 'string', '["2024-01-01",null]', '["2024-01-01",null]'],
  [
    "{'a': 1.5, 'b': [true], 'c': 'x\"y'}",
    'STRUCT("a" DECIMAL(2,1), "b" BOOLEAN[], "c" VARCHAR)',
    'string',
    '{"a":"1.5","b":[true],"c":"x\\"y"}',
    '{"a":"1.5","b":[true],"c":"x\\"y"}',
  ],
  ["MAP {'k': 1, 'l': NULL}", 'MAP(VARCHAR, INTEGER)', 'string', '{"k":1,"l":null}', '{"k":1,"l":null}'],
  ['union_value(num := 2)', 'UNION("num" INTEGER)', 'string', '2', '2'],
  ['\'{"a": [1, 2]}\'::JSON', 'JSON', 'string', '{"a": [1, 2]}', '{"a": [1, 2]}'],
  ['42::VARIANT', 'VARIANT', 'string', '42', '42'],
  ['NULL', 'INTEGER', 'number', null, null],
];

async function readBoth(sql: string) {
  const request = { sql, maxRows: 100, timeoutMs: 10_000, fairnessKey: 'ada' };
  const { table } = await fixture.engine.run(request);
  const { table: exact } = await fixture.engine.run({ ...request, isExact: true });
  return { plain: table.columns[0]!, exact: exact.columns[0]! };
}

describe('values of every type', () => {
  it.each(cases)('%s is %s, for charts and exactly [SQL-045]', async (sql, nativeType, type, value, exactValue) => {
    const { plain, exact } = await readBoth(`SELECT ${sql} AS v`);
    expect([plain.nativeType, plain.type]).toEqual([nativeType, type]);
    expect(plain.values).toEqual([value]);
    expect(exact.values).toEqual([exactValue]);
  });

  it.each(cases)(
    '%s may be null between values, and is kept so in a stored result',
    async (sql, _, __, value, exactValue) => {
      if (value === null) return;
      const text = `SELECT v FROM (SELECT 0 AS i, ${sql} AS v UNION ALL SELECT 1, NULL UNION ALL SELECT 2, ${sql}) ORDER BY i`;
      const { plain, exact } = await readBoth(text);
      expect(plain.values).toEqual([value, null, value]);
      expect(exact.values).toEqual([exactValue, null, exactValue]);
      const stored = await fixture.engine.storeResult({
        sql: text,
        maxRows: 10,
        timeoutMs: 10_000,
        fairnessKey: 'ada',
        resultId: `t${Math.abs(hash(sql))}`,
      });
      expect(stored.first.columns[0]!.values).toEqual([exactValue, null, exactValue]);
    },
  );

  it("reads every type of DuckDB's own collection of edge cases", async () => {
    const table = await fixture.engine.runTrusted('SELECT * FROM test_all_types()', { isExact: true });
    const plain = await fixture.engine.runTrusted('SELECT * FROM test_all_types()');
    expect(table.rowCount).toBe(3);
    for (const column of [...table.columns, ...plain.columns]) {
      expect([column.name, column.values.length, column.values[2]]).toEqual([column.name, 3, null]);
      expect([column.name, column.values[0]]).not.toEqual([column.name, null]);
    }
  });

  it('keeps duplicate names apart', async () => {
    const { table } = await fixture.engine.run({
      sql: 'SELECT 1 AS a, 2 AS a',
      maxRows: 10,
      timeoutMs: 5000,
      fairnessKey: 'ada',
    });
    expect(new Set(table.columns.map((column) => column.name)).size).toBe(2);
    expect(table.columns.map((column) => column.values[0])).toEqual([1, 2]);
  });

  it('reads results of many chunks with letters of every width', async () => {
    const sql = "SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE 'é' || i END AS t, i FROM range(50000) x(i) ORDER BY i";
    const { table } = await fixture.engine.run({ sql, maxRows: 50_000, timeoutMs: 10_000, fairnessKey: 'ada' });
    expect(table.rowCount).toBe(50_000);
    expect(table.columns[0]!.values.every((value, row) => value === (row % 3 === 0 ? null : `é${row}`))).toBe(true);
    expect(table.columns[1]!.values.every((value, row) => value === row)).toBe(true);
  });

  it('reads texts of every length, wherever the engine keeps them', async () => {
    const sql = `SELECT CASE WHEN i % 11 = 0 THEN NULL ELSE repeat(chr(97 + CAST(i % 26 AS INT)), CAST((i * 37) % 70 AS INT)) || i % 40 END AS t,
      CASE i % 3 WHEN 0 THEN 'a short one' WHEN 1 THEN 'one that is longer than twelve' ELSE 'the longest of those that come again and again here' END AS w, i
      FROM range(20000) x(i) ORDER BY hash(i)`;
    const { table } = await fixture.engine.run({ sql, maxRows: 50_000, timeoutMs: 10_000, fairnessKey: 'ada' });
    const [texts, words, numbers] = table.columns.map(({ values }) => values);
    const again = [
      'a short one',
      'one that is longer than twelve',
      'the longest of those that come again and again here',
    ];
    const wrong = numbers!.filter((value, row) => {
      const i = Number(value);
      const text = i % 11 === 0 ? null : `${String.fromCharCode(97 + (i % 26)).repeat((i * 37) % 70)}${i % 40}`;
      return texts![row] !== text || words![row] !== again[i % 3];
    });
    expect([table.rowCount, wrong]).toEqual([20_000, []]);
  });

  it.each([
    ['all of its numbers are small', 'i'],
    ['one of them outgrows doubles in one chunk', 'CASE WHEN i = 5000 THEN 9007199254740993 ELSE i END'],
  ])('puts chunks together whose nulls come late: %s', async (_, number) => {
    const sql = `SELECT i % 2 = 0 AS b, CASE WHEN i < 9000 THEN i END AS late, ${number} AS big, 'e' || i AS t
      FROM range(10000) x(i) ORDER BY i`;
    const { table } = await fixture.engine.run({ sql, maxRows: 50_000, timeoutMs: 10_000, fairnessKey: 'ada' });
    const [even, late, big, text] = table.columns.map(({ values }) => values);
    const biggest = number === 'i' ? 5000 : 9_007_199_254_740_993n;
    expect(even!.every((value, row) => value === (row % 2 === 0))).toBe(true);
    expect(late!.every((value, row) => value === (row < 9000 ? row : null))).toBe(true);
    expect(big!.every((value, row) => value === (row === 5000 ? biggest : row))).toBe(true);
    expect(text!.every((value, row) => value === `e${row}`)).toBe(true);
  });

  it('sends nothing of what the engine has in memory where no value is', async () => {
    const sql = 'SELECT if(i % 2 = 0, NULL, i + 5) AS n, if(i % 2 = 0, NULL, i > 7) AS b FROM range(4000) x(i)';
    const { packed } = await fixture.engine.run({ sql, maxRows: 5000, timeoutMs: 10_000, fairnessKey: 'ada' });
    const hidden = packed.batches.flatMap(({ columns }) =>
      columns.flatMap((column) =>
        column.kind === 'numbers' || column.kind === 'booleans'
          ? [...column.values].filter((value, row) => column.nulls?.[row] && value !== 0)
          : [],
      ),
    );
    expect([packed.rowCount, hidden]).toEqual([4000, []]);
  });
});

function hash(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) | 0, 7);
}
