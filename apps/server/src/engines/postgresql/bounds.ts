import type { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';
import { ForeignAnswer, StreamTurns } from '../remote/index.ts';

/** A row. The driver would end the process over one that fits into no string. */
const largestRow = 128 * 1024 * 1024;
/** What tells the names and types of columns. */
const largestColumns = 16 * 1024 * 1024;
/** Every other message, which is read in one go: an error, a notice. */
const largestOther = 8 * 1024 * 1024;
/** Characters of one answer, which stands in memory as a whole. */
const largestAnswer = 256 * 1024 * 1024;

const headLength = 5;
const rowLetter = 0x44;
const columnsLetter = 0x54;
const mostOf: ReadonlyMap<number, number> = new Map([
  [rowLetter, largestRow],
  [columnsLetter, largestColumns],
]);
/** How a server begins: it asks who is there, refuses, tells something, or names its protocol. */
const firstLetters = 'RENv';

function tooLarge(what: string, limit: number): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `${what} is larger than ${limit / 1024 / 1024} MB. Read fewer columns or rows, or shorten long texts.`,
  });
}

function nameOf(letter: number): string {
  if (letter === rowLetter) return 'A row';
  return letter === columnsLetter ? 'What tells the names of the columns' : 'A message of the database';
}

/** Counts the lengths that messages announce; throws before one that is too long has arrived. */
export class MessageLengths {
  private readonly head = Buffer.alloc(headLength);
  private headFilled = 0;
  private bodyLeft = 0;
  private isForeign: boolean | null = null;

  constructor(private readonly limit = largestRow) {}

  /** Nothing of a next message has come. */
  get isBetweenMessages(): boolean {
    return this.headFilled === 0 && this.bodyLeft === 0;
  }

  add(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.bodyLeft > 0) {
        const skipped = Math.min(this.bodyLeft, chunk.length - at);
        this.bodyLeft -= skipped;
        at += skipped;
        continue;
      }
      const copied = chunk.copy(this.head, this.headFilled, at, at + headLength - this.headFilled);
      this.headFilled += copied;
      at += copied;
      if (this.headFilled === headLength) this.readHead();
    }
  }

  private readHead(): void {
    this.headFilled = 0;
    // The length counts itself, four bytes, but not the letter before it.
    const length = this.head.readUInt32BE(1);
    const letter = this.head[0]!;
    this.isForeign ??= !firstLetters.includes(String.fromCharCode(letter));
    const limit = Math.min(this.limit, mostOf.get(letter) ?? largestOther);
    if (length > limit)
      throw this.isForeign ? new ForeignAnswer('no message of PostgreSQL') : tooLarge(nameOf(letter), limit);
    this.bodyLeft = Math.max(0, length - 4);
  }
}

/** Where the body of a message lies. */
export type TakeMessage = (bytes: Buffer, start: number, end: number) => Promise<void> | null;

/** Whoever takes the rows of an answer, and what describes their columns, instead of the driver. */
export interface RowTaker {
  readonly takeColumns: TakeMessage;
  /** A promise where others have their turn before the next message; the bytes are left alone meanwhile. */
  readonly takeRow: TakeMessage;
}

/** The bytes of a longer message lie in memory of their own, into which they are put as they come. */
const longMessage = 256 * 1024;

/** What stands between a stream and the driver's reader. */
export class MessageWatch {
  private readonly lengths = new MessageLengths();
  private taker: RowTaker | null = null;
  /** The beginning of a message, while rows are taken, and how much of it is known to come. */
  private parts: Buffer[] = [];
  private partsLength = 0;
  private wanted = headLength;
  /** A long message, and how much of it has come. */
  private long: { readonly bytes: Buffer; filled: number } | null = null;

  constructor(private readonly forward: (bytes: Buffer) => void) {}

  /** Takes rows from now on, until what it returns is called; null in the middle of a message. */
  take(taker: RowTaker): (() => void) | null {
    if (this.taker || !this.lengths.isBetweenMessages) return null;
    this.taker = taker;
    return () => {
      this.taker = null;
      const rest = this.takeParts();
      if (rest.length > 0) this.forward(rest);
    };
  }

  /**
   * Throws what a message, or a whole answer, is too long for. A promise where something is to be done first, with turns for others:
   * the next piece waits for it.
   */
  add(chunk: Buffer): Promise<void> | null {
    this.lengths.add(chunk);
    if (!this.taker) {
      this.forward(chunk);
      return null;
    }
    const work = this.read(chunk);
    return work && this.readOn(work);
  }

  private async readOn(work: Promise<void>): Promise<void> {
    for (let next: Promise<void> | null = work; next; next = this.readMessages(this.takeParts())) await next;
  }

  private read(chunk: Buffer): Promise<void> | null {
    const { long } = this;
    if (!long) {
      this.parts.push(chunk);
      this.partsLength += chunk.length;
      return this.partsLength >= this.wanted ? this.readMessages(this.takeParts()) : null;
    }
    const copied = chunk.copy(long.bytes, long.filled);
    long.filled += copied;
    if (long.filled < long.bytes.length) return null;
    this.long = null;
    const work = this.readMessages(long.bytes);
    const rest = chunk.subarray(copied);
    if (!work) return this.readMessages(rest);
    this.parts = [rest];
    this.partsLength = rest.length;
    return work;
  }

  private takeParts(): Buffer {
    const { long, parts } = this;
    this.long = null;
    this.parts = [];
    this.partsLength = 0;
    this.wanted = headLength;
    if (long) return long.bytes.subarray(0, long.filled);
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  private readMessages(bytes: Buffer): Promise<void> | null {
    let at = 0;
    /** Where what the driver reads begins. */
    let others = 0;
    let work: Promise<void> | null = null;
    this.wanted = headLength;
    while (!work && at + headLength <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.wanted = end - at;
        break;
      }
      const take = this.takerOf(bytes[at]!);
      if (take) {
        if (at > others) this.forward(bytes.subarray(others, at));
        work = take(bytes, at + headLength, end);
        others = end;
      }
      at = end;
    }
    if (at > others) this.forward(bytes.subarray(others, at));
    this.keep(bytes.subarray(at));
    return work;
  }

  private takerOf(letter: number): TakeMessage | null {
    if (!this.taker) return null;
    if (letter === rowLetter) return this.taker.takeRow;
    return letter === columnsLetter ? this.taker.takeColumns : null;
  }

  /** The beginning of a message. */
  private keep(rest: Buffer): void {
    if (this.wanted > longMessage) {
      const bytes = Buffer.allocUnsafeSlow(this.wanted);
      this.long = { bytes, filled: rest.copy(bytes) };
      return;
    }
    this.parts = rest.length === 0 ? [] : [rest];
    this.partsLength = rest.length;
  }
}

/** Puts a watch between a stream and the driver's reader: what either cannot take ends the connection, not the process. */
export function watchMessages(stream: Duplex): MessageWatch {
  const readers = stream.listeners('data');
  stream.removeAllListeners('data');
  const watch = new MessageWatch((bytes) => {
    for (const read of readers) read.call(stream, bytes);
  });
  const turns = new StreamTurns(stream);
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    turns.begin();
    try {
      turns.end(watch.add(chunk));
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  return watch;
}

/** Counts the bytes of one answer; throws when they are more than memory should hold. */
export function countBytes(limit = largestAnswer): (count: number) => void {
  let bytes = 0;
  return (count) => {
    bytes += count;
    if (bytes > limit) throw tooLarge('The result', limit);
  };
}

/** Counts the text of one answer; throws, and says so to `onTooLarge`, when it is more than memory should hold. */
export function countText(onTooLarge: () => void, limit = largestAnswer): (text: string) => string {
  let length = 0;
  return (text) => {
    length += text.length;
    if (length <= limit) return text;
    onTooLarge();
    throw tooLarge('The result', limit);
  };
}
