import type { ColumnHeader, PackedBatch } from '../../packed/index.ts';
import type { Destruction, RunProgress, StatementKind, TableMention } from '../engine.ts';
import type { RowPlace } from './row-ring.ts';

/**
 * What server and engine child say to each other (IPC, structured clone). Requests are answered once; batches of rows
 * and progress come before the answer.
 */

/**
 * `data` owns a database file and runs what users wrote; `parser` only parses it, where a crash hurts nobody; `files` holds
 * no database: it reads stored results and files.
 */
export type ChildRole = 'data' | 'parser' | 'files';

export interface OpenArguments {
  readonly role: ChildRole;
  readonly file: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
  readonly tempFolder: string;
  readonly resultsFolder: string;
  readonly stagingFolder: string;
  /** Where files of others lie that statements of ours read, by names that begin there. */
  readonly dataFolder?: string;
  readonly connections: number;
}

/** Where tables lie that a statement names without a schema. */
export interface SearchPlace {
  readonly schema: string;
  /** The names. */
  readonly names: readonly string[];
}

/** A stored result that a statement reads as a table. */
export interface KeptTable {
  /** What the statement calls it. */
  readonly name: string;
  readonly resultId: string;
}

export interface RunArguments {
  readonly sql: string;
  readonly kept?: readonly KeptTable[];
  /** Null for the schema where bare names always are. */
  readonly place: SearchPlace | null;
  readonly isWriting: boolean;
  readonly maxRows: number;
  /** False where the statement is known to end by itself before `maxRows`, or cannot stand inside a SELECT. */
  readonly isWrapped: boolean;
  readonly isExact: boolean;
}

interface RowsReply {
  readonly columns: readonly ColumnHeader[];
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

export interface RunReply extends RowsReply {
  /** The last batch of rows, for most queries the only one: it needs no message of its own. */
  readonly last: PackedBatch | null;
}

export interface StoreArguments {
  readonly sql: string;
  readonly kept?: readonly KeptTable[];
  readonly place: SearchPlace | null;
  readonly resultId: string;
  readonly maxRows: number;
  /** So many of the first rows come back at once, as batches. */
  readonly firstRows: number;
}

export interface StoreReply extends RowsReply {
  readonly bytes: number;
}

export interface MaterializeArguments {
  readonly sql: string;
  readonly place: SearchPlace | null;
  readonly table: string;
  readonly maxRows: number;
}

export interface MaterializeReply {
  readonly columns: readonly ColumnHeader[];
  /** Null when nothing was kept: there were more rows, or values that kept rows would compare in another way. */
  readonly rowCount: number | null;
}

export interface ReadMaterializedArguments {
  readonly sql: string;
  readonly maxRows: number;
}

export interface AnalysedTable {
  readonly schema: string | null;
  readonly table: string;
}

/** A PIVOT that names no values. */
export interface OpenPivot {
  /** The text that stands for its values. */
  readonly mark: string;
  /** Finds them, in their order. */
  readonly sql: string;
}

export interface AnalysedStatement {
  readonly kind: StatementKind;
  readonly text: string;
  readonly tables: readonly AnalysedTable[];
  readonly mentions?: readonly TableMention[];
  readonly limit: number | null;
  readonly destroys?: readonly Destruction[];
  /** Names of results that it reads as tables: `result('name')`. */
  readonly results?: readonly string[];
  /** What runs once values stand in the place of the marks; the text is that of the author. */
  readonly open?: {
    readonly text: string;
    readonly pivots: readonly OpenPivot[];
    /** Results, and what they are called in this text. */
    readonly results: readonly { readonly result: string; readonly name: string }[];
  };
}

export interface DescribeArguments {
  readonly sql: string;
  readonly kept?: readonly KeptTable[];
  readonly place: SearchPlace | null;
}

export interface TrustedArguments {
  readonly sql: string;
  readonly kept?: readonly KeptTable[];
  readonly place?: SearchPlace;
  readonly isExact: boolean;
}

export interface CopyArguments {
  /** The file that is made, in the staging folder. */
  readonly target: string;
  /** What the file is called while it is written; nobody can guess it. */
  readonly name: string;
}

/** A SELECT of ours whose rows are written as an Arrow IPC stream. */
export interface ArrowFileArguments {
  readonly sql: string;
  /** A file that is not there yet, in the staging folder. */
  readonly path: string;
}

export interface ArrowFileReply {
  readonly rowCount: number;
}

export interface Operations {
  open: { arguments: OpenArguments; reply: { version: string; catalog: string } };
  ping: { arguments: null; reply: null };
  close: { arguments: null; reply: null };
  analyse: { arguments: { sql: string; ownCatalog: string }; reply: readonly AnalysedStatement[] };
  run: { arguments: RunArguments; reply: RunReply };
  store: { arguments: StoreArguments; reply: StoreReply };
  materialize: { arguments: MaterializeArguments; reply: MaterializeReply };
  readMaterialized: { arguments: ReadMaterializedArguments; reply: RunReply };
  dropMaterialized: { arguments: { table: string }; reply: null };
  describe: { arguments: DescribeArguments; reply: readonly ColumnHeader[] };
  trusted: { arguments: TrustedArguments; reply: RunReply };
  copy: { arguments: CopyArguments; reply: { readonly tables: number } };
  previewFile: {
    arguments: import('../files/file-options.ts').PreviewArguments;
    reply: import('../files/file-options.ts').PreviewReply;
  };
  writeArrow: { arguments: ArrowFileArguments; reply: ArrowFileReply };
  convertFile: {
    arguments: import('../files/file-options.ts').ConvertArguments;
    reply: import('../files/file-options.ts').ConvertReply;
  };
}

export type OperationName = keyof Operations;

/** What went wrong in the child, before it is translated for its reader. */
export interface ChildFailure {
  readonly message: string;
  /** `refused`: by the sandbox; `driver`: DuckDB's words; `cancelled`: somebody asked for it; `upload`: a file is at fault. */
  readonly origin: 'driver' | 'refused' | 'syntax' | 'cancelled' | 'upload' | 'child';
  readonly line?: number | null;
  readonly column?: number | null;
}

export type ToChild =
  | { readonly id: number; readonly operation: OperationName; readonly arguments: unknown }
  | { readonly cancel: number };

export interface RowsMessage {
  readonly id: number;
  readonly batch: PackedBatch;
  readonly columns: readonly ColumnHeader[];
  /** Where the memory of the batch lies, which has none then. */
  readonly place?: RowPlace;
}

export type FromChild =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly failure: ChildFailure }
  | RowsMessage
  | { readonly id: number; readonly progress: RunProgress };
