import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readerOfZone, rowsOf, TableReader, type TextRow } from '../remote/index.ts';
import { readBatches } from './rows.ts';
import { readServer } from './server.ts';
import { familiesOf, familyOf, innerType } from './values.ts';

async function read(chunks: readonly (string | Buffer)[], errorTag: string | null = null) {
  const stream = Readable.from(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
  const rows: TextRow[] = [];
  let columns: unknown = null;
  for await (const batch of readBatches({ stream, errorTag })) {
    columns = batch.columns;
    rows.push(...rowsOf(batch));
  }
  return { columns, rows };
}

const head = 'a\tb\nInt64\tString\n';

describe('rows as the server writes them', () => {
  it('come whole, wherever the network has cut them', async () => {
    const bytes = Buffer.from(`${head}1\tä€\n2\tx\\ty\\n\\\\z\n\\N\t\\N\n3\t\n`);
    const expected = [
      ['1', 'ä€'],
      ['2', 'x\ty\n\\z'],
      [null, null],
      ['3', ''],
    ];
    for (let at = 1; at < bytes.length; at += 1) {
      const { rows } = await read([bytes.subarray(0, at), bytes.subarray(at)]);
      expect([at, rows]).toEqual([at, expected]);
    }
    const one = await read([...bytes].map((byte) => Buffer.from([byte])));
    expect(one.rows).toEqual(expected);
    expect(one.columns).toEqual([
      { name: 'a', nativeType: 'Int64' },
      { name: 'b', nativeType: 'String' },
    ]);
  });

  it('tell their columns where there are none', async () => {
    expect(await read([head])).toMatchObject({ rows: [], columns: [{ name: 'a' }, { name: 'b' }] });
  });

  it.each([
    [
      'an old server',
      'Code: 395, e.displayText() = DB::Exception: Value is non zero, e.what() = DB::Exception\n',
      null,
    ],
    [
      'a newer server',
      'Code: 395. DB::Exception: Value is non zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 24.8.1.1)\n',
      null,
    ],
    [
      'a server of today',
      '\r\n__exception__\r\nabc\r\nCode: 395. DB::Exception: Value is non zero. (X) (version 26.1)\r\n10 abc\r\n__exception__\r\n',
      'abc',
    ],
    ['a row that broke off', 'half a row', null],
  ])('are not taken for whole where %s failed in the middle', async (_who, words, tag) => {
    await expect(read([`${head}1\tx\n`, words], tag)).rejects.toThrow(/Value is non zero|half a row/);
    await expect(read([`${head}1\tx\n${words}`], tag)).rejects.toThrow(/Value is non zero|half a row/);
  });

  it('may hold what looks like an error where the server marks its own', async () => {
    const text = 'a\nString\nCode: 1. DB::Exception: x. (X) (version 26.1)\n';
    expect((await read([text], 'abc')).rows).toHaveLength(1);
  });

  it('are refused from what is no such server', async () => {
    await expect(read([''])).rejects.toThrow();
    await expect(read([`${head}1\n`])).rejects.toThrow();
    await expect(readServer(async () => '<html>\n<body>')).rejects.toThrow();
  });
});

describe('values', () => {
  it.each([
    ['LowCardinality(Nullable(String))', 'string', 'x', 'x', 'x'],
    ['Nullable(UInt64)', 'number', '18446744073709551615', 18446744073709551615n, 18446744073709551615n],
    ['UInt32', 'number', '7', 7, 7],
    ['Int256', 'number', '-1157920892373161954235709850', -1.157920892373162e27, '-1157920892373161954235709850'],
    ['Decimal(38, 10)', 'number', '1.5000000000', 1.5, '1.5000000000'],
    ['Float64', 'number', 'nan', null, null],
    ['Float32', 'number', '-inf', null, null],
    ['Bool', 'boolean', 'true', true, true],
    ['Date32', 'temporal', '1925-01-01', -1420070400000, '1925-01-01'],
    ['DateTime', 'temporal', '2024-01-02T03:04:05Z', 1704164645000, '2024-01-02 03:04:05'],
    [
      "DateTime64(6, 'Asia/Tokyo')",
      'temporal',
      '2024-01-02T03:04:05.678901Z',
      1704164645678,
      '2024-01-02 03:04:05.678901',
    ],
    ['SimpleAggregateFunction(sum, UInt64)', 'number', '5', 5, 5],
    [
      "SimpleAggregateFunction(anyLast, Nullable(DateTime('UTC')))",
      'temporal',
      '2024-01-02T00:00:00Z',
      1704153600000,
      '2024-01-02 00:00:00',
    ],
    ['Array(UInt8)', 'string', '[1,2]', '[1,2]', '[1,2]'],
    ['Map(String, UInt8)', 'string', "{'a':1}", "{'a':1}", "{'a':1}"],
    ["Enum8('a' = 1)", 'string', 'a', 'a', 'a'],
    ['UUID', 'string', '0-0', '0-0', '0-0'],
    ['SomethingNew(3)', 'string', 'x', 'x', 'x'],
  ])('of %s are read as %s', (nativeType, type, text, plain, exact) => {
    const columns = [{ name: 'c', nativeType }];
    const writing = { writesUtc: true, zone: 'UTC' };
    const of = (isExact: boolean) => {
      const reader = new TableReader({ isExact, familyOf: familiesOf(writing) });
      reader.add({ columns, rowCount: 2, cells: [text, null] });
      return reader.toTable().columns[0];
    };
    expect(of(false)).toMatchObject({ type, values: [plain, null] });
    expect(of(true)).toMatchObject({ type, values: [exact, null] });
  });

  it('of old servers are read from the clock of their zone, summer and winter', () => {
    expect(readerOfZone('Europe/Berlin')?.('2024-01-02 03:04:05')).toBe('2024-01-02 02:04:05');
    expect(readerOfZone('Europe/Berlin')?.('2024-07-02 03:04:05.25')).toBe('2024-07-02 01:04:05.25');
    expect(readerOfZone('Europe/Berlin')?.('2024-03-31 01:59:59')).toBe('2024-03-31 00:59:59');
    expect(readerOfZone('Europe/Berlin')?.('2024-03-31 03:00:00')).toBe('2024-03-31 01:00:00');
    expect(readerOfZone('Nowhere/Known')).toBeNull();
    expect(readerOfZone('UTC')).toBeNull();
    const berlin = familyOf("DateTime('Europe/Berlin')", { writesUtc: false, zone: 'UTC' });
    expect(berlin.read('2024-01-02 03:04:05')).toBe(Date.UTC(2024, 0, 2, 2, 4, 5));
    const bare = familyOf('DateTime', { writesUtc: false, zone: 'Asia/Tokyo' });
    expect(bare.readExact('2024-01-02 03:04:05')).toBe('2024-01-01 18:04:05');
  });

  it('have the type inside of their wrappers', () => {
    expect(innerType('LowCardinality(Nullable(Decimal(9, 2)))')).toBe('Decimal(9, 2)');
    expect(innerType('Array(Nullable(String))')).toBe('Array(Nullable(String))');
  });
});
