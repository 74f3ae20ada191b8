import type { CellValue, ColumnType, ResultColumn, ResultTable } from '@powerset/contract';
import { eachInTurns } from '../../turns/index.ts';
import { type Packing, readFinite, readWhole } from '../remote/index.ts';
import { uniqueNames } from '../unique-names.ts';
import { toHexText, toShapeText } from './geometry.ts';

/** A column as the server announces it. */
export interface RawField {
  readonly name: string;
  /** The protocol's number of its type. */
  readonly type: number;
  readonly flags: number;
  /** In bytes of what is sent, or in digits. */
  readonly length: number;
  readonly decimals: number;
  readonly charset: number;
  /** Its texts come in UTF-8. */
  readonly isUtf8: boolean;
  /** What some servers say of types that the protocol has no number for: `json`, `uuid`, `inet6`. */
  readonly extended: string | null;
}

/** What the driver makes of a value: whole numbers as numbers or, where they are too large for one, as text; bytes; else text. */
export type RawValue = number | string | Buffer | null;
export type RawRow = readonly RawValue[];

export interface Family {
  readonly type: ColumnType;
  /** How the store of results keeps it. */
  readonly storedAs: string;
  /** How `read` could work on bytes. */
  readonly packing?: Packing | undefined;
  readonly read: (value: number | string | Buffer) => CellValue;
  /** Instead of `read`, where exact values are asked for. */
  readonly readExact: (value: number | string | Buffer) => CellValue;
}

export const typeNumbers = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  nothing: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  newDate: 14,
  bit: 16,
  vector: 242,
  json: 245,
  newDecimal: 246,
  enumeration: 247,
  set: 248,
  longBlob: 251,
  blob: 252,
  varString: 253,
  string: 254,
  geometry: 255,
} as const;

const flagBits = { unsigned: 32, enumeration: 256, set: 2048 };
export const binaryCharset = 63;
/** Every text comes as UTF-8, and lengths count its bytes. */
const bytesPerSign = 4;

const asText = (value: number | string | Buffer): string => (Buffer.isBuffer(value) ? toHexText(value) : String(value));

function toInteger(value: number | string | Buffer): CellValue {
  return typeof value === 'number' ? value : readWhole(String(value));
}

function toNumber(value: number | string | Buffer): CellValue {
  return typeof value === 'number' ? value : readFinite(String(value));
}

function toBits(value: number | string | Buffer): CellValue {
  const bits = BigInt(Buffer.isBuffer(value) && value.length > 0 ? `0x${value.toString('hex')}` : 0);
  return bits <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bits) : bits;
}

const toShape = (value: number | string | Buffer): string =>
  Buffer.isBuffer(value) ? toShapeText(value) : String(value);

const integer: Family = {
  ...{ type: 'number', storedAs: 'BIGINT', packing: 'number' },
  ...{ read: toInteger, readExact: toInteger },
};
const unsigned: Family = { ...integer, storedAs: 'UBIGINT' };
const float: Family = {
  ...{ type: 'number', storedAs: 'DOUBLE', packing: 'number' },
  ...{ read: toNumber, readExact: toNumber },
};
const decimal: Family = {
  ...{ type: 'number', storedAs: 'DECIMAL', packing: 'number' },
  ...{ read: toNumber, readExact: asText },
};
const bits: Family = { type: 'number', storedAs: 'UBIGINT', read: toBits, readExact: toBits };
const string: Family = { type: 'string', storedAs: 'VARCHAR', packing: 'text', read: asText, readExact: asText };
const shape: Family = { ...string, packing: undefined, read: toShape, readExact: toShape };
const temporal = (storedAs: string): Family => ({
  type: 'temporal',
  storedAs,
  packing: 'time',
  read: (value) => toMillis(String(value)),
  readExact: asText,
});

const families: ReadonlyMap<number, Family> = new Map([
  [typeNumbers.decimal, decimal],
  [typeNumbers.newDecimal, decimal],
  [typeNumbers.tiny, integer],
  [typeNumbers.short, integer],
  [typeNumbers.long, integer],
  [typeNumbers.int24, integer],
  [typeNumbers.longlong, integer],
  [typeNumbers.year, integer],
  [typeNumbers.float, float],
  [typeNumbers.double, float],
  [typeNumbers.bit, bits],
  [typeNumbers.date, temporal('DATE')],
  [typeNumbers.newDate, temporal('DATE')],
  [typeNumbers.datetime, temporal('TIMESTAMP')],
  [typeNumbers.timestamp, temporal('TIMESTAMP')],
  [typeNumbers.geometry, shape],
]);

export const isUnsigned = ({ flags }: Pick<RawField, 'flags'>): boolean => (flags & flagBits.unsigned) !== 0;

export function familyOf({ type, flags }: Pick<RawField, 'type' | 'flags'>): Family {
  const family = families.get(type) ?? string;
  return family === integer && isUnsigned({ flags }) ? unsigned : family;
}

/** The type of a column of the catalog, `bigint(20) unsigned`. */
export function familyOfName(nativeType: string): Family {
  const [, word = ''] = /^([a-z]+?)(?:v\d+)?(?![a-z])/.exec(nativeType.toLowerCase()) ?? [];
  if (/^(?:tinyint|smallint|mediumint|int|integer|bigint|largeint|boolean|year)$/.test(word)) return integer;
  if (/^(?:decimal|numeric|dec|fixed)$/.test(word)) return decimal;
  if (/^(?:float|double|real)$/.test(word)) return float;
  if (word === 'bit') return bits;
  return /^(?:date|datetime|timestamp)$/.test(word) ? temporal('TIMESTAMP') : string;
}

const wholeNames: Readonly<Record<number, string>> = {
  [typeNumbers.tiny]: 'tinyint',
  [typeNumbers.short]: 'smallint',
  [typeNumbers.int24]: 'mediumint',
  [typeNumbers.long]: 'int',
  [typeNumbers.longlong]: 'bigint',
  [typeNumbers.float]: 'float',
  [typeNumbers.double]: 'double',
};

const plainNames: Readonly<Record<number, string>> = {
  [typeNumbers.nothing]: 'null',
  [typeNumbers.year]: 'year',
  [typeNumbers.date]: 'date',
  [typeNumbers.newDate]: 'date',
  [typeNumbers.json]: 'json',
  [typeNumbers.vector]: 'vector',
  [typeNumbers.geometry]: 'geometry',
};

const timedNames: Readonly<Record<number, string>> = {
  [typeNumbers.time]: 'time',
  [typeNumbers.datetime]: 'datetime',
  [typeNumbers.timestamp]: 'timestamp',
};

/** A column's type as the server's own catalog writes it. */
export function nativeTypeOf(field: RawField): string {
  const { type, length, decimals, extended } = field;
  if (extended) return extended;
  const whole = wholeNames[type];
  if (whole) return isUnsigned(field) ? `${whole} unsigned` : whole;
  const plain = plainNames[type];
  if (plain) return plain;
  const timed = timedNames[type];
  if (timed) return decimals > 0 && decimals <= 6 ? `${timed}(${decimals})` : timed;
  if (type === typeNumbers.decimal || type === typeNumbers.newDecimal) {
    const digits = length - (decimals > 0 ? 1 : 0) - (isUnsigned(field) ? 0 : 1);
    return `decimal(${digits},${decimals})${isUnsigned(field) ? ' unsigned' : ''}`;
  }
  if (type === typeNumbers.bit) return `bit(${length})`;
  return textTypeOf(field);
}

const textSizes: readonly (readonly [number, string])[] = [
  [255, 'tiny'],
  [65_535, ''],
  [16_777_215, 'medium'],
];

function textTypeOf({ type, flags, length, charset }: RawField): string {
  if ((flags & flagBits.enumeration) !== 0) return 'enum';
  if ((flags & flagBits.set) !== 0) return 'set';
  const isBinary = charset === binaryCharset;
  const size = isBinary ? length : Math.floor(length / bytesPerSign);
  if (type === typeNumbers.varString) return `${isBinary ? 'varbinary' : 'varchar'}(${size})`;
  if (type === typeNumbers.string) return `${isBinary ? 'binary' : 'char'}(${size})`;
  const prefix = textSizes.find(([largest]) => size <= largest)?.[1] ?? 'long';
  return `${prefix}${isBinary ? 'blob' : 'text'}`;
}

const zero = 48;

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Our sessions are in UTC: `2024-01-02`, `2024-01-02 03:04:05.678`. Null for days that are none, such as 2024-00-00. */
export function toMillis(text: string): number | null {
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (text.length < 10 || month === 0 || day === 0) return null;
  const year = digits(text, 0, 4);
  const time = text.length >= 19 ? (digits(text, 11, 13) * 60 + digits(text, 14, 16)) * 60 + digits(text, 17, 19) : 0;
  const fraction = text.length > 20 ? digits(text.slice(20, 23).padEnd(3, '0'), 0, 3) : 0;
  const start = year >= 100 ? Date.UTC(year, month - 1, day) : new Date(0).setUTCFullYear(year, month - 1, day);
  const millis = start + time * 1000 + fraction;
  return Number.isNaN(millis) ? null : millis;
}

/** Leaves others their turn between columns. */
export async function toResultTable(
  fields: readonly RawField[],
  rows: readonly RawRow[],
  isExact: boolean,
): Promise<ResultTable> {
  const names = uniqueNames(fields.map(({ name }) => name));
  const columns: ResultColumn[] = [];
  await eachInTurns(fields.entries(), ([index, field]) => {
    const family = familyOf(field);
    const read = isExact ? family.readExact : family.read;
    const values = new Array<CellValue>(rows.length);
    for (let at = 0; at < rows.length; at += 1) {
      const value = rows[at]?.[index];
      values[at] = value === null || value === undefined ? null : read(value);
    }
    columns.push({ name: names[index] ?? field.name, type: family.type, nativeType: nativeTypeOf(field), values });
  });
  return { columns, rowCount: rows.length, ...(isExact ? { isExact: true } : {}) };
}

/** Rows as the store of results takes them. */
export function toTextRows(fields: readonly RawField[], rows: readonly RawRow[]): readonly (string | null)[][] {
  const readers = fields.map((field) => familyOf(field).readExact);
  return rows.map((row) =>
    readers.map((read, index) => {
      const value = row[index];
      return value === null || value === undefined ? null : String(read(value));
    }),
  );
}
