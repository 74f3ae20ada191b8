import type { Readable } from 'node:stream';
import type { CellValue, ColumnType } from '@powerset/contract';
import { Batch, bool, type DataType, float64, int64, TimeUnit, timestamp, utf8 } from '@uwdata/flechette';
import {
  type ColumnHeader,
  openArrowStream,
  type PackedBatch,
  type PackedColumn,
  type PackedTable,
  textOf,
  toBits,
  toValidity,
} from '../packed/index.ts';
import { othersTurn } from '../turns/index.ts';
import { toReadable } from './readable.ts';

/**
 * An answer as an Arrow IPC stream, part by part: whole numbers as such where the database says that they are, other numbers
 * in 64 bits, times in milliseconds, all else as text. The batches are those in which the rows came.
 */
function* arrowParts({ columns, batches }: PackedTable): Generator<readonly Uint8Array[]> {
  const chosen: Kind[] = [];
  for (const [index, header] of columns.entries()) {
    const parts = batches.map((batch) => batch.columns[index]!);
    chosen.push(chooseKind(header, parts));
    // All rows of a column were looked at.
    yield nothing;
  }
  const { head, write, end } = writeKinds(columns, chosen);
  yield [head];
  for (const batch of batches) yield write(batch);
  yield [end];
}

/** An Arrow IPC stream whose columns are known. */
export interface ArrowWriting {
  readonly head: Uint8Array;
  readonly write: (batch: PackedBatch) => readonly Uint8Array[];
  readonly end: Uint8Array;
}

function writeKinds(columns: readonly ColumnHeader[], chosen: readonly Kind[]): ArrowWriting {
  const writers = chosen.map((kind) => kinds[kind]);
  const { head, toMessage, end } = openArrowStream(
    writers.map(({ type }, index) => ({ name: columns[index]?.name ?? '', type: type() })),
  );
  const write = ({ columns: parts, rowCount }: PackedBatch) =>
    toMessage(writers.map((writer, index) => writer.write(parts[index]!, rowCount)));
  return { head, write, end };
}

/**
 * The same before all rows are there, where the embedded engine's types say what each column is whatever comes; null where
 * only the values tell. A column of whole numbers up to 64 bits has no others, one with more of them may have some that do
 * not fit.
 */
export function openArrowWriting(columns: readonly ColumnHeader[]): ArrowWriting | null {
  const certain = columns.map(certainKind);
  const known = certain.filter((kind) => kind !== null);
  if (known.length < columns.length) return null;
  const { write, ...stream } = writeKinds(columns, known);
  return {
    ...stream,
    write: (batch) => {
      if (!known.every((kind, index) => fits[kind](batch.columns[index]!)))
        throw new Error('A value is not of the type of its column');
      return write(batch);
    },
  };
}

const certainInteger = /^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/;
const certainNumber = /^(FLOAT|DOUBLE|DECIMAL\(.*\))$/;

function certainKind({ type, nativeType }: ColumnHeader): Kind | null {
  if (type === 'string') return 'text';
  if (type === 'boolean') return 'boolean';
  if (type === 'temporal') return 'time';
  if (certainInteger.test(nativeType)) return 'integer';
  return certainNumber.test(nativeType) ? 'number' : null;
}

const nothing: readonly Uint8Array[] = [];

/** The same as one piece. */
export function toArrow(table: PackedTable): Uint8Array {
  return Buffer.concat([...arrowParts(table)].flat());
}

/** What a batch of so many values takes is too little for others to notice. */
const batchCells = 60_000;

/** The stream while it is written, where no part of it takes long; undefined where that is work for a thread. */
export function findArrowStream(table: PackedTable): Readable | undefined {
  const isQuick = table.batches.every(({ rowCount }) => rowCount * table.columns.length <= batchCells);
  return isQuick ? toReadable(writeInTurns(table)) : undefined;
}

const turnMs = 4;

async function* writeInTurns(table: PackedTable): AsyncGenerator<readonly Uint8Array[]> {
  let endsAt = performance.now() + turnMs;
  for (const part of arrowParts(table)) {
    if (part.length > 0) yield part;
    // A part leaves before the next is written: whoever asked reads it meanwhile.
    if (part.length === 0 && performance.now() < endsAt) continue;
    await othersTurn();
    endsAt = performance.now() + turnMs;
  }
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
  integer: (column) => (column.kind === 'numbers' ? holdsWhole(column) : holds(column, isWhole)),
  number: (column) => column.kind === 'numbers' || holds(column, isNumber),
  time: (column) => column.kind === 'numbers' || holds(column, isNumber),
  boolean: (column) => column.kind === 'booleans' || holds(column, (value) => typeof value === 'boolean'),
  text: () => true,
};

type Numbers = Extract<PackedColumn, { kind: 'numbers' }>;

/** Plain loops, each with its own question: packed columns have most rows, and one that is handed the question takes several times as long. */
function holdsWhole({ values, nulls }: Numbers): boolean {
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if ((value | 0) !== value && !Number.isSafeInteger(value) && !nulls?.[row]) return false;
  }
  return true;
}

function holdsFinite({ values, nulls }: Numbers): boolean {
  for (let row = 0; row < values.length; row++) if (!Number.isFinite(values[row]) && !nulls?.[row]) return false;
  return true;
}

interface Writer {
  readonly type: () => DataType;
  readonly write: (column: PackedColumn, rowCount: number) => Batch<unknown>;
}

const milliseconds = () => timestamp(TimeUnit.MILLISECOND);

const kinds: Readonly<Record<Kind, Writer>> = {
  integer: { type: int64, write: (column, rowCount) => writeWhole(column, rowCount, int64()) },
  time: { type: milliseconds, write: (column, rowCount) => writeWhole(withoutEnds(column), rowCount, milliseconds()) },
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

/** Arrow has no time before or after all others: nothing is in its place, as in JSON. */
function withoutEnds(column: PackedColumn): PackedColumn {
  if (column.kind === 'values')
    return { ...column, values: column.values.map((value) => (Number.isFinite(value) ? value : null)) };
  if (column.kind !== 'numbers' || holdsFinite(column)) return column;
  const nulls = Uint8Array.from(column.values, (value, row) =>
    column.nulls?.[row] || !Number.isFinite(value) ? 1 : 0,
  );
  return { ...column, nulls };
}

function writeWhole(column: PackedColumn, rowCount: number, type: DataType): Batch<unknown> {
  const frame = { type, ...toValidity(nullsOf(column), rowCount) };
  if (column.kind !== 'numbers')
    return new Batch({ ...frame, values: BigInt64Array.from(valuesOf(column), (value) => BigInt(value ?? 0)) });
  const values = new BigInt64Array(rowCount);
  // In halves: a bigint for each number would be an object for each.
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < rowCount; row++) {
    const value = column.values[row]!;
    const small = value | 0;
    if (small === value) {
      halves[row * 2] = small;
      halves[row * 2 + 1] = small >> 31;
    } else if (!column.nulls?.[row]) {
      const whole = Math.floor(value);
      halves[row * 2] = whole;
      halves[row * 2 + 1] = Math.floor(whole / word);
    }
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
