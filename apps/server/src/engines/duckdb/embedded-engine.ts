import { mkdir } from 'node:fs/promises';
import type { ResultTable } from '@powerset/contract';
import { Coalescer } from '../../cache/index.ts';
import { unpackTable } from '../../packed/index.ts';
import { withDeadline } from '../deadline.ts';
import {
  type Asker,
  type CatalogSearch,
  type Engine,
  type EngineColumn,
  EngineError,
  type RunProgress,
  type RunRequest,
  type RunResult,
  type SearchPlace,
  type StatementAnalysis,
  type StoredResult,
  type StoreRequest,
  type TableName,
  toRunResult,
} from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import { buildSupervisor, type EmbeddedEngineOptions } from './build-supervisor.ts';
import type { EngineProcess, RequestHooks, StatementAtWork } from './child-process.ts';
import type { ChildSupervisor } from './child-supervisor.ts';
import { collectRun } from './collect-run.ts';
import { copyDatabase } from './copy-database.ts';
import { capabilities, isReading, toPlace } from './embedded-statements.ts';
import { toEngineError, toWriteError } from './errors.ts';
import { FirstRows } from './first-rows.ts';
import { describeTable, listSchemas, searchCatalog } from './inspection.ts';
import { type KeptStatement, nameKeptResults } from './kept-results.ts';
import { EmbeddedMaterializer } from './materializer.ts';
import { type FilledStatement, fillOpenPivots } from './open-pivots.ts';
import type { AnalysedStatement, RunArguments } from './protocol.ts';
import { Quarantine } from './quarantine.ts';
import { Repeats } from './repeats.ts';
import { limitOfAll, onlyOnce, type RunNews } from './run-news.ts';
import { maxPivotValues } from './sandbox/pivots.ts';
import { TableLists } from './table-lists.ts';

export type { EmbeddedEngineOptions };

export interface EmbeddedEngine extends Engine {
  /** Starts the child before it is needed. */
  warmUp(): Promise<void>;
  /** Statements of our own (example data, inspection); not parsed, not checked, never a user's text. */
  runTrusted(
    sql: string,
    options?: { readonly signal?: AbortSignal; readonly isExact?: boolean },
  ): Promise<ResultTable>;
  /** How often the child was started in another's place. */
  replacements(): number;
  /** Copies the whole database, as it is at one moment, into a new file of the staging folder, and gives its path. */
  copyDatabase(signal?: AbortSignal): Promise<string>;
  /** The process id of the child while it lives. */
  childPid(): Promise<number | null>;
}

const slots = 2;
const previewSlots = 1;
const defaultFirstRows = 1000;
/** For questions that the engine answers at once, whatever else it does. */
const prompt: RequestHooks = { answerWithinMs: 15_000 };
/** What the description of a query may read: the values of a PIVOT. */
const describing = { maxRows: 1, timeoutMs: 15_000, fairnessKey: 'describing' };
const closeGraceMs = 8000;
const cachedScripts = 500;
/** The parser alone needs no more. */
const parserMemoryMb = 1024;

export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  for (const folder of [options.tempFolder, options.resultsFolder, options.stagingFolder])
    await mkdir(folder, { recursive: true });
  return new DuckdbEngine(options);
}

class DuckdbEngine implements EmbeddedEngine {
  readonly dialect = 'duckdb';
  readonly capabilities = capabilities;
  private readonly supervisor: ChildSupervisor;
  readonly materializer: EmbeddedMaterializer;
  private readonly tableLists: TableLists;
  private readonly fairQueue = new FairQueue(slots);
  private readonly previews = new FairQueue(previewSlots);
  private readonly shared = new Coalescer<RunResult, RunNews>();
  private readonly analyses = new Coalescer<readonly AnalysedStatement[]>();
  private readonly scripts = new Map<string, readonly AnalysedStatement[]>();
  private readonly repeats = new Repeats();
  private readonly quarantine: Quarantine;
  private starts = 0;
  private readonly parser: ChildSupervisor;
  /** The name that the engine gave the database. */
  private catalog = '';

  constructor(private readonly options: EmbeddedEngineOptions) {
    this.quarantine = new Quarantine(options.nowMs ?? (() => performance.now()));
    this.supervisor = buildSupervisor(options, 'data', {
      onBroken: (sql) => this.quarantine.note(sql),
      onStart: ({ catalog }) => this.noteStart(catalog),
    });
    this.parser = buildSupervisor({ ...options, memoryLimitMb: parserMemoryMb, threads: 1 }, 'parser', {
      onBroken: (sql) => this.quarantine.note(sql),
    });
    this.materializer = new EmbeddedMaterializer({
      fairQueue: this.fairQueue,
      child: () => this.supervisor.get(),
      analyse: async (request) => (await this.ready(request, false)).statement,
      toPlace,
    });
    this.tableLists = new TableLists(this.materializer, (sql) => this.runTrusted(sql));
  }

  async warmUp(): Promise<void> {
    await Promise.all([this.supervisor.get(), this.parser.get()]);
  }

  async analyse(sql: string): Promise<readonly AnalysedStatement[]> {
    const known = this.scripts.get(sql);
    if (known) return known;
    this.quarantine.assertAllowed(sql);
    // Only the process that opened the file knows how its database is called.
    if (this.starts === 0) await this.ask(async () => undefined);
    const request = { sql, ownCatalog: this.catalog };
    const analysed = await this.analyses.join({
      key: sql,
      start: () =>
        this.ask((child, hooks) => child.request('analyse', request, hooks), {
          sql,
          of: this.parser,
        }),
    });
    if (this.scripts.size >= cachedScripts) this.scripts.delete(this.scripts.keys().next().value!);
    this.scripts.set(sql, analysed);
    return analysed;
  }

  async run(request: RunRequest): Promise<RunResult> {
    const { statement, kept, toAuthor } = await this.ready(request, request.mayWrite ?? false);
    const isExact = request.isExact ?? false;
    const isWrapped = statement.kind === 'select' && !(statement.limit !== null && statement.limit <= request.maxRows);
    const run: RunArguments = {
      sql: statement.text,
      ...(kept ? { kept } : {}),
      place: toPlace(statement, request),
      isWriting: request.mayWrite ?? false,
      maxRows: request.maxRows,
      isWrapped,
      isExact,
    };
    try {
      return await withDeadline(request, (signal, limit) => {
        const hooks = { signal, onBegin: limit.renew, onProgress: request.onProgress };
        const onNews = (news: RunNews) => (typeof news === 'object' ? request.onProgress?.(news) : limit[news]());
        // Rows of a run that broke off are not those of the next.
        const takeListener = onlyOnce(request.onRows);
        const start = (shared: AbortSignal, tell: (news: RunNews) => void) =>
          this.repeats.repeat({ signal: shared, limit: limitOfAll(tell) }, (isSuspect) =>
            this.runOnce(run, request, {
              signal: shared,
              onBegin: () => tell('renew'),
              onProgress: tell,
              onRows: takeListener(),
              statement: { sql: run.sql, isSuspect },
            }),
          );
        if (statement.kind === 'explain') return start(signal, onNews);
        if (statement.kind !== 'select')
          return this.writing(() =>
            this.runOnce(run, request, { ...hooks, statement: { sql: run.sql, isSuspect: false } }),
          );
        return this.shared.join({ signal, onNews, key: JSON.stringify([run, request.isPreview ?? false]), start });
      });
    } catch (error) {
      throw toAuthor(toEngineError(error, { sql: statement.text, headLength: isWrapped ? wrapHeadLength : 0 }));
    }
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const { statement, kept, toAuthor } = await this.ready(request, false);
    try {
      return await withDeadline(request, (signal, limit) =>
        this.repeats.repeat({ signal, limit }, (isSuspect) =>
          this.fairQueue.take(request.fairnessKey, signal, () => {
            limit.renew();
            return this.storeOnce({ statement, ...(kept ? { kept } : {}) }, request, { signal, isSuspect });
          }),
        ),
      );
    } catch (error) {
      throw toAuthor(toEngineError(error, { sql: statement.text }));
    }
  }

  async runTrusted(
    sql: string,
    options: { readonly signal?: AbortSignal; readonly isExact?: boolean } = {},
  ): Promise<ResultTable> {
    const request = { sql, isExact: options.isExact ?? false };
    const isAsking = isReading(sql);
    // What it makes may read a file that brings the process down: then nobody else is blamed.
    const hooks = { signal: options.signal, ...(isAsking ? {} : { statement: { sql, isSuspect: false } }) };
    const work = async (child: EngineProcess) =>
      unpackTable((await collectRun(child, 'trusted', { request, hooks })).packed);
    if (isAsking) return this.ask(work, { signal: options.signal });
    return this.writing(async () => work(await this.supervisor.get())).catch((error: unknown) => {
      throw toEngineError(error);
    });
  }

  copyDatabase(signal?: AbortSignal): Promise<string> {
    return this.ask((child) => copyDatabase(child, { stagingFolder: this.options.stagingFolder, signal }), { signal });
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const columns = await this.describe(await this.ready({ ...place, ...describing, sql }, false), place);
    return columns.map((column) => ({ ...column, isNullable: true, comment: null }));
  }

  async explain(sql: string, place: SearchPlace & Pick<RunRequest, 'results'> = {}): Promise<readonly string[]> {
    const { statement, kept } = nameKeptResults(this.allowed(await this.analyseOne(sql, false)), place.results);
    // An estimate reads no rows: one value stands for those that a PIVOT would find.
    const readable = statement.open?.text ?? statement.text;
    const text = statement.kind === 'explain' ? readable : `EXPLAIN ${readable}`;
    const chosen = toPlace(statement, place);
    const request = { sql: text, ...(chosen ? { place: chosen } : {}), ...(kept ? { kept } : {}), isExact: false };
    const table = await this.ask(
      async (child, { statement: atWork }) =>
        unpackTable((await collectRun(child, 'trusted', { request, hooks: { statement: atWork } })).packed),
      { sql: text },
    );
    return table.columns.at(-1)!.values.flatMap((value) => String(value).split('\n'));
  }

  listSchemas(): Promise<readonly string[]> {
    return listSchemas((sql) => this.runTrusted(sql));
  }

  listTables(schema: string): ReturnType<Engine['listTables']> {
    return this.tableLists.of(schema);
  }

  searchCatalog(search: CatalogSearch): ReturnType<Engine['searchCatalog']> {
    return searchCatalog((sql) => this.runTrusted(sql), search);
  }

  describeTable(name: TableName): ReturnType<Engine['describeTable']> {
    return describeTable((sql) => this.runTrusted(sql), name);
  }

  async ping(): Promise<void> {
    await this.ask((child, hooks) => child.request('ping', null, hooks));
  }

  async close(): Promise<void> {
    await Promise.all([this.supervisor.close(closeGraceMs), this.parser.close(closeGraceMs)]);
  }

  async childPid(): Promise<number | null> {
    return (await this.supervisor.peek())?.pid ?? null;
  }

  replacements(): number {
    return Math.max(0, this.starts - 1);
  }

  /** What was kept in the memory of the last process is gone. */
  private noteStart(catalog: string): void {
    this.catalog = catalog;
    this.starts += 1;
    this.materializer.noteWrite();
  }

  /** What may write: whatever was kept before it ended is not believed any more, and it is never done twice. */
  private async writing<T>(work: () => Promise<T>): Promise<T> {
    this.materializer.noteWrite();
    try {
      return await work();
    } catch (error) {
      throw toWriteError(error);
    } finally {
      this.materializer.noteWrite();
    }
  }

  private allowed(statement: AnalysedStatement): AnalysedStatement {
    this.quarantine.assertAllowed(statement.text);
    return statement;
  }

  /** A question that only reads, and that the engine answers soon. */
  private async ask<T>(
    question: (child: EngineProcess, hooks: RequestHooks) => Promise<T>,
    {
      sql,
      signal = new AbortController().signal,
      of = this.supervisor,
    }: { readonly sql?: string; readonly signal?: AbortSignal | undefined; readonly of?: ChildSupervisor } = {},
  ): Promise<T> {
    try {
      return await this.repeats.repeat({ signal }, async (isSuspect) =>
        question(await of.get(), {
          ...prompt,
          ...(sql === undefined ? {} : { statement: { sql, isSuspect } }),
        }),
      );
    } catch (error) {
      throw toEngineError(error, { sql });
    }
  }

  private async storeOnce(
    { statement, kept }: KeptStatement,
    request: StoreRequest,
    { signal, isSuspect }: { readonly signal: AbortSignal; readonly isSuspect: boolean },
  ): Promise<StoredResult> {
    const { resultId, maxRows, firstRows = defaultFirstRows, onProgress } = request;
    const { text: sql } = statement;
    const first = new FirstRows(firstRows, request.onFirstRows);
    const child = await this.supervisor.get();
    const reply = await child.request(
      'store',
      { sql, place: toPlace(statement, request), resultId, maxRows, firstRows, ...(kept ? { kept } : {}) },
      {
        signal,
        ...(onProgress ? { onProgress } : {}),
        onBatch: (batch, columns) => first.add(batch, columns),
        statement: { sql, isSuspect },
      },
    );
    const { rowCount, isTruncated, engineMs, bytes } = reply;
    return { resultId, first: first.finish(reply.columns), rowCount, isTruncated, engineMs, bytes };
  }

  /** The one statement of a request, with values in its open PIVOTs. */
  private async ready(
    request: Omit<RunRequest, 'isExact' | 'mayWrite' | 'onProgress' | 'onRows'>,
    mayWrite: boolean,
  ): Promise<FilledStatement> {
    const statement = this.allowed(await this.analyseOne(request.sql, mayWrite));
    const { onProgress: _, onRows: _rows, ...rest }: RunRequest = request;
    const read = async ({ text }: StatementAnalysis) => {
      const { table } = await this.run({ ...rest, sql: text, maxRows: maxPivotValues + 1, isExact: true });
      return table.columns[0]?.values ?? [];
    };
    const analyse = async (sql: string) => this.allowed(await this.analyseOne(sql, mayWrite));
    const named = (one: AnalysedStatement) => nameKeptResults(one, request.results);
    const probe = async (sql: string) => this.describe(named(this.allowed(await this.analyseOne(sql, false))), request);
    const { statement: filled, toAuthor } = await fillOpenPivots(statement, { read, analyse, probe });
    return { ...named(filled), toAuthor };
  }

  private describe({ statement, kept }: KeptStatement, place: SearchPlace) {
    const request = { sql: statement.text, place: toPlace(statement, place), ...(kept ? { kept } : {}) };
    return this.ask((child, hooks) => child.request('describe', request, hooks), { sql: statement.text });
  }

  private runOnce(
    run: RunArguments,
    { fairnessKey, isPreview }: Pick<RunRequest, 'fairnessKey' | 'isPreview'>,
    {
      onBegin,
      onRows,
      ...hooks
    }: {
      readonly signal: AbortSignal;
      /** Called when it has its turn. */
      readonly onBegin: () => void;
      readonly onProgress?: ((progress: RunProgress) => void) | undefined;
      readonly onRows?: RunRequest['onRows'];
      readonly statement: StatementAtWork;
    },
  ): Promise<RunResult> {
    const queue = isPreview ? this.previews : this.fairQueue;
    return queue.take(fairnessKey, hooks.signal, async () => {
      onBegin();
      const child = await this.supervisor.get();
      return toRunResult(await collectRun(child, 'run', { request: run, hooks, onRows }));
    });
  }

  private async analyseOne(sql: string, mayWrite: boolean): Promise<AnalysedStatement> {
    const statements = await this.analyse(sql);
    if (statements.length !== 1) {
      const message = statements.length === 0 ? 'There is no statement to run.' : 'One statement can run at a time.';
      throw new EngineError({ code: 'SYNTAX_ERROR', message, line: null, column: null });
    }
    const statement = statements[0]!;
    if (!mayWrite && statement.kind !== 'select' && statement.kind !== 'explain') {
      throw new EngineError({
        code: 'DML_NOT_ALLOWED_ERROR',
        message: 'Only `SELECT` statements are allowed against this database',
      });
    }
    return statement;
  }
}

const wrapHeadLength = 'SELECT * FROM ('.length;
