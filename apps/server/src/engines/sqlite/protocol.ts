import type { PackedTable } from '../../packed/index.ts';
import type {
  CatalogHit,
  CatalogSearch,
  EngineColumn,
  StatementAnalysis,
  TableDescription,
  TableSummary,
} from '../engine.ts';
import type { StoredColumn } from '../remote/index.ts';

/** What server and child say to each other (IPC, structured clone): one request at a time, answered once. */
export interface Operations {
  open: { arguments: OpenArguments; reply: null };
  ping: { arguments: null; reply: null };
  analyse: { arguments: { readonly sql: string }; reply: readonly StatementAnalysis[] };
  run: { arguments: RunArguments; reply: RunReply };
  /** Rows come in batches, each of which waits for a word from the server before the next is read. */
  store: { arguments: StoreArguments; reply: StoreReply };
  describe: { arguments: { readonly sql: string; readonly samplesRows: boolean }; reply: readonly EngineColumn[] };
  plan: { arguments: { readonly sql: string }; reply: readonly PlanRow[] };
  listTables: { arguments: null; reply: readonly TableSummary[] };
  describeTable: { arguments: { readonly table: string }; reply: TableDescription | null };
  search: { arguments: CatalogSearch; reply: readonly CatalogHit[] };
  listFunctions: { arguments: null; reply: readonly string[] };
}

export type OperationName = keyof Operations;

export interface OpenArguments {
  readonly file: string;
  readonly isWriting: boolean;
  /** What a writer that was ended left half done is rolled back before anything is read. */
  readonly recovers: boolean;
  readonly heapLimitMb: number;
}

export interface RunArguments {
  readonly sql: string;
  readonly maxRows: number;
  readonly isExact: boolean;
  readonly isWriting: boolean;
}

export interface RunReply {
  readonly packed: PackedTable;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

export interface StoreArguments {
  readonly sql: string;
  readonly maxRows: number;
  readonly firstRows: number;
}

export interface StoreReply {
  readonly columns: readonly StoredColumn[];
  readonly first: PackedTable;
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

/** One line of `EXPLAIN QUERY PLAN`. */
export interface PlanRow {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

export interface RowBatch {
  readonly rows: readonly (readonly (string | null)[])[];
  /** With the first batch: its rows, exact. */
  readonly first?: PackedTable;
}

/** What went wrong in the child, before it is translated for its reader. */
export interface ChildFailure {
  /** `refused`: it is not let through; `syntax`: it cannot be read; `driver`: the engine's own words. */
  readonly origin: 'driver' | 'refused' | 'syntax' | 'readOnly';
  readonly message: string;
  /** The engine's number for it. */
  readonly number?: number;
  readonly line: number | null;
  readonly column: number | null;
}

export type ToChild =
  | { readonly operation: OperationName; readonly arguments: unknown }
  /** The batch was taken. */
  | 'next';

export type FromChild = { readonly reply: unknown } | { readonly failure: ChildFailure } | { readonly batch: RowBatch };
