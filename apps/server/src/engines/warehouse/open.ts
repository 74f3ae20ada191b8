import { packTable } from '../../packed/index.ts';
import { othersTurn } from '../../turns/index.ts';
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
  type RunProgress,
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
import type { PlanStep } from '../plan-step.ts';
import {
  type Batch,
  type FamilyOf,
  type ResultSink,
  readInThread,
  refusal,
  rowsOf,
  storeRows,
  TableReader,
  type TextRow,
} from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import type { ReadStatement } from './grammar/index.ts';
import { type OtherCatalogs, openCatalog, placedTable } from './other-catalogs.ts';
import { type ServerPlan, toPlanLines } from './plans.ts';

export interface Question {
  /** One statement. */
  readonly sql: string;
  readonly schema: string;
  readonly signal: AbortSignal;
  /** Of which the text was made, where it is an author's. */
  readonly statement?: ReadStatement | undefined;
  /** When it is stopped, for servers that end by themselves what nobody waits for. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
}

/** Asks a server and reads its answers; whoever stops reading, or is told to stop, ends the query there. */
export interface WarehouseConnection {
  /** The rows of a statement as they come; the first batch tells the columns, even where there are no rows. */
  read(question: Question): AsyncGenerator<Batch>;
  /** Of one that lends connections; absent where each question has its own. */
  readonly figures?: PoolFigures;
  close(): void;
}

/** Asks the server with a statement of our own, or with one that is put around an author's. */
export type Ask = (sql: string, asked?: Asked) => Promise<readonly TextRow[]>;

export interface Asked extends SearchPlace {
  /** Characters before an author's text; null, or nothing, where the text is our own. */
  readonly headLength?: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** What a server tells about its tables. */
export interface WarehouseCatalog {
  listSchemas(): Promise<readonly string[]>;
  listTables(schema: string): Promise<readonly TableSummary[]>;
  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]>;
  describeTable(name: TableName): Promise<TableDescription>;
  listFunctionNames(): Promise<readonly string[]>;
}

/** What is particular about an engine that reads by a grammar of ours and is asked over HTTP. */
export interface Warehouse {
  readonly dialect: string;
  readonly capabilities: EngineCapabilities;
  /** Queries at once. */
  readonly slots: number;
  readonly connection: WarehouseConnection;
  readonly readStatements: (sql: string) => readonly ReadStatement[];
  /** The text that is sent for a statement; its own unless told otherwise. */
  readonly toSent?: (statement: ReadStatement, schema: string) => string;
  readonly familyOf: FamilyOf;
  /** Where tables lie that are named without a catalog, as the grammar writes it: the one catalog whose tables are read, or the chosen one. */
  readonly catalog: string;
  /** How others are read, where its connections may. */
  readonly others?: OtherCatalogs<Warehouse> | undefined;
  /** Where tables lie that are named without a schema. */
  readonly defaultSchema: string;
  readonly toError: (error: unknown, headLength: number | null) => EngineError;
  readonly createCatalog: (ask: Ask) => WarehouseCatalog;
  readonly foldName?: (name: string) => string;
  /** What stands before a statement so that its plan is told; null where the server tells none. */
  readonly explainHead: string | null;
  readonly planHead: (isMeasured: boolean) => string | null;
  readonly estimate?: (
    statement: ReadStatement,
    asked: { readonly schema: string; readonly signal: AbortSignal; readonly ask: Ask },
  ) => Promise<Readonly<Record<string, string>> | null>;
  /** The plan of a SELECT, where it takes more than a statement to be told; then nothing stands before one to have it. */
  readonly readPlan?: (statement: ReadStatement, asked: Omit<Question, 'sql' | 'statement'>) => Promise<ServerPlan>;
  /** Columns of a SELECT without running it; a query for none of its rows where there is nothing cheaper. */
  readonly describeQuery?: (
    statement: ReadStatement,
    asked: Omit<Question, 'sql'> & { readonly ask: Ask },
  ) => Promise<readonly EngineColumn[]>;
  /** Asks for something that costs nothing. */
  readonly ping: (ask: Ask) => Promise<unknown>;
  /** The same for somebody who is known by tokens, over the same connections; absent where all ask under one account. */
  readonly as?: (tokens: TokenSource) => Warehouse;
}

export interface WarehouseOptions {
  /** Other catalogs than the connection's own may be read, where the engine can. */
  readonly readsOthers?: boolean;
  readonly resultSink: ResultSink;
  readonly readLongScript: ReadLongScript;
}

/** Of questions about tables: sources of a server can be slow to tell. */
const promptMs = 30_000;
/** A server that answers has stopped a query by then; one that does not must not hold who asked beyond his limit. */
const patienceMs = 1000;
/** Longer scripts are read in a thread; these take a few milliseconds. */
const shortScript = 2000;

export function openWarehouse(warehouse: Warehouse, options: WarehouseOptions): Engine {
  return new WarehouseEngine(warehouse, options);
}

/** What is not open to a connection is not there for it. */
function allowed(warehouse: Warehouse, { readsOthers }: WarehouseOptions): Warehouse {
  return readsOthers ? warehouse : { ...warehouse, others: undefined };
}

class WarehouseEngine implements Engine {
  readonly dialect: string;
  readonly capabilities: EngineCapabilities;
  readonly as?: (tokens: TokenSource) => Engine;
  readonly inCatalog?: (catalog: string) => Engine;
  readonly listCatalogs?: () => Promise<readonly string[]>;
  readonly readPlan?: (sql: string, place?: SearchPlace & Asker) => Promise<readonly PlanStep[]>;
  private readonly catalog: WarehouseCatalog;

  private readonly warehouse: Warehouse;

  constructor(
    opened: Warehouse,
    private readonly options: WarehouseOptions,
    private readonly fairQueue = new FairQueue(opened.slots),
  ) {
    const warehouse = allowed(opened, options);
    this.warehouse = warehouse;
    this.dialect = warehouse.dialect;
    this.capabilities = warehouse.capabilities;
    this.catalog = warehouse.createCatalog((sql, asked = {}) => this.ask(sql, asked));
    const { as, others } = warehouse;
    if (others) {
      this.inCatalog = (catalog) =>
        new WarehouseEngine(others.enter(openCatalog(catalog, warehouse)), options, fairQueue);
      this.listCatalogs = async () => {
        const names = await this.telling(() => others.list((sql) => this.ask(sql, {})));
        return names.filter((name) => !others.isClosed(name));
      };
    }
    if (warehouse.readPlan) this.readPlan = async (sql, place) => (await this.askPlan(sql, place)).steps;
    // However many people ask, they share the turns at the server and the connections to it.
    if (as) this.as = (tokens) => new WarehouseEngine(as(tokens), options, fairQueue);
  }

  async analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    const statements = await this.parse(sql, place);
    return statements.map(({ kind, text, limit, tables, mentions }) => ({
      kind,
      text,
      limit,
      tables: tables.map((table) => placedTable(table, this.warehouse)),
      ...(mentions ? { mentions: mentions.map((mention) => placedTable(mention, this.warehouse)) } : {}),
    }));
  }

  foldName(name: string): string {
    return this.warehouse.foldName?.(name) ?? name;
  }

  async run(request: RunRequest): Promise<RunResult> {
    const statement = await this.parseOne(request.sql, request);
    const { familyOf } = this.warehouse;
    return this.running(request, async (signal) => {
      const startedAt = performance.now();
      const table = new TableReader({ isExact: request.isExact ?? false, familyOf });
      let isTruncated = false;
      for await (const batch of this.openRows(statement, { ...request, signal })) {
        const room = request.maxRows - table.rowCount;
        table.add(batch, room);
        isTruncated = batch.rowCount > room;
        if (isTruncated) break;
      }
      const engineMs = performance.now() - startedAt;
      await othersTurn();
      const values = table.toTable();
      await othersTurn();
      return toRunResult({ packed: packTable(values), isTruncated, engineMs });
    });
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const statement = await this.parseOne(request.sql, request);
    const { resultSink } = this.options;
    const { familyOf } = this.warehouse;
    return this.running(request, (signal) =>
      storeRows({ batches: this.openRows(statement, { ...request, signal }), request, resultSink, familyOf }),
    );
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const statement = await this.parseOne(sql, place);
    if (statement.kind === 'explain') throw refusal('A plan has no columns of its own.');
    const { describeQuery, familyOf } = this.warehouse;
    if (describeQuery)
      return this.prompt({ ...place, headLength: 0 }, (signal) =>
        describeQuery(statement, {
          ...{ schema: this.schemaOf(place), signal },
          ask: (text, asked = {}) => this.ask(text, { ...place, ...asked }),
        }),
      );
    const head = 'SELECT * FROM (';
    const asked = { ...place, headLength: head.length };
    const described = `${head}${this.toSent(statement, this.schemaOf(place))}\n) AS described LIMIT 0`;
    const [batch] = await this.askBatches(described, asked);
    return (batch?.columns ?? []).map(({ name, nativeType }) => ({
      ...{ name, nativeType, type: familyOf(nativeType).type, isNullable: true, comment: null },
    }));
  }

  listSchemas(): Promise<readonly string[]> {
    return this.telling(() => this.catalog.listSchemas());
  }

  listTables(schema: string): Promise<readonly TableSummary[]> {
    return this.telling(() => this.catalog.listTables(schema));
  }

  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return this.telling(() => this.catalog.searchCatalog(search));
  }

  describeTable(name: TableName): Promise<TableDescription> {
    return this.telling(() => this.catalog.describeTable(name));
  }

  listFunctionNames(): Promise<readonly string[]> {
    return this.telling(() => this.catalog.listFunctionNames());
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    if (this.warehouse.readPlan) return toPlanLines((await this.askPlan(sql, place)).steps);
    const statement = await this.parseOne(sql, place);
    const head = statement.kind === 'explain' ? '' : this.warehouse.explainHead;
    if (head === null) throw refusal('This database explains no statements.');
    const explained = `${head}${this.toSent(statement, this.schemaOf(place))}`;
    const rows = await this.ask(explained, { ...place, headLength: head.length });
    return rows.flatMap((row) => (row[0] ?? '').split('\n'));
  }

  private async askPlan(sql: string, place: SearchPlace & Asker = {}): Promise<ServerPlan> {
    const statement = await this.parseOne(sql, place);
    const { readPlan } = this.warehouse;
    if (statement.kind !== 'select' || !readPlan) throw refusal('Only SELECT statements can be explained.');
    const schema = this.schemaOf(place);
    return this.prompt({ ...place, headLength: 0 }, (signal) => readPlan(statement, { schema, signal }));
  }

  planHead(isMeasured: boolean): string | null {
    return this.warehouse.planHead(isMeasured);
  }

  /** What the server reckons that it costs, in the words of the reference. */
  async estimate(sql: string, place: SearchPlace & Asker = {}): Promise<Readonly<Record<string, string>> | null> {
    const statement = await this.parseOne(sql, place);
    if (this.warehouse.readPlan && statement.kind === 'select') return (await this.askPlan(sql, place)).figures;
    const { estimate } = this.warehouse;
    if (statement.kind !== 'select' || !estimate) return null;
    const ask: Ask = (text, asked = {}) => this.ask(text, { ...place, ...asked });
    return this.prompt({ ...place, headLength: 0 }, (signal) =>
      estimate(statement, { schema: this.schemaOf(place), signal, ask }),
    );
  }

  async ping(): Promise<void> {
    await this.telling(() => this.warehouse.ping((sql, asked = {}) => this.ask(sql, asked)));
  }

  poolFigures(): PoolFigures | null {
    return this.warehouse.connection.figures ?? null;
  }

  async close(): Promise<void> {
    this.warehouse.connection.close();
  }

  private async running<T>(request: RunRequest | StoreRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.fairQueue.take(request.fairnessKey, signal, () => work(signal)),
      );
    } catch (error) {
      throw this.warehouse.toError(error, 0);
    }
  }

  private openRows(
    statement: ReadStatement,
    {
      onProgress,
      signal,
      timeoutMs,
      ...place
    }: Pick<RunRequest, 'schema' | 'onProgress' | 'timeoutMs'> & { readonly signal: AbortSignal },
  ): AsyncGenerator<Batch> {
    const schema = this.schemaOf(place);
    const sql = this.toSent(statement, schema);
    return this.warehouse.connection.read({ sql, schema, signal, statement, timeoutMs, onProgress });
  }

  private toSent(statement: ReadStatement, schema: string): string {
    return this.warehouse.toSent?.(statement, schema) ?? statement.text;
  }

  /** The rows of a question of our own, or of one that is put around a statement. */
  private async ask(sql: string, asked: Asked): Promise<readonly TextRow[]> {
    return (await this.askBatches(sql, asked)).flatMap((batch) => rowsOf(batch));
  }

  private askBatches(sql: string, asked: Asked): Promise<readonly Batch[]> {
    return this.prompt(asked, async (signal) => {
      const batches: Batch[] = [];
      const question = { sql, schema: this.schemaOf(asked), signal, timeoutMs: promptMs };
      for await (const batch of this.warehouse.connection.read(question)) batches.push(batch);
      return batches;
    });
  }

  /** Bounded in time, and every failure an EngineError. */
  private async prompt<T>(asked: Asked, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const bounds = { timeoutMs: promptMs, patienceMs, ...(asked.signal ? { signal: asked.signal } : {}) };
    try {
      return await withDeadline(bounds, work);
    } catch (error) {
      throw this.warehouse.toError(error, asked.headLength ?? null);
    }
  }

  /** Of catalogs that ask the server by something else than statements. */
  private async telling<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.warehouse.toError(error, null);
    }
  }

  private schemaOf({ schema }: SearchPlace): string {
    return schema || this.warehouse.defaultSchema;
  }

  private async parse(sql: string, asker: Asker): Promise<readonly ReadStatement[]> {
    const statements =
      sql.length <= shortScript ? this.warehouse.readStatements(sql) : await this.parseLong(sql, asker);
    for (const { catalogs } of statements) for (const catalog of catalogs) openCatalog(catalog, this.warehouse);
    return statements;
  }

  private async parseLong(sql: string, asker: Asker): Promise<readonly ReadStatement[]> {
    // This dialect's reader is the one that reads it in the thread too.
    const reading = readInThread(this.options.readLongScript, { dialect: this.dialect, sql }, asker);
    return (await reading) as readonly ReadStatement[];
  }

  private async parseOne(sql: string, asker: Asker): Promise<ReadStatement> {
    const [statement, ...others] = await this.parse(sql, asker);
    if (statement && others.length === 0) return statement;
    const message = statement ? 'One statement can run at a time.' : 'There is no statement to run.';
    throw new EngineError({ code: 'SYNTAX_ERROR', message, line: null, column: null });
  }
}
