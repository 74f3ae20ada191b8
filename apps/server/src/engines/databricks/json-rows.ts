import { Readable } from 'node:stream';
import { readJson } from '../../json/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { EngineError } from '../engine.ts';
import { refusal } from '../remote/index.ts';

export type JsonRow = readonly (string | null)[];

const mark = { text: 34, escape: 92, open: 91, close: 93 } as const;
/** Rows that are read in one go, while nobody else is served. */
const portionBytes = 64 * 1024;
const turnMs = 3;
const largestRow = 16 * 1024 * 1024;
/** White space around brackets and commas. */
const longestHead = 1000;

/** The rows of `[["1","a"],[null,"b"]]` as they come, some together; a list that breaks off is an error. */
export async function* readJsonRows(body: AsyncIterable<Buffer>): AsyncGenerator<readonly JsonRow[]> {
  const scanner = new RowScanner();
  let parts: Buffer[] = [];
  let length = 0;
  /** Behind the last row that is whole. */
  let end = 0;
  let turnEndsAt = performance.now() + turnMs;
  for await (const part of body) {
    const found = scanner.scan(part);
    if (found > 0) end = length + found;
    parts.push(part);
    length += part.length;
    if (length - end > largestRow)
      throw refusal('A part of the answer is larger than 16 MB. Read fewer columns, or shorten long texts.');
    if (performance.now() > turnEndsAt) {
      await othersTurn();
      turnEndsAt = performance.now() + turnMs;
    }
    if (end < portionBytes) continue;
    const whole = Buffer.concat(parts, length);
    yield await parseRows(whole.subarray(0, end));
    parts = [whole.subarray(end)];
    length -= end;
    end = 0;
  }
  if (!scanner.isWhole) throw cutOff();
  if (end > 0) yield await parseRows(Buffer.concat(parts, length).subarray(0, end));
}

/** Finds the ends of rows by their brackets, wherever a portion is cut. */
class RowScanner {
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private hasBegun = false;

  /** Behind the last row that ends in this part; 0 where none does. */
  scan(part: Buffer): number {
    let found = 0;
    for (const [at, byte] of part.entries()) if (this.isRowEnd(byte)) found = at + 1;
    return found;
  }

  get isWhole(): boolean {
    return this.hasBegun && this.depth === 0;
  }

  private isRowEnd(byte: number): boolean {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isText) {
      this.isEscaped = byte === mark.escape;
      this.isText = byte !== mark.text;
    } else if (byte === mark.text) this.isText = true;
    else if (byte === mark.open) {
      this.depth += 1;
      this.hasBegun = true;
    } else if (byte === mark.close) {
      this.depth -= 1;
      return this.depth === 1;
    }
    return false;
  }
}

/** What stands before the first row is the bracket of the list, or the comma behind another one. */
async function parseRows(bytes: Buffer): Promise<readonly JsonRow[]> {
  const head = /^\s*(?:\[(?=\s*\[)|,)/.exec(bytes.toString('latin1', 0, longestHead))?.[0] ?? '';
  const list = Readable.from([Buffer.from('['), bytes.subarray(head.length), Buffer.from(']')]);
  try {
    // The documented shape: a list of texts for each row.
    return (await readJson(list)) as readonly JsonRow[];
  } catch {
    throw cutOff();
  }
}

function cutOff(): EngineError {
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The database stopped in the middle of its answer. Run the query again.',
  });
}
