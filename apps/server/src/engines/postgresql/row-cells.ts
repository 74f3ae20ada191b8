import { type ByteCells, CellBuffer } from '../remote/index.ts';
import type { TakeRow } from './bounds.ts';
import type { CellsTaker, RawField } from './session.ts';

const countLength = 2;
const sizeLength = 4;

/** Finds the values of rows in the messages that bring them. */
export class RowCells {
  private cells: CellBuffer | null = null;
  private onCells: (cells: ByteCells) => void = () => undefined;
  private width = 0;

  constructor(
    private readonly take: CellsTaker,
    private readonly count: (bytes: number) => void,
  ) {}

  /** The columns of the rows that follow. */
  begin(fields: readonly RawField[]): void {
    this.end();
    this.width = fields.length;
    this.cells = new CellBuffer(fields.length);
    this.onCells = this.take(fields);
  }

  /** A row: how many values it has, and each with its length before it. */
  readonly takeRow: TakeRow = (bytes, start, end) => {
    const { cells } = this;
    if (!cells) return;
    this.count(end - start);
    let at = start + countLength;
    for (let column = 0; column < this.width; column += 1) {
      const length = bytes.readInt32BE(at);
      at += sizeLength;
      if (at + length > end) throw new RangeError('A value is longer than its row.');
      if (length < 0) cells.addNothing();
      else {
        cells.add(bytes, at, at + length);
        at += length;
      }
    }
    if (cells.isFull) this.onCells(cells.take());
  };

  /** What is left. */
  end(): void {
    if (this.cells && this.cells.rowCount > 0) this.onCells(this.cells.take());
    this.cells = null;
  }
}
