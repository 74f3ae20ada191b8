import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { unpackColumn } from '../../packed/index.ts';
import { readNativeBatches, TextsOnly } from './native.ts';
import { block, int64s, text, texts, varuint } from './native-fixture.ts';

async function read(chunks: readonly Buffer[], errorTag: string | null = null) {
  const rows: unknown[][] = [];
  const sizes: number[] = [];
  let columns: unknown = null;
  for await (const { columns: named, batch } of readNativeBatches({ stream: Readable.from(chunks), errorTag })) {
    columns = named.map(({ name, nativeType }) => [name, nativeType]);
    sizes.push(batch.rowCount);
    const values = batch.columns.map((column) => unpackColumn(column, batch.rowCount));
    for (let row = 0; row < batch.rowCount; row += 1) rows.push(values.map((column) => column[row]));
  }
  return { columns, rows, sizes };
}

/** The rows of one column of one block. */
async function readOne(type: string, values: Buffer, rowCount = 1) {
  return (await read([block([['value', type, values]], rowCount)])).rows.map(([value]) => value);
}

const long = 'long text '.repeat(20);
const shop = Buffer.concat([
  block(
    [
      ['id', 'Int64', int64s(1n, 2n ** 60n, -3n)],
      ['note', 'Nullable(String)', Buffer.concat([Buffer.from([0, 1, 0]), texts('ä€', '', long)])],
      ['status', "Enum8('new' = -1, 'it\\'s sent' = 2)", Buffer.from([255, 2, 2])],
    ],
    3,
  ),
  block(
    [
      ['id', 'Int64', int64s(4n)],
      ['note', 'Nullable(String)', Buffer.concat([Buffer.from([0]), texts('x')])],
      ['status', "Enum8('new' = -1, 'it\\'s sent' = 2)", Buffer.from([255])],
    ],
    1,
  ),
]);
const shopRows = [
  [1, 'ä€', 'new'],
  [2n ** 60n, null, "it's sent"],
  [-3, long, "it's sent"],
  [4, 'x', 'new'],
];

const dictionary = Buffer.concat([int64s(1n, 0x200n, 3n), texts('', 'b', 'a'), int64s(4n), Buffer.from([2, 0, 1, 2])]);

describe('rows in the form of the server', () => {
  it('come whole, wherever the network has cut them', async () => {
    for (let at = 1; at < shop.length; at += 1) {
      const { rows } = await read([shop.subarray(0, at), shop.subarray(at)]);
      expect([at, rows]).toEqual([at, shopRows]);
    }
    const { rows, columns } = await read([...shop].map((byte) => Buffer.from([byte])));
    expect(rows).toEqual(shopRows);
    expect(columns).toEqual([
      ['id', 'Int64'],
      ['note', 'Nullable(String)'],
      ['status', "Enum8('new' = -1, 'it\\'s sent' = 2)"],
    ]);
  });

  it.each([
    ['UInt64', int64s(-1n), 2n ** 64n - 1n],
    ['Int64', int64s(-(2n ** 53n) + 1n), -(2 ** 53) + 1],
    ['Float32', Buffer.from(new Float32Array([0.1]).buffer), 0.1],
    ['Float32', Buffer.from(new Float32Array([16.2265625]).buffer), 16.226562],
    ['Float64', Buffer.from(new Float64Array([Number.POSITIVE_INFINITY]).buffer), null],
    ['Decimal(18, 2)', int64s(-150n), -1.5],
    ['Decimal(38, 3)', int64s(-1n, -1n), -0.001],
    ['Date', Buffer.from([1, 0]), 86_400_000],
    ["DateTime64(6, 'UTC')", int64s(-1n), -1],
    ["DateTime64(9, 'UTC')", int64s(1_700_000_000_123_456_789n), 1_700_000_000_123],
    ['FixedString(3)', Buffer.from('ab\0'), 'ab\0'],
    ['String', Buffer.concat([varuint(2), Buffer.from([0x80, 0x41])]), '�A'],
    ['Bool', Buffer.from([1]), true],
    ['IPv4', Buffer.from([1, 5, 168, 192]), '192.168.5.1'],
    ['UUID', int64s(0x61f0c4045cb311e7n, -0x6f8459ff95242c60n), '61f0c404-5cb3-11e7-907b-a6006adbd3a0'],
    ['SimpleAggregateFunction(max, Nullable(Int8))', Buffer.from([0, 255]), -1],
  ])('hold values of %s', async (type, values, expected) => {
    expect(await readOne(type, values)).toEqual([expected]);
  });

  it('hold each text of a dictionary once, with what is missing', async () => {
    expect(await readOne('LowCardinality(Nullable(String))', dictionary, 4)).toEqual(['a', null, 'b', 'a']);
    expect(await readOne('LowCardinality(String)', dictionary, 4)).toEqual(['a', '', 'b', 'a']);
  });

  it('come in portions, of which each is written in a turn', async () => {
    const rowCount = 20_000;
    const values = Buffer.alloc(rowCount, 7);
    const names = Buffer.concat(Array.from({ length: rowCount }, (_, row) => text(`n${row}`)));
    const { rows, sizes } = await read([
      block(
        [
          ['value', 'UInt8', values],
          ['name', 'String', names],
        ],
        rowCount,
      ),
    ]);
    expect(sizes).toEqual([8192, 8192, 3616]);
    expect(rows).toHaveLength(rowCount);
    expect(rows.at(-1)).toEqual([7, 'n19999']);
  });

  it('are none where there are none', async () => {
    expect((await read([])).columns).toBeNull();
    expect((await read([block([['value', 'UInt8', Buffer.alloc(0)]], 0)])).rows).toEqual([]);
  });

  it.each([
    'Array(UInt8)',
    'Tuple(UInt8)',
    'Map(String, UInt8)',
    'JSON',
    'Dynamic',
    'Int256',
    'AggregateFunction(sum, UInt8)',
  ])('are left to their texts where one is of %s', async (type) => {
    await expect(readOne(type, Buffer.alloc(8))).rejects.toThrow(TextsOnly);
  });
});

describe('an answer that breaks', () => {
  it.each([
    [
      'an old server',
      'Code: 395, e.displayText() = DB::Exception: Value is non zero, e.what() = DB::Exception\n',
      null,
    ],
    ['a newer server', 'Code: 395. DB::Exception: Value is non zero. (X) (version 24.8.1.1)\n', null],
    ['a server of today', '\r\n__exception__\r\nabc\r\nCode: 395. DB::Exception: Value is non zero. (X)\r\n', 'abc'],
  ])('is told in the words of %s', async (_who, words, tag) => {
    await expect(read([shop, Buffer.from(words)], tag)).rejects.toThrow(/Value is non zero/);
    await expect(read([Buffer.concat([shop.subarray(0, -3), Buffer.from(words)])], tag)).rejects.toThrow();
  });

  it('is not taken for whole', async () => {
    await expect(read([shop.subarray(0, -1)])).rejects.toThrow('terminated');
    await expect(read([Buffer.from('<html>not here</html>')])).rejects.toThrow();
    const other = block([['id', 'Int64', int64s(1n)]], 1);
    await expect(read([shop, other])).rejects.toThrow('other columns');
  });

  it.each([
    ['a count without an end', Buffer.alloc(100_000, 255)],
    ['more columns than there can be', Buffer.concat([varuint(1_000_000), varuint(1)])],
    ['a name that is too long', Buffer.concat([varuint(1), varuint(1), varuint(2 ** 40)])],
    ['a text that is too long', block([['value', 'String', varuint(2 ** 40)]], 1)],
    ['rows without an end', block([['value', 'UInt64', Buffer.alloc(8)]], 2 ** 40)],
    ['texts without an end', block([['value', 'FixedString(4000000000)', Buffer.alloc(8)]], 2 ** 20)],
    ['a dictionary of another kind', block([['value', 'LowCardinality(String)', int64s(2n, 0x200n)]], 1)],
    ['a dictionary without an end', block([['value', 'LowCardinality(String)', int64s(1n, 0x200n, 2n ** 40n)]], 1)],
    [
      'a key that is not there',
      block(
        [
          [
            'value',
            'LowCardinality(String)',
            Buffer.concat([int64s(1n, 0x200n, 1n), texts(''), int64s(1n), Buffer.from([9])]),
          ],
        ],
        1,
      ),
    ],
    ['a value that its type does not name', block([['value', "Enum8('a' = 1)", Buffer.from([2])]], 1)],
  ])('is refused before it costs anything: %s', async (_what, bytes) => {
    const startedAt = performance.now();
    await expect(read([bytes])).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
