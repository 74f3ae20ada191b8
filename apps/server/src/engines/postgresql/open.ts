import { eachInTurns, mapInTurns } from '../../turns/index.ts';
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
} from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import type { ReadLongScript } from '../parsed-script.ts';
import { type ResultSink, readInThread, refusal } from '../remote/index.ts';
import { placed } from './analysis.ts';
import { ConnectionPool, type ConnectionSettings, type SessionOptions } from './client.ts';
import { DatabasePools } from './databases.ts';
import { toEngineError } from './errors.ts';
import { type Family, familyOfBackend } from './families.ts';
import { nameTypes } from './inspection.ts';
import { readRows } from './read-rows.ts';
import type { RawField, Session } from './session.ts';
import { type Known, type KnownNames, knownOf, type SharedServer } from './shared-server.ts';
import { type PostgresqlStatement, parseScript } from './statements.ts';
import { storeRows, toSentText } from './store.ts';
import { ofAnotherDatabase } from './tree.ts';
import { type Field, familyOf } from './values.ts';

export interface PostgresqlOptions extends ConnectionSettings {
  /** PostgreSQL where nothing is said. */
  readonly family?: Family;
  readonly resultSink: ResultSink;
  readonly readLongScript: ReadLongScript;
  readonly log: (line: string) => void;
  /** Other databases of the server may be read, where the family can. */
  readonly readsOthers?: boolean;
}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; two more connections of the pool are left for questions about tables. */
const slots = 6;
const promptMs = 15_000;
/** A server that answers has stopped a query by then; one that does not must not hold who asked beyond his limit. */
const patienceMs = 1000;
const knownNamesAgeMs = 30_000;
/** Longer scripts are read in a thread; these take a few milliseconds. */
const shortScript = 2000;
/** Named in a moment. */
const fieldsATurn = 5000;
const wrapHead = 'SELECT * FROM (';

export function openPostgresql(options: PostgresqlOptions): Engine {
  const family = options.family ?? familyOfBackend('');
  const open = (database: string) => new ConnectionPool({ ...options, family, database }, options.log);
  const server = { pools: new DatabasePools(open(options.database), open), fairQueue: new FairQueue(slots) };
  return new PostgresqlEngine({ ...options, family }, { ...server, known: new Map() });
}

class PostgresqlEngine implements Engine {
  readonly dialect: string;
  readonly capabilities = capabilities;
  private readonly family: Family;
  private readonly known: Known;
  readonly inCatalog?: (catalog: string) => Engine;
  readonly listCatalogs?: () => Promise<readonly string[]>;

  /** `other` is the database that it is in, where that is not the one of the connection. */
  constructor(
    private readonly options: PostgresqlOptions & { readonly family: Family },
    private readonly server: SharedServer,
    private readonly other: string | null = null,
  ) {
    this.family = options.family;
    this.dialect = this.family.dialect;
    this.known = knownOf(server, other ?? options.database);
    const { databasesSql, closedDatabases } = this.family;
    if (!options.readsOthers || databasesSql === null) return;
    const isClosed = (database: string) => closedDatabases.has(database.toLowerCase());
    this.inCatalog = (catalog) => {
      if (isClosed(catalog)) throw refusal(`The catalog "${catalog}" may not be read here.`);
      return new PostgresqlEngine(options, server, catalog);
    };
    this.listCatalogs = async () => {
      const { rows } = await this.ask((session) => session.query(databasesSql));
      return rows.map((row) => row[0] ?? '').filter((name) => !isClosed(name));
    };
  }

  async analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    const statements = await this.parse(sql, place);
    if (this.family.checksSchemas) await this.checkSchemas(statements, place);
    const callsFunctions = statements.some(({ functions }) => functions.length > 0);
    const own = callsFunctions ? await this.readOwnFunctions() : new Set<string>();
    const fold = (name: string) => (this.family.foldsQuoted ? name.toLowerCase() : name);
    const folded = new Set([...own].map(fold));
    const isOwn = (key: readonly string[]) => folded.has(fold(JSON.stringify(key)));
    const catalog = this.other;
    return statements.map((statement) => placed(statement, { isOwn, catalog, schema: place.schema || defaultSchema }));
  }

  async run(request: RunRequest): Promise<RunResult> {
    const statement = await this.parseOne(request.sql, request, request.mayWrite ?? false);
    const isWrapped = statement.kind === 'select' && !(statement.limit !== null && statement.limit <= request.maxRows);
    const sql = isWrapped ? `${wrapHead}${statement.text}\n) AS powerset LIMIT ${request.maxRows + 1}` : statement.text;
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.server.fairQueue.take(request.fairnessKey, signal, () =>
          this.inSession(
            {
              signal,
              timeoutMs: request.timeoutMs,
              mayWrite: request.mayWrite ?? false,
              schema: request.schema || defaultSchema,
            },
            (session) =>
              readRows(session, { ...request, sql, nameFields: (fields) => this.nameFields(session, fields) }),
          ),
        ),
      );
    } catch (error) {
      throw this.toError(error, { sql: statement.text, headLength: isWrapped ? wrapHead.length : 0 });
    }
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const statement = await this.parseOne(request.sql, request);
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.server.fairQueue.take(request.fairnessKey, signal, () =>
          this.inSession(toReading(request, signal), (session) =>
            storeRows({
              session,
              statement,
              request,
              family: this.family,
              resultSink: this.options.resultSink,
              nameFields: (fields) => this.nameFields(session, fields),
            }),
          ),
        ),
      );
    } catch (error) {
      throw this.toError(error, {
        sql: statement.text,
        headLength: toSentText(statement, this.family).headLength,
      });
    }
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const statement = await this.parseOne(sql, place);
    return this.ask(
      async (session) => {
        const { fields } = await session.query(`${wrapHead}${statement.text}\n) AS powerset LIMIT 0`, {
          isUsers: true,
        });
        const named = await this.nameFields(session, fields);
        return named.map((field) => ({
          name: field.name,
          nativeType: field.nativeType,
          type: familyOf(field.oid).type,
          isNullable: true,
          comment: null,
        }));
      },
      { sql: statement.text, headLength: wrapHead.length, schema: place.schema },
    );
  }

  listSchemas(): Promise<readonly string[]> {
    return this.ask(this.family.catalog.listSchemas);
  }

  listTables(schema: string): Promise<readonly TableSummary[]> {
    return this.ask((session) => this.family.catalog.listTables(session, schema));
  }

  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return this.ask((session) => this.family.catalog.searchCatalog(session, search));
  }

  describeTable(name: TableName): Promise<TableDescription> {
    return this.ask((session) => this.family.catalog.describeTable(session, name));
  }

  listFunctionNames(): Promise<readonly string[]> {
    return this.ask(this.family.catalog.listFunctionNames);
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    const statement = await this.parseOne(sql, place);
    const head = statement.kind === 'explain' ? '' : 'EXPLAIN ';
    return this.ask(
      async (session) => {
        const { rows } = await session.query(`${head}${statement.text}`, { isUsers: true });
        return rows.map((row) => row[0] ?? '');
      },
      { sql: statement.text, headLength: head.length, schema: place.schema },
    );
  }

  async ping(): Promise<void> {
    await this.ask((session) => session.query('SELECT 1'));
  }

  poolFigures(): PoolFigures {
    const { waiting, ...figures } = this.server.pools.figures;
    return { ...figures, waiting: waiting + this.server.fairQueue.waiting };
  }

  close(): Promise<void> {
    return this.server.pools.close();
  }

  private inSession<T>(asked: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const { pools } = this.server;
    return this.other === null ? pools.own.inSession(asked, work) : pools.inSession(this.other, asked, work);
  }

  private toError(error: unknown, place: { readonly sql?: string; readonly headLength?: number } = {}): EngineError {
    return toEngineError(error, { ...this.options, database: this.other ?? this.options.database, ...place });
  }

  private async ask<T>(
    question: (session: Session) => Promise<T>,
    place: SearchPlace & { readonly sql?: string; readonly headLength?: number } = {},
  ): Promise<T> {
    try {
      return await withDeadline({ timeoutMs: promptMs, patienceMs }, (signal) =>
        this.inSession(toReading({ timeoutMs: promptMs, schema: place.schema }, signal), question),
      );
    } catch (error) {
      throw this.toError(error, place);
    }
  }

  private async parse(sql: string, asker: Asker): Promise<readonly PostgresqlStatement[]> {
    const statements =
      sql.length <= shortScript ? await parseScript(sql, this.family.rules) : await this.parseLong(sql, asker);
    const here = this.other ?? this.options.database;
    for (const { databases = [] } of statements)
      for (const { database, table } of databases) if (database !== here) throw ofAnotherDatabase(table);
    return statements;
  }

  private async parseLong(sql: string, asker: Asker): Promise<readonly PostgresqlStatement[]> {
    // This dialect's reader is the one that reads it in the thread too.
    return readInThread(this.options.readLongScript, { dialect: this.dialect, sql }, asker);
  }

  private async parseOne(sql: string, asker: Asker, mayWrite = false): Promise<PostgresqlStatement> {
    const [statement, ...others] = await this.parse(sql, asker);
    if (!statement || others.length > 0) {
      const message = statement ? 'One statement can run at a time.' : 'There is no statement to run.';
      throw new EngineError({ code: 'SYNTAX_ERROR', message, line: null, column: null });
    }
    if (!mayWrite && statement.kind !== 'select' && statement.kind !== 'explain')
      throw new EngineError({
        code: 'DML_NOT_ALLOWED_ERROR',
        message: 'Only `SELECT` statements are allowed against this database',
      });
    return statement;
  }

  private async nameFields(session: Session, fields: readonly RawField[]): Promise<readonly Field[]> {
    const { typeNames } = this.known;
    const keyOf = ({ oid, modifier }: RawField) => `${oid}:${modifier}`;
    const unnamed = new Map<string, RawField>();
    await eachInTurns(fields, (field) => {
      const key = keyOf(field);
      if (!typeNames.has(key)) unnamed.set(key, field);
    });
    const unknown = [...unnamed.values()];
    if (unknown.length > 0) {
      const names = await nameTypes(session, unknown);
      for (const [index, field] of unknown.entries()) typeNames.set(keyOf(field), names[index] ?? '');
    }
    return mapInTurns(fields, fieldsATurn, (field) => ({
      name: field.name,
      oid: field.oid,
      modifier: field.modifier,
      nativeType: typeNames.get(keyOf(field)) ?? '',
    }));
  }

  private async readOwnFunctions(): Promise<ReadonlySet<string>> {
    const { known } = this;
    known.ownFunctions = await this.refresh(known.ownFunctions, this.family.catalog.listOwnFunctions);
    return known.ownFunctions.names;
  }

  private async refresh(known: KnownNames | null, list: (session: Session) => Promise<Iterable<string>>) {
    const now = performance.now();
    if (known && now - known.readAt < knownNamesAgeMs) return known;
    return { names: new Set(await this.ask(list)), readAt: now };
  }

  /** What is no schema of this database would be looked for as another database. */
  private async checkSchemas(statements: readonly PostgresqlStatement[], place: SearchPlace): Promise<void> {
    const named = statements.flatMap(({ tables, functions }) => [...tables, ...functions].map(({ schema }) => schema));
    const wanted = [...named, place.schema ?? null].filter((schema) => schema !== null && !openSchemas.has(schema));
    if (wanted.length === 0) return;
    const { known } = this;
    known.schemas = await this.refresh(known.schemas, this.family.catalog.listSchemas);
    const { names } = known.schemas;
    const unknown = wanted.find((schema) => schema !== null && !names.has(schema));
    if (unknown)
      throw new EngineError({
        code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
        message: `The schema "${unknown}" does not exist.`,
      });
  }

  /** Where plans are told in lines. */
  get readPlan(): Engine['readPlan'] {
    const { readPlan } = this.family;
    if (!readPlan) return undefined;
    return async (sql, place = {}) => readPlan({ rows: (await this.explain(sql, place)).map((line) => [line]) });
  }

  /** Where plans are told in lines that name no costs, how many rows they say. */
  get estimate(): Engine['estimate'] {
    const { readPlan } = this.family;
    if (!readPlan) return undefined;
    return async (sql, place = {}) => {
      const lines = await this.explain(sql, place);
      const [top] = readPlan({ rows: lines.map((line) => [line]) });
      if (top?.estimatedRows == null || lines.some((line) => line.includes('cost='))) return null;
      return { 'Estimated rows': String(top.estimatedRows) };
    };
  }
}

/** They are in every database, and their tables are judged by the rules. */
const openSchemas = new Set(['', 'public', 'pg_catalog', 'information_schema']);

const defaultSchema = 'public';

function toReading({ timeoutMs, schema }: SearchPlace & { readonly timeoutMs: number }, signal: AbortSignal) {
  return { signal, timeoutMs, schema: schema || defaultSchema };
}
