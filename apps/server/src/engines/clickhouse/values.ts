import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { type DigitCounter, type StoredColumn, uniqueNames } from '../remote/index.ts';
import type { Batch, RawColumn } from './rows.ts';
import { readerOfZone } from './zones.ts';

interface Family {
  readonly type: ColumnType;
  /** How the store of results keeps it; `DECIMAL` is as long as its values need. */
  readonly storedAs: string;
  readonly read: (text: string) => CellValue;
  /** Instead of `read`, where exact values are asked for. */
  readonly readExact: (text: string) => CellValue;
}

/** How the server writes times. */
export interface TimeWriting {
  readonly writesUtc: boolean;
  /** Of times that name no zone, where they are not written in UTC. */
  readonly zone: string;
}

const asText = (text: string): string => text;

function toInteger(text: string): CellValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toNumber(text: string): CellValue {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const small: Family = { type: 'number', storedAs: 'BIGINT', read: Number, readExact: Number };
const integer: Family = { ...small, read: toInteger, readExact: toInteger };
const float: Family = { type: 'number', storedAs: 'DOUBLE', read: toNumber, readExact: toNumber };
const numeric: Family = { type: 'number', storedAs: 'DECIMAL', read: toNumber, readExact: asText };
const string: Family = { type: 'string', storedAs: 'VARCHAR', read: asText, readExact: asText };
const isTrue = (text: string): boolean => text === 'true' || text === '1';
const boolean: Family = { type: 'boolean', storedAs: 'BOOLEAN', read: isTrue, readExact: isTrue };
const day: Family = { type: 'temporal', storedAs: 'DATE', read: toMillis, readExact: asText };

/** The type inside of what says how its values are kept: `LowCardinality(Nullable(String))` is `String`. */
export function innerType(nativeType: string): string {
  const wrapped = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(nativeType);
  if (wrapped?.[1] !== undefined) return innerType(wrapped[1]);
  const aggregate = /^SimpleAggregateFunction\(\w+(?:\([^)]*\))?, (.*)\)$/s.exec(nativeType);
  return aggregate?.[1] === undefined ? nativeType : innerType(aggregate[1]);
}

const families: Readonly<Record<string, Family>> = {
  ...{ UInt8: small, UInt16: small, UInt32: small, Int8: small, Int16: small, Int32: small },
  ...{ Int64: integer, UInt64: { ...integer, storedAs: 'UBIGINT' } },
  ...{ Int128: numeric, UInt128: numeric, Int256: numeric, UInt256: numeric },
  ...{ Float32: float, Float64: float, BFloat16: float },
  ...{ Bool: boolean, Date: day, Date32: day },
};

export function familyOf(nativeType: string, writing: TimeWriting = { writesUtc: true, zone: 'UTC' }): Family {
  const inner = innerType(nativeType);
  const name = /^\w+/.exec(inner)?.[0] ?? '';
  if (name === 'DateTime' || name === 'DateTime64') return timeFamily(inner, writing);
  if (name.startsWith('Decimal')) return numeric;
  return Object.hasOwn(families, name) ? (families[name] ?? string) : string;
}

function timeFamily(type: string, { writesUtc, zone }: TimeWriting): Family {
  const own = /'([^']+)'/.exec(type)?.[1] ?? zone;
  if (writesUtc) return { type: 'temporal', storedAs: 'TIMESTAMP', read: toMillis, readExact: isoToText };
  const exact = readerOfZone(own);
  const read = exact ? (text: string) => toMillis(exact(text)) : toMillis;
  return { type: 'temporal', storedAs: 'TIMESTAMP', read, readExact: exact ?? asText };
}

/** `2024-01-02T03:04:05.678Z` as other engines write it. */
function isoToText(text: string): string {
  return text.replace('T', ' ').replace(/Z$/, '');
}

const zero = 48;
const letterZ = 90;

/** The number that so many digits at a place of a text mean; no number where other signs stand there. */
function digitsAt(text: string, at: number, count: number): number {
  let number = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Milliseconds of `2024-01-02`, `2024-01-02 03:04:05.678` or `2024-01-02T03:04:05Z`, in UTC. By hand: a result holds many of them. */
export function toMillis(text: string): number | null {
  const day = Date.UTC(digitsAt(text, 0, 4), digitsAt(text, 5, 2) - 1, digitsAt(text, 8, 2));
  const millis = text.length === 10 ? day : day + timeOfDay(text);
  return Number.isNaN(millis) ? null : millis;
}

function timeOfDay(text: string): number {
  const seconds = digitsAt(text, 11, 2) * 3600 + digitsAt(text, 14, 2) * 60 + digitsAt(text, 17, 2);
  // ISO 8601 ends with a letter.
  const end = text.charCodeAt(text.length - 1) === letterZ ? text.length - 1 : text.length;
  const places = Math.min(3, end - 20);
  const fraction = places <= 0 ? 0 : digitsAt(text, 20, places) * 10 ** (3 - places);
  return seconds * 1000 + fraction;
}

/** Reads batches of text into the columns of one table. */
export class TableReader {
  private columns: readonly RawColumn[] = [];
  private reading: readonly { readonly values: CellValue[]; readonly read: (text: string) => CellValue }[] = [];
  private rows = 0;

  constructor(private readonly options: { readonly isExact: boolean; readonly writing: TimeWriting }) {}

  get rowCount(): number {
    return this.rows;
  }

  /** At most so many of its rows. */
  add({ columns, cells, rowCount }: Batch, limit = rowCount): void {
    if (this.reading.length === 0) this.start(columns);
    const count = Math.min(limit, rowCount);
    const width = columns.length;
    for (const [index, { values, read }] of this.reading.entries()) {
      const end = count * width;
      for (let at = index; at < end; at += width) {
        const text = cells[at];
        values.push(text === null || text === undefined ? null : read(text));
      }
    }
    this.rows += count;
  }

  /** The table so far. */
  toTable(): ResultTable {
    const names = uniqueNames(this.columns.map(({ name }) => name));
    const columns = this.columns.map(({ name, nativeType }, index) => ({
      name: names[index] ?? name,
      type: familyOf(nativeType).type,
      nativeType,
      values: this.reading[index]?.values ?? [],
    }));
    return { columns, rowCount: this.rows, ...(this.options.isExact ? { isExact: true } : {}) };
  }

  private start(columns: readonly RawColumn[]): void {
    this.columns = columns;
    this.reading = columns.map(({ nativeType }) => {
      const family = familyOf(nativeType, this.options.writing);
      return { values: [], read: this.options.isExact ? family.readExact : family.read };
    });
  }
}

export function toStored(
  columns: readonly RawColumn[],
  digits: ReadonlyMap<number, DigitCounter>,
): readonly StoredColumn[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ name, nativeType }, index) => {
    const { type, storedAs } = familyOf(nativeType);
    return { name: names[index] ?? name, type, nativeType, storedAs: digits.get(index)?.storedAs() ?? storedAs };
  });
}
