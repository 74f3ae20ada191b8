import type { Duplex } from 'node:stream';
import { Client, type ClientConfig, Connection, type FieldDef, Pool, type PoolClient, type QueryArrayConfig } from 'pg';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { PoolFigures } from '../engine.ts';
import { type ClientCertificate, overLostConnections, watchStop } from '../remote/index.ts';
import { countBytes, countText, type MessageWatch, watchMessages } from './bounds.ts';
import { isLostConnection } from './errors.ts';
import type { Family } from './families.ts';
import { RowCells } from './row-cells.ts';
import type { RawField, RawRows, Session } from './session.ts';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  /** As the server's own clients name them. */
  readonly sslMode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** The certificate of the authority that signed the server's, in PEM. */
  readonly serverCertificate: string | null;
  readonly clientCertificate?: ClientCertificate | null;
  readonly policy: NetworkPolicy;
}

export interface SessionOptions {
  /** Where tables and functions lie that are named without a schema; the engine's own are always found. */
  readonly schema: string;
  readonly mayWrite?: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const poolSize = 8;
const connectTimeoutMs = 8000;
const idleMs = 60_000;
const stopMessageMs = 3000;

/** This is the one file that knows the driver. */
export class ConnectionPool {
  private readonly pool: Pool;

  constructor(
    private readonly settings: ConnectionSettings & { readonly family: Family },
    private readonly log: (line: string) => void,
  ) {
    this.pool = new Pool({
      ...toDriverConfig(settings),
      Client: WatchedClient,
      max: poolSize,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced when one is needed.
    this.pool.on('connect', (client) => {
      // Otherwise one that breaks while it is lent, between two queries, would end the process.
      client.on('error', (error) => this.log(`a connection broke: ${error.message}`));
    });
    this.pool.on('error', (error) => this.log(`an idle connection broke: ${error.message}`));
  }

  /** Work in a transaction of its own; a reading one is tried again where the connection turns out to be dead. */
  inSession<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    return overLostConnections({ ...options, isLost: isLostConnection }, () => this.once(options, work));
  }

  get figures(): PoolFigures {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: poolSize };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async once<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.lend(options.signal);
    const watch = this.watchSignal(client, options.signal);
    let isSound = false;
    try {
      options.signal?.throwIfAborted();
      await client.query(openingSql(options, this.settings.family));
      const result = await work(toSession(client, options.signal));
      await client.query('COMMIT');
      isSound = true;
      return result;
    } catch (error) {
      isSound = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      await watch.settle();
      client.release(!isSound || watch.isCut());
    }
  }

  /** A connection of the pool. Who stops waiting for one leaves it to the next. */
  private lend(signal: AbortSignal | undefined): Promise<PoolClient> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const lending = this.pool.connect();
      const giveUp = () => {
        reject(signal?.reason);
        lending.then((client) => client.release()).catch(() => undefined);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      lending.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp));
    });
  }

  /** Stops what the connection does when the signal fires: by a second connection, or by cutting the first. */
  private watchSignal(client: PoolClient, signal: AbortSignal | undefined) {
    return watchStop({
      signal,
      tell: () => this.cancelBackend(client),
      cut: () => insideOf(client).connection.stream.destroy(),
      log: this.log,
    });
  }

  private async cancelBackend(client: PoolClient): Promise<void> {
    const { processID } = insideOf(client);
    if (this.settings.family.isStoppedByMessage) return sendStop(this.settings, insideOf(client));
    const second = new WatchedClient({ ...toDriverConfig(this.settings), connectionTimeoutMillis: 3000 });
    second.on('error', () => undefined);
    try {
      await second.connect();
      await second.query('SELECT pg_catalog.pg_cancel_backend($1)', [processID]);
    } finally {
      await second.end().catch(() => undefined);
    }
  }
}

interface DriverInside {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: {
    readonly stream: Duplex;
    attachListeners(stream: Duplex): void;
  };
  /** Of `WatchedClient`. */
  readonly messages: MessageWatch | null;
}

type DriverField = Pick<FieldDef, 'name' | 'dataTypeID' | 'dataTypeModifier'>;

/** Parts that the driver's types leave out. */
function insideOf(client: object): DriverInside {
  return client as unknown as DriverInside;
}

interface BareConnection {
  readonly stream: Duplex;
  on(event: string, listener: (error?: Error) => void): void;
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
}

/** The message of the protocol that stops a query: on a line of its own, which the server closes without an answer. */
function sendStop(settings: ConnectionSettings, { processID, secretKey }: DriverInside): Promise<void> {
  const { stream, ssl } = toDriverConfig(settings);
  // The driver's types leave most of it out.
  const connection = new Connection({ stream, ssl } as never) as unknown as BareConnection;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server takes no message to stop')), stopMessageMs);
    connection.on('error', reject);
    connection.on(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processID, secretKey));
    connection.on('end', () => resolve());
    connection.connect(settings.port, settings.host);
    timer.unref();
  }).finally(() => connection.stream.destroy());
}

/** The driver's client, with a watch on how long messages are. */
class WatchedClient extends Client {
  messages: MessageWatch | null = null;

  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = insideOf(this);
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(stream);
      this.messages = watchMessages(stream);
    };
  }
}

/** Names are found the same way in every session, whatever the role's own settings are. */
function openingSql({ mayWrite, timeoutMs, schema }: SessionOptions, { settings }: Family): string {
  return [
    `BEGIN ${mayWrite ? 'READ WRITE' : 'READ ONLY'}`,
    // The caller's own clock is a little faster, and has better words.
    `SET LOCAL statement_timeout = ${Math.min(2_000_000_000, Math.ceil(timeoutMs) + 2000)}`,
    `SET LOCAL search_path = "${schema.replaceAll('"', '""')}"`,
    ...settings.map((setting) => `SET LOCAL ${setting}`),
  ].join('; ');
}

function toSession(client: PoolClient, signal: AbortSignal | undefined): Session {
  const query: Session['query'] = async (sql, { values, isUsers = false } = {}) => {
    // The server was told while it was at nothing, and would begin.
    signal?.throwIfAborted();
    const config: QueryArrayConfig & { readonly queryMode?: 'extended' } = {
      text: sql,
      ...(values ? { values: [...values] } : {}),
      rowMode: 'array',
      types: asWritten(client),
      ...(isUsers ? { queryMode: 'extended' } : {}),
    };
    const { fields, rows, rowCount, command } = await client.query<(string | null)[]>(config);
    return { fields: fields.map(toRawField), rows, changed: rowCount, command } satisfies RawRows;
  };
  return {
    query,
    queryCells: (sql, take) => readCells(client, new RowCells(take, countBytes()), () => query(sql, { isUsers: true })),
  };
}

/** Takes the rows of what is asked meanwhile; they come as texts where the line is in the middle of something else. */
async function readCells(client: PoolClient, cells: RowCells, ask: () => Promise<RawRows>): Promise<RawRows> {
  const stop = insideOf(client).messages?.take(cells);
  if (!stop) return ask();
  try {
    const answer = await ask();
    await cells.end();
    return { ...answer, fields: cells.fields };
  } finally {
    stop();
  }
}

const toRawField = ({ name, dataTypeID, dataTypeModifier }: DriverField): RawField => ({
  name,
  oid: dataTypeID,
  modifier: dataTypeModifier,
});

/** Values stay the text that the server wrote; the driver's own readers lose digits. */
function asWritten(client: PoolClient): NonNullable<QueryArrayConfig['types']> {
  const read = countText(() => insideOf(client).connection.stream.destroy());
  // The driver asks for a reader by type and format; every type has the same.
  return { getTypeParser: () => read } as unknown as NonNullable<QueryArrayConfig['types']>;
}

function toDriverConfig(settings: ConnectionSettings): ClientConfig {
  const { host, port, user, password, database, policy } = settings;
  return {
    host,
    port,
    user,
    database,
    // Without this the driver would look for a password in the environment and in files.
    password: password ?? '',
    ssl: toSsl(settings),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'powerset',
    keepAlive: true,
    stream: () => openGuardedSocket(policy),
  };
}

/** A given certificate is always checked against, as the server's own clients do. */
function toSsl({ sslMode, serverCertificate, clientCertificate }: ConnectionSettings): ClientConfig['ssl'] {
  if (sslMode === 'disable') return false;
  return {
    rejectUnauthorized: sslMode !== 'require' || serverCertificate !== null,
    ...(serverCertificate ? { ca: serverCertificate } : {}),
    ...clientCertificate,
    ...(sslMode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}
