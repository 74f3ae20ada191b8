import type { Readable } from 'node:stream';
import { largerThan } from '../remote/index.ts';
import { BrokenRows, largestLine, tooLarge } from './rows.ts';

/** The stream ended before what was needed had come; `rest` is what had. */
export class CutShort extends Error {
  override name = 'CutShort';

  constructor(readonly rest: Buffer) {
    super('the answer ended in the middle');
  }
}

/** Bytes of a block, all of whose rows stand in memory at once. */
const largestBlock = 256 * 1024 * 1024;
/** Bytes that are not put together in a moment; no piece of a stream is longer. */
const longPiece = 1024 * 1024;
/** Of the last seven bits of a count that numbers hold. */
const mostFactor = 2 ** 49;

/** The bytes of a stream, of which so many as are needed lie in one piece. */
export class Feed {
  bytes: Buffer = Buffer.alloc(0);
  /** What is read next. */
  at = 0;
  private mark = 0;
  /** Bytes of a block that have come. */
  private length = 0;
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Whether nothing comes any more. */
  async isOver(): Promise<boolean> {
    while (this.at === this.bytes.length) if (!(await this.gather(1))) return true;
    return false;
  }

  /** Keeps what is read from here on. */
  keep(): void {
    this.mark = this.at;
    this.length = 0;
  }

  /** What was kept, or lies here, and some bytes behind it; of all that the end. */
  async kept(some: number): Promise<Buffer> {
    this.mark = Math.max(this.mark, 0);
    await this.gather(some);
    return this.bytes.subarray(Math.max(this.mark, this.bytes.length - 2 * some));
  }

  forget(): void {
    this.mark = -1;
  }

  /** Resolves when so many bytes lie behind `at`; at once where they do. Throws where they are more than one piece may hold. */
  async need(count: number): Promise<void> {
    if (count > largestLine) throw tooLarge();
    if (this.bytes.length - this.at >= count) return;
    if (!(await this.gather(count))) throw new CutShort(this.bytes);
  }

  async varuint(): Promise<number> {
    let value = 0;
    for (let factor = 1; factor < mostFactor; factor *= 128) {
      await this.need(1);
      const byte = this.bytes[this.at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new BrokenRows('a count that is too large');
  }

  async text(most: number): Promise<string | null> {
    const length = await this.varuint();
    if (length > most) return null;
    await this.need(length);
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  /** Whether so many bytes have come to lie behind `at`. */
  private async gather(count: number): Promise<boolean> {
    const from = this.mark < 0 ? this.at : this.mark;
    if (count > longPiece) return this.gatherLong(count, from);
    const parts = [this.bytes.subarray(from)];
    let length = this.bytes.length - this.at;
    let isOver = false;
    while (length < count && !isOver) {
      const value = await this.next();
      isOver = value === null;
      if (value === null) break;
      parts.push(value);
      length += value.length;
    }
    if (parts.length > 1) {
      this.bytes = Buffer.concat(parts);
      this.at -= from;
      this.mark = Math.min(this.mark, 0);
    }
    return !isOver;
  }

  /** The same into memory that is there beforehand: putting many megabytes together at the end would take long. */
  private async gatherLong(count: number, from: number): Promise<boolean> {
    const begun = this.bytes.subarray(from);
    const before = this.at - from;
    const whole = Buffer.allocUnsafeSlow(before + count + longPiece);
    let filled = begun.copy(whole);
    let rest: Buffer | null = null;
    let isOver = false;
    while (filled - before < count && !isOver) {
      const value = await this.next();
      isOver = value === null;
      const copied = value?.copy(whole, filled) ?? 0;
      filled += copied;
      if (value && copied < value.length) rest = value.subarray(copied);
    }
    const bytes = whole.subarray(0, filled);
    this.bytes = rest ? Buffer.concat([bytes, rest]) : bytes;
    this.at = before;
    this.mark = Math.min(this.mark, 0);
    return !isOver;
  }

  private async next(): Promise<Buffer | null> {
    const { value, done } = await this.chunks.next();
    if (done === true) return null;
    this.length += value.length;
    if (this.length > largestBlock) throw largerThan('The result', largestBlock);
    return value;
  }
}
