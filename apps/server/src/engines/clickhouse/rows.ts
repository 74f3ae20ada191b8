import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { EngineError } from '../engine.ts';
import type { Batch, RawColumn } from '../remote/index.ts';

export interface Answer {
  readonly stream: Readable;
  /** What marks an error in the middle of the rows, where the server says so beforehand. */
  readonly errorTag: string | null;
}

/** A row, mostly; characters. */
const largestLine = 128 * 1024 * 1024;

/**
 * Reads tab-separated rows with names and types: the one format that writes every type as text, in all releases. The first
 * batch tells the columns, even where there are no rows. Throws what the server says in the middle of the rows.
 */
export async function* readBatches({ stream, errorTag }: Answer): AsyncGenerator<Batch> {
  const lines = new LineReader(stream, errorTag);
  let head = '';
  let columns: readonly RawColumn[] | null = null;
  for await (const text of lines.read()) {
    let rows = text;
    if (!columns) {
      head += head === '' ? text : `\n${text}`;
      const [names, types] = head.split('\n', 2);
      if (names === undefined || types === undefined) continue;
      columns = toColumns(names, types);
      const length = names.length + types.length + 1;
      if (head.length === length) {
        yield { columns, rowCount: 0, cells: [] };
        continue;
      }
      rows = head.slice(length + 1);
    }
    yield toBatch(columns, rows);
  }
  if (!columns) throw new BrokenRows('no columns');
}

function toBatch(columns: readonly RawColumn[], text: string): Batch {
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
  const nativeTypes = types.split('\t');
  return names.split('\t').map((name, index) => ({
    name: name.includes('\\') ? unescaped(name) : name,
    nativeType: plain(nativeTypes[index] ?? ''),
  }));
}

function plain(text: string): string {
  return text.includes('\\') ? unescaped(text) : text;
}

/** A line that is no row: the server said something else there. */
export class BrokenRows extends Error {
  override name = 'BrokenRows';
}

const escapes: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0', a: '\u0007', v: '\v', e: '\u001b' },
};

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_all, letter: string) => escapes[letter] ?? letter);
}

/** An error is told in fewer characters than that. */
const longestWords = 100_000;
const exception =
  /^Code: \d+[.,] (?:e\.displayText\(\) = )?DB::Exception: [^\n]*(?:e\.what\(\) = DB::\w+|\(version [^)]*\))/m;
const taggedException = /(?:^|[\r\n])__exception__\r?\n/;

/** Whole lines out of a stream, as many as come at a time, as one text without the last line break. */
class LineReader {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  constructor(
    private readonly stream: Readable,
    private readonly errorTag: string | null,
  ) {}

  async *read(): AsyncGenerator<string> {
    // The last lines are held back until more follows: they could be the beginning of an error.
    let held: string | null = null;
    for await (const chunk of this.stream) {
      const text = this.take(chunk);
      if (text === null) continue;
      if (held !== null) yield held;
      held = text;
    }
    this.rest += this.decoder.end();
    this.checkEnd(held);
    if (held !== null) yield held;
  }

  private take(chunk: Buffer): string | null {
    const text = this.rest + this.decoder.write(chunk);
    const end = text.lastIndexOf('\n');
    if (end < 0) {
      if (text.length > largestLine) throw tooLarge();
      this.rest = text;
      return null;
    }
    this.rest = text.slice(end + 1);
    return text.slice(0, end);
  }

  /** What the server could no longer say by a status stands at the end of the rows. */
  private checkEnd(held: string | null): void {
    const end = `${held?.slice(-longestWords) ?? ''}\n${this.rest}`;
    const found = (this.errorTag === null ? exception : taggedException).exec(end);
    if (found) throw new ServerWords(end.slice(found.index).replace(/^\s*__exception__\s*/, ''));
    if (this.rest !== '') throw new ServerWords(this.rest);
  }
}

/** An error as the server wrote it. */
export class ServerWords extends Error {
  override name = 'ServerWords';
}

function tooLarge(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'A row is larger than 128 MB. Read fewer columns, or shorten long texts.',
  });
}
