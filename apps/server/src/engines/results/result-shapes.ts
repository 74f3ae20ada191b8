import type { ResultTable } from '@powerset/contract';
import type { ColumnHeader } from '../../packed/index.ts';
import type { ComparedColumn, RowChangeKind } from './comparison.ts';
import type { CellCut } from './long-values.ts';
import type { ResultSelection } from './result-sql.ts';
import type { ValueKind } from './value-kinds.ts';

export interface WindowRequest extends ResultSelection {
  readonly resultId: string;
  readonly offset: number;
  readonly limit: number;
  /** Texts that are longer are cut to as many characters; without it they come whole. */
  readonly cut?: number | undefined;
}

export interface CellRequest extends ResultSelection {
  readonly resultId: string;
  /** Its place among the rows of the selection. */
  readonly row: number;
  /** Its place among the columns. */
  readonly column: number;
  /** Which characters of its text. */
  readonly from: number;
  readonly length: number;
}

export interface ColumnRequest extends ResultSelection {
  readonly resultId: string;
  /** Its place among the columns. */
  readonly column: number;
}

export interface ValuesRequest extends ColumnRequest {
  readonly limit: number;
  /** Only values whose text contains this. */
  readonly find?: string | undefined;
}

/** A cell's value, or a part of it where it is long. */
export interface ResultCell {
  readonly column: ColumnHeader;
  readonly kind: ValueKind;
  /** Null where the value is. */
  readonly text: string | null;
  /** Characters of the whole text. */
  readonly length: number;
}

export interface ResultWindow {
  /** Exact values. */
  readonly table: ResultTable;
  /** Values of which the table has only the beginning. */
  readonly cuts: readonly CellCut[];
  /** Rows that fit the filters and the search. */
  readonly rowCount: number;
}

/** How rows of one result differ from those of another. */
export interface ResultComparison {
  readonly counts: Readonly<Record<RowChangeKind | 'same', number>>;
  /** Rows beyond the first of their key, which were paired by their order. */
  readonly repeatedKeys: number;
  readonly columns: readonly ComparedColumn[];
  readonly kinds: readonly RowChangeKind[];
  readonly before: ResultTable;
  readonly after: ResultTable;
}
