import { setImmediate } from 'node:timers/promises';
import { numberListType } from '@powerset/query';
import type { PackedBatch, PackedTable } from '../../packed/index.ts';
import { type BigintStyle, cellWriter, jsonWriter } from './cells.ts';
import { GrowingText } from './growing-text.ts';
import { JsonBytes, type Phrase, toPhrase } from './json-bytes.ts';

const portionBytes = 128 * 1024;
/** Small answers get no more memory than they need. */
const bytesPerCell = 24;
/** How long others wait at most for their turn, and how often that is looked at. */
const turnMs = 2;
const rowsPerLook = 64;

/** The rows of a table as a JSON array of objects, as the reference answers; integers beyond 2^53 by all their digits. */
export function rowsText(table: PackedTable): GrowingText {
  return GrowingText.of(writeRows(table));
}

/** A table as JSON in its columnar wire shape (`WireTable`); integers beyond 2^53 as text. */
export function columnsText(table: PackedTable): GrowingText {
  return GrowingText.of(writeColumns(table));
}

/** 0, 1, 2 and so on, with commas between. */
export function countText(count: number): GrowingText {
  return GrowingText.of(writeCount(count));
}

const bytesPerCount = 7;

async function* writeCount(count: number): AsyncGenerator<Buffer> {
  const out = new JsonBytes(Math.min(portionBytes, 16 + count * bytesPerCount));
  const turn = new Turn();
  for (let value = 0; value < count; value++) {
    if (value > 0) out.byte(comma);
    out.number(value);
    if (value % rowsPerLook !== 0 || !turn.isOver()) continue;
    yield* out.takeFull();
    await turn.pass();
  }
  yield* out.takeAll();
}

function bytesFor({ columns, rowCount }: PackedTable): JsonBytes {
  return new JsonBytes(Math.min(portionBytes, 1024 + rowCount * columns.length * bytesPerCell));
}

async function* writeRows(table: PackedTable): AsyncGenerator<Buffer> {
  const out = bytesFor(table);
  const heads = table.columns.map(({ name }, index) => toPhrase(`${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`));
  const turn = new Turn();
  out.ascii('[');
  let isFirst = true;
  for (const batch of table.batches) {
    const writeRow = rowWriter(out, table, { batch, heads });
    for (let row = 0; row < batch.rowCount; row++) {
      if (isFirst) isFirst = false;
      else out.byte(comma);
      writeRow(row);
      if (row % rowsPerLook !== 0 || !turn.isOver()) continue;
      yield* out.takeFull();
      await turn.pass();
    }
    yield* out.takeFull();
  }
  out.ascii(']');
  yield* out.takeAll();
}

interface RowBatch {
  readonly batch: PackedBatch;
  /** What stands before each value. */
  readonly heads: readonly Phrase[];
}

function rowWriter(out: JsonBytes, { columns }: PackedTable, { batch, heads }: RowBatch): (row: number) => void {
  const writers = batch.columns.map((column, index) =>
    columns[index]?.nativeType === numberListType
      ? jsonWriter(out, column, batch.rowCount)
      : cellWriter(out, column, 'digits'),
  );
  if (writers.length === 0) return () => out.ascii('{}');
  return (row) => {
    for (let index = 0; index < writers.length; index++) {
      out.phrase(heads[index]!);
      writers[index]!(row);
    }
    out.byte(closingBrace);
  };
}

const closingBrace = 0x7d;
const comma = 0x2c;
const style: BigintStyle = 'text';

async function* writeColumns(table: PackedTable): AsyncGenerator<Buffer> {
  const out = bytesFor(table);
  const turn = new Turn();
  out.ascii(`{"rowCount":${table.rowCount},${table.isExact ? '"isExact":true,' : ''}"columns":[`);
  for (const [index, { name, type, nativeType }] of table.columns.entries()) {
    const head = JSON.stringify({ name, type, nativeType });
    out.utf8(`${index > 0 ? ',' : ''}${head.slice(0, -1)},"values":[`);
    let isFirst = true;
    for (const batch of table.batches) {
      const write = cellWriter(out, batch.columns[index]!, style);
      for (let row = 0; row < batch.rowCount; row++) {
        if (isFirst) isFirst = false;
        else out.byte(comma);
        write(row);
        if (row % rowsPerLook !== 0 || !turn.isOver()) continue;
        yield* out.takeFull();
        await turn.pass();
      }
    }
    out.ascii(']}');
  }
  out.ascii(']}');
  yield* out.takeAll();
}

/** A share of the event loop's time. */
class Turn {
  private startedAt = performance.now();

  isOver(): boolean {
    return performance.now() - this.startedAt > turnMs;
  }

  /** Lets everybody else go first, other writers one by one: together they would block as long as one that never waits. */
  async pass(): Promise<void> {
    line = line.then(() => setImmediate());
    await line;
    this.startedAt = performance.now();
  }
}

let line: Promise<void> = Promise.resolve();
