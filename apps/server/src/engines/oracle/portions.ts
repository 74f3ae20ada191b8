import { type ColumnFacts, isLong } from './values.ts';

/** Rows and values that are asked for at once: they are read in one go, in a few milliseconds. */
const mostRows = 1000;
const mostValues = 3000;
/** Bytes that they should come in. */
const wantedBytes = 2 * 1024 * 1024;
const firstLongRows = 2;
const firstPlainRows = 50;
/** How much faster than the last portion the next may grow: rows are not all alike. */
const growth = 4;

/** How many rows are asked for at once: as many as few bytes hold, by those that came. */
export class Portions {
  private readonly most: number;
  private count: number;

  constructor(columns: readonly ColumnFacts[]) {
    this.most = Math.max(1, Math.min(mostRows, Math.floor(mostValues / Math.max(1, columns.length))));
    this.count = Math.min(this.most, columns.some(isLong) ? firstLongRows : firstPlainRows);
  }

  get next(): number {
    return this.count;
  }

  saw(rows: number, bytes: number): void {
    if (rows === 0) return;
    const fitting = bytes === 0 ? this.count * growth : Math.floor((wantedBytes * rows) / bytes);
    this.count = Math.max(1, Math.min(this.most, fitting, this.count * growth));
  }
}
