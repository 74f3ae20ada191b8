import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { eachInTurns, sortInTurns } from '../../turns/index.ts';
import { withDeadline } from '../deadline.ts';
import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from '../duckdb/embedded-engine.ts';
import {
  type Asker,
  type CatalogHit,
  type CatalogSearch,
  type Engine,
  type EngineCapabilities,
  type EngineColumn,
  EngineError,
  type Materializer,
  type RunRequest,
  type RunResult,
  type SearchPlace,
  type StatementAnalysis,
  type StoredResult,
  type StoreRequest,
  type TableDescription,
  type TableName,
  type TableSummary,
} from '../engine.ts';
import { LakeCatalog } from './catalog.ts';
import type { SqliteReading } from './catalog-access.ts';
import type { CatalogServer } from './catalog-server.ts';
import type { LakeTable } from './grouping.ts';
import { hitsOf } from './hits.ts';
import { homeSchema } from './names.ts';
import { sizeOf } from './plain-views.ts';
import { withoutMarks } from './storage.ts';
import type { TableSource } from './table-source.ts';

export interface LakeOptions {
  readonly source: TableSource;
  readonly sqlite: SqliteReading;
  /** Keeps the catalog of a DuckLake whose files these are; closed with them. */
  readonly server?: CatalogServer | null;
  /** The embedded engine's own settings; its database holds views alone, in a file that is gone afterwards. */
  readonly embedded: Omit<EmbeddedEngineOptions, 'file' | 'dataFolder'>;
  readonly nowMs: () => number;
}

const promptMs = 60_000;
const functionNames =
  "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate') " +
  "AND regexp_full_match(function_name, '[a-z][a-z0-9_]*') ORDER BY 1";
/** Words of the engine about files that went away or became others while they were read. */
const aboutFiles =
  /No files found that match|Cannot open file|could not be opened|No such file|Contents of view were altered|not there any more|has (?:been )?changed/i;

/** Opens the files of a folder, or of a storage, as tables. */
export async function openLake({ source, sqlite, server = null, embedded, nowMs }: LakeOptions): Promise<Engine> {
  // No statement guesses its name: a schema of that name would be read as the database.
  const file = path.join(embedded.tempFolder, `lake_${process.pid}_${randomBytes(8).toString('hex')}.duckdb`);
  await removeLeft(embedded.tempFolder);
  const engine = await openEmbeddedEngine({ ...embedded, file, dataFolder: source.folder });
  return new LakeEngine({ source, sqlite, server, engine, file, nowMs });
}

/** Files of servers that were ended without a word. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = /^lake_(\d+)_[0-9a-f]{16}\.duckdb/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await rm(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface LakeParts {
  readonly source: TableSource;
  readonly sqlite: SqliteReading;
  readonly server: CatalogServer | null;
  readonly engine: EmbeddedEngine;
  readonly file: string;
  readonly nowMs: () => number;
}

class LakeEngine implements Engine {
  readonly dialect: string;
  readonly capabilities: EngineCapabilities;
  readonly materializer: Materializer;
  private readonly catalog: LakeCatalog;

  constructor(private readonly parts: LakeParts) {
    const { engine } = parts;
    this.dialect = engine.dialect;
    this.capabilities = { ...engine.capabilities, canIngestFiles: false };
    this.catalog = new LakeCatalog(parts);
    const inner = engine.materializer;
    if (!inner) throw new Error('The embedded engine keeps rows.');
    this.materializer = {
      version: () => this.catalog.version() + engine.replacements(),
      materialize: (request) => this.prepared(request, () => inner.materialize(request)),
      read: (request) => inner.read(request),
      drop: (table) => inner.drop(table),
      preempt: () => inner.preempt(),
    };
  }

  analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    return this.parts.engine.analyse(sql, place);
  }

  run(request: RunRequest): Promise<RunResult> {
    // Files of others are read and never written.
    return this.prepared(request, () => this.parts.engine.run({ ...request, mayWrite: false }));
  }

  storeResult(request: StoreRequest): Promise<StoredResult> {
    return this.prepared(request, () => this.parts.engine.storeResult(request));
  }

  describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    return this.prepared({ ...place, sql }, () => this.parts.engine.describeQuery(sql, place));
  }

  explain(sql: string, place: SearchPlace & Asker & Pick<RunRequest, 'results'> = {}): Promise<readonly string[]> {
    return this.prepared({ ...place, sql }, () => this.parts.engine.explain(sql, place));
  }

  async listSchemas(): Promise<readonly string[]> {
    const tables = await this.within({}, (signal) => this.catalog.tables(signal));
    return [...new Set([homeSchema, ...tables.map(({ schema }) => schema)])].sort();
  }

  async listTables(schema: string): Promise<readonly TableSummary[]> {
    const tables = await this.within({}, (signal) => this.catalog.tables(signal));
    const found: TableSummary[] = [];
    const wanted = schema.toLowerCase();
    await eachInTurns(tables, ({ schema: own, table }) => {
      if (own.toLowerCase() === wanted) found.push({ schema: own, table, kind: 'table', rowCount: null });
    });
    return sortInTurns(found, (a, b) => (a.table < b.table ? -1 : 1));
  }

  async describeTable(name: TableName): Promise<TableDescription> {
    const found = await this.within({}, async (signal) => {
      const table = await this.catalog.find(name, signal);
      if (table) await this.catalog.open([name], { signal });
      return table;
    }).catch((error: unknown) => Promise.reject(this.toShown(error)));
    if (!found)
      throw new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `There is no table "${name.table}".` });
    const { schema, table } = found;
    const described = await this.parts.engine.describeTable({ schema, table });
    // The view's own text names places of the server.
    return { ...described, kind: 'table', definition: null, sizeBytes: isDescribed(found) ? null : sizeOf(found) };
  }

  async searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    const tables = await this.within({}, (signal) => this.catalog.tables(signal));
    return hitsOf(search, { tables, columns: await this.parts.engine.searchCatalog(search) });
  }

  async listFunctionNames(): Promise<readonly string[]> {
    const table = await this.parts.engine.runTrusted(functionNames);
    return (table.columns[0]?.values ?? []).map(String);
  }

  /** Also whether the files can be listed. */
  async ping(): Promise<void> {
    await this.within({}, (signal) => this.catalog.tables(signal));
    await this.within({}, async (signal) => this.parts.source.check?.(signal));
    await this.parts.engine.ping();
  }

  async close(): Promise<void> {
    await this.parts.engine.close();
    await this.parts.source.close();
    await this.parts.server?.close();
    for (const ending of ['', '.wal']) await rm(`${this.parts.file}${ending}`, { force: true });
  }

  /** Reads the tables of a statement from files as they are now; once more where those changed in between. */
  private async prepared<T>(request: Preparation, work: () => Promise<T>): Promise<T> {
    try {
      await this.prepare(request);
      return await work();
    } catch (error) {
      if (!(error instanceof EngineError) || !aboutFiles.test(error.message) || request.signal?.aborted)
        throw this.toShown(error);
      this.catalog.distrust();
      await this.prepare(request);
      return work().catch((again: unknown) => Promise.reject(this.toShown(again)));
    }
  }

  /** Copies have names of their own, which nobody knows who put the files there. */
  private toShown(error: unknown): unknown {
    if (!(error instanceof EngineError) || !this.parts.source.keepsCopies) return error;
    const { message, driverMessage, ...details } = error.details;
    const known = driverMessage === undefined ? {} : { driverMessage: withoutMarks(driverMessage) };
    return new EngineError({ ...details, ...known, message: withoutMarks(message) }, error.extra);
  }

  private async prepare({ sql, schema, onProgress, ...limits }: Preparation): Promise<void> {
    const statements = await this.parts.engine.analyse(sql);
    const names = statements.flatMap(({ tables }) =>
      tables.map((table) => ({ schema: table.schema ?? (schema || homeSchema), table: table.table })),
    );
    if (names.length === 0) return;
    const tell = onProgress && ((fraction: number) => onProgress({ fraction, rowsRead: 0 }));
    await this.within(limits, (signal) => this.catalog.open(names, { signal, onProgress: tell }));
  }

  private within<T>(
    { signal, timeoutMs = promptMs }: Pick<Preparation, 'signal' | 'timeoutMs'>,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withDeadline({ timeoutMs, ...(signal ? { signal } : {}), patienceMs: 1000 }, work);
  }
}

/** Its files are those of a log, which counts no bytes of rows. */
function isDescribed({ format }: LakeTable): boolean {
  return format === 'delta' || format === 'iceberg' || format === 'ducklake';
}

interface Preparation extends SearchPlace {
  readonly sql: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: RunRequest['onProgress'];
}
