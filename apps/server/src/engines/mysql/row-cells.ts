import { type ByteCells, type ByteColumn, CellBuffer } from '../remote/index.ts';
import { binaryCharset, familyOf, nativeTypeOf, type RawField, type RawValue, typeNumbers } from './values.ts';

/** A message of the protocol that holds one row. */
export interface RowPacket {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly end: number;
}

const nothing = 0xfb;
const twoBytes = 0xfc;
const threeBytes = 0xfd;

/** Finds the values of rows in the messages that bring them. */
export class RowCells {
  private readonly cells: CellBuffer;

  constructor(
    private readonly width: number,
    private readonly onCells: (cells: ByteCells) => void,
  ) {
    this.cells = new CellBuffer(width);
  }

  /** A row in the form in which plain statements are answered: each value is its length, and its text. */
  next({ buffer, offset, end }: RowPacket): void {
    let at = offset;
    for (let column = 0; column < this.width; column += 1) {
      const first = at < end ? buffer[at]! : nothing;
      at += 1;
      if (first === nothing) {
        this.cells.addNothing();
        continue;
      }
      let length = first;
      if (first >= twoBytes) {
        const size = sizeOf(first);
        length = size === 8 ? Number(buffer.readBigUInt64LE(at)) : buffer.readUIntLE(at, size);
        at += size;
      }
      if (at + length > end) throw new RangeError('A value is longer than its row.');
      this.cells.add(buffer, at, at + length);
      at += length;
    }
    if (this.cells.isFull) this.handOn();
  }

  /** What is left. */
  end(): void {
    if (this.cells.rowCount > 0) this.handOn();
  }

  private handOn(): void {
    this.onCells(this.cells.take());
  }
}

function sizeOf(first: number): 2 | 3 | 8 {
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

/** A value as the driver makes it. */
function readerOf(field: RawField): (bytes: Buffer, start: number, end: number) => NonNullable<RawValue> {
  if (isBytes(field)) return (bytes, start, end) => Buffer.from(bytes.subarray(start, end));
  if (!wholeTypes.has(field.type)) return (bytes, start, end) => bytes.toString('utf8', start, end);
  return (bytes, start, end) => {
    const text = bytes.toString('latin1', start, end);
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : text;
  };
}
