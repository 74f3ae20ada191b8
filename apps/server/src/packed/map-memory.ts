import type { PackedBatch, PackedColumn } from './packed-table.ts';

/** One piece of a column's memory. */
export type MemoryPart = Float64Array | Uint32Array | Uint8Array;

/** Gives what stands in the place of a piece, of the same kind. */
export type PutMemory = <Part extends MemoryPart>(part: Part) => Part;

/** The same batch with other memory in the place of its own; the pieces come in an order that the kinds of the columns say. */
export function mapMemory({ rowCount, columns }: PackedBatch, put: PutMemory): PackedBatch {
  return { rowCount, columns: columns.map((column) => mapColumn(column, put)) };
}

function mapColumn(column: PackedColumn, put: PutMemory): PackedColumn {
  if (column.kind === 'values') return column;
  const nulls = column.nulls && put(column.nulls);
  if (column.kind === 'numbers') return { kind: 'numbers', values: put(column.values), nulls };
  if (column.kind === 'booleans') return { kind: 'booleans', values: put(column.values), nulls };
  if (column.kind === 'text') return { kind: 'text', bytes: put(column.bytes), ends: put(column.ends), nulls };
  return { kind: 'words', codes: put(column.codes), words: column.words, nulls };
}
