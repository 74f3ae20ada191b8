import type { EngineError, PoolFigures } from '../engine.ts';
import { ConnectionLender, overLostConnections, watchStop } from '../remote/index.ts';
import {
  type BatchTaker,
  type CellsTaker,
  type Connection,
  type ConnectionSettings,
  connect,
  cutConnection,
  describe,
  knock,
  query,
  queryBinary,
  queryCells,
  type RawRows,
  type RowsReader,
  read,
} from './driver.ts';
import { isLostConnection, toEngineError } from './errors.ts';
import { type Family, findFamily, type Member } from './families.ts';
import { quoted } from './quoting.ts';
import type { RawField } from './values.ts';

/** What is the same for all sessions of a server. */
export interface ServerFacts {
  readonly family: Family;
  readonly version: string;
  /** It keeps names of tables in small letters, and finds them however they are written. */
  readonly foldsNames: boolean;
}

/** One connection, in the state that was asked for. */
export interface Session {
  readonly server: ServerFacts;
  query(sql: string): Promise<RawRows>;
  /** What reads; its values go on as the bytes that come. */
  queryCells(sql: string, take: CellsTaker): Promise<RawRows>;
  /** The same in the form of prepared statements; null, and nobody is told, where that cannot be. */
  queryBinary(sql: string, take: BatchTaker): Promise<RawRows | null>;
  /** Hands rows on while they come. */
  read(sql: string, reader: RowsReader): Promise<void>;
  /** The columns of a statement, which is parsed by the server but not run. */
  describe(sql: string): Promise<readonly RawField[]>;
}

export interface SessionOptions {
  /** The catalog in which the schema lies; null where the server has none. */
  readonly catalog: string | null;
  /** Where tables and functions lie that are named without a schema; nothing where none are. */
  readonly schema: string;
  readonly mayWrite?: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Functions that people made are called: they may leave the session in another state. */
  readonly mayChangeSession?: boolean;
}

/** Which server it is, and the catalog in which its schemas lie: null for the usual one. */
export interface CatalogSettings {
  readonly member: Member;
  readonly catalog: string | null;
}

/** A connection, and the state in which its session is known to be. */
interface Line {
  readonly connection: Connection;
  readonly server: ServerFacts;
  /** Undefined, as a schema that is empty, where the server has not said that it is there. */
  catalog: string | null | undefined;
  schema: string;
  mayWrite: boolean;
  limitMs: number;
  readonly isBroken: () => boolean;
}

const poolSize = 8;
const connectTimeoutMs = 8000;
const idleMs = 60_000;

/** Lends connections as sessions, each in the state that was asked for. */
export class ConnectionPool {
  private readonly lender: ConnectionLender<Line>;

  constructor(
    private readonly settings: ConnectionSettings & CatalogSettings,
    private readonly log: (line: string) => void,
  ) {
    this.lender = new ConnectionLender<Line>({
      size: poolSize,
      idleMs,
      open: () => this.openLine(),
      close: ({ connection }) => connection.destroy(),
      isOpen: ({ isBroken }) => !isBroken(),
    });
  }

  /** Work on a connection; what only reads is tried again where the connection turns out to be dead. */
  inSession<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    return overLostConnections({ ...options, isLost: isLostConnection }, () => this.once(options, work));
  }

  get figures(): PoolFigures {
    return { ...this.lender.figures, most: poolSize };
  }

  toError(error: unknown, place: { readonly sql?: string } = {}): EngineError {
    return toEngineError(error, { ...this.settings, ...place });
  }

  /** Resolves when nobody uses a connection any more. */
  close(): Promise<void> {
    return this.lender.close();
  }

  private async once<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const line = await this.lender.lend(options.signal);
    const watch = this.watchSignal(line, options.signal);
    let isSound = false;
    try {
      await enterState(line, options);
      await enterPlace(line, this.settings.member, options);
      options.signal?.throwIfAborted();
      const result = await work(toSession(line));
      // What sleeps in the server ends without an error when it is told to stop.
      options.signal?.throwIfAborted();
      isSound = !options.mayChangeSession;
      return result;
    } catch (error) {
      isSound = !options.mayChangeSession && isServersWord(error);
      throw error;
    } finally {
      await watch.settle();
      this.lender.giveBack(line, isSound && !watch.isStopped());
    }
  }

  private async openLine(): Promise<Line> {
    const { database, catalog, member } = this.settings;
    // Its schemas are looked for in the usual catalog until another one is entered, which a dot in a name would do.
    const isPlain = catalog === null && (member.usualCatalog === null || !database.includes('.'));
    const place = isPlain ? this.settings : { ...this.settings, database: null };
    const { connection, isBroken } = await connect(place, { timeoutMs: connectTimeoutMs, log: this.log });
    try {
      const server = await openSession(connection, this.settings);
      const schema = isPlain ? database : '';
      return {
        ...{ connection, server, schema, mayWrite: true, limitMs: 0, isBroken },
        catalog: catalog ?? member.usualCatalog,
      };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Stops what the connection does when the signal fires: by a second connection, or by cutting the first. */
  private watchSignal({ connection, server }: Line, signal: AbortSignal | undefined) {
    return watchStop({
      signal,
      tell: () => this.kill(server.family.killSql(connection.threadId)),
      cut: () => cutConnection(connection, signal?.reason),
      log: this.log,
    });
  }

  /** Whether the server takes a connection at this address. */
  async knock(at: { readonly host: string; readonly port: number }, timeoutMs: number): Promise<void> {
    const { lookout: _, ...policy } = this.settings.policy;
    await knock({ ...this.settings, policy, database: null, at }, timeoutMs);
  }

  private async kill(sql: string): Promise<void> {
    const { connection } = await connect({ ...this.settings, database: null }, { timeoutMs: 3000, log: this.log });
    try {
      await query(connection, sql);
    } finally {
      connection.destroy();
    }
  }
}

/** The server refused or failed, and goes on serving the session. */
function isServersWord(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && 'sqlState' in error && !isLostConnection(error);
}

/** Modes under which texts and names would be read in another way than the reader of statements does. */
const readingModes = new Set(
  'ANSI ANSI_QUOTES NO_BACKSLASH_ESCAPES ORACLE MSSQL DB2 POSTGRESQL MAXDB IGNORE_SPACE'.split(' '),
);

/** Asks what the server is, and makes every session read and write alike. */
async function openSession(connection: Connection, { member, catalog }: CatalogSettings): Promise<ServerFacts> {
  const { rows } = await query(connection, 'SELECT @@version, @@session.sql_mode, @@lower_case_table_names');
  const [version, modes, folding] = rows[0] ?? [];
  const kept = String(modes ?? '')
    .split(',')
    // Some servers write all modes as one number.
    .filter((mode) => /^[A-Za-z]\w*$/.test(mode) && !readingModes.has(mode.toUpperCase()));
  await query(connection, `SET NAMES utf8mb4, sql_mode = '${kept.join(',')}', time_zone = '+00:00', autocommit = 1`);
  if (catalog !== null && member.enterCatalogSql) await query(connection, member.enterCatalogSql(quoted(catalog)));
  const family = member.family ?? findFamily(String(version));
  return { version: String(version), family, foldsNames: Number(folding) !== 0 };
}

/** Steps of time in which the server's own limit is set, so that sessions seldom need another one. */
const limitStepMs = 60_000;

/** Brings a session into the state that is asked for; what it is in already costs nothing. */
async function enterState(line: Line, { mayWrite = false, timeoutMs }: SessionOptions): Promise<void> {
  const { connection, server } = line;
  if (line.mayWrite !== mayWrite) {
    if (server.family.accessSql) await query(connection, server.family.accessSql(mayWrite));
    line.mayWrite = mayWrite;
  }
  // The caller's own clock is faster, and has better words.
  const limitMs = Math.min(2_000_000_000, Math.ceil((timeoutMs + 2000) / limitStepMs) * limitStepMs);
  if (line.limitMs !== limitMs) {
    await query(connection, server.family.limitTimeSql(limitMs));
    line.limitMs = limitMs;
  }
}

/** Enters the catalog and the schema that are asked for, in which alone bare names are looked for. */
async function enterPlace(line: Line, { enterCatalogSql }: Member, { catalog, schema }: SessionOptions): Promise<void> {
  const isInCatalog = line.catalog === catalog;
  if (isInCatalog && (schema === '' || line.schema === schema)) return;
  // Who is refused may be half way there.
  line.schema = '';
  if (catalog !== null) line.catalog = undefined;
  // With its catalog before it, a dot in a schema's name leads nowhere else.
  const isWhole = catalog !== null && (!isInCatalog || schema.includes('.'));
  const use = `USE ${isWhole ? `${quoted(catalog)}.` : ''}${quoted(schema)}`;
  await query(line.connection, schema === '' && enterCatalogSql ? enterCatalogSql(quoted(catalog ?? '')) : use);
  line.catalog = catalog;
  line.schema = schema;
}

function toSession({ connection, server }: Line): Session {
  return {
    server,
    query: (sql) => query(connection, sql),
    queryCells: (sql, take) => queryCells(connection, sql, take),
    queryBinary: async (sql, take) => (server.family.describesPrepared ? queryBinary(connection, sql, take) : null),
    read: (sql, reader) => read(connection, sql, reader),
    describe: (sql) => describe(connection, sql),
  };
}
