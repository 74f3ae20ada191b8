import type { PoolFigures } from '../engine.ts';
import { afterLoss, type Batch, ConnectionLender, isLostConnection, type RawColumn } from '../remote/index.ts';
import { pauseBeforePoll, type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { Connection, type OperationHandle, type SessionHandle } from './driver.ts';
import { HiveFailure } from './errors.ts';
import type { ConnectionSettings } from './sasl-stream.ts';
import { usualSchema } from './uri.ts';
import { toCells } from './values.ts';

/** A connection with its session, and the schema in which that is known to be. */
interface Line {
  readonly connection: Connection;
  readonly session: SessionHandle;
  /** Undefined, as a schema that is empty, where the server has not said that it is there. */
  catalog: string | undefined;
  schema: string;
}

/** How far a statement is: which one, its columns, and the rows that came last. */
interface Page {
  readonly operation: OperationHandle;
  readonly isRunning: boolean;
  readonly columns: readonly RawColumn[];
  readonly batch: Batch;
  /** The server says that rows follow. */
  readonly isMoreTold: boolean;
  /** How many rows are asked for next. */
  readonly rowsAtOnce: number;
}

const poolSize = 8;
const connectTimeoutMs = 8000;
/** A server that has just been started takes a while for its first session. */
const sessionTimeoutMs = 25_000;
const idleMs = 60_000;
const cancelTimeoutMs = 5000;
const maxRepeats = 2;
const fewRows = 500;
const manyRows = 10_000;
/** Values of one answer: it is read in one go, while nobody else is served. */
const manyValues = 50_000;
/** Signs of one answer after which fewer rows are asked for at once. */
const largeAnswer = 4_000_000;

/** In which sessions texts, names and times read the same, whatever the server's own settings are. */
const sparkSettings: readonly string[] = [
  'SET spark.sql.session.timeZone=UTC',
  'SET spark.sql.variable.substitute=false',
  'SET spark.sql.parser.escapedStringLiterals=false',
  'SET spark.sql.ansi.doubleQuotedIdentifiers=false',
];
/** Some servers let nobody set these; what the first would replace is refused besides. */
const hiveSettings: readonly string[] = [
  'SET hive.variable.substitute=false',
  'SET hive.local.time.zone=UTC',
  'SET hive.resultset.use.unique.column.names=false',
];

interface SessionSettings {
  readonly statements: readonly string[];
  /** No session is used in which one of them failed. */
  readonly areNeeded: boolean;
}

/** In what servers differ that speak the protocol. */
export interface ServerWays {
  /** By what a server calls itself. */
  readonly settingsOf: (name: string) => SessionSettings;
  /** Sessions outlive the connections in which they were begun. */
  readonly keepsSessions: boolean;
  /** Rows may follow where none came, and none follow where it says so. */
  readonly tellsMoreRows: boolean;
}

const hiveWays: ServerWays = {
  settingsOf: (name) =>
    /spark/i.test(name)
      ? { statements: sparkSettings, areNeeded: true }
      : { statements: hiveSettings, areNeeded: false },
  keepsSessions: false,
  tellsMoreRows: false,
};

/** Asks a server by sessions, each on a connection of its own. */
export class HiveConnection implements WarehouseConnection {
  private readonly lender: ConnectionLender<Line>;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly ways: ServerWays = hiveWays,
    /** Connections that are there, and the catalog in which schemas lie; null where the server is not asked for any. */
    private readonly entered: { readonly lender: ConnectionLender<Line>; readonly catalog: string } | null = null,
  ) {
    this.lender =
      entered?.lender ??
      new ConnectionLender<Line>({
        size: poolSize,
        idleMs,
        open: () => openLine(settings, ways),
        close: ({ connection }) => connection.close(),
        isOpen: ({ connection }) => !connection.isBroken,
      });
  }

  async *read({ sql, schema, signal, onProgress }: Question): AsyncGenerator<Batch> {
    const { line, operation } = await this.begin(sql, schema, signal);
    const { connection } = line;
    let isSound = true;
    try {
      yield* readJob<Page>(
        {
          start: async () => started(operation),
          isRunning: (page) => page.isRunning,
          poll: async (page, asked, count) => {
            if (count > 0) await pauseBeforePoll(count - 1, asked);
            const { isRunning, fraction } = await connection.stateOf(operation, asked);
            if (fraction !== null && fraction > 0) onProgress?.({ rowsRead: 0, fraction: Math.min(1, fraction) });
            if (isRunning) return page;
            const columns = await connection.readColumns(operation, asked);
            return fetchRows(connection, { ...page, isRunning: false, columns }, asked);
          },
          toBatches: ({ batch }) => [batch],
          next: (page, asked) => (this.hasMore(page) ? fetchRows(connection, page, asked) : null),
          // Otherwise it is ended where it was begun.
          cancel: async () => (signal.aborted ? this.cancel(operation) : undefined),
        },
        signal,
      );
    } catch (error) {
      // A statement that failed leaves its session as it was.
      isSound = error instanceof HiveFailure;
      throw error;
    } finally {
      // Whoever was stopped leaves a connection on which answers are still due.
      this.lender.giveBack(line, isSound && !signal.aborted && (await this.finish(connection, operation)));
    }
  }

  /** The same connections, for what lies in a catalog of a server that has them. */
  inCatalog(catalog: string): HiveConnection {
    return new HiveConnection(this.settings, this.ways, { lender: this.lender, catalog });
  }

  close(): void {
    this.lender.close();
  }

  get figures(): PoolFigures {
    return { ...this.lender.figures, most: poolSize };
  }

  /** A statement at work. It only reads: where the connection turns out to be dead, another one is taken. */
  private async begin(sql: string, schema: string, signal: AbortSignal) {
    let lost: unknown = null;
    for (let left = maxRepeats; ; left -= 1) {
      const line = await this.lender.lend(signal).catch((error: unknown) => {
        throw afterLoss(lost, error);
      });
      try {
        await enterPlace(line, { catalog: this.entered?.catalog ?? null, schema }, signal);
        return { line, operation: await line.connection.start(line.session, sql, signal) };
      } catch (error) {
        this.lender.giveBack(line, !line.connection.isBroken && !signal.aborted);
        if (left === 0 || signal.aborted || !isLostConnection(error)) throw error;
        lost = error;
      }
    }
  }

  private hasMore({ batch, isMoreTold }: Page): boolean {
    return this.ways.tellsMoreRows ? isMoreTold : batch.rowCount > 0;
  }

  private async finish(connection: Connection, operation: OperationHandle): Promise<boolean> {
    const finishing = connection.finish(operation, AbortSignal.timeout(cancelTimeoutMs));
    return finishing.then(
      () => true,
      () => false,
    );
  }

  /** By a connection of its own: on the first one the server may be waiting with an answer. */
  private async cancel(operation: OperationHandle): Promise<void> {
    const signal = AbortSignal.timeout(cancelTimeoutMs);
    const connection = await Connection.open(this.settings, signal);
    await connection.cancel(operation, signal).finally(() => connection.close());
  }
}

function started(operation: OperationHandle): Page {
  const batch = { columns: [], rowCount: 0, cells: [] };
  return { operation, isRunning: true, columns: [], batch, isMoreTold: true, rowsAtOnce: fewRows };
}

/** The next rows; more at once as long as they are short. */
async function fetchRows(connection: Connection, page: Page, signal: AbortSignal): Promise<Page> {
  const most = Math.max(1, Math.floor(manyValues / Math.max(1, page.columns.length)));
  const rowsAsked = Math.min(page.rowsAtOnce, most);
  const { rowCount, isMoreTold, columns: values } = await connection.fetch(page.operation, rowsAsked, signal);
  const cells = toCells(values, rowCount);
  const length = cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
  const factor = length > largeAnswer ? 0.5 : 2;
  const rowsAtOnce = Math.min(manyRows, Math.max(1, Math.floor(rowsAsked * factor)));
  return { ...page, batch: { columns: page.columns, rowCount, cells }, isMoreTold, rowsAtOnce };
}

async function openLine(settings: ConnectionSettings, ways: ServerWays): Promise<Line> {
  const connecting = AbortSignal.timeout(connectTimeoutMs);
  const connection = await Connection.open(settings, connecting).catch((error: unknown) => {
    throw connecting.aborted ? new Error('connection timeout') : error;
  });
  const signal = AbortSignal.timeout(sessionTimeoutMs);
  try {
    const session = await connection.openSession({ ...settings, keepsSessions: ways.keepsSessions }, signal);
    const { statements, areNeeded } = ways.settingsOf(await connection.readName(session, signal));
    for (const sql of statements) {
      const setting = run({ connection, session }, sql, signal);
      await (areNeeded ? setting : setting.catch(() => undefined));
    }
    return { connection, session, catalog: undefined, schema: usualSchema };
  } catch (error) {
    connection.close();
    throw signal.aborted ? new Error('connection timeout') : error;
  }
}

interface Place {
  readonly catalog: string | null;
  /** Empty where no name is looked for. */
  readonly schema: string;
}

async function enterPlace(line: Line, { catalog, schema }: Place, signal: AbortSignal): Promise<void> {
  if (catalog !== null && line.catalog !== catalog) {
    // Who is refused may be half way there.
    Object.assign(line, { catalog: undefined, schema: '' });
    await run(line, `SET CATALOG ${quoted(catalog)}`, signal);
    line.catalog = catalog;
  }
  if (schema === '' || line.schema === schema) return;
  line.schema = '';
  // Behind USE alone a schema's name could be that of a catalog.
  await run(line, `USE ${catalog === null ? '' : 'NAMESPACE '}${quoted(schema)}`, signal);
  line.schema = schema;
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A statement of our own that answers nothing. */
async function run(
  { connection, session }: Pick<Line, 'connection' | 'session'>,
  sql: string,
  signal: AbortSignal,
): Promise<void> {
  const operation = await connection.start(session, sql, signal);
  // The server waits with its answer; one that does not is not asked without a pause.
  for (let count = 0; (await connection.stateOf(operation, signal)).isRunning; count += 1)
    await pauseBeforePoll(count, signal);
  await connection.finish(operation, signal);
}
