import type { PackedBatch } from '../../packed/index.ts';
import { type BinaryColumn, toBinaryColumns, widthOf } from './binary-columns.ts';
import { longerThanRow, longLengthAt, longRow, type RowPacket, sizeOf, twoBytes } from './row-cells.ts';
import type { RawField } from './values.ts';

export interface BinaryWork {
  readonly onBatch: (batch: PackedBatch) => Promise<void> | null;
  /** Nothing comes until what was begun is done. */
  readonly waitFor: (work: Promise<void>) => void;
}

const valuesAtOnce = 16_000;
const bytesAtOnce = 512 * 1024;

/** Packs rows in the form in which prepared statements are answered: which values are nothing, and the others one after the other. */
export class BinaryRows {
  private readonly columns: readonly BinaryColumn[];
  private readonly widths: Uint8Array;
  private readonly headBytes: number;
  private readonly batchRows: number;
  private rowCount = 0;
  private bytes = 0;

  constructor(
    fields: readonly RawField[],
    private readonly work: BinaryWork,
  ) {
    this.batchRows = Math.max(1, Math.floor(valuesAtOnce / fields.length));
    this.columns = toBinaryColumns(fields, this.batchRows);
    this.widths = Uint8Array.from(fields, widthOf);
    this.headBytes = 1 + ((fields.length + 9) >> 3);
  }

  next(packet: RowPacket): void {
    const length = packet.end - packet.offset;
    if (length <= longRow) {
      this.take(packet, false);
      this.bytes += length;
      if (this.rowCount === this.batchRows || this.bytes >= bytesAtOnce) this.begin(this.handOn());
      return;
    }
    const before = this.rowCount > 0 ? this.handOn() : null;
    this.take(packet, true);
    const own = this.pack();
    this.begin(before ? before.then(() => this.work.onBatch(own) ?? undefined) : this.work.onBatch(own));
  }

  /** What is left. */
  async end(): Promise<void> {
    if (this.rowCount > 0) await this.handOn();
  }

  /** `isKept`: nothing else is ever written where the row lies. */
  private take({ buffer, offset, end }: RowPacket, isKept: boolean): void {
    const { columns } = this;
    let at = offset + this.headBytes;
    if (at > end) throw new RangeError(longerThanRow);
    for (let index = 0; index < columns.length; index += 1) {
      const bit = index + 2;
      if ((buffer[offset + 1 + (bit >> 3)]! & (1 << (bit & 7))) !== 0) {
        columns[index]!.takeNothing();
        continue;
      }
      let length = this.widths[index]!;
      if (length === 0) {
        length = buffer[at]!;
        at += 1;
        if (length >= twoBytes) {
          const size = sizeOf(length);
          length = longLengthAt(buffer, at, length);
          at += size;
        }
      }
      const next = at + length;
      if (next > end) throw new RangeError(longerThanRow);
      if (isKept) columns[index]!.keep(buffer, at, next);
      else columns[index]!.take(buffer, at, next);
      at = next;
    }
    this.rowCount += 1;
  }

  private handOn(): Promise<void> | null {
    return this.work.onBatch(this.pack());
  }

  private pack(): PackedBatch {
    const { rowCount } = this;
    this.rowCount = 0;
    this.bytes = 0;
    return { rowCount, columns: this.columns.map((column) => column.pack()) };
  }

  private begin(work: Promise<void> | null): void {
    if (work) this.work.waitFor(work);
  }
}
