import type { Duplex } from 'node:stream';
import oracledb, { type ColumnMetadata, type Connection, type ResultSet } from 'oracledb';
import { watchRows } from '../remote/index.ts';
import { type Opening, type Place, withSockets } from './driver-network.ts';
import { sendAsWritten } from './driver-statements.ts';
import { readExactTimes } from './driver-values.ts';
import { OracleFailure } from './failures.ts';
import type { ColumnFacts } from './values.ts';

export interface ConnectionSettings extends Place {
  readonly user: string;
  readonly password: string | null;
}

/** Rows of one statement, which are sent as they are asked for. */
export interface Rows {
  readonly columns: readonly ColumnFacts[];
  /** The next of them, and how many bytes they came in; none after the last. */
  next(count: number): Promise<{ readonly rows: readonly (readonly unknown[])[]; readonly bytes: number }>;
  close(): Promise<void>;
}

/** One connection, and what runs on it: one statement after the other. */
export interface Line {
  readonly isOpen: boolean;
  run(sql: string): Promise<Rows>;
  /** The columns of a statement, which is read and not run. */
  describe(sql: string): Promise<readonly ColumnFacts[]>;
  /** The rows of a statement's plan; the statement does not run. */
  plan(sql: string): Promise<Rows>;
  /** Forgets what was written for a plan. */
  forgetPlan(): Promise<void>;
  /** Tells the server to end what it is at. */
  cancel(): Promise<void>;
  close(): void;
}

const openTimeoutMs = 8000;
/** Rows that come with the answer to a statement. */
const firstRows = 50;
/** Times are those of UTC, numbers and names of months English, and texts are compared as they are, whatever the account's habits are. */
const sessionSql = `ALTER SESSION SET NLS_LANGUAGE = 'AMERICAN' NLS_TERRITORY = 'AMERICA' NLS_CALENDAR = 'GREGORIAN'
  NLS_NUMERIC_CHARACTERS = '.,' NLS_DATE_LANGUAGE = 'AMERICAN' NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'
  NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF' NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM'
  NLS_SORT = 'BINARY' NLS_COMP = 'BINARY' TIME_ZONE = '+00:00'`;

const planHead = "EXPLAIN PLAN SET STATEMENT_ID = 'powerset' INTO SYS.PLAN_TABLE$ FOR ";
const planSql = `SELECT id, depth, operation, options, object_owner, object_name, cardinality, bytes, cost, access_predicates,
  filter_predicates FROM sys.plan_table$ WHERE statement_id = 'powerset' ORDER BY id`;

/** Connects by the driver. This file and `driver-*.ts` are those that know it. */
export async function openLine(settings: ConnectionSettings): Promise<Line> {
  readExactTimes();
  sendAsWritten();
  const opening: Opening = { place: settings, streams: [] };
  const close = (reason?: Error) => {
    for (const stream of [...opening.streams].reverse()) stream.destroy(reason);
  };
  const connecting = connect(settings, opening);
  try {
    return new DriverLine(await inTime(connecting), opening.streams);
  } catch (error) {
    close();
    // It may come when nobody waits for it any more.
    connecting.then(
      () => close(),
      () => undefined,
    );
    throw toFailure(error, null, brokenOf(opening.streams));
  }
}

async function connect(settings: ConnectionSettings, opening: Opening): Promise<Connection> {
  const { user, password } = settings;
  const client = { program: 'powerset', machine: 'powerset', osUser: 'powerset', terminal: 'powerset' };
  return withSockets(opening, async () => {
    const connection = await oracledb.getConnection({
      ...{ user, password: password ?? '', connectString: 'localhost/powerset' },
      // Statements of people hardly come again, and each that is kept holds memory of the server.
      ...{ stmtCacheSize: 0, ...client },
    });
    connection.callTimeout = openTimeoutMs;
    await connection.execute(sessionSql);
    // From here on statements have deadlines of their own.
    connection.callTimeout = 0;
    return connection;
  });
}

/** Also where a server takes the connection and says nothing. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('connection timeout')), openTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

class DriverLine implements Line {
  private isClosed = false;

  constructor(
    private readonly connection: Connection,
    private readonly streams: readonly Duplex[],
  ) {}

  get isOpen(): boolean {
    return !this.isClosed && this.stream?.destroyed === false && this.connection.isHealthy();
  }

  async run(sql: string): Promise<Rows> {
    const { resultSet } = await this.asking(sql, () =>
      this.connection.execute(sql, [], {
        ...{ resultSet: true, outFormat: oracledb.OUT_FORMAT_ARRAY, dbObjectAsPojo: true },
        ...{ prefetchRows: firstRows, fetchArraySize: firstRows },
        fetchTypeHandler,
      }),
    );
    return {
      columns: resultSet.metaData.map(toFacts),
      next: (count) => this.next(resultSet, count),
      close: () => resultSet.close(),
    };
  }

  async describe(sql: string): Promise<readonly ColumnFacts[]> {
    const { metaData = [] } = await this.asking(sql, () => this.connection.getStatementInfo(sql));
    return metaData.map(toFacts);
  }

  /** Into the table that each session has for itself, so that no table of the account's is met. */
  async plan(sql: string): Promise<Rows> {
    try {
      await this.asking(`${planHead}${sql}`, () => this.connection.execute(`${planHead}${sql}`));
    } catch (error) {
      throw error instanceof OracleFailure ? withoutHead(error, planHead.length) : error;
    }
    return this.run(planSql);
  }

  async forgetPlan(): Promise<void> {
    await this.asking(null, () => this.connection.rollback());
  }

  cancel(): Promise<void> {
    return this.connection.breakExecution();
  }

  /** The server ends what runs on a connection that ends. */
  close(): void {
    this.isClosed = true;
    for (const stream of [...this.streams].reverse()) stream.destroy();
  }

  private get stream(): Duplex | undefined {
    return this.streams.at(-1);
  }

  private async next(resultSet: ResultSet, count: number) {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
    };
    const { stream } = this;
    stream?.on('data', onData);
    try {
      const rows = await this.asking(null, () => resultSet.getRows(count));
      return { rows, bytes };
    } finally {
      stream?.off('data', onData);
    }
  }

  /** An answer is held in memory as a whole, so that it may not be of any length. */
  private async asking<T>(sql: string | null, ask: () => Promise<T>): Promise<T> {
    const watch = this.stream ? watchRows(this.stream) : null;
    try {
      return await ask();
    } catch (error) {
      throw toFailure(error, sql, brokenOf(this.streams));
    } finally {
      watch?.stop();
    }
  }
}

/** Numbers to their last digit, and what is long with its rows instead of one by one. */
function fetchTypeHandler({ dbTypeName }: ColumnMetadata): { readonly type: typeof oracledb.DB_TYPE_RAW } | undefined {
  if (/^(?:NUMBER|N?CLOB|LONG)$/.test(dbTypeName)) return { type: oracledb.DB_TYPE_VARCHAR };
  return dbTypeName === 'BLOB' ? { type: oracledb.DB_TYPE_RAW } : undefined;
}

function toFacts({ name, dbTypeName, precision, scale, byteSize, nullable }: ColumnMetadata): ColumnFacts {
  return { name, dbTypeName, precision, scale, byteSize, nullable };
}

function brokenOf(streams: readonly Duplex[]): Error | null {
  return streams.map(({ errored }) => errored).findLast((error) => error !== null && error !== undefined) ?? null;
}

/** Codes of the driver that say that the connection is gone. */
const lost: ReadonlySet<string> = new Set(['NJS-003', 'NJS-500', 'NJS-501', 'NJS-521']);

function toFailure(error: unknown, sql: string | null, broken: Error | null): unknown {
  if (!(error instanceof Error)) return error;
  const { code, offset } = error as Error & { readonly code?: unknown; readonly offset?: unknown };
  const name = typeof code === 'string' ? code : (/^(?:ORA|NJS|TNS)-\d+/.exec(error.message)?.[0] ?? '');
  if (lost.has(name)) return broken ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  if (!/^(?:ORA|NJS|TNS)-/.test(name)) return error;
  const at = typeof offset === 'number' && offset > 0 && sql !== null ? charactersOf(sql, offset) : null;
  return new OracleFailure({ code: name, message: error.message, offset: at, sql, place: null });
}

/** What the server says of a place, without what stood before the text. */
function withoutHead({ facts }: OracleFailure, headLength: number): OracleFailure {
  const offset = facts.offset === null || facts.offset < headLength ? null : facts.offset - headLength;
  return new OracleFailure({ ...facts, offset });
}

/** The server counts bytes. */
function charactersOf(sql: string, bytes: number): number {
  return Buffer.from(sql).subarray(0, bytes).toString().length;
}
