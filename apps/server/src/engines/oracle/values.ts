import { type Family, families } from '../remote/index.ts';

/** What the driver tells of a column. */
export interface ColumnFacts {
  readonly name: string;
  /** `NUMBER`, `TIMESTAMP WITH TIME ZONE`. */
  readonly dbTypeName: string;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  readonly byteSize?: number | undefined;
  readonly nullable?: boolean | undefined;
}

/** A column of this scale has none that it is held to. */
const floating = -127;
/** Digits of whole numbers that JavaScript's numbers hold. */
const safeDigits = 15;
const widestNumber = 38;

type Name = (facts: ColumnFacts) => string;
const sized: Name = ({ dbTypeName, byteSize = 0 }) => (byteSize > 0 ? `${dbTypeName}(${byteSize})` : dbTypeName);
const timed: Name = ({ dbTypeName, precision = 6 }) => dbTypeName.replace('TIMESTAMP', `TIMESTAMP(${precision})`);

const nativeNames: Readonly<Record<string, Name>> = {
  NUMBER: numberName,
  VARCHAR2: sized,
  NVARCHAR2: sized,
  CHAR: sized,
  NCHAR: sized,
  RAW: sized,
  TIMESTAMP: timed,
  'TIMESTAMP WITH TIME ZONE': timed,
  'TIMESTAMP WITH LOCAL TIME ZONE': timed,
};

function numberName({ precision = 0, scale = floating }: ColumnFacts): string {
  if (precision === 0) return scale === 0 ? `NUMBER(${widestNumber},0)` : 'NUMBER';
  return scale === floating ? `FLOAT(${precision})` : `NUMBER(${precision},${scale})`;
}

/** The type of a column as people write it. */
export function nativeTypeOf(facts: ColumnFacts): string {
  const { dbTypeName } = facts;
  return (Object.hasOwn(nativeNames, dbTypeName) ? nativeNames[dbTypeName] : undefined)?.(facts) ?? dbTypeName;
}

/** How values of a type, as `nativeTypeOf` names it (`NUMBER(10,2)`), are read. */
export function familyOf(nativeType: string): Family {
  const type = nativeType.trim().toUpperCase();
  const whole = /^NUMBER\((\d+),\s*(-?\d+)\)$/.exec(type);
  if (whole) return wholeFamily(Number(whole[1]), Number(whole[2]));
  if (/^(?:NUMBER|FLOAT|DECIMAL|NUMERIC)\b/.test(type)) return families.decimal;
  if (/^BINARY_(?:FLOAT|DOUBLE)$/.test(type)) return families.float;
  if (/^(?:INTEGER|SMALLINT|INT|BINARY_INTEGER)$/.test(type)) return families.integer;
  // A day holds a time of day.
  if (/^(?:DATE$|TIMESTAMP)/.test(type)) return families.time;
  return type === 'BOOLEAN' ? families.boolean : families.string;
}

function wholeFamily(precision: number, scale: number): Family {
  if (scale > 0) return families.decimal;
  return precision - scale <= safeDigits ? families.small : families.integer;
}

/** What holds texts or bytes of any length, or is read as a whole. */
export function isLong({ dbTypeName }: ColumnFacts): boolean {
  return (
    /^(?:N?CLOB|BLOB|BFILE|LONG|LONG RAW|JSON|XMLTYPE|VECTOR|OBJECT|CURSOR)$/.test(dbTypeName) || /\./.test(dbTypeName)
  );
}

/** A value as text; bytes in hexadecimal digits, what has parts as JSON. */
export function toText(value: unknown, facts: ColumnFacts): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return facts.dbTypeName === 'NUMBER' ? plainNumber(value) : value;
  if (typeof value === 'number') return facts.dbTypeName === 'BINARY_FLOAT' ? singleText(value) : String(value);
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  if (typeof value !== 'object') return String(value);
  return intervalText(value) ?? JSON.stringify(value, toPlain);
}

/** `.5` is `0.5`. */
function plainNumber(text: string): string {
  return text.replace(/^(-?)\./, '$10.');
}

const singleDigits = [6, 7, 8, 9];

/** With no more digits than tell it from the next number of four bytes. */
function singleText(value: number): string {
  const exact = singleDigits.map((digits) => Number(value.toPrecision(digits)));
  return String(exact.find((one) => Math.fround(one) === value) ?? value);
}

interface Interval {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly fseconds?: number;
}

/** `2-06`, `-5 04:03:02.1`, as the server writes it; null for what is no interval. */
function intervalText(value: object): string | null {
  const interval: Interval = value;
  const kind = value.constructor?.name;
  if (kind !== 'IntervalYM' && kind !== 'IntervalDS') return null;
  const { years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, fseconds = 0 } = interval;
  const isNegative = [years, months, days, hours, minutes, seconds, fseconds].some((part) => part < 0);
  const two = (part: number) => String(Math.abs(part)).padStart(2, '0');
  const sign = isNegative ? '-' : '';
  if (kind === 'IntervalYM') return `${sign}${Math.abs(years)}-${two(months)}`;
  const fraction = String(Math.abs(fseconds)).padStart(9, '0').replace(/0+$/, '');
  const clock = [hours, minutes, seconds].map(two).join(':');
  return `${sign}${Math.abs(days)} ${clock}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Parts of JSON, objects and vectors that JSON has no values for. */
function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Buffer.isBuffer(value)) return value.toString('hex').toUpperCase();
  if (value !== null && typeof value === 'object' && 'type' in value && value.type === 'Buffer' && 'data' in value)
    return Buffer.from(value.data as number[])
      .toString('hex')
      .toUpperCase();
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as Float64Array);
  return value !== null && typeof value === 'object' ? (intervalText(value) ?? value) : value;
}
