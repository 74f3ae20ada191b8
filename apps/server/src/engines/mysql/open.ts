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
import type { FairQueue } from '../fair-queue.ts';
import type { FunctionCall, ParsedStatement, ReadLongScript } from '../parsed-script.ts';
import type { PlanStep } from '../plan-step.ts';
import { type ResultSink, readInThread, refusal } from '../remote/index.ts';
import { foldCatalog } from './catalog-names.ts';
import { type Catalogs, type Inspection, inItsCatalog, inspectionOf, toCatalogs } from './catalogs.ts';
import type { ConnectionPool, ServerFacts, Session, SessionOptions } from './client.ts';
import type { ConnectionSettings } from './driver.ts';
import { type Family, type Member, memberOf } from './families.ts';
import { listOwnFunctions, listServerFunctions, searchCatalog } from './inspection.ts';
import type { ReadPlanRows } from './plan-rows.ts';
import { readRows } from './read-rows.ts';
import { isRefusedFunction, isRefusedTable, readMysqlScript } from './reading/index.ts';
import { type SharedServer, toSharedServer } from './shared-server.ts';
import { storeRows } from './store.ts';
import { familyOf, nativeTypeOf, toResultTable } from './values.ts';

export interface MysqlOptions extends ConnectionSettings {
  /** Which server it is, where that is known before it answers. */
  readonly member?: Member;
  /** Null for the usual one. */
  readonly catalog?: string | null;
  /** Other catalogs of the server may be read, where it has them. */
  readonly readsOthers?: boolean;
  readonly resultSink: ResultSink;
  readonly readLongScript: ReadLongScript;
  readonly log: (line: string) => void;
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

const promptMs = 15_000;
/** A server that answers has stopped a query by then; one that does not must not hold who asked beyond his limit. */
const patienceMs = 1000;
const knownFunctionsAgeMs = 30_000;
/** Longer scripts are read in a thread; these take a few milliseconds. */
const shortScript = 10_000;

export function openMysql(options: MysqlOptions): Engine {
  return new MysqlEngine(options);
}

/** Every catalog has this schema: bare names find nothing in it that is anybody's. */
const nowhere = 'information_schema';

const withMember = ({ member = memberOf('mysql'), catalog = null, ...options }: MysqlOptions) => ({
  ...{ ...options, member, catalog },
});

const tellsPlans = ({ planHead, readPlanRows }: Family): boolean => planHead !== null || readPlanRows !== null;

interface KnownFunctions {
  /** As `["schema","name"]`. */
  readonly own: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
  readonly readAt: number;
}

class MysqlEngine implements Engine {
  readonly dialect: string;
  readonly capabilities: EngineCapabilities;
  readonly inCatalog?: (catalog: string) => Engine;
  readonly listCatalogs?: () => Promise<readonly string[]>;
  private readonly member: Member;
  private readonly pool: ConnectionPool;
  private readonly fairQueue: FairQueue;
  private readonly catalogs: Catalogs | null;
  private readonly inspection: Inspection;
  private known: KnownFunctions | null = null;

  /** `chosen` is the catalog that it is in, where that is not the one of the connection. */
  constructor(
    private readonly options: MysqlOptions,
    private readonly shared: SharedServer = toSharedServer(withMember(options), options.log),
    private readonly chosen: string | null = null,
  ) {
    const { member } = withMember(options);
    this.member = member;
    this.dialect = member.dialect;
    this.capabilities = { ...capabilities, canEstimateCost: !member.family || tellsPlans(member.family) };
    this.pool = shared.pool;
    this.fairQueue = shared.fairQueue;
    const own = toCatalogs(member, options);
    this.catalogs = own && chosen !== null ? { ...own, chosen } : own;
    this.inspection = inspectionOf(this.catalogs);
    if (!own?.readsOthers) return;
    this.inCatalog = (name) => {
      const catalog = foldCatalog(member, name);
      return new MysqlEngine(options, shared, catalog === own.own ? null : catalog);
    };
    this.listCatalogs = async () => {
      const { rows } = await this.ask((session) => session.query('SHOW CATALOGS'));
      return rows.map((row) => String(row[member.catalogColumn] ?? '')).sort();
    };
  }

  async analyse(sql: string, place: SearchPlace & Asker = {}): Promise<readonly StatementAnalysis[]> {
    const statements = await this.parse(sql, place);
    await this.readFacts();
    return Promise.all(
      statements.map(async ({ functions, limitPlace, mentions, ...statement }) => {
        const own = await this.findOwn(functions, place);
        const called = own.map(({ schema, name }) =>
          inItsCatalog({ schema: this.foldName(this.schemaOf({ schema }, place)), table: name }, this.catalogs),
        );
        return {
          ...{ ...statement, tables: [...this.placeTables(statement, place), ...called] },
          ...(mentions ? { mentions: mentions.map((mention) => inItsCatalog(mention, this.catalogs)) } : {}),
        };
      }),
    );
  }

  async run(request: RunRequest): Promise<RunResult> {
    const statement = await this.parseOne(request.sql, request, request.mayWrite ?? false);
    const sql = limitRows(statement, request.maxRows + 1);
    const own = await this.findOwn(statement.functions, request);
    return this.inTurn(request, { sql: statement.text, mayChangeSession: own.length > 0 }, async (session) => {
      if (!request.mayWrite) return readRows(session, sql, request);
      const startedAt = performance.now();
      const { fields, rows, changed } = await session.query(sql);
      const engineMs = performance.now() - startedAt;
      if (fields.length === 0)
        return toRunResult({ packed: packTable(toChangedTable(statement, changed)), isTruncated: false, engineMs });
      const isTruncated = rows.length > request.maxRows;
      const table = await toResultTable(
        fields,
        isTruncated ? rows.slice(0, request.maxRows) : rows,
        request.isExact ?? false,
      );
      return toRunResult({ packed: packTable(table), isTruncated, engineMs });
    });
  }

  async storeResult(request: StoreRequest): Promise<StoredResult> {
    const statement = await this.parseOne(request.sql, request);
    const sql = limitRows(statement, request.maxRows + 1);
    const own = await this.findOwn(statement.functions, request);
    const { resultSink } = this.options;
    return this.inTurn(request, { sql: statement.text, mayChangeSession: own.length > 0 }, (session) =>
      storeRows({ session, sql, request, resultSink }),
    );
  }

  async describeQuery(sql: string, place: SearchPlace & Asker = {}): Promise<readonly EngineColumn[]> {
    const statement = await this.parseOne(sql, place);
    const { text } = statement;
    const fields = await this.ask(
      async (session) => {
        if (session.server.family.describesPrepared) return session.describe(text);
        return (await session.query(limitRows(statement, 0))).fields;
      },
      { ...place, sql: text },
    );
    return fields.map((field) => ({
      name: field.name,
      nativeType: nativeTypeOf(field),
      type: familyOf(field).type,
      isNullable: true,
      comment: null,
    }));
  }

  listSchemas(): Promise<readonly string[]> {
    return this.ask(this.inspection.listSchemas);
  }

  listTables(schema: string): Promise<readonly TableSummary[]> {
    return this.ask((session) => this.inspection.listTables(session, schema));
  }

  searchCatalog(search: CatalogSearch): Promise<readonly CatalogHit[]> {
    return this.ask((session) => searchCatalog(session, search));
  }

  describeTable(name: TableName): Promise<TableDescription> {
    return this.ask((session) => this.inspection.describeTable(session, name));
  }

  async listFunctionNames(): Promise<readonly string[]> {
    const { own, servers } = await this.readKnownFunctions();
    const ownNames = [...own].map((key) => String((JSON.parse(key) as readonly unknown[])[1]));
    const names = [...this.member.grammar.functionNames, ...servers, ...ownNames].filter(
      (name) => !isRefusedFunction(name),
    );
    return [...new Set(names)].filter((name) => /^[a-z][a-z0-9_]*$/.test(name)).sort();
  }

  async explain(sql: string, place: SearchPlace & Asker = {}): Promise<readonly string[]> {
    const statement = await this.parseOne(sql, place);
    const { family } = await this.readFacts();
    const head = statement.kind === 'explain' ? '' : `${family.planHead ?? 'EXPLAIN'} `;
    const { rows } = await this.ask((session) => session.query(`${head}${statement.text}`), {
      ...place,
      sql: statement.text,
    });
    return rows.flatMap((row) => row.map(String).join('\t').split('\n'));
  }

  planHead(isMeasured: boolean): string | null {
    const family = this.shared.facts?.family;
    return (isMeasured ? family?.measuredPlanHead : family?.planHead) ?? null;
  }

  /** Once a statement was analysed it is known whether this server tells its plans so. */
  get readPlan(): Engine['readPlan'] {
    const readPlanRows = this.shared.facts?.family.readPlanRows;
    return readPlanRows ? (sql, place = {}) => this.askPlan(sql, { ...place, readPlanRows }) : undefined;
  }

  get estimate(): Engine['estimate'] {
    const { readPlan } = this;
    if (!readPlan) return undefined;
    return async (sql, place) => {
      const [top] = await readPlan(sql, place);
      return top?.estimatedRows == null ? null : { 'Estimated rows': String(top.estimatedRows) };
    };
  }

  foldName(name: string): string {
    return this.shared.facts?.foldsNames ? name.toLowerCase() : name;
  }

  async ping(): Promise<void> {
    await this.ask((session) => session.query('SELECT 1'));
  }

  poolFigures(): PoolFigures {
    const { waiting, ...figures } = this.pool.figures;
    return { ...figures, waiting: waiting + this.fairQueue.waiting };
  }

  knock(at: { readonly host: string; readonly port: number }, timeoutMs: number): Promise<void> {
    return this.pool.knock(at, timeoutMs);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async askPlan(
    sql: string,
    { readPlanRows, ...place }: SearchPlace & Asker & { readonly readPlanRows: ReadPlanRows },
  ): Promise<readonly PlanStep[]> {
    const { text } = await this.parseOne(sql, place);
    return readPlanRows(await this.ask((session) => session.query(`EXPLAIN ${text}`), { ...place, sql: text }));
  }

  private async inTurn<T>(
    request: RunRequest | StoreRequest,
    { sql, mayChangeSession }: { readonly sql: string; readonly mayChangeSession: boolean },
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const mayWrite = 'mayWrite' in request ? (request.mayWrite ?? false) : false;
    try {
      return await withDeadline({ ...request, patienceMs }, (signal) =>
        this.fairQueue.take(request.fairnessKey, signal, () => {
          const { timeoutMs } = request;
          return this.inSession({ signal, timeoutMs, mayWrite, mayChangeSession, ...this.sessionPlace(request) }, work);
        }),
      );
    } catch (error) {
      throw this.pool.toError(error, { sql });
    }
  }

  private async ask<T>(
    question: (session: Session) => Promise<T>,
    { schema, sql }: SearchPlace & { readonly sql?: string } = {},
  ): Promise<T> {
    try {
      return await withDeadline({ timeoutMs: promptMs, patienceMs }, (signal) =>
        this.inSession({ signal, timeoutMs: promptMs, ...this.sessionPlace({ schema }) }, question),
      );
    } catch (error) {
      throw this.pool.toError(error, sql === undefined ? {} : { sql });
    }
  }

  private inSession<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    return this.pool.inSession(options, (session) => {
      this.shared.facts = session.server;
      return work(session);
    });
  }

  private schemaOf({ schema }: SearchPlace, outer: SearchPlace = {}): string {
    return schema || outer.schema || (this.chosen === null ? this.options.database : nowhere);
  }

  private sessionPlace({ schema }: SearchPlace): Pick<SessionOptions, 'catalog' | 'schema'> {
    // The schema of the connection lies in its own catalog.
    const entered = this.chosen === null ? this.schemaOf({ schema }) : (schema ?? '');
    return { catalog: this.catalogs?.chosen ?? null, schema: entered };
  }

  /** The tables of a statement with their schemas; those of the server itself are refused, wherever bare names lie. */
  private placeTables({ tables }: Pick<ParsedStatement, 'tables'>, place: SearchPlace): StatementAnalysis['tables'] {
    return tables.map(({ schema, table, ...named }) => {
      const placed = { ...named, schema: this.foldName(this.schemaOf({ schema }, place)), table: this.foldName(table) };
      if (isRefusedTable(placed)) throw refusal(`The table "${placed.schema}.${table}" may not be read here.`);
      return inItsCatalog(placed, this.catalogs);
    });
  }

  private async readFacts(): Promise<ServerFacts> {
    return this.shared.facts ?? this.ask(async (session) => session.server);
  }

  private async parse(sql: string, asker: Asker): Promise<readonly ParsedStatement[]> {
    if (sql.length <= shortScript) return readMysqlScript(sql, this.member.grammar);
    return readInThread(this.options.readLongScript, { dialect: this.dialect, sql }, asker);
  }

  private async parseOne(sql: string, asker: SearchPlace & Asker, mayWrite = false): Promise<ParsedStatement> {
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
    this.placeTables(statement, asker);
    return statement;
  }

  /** Of the functions that are not known everywhere, those that people made here; what nobody knows is refused. */
  private async findOwn(functions: readonly FunctionCall[], place: SearchPlace): Promise<readonly FunctionCall[]> {
    if (functions.length === 0) return [];
    const { own, servers } = await this.readKnownFunctions();
    const isServers = ({ schema, name }: FunctionCall) => schema === null && servers.has(name.toLowerCase());
    const left = functions.filter((call) => !isServers(call));
    const unknown = left.find(
      ({ schema, name }) => !own.has(JSON.stringify([this.schemaOf({ schema }, place), name.toLowerCase()])),
    );
    if (unknown) throw refusal(`The function "${unknown.name}" is not known here.`);
    return left;
  }

  private async readKnownFunctions(): Promise<KnownFunctions> {
    const now = performance.now();
    if (this.known && now - this.known.readAt < knownFunctionsAgeMs) return this.known;
    const known = await this.ask(async (session) => ({
      own: await listOwnFunctions(session),
      servers: new Set(await listServerFunctions(session)),
    }));
    this.known = { ...known, readAt: now };
    return this.known;
  }
}

/** The statement with a limit that lets at most so many rows come; what takes none comes as it is. */
function limitRows({ kind, text, limit, limitPlace }: ParsedStatement, most: number): string {
  if (kind !== 'select') return text;
  if (!limitPlace) return `${text}\nLIMIT ${most}`;
  if (limit === null || limit <= most) return text;
  return `${text.slice(0, limitPlace.start)}${most}${text.slice(limitPlace.end)}`;
}

function toChangedTable({ kind }: ParsedStatement, changed: number | null): RunResult['table'] {
  if (kind !== 'write') return { columns: [], rowCount: 0 };
  return { columns: [{ name: 'Count', type: 'number', nativeType: 'bigint', values: [changed ?? 0] }], rowCount: 1 };
}
