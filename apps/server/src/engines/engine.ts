import type { DestructionKind, ResultTable } from '@powerset/contract';
import { type ColumnHeader, type PackedTable, type RowsListener, unpackTable } from '../packed/index.ts';
import { cleanMessage } from './clean-message.ts';
import type { ConnectionFault } from './connection-fault.ts';
import type { PlanStep } from './plans.ts';
import type { TokenSource } from './token-source.ts';

export interface TableName {
  readonly schema: string;
  readonly table: string;
}

export interface TableSummary extends TableName {
  readonly kind: 'table' | 'view';
  /** Estimated by the engine; null when it cannot tell cheaply. */
  readonly rowCount: number | null;
}

export interface EngineColumn {
  readonly name: string;
  /** The engine's own type name. */
  readonly nativeType: string;
  readonly type: 'number' | 'string' | 'temporal' | 'boolean';
  readonly isNullable: boolean;
  readonly comment: string | null;
}

export interface EngineKey {
  readonly name: string | null;
  readonly columns: readonly string[];
}

export interface EngineForeignKey extends EngineKey {
  readonly referredSchema: string | null;
  readonly referredTable: string;
  readonly referredColumns: readonly string[];
}

export interface TableDescription extends TableName {
  readonly kind: 'table' | 'view';
  readonly columns: readonly EngineColumn[];
  readonly primaryKey: EngineKey | null;
  readonly foreignKeys: readonly EngineForeignKey[];
  readonly indexes: readonly (EngineKey & { readonly isUnique: boolean })[];
  readonly comment: string | null;
  /** The query of a view. */
  readonly definition: string | null;
  /** On its disk, with its indexes; null when the engine cannot tell cheaply. */
  readonly sizeBytes: number | null;
  /** How its rows are parted; absent where they are not. */
  readonly partitions?: TablePartitions;
}

export interface TablePartitions {
  /** The columns that decide where a row goes. */
  readonly columns: readonly string[];
  /** What parts them, `toYYYYMM(day)`, and its value for the latest part; null while there is none. */
  readonly key: string;
  readonly latest: string | null;
}

/** A table whose own name, or names of columns, hold a text. */
export interface CatalogHit extends TableName {
  readonly kind: 'table' | 'view';
  /** The column whose name holds it; null where it is the table's. */
  readonly column: string | null;
  readonly nativeType: string | null;
}

export interface CatalogSearch {
  /** Without regard to case. */
  readonly text: string;
  /** More hits than this are not looked for. */
  readonly limit: number;
  /** Only these are looked through; all of them where nothing is given. */
  readonly within?: CatalogPart;
}

/** Whole schemas, and some tables of others. */
export interface CatalogPart {
  readonly schemas: readonly string[];
  readonly tables: readonly { readonly schema: string; readonly table: string }[];
}

/** What an engine can do. Declared, never guessed from a name. */
export interface EngineCapabilities {
  readonly hasSchemas: boolean;
  readonly canCancel: boolean;
  readonly hasProgress: boolean;
  readonly canEstimateCost: boolean;
  readonly canIngestFiles: boolean;
  readonly supportsSubqueryJoins: boolean;
  readonly supportsOffset: boolean;
}

/** Where a statement looks for tables that it names without a schema; null means the engine's own default. */
export interface SearchPlace {
  readonly schema?: string | null | undefined;
}

/** Who asks: people take turns where a long text is read. */
export interface Asker {
  readonly fairnessKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RunRequest extends SearchPlace {
  /** One statement that was parsed and authorised (see `analyse`). */
  readonly sql: string;
  /** More rows than this are dropped, and `isTruncated` says so. */
  readonly maxRows: number;
  /** How long it may run; before that it may wait for its turn as long. */
  readonly timeoutMs: number;
  /** Whose query this is; the engine takes turns between keys. */
  readonly fairnessKey: string;
  /** Stored results by the names, in small letters, under which the statement may read them. */
  readonly results?: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Told by engines that hand rows on while they read; only where this request began the run. */
  readonly onRows?: RowsListener | undefined;
  /** Keep decimals and times as exact text (for grids) instead of numbers (for charts). */
  readonly isExact?: boolean;
  /** Without it everything but reading is refused, whatever the caller checked before. */
  readonly mayWrite?: boolean;
  /** A glance that nobody asked for: it takes turns with others of its kind alone, and never one of those that run queries. */
  readonly isPreview?: boolean;
}

export interface RunResult {
  /** The rows as the engine gave them. */
  readonly packed: PackedTable;
  /** The same rows as values, unpacked when first asked for. */
  readonly table: ResultTable;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

export function toRunResult(result: Omit<RunResult, 'table'>): RunResult {
  const unpacked: ResultTable[] = [];
  return {
    ...result,
    get table() {
      unpacked[0] ??= unpackTable(result.packed);
      return unpacked[0];
    },
  };
}

export interface StoreRequest extends Omit<RunRequest, 'isExact' | 'mayWrite' | 'isPreview'> {
  /** Letters, digits, `-` and `_`; chosen by the caller, and hard to guess. */
  readonly resultId: string;
  /** How many of the first rows come back in the answer; default 1000. */
  readonly firstRows?: number;
  /** The first rows, as soon as the engine has them and while it computes the rest. */
  readonly onFirstRows?: (table: ResultTable) => void;
}

export interface StoredResult {
  readonly resultId: string;
  /** The first rows, exact; all of them when there are no more than `firstRows`. */
  readonly first: ResultTable;
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly engineMs: number;
  readonly bytes: number;
}

export type StatementKind = 'select' | 'explain' | 'write' | 'ddl' | 'other';

/** What a statement destroys beyond rows that its author chose by a condition. */
export interface Destruction {
  readonly kind: DestructionKind;
  readonly tables: readonly { readonly schema: string | null; readonly table: string }[];
}

/** A table that a statement names. */
export interface ReadTable {
  /** Another than the one that the connection opens, wherever the statement looks; absent for that. */
  readonly catalog?: string | undefined;
  readonly schema: string | null;
  readonly table: string;
}

/** Where a statement names a table of which it reads rows. */
export interface TableMention extends ReadTable {
  /** In the statement's text; null where the reader cannot tell, or where more belongs to the name than can be taken apart. */
  readonly place: MentionPlace | null;
  /** It has another name in this query. */
  readonly hasAlias: boolean;
}

export interface MentionPlace {
  readonly start: number;
  readonly end: number;
  /** Where the last part of the name begins. */
  readonly nameStart: number;
}

export interface StatementAnalysis {
  readonly kind: StatementKind;
  /** The statement's own text, without a trailing semicolon. */
  readonly text: string;
  /** Every stored table or view the statement reads or writes, however deep. */
  readonly tables: readonly ReadTable[];
  /** Every place of a SELECT where one of its tables is named; absent where the reader tells none. */
  readonly mentions?: readonly TableMention[];
  /** The statement's own outermost LIMIT, when it is a plain number. */
  readonly limit: number | null;
  /** Names of stored results that it reads as tables; who runs it says in `RunRequest.results` which those are. */
  readonly results?: readonly string[];
  /** All rows of tables, or tables themselves; absent where nothing is destroyed. */
  readonly destroys?: readonly Destruction[];
}

export interface SqlProblem {
  readonly message: string;
  /** 1-based position in the text that was sent. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Thrown by engines for everything a statement's author can mend; `code` is one of the catalogue's. */
export interface EngineErrorDetails extends ConnectionFault {
  readonly code:
    | 'SYNTAX_ERROR'
    | 'COLUMN_DOES_NOT_EXIST_ERROR'
    | 'TABLE_DOES_NOT_EXIST_ERROR'
    | 'SCHEMA_DOES_NOT_EXIST_ERROR'
    | 'GENERIC_DB_ENGINE_ERROR'
    | 'BACKEND_TIMEOUT_ERROR'
    | 'QUERY_STOPPED_ERROR'
    | 'ENGINE_CRASHED_ERROR'
    | 'ENGINE_UNAVAILABLE_ERROR'
    | 'ENGINE_NOT_HERE_ERROR'
    | 'CONNECTION_INVALID_HOSTNAME_ERROR'
    | 'CONNECTION_PORT_CLOSED_ERROR'
    | 'CONNECTION_ACCESS_DENIED_ERROR'
    | 'CONNECTION_UNKNOWN_DATABASE_ERROR'
    | 'CONNECTION_DATABASE_TIMEOUT'
    | 'DML_NOT_ALLOWED_ERROR'
    | 'OAUTH2_REDIRECT'
    | 'OAUTH2_REDIRECT_ERROR'
    | 'UPLOAD_ERROR'
    | 'RESULTS_BACKEND_ERROR';
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
  /** The engine's own words. */
  readonly driverMessage?: string;
  readonly isFullDisk?: boolean;
}

export class EngineError extends Error {
  /** Whatever the engine is, its words are cleaned here of what belongs to the host. */
  readonly details: EngineErrorDetails;

  /** What a client is told besides; no enumerable property, so that no log writes it. */
  readonly #extra: Readonly<Record<string, unknown>>;

  constructor(details: EngineErrorDetails, extra: Readonly<Record<string, unknown>> = {}) {
    const { driverMessage } = details;
    const message = cleanMessage(details.message);
    super(message);
    this.name = 'EngineError';
    this.#extra = extra;
    this.details = {
      ...details,
      message,
      ...(driverMessage === undefined ? {} : { driverMessage: cleanMessage(driverMessage) }),
    };
  }

  get extra(): Readonly<Record<string, unknown>> {
    return this.#extra;
  }
}

/** Whether the database has not been asked yet, as who asks is not signed in there. */
export function asksToSignIn(error: unknown): boolean {
  return error instanceof EngineError && ['OAUTH2_REDIRECT', 'OAUTH2_REDIRECT_ERROR'].includes(error.details.code);
}

/** Whether the server's own disk had no room, for a result or for rows that a query puts aside. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof EngineError && error.details.isFullDisk === true;
}

/** Rows that an engine keeps in its memory, as a table with the columns `c0`, `c1` and so on. */
export interface MaterializedRows {
  readonly table: string;
  readonly columns: readonly ColumnHeader[];
  readonly rowCount: number;
}

/** How far a query is, as far as the engine tells while it runs. */
export interface RunProgress {
  /** 0 to 1, of what it reads; what is computed from that does not count, and may take longer. */
  readonly fraction: number;
  readonly rowsRead: number;
}

export interface MaterializeRequest extends Omit<RunRequest, 'isExact' | 'mayWrite' | 'isPreview' | 'onProgress'> {
  /** Nobody waits for it: it runs only while nobody else wants the engine, and is broken off as soon as somebody does. */
  readonly isIdleTask?: boolean;
}

/** The reason with which an idle task is broken off; it may be taken up again. */
export class IdleTaskPreempted extends Error {
  constructor() {
    super('Somebody else wants the engine.');
    this.name = 'IdleTaskPreempted';
  }
}

/** Answers of an engine that are kept beside it, so that small questions are asked of them. */
export interface Materializer {
  /** Another number when data may have changed since. */
  version(): number;
  /** Runs one authorised SELECT and keeps its rows; null when there are more than `maxRows`, or when copies compare otherwise. */
  materialize(request: MaterializeRequest): Promise<MaterializedRows | null>;
  /** Runs a SELECT of our own over kept rows. */
  read(request: Pick<RunRequest, 'sql' | 'maxRows' | 'timeoutMs' | 'signal'>): Promise<RunResult>;
  drop(table: string): Promise<void>;
  /** Somebody is about to ask: idle tasks are preempted. */
  preempt(): void;
}

/**
 * One connected database. Every method is bounded in time and can be cancelled by its signal; errors are `EngineError`.
 */
export interface Engine {
  /** The SQL dialect's name, as `@powerset/sql` knows it. */
  readonly dialect: string;
  readonly capabilities: EngineCapabilities;
  /**
   * Reads a script without touching data: its statements, their kinds and tables. Refuses (EngineError) what does not
   * parse, and whatever could reach outside the database: files, settings, other databases, dangerous functions.
   * A table without a schema lies in the place's, and nowhere else: what runs afterwards with the same place holds to it.
   */
  analyse(sql: string, place?: SearchPlace & Asker): Promise<readonly StatementAnalysis[]>;
  run(request: RunRequest): Promise<RunResult>;
  /** Runs one authorised SELECT and keeps all its rows (to `maxRows`) as a stored result. */
  storeResult(request: StoreRequest): Promise<StoredResult>;
  /** Columns of a statement without its rows. */
  describeQuery(sql: string, place?: SearchPlace & Asker): Promise<readonly EngineColumn[]>;
  listSchemas(): Promise<readonly string[]>;
  listTables(schema: string): Promise<readonly TableSummary[]>;
  describeTable(name: TableName): Promise<TableDescription>;
  /** Tables and columns of all schemas by a part of their name, by schema and table; each table's own hit first. */
  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]>;
  /** What the engine says about the plan, one line each. */
  explain(sql: string, place?: SearchPlace & Asker & Pick<RunRequest, 'results'>): Promise<readonly string[]>;
  /** What a statement would cost, as figures with their labels; null where the engine tells nothing of it. */
  estimate?(sql: string, place?: SearchPlace & Asker): Promise<Readonly<Record<string, string>> | null>;
  /** The steps of a SELECT's plan, where they are not told as JSON (see `plans.ts`). */
  readPlan?(sql: string, place?: SearchPlace & Asker): Promise<readonly PlanStep[]>;
  /** The catalogs of its server, and the engine where bare names lie in another of them; absent where it reads its own alone. */
  listCatalogs?(): Promise<readonly string[]>;
  inCatalog?(catalog: string): Engine;
  /** Names for completion; an engine without it is asked by its kind's query. */
  listFunctionNames?(): Promise<readonly string[]>;
  /** Absent where nothing can be kept. */
  readonly materializer?: Materializer;
  /**
   * What stands before a query to have its plan as JSON, and where it is `measured` to run it for that; null where it cannot be
   * had. Absent where that is said in the usual way.
   */
  planHead?(isMeasured: boolean): string | null;
  /** A table's name as the server finds it, once a statement was analysed; absent where it is found as it is written. */
  foldName?(name: string): string;
  /** How its connections are used; absent where it keeps no pool of them. */
  poolFigures?(): PoolFigures | null;
  /**
   * Whether its server, at an address where a connection of it leads, takes a connection: rejects as the network does. Absent
   * where one that is opened and closed without a word does no harm there.
   */
  knock?(at: { readonly host: string; readonly port: number }, timeoutMs: number): Promise<void>;
  ping(): Promise<void>;
  /** The same engine for somebody who is known by tokens; absent where all ask under one account. */
  as?(tokens: TokenSource): Engine;
  /** As whom it asks: what one is shown may be kept for nobody else. Absent where all ask under one account. */
  readonly asksAs?: string;
  close(): Promise<void>;
}

/** Connections that are lent and that wait to be lent, queries that wait for one, and how many there may be. */
export interface PoolFigures {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly most: number;
}

/** What answering a chart takes of an engine. */
export type QueryEngine = Pick<
  Engine,
  'dialect' | 'analyse' | 'run' | 'describeQuery' | 'materializer' | 'foldName' | 'asksAs'
>;
