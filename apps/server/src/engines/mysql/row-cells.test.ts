import { describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { PackedRows } from '../remote/index.ts';
import { isReadByBytes, RowCells, toByteColumns } from './row-cells.ts';
import { type RawField, type RawRow, toResultTable, typeNumbers } from './values.ts';

const field = (type: number, more: Partial<RawField> = {}): RawField => ({
  ...{ name: `of ${type}`, type, flags: 0, length: 20, decimals: 0, charset: 45, isUtf8: true, extended: null },
  ...more,
});

/** A value as the protocol sends it: its length, and its bytes. */
function written(value: string | Buffer | null): Buffer {
  if (value === null) return Buffer.from([0xfb]);
  const bytes = Buffer.from(value as string);
  const { length } = bytes;
  if (length < 251) return Buffer.concat([Buffer.from([length]), bytes]);
  const head = Buffer.alloc(9);
  if (length < 0x10000) {
    head[0] = 0xfc;
    head.writeUInt16LE(length, 1);
    return Buffer.concat([head.subarray(0, 3), bytes]);
  }
  if (length < 0x1000000) {
    head[0] = 0xfd;
    head.writeUIntLE(length, 1, 3);
    return Buffer.concat([head.subarray(0, 4), bytes]);
  }
  head[0] = 0xfe;
  head.writeBigUInt64LE(BigInt(length), 1);
  return Buffer.concat([head, bytes]);
}

async function readAll(
  fields: readonly RawField[],
  rows: readonly (readonly (string | Buffer | null)[])[],
  isExact = false,
) {
  const table = new PackedRows(toByteColumns(fields, isExact), { maxRows: 100_000, isExact });
  let waits: Promise<void> | null = null;
  const reader = new RowCells(
    fields.length,
    (cells) => table.add(cells),
    (work) => {
      waits = work;
    },
  );
  for (const row of rows) {
    const body = Buffer.concat(row.map(written));
    // Behind and before it lies what is none of its bytes.
    const buffer = Buffer.concat([Buffer.from('head'), body, Buffer.from('tail')]);
    reader.next({ buffer, offset: 4, end: 4 + body.length });
    await waits;
  }
  await reader.end();
  return unpackTable(await table.toTable());
}

describe('values of MySQL from the bytes of their messages', () => {
  const fields = [
    field(typeNumbers.longlong),
    field(typeNumbers.newDecimal),
    field(typeNumbers.double),
    field(typeNumbers.datetime),
    field(typeNumbers.date),
    field(typeNumbers.varString),
    field(typeNumbers.bit, { charset: 63, isUtf8: false }),
    field(typeNumbers.blob, { charset: 63, isUtf8: false }),
    field(typeNumbers.json, { charset: 63, isUtf8: false }),
  ];
  const bytes = Buffer.from([0, 255, 7]);
  const sent = [
    ['7', '12.50', '0.1', '2024-02-29 12:34:56.789', '2024-02-29', 'ä', Buffer.from([5]), bytes, '{"a": 1}'],
    ['18446744073709551615', '0.30', '1e300', '0000-00-00 00:00:00', '0000-00-00', '', Buffer.from([0]), bytes, '[]'],
    [null, null, null, null, null, null, null, null, null],
  ];
  /** As the driver makes them. */
  const made: readonly RawRow[] = [[7, ...sent[0]!.slice(1)], [...sent[1]!], [...sent[2]!]];

  it.each([false, true])('are those that the driver makes of them (exact: %s) [SQL-045]', async (isExact) => {
    expect(await readAll(fields, sent, isExact)).toEqual(await toResultTable(fields, made, isExact));
  });

  it.each([250, 251, 65_535, 65_536, 16_777_216])('come whole where they are %s bytes long', async (length) => {
    const text = 'x'.repeat(length);
    const table = await readAll([field(typeNumbers.varString), field(typeNumbers.long)], [[text, '1']]);
    expect(table.columns.map(({ values }) => values)).toEqual([[text], [1]]);
  });

  it('are read a batch at a time, and none is lost between two', async () => {
    const rows = Array.from({ length: 40_000 }, (_, row) => [String(row)]);
    const {
      columns: [column],
    } = await readAll([field(typeNumbers.long)], rows);
    expect(column?.values).toEqual(rows.map(([text]) => Number(text)));
  });

  it('are refused where one says that it is longer than its row', async () => {
    const reader = new RowCells(
      1,
      () => null,
      () => undefined,
    );
    const broken = Buffer.from([0xfd, 0xff, 0xff, 0xff, 0x61]);
    expect(() => reader.next({ buffer: broken, offset: 0, end: broken.length })).toThrow('longer than its row');
  });

  it('are left to the driver where their texts come in another set of characters', async () => {
    const latin = { charset: 8, isUtf8: false };
    expect(isReadByBytes(field(typeNumbers.varString, latin))).toBe(false);
    expect(isReadByBytes(field(typeNumbers.long, latin))).toBe(true);
    expect(isReadByBytes(field(typeNumbers.blob, { charset: 63, isUtf8: false }))).toBe(true);
  });
});
