import type { ColumnType, QueryMetric } from '@powerset/contract';

/** A column of a dataset or a result, as far as a suggestion asks. */
export interface DataColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** What people call it. */
  readonly label?: string;
  /** How many values differ, where that is known. */
  readonly distinct?: number;
  /** From its least time to its greatest, in ms, where that is known. */
  readonly spanMs?: number;
  /** Its values name things: nothing to be added up. */
  readonly isKey?: boolean;
}

/** What there is to draw. */
export interface DataFacts {
  readonly columns: readonly DataColumn[];
  /** Saved with the dataset; a result has none. */
  readonly metrics?: readonly { readonly name: string; readonly label?: string }[];
  /** The dataset's own time column. */
  readonly mainTime?: string | null;
  readonly rows?: number | null;
}

/** What somebody has chosen so far; the rest is chosen for him. */
export interface ChosenParts {
  readonly metrics: readonly QueryMetric[];
  readonly dimensions: readonly string[];
  readonly time: string | null;
}

export const nothingChosen: ChosenParts = { metrics: [], dimensions: [], time: null };
