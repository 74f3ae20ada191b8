import type { DrawnColumn } from './table-options.ts';

export interface CellTextProps {
  readonly drawn: DrawnColumn;
  readonly text: string;
  /** The row of the answer. */
  readonly row: number;
}
