import type { Readable } from 'node:stream';
import { eachInTurns, Stretch } from '../../turns/index.ts';
import { EngineError } from '../engine.ts';
import {
  type Batch,
  type ByteCells,
  largerThan,
  mostColumns,
  type RawColumn,
  tooManyColumns,
} from '../remote/index.ts';

export interface Answer {
  readonly stream: Readable;
  /** What marks an error in the middle of the rows, where the server says so beforehand. */
  readonly errorTag: string | null;
}

/** Of a row; bytes. */
export const largestLine = 128 * 1024 * 1024;

/** The names and types of columns; bytes. */
const largestHead = 16 * 1024 * 1024;

function namesTooLarge(): EngineError {
  return largerThan('What tells the names of the columns', largestHead);
}

/** Some rows, without the last line break; none where only the columns are known. */
interface Lines {
  readonly columns: readonly RawColumn[];
  readonly bytes: Buffer | null;
}

/** Rows as texts. The first batch tells the columns, even where there are no rows. Throws what the server says in the middle of the rows. */
export async function* readBatches(answer: Answer): AsyncGenerator<Batch> {
  for await (const { columns, bytes } of readLines(answer))
    yield bytes === null ? { columns, rowCount: 0, cells: [] } : await toBatch(columns, bytes);
}

export interface ByteBatch {
  readonly columns: readonly RawColumn[];
  readonly cells: ByteCells;
}

/** The same rows as the bytes that were sent. */
export async function* readByteBatches(answer: Answer): AsyncGenerator<ByteBatch> {
  for await (const { columns, bytes } of readLines(answer))
    yield { columns, cells: bytes === null ? noCells(columns.length) : await toByteCells(columns.length, bytes) };
}

/**
 * Reads tab-separated rows with names and types: the one format that writes every type as text, in all releases.
 */
async function* readLines({ stream, errorTag }: Answer): AsyncGenerator<Lines> {
  const lines = new LineReader(stream, errorTag);
  let head: Buffer | null = null;
  let columns: readonly RawColumn[] | null = null;
  for await (const bytes of lines.read()) {
    if (columns) {
      yield { columns, bytes };
      continue;
    }
    head = head ? Buffer.concat([head, lineBreakBytes, bytes]) : bytes;
    const namesEnd = head.indexOf(lineBreak);
    if (namesEnd < 0) continue;
    const typesEnd = head.indexOf(lineBreak, namesEnd + 1);
    const headEnd = typesEnd < 0 ? head.length : typesEnd;
    if (headEnd > largestHead) throw namesTooLarge();
    columns = toColumns(head.toString('utf8', 0, namesEnd), head.toString('utf8', namesEnd + 1, headEnd));
    yield { columns, bytes: typesEnd < 0 ? null : head.subarray(typesEnd + 1) };
  }
  if (!columns) throw new BrokenRows('no columns');
}

const lineBreak = 0x0a;
const tabulator = 0x09;
const backslash = 0x5c;
const letterN = 0x4e;
const lineBreakBytes = Buffer.from([lineBreak]);

function noCells(width: number): ByteCells {
  return { bytes: Buffer.alloc(0), starts: new Int32Array(0), ends: new Int32Array(0), width, rowCount: 0 };
}

async function toByteCells(width: number, bytes: Buffer): Promise<ByteCells> {
  const rowCount = countBreaks(bytes) + 1;
  const count = rowCount * width;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const isLong = bytes.length > longLines;
  let cell = 0;
  let start = 0;
  const endCell = (at: number) => {
    if (cell < count) {
      starts[cell] = start;
      ends[cell] = at;
    }
    cell += 1;
    start = at + 1;
  };
  if (isLong) await eachEnd(bytes, endCell);
  else
    for (let at = 0; at <= bytes.length; at += 1) {
      // Behind the last byte stands what would be the last line break.
      const byte = at === bytes.length ? lineBreak : bytes[at]!;
      if (byte === tabulator || byte === lineBreak) endCell(at);
    }
  if (cell !== count) throw new BrokenRows(bytes.toString('utf8', 0, 1000));
  const cells: ByteCells = { bytes, starts, ends, width, rowCount };
  if (bytes.includes(backslash)) await unescapeCells(cells, count);
  return isLong ? { ...cells, isKept: true } : cells;
}

/** Values of so many bytes are found by steps that are as long as they are. */
const longLines = 1024 * 1024;

async function eachEnd(bytes: Buffer, tell: (at: number) => void): Promise<void> {
  const stretch = new Stretch();
  let tab = bytes.indexOf(tabulator);
  let line = bytes.indexOf(lineBreak);
  while (tab >= 0 || line >= 0) {
    const at = tab >= 0 && (tab < line || line < 0) ? tab : line;
    tell(at);
    if (at === tab) tab = bytes.indexOf(tabulator, at + 1);
    else line = bytes.indexOf(lineBreak, at + 1);
    if (stretch.isLong) await stretch.rest();
  }
  tell(bytes.length);
}

async function unescapeCells(cells: ByteCells, count: number): Promise<void> {
  const stretch = new Stretch();
  for (let at = 0; at < count; at += 1) {
    const isLong = cells.ends[at]! - cells.starts[at]! > longLines;
    if (isLong) await unescapeLong(cells, at);
    else unescapeCell(cells, at);
    if (stretch.isLong) await stretch.rest();
  }
}

async function unescapeLong({ bytes, starts, ends }: ByteCells, cell: number): Promise<void> {
  const end = ends[cell]!;
  let from = starts[cell]!;
  let to = from;
  const stretch = new Stretch();
  while (from < end) {
    // A mark stands before the sign that it belongs to: both are read in one piece.
    const pieceEnd = Math.min(end, from + longLines);
    for (; from < pieceEnd; from += 1, to += 1) {
      if (bytes[from] === backslash && from + 1 < end) {
        from += 1;
        bytes[to] = escapedBytes[bytes[from]!]!;
      } else bytes[to] = bytes[from]!;
    }
    if (stretch.isLong) await stretch.rest();
  }
  ends[cell] = to;
}

function countBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) count += 1;
  return count;
}

/** Writes a value without its marks where it stands: it only becomes shorter. */
function unescapeCell({ bytes, starts, ends }: ByteCells, cell: number): void {
  const [start, end] = [starts[cell]!, ends[cell]!];
  let from = bytes.indexOf(backslash, start);
  if (from < 0 || from >= end) return;
  if (end - start === 2 && bytes[start + 1] === letterN) {
    ends[cell] = -1;
    return;
  }
  let to = from;
  for (; from < end; from += 1, to += 1) {
    if (bytes[from] === backslash && from + 1 < end) {
      from += 1;
      bytes[to] = escapedBytes[bytes[from]!]!;
    } else bytes[to] = bytes[from]!;
  }
  ends[cell] = to;
}

async function toBatch(columns: readonly RawColumn[], bytes: Buffer): Promise<Batch> {
  return bytes.length > longLines ? toLongBatch(columns, bytes) : toShortBatch(columns, bytes.toString('utf8'));
}

async function toLongBatch(columns: readonly RawColumn[], bytes: Buffer): Promise<Batch> {
  const { starts, ends, rowCount } = await toByteCells(columns.length, bytes);
  const cells: (string | null)[] = [];
  await eachInTurns(ends, (end) => {
    cells.push(end < 0 ? null : bytes.toString('utf8', starts[cells.length], end));
  });
  return { columns, rowCount, cells };
}

function toShortBatch(columns: readonly RawColumn[], text: string): Batch {
  const rowCount = countLines(text);
  // One cut for all of them: the server writes no other line break, and no other tabulator, than between them.
  const cells: (string | null)[] = text.replaceAll('\n', '\t').split('\t');
  if (cells.length !== rowCount * columns.length) throw new BrokenRows(text.slice(0, 1000));
  if (text.includes('\\'))
    for (const [index, cell] of cells.entries()) {
      if (cell === null || !cell.includes('\\')) continue;
      cells[index] = cell === '\\N' ? null : unescaped(cell);
    }
  return { columns, rowCount, cells };
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function toColumns(names: string, types: string): readonly RawColumn[] {
  const nativeTypes = types.split('\t', mostColumns + 1);
  if (nativeTypes.length > mostColumns) throw tooManyColumns();
  return names.split('\t', mostColumns + 1).map((name, index) => ({
    name: name.includes('\\') ? unescaped(name) : name,
    nativeType: plain(nativeTypes[index] ?? ''),
  }));
}

/** A text without the marks before its signs. */
export function plain(text: string): string {
  return text.includes('\\') ? unescaped(text) : text;
}

/** A line that is no row: the server said something else there. */
export class BrokenRows extends Error {
  override name = 'BrokenRows';
}

const escapes: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0', a: '\u0007', v: '\v', e: '\u001b' },
};

/** What stands for each byte behind a mark. */
const escapedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  return escapes[letter]?.charCodeAt(0) ?? byte;
});

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_all, letter: string) => escapes[letter] ?? letter);
}

/** An error is told in fewer characters than that. */
export const longestWords = 100_000;
const exception =
  /^Code: \d+[.,] (?:e\.displayText\(\) = )?DB::Exception: [^\n]*(?:e\.what\(\) = DB::\w+|\(version [^)]*\))/m;
const taggedException = /(?:^|[\r\n])__exception__\r?\n/;

/** Whole lines out of a stream, as many as come at a time, in one piece without the last line break. */
class LineReader {
  private rest: Buffer[] = [];
  private restLength = 0;

  constructor(
    private readonly stream: Readable,
    private readonly errorTag: string | null,
  ) {}

  async *read(): AsyncGenerator<Buffer> {
    // The last lines are held back until more follows: they could be the beginning of an error.
    let held: Buffer | null = null;
    for await (const chunk of this.stream) {
      const lines = await this.take(chunk);
      if (lines === null) continue;
      if (held !== null) yield held;
      held = lines;
    }
    await this.checkEnd(held);
    if (held !== null) yield held;
  }

  private async take(chunk: Buffer): Promise<Buffer | null> {
    const end = chunk.lastIndexOf(lineBreak);
    if (end < 0) {
      this.keep(chunk);
      if (this.restLength > largestLine) throw tooLarge();
      return null;
    }
    // A copy: values are changed in it, and it outlives the chunk.
    const lines = await joined([...this.rest, chunk.subarray(0, end)], this.restLength + end);
    this.rest = [];
    this.restLength = 0;
    this.keep(chunk.subarray(end + 1));
    return lines;
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.rest.push(bytes);
    this.restLength += bytes.length;
  }

  /** What the server could no longer say by a status stands at the end of the rows. */
  private async checkEnd(held: Buffer | null): Promise<void> {
    const whole = await joined(this.rest, this.restLength);
    const rest = whole.toString('utf8', 0, Math.min(whole.length, longestWords));
    const words = findWords(`${held?.subarray(-longestWords).toString('utf8') ?? ''}\n${rest}`, this.errorTag);
    if (words) throw words;
    if (rest !== '') throw new ServerWords(rest);
  }
}

async function joined(parts: readonly Buffer[], length: number): Promise<Buffer> {
  if (length <= longLines) return Buffer.concat(parts, length);
  const whole = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  await eachInTurns(parts, (part) => {
    filled += part.copy(whole, filled);
  });
  return whole;
}

/** An error as the server wrote it. */
export class ServerWords extends Error {
  override name = 'ServerWords';
}

/** What a server says of an error at the end of an answer that it had begun; null where it says nothing. */
export function findWords(end: string, errorTag: string | null): ServerWords | null {
  const found = (errorTag === null ? exception : taggedException).exec(end);
  return found && new ServerWords(end.slice(found.index).replace(/^\s*__exception__\s*/, ''));
}

export function tooLarge(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'A row is larger than 128 MB. Read fewer columns, or shorten long texts.',
  });
}
