import type { ColumnType } from '@powerset/contract';
import type { StatementKind } from '../engine.ts';

/**
 * What server and engine child say to each other (IPC, structured clone). Requests are answered once; batches of rows
 * and progress come before the answer.
 */

/** Values of one column of one batch, packed so that structured clone copies memory instead of objects. */
export type PackedColumn =
  | { readonly kind: 'numbers'; readonly values: Float64Array; readonly nulls: Uint8Array | null }
  | { readonly kind: 'booleans'; readonly values: Uint8Array; readonly nulls: Uint8Array | null }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly nulls: Uint8Array | null }
  | {
      readonly kind: 'words';
      readonly codes: Uint32Array;
      readonly words: readonly string[];
      readonly nulls: Uint8Array | null;
    }
  | { readonly kind: 'values'; readonly values: readonly (string | number | bigint | boolean | null)[] };

export interface PackedBatch {
  readonly rowCount: number;
  readonly columns: readonly PackedColumn[];
}

export interface ColumnHeader {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
}

/** `data` owns a database file and runs what users wrote; `desk` holds no database: it reads stored results and files. */
export type ChildRole = 'data' | 'desk';

export interface OpenArguments {
  readonly role: ChildRole;
  readonly file: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
  readonly tempFolder: string;
  readonly resultsFolder: string;
  readonly stagingFolder: string;
  readonly connections: number;
}

export interface RunArguments {
  readonly sql: string;
  readonly maxRows: number;
  /** False where the statement is known to end by itself before `maxRows`, or cannot stand inside a SELECT. */
  readonly isWrapped: boolean;
  readonly isExact: boolean;
}

export interface RunReply {
  readonly columns: readonly ColumnHeader[];
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

export interface StoreArguments {
  readonly sql: string;
  readonly resultId: string;
  readonly maxRows: number;
  /** So many of the first rows come back at once, as batches. */
  readonly firstRows: number;
}

export interface StoreReply extends RunReply {
  readonly bytes: number;
}

export interface AnalysedTable {
  readonly schema: string | null;
  readonly table: string;
}

export interface AnalysedStatement {
  readonly kind: StatementKind;
  readonly text: string;
  readonly tables: readonly AnalysedTable[];
  readonly limit: number | null;
}

export interface TrustedArguments {
  readonly sql: string;
  readonly isExact: boolean;
}

export interface Operations {
  open: { arguments: OpenArguments; reply: { version: string } };
  ping: { arguments: null; reply: null };
  close: { arguments: null; reply: null };
  analyse: { arguments: { sql: string }; reply: readonly AnalysedStatement[] };
  run: { arguments: RunArguments; reply: RunReply };
  store: { arguments: StoreArguments; reply: StoreReply };
  describe: { arguments: { sql: string }; reply: readonly ColumnHeader[] };
  trusted: { arguments: TrustedArguments; reply: RunReply };
  previewFile: {
    arguments: import('../files/file-options.ts').PreviewArguments;
    reply: import('../files/file-options.ts').PreviewReply;
  };
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

export type FromChild =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly failure: ChildFailure }
  | { readonly id: number; readonly batch: PackedBatch; readonly columns: readonly ColumnHeader[] }
  | { readonly id: number; readonly progress: number };
