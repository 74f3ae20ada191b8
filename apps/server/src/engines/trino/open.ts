import { packTable } from '../../packed/index.ts';
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
import type { ReadLongScript } from '../parsed-script.ts';
import {
  type Batch,
  type ResultSink,
  readInThread,
  refusal,
  rowsOf,
  storeRows,
  TableReader,
  type TextRow,
} from '../remote/index.ts';
import { Connection, type ConnectionSettings, type Stats } from './client.ts';
import { toEngineError } from './errors.ts';
import { type ReadStatement, readStatements } from './grammar/statement.ts';
import {
  describeTable,
  listFunctionNames,
  listSchemas,
  listTables,
  searchCatalog,
  toEngineColumn,
} from './inspection.ts';
import { familyOf } from './values.ts';

export interface TrinoOptions extends ConnectionSettings {
  readonly resultSink: ResultSink;
  readonly readLongScript: ReadLongScript;
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

/** Queries at once; more connections are left for questions about tables. */
const slots = 6;
/** Of questions about tables: sources of the server can be slow to tell. */
const promptMs = 30_000;
/** A server that answers has stopped a query by then; one that does not must not hold who asked beyond his limit. */
const patienceMs = 1000;
/** Longer scripts are read in a thread; these take a few milliseconds. */
const shortScript = 2000;

export function openTrino(options: TrinoOptions): Engine {
  return new TrinoEngine(options);
}

interface Asked extends SearchPlace {
  /** Characters before an author's text; null, or nothing, where the text is our own. */
  readonly headLength?: number | null;
  readonly signal?: AbortSignal | undefined;
}

class TrinoEngine implements Engine {
  readonly dialect = 'trino';
  readonly capabilities = capabilities;
  private readonly connection: Connection;
  private readonly fairQueue = new FairQueue(slots);

  constructor(private readonly options: TrinoOptions) {
    this.connection = new Connection(options);
  }

  async analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    const statements = await this.parse(sql, place);
    return statements.map(({ kind, text, limit, tables }) => ({ kind, text, limit, tables }));
  }

  /** The server tells no case apart. */
  foldName(name: string): string {
    return name.toLowerCase();
  }

  async run(request: RunRequest): Promise<RunResult> {
    const statement = await this.parseOne(request.sql, request);
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
      return toRunResult({ packed: packTable(table.toTable()), isTruncated, engineMs });
    });
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const statement = await this.parseOne(request.sql, request);
    const { resultSink } = this.options;
    return this.running(request, (signal) =>
      storeRows({ batches: this.openRows(statement, { ...request, signal }), request, resultSink, familyOf }),
    );
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const statement = await this.parseOne(sql, place);
    if (statement.kind === 'explain') throw refusal('A plan has no columns of its own.');
    const head = 'SELECT * FROM (';
    const asked = { ...place, headLength: head.length };
    const [batch] = await this.askBatches(`${head}${statement.text}\n) LIMIT 0`, asked);
    return (batch?.columns ?? []).map(({ name, nativeType }) => toEngineColumn([name, nativeType]));
  }

  listSchemas(): Promise<readonly string[]> {
    return listSchemas((sql) => this.ask(sql));
  }

  listTables(schema: string): Promise<readonly TableSummary[]> {
    return listTables((sql) => this.ask(sql), schema);
  }

  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return searchCatalog((sql) => this.ask(sql), search);
  }

  describeTable(name: TableName): Promise<TableDescription> {
    return describeTable((sql) => this.ask(sql), name);
  }

  listFunctionNames(): Promise<readonly string[]> {
    return listFunctionNames((sql) => this.ask(sql));
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    const statement = await this.parseOne(sql, place);
    const head = statement.kind === 'explain' ? '' : 'EXPLAIN ';
    const rows = await this.ask(`${head}${statement.text}`, { ...place, headLength: head.length });
    return rows.flatMap((row) => (row[0] ?? '').split('\n'));
  }

  planHead(isMeasured: boolean): string | null {
    return isMeasured ? null : 'EXPLAIN (TYPE LOGICAL, FORMAT JSON)';
  }

  /** What the server reckons that it costs, in the words of the reference. */
  async estimate(sql: string, place: SearchPlace & Asker = {}): Promise<Readonly<Record<string, string>> | null> {
    const statement = await this.parseOne(sql, place);
    if (statement.kind !== 'select') return null;
    const head = 'EXPLAIN (TYPE IO, FORMAT JSON) ';
    const [row] = await this.ask(`${head}${statement.text}`, { ...place, headLength: head.length });
    return readEstimate(row?.[0] ?? '');
  }

  async ping(): Promise<void> {
    await this.ask('SELECT schema_name FROM information_schema.schemata LIMIT 1');
  }

  async close(): Promise<void> {
    this.connection.close();
  }

  private async running<T>(request: RunRequest | StoreRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.fairQueue.take(request.fairnessKey, signal, () => work(signal)),
      );
    } catch (error) {
      throw this.toError(error, 0);
    }
  }

  private openRows(
    { text: sql }: ReadStatement,
    { onProgress, signal, ...place }: Pick<RunRequest, 'schema' | 'onProgress'> & { readonly signal: AbortSignal },
  ): AsyncGenerator<Batch> {
    const onStats = ({ processedRows = 0, progressPercentage = 0 }: Stats) => {
      if (processedRows > 0) onProgress?.({ rowsRead: processedRows, fraction: Math.min(1, progressPercentage / 100) });
    };
    return this.connection.read({ sql, schema: this.schemaOf(place), signal, onStats });
  }

  /** The rows of a question of our own, or of one that is put around a statement. */
  private async ask(sql: string, asked: Asked = {}): Promise<readonly TextRow[]> {
    return (await this.askBatches(sql, asked)).flatMap((batch) => rowsOf(batch));
  }

  private async askBatches(sql: string, asked: Asked): Promise<readonly Batch[]> {
    const bounds = { timeoutMs: promptMs, patienceMs, ...(asked.signal ? { signal: asked.signal } : {}) };
    try {
      return await withDeadline(bounds, async (signal) => {
        const batches: Batch[] = [];
        const question = { sql, schema: this.schemaOf(asked), signal };
        for await (const batch of this.connection.read(question)) batches.push(batch);
        return batches;
      });
    } catch (error) {
      throw this.toError(error, asked.headLength ?? null);
    }
  }

  private toError(error: unknown, headLength: number | null): EngineError {
    return toEngineError(error, { ...this.connection.settings, headLength });
  }

  private schemaOf({ schema }: SearchPlace): string {
    return schema || this.options.defaultSchema;
  }

  private async parse(sql: string, asker: Asker): Promise<readonly ReadStatement[]> {
    const statements = sql.length <= shortScript ? readStatements(sql) : await this.parseLong(sql, asker);
    for (const { catalogs } of statements) for (const catalog of catalogs) this.assertOwn(catalog);
    return statements;
  }

  private async parseLong(sql: string, asker: Asker): Promise<readonly ReadStatement[]> {
    // This dialect's reader is the one that reads it in the thread too.
    const reading = readInThread(this.options.readLongScript, { dialect: this.dialect, sql }, asker);
    return (await reading) as readonly ReadStatement[];
  }

  /** Permissions are asked for by schema and table: another catalog's schemas are not those of this database. */
  private assertOwn(catalog: string): void {
    const { catalog: own } = this.options;
    if (catalog === own) return;
    throw refusal(`This database is the catalog "${own}": tables of "${catalog}" cannot be read by it.`);
  }

  private async parseOne(sql: string, asker: Asker): Promise<ReadStatement> {
    const [statement, ...others] = await this.parse(sql, asker);
    if (statement && others.length === 0) return statement;
    const message = statement ? 'One statement can run at a time.' : 'There is no statement to run.';
    throw new EngineError({ code: 'SYNTAX_ERROR', message, line: null, column: null });
  }
}

const figures: readonly (readonly [name: string, label: string, unit: string])[] = [
  ['outputRowCount', 'Output count', ' rows'],
  ['outputSizeInBytes', 'Output size', ' B'],
  ['cpuCost', 'CPU cost', ''],
  ['maxMemory', 'Max memory', ' B'],
  ['networkCost', 'Network cost', ''],
];

/** What is not known (`NaN`) is left out; null where nothing is known. */
function readEstimate(json: string): Readonly<Record<string, string>> | null {
  // The documented shape of this answer; what is missing reads as nothing.
  const { estimate = {} } = JSON.parse(json) as { readonly estimate?: Readonly<Record<string, unknown>> };
  const known = figures.flatMap(([name, label, unit]) => {
    const value = Number(estimate[name] ?? Number.NaN);
    return Number.isFinite(value) ? [[label, `${Math.round(value).toLocaleString('en')}${unit}`] as const] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : null;
}
