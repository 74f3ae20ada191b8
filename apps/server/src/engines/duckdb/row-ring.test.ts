import { writeSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { type PackedBatch, unpackColumn } from '../../packed/index.ts';
import { openTestEngine } from './engine-fixture.ts';
import { liftBatch, openRingFile, RingReader, RingWriter } from './row-ring.ts';

const readers: RingReader[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const reader of readers.splice(0)) reader.close();
});

function openRing(): { readonly writer: RingWriter; readonly reader: RingReader; readonly file: number } {
  const file = openRingFile();
  if (file === null) throw new Error('There is no folder for the file');
  const reader = new RingReader(file);
  readers.push(reader);
  return { writer: new RingWriter(file), reader, file };
}

/** Rows of every kind, whose memory ends where no number of eight bytes may begin. */
function batchOf(rowCount: number, seed: number): PackedBatch {
  const rows = Array.from({ length: rowCount }, (_, row) => row + seed);
  const words = rows.map((row) => `wörd ${row % 7}`);
  let end = 0;
  const ends = Uint32Array.from(words, (word) => {
    end += Buffer.byteLength(word);
    return end;
  });
  return {
    rowCount,
    columns: [
      { kind: 'numbers', values: Float64Array.from(rows), nulls: Uint8Array.from(rows, (row) => row & 1) },
      { kind: 'booleans', values: Uint8Array.from(rows, (row) => row & 1), nulls: null },
      { kind: 'text', bytes: new Uint8Array(Buffer.from(words.join(''))), ends, nulls: null },
      { kind: 'words', codes: Uint32Array.from(rows, (row) => row % 2), words: ['no', 'yes'], nulls: null },
      { kind: 'values', values: rows.map(String) },
    ],
  };
}

const valuesOf = ({ columns, rowCount }: PackedBatch) => columns.map((column) => unpackColumn(column, rowCount));

const take = (reader: RingReader, laid: NonNullable<ReturnType<RingWriter['lay']>>): PackedBatch =>
  liftBatch(laid.batch, laid.place, reader.take(laid.place)!);

it('rows of every kind are taken out of the ring as they were laid into it', () => {
  const { writer, reader } = openRing();
  const batch = batchOf(2047, 3);
  const laid = writer.lay(batch)!;
  const memory = laid.batch.columns.flatMap((column) => (column.kind === 'numbers' ? [column.values.length] : []));
  expect(memory).toEqual([0]);
  expect(valuesOf(take(reader, laid))).toEqual(valuesOf(batch));
});

const millionBytes = (value: number): PackedBatch => ({
  rowCount: 130_001,
  columns: [{ kind: 'numbers', values: new Float64Array(130_001).fill(value), nulls: null }],
});

function isFullOf(value: number, { columns: [column] }: PackedBatch): boolean {
  return column?.kind === 'numbers' && column.values.length === 130_001 && column.values.every((one) => one === value);
}

it('rows go round and round while they are read', () => {
  const { writer, reader } = openRing();
  // Several times what it holds, in pieces that never fill it evenly.
  for (let turn = 0; turn < 50; turn++)
    expect(isFullOf(turn, take(reader, writer.lay(millionBytes(turn))!))).toBe(true);
});

it('no rows are laid over others that nobody has read yet', () => {
  const { writer, reader } = openRing();
  const fill = () => {
    const waiting: NonNullable<ReturnType<RingWriter['lay']>>[] = [];
    while (waiting.length < 20) {
      const laid = writer.lay(millionBytes(waiting.length));
      if (!laid) break;
      waiting.push(laid);
    }
    return waiting;
  };
  const first = fill();
  expect(first.length).toBeGreaterThan(5);
  expect(first.length).toBeLessThan(9);
  for (const [value, laid] of first.entries()) expect(isFullOf(value, take(reader, laid))).toBe(true);
  expect(fill().length).toBeGreaterThan(5);
});

it('a few rows, and more than the ring holds, travel in their message', () => {
  const { writer } = openRing();
  expect(writer.lay(batchOf(20, 0))).toBeNull();
  const values = new Float64Array(1_100_000);
  expect(writer.lay({ rowCount: values.length, columns: [{ kind: 'numbers', values, nulls: null }] })).toBeNull();
});

it('rows that are not all there are none', () => {
  const { writer, reader, file } = openRing();
  const { place } = writer.lay(batchOf(2047, 0))!;
  writeSync(file, Float64Array.of(0), 0, 8, 0);
  expect(reader.take({ ...place, end: place.end + 4096, size: place.size + 4096 })).toBeNull();
});

it('the rows of an engine come by its ring, and are asked for anew where they are lost there', async () => {
  const { engine, end } = await openTestEngine();
  try {
    const taken = vi.spyOn(RingReader.prototype, 'take');
    const ask = async (plus: number) => {
      const limits = { maxRows: 100_000, timeoutMs: 60_000, fairnessKey: 'ada' };
      const { table } = await engine.run({ ...limits, sql: `SELECT i + ${plus} AS i FROM range(30000) t(i)` });
      const values = table.columns[0]!.values;
      return [values.length, values[0], values[29_999]];
    };
    expect(await ask(1)).toEqual([30_000, 1, 30_000]);
    const before = taken.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    taken.mockReturnValueOnce(null);
    expect(await ask(2)).toEqual([30_000, 2, 30_001]);
    expect(taken.mock.calls.length).toBeGreaterThan(before + 1);
  } finally {
    await end();
  }
});
