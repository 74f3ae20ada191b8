import { uniqueNames } from '../../unique-names.ts';
import { ColumnFacts, type RawValue } from '../values.ts';
import type { Connection, Statement } from './connection.ts';

/** A result may stand in memory up to so many bytes, about. */
const largestResult = 256 * 1024 * 1024;

export class TooLarge extends Error {
  constructor() {
    super(
      `The result is larger than ${largestResult / 1024 / 1024} MB. Read fewer columns or rows, or shorten long texts.`,
    );
  }
}

export interface ReadRows {
  /** By column. */
  readonly values: readonly (readonly RawValue[])[];
  readonly rowCount: number;
  readonly facts: readonly ColumnFacts[];
  readonly isTruncated: boolean;
}

export function factsOf(statement: Statement): readonly ColumnFacts[] {
  const fields = statement.columns();
  const names = uniqueNames(fields.map(({ name }) => name));
  return fields.map(({ name, type }, index) => new ColumnFacts(names[index] ?? name, type));
}

/**
 * The first rows of a statement. Whole numbers come as doubles, which costs a sixth less time; where one is too large for
 * that all are read again, exactly.
 */
export function readRows(database: Connection, statement: Statement, maxRows: number): ReadRows {
  const read = (isSafe: boolean) => readOnce(database, statement, { maxRows, isSafe });
  return read(false) ?? read(true)!;
}

interface Reading {
  readonly maxRows: number;
  readonly isSafe: boolean;
}

function readOnce(database: Connection, statement: Statement, { maxRows, isSafe }: Reading): ReadRows | null {
  const facts = factsOf(statement);
  const values: RawValue[][] = facts.map(() => []);
  let rowCount = 0;
  let bytes = 0;
  for (const row of database.read(statement, { isSafe })) {
    if (rowCount >= maxRows) return { values, rowCount, facts, isTruncated: true };
    bytes += seeRow(facts, row);
    if (bytes > largestResult) throw new TooLarge();
    if (!isSafe && facts.some(({ hasLargeIntegers }) => hasLargeIntegers)) return null;
    for (let index = 0; index < values.length; index += 1) values[index]!.push(row[index] ?? null);
    rowCount += 1;
  }
  return { values, rowCount, facts, isTruncated: false };
}

/** The first rows of those. */
export function cutRows(read: ReadRows, most: number): ReadRows {
  if (read.rowCount <= most) return read;
  return { ...read, values: read.values.map((column) => column.slice(0, most)), rowCount: most, isTruncated: true };
}

/** Notes the kinds of a row's values; about how many bytes it takes. */
export function seeRow(facts: readonly ColumnFacts[], row: readonly RawValue[]): number {
  let bytes = 0;
  for (let index = 0; index < facts.length; index += 1) {
    const value = row[index] ?? null;
    facts[index]!.see(value);
    bytes += typeof value === 'string' ? value.length * 2 : 16;
    if (value !== null && typeof value === 'object') bytes += value.byteLength;
  }
  return bytes;
}
