import type { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';
import { ForeignAnswer } from '../remote/index.ts';

/** One message of the server: a row, mostly. The driver would end the process over one that fits into no string. */
const largestMessage = 128 * 1024 * 1024;
/** Characters of one answer, which stands in memory as a whole. */
const largestAnswer = 256 * 1024 * 1024;

const headLength = 5;
/** How a server begins: it asks who is there, refuses, tells something, or names its protocol. */
const firstLetters = 'RENv';

function tooLarge(what: string, limit: number): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `${what} is larger than ${limit / 1024 / 1024} MB. Read fewer columns or rows, or shorten long texts.`,
  });
}

/** Counts the lengths that messages announce; throws before one that is too long has arrived. */
export class MessageLengths {
  private readonly head = Buffer.alloc(headLength);
  private headFilled = 0;
  private bodyLeft = 0;
  private isForeign: boolean | null = null;

  constructor(private readonly limit = largestMessage) {}

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
    this.isForeign ??= !firstLetters.includes(this.head.toString('latin1', 0, 1));
    if (length > this.limit)
      throw this.isForeign ? new ForeignAnswer('no message of PostgreSQL') : tooLarge('A row', this.limit);
    this.bodyLeft = Math.max(0, length - 4);
  }
}

/** Whoever takes the rows of an answer instead of the driver: where the body of each message lies. */
export type TakeRow = (bytes: Buffer, start: number, end: number) => void;

const rowLetter = 0x44;

/** What stands between a stream and the driver's reader. */
export class MessageWatch {
  private readonly lengths = new MessageLengths();
  private takeRow: TakeRow | null = null;
  /** The beginning of a message, while rows are taken, and how much of it is known to come. */
  private parts: Buffer[] = [];
  private partsLength = 0;
  private wanted = headLength;

  constructor(private readonly forward: (bytes: Buffer) => void) {}

  /** Takes rows from now on, until what it returns is called; null in the middle of a message. */
  take(takeRow: TakeRow): (() => void) | null {
    if (this.takeRow || !this.lengths.isBetweenMessages) return null;
    this.takeRow = takeRow;
    return () => {
      this.takeRow = null;
      const rest = this.takeParts();
      if (rest.length > 0) this.forward(rest);
    };
  }

  /** Throws what a message, or a whole answer, is too long for. */
  add(chunk: Buffer): void {
    this.lengths.add(chunk);
    if (!this.takeRow) {
      this.forward(chunk);
      return;
    }
    this.parts.push(chunk);
    this.partsLength += chunk.length;
    if (this.partsLength >= this.wanted) this.readMessages(this.takeParts());
  }

  private takeParts(): Buffer {
    const whole = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    this.parts = [];
    this.partsLength = 0;
    this.wanted = headLength;
    return whole;
  }

  private readMessages(bytes: Buffer): void {
    let at = 0;
    /** Where what the driver reads begins. */
    let others = 0;
    while (at + headLength <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.wanted = end - at;
        break;
      }
      if (this.takeRow && bytes[at] === rowLetter) {
        if (at > others) this.forward(bytes.subarray(others, at));
        this.takeRow(bytes, at + headLength, end);
        others = end;
      }
      at = end;
    }
    if (at > others) this.forward(bytes.subarray(others, at));
    if (at === bytes.length) return;
    this.parts = [bytes.subarray(at)];
    this.partsLength = bytes.length - at;
  }
}

/** Puts a watch between a stream and the driver's reader: what either cannot take ends the connection, not the process. */
export function watchMessages(stream: Duplex): MessageWatch {
  const readers = stream.listeners('data');
  stream.removeAllListeners('data');
  const watch = new MessageWatch((bytes) => {
    for (const read of readers) read.call(stream, bytes);
  });
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    try {
      watch.add(chunk);
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
