import type { ChartTableResult, QueryObject, SlicedQuery } from './schemas.ts';

/** A column by which the rows of a question in a file can be told apart. */
export interface FileDimension {
  readonly column: string;
  /** Its values as they are, or the days of its times. */
  readonly kind: 'value' | 'day';
  /** Days are all that the column holds. */
  readonly isWhole: boolean;
}

/** What a query comes to for every value of some columns. */
export interface FileCube {
  /** In the order of the first columns of the table. */
  readonly dimensions: readonly FileDimension[];
  /** The query without the filters on its dimensions. */
  readonly query: QueryObject;
  /** It shows shares of all rows, which only tell where all rows are there. */
  readonly needsAllRows: boolean;
  /** The table holds the rows themselves, in the order in which the query shows them; none of them are added up. */
  readonly isRaw?: boolean;
  readonly sliced: SlicedQuery;
}

/** What a chart or filter asks, as it lies in a file. */
export interface FileQuestion {
  /** `chart:7`, or `filter:` and the filter's id. */
  readonly key: string;
  /** Filters on other columns are none that it could follow. */
  readonly columns: readonly string[];
  /** Answers as the server gave them. */
  readonly answers: readonly {
    readonly queries: readonly QueryObject[];
    readonly results: readonly ChartTableResult[];
  }[];
  /** For each of its queries. */
  readonly cubes: readonly (readonly FileCube[])[];
  /** Why there is no answer: what the server said when the file was made. */
  readonly problem?: string;
}

/** A dashboard as a file that needs no server. */
export interface OfflineFile {
  readonly title: string;
  readonly dashboardId: number;
  /** When it was made: what is said of time counts from there. */
  readonly madeAt: string;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  /** The query of the dashboard's address. */
  readonly search: string;
  /** Words of its language, besides English. */
  readonly texts: Readonly<Record<string, string>>;
  /** What is read by a path, as the server answers it. */
  readonly reads: Readonly<Record<string, unknown>>;
  /** Maps by name. */
  readonly maps: Readonly<Record<string, unknown>>;
  readonly questions: readonly FileQuestion[];
}
