import type { CellValue, ColumnType } from '@powerset/contract';

/** A value as the driver hands it over. */
export type RawValue = null | number | bigint | string | Uint8Array;

/** What a column's declaration says of its values; the engine itself lets any value into any column. */
type Family = ColumnType | 'any';

export function familyOf(declared: string | null): Family {
  const name = (declared ?? '').trim().toLowerCase();
  if (name === '') return 'any';
  if (name.includes('bool')) return 'boolean';
  if (/date|timestamp/.test(name)) return 'temporal';
  if (/^(?:time|interval)\b/.test(name)) return 'string';
  if (name.includes('int')) return 'number';
  if (/char|clob|text|string|json|uuid|enum/.test(name)) return 'string';
  return /real|floa|doub|num|dec|money|currency|serial/.test(name) ? 'number' : 'any';
}

/** The type of a column before any row was seen. */
export function declaredType(declared: string | null): ColumnType {
  const family = familyOf(declared);
  return family === 'any' ? 'string' : family;
}

const kinds = { integer: 1, real: 2, text: 4, blob: 8 };

/** Notes what kinds of values a column has held so far. */
export class ColumnFacts {
  private held = 0;
  private isBinary = true;
  private isTime = true;
  private readonly family: Family;
  private readonly mayBeTime: boolean;
  /** Beyond what a double holds exactly. */
  hasLargeIntegers = false;

  constructor(
    readonly name: string,
    readonly declared: string | null,
  ) {
    this.family = familyOf(declared);
    this.mayBeTime = this.family === 'temporal' || declared === null;
  }

  see(value: RawValue): void {
    if (value === null) return;
    if (typeof value === 'number') this.seeNumber(value);
    else if (typeof value === 'string') this.seeText(value);
    else if (typeof value === 'bigint') {
      this.held |= kinds.integer;
      this.isBinary &&= value === 0n || value === 1n;
    } else this.held |= kinds.blob;
  }

  private seeNumber(value: number): void {
    if (!Number.isInteger(value)) {
      this.held |= kinds.real;
      return;
    }
    this.held |= kinds.integer;
    this.isBinary &&= value === 0 || value === 1;
    if (!Number.isSafeInteger(value)) this.hasLargeIntegers = true;
  }

  private seeText(value: string): void {
    this.held |= kinds.text;
    if (this.mayBeTime && this.isTime) this.isTime = toMillis(value) !== null;
  }

  /** What the values came to. A column of more than one kind is text. */
  get type(): ColumnType {
    const { held, family } = this;
    if (held === 0) return declaredType(this.declared);
    if (held === kinds.integer && family === 'boolean' && this.isBinary) return 'boolean';
    if ((held & ~(kinds.integer | kinds.real)) === 0) return 'number';
    return held === kinds.text && this.mayBeTime && this.isTime ? 'temporal' : 'string';
  }

  get nativeType(): string {
    if (this.declared) return this.declared.toUpperCase();
    if (this.held === kinds.integer) return 'INTEGER';
    if (this.held !== 0 && (this.held & ~(kinds.integer | kinds.real)) === 0) return 'REAL';
    return this.held === kinds.blob ? 'BLOB' : 'TEXT';
  }

  /** The type in which the store of results keeps it. */
  get storedAs(): string {
    const { type } = this;
    if (type === 'boolean') return 'BOOLEAN';
    if (type === 'temporal') return 'TIMESTAMP';
    if (type === 'string') return 'VARCHAR';
    return this.held === kinds.integer ? 'BIGINT' : 'DOUBLE';
  }
}

/** A number as the rest of the product takes it. */
export function toNumber(value: RawValue): CellValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'bigint') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** As grids and stored results show it: bytes as hexadecimal digits. */
export function toText(value: RawValue): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'object') return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  return String(value);
}

const timePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

/** Milliseconds of a time as texts hold it, `2024-01-02 03:04:05.678+01:00`; null for any other text. */
export function toMillis(text: string): number | null {
  return readPlainTime(text) ?? readTime(text);
}

/** The two forms in which the engine itself writes times, without what a pattern costs. */
function readPlainTime(text: string): number | null {
  const { length } = text;
  if ((length !== 19 && length !== 10) || text[4] !== '-' || text[7] !== '-') return null;
  const hasTime = length === 19;
  if (hasTime && (text[10] !== ' ' || text[13] !== ':' || text[16] !== ':')) return null;
  const year = digits(text, 0) * 100 + digits(text, 2);
  const month = digits(text, 5);
  const day = digits(text, 8);
  const hour = hasTime ? digits(text, 11) : 0;
  const minute = hasTime ? digits(text, 14) : 0;
  const second = hasTime ? digits(text, 17) : 0;
  // What is no digit makes the year, or a part, NaN: no comparison holds.
  const isReal = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isReal && hour < 24 && minute < 60 && second < 60
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : null;
}

function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function readTime(text: string): number | null {
  const match = timePattern.exec(text);
  if (!match) return null;
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    sign,
    zoneHours = '0',
    zoneMinutes = '0',
  ] = match;
  const parts = [month, day, hour, minute, second].map(Number) as [number, number, number, number, number];
  const isReal = parts[0] >= 1 && parts[0] <= 12 && parts[1] >= 1 && parts[1] <= 31 && parts[2] < 24 && parts[3] < 60;
  if (!isReal || parts[4] >= 60) return null;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), parts[0] - 1, parts[1]);
  time.setUTCHours(parts[2], parts[3], parts[4], Number(fraction.padEnd(3, '0').slice(0, 3)));
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  return time.getTime() - (sign === '-' ? -zone : zone);
}
