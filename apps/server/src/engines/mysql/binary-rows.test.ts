import { describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { PackedRows } from '../remote/index.ts';
import { isReadInBinary } from './binary-columns.ts';
import { BinaryRows } from './binary-rows.ts';
import { toByteColumns } from './row-cells.ts';
import { type RawField, toResultTable, typeNumbers } from './values.ts';
import { preparedRow } from './wire-fixture.ts';

const unsigned = 32;
const field = (type: number, more: Partial<RawField> = {}): RawField => ({
  ...{ name: `of ${type}`, type, flags: 0, length: 20, decimals: 31, charset: 45, isUtf8: true, extended: null },
  ...more,
});

async function readAll(fields: readonly RawField[], rows: readonly (readonly (Buffer | null)[])[]) {
  const table = new PackedRows(toByteColumns(fields, false), { maxRows: 1000, isExact: false });
  const reader = new BinaryRows(fields, { onBatch: (batch) => table.addBatch(batch), waitFor: () => undefined });
  for (const row of rows) {
    const body = preparedRow(row);
    // Behind and before it lies what is none of its bytes.
    const buffer = Buffer.concat([Buffer.from('head'), body, Buffer.from('tail')]);
    reader.next({ buffer, offset: 4, end: 4 + body.length });
  }
  await reader.end();
  return unpackTable(await table.toTable());
}

const bytes = (size: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
};
const counted = (value: Buffer | string) =>
  Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
const moment = (year: number, ...parts: readonly number[]) =>
  counted(Buffer.concat([bytes(2, (to) => to.writeUInt16LE(year)), Buffer.from(parts)]));
const micros = (count: number) => [...bytes(4, (to) => to.writeUInt32LE(count))];
const large = (value: bigint) => bytes(8, (to) => to.writeBigUInt64LE(BigInt.asUintN(64, value)));

const { tiny, short, year, long, int24, longlong, float, double, date, datetime, timestamp, time, newDecimal } =
  typeNumbers;

describe('values of MySQL in the form of prepared statements', () => {
  it('mean what their texts mean, whole numbers of every size with them', async () => {
    const columns: readonly (readonly [RawField, Buffer, string | number])[] = [
      [field(tiny), Buffer.from([0xfb]), -5],
      [field(tiny, { flags: unsigned }), Buffer.from([0xfb]), 251],
      [field(short), bytes(2, (to) => to.writeInt16LE(-32_768)), -32_768],
      [field(year, { flags: unsigned }), bytes(2, (to) => to.writeUInt16LE(2024)), 2024],
      [field(int24), bytes(4, (to) => to.writeInt32LE(-8_388_608)), -8_388_608],
      [field(long, { flags: unsigned }), bytes(4, (to) => to.writeUInt32LE(4_294_967_295)), 4_294_967_295],
      [field(longlong), large(-9_007_199_254_740_991n), -9_007_199_254_740_991],
      [field(longlong), large(-4_294_967_297n), -4_294_967_297],
      [field(longlong), large(-9_223_372_036_854_775_808n), '-9223372036854775808'],
      [field(longlong, { flags: unsigned }), large(18_446_744_073_709_551_615n), '18446744073709551615'],
      [field(double), bytes(8, (to) => to.writeDoubleLE(-0.1)), '-0.1'],
      [field(double), bytes(8, (to) => to.writeDoubleLE(1.7e308)), '1.7e308'],
      [field(newDecimal, { decimals: 2 }), counted('12.50'), '12.50'],
      [field(date), moment(2024, 2, 29), '2024-02-29'],
      [field(date), moment(0), '0000-00-00'],
      [field(date), moment(2024, 0, 0), '2024-00-00'],
      [field(date), moment(450, 7, 4), '0450-07-04'],
      [field(datetime), moment(2024, 2, 29), '2024-02-29 00:00:00'],
      [field(datetime), moment(1965, 12, 31, 23, 59, 58), '1965-12-31 23:59:58'],
      [field(timestamp), moment(2024, 2, 29, 3, 4, 5, ...micros(678_999)), '2024-02-29 03:04:05.678999'],
      [field(datetime), moment(99, 1, 2, 3, 4, 5, ...micros(7000)), '0099-01-02 03:04:05.007000'],
      [field(datetime), counted(''), '0000-00-00 00:00:00'],
      [field(253), counted('Zürich ✓'), 'Zürich ✓'],
      [field(253), counted(''), ''],
    ];
    const fields = columns.map(([column], index) => ({ ...column, name: `c${index}` }));
    const rows = [columns.map(([, sent]) => sent), columns.map(() => null)];
    const texts = [columns.map(([, , spelled]) => spelled), columns.map(() => null)];
    expect(await readAll(fields, rows)).toEqual(await toResultTable(fields, texts, false));
  });

  it('keep their places behind values that are nothing, and behind long texts', async () => {
    const fields = [field(long), field(253), field(datetime), field(double)];
    const long4 = bytes(4, (to) => to.writeInt32LE(7));
    const text = Buffer.concat([Buffer.from([0xfc, 0x2c, 0x01]), Buffer.alloc(300, 'x')]);
    const table = await readAll(fields, [
      [null, text, null, bytes(8, (to) => to.writeDoubleLE(2.5))],
      [long4, null, moment(2024, 1, 2), null],
    ]);
    expect(table.columns.map(({ values }) => values)).toEqual([
      [null, 7],
      ['x'.repeat(300), null],
      [null, Date.UTC(2024, 0, 2)],
      [2.5, null],
    ]);
  });

  it('are left to their texts where these are rounded, or clocks', () => {
    expect([field(float), field(time), field(double, { decimals: 2 })].map(isReadInBinary)).toEqual([
      false,
      false,
      false,
    ]);
    expect([field(double), field(longlong), field(date)].map(isReadInBinary)).toEqual([true, true, true]);
  });

  it('are refused where one is longer than its row', async () => {
    const refused = (type: number, sent: Buffer | null, width = 1) =>
      expect(
        readAll(
          Array.from({ length: width }, () => field(type)),
          [[sent]],
        ),
      ).rejects.toThrow('longer than its row');
    await refused(longlong, Buffer.alloc(4));
    await refused(253, Buffer.from([9, 0x61]));
    await refused(253, Buffer.alloc(0));
    await refused(tiny, null, 100);
  });
});
