import { type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import {
  Batch,
  binary,
  bool,
  type DataType,
  dateDay,
  decimal128,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  TimeUnit,
  timeMicrosecond,
  timestamp,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from '@uwdata/flechette';
import { textOf, toBits, toValidity } from '../../../../packed/index.ts';
import { chooseReader, type Reader } from '../columns.ts';
import { readTexts } from '../text-vectors.ts';
import { openVector, type RawVector } from '../vectors.ts';

/** How a column of the engine's is written in Arrow. */
export interface ArrowColumn {
  readonly type: DataType;
  readonly read: (chunk: DuckDBDataChunk, index: number) => Batch<unknown>;
}

const ids = DuckDBTypeId;

/**
 * The engine's own types where Arrow has them, byte for byte. Times of day with a zone, intervals, UUIDs, lists and structures
 * are the texts that the grid shows.
 */
export function toArrowColumn(type: DuckDBType): ArrowColumn {
  const sized = sizedTypes[type.typeId];
  if (sized && !type.alias) return sizedColumn(sized.type(), sized.bytes);
  if (type.typeId === ids.BOOLEAN) return { type: bool(), read: readBits };
  // A type with this id is a decimal.
  if (type.typeId === ids.DECIMAL) return decimalColumn(type as DuckDBDecimalType);
  if (type.typeId === ids.BLOB) return textColumn(binary(), readTexts);
  return textColumn(utf8(), chooseReader(type, true));
}

interface SizedType {
  readonly type: () => DataType;
  readonly bytes: number;
}

const sizedTypes: Readonly<Record<number, SizedType>> = {
  [ids.TINYINT]: { type: int8, bytes: 1 },
  [ids.SMALLINT]: { type: int16, bytes: 2 },
  [ids.INTEGER]: { type: int32, bytes: 4 },
  [ids.BIGINT]: { type: int64, bytes: 8 },
  [ids.UTINYINT]: { type: uint8, bytes: 1 },
  [ids.USMALLINT]: { type: uint16, bytes: 2 },
  [ids.UINTEGER]: { type: uint32, bytes: 4 },
  [ids.UBIGINT]: { type: uint64, bytes: 8 },
  // Arrow's widest integer has 64 bits; sums of the engine have 128.
  [ids.HUGEINT]: { type: () => decimal128(38, 0), bytes: 16 },
  [ids.FLOAT]: { type: float32, bytes: 4 },
  [ids.DOUBLE]: { type: float64, bytes: 8 },
  [ids.DATE]: { type: dateDay, bytes: 4 },
  [ids.TIME]: { type: timeMicrosecond, bytes: 8 },
  [ids.TIMESTAMP]: { type: () => timestamp(TimeUnit.MICROSECOND), bytes: 8 },
  [ids.TIMESTAMP_S]: { type: () => timestamp(TimeUnit.SECOND), bytes: 8 },
  [ids.TIMESTAMP_MS]: { type: () => timestamp(TimeUnit.MILLISECOND), bytes: 8 },
  [ids.TIMESTAMP_NS]: { type: () => timestamp(TimeUnit.NANOSECOND), bytes: 8 },
  [ids.TIMESTAMP_TZ]: { type: () => timestamp(TimeUnit.MICROSECOND, 'UTC'), bytes: 8 },
};

function sizedColumn(type: DataType, bytes: number): ArrowColumn {
  return {
    type,
    read: (chunk, index) => {
      const vector = openVector(chunk, index);
      const view = vector.view(bytes);
      const values = new Uint8Array(view.buffer, view.byteOffset, vector.rowCount * bytes).slice();
      // Where nothing is, the engine leaves in memory what was there before.
      for (const [row, isNull] of vector.nulls?.entries() ?? [])
        if (isNull) values.fill(0, row * bytes, (row + 1) * bytes);
      return new Batch({ ...frameOf(type, vector), values });
    },
  };
}

function frameOf(type: DataType, { rowCount, nulls }: Pick<RawVector, 'rowCount' | 'nulls'>) {
  return { type, ...toValidity(nulls, rowCount) };
}

function readBits(chunk: DuckDBDataChunk, index: number): Batch<unknown> {
  const vector = openVector(chunk, index);
  const view = vector.view(1);
  const values = toBits(new Uint8Array(view.buffer, view.byteOffset, vector.rowCount));
  return new Batch({ ...frameOf(bool(), vector), values });
}

const decimalBytes = 16;

function decimalColumn({ width, scale }: DuckDBDecimalType): ArrowColumn {
  const type = decimal128(width, scale);
  const { bytes, read } = decimalStorage(width);
  if (bytes === decimalBytes) return sizedColumn(type, bytes);
  return {
    type,
    read: (chunk, index) => {
      const vector = openVector(chunk, index);
      const from = vector.view(bytes);
      const memory = new DataView(new ArrayBuffer(vector.rowCount * decimalBytes));
      for (let row = 0; row < vector.rowCount; row++) {
        if (vector.nulls?.[row]) continue;
        const value = read(from, row * bytes);
        memory.setBigInt64(row * decimalBytes, value, true);
        memory.setBigInt64(row * decimalBytes + 8, value < 0n ? -1n : 0n, true);
      }
      return new Batch({ ...frameOf(type, vector), values: new Uint8Array(memory.buffer) });
    },
  };
}

interface DecimalStorage {
  readonly bytes: number;
  readonly read: (view: DataView, offset: number) => bigint;
}

/** How many bytes the engine gives a decimal of so many digits. */
function decimalStorage(width: number): DecimalStorage {
  if (width <= 4) return { bytes: 2, read: (view, offset) => BigInt(view.getInt16(offset, true)) };
  if (width <= 9) return { bytes: 4, read: (view, offset) => BigInt(view.getInt32(offset, true)) };
  return { bytes: width <= 18 ? 8 : decimalBytes, read: (view, offset) => view.getBigInt64(offset, true) };
}

function textColumn(type: DataType, read: Reader): ArrowColumn {
  return {
    type,
    read: (chunk, index) => {
      const { bytes, ends, nulls } = textOf(read(chunk, index), chunk.rowCount);
      const offsets = new Int32Array(chunk.rowCount + 1);
      offsets.set(ends, 1);
      return new Batch({ ...frameOf(type, { rowCount: chunk.rowCount, nulls }), offsets, values: bytes });
    },
  };
}
