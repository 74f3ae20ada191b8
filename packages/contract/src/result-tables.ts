import type { ColumnType, WireTable, WireValue } from './schemas/result-tables.ts';

/**
 * One value. Temporal columns hold epoch milliseconds (UTC; a time without zone counts as UTC); integers beyond 2^53 are
 * `bigint`. In a table of exact values (`isExact`) decimals and times are text as the engine writes them.
 */
export type CellValue = number | bigint | string | boolean | null;

export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The engine's own name of the type, for example `DECIMAL(18,2)`. */
  readonly nativeType: string;
  readonly values: readonly CellValue[];
}

/** The one shape of results between engine and picture: columns of equal length. */
export interface ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** Decimals and times are exact text instead of numbers. */
  readonly isExact?: boolean;
}

/** Column types as numbers, as the reference writes `coltypes`. */
export const genericTypeCodes: Readonly<Record<ColumnType, number>> = { number: 0, string: 1, temporal: 2, boolean: 3 };

/** Turns a result table into its JSON form; bigints become decimal strings. */
export function toWireTable(table: ResultTable): WireTable {
  return {
    rowCount: table.rowCount,
    ...(table.isExact ? { isExact: true } : {}),
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      nativeType: column.nativeType,
      values: column.values.map(toWireValue),
    })),
  };
}

/** The inverse of `toWireTable`: strings in number columns become bigints unless the table holds exact text. */
export function fromWireTable(wire: WireTable): ResultTable {
  return {
    ...wire,
    columns: wire.columns.map((column) =>
      column.type === 'number' && !wire.isExact
        ? { ...column, values: column.values.map((value) => (typeof value === 'string' ? BigInt(value) : value)) }
        : column,
    ),
  };
}

function toWireValue(value: CellValue): WireValue {
  return typeof value === 'bigint' ? value.toString() : value;
}
