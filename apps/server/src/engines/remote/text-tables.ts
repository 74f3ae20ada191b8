import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { uniqueNames } from '../unique-names.ts';
import type { ByteColumn, Packing } from './byte-cells.ts';
import type { DigitCounter } from './columns.ts';
import type { StoredColumn } from './result-sink.ts';

export interface RawColumn {
  readonly name: string;
  readonly nativeType: string;
}

/** A row as a server writes it: text, or nothing. */
export type TextRow = readonly (string | null)[];

export interface Batch {
  readonly columns: readonly RawColumn[];
  readonly rowCount: number;
  /** All rows' values one after the other, a row's together: far fewer objects than a list for each row. */
  readonly cells: readonly (string | null)[];
}

/** How values of a type are read and kept. */
export interface Family {
  readonly type: ColumnType;
  /** How the store of results keeps it; `DECIMAL` is as long as its values need. */
  readonly storedAs: string;
  /** How `read` could work on bytes. */
  readonly packing?: Packing | undefined;
  readonly read: (text: string) => CellValue;
  /** Instead of `read`, where exact values are asked for. */
  readonly readExact: (text: string) => CellValue;
}

export type FamilyOf = (nativeType: string) => Family;

/** The rows of a batch, each a list of its own. */
export function rowsOf({ columns, rowCount, cells }: Batch, limit = rowCount): readonly TextRow[] {
  const width = columns.length;
  return Array.from({ length: Math.min(limit, rowCount) }, (_, row) => cells.slice(row * width, (row + 1) * width));
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

  constructor(private readonly options: { readonly isExact: boolean; readonly familyOf: FamilyOf }) {}

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
      type: this.options.familyOf(nativeType).type,
      nativeType,
      values: this.reading[index]?.values ?? [],
    }));
    return { columns, rowCount: this.rows, ...(this.options.isExact ? { isExact: true } : {}) };
  }

  private start(columns: readonly RawColumn[]): void {
    this.columns = columns;
    this.reading = columns.map(({ nativeType }) => {
      const family = this.options.familyOf(nativeType);
      return { values: [], read: this.options.isExact ? family.readExact : family.read };
    });
  }
}

/** How the columns of a result are read from bytes. */
export function toByteColumns(
  columns: readonly RawColumn[],
  { isExact, familyOf }: { readonly isExact: boolean; readonly familyOf: FamilyOf },
): readonly ByteColumn[] {
  return columns.map(({ name, nativeType }) => {
    const { type, packing, read, readExact } = familyOf(nativeType);
    const readText = isExact ? readExact : read;
    return {
      name,
      type,
      nativeType,
      packing: isExact ? undefined : packing,
      read: (bytes, start, end) => readText(bytes.toString('utf8', start, end)),
    };
  });
}

export function toStored(
  columns: readonly RawColumn[],
  digits: ReadonlyMap<number, DigitCounter>,
  familyOf: FamilyOf,
): readonly StoredColumn[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ name, nativeType }, index) => {
    const { type, storedAs } = familyOf(nativeType);
    return { name: names[index] ?? name, type, nativeType, storedAs: digits.get(index)?.storedAs() ?? storedAs };
  });
}
