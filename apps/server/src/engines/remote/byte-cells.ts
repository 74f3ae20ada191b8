import { isUtf8 } from 'node:buffer';
import type { CellValue, ColumnType } from '@powerset/contract';
import {
  type ColumnHeader,
  joinBatches,
  type PackedBatch,
  type PackedColumn,
  type PackedTable,
} from '../../packed/index.ts';
import { mapInTurns, Stretch } from '../../turns/index.ts';
import { uniqueNames } from '../unique-names.ts';
import { largerThan } from './bounds.ts';
import { type ByteCells, fewRows, longValue } from './cell-buffer.ts';

/** How plain spellings of values go into packed memory: `12.5`, `2024-01-02 03:04:05.678`, or a text as it is. */
export type Packing = 'number' | 'time' | 'text';

/** How the values of a column are read. */
export interface CellReading {
  /** Where `read` makes of a plain spelling what this makes of its bytes. */
  readonly packing?: Packing | undefined;
  /** Any spelling. */
  readonly read: (bytes: Buffer, start: number, end: number) => CellValue;
}

export interface ByteColumn extends CellReading {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
}

/** Described in a moment. */
const columnsATurn = 5000;

/** Packs batch after batch of rows into one table, without a text for each value. */
export class PackedRows {
  private readonly batches: PackedBatch[] = [];
  /** The last ones, while each has few rows. */
  private small: PackedBatch[] = [];
  private rowCount = 0;
  private isCut = false;

  constructor(
    private readonly columns: readonly ByteColumn[],
    private readonly bounds: { readonly maxRows: number; readonly isExact: boolean },
  ) {}

  /** There were more rows than are kept. */
  get isTruncated(): boolean {
    return this.isCut;
  }

  /**
   * Packs at once what takes a moment, and tells by null that it has; a promise where others have their turn between columns. What
   * the cells lie in may be used again when it has resolved.
   */
  add(cells: ByteCells): Promise<void> | null {
    const room = this.bounds.maxRows - this.rowCount;
    const rowCount = Math.min(room, cells.rowCount);
    this.isCut ||= cells.rowCount > room;
    if (rowCount === 0) return null;
    const kept = { ...cells, rowCount };
    const columns: PackedColumn[] = [];
    this.rowCount += rowCount;
    const stretch = new Stretch();
    const isDone = () => {
      while (columns.length < this.columns.length) {
        columns.push(packColumn(this.columns[columns.length]!, kept, columns.length));
        if (stretch.isLong) return false;
      }
      return true;
    };
    const isAtOnce = isDone();
    const batch = { rowCount, columns };
    return isAtOnce ? this.keep(batch) : packRest(isDone, stretch).then(() => this.keep(batch) ?? undefined);
  }

  /** The same of rows that are packed already. */
  addBatch(batch: PackedBatch): Promise<void> | null {
    const room = this.bounds.maxRows - this.rowCount;
    this.isCut ||= batch.rowCount > room;
    const rowCount = Math.min(room, batch.rowCount);
    if (rowCount === 0) return null;
    const columns =
      rowCount === batch.rowCount ? batch.columns : batch.columns.map((column) => firstRows(column, rowCount));
    this.rowCount += rowCount;
    return this.keep({ rowCount, columns });
  }

  private keep(batch: PackedBatch): Promise<void> | null {
    this.small.push(batch);
    if (batch.rowCount < fewRows && this.small.length < fewBatches) return null;
    const { small } = this;
    this.small = [];
    if (small.length > 1) return this.keepJoined(small);
    this.batches.push(batch);
    return null;
  }

  /** Each batch takes memory of its own for every column, however few its rows are. */
  private async keepJoined(small: readonly PackedBatch[]): Promise<void> {
    const rowCount = small.reduce((sum, batch) => sum + batch.rowCount, 0);
    const columns: PackedColumn[] = [];
    const stretch = new Stretch();
    for (let from = 0; from < this.columns.length; from += columnsJoined) {
      const some = small.map((batch) => ({ ...batch, columns: batch.columns.slice(from, from + columnsJoined) }));
      const joined = joinBatches(some);
      // Some are no memory.
      if (!joined) break;
      columns.push(...joined.columns);
      if (stretch.isLong) await stretch.rest();
    }
    this.batches.push(...(columns.length === this.columns.length ? [{ rowCount, columns }] : small));
  }

  /** The table so far; one without rows has its columns. `nativeTypes` stand for those that were not known yet. */
  async toTable(nativeTypes: readonly string[] = []): Promise<PackedTable> {
    const { small } = this;
    this.small = [];
    if (small.length > 0) await this.keepJoined(small);
    const names = uniqueNames(this.columns.map(({ name }) => name));
    const headers: readonly ColumnHeader[] = await mapInTurns(
      [...this.columns.entries()],
      columnsATurn,
      ([index, { name, type, nativeType }]) => ({
        name: names[index] ?? name,
        type,
        nativeType: nativeTypes[index] ?? nativeType,
      }),
    );
    const nothing: PackedBatch = { rowCount: 0, columns: headers.map(() => ({ kind: 'values', values: [] })) };
    return {
      columns: headers,
      batches: this.batches.length === 0 ? [nothing] : this.batches,
      rowCount: this.rowCount,
      ...(this.bounds.isExact ? { isExact: true } : {}),
    };
  }
}

async function packRest(isDone: () => boolean, stretch: Stretch): Promise<void> {
  do await stretch.rest();
  while (!isDone());
}

function firstRows(column: PackedColumn, rowCount: number): PackedColumn {
  if (column.kind === 'values') return { kind: 'values', values: column.values.slice(0, rowCount) };
  const nulls = column.nulls?.subarray(0, rowCount) ?? null;
  if (column.kind === 'text') return { ...column, ends: column.ends.subarray(0, rowCount), nulls };
  if (column.kind === 'words') return { ...column, codes: column.codes.subarray(0, rowCount), nulls };
  if (column.kind === 'numbers') return { ...column, values: column.values.subarray(0, rowCount), nulls };
  return { ...column, values: column.values.subarray(0, rowCount), nulls };
}

function packColumn(reading: CellReading, cells: ByteCells, column: number): PackedColumn {
  const { packing } = reading;
  const packed = packing === 'text' ? packTexts(cells, column) : null;
  if (packed) return packed;
  if (packing === 'number') return packNumbers(reading, cells, { column, readPlain: readNumber });
  if (packing === 'time') return packNumbers(reading, cells, { column, readPlain: readTime });
  return readValues(reading, cells, column);
}

function readValues({ read }: CellReading, { bytes, starts, ends, width, rowCount }: ByteCells, column: number) {
  const values = new Array<CellValue>(rowCount);
  for (let row = 0, at = column; row < rowCount; row += 1, at += width) {
    const end = ends[at]!;
    values[row] = end < 0 ? null : read(bytes, starts[at]!, end);
  }
  return { kind: 'values', values } satisfies PackedColumn;
}

/** So many batches of fewer rows than that are made one. */
const fewBatches = 16;
const columnsJoined = 100;

/** Bytes of what is not in UTF-8, of which every byte is looked at by itself. */
export const mostBroken = 8 * 1024 * 1024;

/** Null where the bytes are no text that can go out as it is. */
function packTexts(cells: ByteCells, column: number): PackedColumn | null {
  const { starts, ends, width, rowCount } = cells;
  const textEnds = new Uint32Array(rowCount);
  const nulls = new Uint8Array(rowCount);
  let hasNulls = false;
  let length = 0;
  for (let row = 0, at = column; row < rowCount; row += 1, at += width) {
    const end = ends[at]!;
    if (end >= 0) length += end - starts[at]!;
    else {
      nulls[row] = 1;
      hasNulls = true;
    }
    textEnds[row] = length;
  }
  const texts = gatherTexts(cells, column, length);
  if (isUtf8(texts)) return { kind: 'text', bytes: texts, ends: textEnds, nulls: hasNulls ? nulls : null };
  if (length > mostBroken) throw largerThan('A text that is not in UTF-8', mostBroken);
  return null;
}

function gatherTexts({ bytes, starts, ends, width, rowCount, isKept }: ByteCells, column: number, length: number) {
  if (isKept && rowCount === 1) return bytes.subarray(starts[column]!, starts[column]! + length);
  const texts = new Uint8Array(length);
  let to = 0;
  for (let row = 0, at = column; row < rowCount; row += 1, at += width) {
    const [start, end] = [starts[at]!, ends[at]!];
    if (end - start > longValue) {
      texts.set(bytes.subarray(start, end), to);
      to += end - start;
    } else for (let from = start; from < end; from += 1) texts[to++] = bytes[from]!;
  }
  return texts;
}

interface NumberColumn {
  readonly column: number;
  /** Not a number for every spelling that is not plain. */
  readonly readPlain: (bytes: Buffer, start: number, end: number) => number;
}

function packNumbers(reading: CellReading, cells: ByteCells, { column, readPlain }: NumberColumn): PackedColumn {
  const { bytes, starts, ends, width, rowCount } = cells;
  const values = new Float64Array(rowCount);
  const nulls = new Uint8Array(rowCount);
  let hasNulls = false;
  for (let row = 0, at = column; row < rowCount; row += 1, at += width) {
    const end = ends[at]!;
    const plain = end < 0 ? Number.NaN : readPlain(bytes, starts[at]!, end);
    if (!Number.isNaN(plain)) {
      values[row] = plain;
      continue;
    }
    const value = end < 0 ? null : reading.read(bytes, starts[at]!, end);
    // Whole numbers of more digits than numbers hold.
    if (value !== null && typeof value !== 'number') return readValues(reading, cells, column);
    values[row] = value ?? 0;
    if (value !== null) continue;
    nulls[row] = 1;
    hasNulls = true;
  }
  return { kind: 'numbers', values, nulls: hasNulls ? nulls : null };
}

const zero = 0x30;
const minus = 0x2d;
const point = 0x2e;
/** So many digits are held exactly, and so is a power of ten with as many zeros: dividing the one by the other rounds once, as reading does. */
const exactDigits = 15;
const powersOfTen = Float64Array.from({ length: exactDigits + 1 }, (_, zeros) => 10 ** zeros);

/** `-12.5`, exactly as `Number` reads it; not a number where it has another form or too many digits. */
export function readNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  let at = isNegative ? start + 1 : start;
  let number = 0;
  let digits = 0;
  let afterPoint = -1;
  for (; at < end; at += 1) {
    const digit = bytes[at]! - zero;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      digits += 1;
      if (digits > exactDigits) return Number.NaN;
    } else if (digit === point - zero && afterPoint < 0 && digits > 0) afterPoint = end - at - 1;
    else return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  const value = afterPoint > 0 ? number / powersOfTen[afterPoint]! : number;
  return isNegative ? -value : value;
}

/** The number that so many digits mean; not a number where other signs stand there. */
function digitsAt(bytes: Uint8Array, at: number, count: number): number {
  let number = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = bytes[index]! - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const dayLength = 10;
const secondLength = 19;
const dayMs = 86_400_000;
const letterZ = 0x5a;

/**
 * Milliseconds of `2024-01-02`, or of `2024-01-02 03:04:05` with up to nine digits of a second's parts and perhaps a `Z` or `+00`, in UTC;
 * not a number for every other form.
 */
export function readTime(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const year = digitsAt(bytes, start, 4);
  const month = digitsAt(bytes, start + 5, 2);
  const day = digitsAt(bytes, start + 8, 2);
  // Earlier years are read in other ways by other engines.
  if (!(length >= dayLength && year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  if (bytes[start + 4] !== minus || bytes[start + 7] !== minus) return Number.NaN;
  const midnight = daysSince1970(year, month, day) * dayMs;
  return length === dayLength ? midnight : midnight + readClock(bytes, start, end);
}

/** Of the proleptic Gregorian calendar, whose years begin in March here: the day that some years have comes last. */
export function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + dayOfYear - daysBefore1970;
}

const daysBefore1970 = 719_468;

function readClock(bytes: Uint8Array, start: number, end: number): number {
  const textEnd = end - zoneLength(bytes, end);
  const length = textEnd - start;
  const gap = bytes[start + dayLength]!;
  if (length < secondLength || (gap !== space && gap !== letterT)) return Number.NaN;
  if (bytes[start + 13] !== colon || bytes[start + 16] !== colon) return Number.NaN;
  const clock = start + dayLength + 1;
  const minutes = digitsAt(bytes, clock, 2) * 60 + digitsAt(bytes, clock + 3, 2);
  const whole = (minutes * 60 + digitsAt(bytes, clock + 6, 2)) * 1000;
  if (length === secondLength) return whole;
  const places = length - secondLength - 1;
  if (bytes[start + secondLength] !== point || places < 1 || places > 9) return Number.NaN;
  // What is finer is left out, but has to be digits.
  const finer = digitsAt(bytes, start + secondLength + 1, places);
  return whole + Math.floor(finer / powersOfTen[Math.max(0, places - 3)]!) * powersOfTen[Math.max(0, 3 - places)]!;
}

/** Of `Z`, or `+00`. */
function zoneLength(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] === letterZ) return 1;
  return bytes[end - 3] === plus && bytes[end - 2] === zero && bytes[end - 1] === zero ? 3 : 0;
}

const plus = 0x2b;
const space = 0x20;
const letterT = 0x54;
const colon = 0x3a;
