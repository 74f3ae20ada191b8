import {
  DuckDBBlobValue,
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBEnumType,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import type { ColumnType } from '@powerset/contract';
import type { ColumnHeader, PackedBatch, PackedColumn } from '../../../packed/index.ts';
import { readTexts } from './text-vectors.ts';
import { toDateText, toDecimalText, toHexText, toJsonText, toTimestampText, toTimeText } from './texts.ts';
import { openVector, type RawVector } from './vectors.ts';

export type Reader = (chunk: DuckDBDataChunk, index: number) => PackedColumn;

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
  return (chunk) => ({
    rowCount: chunk.rowCount,
    columns: readers.map((read, index) => withoutHidden(read(chunk, index))),
  });
}

/** Where nothing is, the engine leaves in memory what was there before: a value that a view hides, say. Nobody gets it. */
function withoutHidden(column: PackedColumn): PackedColumn {
  if ((column.kind !== 'numbers' && column.kind !== 'booleans') || !column.nulls) return column;
  const { values, nulls } = column;
  for (let row = 0; row < nulls.length; row++) if (nulls[row]) values[row] = 0;
  return column;
}

export function chooseReader(type: DuckDBType, isExact: boolean): Reader {
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

function numberReader(bytes: number, read: (view: DataView, offset: number) => number): Reader {
  return (chunk, index) => {
    const vector = openVector(chunk, index);
    const view = vector.view(bytes);
    const values = new Float64Array(vector.rowCount);
    for (let row = 0; row < vector.rowCount; row++) values[row] = read(view, row * bytes);
    return { kind: 'numbers', values, nulls: vector.nulls };
  };
}

/** How an integer of 64 or 128 bits is read: at once as a number that is exact while it is safe, or slowly as it is. */
interface WideInteger {
  readonly bytes: number;
  /** Not a safe integer when the value does not fit into one. */
  readonly quick: (view: DataView, offset: number) => number;
  readonly whole: (view: DataView, offset: number) => bigint;
}

/** Numbers while every one of the batch is safe, else bigints where needed. */
function wideReader(integer: WideInteger): Reader {
  return (chunk, index) => {
    const { rowCount, view: open, nulls } = openVector(chunk, index);
    const view = open(integer.bytes);
    const values = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      const value = integer.quick(view, row * integer.bytes);
      values[row] = value;
      if (Number.isSafeInteger(value) || nulls?.[row]) continue;
      return { kind: 'values', values: readWide(view, { rowCount, nulls }, integer) };
    }
    return { kind: 'numbers', values, nulls };
  };
}

function readWide(
  view: DataView,
  { rowCount, nulls }: Pick<RawVector, 'rowCount' | 'nulls'>,
  { bytes, quick, whole }: WideInteger,
): (number | bigint | null)[] {
  return Array.from({ length: rowCount }, (_, row) => {
    if (nulls?.[row]) return null;
    const value = quick(view, row * bytes);
    return Number.isSafeInteger(value) ? value : whole(view, row * bytes);
  });
}

const word = 2 ** 32;

const int64: WideInteger = {
  bytes: 8,
  quick: (view, offset) => view.getInt32(offset + 4, true) * word + view.getUint32(offset, true),
  whole: (view, offset) => view.getBigInt64(offset, true),
};
const uint64: WideInteger = {
  bytes: 8,
  quick: (view, offset) => view.getUint32(offset + 4, true) * word + view.getUint32(offset, true),
  whole: (view, offset) => view.getBigUint64(offset, true),
};
const int128: WideInteger = {
  bytes: 16,
  quick: (view, offset) => {
    const high = view.getInt32(offset + 12, true);
    const third = view.getInt32(offset + 8, true);
    const second = view.getInt32(offset + 4, true);
    if (high !== third || high !== second >> 31) return Number.NaN;
    return second * word + view.getUint32(offset, true);
  },
  whole: (view, offset) => (view.getBigInt64(offset + 8, true) << 64n) + view.getBigUint64(offset, true),
};
const uint128: WideInteger = {
  bytes: 16,
  quick: (view, offset) => (view.getBigUint64(offset + 8, true) === 0n ? uint64.quick(view, offset) : Number.NaN),
  whole: (view, offset) => (view.getBigUint64(offset + 8, true) << 64n) + view.getBigUint64(offset, true),
};

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

const int32: WideInteger = {
  bytes: 4,
  quick: (view, offset) => view.getInt32(offset, true),
  whole: (view, offset) => BigInt(view.getInt32(offset, true)),
};
const int16: WideInteger = {
  bytes: 2,
  quick: (view, offset) => view.getInt16(offset, true),
  whole: (view, offset) => BigInt(view.getInt16(offset, true)),
};

function decimalStorage(width: number): WideInteger {
  if (width <= 4) return int16;
  if (width <= 9) return int32;
  return width <= 18 ? int64 : int128;
}

function decimalReader({ width, scale }: DuckDBDecimalType, isExact: boolean): Reader {
  const { bytes, quick, whole } = decimalStorage(width);
  if (isExact) return textReader(bytes, (view, offset) => toDecimalText(whole(view, offset), scale));
  const divisor = 10 ** scale;
  return numberReader(bytes, (view, offset) => {
    const value = quick(view, offset);
    return Number.isSafeInteger(value) ? value / divisor : Number(toDecimalText(whole(view, offset), scale));
  });
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
  if (!isExact) return numberReader(8, buildEpochReader(ticks));
  const zone = typeId === ids.TIMESTAMP_TZ ? '+00' : '';
  return textReader(8, (view, offset) => withZone(toTimestampText(view.getBigInt64(offset, true), ticks), zone));
}

function withZone(text: string, zone: string): string {
  return text.endsWith('infinity') ? text : text + zone;
}

function toDateMs(days: number): number {
  if (Math.abs(days) === 2_147_483_647) return days > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return days * 86_400_000;
}

function buildEpochReader(ticks: bigint): (view: DataView, offset: number) => number {
  const perMs = Number(ticks) / 1000;
  return (view, offset) => {
    const quick = int64.quick(view, offset);
    return Number.isSafeInteger(quick) ? Math.floor(quick / perMs) : toDistantMs(int64.whole(view, offset), perMs);
  };
}

function toDistantMs(value: bigint, perMs: number): number {
  if (value === 9_223_372_036_854_775_807n) return Number.POSITIVE_INFINITY;
  if (value === -9_223_372_036_854_775_807n) return Number.NEGATIVE_INFINITY;
  return Math.floor(Number(value) / perMs);
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
  [ids.BIGINT]: wideReader(int64),
  [ids.UBIGINT]: wideReader(uint64),
  [ids.HUGEINT]: wideReader(int128),
  [ids.UHUGEINT]: wideReader(uint128),
  [ids.BIGNUM]: readBigNums,
  [ids.TIME]: readTimes,
};
