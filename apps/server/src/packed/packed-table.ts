import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';

/**
 * Values of one column of one batch, packed so that they travel between processes as memory instead of objects, and are
 * written as JSON without becoming objects first.
 */
export type PackedColumn =
  | { readonly kind: 'numbers'; readonly values: Float64Array; readonly nulls: Uint8Array | null }
  | { readonly kind: 'booleans'; readonly values: Uint8Array; readonly nulls: Uint8Array | null }
  /** UTF-8, one text after the other; `ends` tells where each ends. */
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly nulls: Uint8Array | null }
  | {
      readonly kind: 'words';
      readonly codes: Uint32Array;
      readonly words: readonly string[];
      readonly nulls: Uint8Array | null;
    }
  | { readonly kind: 'values'; readonly values: readonly CellValue[] };

export interface PackedBatch {
  readonly rowCount: number;
  readonly columns: readonly PackedColumn[];
}

export interface ColumnHeader {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
}

/** Told of rows on their way: every batch is one of the table that comes, in its order. The last ones may come with it alone. */
export type RowsListener = (batch: PackedBatch, columns: readonly ColumnHeader[]) => void;

/** A result as the engine gave it, batch by batch. */
export interface PackedTable {
  readonly columns: readonly ColumnHeader[];
  readonly batches: readonly PackedBatch[];
  readonly rowCount: number;
  readonly isExact?: boolean;
}

/** A table of plain values in the packed shape; nothing is copied. */
export function packTable({ columns, rowCount, isExact }: ResultTable): PackedTable {
  const batch: PackedBatch = { rowCount, columns: columns.map(({ values }) => ({ kind: 'values', values })) };
  return {
    columns: columns.map(({ name, type, nativeType }) => ({ name, type, nativeType })),
    batches: [batch],
    rowCount,
    ...(isExact ? { isExact } : {}),
  };
}

const bytesPerValue = 16;

/** About how much memory the values take. */
export function packedBytes({ batches }: PackedTable): number {
  return batches.reduce((sum, batch) => sum + batchBytes(batch), 0);
}

/** The same of one batch. */
export function batchBytes({ columns }: PackedBatch): number {
  return columns.reduce((sum, column) => sum + columnBytes(column), 0);
}

function columnBytes(column: PackedColumn): number {
  if (column.kind === 'text') return column.bytes.byteLength + column.ends.byteLength;
  if (column.kind === 'words') return column.codes.byteLength;
  if (column.kind !== 'values') return column.values.byteLength;
  let bytes = column.values.length * bytesPerValue;
  for (const value of column.values) if (typeof value === 'string') bytes += value.length * 2;
  return bytes;
}

/** A table of values in packed memory, as small as its kinds of values allow: it goes to another thread without a copy. */
export function packTightly(table: ResultTable): PackedTable {
  const packed = packTable(table);
  const columns = table.columns.map(({ values }) => packColumn(values));
  return { ...packed, batches: [{ rowCount: table.rowCount, columns }] };
}

function packColumn(values: readonly CellValue[]): PackedColumn {
  const has = (accepts: (value: CellValue) => boolean) => values.every((value) => value === null || accepts(value));
  if (has((value) => typeof value === 'number'))
    return { kind: 'numbers', values: Float64Array.from(values, Number), nulls: packNulls(values) };
  if (has((value) => typeof value === 'boolean'))
    return { kind: 'booleans', values: Uint8Array.from(values, Number), nulls: packNulls(values) };
  // Half a character, which UTF-8 cannot hold, stays as it is.
  const isText = has((value) => typeof value === 'string' && !loneSurrogate.test(value));
  return isText ? packTexts(values) : { kind: 'values', values };
}

const loneSurrogate = /\p{Surrogate}/u;

function packNulls(values: readonly CellValue[]): Uint8Array | null {
  return values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null;
}

function packTexts(values: readonly CellValue[]): PackedColumn {
  const parts = values.map((value) => (value === null ? '' : String(value)));
  const ends = new Uint32Array(parts.length);
  let end = 0;
  for (const [row, part] of parts.entries()) {
    end += Buffer.byteLength(part);
    ends[row] = end;
  }
  // A copy of its own: Node's small buffers share one memory, which cannot be handed over.
  const bytes = new Uint8Array(end);
  Buffer.from(bytes.buffer).write(parts.join(''));
  return { kind: 'text', bytes, ends, nulls: packNulls(values) };
}

/** The memory of a table, to be handed over instead of copied. */
export function memoryOf({ batches }: PackedTable): ArrayBuffer[] {
  const memory = new Set<ArrayBuffer>();
  for (const { columns } of batches) {
    for (const column of columns) {
      for (const part of Object.values(column)) if (ArrayBuffer.isView(part)) memory.add(part.buffer as ArrayBuffer);
    }
  }
  return [...memory];
}
