import {
  DuckDBBlobValue,
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBEnumType,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { ColumnType } from '@powerset/contract';
import type { ColumnHeader, PackedBatch, PackedColumn } from '../protocol.ts';
import { toDateText, toDecimalText, toHexText, toJsonText, toTimestampText, toTimeText } from './texts.ts';

/** Raw memory of one vector. It belongs to the chunk: everything is copied out before the chunk goes. */
interface RawVector {
  readonly rowCount: number;
  readonly view: (bytesPerValue: number) => DataView;
  readonly nulls: Uint8Array | null;
}

type Reader = (chunk: DuckDBDataChunk, index: number) => PackedColumn;

const ids = DuckDBTypeId;
const numberTypes = new Set<number>([
  ids.TINYINT,
  ids.SMALLINT,
  ids.INTEGER,
  ids.BIGINT,
  ids.UTINYINT,
  ids.USMALLINT,
  ids.UINTEGER,
  ids.UBIGINT,
  ids.HUGEINT,
  ids.UHUGEINT,
  ids.BIGNUM,
  ids.FLOAT,
  ids.DOUBLE,
  ids.DECIMAL,
]);
const temporalTypes = new Set<number>([
  ids.DATE,
  ids.TIMESTAMP,
  ids.TIMESTAMP_S,
  ids.TIMESTAMP_MS,
  ids.TIMESTAMP_NS,
  ids.TIMESTAMP_TZ,
]);
const nestedTypes = new Set<number>([ids.LIST, ids.STRUCT, ids.MAP, ids.ARRAY, ids.UNION, ids.VARIANT]);

export function toColumnType(type: DuckDBType): ColumnType {
  if (numberTypes.has(type.typeId)) return 'number';
  if (temporalTypes.has(type.typeId)) return 'temporal';
  return type.typeId === ids.BOOLEAN ? 'boolean' : 'string';
}

/** The engine's name of a type; an enum's is kept short, its words can be thousands. */
export function toNativeType(type: DuckDBType): string {
  if (type.alias) return type.alias;
  if (type.typeId === ids.ENUM) return 'ENUM';
  return type.toString();
}

export function toHeaders(result: DuckDBResult): ColumnHeader[] {
  const names = result.deduplicatedColumnNames();
  return result.columnTypes().map((type, index) => ({
    name: names[index]!,
    type: toColumnType(type),
    nativeType: toNativeType(type),
  }));
}

/** Builds a packer of chunks for the columns of a result. */
export function buildPacker(result: DuckDBResult, isExact: boolean): (chunk: DuckDBDataChunk) => PackedBatch {
  const readers = result.columnTypes().map((type) => chooseReader(type, isExact));
  return (chunk) => ({ rowCount: chunk.rowCount, columns: readers.map((read, index) => read(chunk, index)) });
}

function chooseReader(type: DuckDBType, isExact: boolean): Reader {
  const plain = plainReaders[type.typeId];
  if (plain) return plain;
  if (type.typeId === ids.FLOAT || type.typeId === ids.DOUBLE)
    return floatReader(type.typeId === ids.FLOAT ? 4 : 8, isExact);
  // A type with this id is an enum.
  if (type.typeId === ids.ENUM) return enumReader(type as DuckDBEnumType);
  // A type with this id is a decimal.
  if (type.typeId === ids.DECIMAL) return decimalReader(type as DuckDBDecimalType, isExact);
  if (temporalTypes.has(type.typeId)) return temporalReader(type.typeId, isExact);
  return nestedTypes.has(type.typeId) ? itemReader((value) => toJsonText(value)) : itemReader(toItemText);
}

function toItemText(value: NonNullable<unknown>): string {
  return value instanceof DuckDBBlobValue ? toHexText(value.bytes) : String(value);
}

function openVector(chunk: DuckDBDataChunk, index: number): RawVector {
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

function numberReader(bytes: number, read: (view: DataView, offset: number) => number): Reader {
  return (chunk, index) => {
    const vector = openVector(chunk, index);
    const view = vector.view(bytes);
    const values = new Float64Array(vector.rowCount);
    for (let row = 0; row < vector.rowCount; row++) values[row] = read(view, row * bytes);
    return { kind: 'numbers', values, nulls: vector.nulls };
  };
}

/** Integers of 64 and 128 bits: numbers while every one of the batch is safe, else bigints where needed. */
function wideReader(bytes: number, read: (view: DataView, offset: number) => bigint): Reader {
  return (chunk, index) => {
    const { rowCount, view: open, nulls } = openVector(chunk, index);
    const view = open(bytes);
    const values = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      if (nulls?.[row]) continue;
      const value = Number(read(view, row * bytes));
      if (!Number.isSafeInteger(value))
        return { kind: 'values', values: readWide(view, { rowCount, bytes, nulls, read }) };
      values[row] = value;
    }
    return { kind: 'numbers', values, nulls };
  };
}

interface WideShape {
  readonly rowCount: number;
  readonly bytes: number;
  readonly nulls: Uint8Array | null;
  readonly read: (view: DataView, offset: number) => bigint;
}

function readWide(view: DataView, { rowCount, bytes, nulls, read }: WideShape): (number | bigint | null)[] {
  return Array.from({ length: rowCount }, (_, row) => {
    if (nulls?.[row]) return null;
    const value = read(view, row * bytes);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  });
}

const readInt64 = (view: DataView, offset: number): bigint => view.getBigInt64(offset, true);
const readUint64 = (view: DataView, offset: number): bigint => view.getBigUint64(offset, true);
const readInt128 = (view: DataView, offset: number): bigint =>
  (view.getBigInt64(offset + 8, true) << 64n) + view.getBigUint64(offset, true);
const readUint128 = (view: DataView, offset: number): bigint =>
  (view.getBigUint64(offset + 8, true) << 64n) + view.getBigUint64(offset, true);

function floatReader(bytes: 4 | 8, isExact: boolean): Reader {
  const read = numberReader(bytes, (view, offset) =>
    bytes === 4 ? toShortestDouble(view.getFloat32(offset, true)) : view.getFloat64(offset, true),
  );
  if (!isExact) return read;
  return (chunk, index) => {
    const packed = read(chunk, index);
    if (packed.kind !== 'numbers' || packed.values.every(Number.isFinite)) return packed;
    const values = Array.from(packed.values, (value, row) => {
      if (packed.nulls?.[row]) return null;
      return Number.isFinite(value) ? value : String(value);
    });
    return { kind: 'values', values };
  };
}

/** A 32-bit 0.1 reads as 0.1, not as 0.10000000149. */
function toShortestDouble(value: number): number {
  const short = Number(value.toPrecision(7));
  return Math.fround(short) === value ? short : value;
}

function readBooleans(chunk: DuckDBDataChunk, index: number): PackedColumn {
  const vector = openVector(chunk, index);
  const view = vector.view(1);
  return {
    kind: 'booleans',
    values: new Uint8Array(view.buffer, view.byteOffset, vector.rowCount).slice(),
    nulls: vector.nulls,
  };
}

function readTexts(chunk: DuckDBDataChunk, index: number): PackedColumn {
  const { rowCount, view: open, nulls } = openVector(chunk, index);
  const view = open(16);
  const ends = new Uint32Array(rowCount);
  let size = 0;
  for (let row = 0; row < rowCount; row++) {
    if (!nulls?.[row]) size += view.getUint32(row * 16, true);
    ends[row] = size;
  }
  const bytes = new Uint8Array(size);
  for (let row = 0; row < rowCount; row++) {
    const start = row === 0 ? 0 : ends[row - 1]!;
    if (ends[row] !== start) bytes.set(stringBytes(view, row * 16), start);
  }
  return { kind: 'text', bytes, ends, nulls };
}

/** A DuckDB string: up to 12 bytes lie in place, longer ones behind a pointer. */
function stringBytes(view: DataView, offset: number): Uint8Array {
  const length = view.getUint32(offset, true);
  if (length <= 12) return new Uint8Array(view.buffer, view.byteOffset + offset + 4, length);
  // DuckDB's vectors never lie in shared buffers.
  return duckdb.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + offset + 8, length);
}

function enumReader(type: DuckDBEnumType): Reader {
  const count = type.values.length;
  const bytes = enumBytes(count);
  return (chunk, index) => {
    const { rowCount, view: open, nulls } = openVector(chunk, index);
    const view = open(bytes);
    const codes = new Uint32Array(rowCount);
    for (let row = 0; row < rowCount; row++) codes[row] = readCode(view, row, bytes);
    return { kind: 'words', codes, words: type.values, nulls };
  };
}

function enumBytes(wordCount: number): 1 | 2 | 4 {
  if (wordCount <= 0xff) return 1;
  return wordCount <= 0xffff ? 2 : 4;
}

function readCode(view: DataView, row: number, bytes: 1 | 2 | 4): number {
  if (bytes === 1) return view.getUint8(row);
  return bytes === 2 ? view.getUint16(row * 2, true) : view.getUint32(row * 4, true);
}

interface DecimalStorage {
  readonly bytes: number;
  readonly read: (view: DataView, offset: number) => bigint;
}

function decimalStorage(width: number): DecimalStorage {
  if (width <= 4) return { bytes: 2, read: (view, offset) => BigInt(view.getInt16(offset, true)) };
  if (width <= 9) return { bytes: 4, read: (view, offset) => BigInt(view.getInt32(offset, true)) };
  return width <= 18 ? { bytes: 8, read: readInt64 } : { bytes: 16, read: readInt128 };
}

function decimalReader({ width, scale }: DuckDBDecimalType, isExact: boolean): Reader {
  const { bytes, read } = decimalStorage(width);
  if (!isExact) {
    const divisor = 10 ** scale;
    return numberReader(bytes, (view, offset) => {
      const value = Number(read(view, offset));
      return Number.isSafeInteger(value) ? value / divisor : Number(toDecimalText(read(view, offset), scale));
    });
  }
  return textReader(bytes, (view, offset) => toDecimalText(read(view, offset), scale));
}

function textReader(bytes: number, read: (view: DataView, offset: number) => string): Reader {
  return (chunk, index) => {
    const { rowCount, view: open, nulls } = openVector(chunk, index);
    const view = open(bytes);
    const values = Array.from({ length: rowCount }, (_, row) => (nulls?.[row] ? null : read(view, row * bytes)));
    return { kind: 'values', values };
  };
}

const ticksPerSecond: Readonly<Record<number, bigint>> = {
  [ids.TIMESTAMP]: 1_000_000n,
  [ids.TIMESTAMP_TZ]: 1_000_000n,
  [ids.TIMESTAMP_S]: 1n,
  [ids.TIMESTAMP_MS]: 1000n,
  [ids.TIMESTAMP_NS]: 1_000_000_000n,
};

function temporalReader(typeId: number, isExact: boolean): Reader {
  if (typeId === ids.DATE) {
    return isExact
      ? textReader(4, (view, offset) => toDateText(view.getInt32(offset, true)))
      : numberReader(4, (view, offset) => toDateMs(view.getInt32(offset, true)));
  }
  const ticks = ticksPerSecond[typeId]!;
  if (!isExact) return numberReader(8, (view, offset) => toEpochMs(view.getBigInt64(offset, true), ticks));
  const zone = typeId === ids.TIMESTAMP_TZ ? '+00' : '';
  return textReader(8, (view, offset) => withZone(toTimestampText(view.getBigInt64(offset, true), ticks), zone));
}

function withZone(text: string, zone: string): string {
  if (zone === '' || text.endsWith('infinity')) return text;
  return text.endsWith(' (BC)') ? `${text.slice(0, -5)}${zone} (BC)` : text + zone;
}

function toDateMs(days: number): number {
  if (Math.abs(days) === 2_147_483_647) return days > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return days * 86_400_000;
}

function toEpochMs(value: bigint, ticks: bigint): number {
  if (value === 9_223_372_036_854_775_807n) return Number.POSITIVE_INFINITY;
  if (value === -9_223_372_036_854_775_807n) return Number.NEGATIVE_INFINITY;
  if (ticks === 1n) return Number(value) * 1000;
  return Math.floor(Number(value) / (Number(ticks) / 1000));
}

function readTimes(chunk: DuckDBDataChunk, index: number): PackedColumn {
  return textReader(8, (view, offset) => toTimeText(view.getBigInt64(offset, true)))(chunk, index);
}

/** The unhurried way, for types that are rare or nested. */
function itemReader(
  toText: (value: NonNullable<ReturnType<ReturnType<DuckDBDataChunk['getColumnVector']>['getItem']>>) => string,
): Reader {
  return (chunk, index) => {
    const vector = chunk.getColumnVector(index);
    const values = Array.from({ length: chunk.rowCount }, (_, row) => {
      const value = vector.getItem(row);
      return value === null || value === undefined ? null : toText(value);
    });
    return { kind: 'values', values };
  };
}

function readBigNums(chunk: DuckDBDataChunk, index: number): PackedColumn {
  const vector = chunk.getColumnVector(index);
  const values = Array.from({ length: chunk.rowCount }, (_, row) => {
    const value = vector.getItem(row);
    if (typeof value !== 'bigint') return null;
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  });
  return { kind: 'values', values };
}

const plainReaders: Readonly<Record<number, Reader>> = {
  [ids.BOOLEAN]: readBooleans,
  [ids.VARCHAR]: readTexts,
  [ids.TINYINT]: numberReader(1, (view, offset) => view.getInt8(offset)),
  [ids.SMALLINT]: numberReader(2, (view, offset) => view.getInt16(offset, true)),
  [ids.INTEGER]: numberReader(4, (view, offset) => view.getInt32(offset, true)),
  [ids.UTINYINT]: numberReader(1, (view, offset) => view.getUint8(offset)),
  [ids.USMALLINT]: numberReader(2, (view, offset) => view.getUint16(offset, true)),
  [ids.UINTEGER]: numberReader(4, (view, offset) => view.getUint32(offset, true)),
  [ids.BIGINT]: wideReader(8, readInt64),
  [ids.UBIGINT]: wideReader(8, readUint64),
  [ids.HUGEINT]: wideReader(16, readInt128),
  [ids.UHUGEINT]: wideReader(16, readUint128),
  [ids.BIGNUM]: readBigNums,
  [ids.TIME]: readTimes,
};
