/** Rows as the bytes in which a server wrote their values, a row's values one after the other. */
export interface ByteCells {
  readonly bytes: Buffer;
  /** Where each value begins, and where it ends: -1 for nothing. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly width: number;
  readonly rowCount: number;
  /** Nothing else is ever written where the bytes lie. */
  readonly isKept?: boolean;
}

const cellsAtOnce = 16_000;
const bytesAtOnce = 512 * 1024;
/** A batch of fewer rows takes more memory for its thousands of columns than for what is in them. */
export const fewRows = 64;
const mostBytes = 8 * 1024 * 1024;
const firstBytes = 64 * 1024;
const firstCells = 4096;

/** Gathers rows whose values lie in the memory of messages, which is used again for the next ones. */
export class CellBuffer {
  private bytes = Buffer.allocUnsafe(firstBytes);
  private starts = new Int32Array(firstCells);
  private ends = new Int32Array(firstCells);
  private cells = 0;
  private at = 0;

  constructor(private readonly width: number) {}

  get rowCount(): number {
    return this.cells / this.width;
  }

  /** Whole rows are in it that are read in a millisecond or two, wide ones in some more: they go on before more come. */
  get isFull(): boolean {
    if (this.at < mostBytes && this.cells < this.width * fewRows) return false;
    return this.cells + this.width > cellsAtOnce || this.at >= bytesAtOnce;
  }

  addNothing(): void {
    this.place(this.at, -1);
  }

  add(source: Uint8Array, start: number, end: number): void {
    const first = this.at;
    const last = first + end - start;
    if (last > this.bytes.length) this.grow(last);
    if (end - start > longValue) this.bytes.set(source.subarray(start, end), first);
    else for (let from = start, to = first; from < end; from += 1, to += 1) this.bytes[to] = source[from]!;
    this.at = last;
    this.place(first, last);
  }

  /** What was gathered; it lies in this memory until the next row is added. */
  take(): ByteCells {
    const { bytes, starts, ends, width, rowCount } = this;
    this.cells = 0;
    this.at = 0;
    return { bytes, starts, ends, width, rowCount };
  }

  private place(start: number, end: number): void {
    if (this.cells === this.starts.length) {
      this.starts = doubled(this.starts);
      this.ends = doubled(this.ends);
    }
    this.starts[this.cells] = start;
    this.ends[this.cells] = end;
    this.cells += 1;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

/** Copied at once; shorter ones are quicker byte by byte. */
export const longValue = 64;

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
