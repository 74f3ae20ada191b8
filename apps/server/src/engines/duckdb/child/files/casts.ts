import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileColumn } from '../../../files/file-options.ts';
import { quoteName } from './sources.ts';
import { uploadFailure } from './upload-failure.ts';

/** A column on its way from the type it is read as to the one that was chosen. */
export interface ColumnCast extends FileColumn {
  readonly from: string;
}

const numberTypes = /INT$|^INTEGER$|^DOUBLE$|^FLOAT$|^DECIMAL/;

/** A column of numbers that is to be one of times: they count from 1970. */
export function isEpoch({ type, from }: Pick<ColumnCast, 'type' | 'from'>): boolean {
  return (type === 'TIMESTAMP' || type === 'DATE') && numberTypes.test(from);
}

/** What is taken of each column of a source, in its chosen type; a value that does not fit becomes empty. */
export async function castsOf(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ColumnCast[],
): Promise<readonly string[]> {
  const epochs = columns.filter(isEpoch);
  const largest = await findLargest(
    connection,
    source,
    epochs.map((column) => column.source),
  );
  return columns.map((column) => {
    const name = quoteName(column.source);
    if (column.from === column.type) return name;
    const most = largest.get(column.source);
    return most === undefined ? `TRY_CAST(${name} AS ${checkedType(column.type)})` : epochSql(column, most);
  });
}

/**
 * Seconds, milli-, micro- or nanoseconds since 1970. All values of a column count in one unit, and the largest tells
 * which: one by one, times near 1970 would be taken for those of the next larger unit.
 */
function epochSql({ source, type, from }: ColumnCast, largest: number): string {
  const name = quoteName(source);
  const power = [1e10, 1e13, 1e16].filter((limit) => largest >= limit).length;
  const whole = /INT$|^INTEGER$/.test(from) ? name : `${name}::DOUBLE`;
  const microseconds = power === 3 ? `${whole} / 1000` : `${whole} * ${1000 ** (2 - power)}`;
  return `make_timestamp(TRY_CAST(${microseconds} AS BIGINT))::${type}`;
}

async function findLargest(
  connection: DuckDBConnection,
  source: string,
  columns: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (columns.length === 0) return new Map();
  const list = columns.map((column) => {
    const value = `${quoteName(column)}::DOUBLE`;
    return `max(abs(${value})) FILTER (WHERE isfinite(${value}))`;
  });
  const reader = await connection.runAndReadAll(`SELECT ${list.join(', ')} FROM ${source}`);
  const found = reader.getRows()[0] ?? [];
  return new Map(columns.map((column, index) => [column, Number(found[index] ?? 0)]));
}

/** A type reaches DuckDB as SQL, so it must look like one. */
function checkedType(type: string): string {
  if (/^[A-Z][A-Z_ ]*(\(\d{1,2}(,\s?\d{1,2})?\))?$/.test(type)) return type;
  throw uploadFailure(`"${type}" is not a type that can be chosen.`);
}
