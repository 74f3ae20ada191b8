/**
 * PACKED. Results as the engine gave them, in typed memory: the shape in which they cross processes, lie in the cache and
 * are written to the wire. In: batches of packed columns. Out: packed tables, and tables of values for whoever computes.
 */

export { type ArrowField, type ArrowStream, openArrowStream } from './arrow-stream.ts';
export { toBits, toValidity, type Validity } from './bits.ts';
export { joinBatches } from './join-batches.ts';
export { type MemoryPart, mapMemory } from './map-memory.ts';
export {
  batchBytes,
  type ColumnHeader,
  memoryOf,
  type PackedBatch,
  type PackedColumn,
  type PackedTable,
  packedBytes,
  packTable,
  packTightly,
  type RowsListener,
} from './packed-table.ts';
export { type PackedText, textOf } from './texts.ts';
export { TableBuilder, unpackColumn, unpackTable } from './unpack.ts';
