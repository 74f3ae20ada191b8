import { EventEmitter } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readJson, TooManyValues } from '../json/index.ts';
import { unpackTable } from '../packed/index.ts';
import { toText as bigQueryText } from './bigquery/values.ts';
import { readNativeBatches } from './clickhouse/native.ts';
import { block, texts, varuint } from './clickhouse/native-fixture.ts';
import { readBatches, readByteBatches } from './clickhouse/rows.ts';
import { type ReadingDriver, watchPackets } from './mysql/packets.ts';
import { countBytes, MessageLengths, watchMessages } from './postgresql/bounds.ts';
import { RowCells } from './postgresql/row-cells.ts';
import { toByteColumns, toMillis } from './postgresql/values.ts';
import { type ByteColumn, inRowPortions, PackedRows, readFinite, readWhole, watchTurns } from './remote/index.ts';
import { toText as snowflakeText } from './snowflake/values.ts';
import { toText as trinoText } from './trino/values.ts';

/** How often others had a turn while something was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const counting = (async () => {
    for (; !isOver; turns += 1) await turn();
  })();
  await work();
  isOver = true;
  await counting;
  return turns;
}

const textColumns = (count: number): readonly ByteColumn[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: `c${index}`, type: 'string', nativeType: 'text', packing: 'text' },
    read: (bytes: Buffer, start: number, end: number) => bytes.toString('utf8', start, end),
  }));

/** A row whose values are as long as their places say. */
function rowOf(width: number) {
  const bytes = Buffer.alloc(width, 'x');
  const starts = Int32Array.from({ length: width }, (_, at) => at);
  return { bytes, starts, ends: starts.map((at) => at + 1), width, rowCount: 1 };
}

describe('a row of thousands of columns', () => {
  it('is packed in turns, and whole', async () => {
    const rows = new PackedRows(textColumns(20_000), { maxRows: 10, isExact: false });
    let slowly = 0;
    const turns = await turnsDuring(async () => {
      for (let count = 0; count < 8; count += 1) {
        const work = rows.add(rowOf(20_000));
        slowly += work ? 1 : 0;
        await work;
      }
    });
    expect(slowly).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(8);
    const table = unpackTable(await rows.toTable());
    expect(new Set(table.columns.map(({ values }) => values.join('')))).toEqual(new Set(['x'.repeat(8)]));
  });

  it('lies in one batch with others, however many there are of one row', async () => {
    const rows = new PackedRows(textColumns(2000), { maxRows: 1000, isExact: false });
    for (let count = 0; count < 160; count += 1) await rows.add(rowOf(2000));
    const table = await rows.toTable();
    expect(table.batches.map(({ rowCount }) => rowCount)).toEqual(Array(10).fill(16));
  });

  it('is handed on by itself, a row at a time', async () => {
    const sizes: number[] = [];
    for await (const some of inRowPortions(Array(30).fill(0), 20_000)) sizes.push(some.length);
    for await (const some of inRowPortions(Array(9000).fill(0), 1)) sizes.push(some.length);
    expect(sizes).toEqual([...Array(30).fill(1), 8000, 1000]);
  });
});

describe('small pieces without end', () => {
  it('leave others their turn between them', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    let pieces = 0;
    stream.on('data', () => {
      const endsAt = performance.now() + 1;
      while (performance.now() < endsAt);
      pieces += 1;
    });
    let isHeld = false;
    watchTurns(stream, () => isHeld);
    stream.pause();
    for (let count = 0; count < 60; count += 1) stream.write('x');
    const turns = await turnsDuring(async () => {
      stream.resume();
      while (pieces < 60) await turn();
    });
    expect(turns).toBeGreaterThan(20);
    // Whoever holds it otherwise lets it go on himself.
    isHeld = true;
    for (let count = 0; count < 10; count += 1) stream.write('x');
    for (let count = 0; count < 50; count += 1) await turn();
    expect(stream.isPaused()).toBe(true);
  });
});

const head = (letter: string, length: number) => {
  const bytes = Buffer.alloc(5, letter);
  bytes.writeUInt32BE(length, 1);
  return bytes;
};

describe('a message of PostgreSQL', () => {
  const megabyte = 1024 * 1024;

  it.each([
    ['E', 9 * megabyte, /A message of the database is larger than 8 MB/],
    ['N', 100 * megabyte, /A message of the database is larger than 8 MB/],
    ['T', 17 * megabyte, /What tells the names of the columns is larger than 16 MB/],
    ['D', 129 * megabyte, /A row is larger than 128 MB/],
  ])('%s of %i bytes is refused by its head', (letter, length, words) => {
    const lengths = new MessageLengths();
    lengths.add(Buffer.concat([head('R', 4)]));
    expect(() => lengths.add(head(letter, length))).toThrow(words);
  });

  const columns = (count: number) => {
    const body = Buffer.alloc(2 + count * 20);
    body.writeUInt16BE(count);
    return body;
  };
  const cellsOf = () => new RowCells(() => () => null, countBytes());

  it('tells its columns once, no more of them than a result may have, and all of those that it announces', () => {
    const cells = cellsOf();
    const some = columns(2);
    cells.takeColumns(some, 0, some.length);
    expect(() => cells.takeColumns(some, 0, some.length)).toThrow('told twice');
    const many = columns(40_000);
    expect(() => cellsOf().takeColumns(many, 0, many.length)).toThrow('more than 32,000 columns');
    const lying = columns(3).subarray(0, 20);
    expect(() => cellsOf().takeColumns(lying, 0, lying.length)).toThrow(/column|range/i);
  });

  it('that is a long row is packed where it came, and waits for nobody', async () => {
    const table = new PackedRows(
      toByteColumns(
        [
          { name: 'a', oid: 25 },
          { name: 'b', oid: 25 },
        ],
        false,
      ),
      { maxRows: 10, isExact: false },
    );
    const cells = new RowCells(() => (some) => table.add(some), countBytes());
    const announced = columns(2);
    announced.writeUInt32BE(25, 9);
    const stream = new PassThrough();
    const watch = watchMessages(stream);
    watch.take(cells);
    const value = (text: string) => {
      const size = Buffer.alloc(4);
      size.writeInt32BE(text.length);
      return Buffer.concat([size, Buffer.from(text)]);
    };
    const row = Buffer.concat([Buffer.from([0, 2]), value('x'.repeat(2_000_000)), value('end')]);
    const short = Buffer.concat([Buffer.from([0, 2]), value('a'), value('b')]);
    const wire = Buffer.concat([head('T', announced.length + 4), announced]);
    const rows = [short, row, short].map((body) => Buffer.concat([head('D', body.length + 4), body]));
    for (const bytes of [wire, ...rows])
      for (let at = 0; at < bytes.length; at += 65_536) await watch.add(bytes.subarray(at, at + 65_536));
    await cells.end();
    const { columns: read } = unpackTable(await table.toTable());
    expect(read.map(({ values }) => values.map((one) => String(one).length))).toEqual([
      [1, 2_000_000, 1],
      [1, 3, 1],
    ]);
  });
});

describe('a packet of MySQL', () => {
  const open = () => {
    const stream = new PassThrough();
    const driver = Object.assign(new EventEmitter(), {
      stream,
      _command: { _fieldCount: 0 },
      packetParser: { largePacketParts: [] as unknown, _flushLargePacket: () => undefined },
    });
    const reasons: string[] = [];
    watchPackets(driver as unknown as ReadingDriver, ({ message }) => reasons.push(message));
    const parts = driver.packetParser.largePacketParts as { push(part: Buffer): void; take(): Buffer };
    return { driver, reasons, parts, tell: () => stream.emit('data', Buffer.from('x')) };
  };

  it('that is long lies whole where its parts were put', () => {
    const { parts } = open();
    for (const text of ['one ', 'two ', 'three']) parts.push(Buffer.from(text));
    expect(parts.take().subarray(4).toString()).toBe('one two three');
    parts.push(Buffer.from('next'));
    expect(parts.take().subarray(4).toString()).toBe('next');
  });

  it('is refused where it is an error of many megabytes, a row of more, or announces too many columns', () => {
    const { driver, reasons, parts, tell } = open();
    parts.push(Buffer.from([0xff, 1]));
    tell();
    parts.take();
    const part = Buffer.alloc(16 * 1024 * 1024);
    for (let count = 0; count < 9; count += 1) parts.push(part);
    tell();
    parts.take();
    driver._command._fieldCount = 40_000;
    tell();
    expect(reasons).toEqual([
      expect.stringContaining('A message of the database is larger than 16 MB'),
      expect.stringContaining('A row is larger than 128 MB'),
      expect.stringContaining('more than 32,000 columns'),
    ]);
  });

  it('ends the connection where very many are in no order: the driver writes a line for each', () => {
    const { driver, reasons } = open();
    for (let count = 0; count < 100; count += 1) driver.emit('warn', new Error('out of order'));
    expect(reasons).toEqual([]);
    driver.emit('warn', new Error('out of order'));
    expect(reasons).toEqual(['out of order']);
  });
});

async function all<Some>(some: AsyncIterable<Some>): Promise<readonly Some[]> {
  const found: Some[] = [];
  for await (const one of some) found.push(one);
  return found;
}

const answerOf = (...parts: readonly (string | Buffer)[]) => ({
  stream: Readable.from(parts.map((part) => Buffer.from(part as string))),
  errorTag: null,
});

describe('an answer of ClickHouse', () => {
  it('of more columns than a result may have is refused, in either form', async () => {
    const names = Array.from({ length: 40_000 }, (_, at) => `c${at}`);
    const types = names.map(() => 'String');
    const native = Buffer.concat([varuint(40_000), varuint(1)]);
    await expect(all(readNativeBatches(answerOf(native)))).rejects.toThrow('more than 32,000 columns');
    const lines = [names, types, names].map((row) => row.join('\t')).join('\n');
    await expect(all(readByteBatches(answerOf(`${lines}\n`)))).rejects.toThrow('more than 32,000 columns');
  });

  it('with a text of megabytes comes whole, and with turns for others', async () => {
    const long = 'ü'.repeat(3_000_000);
    const bytes = block([['a', 'String', texts(long)]], 1);
    const [native] = await all(readNativeBatches(answerOf(bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000))));
    expect(native?.batch.columns[0]).toMatchObject({ kind: 'text', ends: Uint32Array.of(6_000_000) });
    const escaped = '\\n\\t\\\\x'.repeat(400_000);
    const sent = `a\tb\nString\tString\n${escaped}\tend\n\\N\tnext\n`;
    const parts = sent.match(/[\s\S]{1,65536}/g) ?? [];
    const batches = await all(readBatches(answerOf(...parts)));
    const cells = batches.flatMap((batch) => batch.cells);
    expect(cells).toEqual(['\n\t\\x'.repeat(400_000), 'end', null, 'next']);
  });

  it('with megabytes of what is no text, or of an error, is refused', async () => {
    const broken = Buffer.concat([varuint(9_000_000), Buffer.alloc(9_000_000, 0xff)]);
    await expect(all(readNativeBatches(answerOf(block([['a', 'String', broken]], 1))))).rejects.toThrow(
      'A text that is not in UTF-8 is larger than 8 MB',
    );
    const error = await all(readByteBatches(answerOf(`a\nString\n1\n`, 'x'.repeat(5_000_000)))).catch(String);
    expect(String(error).length).toBeLessThan(200_000);
  });
});

describe('numbers, times and bytes of millions of signs', () => {
  const digits = '7'.repeat(300_000);

  it('are nothing where no type has so many, and are found without taking the square of them', () => {
    expect(readWhole(digits)).toBeNull();
    expect(readWhole('9'.repeat(78))).toBe(BigInt('9'.repeat(78)));
    expect(readFinite(digits)).toBeNull();
    expect(readFinite('1.5')).toBe(1.5);
    expect(toMillis(digits.repeat(30))).toBeNull();
  });

  it('stay as they are where they are no time', () => {
    const field = { name: 't', type: 'TIMESTAMP' };
    expect(bigQueryText(digits, field)).toBe(digits);
    expect(bigQueryText('1704164645678901', field)).toBe('2024-01-02 03:04:05.678901');
    expect(snowflakeText(digits, { name: 't', type: 'timestamp_ntz' })).toBe(digits);
  });

  it('are written byte by byte', () => {
    const bytes = Buffer.from([0, 255, 16, 65]);
    expect(bigQueryText(bytes.toString('base64'), { name: 'b', type: 'BYTES' })).toBe(String.raw`b'\x00\xff\x10\x41'`);
  });
});

describe('JSON of services', () => {
  const read = (text: string, isObject = true) => readJson(Readable.from([Buffer.from(text)]), { isObject });

  it('is an object, which is seen at its beginning', async () => {
    await expect(read(`[${'0,'.repeat(100)}`)).rejects.toThrow('no object');
    expect(await read('{"a": [1]}')).toEqual({ a: [1] });
    expect(await read('[1]', false)).toEqual([1]);
  });

  it('holds no more values in one list, or names in one object, than are put together in a moment', async () => {
    await expect(read(`{"a": [${'0,'.repeat(1_000_001)}0]}`)).rejects.toThrow(TooManyValues);
    const names = Array.from({ length: 260_000 }, (_, at) => `"${at}":0`).join(',');
    await expect(read(`{${names}}`)).rejects.toThrow(TooManyValues);
  });

  it('in a text stays a text where it is long or deep', () => {
    const signature = { rawType: 'array', arguments: [{ kind: 'TYPE', value: { rawType: 'bigint' } }] };
    const deep = `${'['.repeat(120_000)}${']'.repeat(120_000)}`;
    expect(trinoText(deep, signature)).toBe(JSON.stringify(deep));
    expect(trinoText('[1,2]', signature)).toBe('[1,2]');
  });
});
