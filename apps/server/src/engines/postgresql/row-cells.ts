import { type ByteCells, CellBuffer, mostColumns, tooManyColumns } from '../remote/index.ts';
import type { RowTaker, TakeMessage } from './bounds.ts';
import type { CellsTaker, RawField } from './session.ts';

const countLength = 2;
const sizeLength = 4;
/** Of a longer row the values stay where they came. */
const longRow = 256 * 1024;

/** Finds the values of rows in the messages that bring them. */
export class RowCells implements RowTaker {
  private cells: CellBuffer | null = null;
  private onCells: (cells: ByteCells) => Promise<void> | null = () => null;
  private columns: readonly RawField[] = [];

  constructor(
    private readonly take: CellsTaker,
    private readonly count: (bytes: number) => void,
  ) {}

  /** Of the rows that came. */
  get fields(): readonly RawField[] {
    return this.columns;
  }

  /** The columns of the rows that follow. */
  readonly takeColumns: TakeMessage = (bytes, start, end) => {
    if (this.cells) throw new RangeError('The columns of one answer are told twice.');
    this.columns = readFields(bytes, start, end);
    this.cells = new CellBuffer(this.columns.length);
    this.onCells = this.take(this.columns);
    return null;
  };

  /** A row: how many values it has, and each with its length before it. */
  readonly takeRow: TakeMessage = (bytes, start, end) => {
    const { cells } = this;
    if (!cells) return null;
    this.count(end - start);
    if (end - start > longRow) return this.takeLong(cells, bytes, { start, end });
    eachCell(bytes, { start, end, width: this.columns.length }, (from, to) => {
      if (to < 0) cells.addNothing();
      else cells.add(bytes, from, to);
    });
    return cells.isFull ? this.onCells(cells.take()) : null;
  };

  private takeLong(cells: CellBuffer, bytes: Buffer, place: Place): Promise<void> | null {
    const width = this.columns.length;
    const [starts, ends] = [new Int32Array(width), new Int32Array(width)];
    let column = 0;
    eachCell(bytes, { ...place, width }, (from, to) => {
      starts[column] = from;
      ends[column] = to;
      column += 1;
    });
    const row = { bytes, starts, ends, width, rowCount: 1, isKept: true };
    const before = cells.rowCount > 0 ? this.onCells(cells.take()) : null;
    return before ? before.then(() => this.onCells(row) ?? undefined) : this.onCells(row);
  }

  /** What is left. */
  async end(): Promise<void> {
    if (this.cells && this.cells.rowCount > 0) await this.onCells(this.cells.take());
    this.cells = null;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where each value of a row begins and ends: -1 for nothing. */
function eachCell(
  bytes: Buffer,
  { start, end, width }: Place & { readonly width: number },
  tell: (from: number, to: number) => void,
): void {
  let at = start + countLength;
  for (let column = 0; column < width; column += 1) {
    const length = bytes.readInt32BE(at);
    at += sizeLength;
    if (at + length > end) throw new RangeError('A value is longer than its row.');
    tell(at, length < 0 ? -1 : at + length);
    at += Math.max(0, length);
  }
}

/** Of each column its name, a zero, a table, a place in it, and then what is read: its type. */
const beforeType = 6;
const typeLength = 4;
const sizeOfType = 2;
const behindName = 18;

function readFields(bytes: Buffer, start: number, end: number): readonly RawField[] {
  const count = bytes.readUInt16BE(start);
  if (count > mostColumns) throw tooManyColumns();
  const fields: RawField[] = [];
  let at = start + countLength;
  for (let column = 0; column < count; column += 1) {
    const nameEnd = bytes.indexOf(0, at);
    if (nameEnd < 0 || nameEnd + 1 + behindName > end)
      throw new RangeError('A column is longer than what tells of it.');
    const type = nameEnd + 1 + beforeType;
    fields.push({
      name: bytes.toString('utf8', at, nameEnd),
      oid: bytes.readUInt32BE(type),
      modifier: bytes.readInt32BE(type + typeLength + sizeOfType),
    });
    at = nameEnd + 1 + behindName;
  }
  return fields;
}
