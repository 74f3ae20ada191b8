import type { CellValue, ResultColumn, ResultTable } from '@powerset/contract';
import {
  bool,
  columnFromArray,
  type DataType,
  float64,
  int64,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';

/**
 * A result table as an Arrow IPC stream. What Arrow's own types do not say (our column type, the engine's name of it,
 * exactness) stands in the schema's metadata under `powerset`. Readers decode with `useBigInt: true`.
 */
export function toArrowIpc(table: ResultTable): Uint8Array {
  const columns = table.columns.map((column, index): [string, ReturnType<typeof columnFromArray>] => [
    `c${index}`,
    encodeColumn(column),
  ]);
  const arrow = tableFromColumns(columns);
  const description = {
    isExact: table.isExact ?? false,
    rowCount: table.rowCount,
    columns: table.columns.map(({ name, type, nativeType }) => ({ name, type, nativeType })),
  };
  arrow.schema.metadata = new Map([['powerset', JSON.stringify(description)]]);
  const bytes = tableToIPC(arrow, { format: 'stream' });
  if (!bytes) throw new Error('Arrow encoding gave no bytes');
  return bytes;
}

function encodeColumn({ values, type }: ResultColumn): ReturnType<typeof columnFromArray> {
  const arrowType = chooseType(values, type);
  // Flechette reads the array and keeps nothing of it.
  const source = convert(values, arrowType) as CellValue[];
  return columnFromArray(source, arrowType.type, { useBigInt: true });
}

interface Choice {
  readonly kind: 'text' | 'integer' | 'number' | 'boolean';
  readonly type: DataType;
}

function chooseType(values: readonly CellValue[], type: ResultColumn['type']): Choice {
  if (type === 'boolean') return { kind: 'boolean', type: bool() };
  if (type === 'string' || values.some((value) => typeof value === 'string')) return { kind: 'text', type: utf8() };
  const big = values.filter((value) => typeof value === 'bigint');
  if (big.length === 0) return { kind: 'number', type: float64() };
  const isInteger = values.every((value) => value === null || typeof value === 'bigint' || Number.isSafeInteger(value));
  const fits = big.every((value) => BigInt.asIntN(64, value) === value);
  return isInteger && fits ? { kind: 'integer', type: int64() } : { kind: 'text', type: utf8() };
}

function convert(values: readonly CellValue[], { kind }: Choice): readonly CellValue[] {
  if (kind === 'integer') return values.map((value) => (value === null ? null : BigInt(value)));
  return kind === 'text' ? values.map((value) => (value === null ? null : String(value))) : values;
}
