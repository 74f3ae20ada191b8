import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Raw memory of one vector. It belongs to the chunk: everything is copied out before the chunk goes. */
export interface RawVector {
  readonly rowCount: number;
  readonly view: (bytesPerValue: number) => DataView;
  readonly nulls: Uint8Array | null;
}

export function openVector(chunk: DuckDBDataChunk, index: number): RawVector {
  const rowCount = chunk.rowCount;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, index);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8);
  const view = (bytesPerValue: number) => {
    const data = duckdb.vector_get_data(vector, rowCount * bytesPerValue);
    return new DataView(data.buffer, data.byteOffset, data.byteLength);
  };
  return { rowCount, view, nulls: readNulls(validity, rowCount) };
}

/** One byte per row, 1 where it is null; null when no row is. */
function readNulls(validity: Uint8Array | null, rowCount: number): Uint8Array | null {
  if (!validity) return null;
  let nulls: Uint8Array | null = null;
  for (let row = 0; row < rowCount; row++) {
    if ((validity[row >> 3]! >> (row & 7)) & 1) continue;
    nulls ??= new Uint8Array(rowCount);
    nulls[row] = 1;
  }
  return nulls;
}
