import { describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { type ByteColumn, PackedRows, type Packing, readNumber, readTime } from './byte-cells.ts';
import { CellBuffer } from './cell-buffer.ts';
import { toMillis } from './text-tables.ts';

/** The same every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const numberOf = (text: string) => readNumber(Buffer.from(text), 0, text.length);
const timeOf = (text: string) => readTime(Buffer.from(text), 0, text.length);
const limits = { maxRows: 1000, isExact: false };

function columnOf(packing: Packing | undefined, read: (text: string) => ReturnType<ByteColumn['read']>): ByteColumn {
  return {
    ...{ name: 'c', type: 'string', nativeType: 'x', packing },
    read: (bytes, start, end) => read(bytes.toString('utf8', start, end)),
  };
}

async function packed(column: ByteColumn, texts: readonly (string | Buffer | null)[], maxRows = limits.maxRows) {
  const cells = new CellBuffer(1);
  for (const text of texts) {
    const bytes = text === null ? null : Buffer.from(text);
    if (bytes) cells.add(bytes, 0, bytes.length);
    else cells.addNothing();
  }
  const rows = new PackedRows([column], { ...limits, maxRows });
  await rows.add(cells.take());
  return { table: await rows.toTable(), isTruncated: rows.isTruncated };
}

const valuesOf = async (...input: Parameters<typeof packed>) =>
  unpackTable((await packed(...input)).table).columns[0]?.values;

describe('numbers from bytes', () => {
  it('are those that their texts mean, to the last bit', async () => {
    const random = randomOf(7);
    for (let count = 0; count < 20_000; count += 1) {
      const whole = Math.floor(random() * 10 ** Math.floor(random() * 16));
      const fraction = String(Math.floor(random() * 10 ** 12))
        .padStart(12, '0')
        .slice(0, Math.floor(random() * 13));
      const text = `${random() < 0.5 ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
      const read = numberOf(text);
      // What has more digits is left to whoever reads any spelling.
      if (!Number.isNaN(read)) expect([text, read]).toEqual([text, Number(text)]);
      else expect(text.replace(/\D/g, '').length).toBeGreaterThan(15);
    }
  });

  it.each(['', '-', '.', '.5', '1e5', '+1', '1.2.3', 'NaN', 'inf', '0x10', ' 1', '12345678901234567', '1_000'])(
    'leave "%s" to whoever reads any spelling',
    (text) => {
      expect(numberOf(text)).toBeNaN();
    },
  );

  it('hold no more digits than numbers do: others stay whole, or as near as numbers come', async () => {
    const whole = columnOf('number', (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)));
    expect(await valuesOf(whole, ['1', null, '9007199254740993', '-2'])).toEqual([1, null, 9007199254740993n, -2]);
    const float = columnOf('number', (text) => (Number.isFinite(Number(text)) ? Number(text) : null));
    expect(await valuesOf(float, ['0.1', '0.30000000000000004', 'nan', '1e300', null])).toEqual([
      ...[0.1, 0.30000000000000004],
      ...[null, 1e300, null],
    ]);
  });
});

describe('times from bytes', () => {
  it('are those that their texts mean', () => {
    const random = randomOf(11);
    for (let count = 0; count < 3000; count += 1) {
      const at = new Date(Date.UTC(1000, 0, 1) + random() * (Date.UTC(9999, 11, 31) - Date.UTC(1000, 0, 1)));
      const text = at.toISOString().slice(0, Math.floor(random() * 5) + 19);
      for (const written of [text.slice(0, 10), text.slice(0, 19), text, text.replace('T', ' '), `${text}Z`]) {
        const read = timeOf(written);
        if (written.endsWith('.') || written.endsWith('.Z')) expect([written, read]).toEqual([written, Number.NaN]);
        else expect([written, read]).toEqual([written, toMillis(written)]);
      }
    }
    expect(timeOf('2024-02-29 12:34:56.789+00')).toBe(Date.UTC(2024, 1, 29, 12, 34, 56, 789));
    expect(timeOf('2024-02-29 12:34:56.123456789')).toBe(Date.UTC(2024, 1, 29, 12, 34, 56, 123));
  });

  it.each([
    ...['0000-00-00', '0050-01-01', '2024-13-01', '2024-01-00', '2024/01/01', '12024-01-01', '2024-01-01 BC'],
    ...['2024-01-01 10:00', '2024-01-01 10.00.00', '2024-01-01x10:00:00', '2024-01-01 10:00:00.', 'nonsense', ''],
    ...['2024-01-01 10:00:00+02', '2024-01-01 10:00:00.12x', '2024-01-01 10:00:00.0123456789'],
  ])('leave "%s" to whoever reads any spelling', async (text) => {
    expect(timeOf(text)).toBeNaN();
  });
});

describe('packed rows', () => {
  it('keep texts of any signs, and nothing apart from the empty text', async () => {
    const texts = ['a', '', null, 'ä€😀', '"\\\n', 'x'.repeat(200_000)];
    const { table } = await packed(columnOf('text', String), texts);
    expect(table.batches[0]?.columns[0]?.kind).toBe('text');
    expect(unpackTable(table).columns[0]?.values).toEqual(texts);
  });

  it('make a sign of what is no text, as text does', async () => {
    const broken = Buffer.from([0x61, 0xff, 0x62]);
    expect(await valuesOf(columnOf('text', String), [broken, 'c'])).toEqual([broken.toString('utf8'), 'c']);
  });

  it('tell that there were more than are kept, and only then', async () => {
    const column = columnOf('text', String);
    expect(await packed(column, ['a', 'b', 'c'], 2)).toMatchObject({ isTruncated: true, table: { rowCount: 2 } });
    expect(await packed(column, ['a', 'b'], 2)).toMatchObject({ isTruncated: false, table: { rowCount: 2 } });
    expect(await packed(column, [], 2)).toMatchObject({
      isTruncated: false,
      table: { rowCount: 0, columns: [{ name: 'c' }] },
    });
  });

  it('stay as they were while the memory that they came in is used again', async () => {
    const cells = new CellBuffer(2);
    const rows = new PackedRows(
      [columnOf('text', String), columnOf('number', Number)].map((column, index) => ({ ...column, name: `c${index}` })),
      limits,
    );
    for (let row = 0; row < 3; row += 1) {
      for (const text of [`text ${row}`, String(row)]) cells.add(Buffer.from(text), 0, text.length);
      await rows.add(cells.take());
    }
    expect(unpackTable(await rows.toTable()).columns.map(({ values }) => values)).toEqual([
      ['text 0', 'text 1', 'text 2'],
      [0, 1, 2],
    ]);
  });
});
