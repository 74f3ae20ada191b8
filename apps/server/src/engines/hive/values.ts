import { familyOf as familyOfSpark } from '../databricks/index.ts';
import { type Family, families } from '../remote/index.ts';

/** A column of rows as the protocol carries it: one of these, with a bit for each row that has no value. */
export type ColumnSet = Readonly<Record<string, ColumnValues | null>>;

export interface ColumnValues {
  readonly values: readonly unknown[];
  readonly nulls: Buffer;
}

interface TypeEntry {
  readonly type: number;
  readonly typeQualifiers?: { readonly qualifiers?: unknown } | undefined;
}

/** As the protocol numbers them. */
const typeNames: readonly string[] = [
  ...['BOOLEAN', 'TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'STRING', 'TIMESTAMP', 'BINARY', 'ARRAY'],
  ...['MAP', 'STRUCT', 'UNIONTYPE', 'USER_DEFINED', 'DECIMAL', 'VOID', 'DATE', 'VARCHAR', 'CHAR'],
  ...['INTERVAL_YEAR_MONTH', 'INTERVAL_DAY_TIME', 'TIMESTAMPLOCALTZ'],
];

/** The type of a column, with the precision of decimals and the length of texts. */
export function nativeTypeOf(entry: TypeEntry | null | undefined): string {
  const name = typeNames[entry?.type ?? -1] ?? 'STRING';
  const numbers = ['precision', 'scale', 'characterMaximumLength'].flatMap((key) => qualifierOf(entry, key) ?? []);
  return numbers.length > 0 && /DECIMAL|CHAR/.test(name) ? `${name}(${numbers.join(',')})` : name;
}

/** The generated code reads a map of the protocol as an object. */
function qualifierOf(entry: TypeEntry | null | undefined, key: string): number | null {
  const qualifiers = entry?.typeQualifiers?.qualifiers as
    | Readonly<Record<string, { readonly i32Value?: number | null }>>
    | undefined;
  return qualifiers?.[key]?.i32Value ?? null;
}

/** Points in time with the zone of the session, which is UTC. */
const zoned: Family = { ...families.time, read: (text) => families.time.read(inUtc(text)), readExact: inUtc };

function inUtc(text: string): string {
  return families.time.readExact(text.replace(/ ?(?:UTC|GMT|Z)$/, '')) as string;
}

/** How values of a type, as the server names it (`DECIMAL(10,2)`), are read. */
export function familyOf(nativeType: string): Family {
  return /^TIMESTAMPLOCALTZ\b|^TIMESTAMP WITH LOCAL/i.test(nativeType) ? zoned : familyOfSpark(nativeType);
}

/** Rows as texts, one after the other; what has no value is null. */
export function toCells(columns: readonly ColumnSet[], rowCount: number): (string | null)[] {
  const cells = new Array<string | null>(columns.length * rowCount).fill(null);
  for (const [at, column] of columns.entries()) {
    const found = Object.values(column).find((part) => part !== null);
    if (!found) continue;
    const { values, nulls } = found;
    for (let row = 0; row < rowCount; row += 1)
      if (!isNull(nulls, row)) cells[row * columns.length + at] = toText(values[row]);
  }
  return cells;
}

/** Bytes that end early say that no more rows lack a value. */
function isNull(nulls: Buffer, row: number): boolean {
  return (((nulls[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

interface LongNumber {
  readonly buffer: Buffer;
  readonly offset: number;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `X'${value.toString('hex').toUpperCase()}'`;
  return isLong(value) ? String(value.buffer.readBigInt64BE(value.offset)) : String(value);
}

/** Whole numbers of eight bytes, as the driver hands them on. */
function isLong(value: unknown): value is LongNumber {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'offset' in value;
}
