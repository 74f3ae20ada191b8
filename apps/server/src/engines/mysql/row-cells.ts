import { type ByteCells, type ByteColumn, CellBuffer } from '../remote/index.ts';
import { binaryCharset, familyOf, nativeTypeOf, type RawField, type RawValue, typeNumbers } from './values.ts';

/** A message of the protocol that holds one row. */
export interface RowPacket {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly end: number;
}

const nothing = 0xfb;
/** Of a longer row the values stay where they came. */
export const longRow = 256 * 1024;

/** Finds the values of rows in the messages that bring them. */
export class RowCells {
  private readonly cells: CellBuffer;

  constructor(
    private readonly width: number,
    private readonly onCells: (cells: ByteCells) => Promise<void> | null,
    /** Nothing comes until what was begun is done. */
    private readonly waitFor: (work: Promise<void>) => void,
  ) {
    this.cells = new CellBuffer(width);
  }

  /** A row in the form in which plain statements are answered: each value is its length, and its text. */
  next(packet: RowPacket): void {
    if (packet.end - packet.offset > longRow) {
      this.takeLong(packet);
      return;
    }
    const { buffer } = packet;
    this.eachCell(packet, (from, to) => {
      if (to < 0) this.cells.addNothing();
      else this.cells.add(buffer, from, to);
    });
    if (this.cells.isFull) this.begin(this.onCells(this.cells.take()));
  }

  /** Its values stay where they came. */
  private takeLong(packet: RowPacket): void {
    const { width } = this;
    const [starts, ends] = [new Int32Array(width), new Int32Array(width)];
    let column = 0;
    this.eachCell(packet, (from, to) => {
      starts[column] = from;
      ends[column] = to;
      column += 1;
    });
    const row = { bytes: packet.buffer, starts, ends, width, rowCount: 1, isKept: true };
    const before = this.cells.rowCount > 0 ? this.onCells(this.cells.take()) : null;
    this.begin(before ? before.then(() => this.onCells(row) ?? undefined) : this.onCells(row));
  }

  /** Where each value begins and ends: -1 for nothing. */
  private eachCell({ buffer, offset, end }: RowPacket, tell: (from: number, to: number) => void): void {
    let at = offset;
    for (let column = 0; column < this.width; column += 1) {
      const first = at < end ? buffer[at]! : nothing;
      at += 1;
      if (first === nothing) {
        tell(at, -1);
        continue;
      }
      let length = first;
      if (first >= twoBytes) {
        length = longLengthAt(buffer, at, first);
        at += sizeOf(first);
      }
      if (at + length > end) throw new RangeError(longerThanRow);
      tell(at, at + length);
      at += length;
    }
  }

  /** What is left. */
  async end(): Promise<void> {
    if (this.cells.rowCount > 0) await this.onCells(this.cells.take());
  }

  private begin(work: Promise<void> | null): void {
    if (work) this.waitFor(work);
  }
}

export const longerThanRow = 'A value is longer than its row.';

/** The first byte of a length from here on says how many others tell it. */
export const twoBytes = 0xfc;
const threeBytes = 0xfd;

/** A length that begins with `first`, whose other bytes come at this place. */
export function longLengthAt(buffer: Buffer, at: number, first: number): number {
  const size = sizeOf(first);
  return size === 8 ? Number(buffer.readBigUInt64LE(at)) : buffer.readUIntLE(at, size);
}

/** Bytes of a length behind its first one. */
export function sizeOf(first: number): 2 | 3 | 8 {
  if (first === twoBytes) return 2;
  return first === threeBytes ? 3 : 8;
}

const { tiny, short, long, longlong, int24, year, decimal, newDecimal, float, double } = typeNumbers;
const { date, newDate, datetime, timestamp, time, json, geometry, vector } = typeNumbers;
const wholeTypes: ReadonlySet<number> = new Set([tiny, short, long, longlong, int24, year]);
/** What comes as plain text whatever set of characters is named for it. */
const plainTypes: ReadonlySet<number> = new Set([
  ...wholeTypes,
  ...[decimal, newDecimal, float, double, date, newDate, datetime, timestamp, time, json],
]);

const isShape = ({ type }: RawField): boolean => type === geometry || type === vector;
const isBytes = (field: RawField): boolean =>
  isShape(field) || (field.charset === binaryCharset && !plainTypes.has(field.type) && field.extended !== 'json');

/** Whether the bytes of its values are text as it goes out, or none at all. */
export function isReadByBytes(field: RawField): boolean {
  return field.isUtf8 || isBytes(field) || plainTypes.has(field.type);
}

/** How the columns of a result are read from bytes. */
export function toByteColumns(fields: readonly RawField[], isExact: boolean): readonly ByteColumn[] {
  return fields.map((field) => {
    const family = familyOf(field);
    const read = isExact ? family.readExact : family.read;
    const toValue = readerOf(field);
    return {
      name: field.name,
      type: family.type,
      nativeType: nativeTypeOf(field),
      packing: isExact || isBytes(field) ? undefined : family.packing,
      read: (bytes, start, end) => read(toValue(bytes, start, end)),
    };
  });
}

/** Of what could be a whole number that is no text. */
const mostDigits = 20;

/** A value as the driver makes it. */
function readerOf(field: RawField): (bytes: Buffer, start: number, end: number) => NonNullable<RawValue> {
  if (isBytes(field)) return (bytes, start, end) => Buffer.from(bytes.subarray(start, end));
  if (!wholeTypes.has(field.type)) return (bytes, start, end) => bytes.toString('utf8', start, end);
  return (bytes, start, end) => {
    const text = bytes.toString('latin1', start, end);
    if (text.length > mostDigits) return text;
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : text;
  };
}
