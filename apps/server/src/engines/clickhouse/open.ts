import { randomUUID } from 'node:crypto';
import { withDeadline } from '../deadline.ts';
import {
  type Asker,
  type CatalogHit,
  type CatalogSearch,
  type Engine,
  type EngineCapabilities,
  type EngineColumn,
  EngineError,
  type PoolFigures,
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
import type { ReadLongScript } from '../parsed-script.ts';
import {
  InFlight,
  type RawColumn,
  type ResultSink,
  readInThread,
  refusal,
  rowsOf,
  storeRows,
  type TextRow,
} from '../remote/index.ts';
import { Connection, type ConnectionSettings } from './client.ts';
import { toEngineError } from './errors.ts';
import { type ReadStatement, readStatements } from './grammar/statement.ts';
import {
  type Catalog,
  describeTable,
  functionOriginSince,
  listFunctionNames,
  listOwnFunctions,
  listSchemas,
  listTables,
  searchCatalog,
  tableFactsSince,
  toEngineColumn,
} from './inspection.ts';
import { watchProgress } from './progress.ts';
import { type Asking, type ReadAnswer, RowReader, type Running, type Stoppable } from './read-rows.ts';
import { readBatches } from './rows.ts';
import { assertSameReading } from './second-opinion.ts';
import type { Question } from './server.ts';
import { familiesOf } from './values.ts';

export interface ClickhouseOptions extends ConnectionSettings {
  readonly resultSink: ResultSink;
  readonly readLongScript: ReadLongScript;
  readonly log: (line: string) => void;
}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: true,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; more connections are left for questions about tables and progress. */
const slots = 6;
const promptMs = 15_000;
/** A server that answers has stopped a query by then; one that does not must not hold who asked beyond his limit. */
const patienceMs = 1000;
const ownFunctionsAgeMs = 30_000;
/** Longer scripts are read in a thread; these take a few milliseconds. */
const shortScript = 2000;
const treeHead = 'EXPLAIN AST ';
/** Statements of which the server's reading is known to be the same, by text. */
const mostKnown = 2000;

export function openClickhouse(options: ClickhouseOptions): Engine {
  return new ClickhouseEngine(options);
}

interface Asked extends SearchPlace {
  /** Of the author of the statement, for the places of errors. */
  readonly sql?: string;
  readonly headLength?: number;
  readonly signal?: AbortSignal | undefined;
}

class ClickhouseEngine implements Engine {
  readonly dialect = 'clickhouse';
  readonly capabilities = capabilities;
  private readonly connection: Connection;
  private readonly fairQueue = new FairQueue(slots);
  private readonly inFlight = new InFlight();
  private readonly known = new Set<string>();
  private readonly rowReader = new RowReader({
    open: (statement, request, asking) => this.openRows(statement, request, asking),
    describe: (statement, place) => this.describeRows(statement, place),
  });
  private ownFunctions: { readonly names: ReadonlySet<string>; readonly readAt: number } | null = null;

  constructor(private readonly options: ClickhouseOptions) {
    this.connection = new Connection(options);
  }

  async analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    const statements = await this.parse(sql, place);
    for (const statement of statements) await this.compareReadings(statement, place.signal);
    const callsFunctions = statements.some(({ functions }) => functions.length > 0);
    const own = callsFunctions ? await this.readOwnFunctions() : new Set<string>();
    return statements.map((statement) => toAnalysis(statement, own, this.databaseOf(place)));
  }

  async run(request: RunRequest): Promise<RunResult> {
    const statement = await this.parseOne(request.sql, request, request.signal);
    return this.running(request, statement, async (signal) => {
      const startedAt = performance.now();
      const rows = await this.rowReader.read(statement, { ...request, signal });
      const engineMs = performance.now() - startedAt;
      return toRunResult({ packed: await rows.toTable(), isTruncated: rows.isTruncated, engineMs });
    });
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const statement = await this.parseOne(request.sql, request, request.signal);
    return this.running(request, statement, async (signal) => {
      const { writing, batches } = await this.openRows(statement, { ...request, signal }, { read: readBatches });
      return storeRows({ batches, request, resultSink: this.options.resultSink, familyOf: familiesOf(writing) });
    });
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const statement = await this.parseOne(sql, place, place.signal);
    if (statement.kind === 'explain') throw refusal('A plan has no columns of its own.');
    const columns = await this.describeRows(statement, place);
    return columns.map(({ name, nativeType }) => toEngineColumn(name, nativeType));
  }

  private async describeRows(
    statement: ReadStatement,
    { schema, signal }: SearchPlace & Asker,
  ): Promise<readonly RawColumn[]> {
    const head = 'DESCRIBE TABLE (';
    const asked = { ...(schema ? { schema } : {}), signal, sql: statement.text, headLength: head.length };
    const rows = await this.ask(`${head}${statement.text}\n)`, asked);
    return rows.map(([name, nativeType]) => ({ name: name ?? '', nativeType: nativeType ?? '' }));
  }

  async listSchemas(): Promise<readonly string[]> {
    return listSchemas(await this.catalog());
  }

  async listTables(schema: string): Promise<readonly TableSummary[]> {
    return listTables(await this.catalog(), schema);
  }

  async searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return searchCatalog(await this.catalog(), search);
  }

  async describeTable(name: TableName): Promise<TableDescription> {
    return describeTable(await this.catalog(), name);
  }

  async listFunctionNames(): Promise<readonly string[]> {
    return listFunctionNames(await this.catalog());
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    const { version, canExplain } = await this.about();
    if (!canExplain) throw refusal(`ClickHouse ${version} explains no statements. Release 21.3 and newer do.`);
    const statement = await this.parseOne(sql, place, place.signal);
    const head = statement.kind === 'explain' ? '' : 'EXPLAIN ';
    const rows = await this.ask(`${head}${statement.text}`, { ...place, sql: statement.text, headLength: head.length });
    return rows.map((row) => row.join('\t'));
  }

  planHead(isMeasured: boolean): string | null {
    return isMeasured ? null : 'EXPLAIN json = 1';
  }

  /** What it would read, as far as the server tells: of the tables that keep their rows in parts. */
  async estimate(sql: string, place: SearchPlace & Asker = {}): Promise<Readonly<Record<string, string>> | null> {
    const { canExplain } = await this.about();
    const statement = await this.parseOne(sql, place, place.signal);
    if (!canExplain || statement.kind !== 'select') return null;
    const head = 'EXPLAIN ESTIMATE ';
    const asked = { ...place, sql: statement.text, headLength: head.length };
    const rows = await this.ask(`${head}${statement.text}`, asked);
    if (rows.length === 0) return null;
    const sum = (index: number) => String(rows.reduce((all, row) => all + Number(row[index] ?? 0), 0));
    return { 'Rows to read': sum(3), 'Marks to read': sum(4), 'Parts to read': sum(2) };
  }

  async ping(): Promise<void> {
    const rows = await this.ask('SELECT name FROM system.databases').catch((error: unknown) => {
      // Older servers refuse every statement there.
      if (error instanceof EngineError && error.details.code === 'SCHEMA_DOES_NOT_EXIST_ERROR') return [];
      throw error;
    });
    if (!rows.some((row) => row[0] === this.options.database))
      throw new EngineError({
        code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
        message: `Unable to connect to database "${this.options.database}".`,
      });
  }

  poolFigures(): PoolFigures {
    const { waiting, ...figures } = this.connection.figures;
    return { ...figures, waiting: waiting + this.fairQueue.waiting };
  }

  /** What runs on the server ends before the way to it does. */
  async close(): Promise<void> {
    await this.inFlight.ended();
    await this.connection.close();
  }

  private async running<T>(
    request: RunRequest | StoreRequest,
    statement: ReadStatement,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.inFlight.track(this.fairQueue.take(request.fairnessKey, signal, () => work(signal))),
      );
    } catch (error) {
      throw toEngineError(error, { ...this.connection.place, sql: statement.text });
    }
  }

  /** The rows of a statement as they come. Whoever stops reading, or is told to stop, stops the query on the server. */
  private async openRows<Some>(statement: ReadStatement, request: Running & Stoppable, { read, format }: Asking<Some>) {
    const writing = await this.connection.about();
    const queryId = randomUUID();
    const question: Question = {
      sql: statement.text,
      queryId,
      database: this.databaseOf(request),
      timeoutMs: request.timeoutMs,
      // One more than is shown tells that there are more.
      ...(statement.kind === 'select' ? { maxRows: request.maxRows + 1 } : {}),
      ...(format ? { format } : {}),
      signal: request.signal,
    };
    return { writing, batches: this.readWatched(question, { read, onProgress: request.onProgress }) };
  }

  private async *readWatched<Some>(
    question: Question,
    { read, onProgress }: { readonly read: ReadAnswer<Some>; readonly onProgress: Running['onProgress'] },
  ): AsyncGenerator<Some> {
    const { queryId, signal } = question;
    const kill = () => {
      this.connection
        .kill(queryId)
        .catch((error: unknown) => this.options.log(`a query could not be stopped: ${String(error)}`));
    };
    signal.addEventListener('abort', kill, { once: true });
    const stopWatching = onProgress ? watchProgress((sql) => this.ask(sql), queryId, onProgress) : () => undefined;
    let isDone = false;
    try {
      const answer = await this.connection.open(question);
      try {
        yield* read(answer);
        isDone = true;
      } finally {
        answer.stream.destroy();
      }
    } finally {
      stopWatching();
      signal.removeEventListener('abort', kill);
      if (!isDone && !signal.aborted) kill();
    }
  }

  /** The rows of a question of our own, or of one that is put around a statement. */
  private async ask(sql: string, asked: Asked = {}): Promise<readonly TextRow[]> {
    try {
      return await withDeadline(
        { timeoutMs: promptMs, patienceMs, ...(asked.signal ? { signal: asked.signal } : {}) },
        (signal) => this.inFlight.track(this.readRows(sql, { ...asked, signal })),
      );
    } catch (error) {
      throw toEngineError(error, { ...this.connection.place, ...asked });
    }
  }

  private async readRows(sql: string, asked: Asked & { readonly signal: AbortSignal }): Promise<readonly TextRow[]> {
    const { signal } = asked;
    const question = { sql, queryId: randomUUID(), database: this.databaseOf(asked), timeoutMs: promptMs, signal };
    const rows: TextRow[] = [];
    for await (const batch of readBatches(await this.connection.open(question))) rows.push(...rowsOf(batch));
    return rows;
  }

  private async about() {
    try {
      return await withDeadline({ timeoutMs: promptMs, patienceMs }, () => this.connection.about());
    } catch (error) {
      throw toEngineError(error, this.connection.place);
    }
  }

  private async catalog(): Promise<Catalog> {
    const { release } = await this.about();
    return { ask: (sql) => this.ask(sql), hasTableFacts: release >= tableFactsSince };
  }

  private databaseOf({ schema }: SearchPlace): string {
    return schema || this.options.database;
  }

  private async parse(sql: string, asker: Asker): Promise<readonly ReadStatement[]> {
    if (sql.length <= shortScript) return readStatements(sql);
    // This dialect's reader is the one that reads it in the thread too.
    const reading = readInThread(this.options.readLongScript, { dialect: this.dialect, sql }, asker);
    return (await reading) as readonly ReadStatement[];
  }

  private async parseOne(sql: string, asker: Asker, signal: AbortSignal | undefined): Promise<ReadStatement> {
    const [statement, ...others] = await this.parse(sql, asker);
    if (!statement || others.length > 0) {
      const message = statement ? 'One statement can run at a time.' : 'There is no statement to run.';
      throw new EngineError({ code: 'SYNTAX_ERROR', message, line: null, column: null });
    }
    await this.compareReadings(statement, signal);
    return statement;
  }

  /** What was read of a statement here against what the server reads, before it is asked for anything else. */
  private async compareReadings(statement: ReadStatement, signal: AbortSignal | undefined): Promise<void> {
    if (this.known.has(statement.text)) return;
    const { canExplain } = await this.about();
    if (!canExplain) return;
    const query = statement.text.slice(statement.queryStart);
    const asked = { signal, sql: statement.text, headLength: treeHead.length - statement.queryStart };
    const lines = await this.ask(`${treeHead}${query}`, asked);
    assertSameReading(
      statement,
      lines.map((row) => row[0] ?? ''),
    );
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.add(statement.text);
  }

  private async readOwnFunctions(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.ownFunctions && now - this.ownFunctions.readAt < ownFunctionsAgeMs) return this.ownFunctions.names;
    const { release } = await this.about();
    const names = release >= functionOriginSince ? await listOwnFunctions(await this.catalog()) : new Set<string>();
    this.ownFunctions = { names, readAt: now };
    return names;
  }
}

/** A function that people made is asked permission for like a table of its name. */
function toAnalysis(
  { kind, text, limit, tables, functions, mentions }: ReadStatement,
  own: ReadonlySet<string>,
  bareSchema: string,
): StatementAnalysis {
  const called = functions.filter(({ name }) => own.has(name)).map(({ name }) => ({ schema: bareSchema, table: name }));
  return { kind, text, limit, tables: [...tables, ...called], ...(mentions ? { mentions } : {}) };
}
