import type { CellValue, ColumnType } from '@powerset/contract';
import {
  Batch,
  bool,
  Column,
  type DataType,
  Endianness,
  field,
  float64,
  int64,
  Table,
  TimeUnit,
  tableToIPC,
  timestamp,
  utf8,
  Version,
} from '@uwdata/flechette';
import { type ColumnHeader, type PackedColumn, type PackedTable, textOf, toBits, toValidity } from '../packed/index.ts';

/**
 * An answer as an Arrow IPC stream: whole numbers as such where the database says that they are, other numbers in 64 bits,
 * times in milliseconds, all else as text. The batches are those in which the rows came.
 */
export function toArrow({ columns, batches }: PackedTable): Uint8Array {
  const written = columns.map((header, index) => toColumn(header, batches, index));
  const fields = written.map(({ type }, index) => field(columns[index]?.name ?? '', type));
  const schema = { version: Version.V5, endianness: Endianness.Little, fields, metadata: null };
  const bytes = tableToIPC(new Table(schema, written), { format: 'stream' });
  if (!bytes) throw new Error('Arrow encoding gave no bytes');
  return bytes;
}

function toColumn(header: ColumnHeader, batches: PackedTable['batches'], index: number): Column<unknown> {
  const parts = batches.map(({ rowCount, columns }) => ({ rowCount, column: columns[index]! }));
  const kind = chooseKind(
    header,
    parts.map(({ column }) => column),
  );
  const { type, write } = kinds[kind];
  return new Column(
    parts.map(({ rowCount, column }) => write(column, rowCount)),
    type(),
  );
}

type Kind = 'integer' | 'number' | 'boolean' | 'time' | 'text';

const integerType = /^(nullable\()?u?(tiny|small|medium|big|huge)?int(eger|\d+)?\b/i;

function chooseKind({ type, nativeType }: ColumnHeader, columns: readonly PackedColumn[]): Kind {
  const kindsThatFit = candidates[type](integerType.test(nativeType));
  return kindsThatFit.find((kind) => columns.every(fits[kind])) ?? 'text';
}

const candidates: Readonly<Record<ColumnType, (isInteger: boolean) => readonly Kind[]>> = {
  number: (isInteger) => (isInteger ? ['integer', 'number'] : ['number', 'integer']),
  temporal: () => ['time'],
  boolean: () => ['boolean'],
  string: () => [],
};

const holds = (column: PackedColumn, accepts: (value: CellValue) => boolean): boolean =>
  column.kind === 'values' && column.values.every((value) => value === null || accepts(value));

const isWhole = (value: CellValue): boolean =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);

const isNumber = (value: CellValue): boolean => typeof value === 'number';

const fits: Readonly<Record<Kind, (column: PackedColumn) => boolean>> = {
  integer: (column) =>
    column.kind === 'numbers'
      ? column.values.every((value, row) => Number.isSafeInteger(value) || column.nulls?.[row] === 1)
      : holds(column, isWhole),
  number: (column) => column.kind === 'numbers' || holds(column, isNumber),
  time: (column) =>
    column.kind === 'numbers' ? column.values.every(Number.isFinite) : holds(column, (value) => Number.isFinite(value)),
  boolean: (column) => column.kind === 'booleans' || holds(column, (value) => typeof value === 'boolean'),
  text: () => true,
};

interface Writer {
  readonly type: () => DataType;
  readonly write: (column: PackedColumn, rowCount: number) => Batch<unknown>;
}

const milliseconds = () => timestamp(TimeUnit.MILLISECOND);

const kinds: Readonly<Record<Kind, Writer>> = {
  integer: { type: int64, write: (column, rowCount) => writeWhole(column, rowCount, int64()) },
  time: { type: milliseconds, write: (column, rowCount) => writeWhole(column, rowCount, milliseconds()) },
  number: {
    type: float64,
    write: (column, rowCount) => {
      const values = column.kind === 'numbers' ? column.values : Float64Array.from(valuesOf(column), Number);
      return new Batch({ type: float64(), ...toValidity(nullsOf(column), rowCount), values });
    },
  },
  boolean: {
    type: bool,
    write: (column, rowCount) => {
      const bytes = column.kind === 'booleans' ? column.values : Uint8Array.from(valuesOf(column), Number);
      return new Batch({ type: bool(), ...toValidity(nullsOf(column), rowCount), values: toBits(bytes) });
    },
  },
  text: {
    type: utf8,
    write: (column, rowCount) => {
      const { bytes, ends, nulls } = textOf(column, rowCount);
      const offsets = new Int32Array(rowCount + 1);
      offsets.set(ends, 1);
      return new Batch({ type: utf8(), ...toValidity(nulls, rowCount), offsets, values: bytes });
    },
  },
};

function writeWhole(column: PackedColumn, rowCount: number, type: DataType): Batch<unknown> {
  const frame = { type, ...toValidity(nullsOf(column), rowCount) };
  if (column.kind !== 'numbers')
    return new Batch({ ...frame, values: BigInt64Array.from(valuesOf(column), (value) => BigInt(value ?? 0)) });
  const values = new BigInt64Array(rowCount);
  // In halves: a bigint for each number would be an object for each.
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < rowCount; row++) {
    const value = column.nulls?.[row] ? 0 : Math.floor(column.values[row] ?? 0);
    halves[row * 2] = value;
    halves[row * 2 + 1] = Math.floor(value / word);
  }
  return new Batch({ ...frame, values });
}

const word = 2 ** 32;

function valuesOf(column: PackedColumn): readonly CellValue[] {
  return column.kind === 'values' ? column.values : [];
}

function nullsOf(column: PackedColumn): Uint8Array | null {
  if (column.kind !== 'values') return column.nulls;
  return column.values.includes(null) ? Uint8Array.from(column.values, (value) => (value === null ? 1 : 0)) : null;
}
