import type { ColumnType } from '@powerset/contract';

export interface DatasetColumn {
  readonly name: string;
  /** SQL of a calculated column; null for a column of the table itself. */
  readonly expression: string | null;
  readonly type: ColumnType;
  /** The engine's own name of the type, null when it is not known. */
  readonly nativeType: string | null;
  readonly isTemporal: boolean;
  /** `epoch_s`, `epoch_ms` or a strftime format of times kept as numbers or text. */
  readonly pythonDateFormat: string | null;
  /** A strftime format in which texts of a temporal column are read as times once they came back. */
  readonly resultFormat?: string | null;
  readonly isFilterable: boolean;
  readonly isGroupable: boolean;
}

export interface DatasetMetric {
  readonly name: string;
  readonly expression: string;
}

/** All that a query needs to know of a dataset. */
export interface QueryDataset {
  readonly id: number;
  readonly name: string;
  readonly catalog?: string | null;
  readonly schema: string | null;
  readonly table: string;
  /** The query of a virtual dataset; null for a table. */
  readonly sql: string | null;
  readonly mainTemporalColumn: string | null;
  readonly alwaysFilterMainTemporal: boolean;
  readonly fetchValuesPredicate: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  /**
   * Conditions that every row must meet, joined by AND: the access rules of whoever asks. Required, so that no query
   * can be planned by someone who forgot them.
   */
  readonly rowLevelClauses: readonly string[];
  /** Hours added to times on their way out. */
  readonly offsetHours: number;
}
