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

/** Puts a watch between a stream and the driver's reader: what either cannot take ends the connection, not the process. */
export function watchMessages(stream: Duplex): void {
  const readers = stream.listeners('data');
  stream.removeAllListeners('data');
  const lengths = new MessageLengths();
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    try {
      lengths.add(chunk);
      for (const read of readers) read.call(stream, chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
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
