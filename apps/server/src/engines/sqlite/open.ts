import { withDeadline } from '../deadline.ts';
import {
  type Asker,
  type CatalogHit,
  type CatalogSearch,
  type Engine,
  type EngineCapabilities,
  type EngineColumn,
  EngineError,
  type RunRequest,
  type RunResult,
  type SearchPlace,
  type StatementAnalysis,
  type StoredResult,
  type StoreRequest,
  type TableDescription,
  type TableName,
  type TableSummary,
  toRunResult,
} from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import type { PlanStep } from '../plans.ts';
import type { ResultSink } from '../remote/index.ts';
import { toEngineError } from './errors.ts';
import { findFile } from './file.ts';
import { toPlanLines, toPlanSteps } from './plan.ts';
import { ProcessPool } from './pool.ts';
import type { FileProcess, ProcessOptions } from './process.ts';
import type { PlanRow } from './protocol.ts';
import { storeRows } from './store.ts';
import { fromUri } from './uri.ts';

export interface SqliteOptions extends ProcessOptions {
  readonly uri: string;
  /** The only folder whose files are opened; null where none are. */
  readonly folder: string | null;
  readonly resultSink: ResultSink;
}

const capabilities: EngineCapabilities = {
  hasSchemas: false,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

const schema = 'main';
/** Reading queries at once, each in a process of its own; one process more answers questions about tables and texts. */
const readers = 3;
const promptMs = 15_000;
/** Asking for rows only to know their types is given up sooner. */
const sampleMs = 2000;

export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const engine = new SqliteEngine(options);
  // A file that is not there, or not to be opened, is told at once.
  await findFile(options.folder, fromUri(options.uri));
  return engine;
}

class SqliteEngine implements Engine {
  readonly dialect = 'sqlite';
  readonly capabilities = capabilities;
  private readonly pool: ProcessPool;
  private readonly questions = new FairQueue(1);
  private readonly reading = new FairQueue(readers);
  private readonly writing = new FairQueue(1);

  constructor(private readonly options: SqliteOptions) {
    const place = fromUri(options.uri);
    this.pool = new ProcessPool({ ...options, find: () => findFile(options.folder, place) });
  }

  analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    return this.ask((process) => process.request('analyse', { sql }), place);
  }

  run(request: RunRequest): Promise<RunResult> {
    const { sql, maxRows, isExact = false, mayWrite = false } = request;
    return this.inTurn(request, { mayWrite }, async (process, isWriting) =>
      toRunResult(await process.request('run', { sql, maxRows, isExact, isWriting })),
    );
  }

  storeResult(request: StoreRequest): Promise<StoredResult> {
    const { resultSink } = this.options;
    return this.inTurn(request, { mayWrite: false }, (process) => storeRows({ process, request, resultSink }));
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const turn = { ...place, fairnessKey: place.fairnessKey ?? '', timeoutMs: sampleMs };
    try {
      return await this.inTurn(turn, { mayWrite: false }, (process) =>
        process.request('describe', { sql, samplesRows: true }),
      );
    } catch (error) {
      if (!(error instanceof EngineError) || error.details.code !== 'BACKEND_TIMEOUT_ERROR') throw error;
      return this.ask((process) => process.request('describe', { sql, samplesRows: false }), place);
    }
  }

  async listSchemas(): Promise<readonly string[]> {
    return [schema];
  }

  async listTables(wanted: string): Promise<readonly TableSummary[]> {
    return isOwn(wanted) ? this.ask((process) => process.request('listTables', null)) : [];
  }

  async describeTable({ schema: wanted, table }: TableName): Promise<TableDescription> {
    const found = isOwn(wanted) ? await this.ask((process) => process.request('describeTable', { table })) : null;
    if (found) return found;
    throw new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `There is no table "${table}".` });
  }

  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return this.ask((process) => process.request('search', search));
  }

  listFunctionNames(): Promise<readonly string[]> {
    return this.ask((process) => process.request('listFunctions', null));
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    return toPlanLines(await this.plan(sql, place));
  }

  async readPlan(sql: string, place: SearchPlace & Asker = {}): Promise<readonly PlanStep[]> {
    return toPlanSteps(await this.plan(sql, place));
  }

  async ping(): Promise<void> {
    await this.ask((process) => process.request('ping', null));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private plan(sql: string, place: SearchPlace & Asker): Promise<readonly PlanRow[]> {
    return this.ask((process) => process.request('plan', { sql }), place);
  }

  private async inTurn<T>(
    { fairnessKey, schema: wanted, ...limits }: Pick<RunRequest, 'fairnessKey' | 'timeoutMs' | 'schema' | 'signal'>,
    { mayWrite }: { readonly mayWrite: boolean },
    work: (process: FileProcess, isWriting: boolean) => Promise<T>,
  ): Promise<T> {
    assertOwn(wanted);
    const queue = mayWrite ? this.writing : this.reading;
    return this.within(limits, (signal) =>
      queue.take(fairnessKey, signal, () =>
        this.pool.lend({ isWriting: mayWrite, signal }, (process) => work(process, mayWrite)),
      ),
    );
  }

  private async ask<T>(
    question: (process: FileProcess) => Promise<T>,
    { fairnessKey = '', signal, schema: wanted }: SearchPlace & Asker = {},
  ): Promise<T> {
    assertOwn(wanted);
    return this.within({ timeoutMs: promptMs, ...(signal ? { signal } : {}) }, (stop) =>
      this.questions.take(fairnessKey, stop, () => this.pool.lend({ isWriting: false, signal: stop }, question)),
    );
  }

  private async within<T>(
    limits: { readonly timeoutMs: number; readonly signal?: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withDeadline(limits, work);
    } catch (error) {
      throw toEngineError(error);
    }
  }
}

function isOwn(wanted: string | null | undefined): boolean {
  return !wanted || wanted.toLowerCase() === schema;
}

function assertOwn(wanted: string | null | undefined): void {
  if (isOwn(wanted)) return;
  throw new EngineError({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `There is no schema "${wanted}".` });
}
