import type { PackedTable } from '../../packed/index.ts';
import type { GrowingText } from './growing-text.ts';
import { columnsText, rowsText } from './table-text.ts';

/** A table's text in each of its forms. Tables are immutable, so that each is written once for as long as it is kept. */
export class TableText {
  private ofRows: GrowingText | null = null;
  private ofColumns: GrowingText | null = null;

  constructor(private readonly table: PackedTable) {}

  /** An object for each row. */
  rows(): GrowingText {
    this.ofRows ??= rowsText(this.table);
    return this.ofRows;
  }

  /** The values of each column. */
  columns(): GrowingText {
    this.ofColumns ??= columnsText(this.table);
    return this.ofColumns;
  }
}
