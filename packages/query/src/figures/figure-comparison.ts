import type { CellValue, ColumnType } from '@powerset/contract';

/** A column of either result, and what it is to the comparison. */
export interface ComparedColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Names rows, or is what is compared: a number, or anything else by its text. */
  readonly role: 'key' | 'figure' | 'text';
  readonly in: 'both' | 'before' | 'after';
}

/** One figure that is another, or one of a row that the other result has not. */
export interface FigureChange {
  readonly kind: 'changed' | 'gone' | 'added';
  /** The values of the columns that name rows, in their order. */
  readonly key: readonly CellValue[];
  /** Null for rows that hold nothing but what names them. */
  readonly column: string | null;
  readonly before: CellValue;
  readonly after: CellValue;
  /** Of two finite numbers. */
  readonly difference: CellValue;
  /** The difference as a share of what was there before; null where that was nothing. */
  readonly share: number | null;
  /** How many such rows there are: more than one where rows are alike. */
  readonly rows: number;
}

export interface FigureComparison {
  readonly columns: readonly ComparedColumn[];
  readonly rowCounts: { readonly before: number; readonly after: number };
  /** False where both name their rows by columns of which they have none in common. */
  readonly isMatched: boolean;
  /** Figures of rows that both have, and how many of them are others. */
  readonly figures: number;
  readonly changed: number;
  /** Rows that one of the two has. */
  readonly gone: number;
  readonly added: number;
  /** Rows that share what names them with others, and are alike in nothing else: paired in their order. */
  readonly paired: number;
  /** The largest first, of each kind so many. */
  readonly changes: readonly FigureChange[];
}

export interface FigureOptions {
  /** Columns that name rows, as far as the results have them. */
  readonly keys: readonly string[];
  /** How many changes of each kind are told. */
  readonly most: number;
}
