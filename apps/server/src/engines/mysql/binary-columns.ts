import { isUtf8 } from 'node:buffer';
import type { CellValue } from '@powerset/contract';
import type { PackedColumn } from '../../packed/index.ts';
import { type ByteColumn, daysSince1970, largerThan, mostBroken, readNumber } from '../remote/index.ts';
import { isReadByBytes, toByteColumns } from './row-cells.ts';
import { familyOf, isUnsigned, type RawField, typeNumbers } from './values.ts';

const { tiny, short, year, long, int24, longlong, float, double, date, datetime, timestamp, time } = typeNumbers;

const widths: ReadonlyMap<number, number> = new Map([
  [tiny, 1],
  [short, 2],
  [year, 2],
  [long, 4],
  [int24, 4],
  [longlong, 8],
  [double, 8],
]);
const moments: ReadonlySet<number> = new Set([date, datetime, timestamp]);
/** Said of fractions that have as many places as they need. */
const anyDecimals = 31;

/** Bytes of a value in the form of prepared statements; 0 where they are counted before each. */
export const widthOf = ({ type }: RawField): number => widths.get(type) ?? 0;

/**
 * Whether its values mean the same in this form as in that of texts: there short fractions are rounded to a few digits, and those of
 * a declared number of places to these.
 */
export function isReadInBinary(field: RawField): boolean {
  if (field.type === float || field.type === time) return false;
  if (field.type === double && field.decimals < anyDecimals) return false;
  return isReadByBytes(field);
}

/** Gathers the values of one column. */
export interface BinaryColumn {
  takeNothing(): void;
  /** What is written where its bytes lie may change afterwards. */
  take(buffer: Buffer, start: number, end: number): void;
  /** Nothing else is ever written there; no other value is in its batch. */
  keep(buffer: Buffer, start: number, end: number): void;
  /** What was gathered; begins anew. */
  pack(): PackedColumn;
}

type Read = ByteColumn['read'];
/** The number that a value's bytes mean; not a number where it is no plain one. */
type ReadPlain = (bytes: Buffer, start: number, end: number) => number;

/** How the columns of such rows are gathered, so many rows at a time. */
export function toBinaryColumns(fields: readonly RawField[], rows: number): readonly BinaryColumn[] {
  return toByteColumns(fields, false).map(({ packing, read }, index) => {
    const field = fields[index]!;
    const family = familyOf(field);
    if (moments.has(field.type))
      return new NumberColumn(rows, readMoment, (bytes, start, end) =>
        family.read(momentText(field, bytes.subarray(start, end))),
      );
    if (field.type === double) return new NumberColumn(rows, readDouble, readDouble);
    const whole = wholeReaderOf(field);
    if (whole) return new NumberColumn(rows, whole, (bytes, start) => family.read(largeText(field, bytes, start)));
    if (packing === 'number') return new NumberColumn(rows, readNumber, read);
    return packing === 'text' ? new TextColumn(rows, read) : new ValueColumn(read);
  });
}

class NumberColumn implements BinaryColumn {
  private values: Float64Array<ArrayBuffer>;
  private nulls: Uint8Array<ArrayBuffer>;
  private rowCount = 0;
  private hasNulls = false;
  /** All of them, where one is a whole number of more digits than numbers hold. */
  private large: CellValue[] | null = null;

  constructor(
    private readonly rows: number,
    private readonly readPlain: ReadPlain,
    private readonly read: Read,
  ) {
    this.values = new Float64Array(rows);
    this.nulls = new Uint8Array(rows);
  }

  takeNothing(): void {
    this.nulls[this.rowCount] = 1;
    this.hasNulls = true;
    this.large?.push(null);
    this.rowCount += 1;
  }

  take(buffer: Buffer, start: number, end: number): void {
    const plain = this.readPlain(buffer, start, end);
    if (Number.isNaN(plain)) this.takeOdd(this.read(buffer, start, end));
    else {
      this.values[this.rowCount] = plain;
      this.large?.push(plain);
      this.rowCount += 1;
    }
  }

  keep(buffer: Buffer, start: number, end: number): void {
    this.take(buffer, start, end);
  }

  private takeOdd(value: CellValue): void {
    if (value === null) {
      this.takeNothing();
      return;
    }
    if (typeof value === 'number') this.values[this.rowCount] = value;
    else
      this.large ??= Array.from(this.values.subarray(0, this.rowCount), (one, row) => (this.nulls[row] ? null : one));
    this.large?.push(value);
    this.rowCount += 1;
  }

  pack(): PackedColumn {
    const { rowCount, values, nulls, hasNulls, large } = this;
    this.values = new Float64Array(this.rows);
    this.nulls = new Uint8Array(this.rows);
    this.rowCount = 0;
    this.hasNulls = false;
    this.large = null;
    if (large) return { kind: 'values', values: large };
    const isWhole = rowCount === this.rows;
    return {
      kind: 'numbers',
      values: isWhole ? values : values.slice(0, rowCount),
      nulls: hasNulls ? nulls.slice(0, rowCount) : null,
    };
  }
}

const firstBytes = 1024;
/** Copied at once; shorter ones are quicker byte by byte. */
const longText = 64;

class TextColumn implements BinaryColumn {
  private bytes = Buffer.allocUnsafeSlow(firstBytes);
  private length = 0;
  private readonly ends: Uint32Array<ArrayBuffer>;
  private readonly nulls: Uint8Array<ArrayBuffer>;
  private rowCount = 0;
  private hasNulls = false;
  private kept: Buffer | null = null;

  constructor(
    rows: number,
    private readonly read: Read,
  ) {
    this.ends = new Uint32Array(rows);
    this.nulls = new Uint8Array(rows);
  }

  takeNothing(): void {
    this.nulls[this.rowCount] = 1;
    this.hasNulls = true;
    this.endRow(this.length);
  }

  take(buffer: Buffer, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.bytes.length) this.grow(length);
    const { bytes } = this;
    if (end - start > longText) bytes.set(buffer.subarray(start, end), this.length);
    else for (let from = start, to = this.length; from < end; from += 1, to += 1) bytes[to] = buffer[from]!;
    this.endRow(length);
  }

  keep(buffer: Buffer, start: number, end: number): void {
    this.kept = buffer.subarray(start, end);
    this.endRow(end - start);
  }

  pack(): PackedColumn {
    const { rowCount, kept, hasNulls, length } = this;
    const gathered = kept ?? this.bytes.subarray(0, length);
    const ends = this.ends.slice(0, rowCount);
    const nulls = hasNulls ? this.nulls.slice(0, rowCount) : null;
    this.nulls.fill(0);
    this.rowCount = 0;
    this.length = 0;
    this.hasNulls = false;
    this.kept = null;
    if (isUtf8(gathered)) return { kind: 'text', bytes: kept ?? new Uint8Array(gathered), ends, nulls };
    if (length > mostBroken) throw largerThan('A text that is not in UTF-8', mostBroken);
    const values = Array.from(ends, (end, row) =>
      nulls?.[row] ? null : this.read(gathered, row === 0 ? 0 : ends[row - 1]!, end),
    );
    return { kind: 'values', values };
  }

  private endRow(length: number): void {
    this.length = length;
    this.ends[this.rowCount] = length;
    this.rowCount += 1;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

class ValueColumn implements BinaryColumn {
  private values: CellValue[] = [];

  constructor(private readonly read: Read) {}

  takeNothing(): void {
    this.values.push(null);
  }

  take(buffer: Buffer, start: number, end: number): void {
    this.values.push(this.read(buffer, start, end));
  }

  keep(buffer: Buffer, start: number, end: number): void {
    this.take(buffer, start, end);
  }

  pack(): PackedColumn {
    const { values } = this;
    this.values = [];
    return { kind: 'values', values };
  }
}

const readDouble = (bytes: Buffer, start: number): number => bytes.readDoubleLE(start);

/** Null where its values are no whole numbers. Those that numbers do not hold are no plain ones. */
function wholeReaderOf(field: RawField): ReadPlain | null {
  const width = field.type === double ? undefined : widths.get(field.type);
  if (width === undefined) return null;
  if (width === 8) return isUnsigned(field) ? readUnsignedLarge : readLarge;
  if (isUnsigned(field)) return (bytes, start, end) => bytes.readUIntLE(start, end - start);
  return (bytes, start, end) => bytes.readIntLE(start, end - start);
}

const upperUnit = 2 ** 32;
const ifSafe = (value: number): number => (Number.isSafeInteger(value) ? value : Number.NaN);
const readLarge: ReadPlain = (bytes, start) =>
  ifSafe(bytes.readInt32LE(start + 4) * upperUnit + bytes.readUInt32LE(start));
const readUnsignedLarge: ReadPlain = (bytes, start) =>
  ifSafe(bytes.readUInt32LE(start + 4) * upperUnit + bytes.readUInt32LE(start));

function largeText(field: RawField, bytes: Buffer, start: number): string {
  return String(isUnsigned(field) ? bytes.readBigUInt64LE(start) : bytes.readBigInt64LE(start));
}

/** Of a moment's parts: year, month and day come first; the clock and parts of a second only where they are not zero. */
const clockAt = 4;
const microsAt = 7;
const dayMs = 86_400_000;

const readMoment: ReadPlain = (bytes, start, end) => {
  const length = end - start;
  const year = length < clockAt ? 0 : bytes.readUInt16LE(start);
  const [month, day] = [bytes[start + 2]!, bytes[start + 3]!];
  // Earlier years, and days that are none, are read as texts are.
  if (year < 1000 || month === 0 || day === 0) return Number.NaN;
  const midnight = daysSince1970(year, month, day) * dayMs;
  if (length < microsAt) return midnight;
  const seconds = (bytes[start + clockAt]! * 60 + bytes[start + 5]!) * 60 + bytes[start + 6]!;
  const micros = length > microsAt ? bytes.readUInt32LE(start + microsAt) : 0;
  return midnight + seconds * 1000 + Math.floor(micros / 1000);
};

/** As the other form spells it. */
function momentText({ type }: RawField, sent: Buffer): string {
  const parts = Buffer.alloc(11);
  sent.copy(parts);
  const two = (at: number) => String(parts[at]).padStart(2, '0');
  const day = `${String(parts.readUInt16LE(0)).padStart(4, '0')}-${two(2)}-${two(3)}`;
  if (type === date) return day;
  const micros = String(parts.readUInt32LE(microsAt)).padStart(6, '0');
  return `${day} ${two(4)}:${two(5)}:${two(6)}.${micros}`;
}
