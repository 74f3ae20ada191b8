import type { Duplex } from 'node:stream';
import tedious, { type ConnectionConfiguration, type Connection as DriverConnection } from 'tedious';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import { type RawColumn, watchRows } from '../remote/index.ts';
import { gatherLongValues } from './driver-pieces.ts';
import { readExactValues, type TypeFacts } from './driver-values.ts';
import { type MssqlFacts, MssqlFailure, Redirected, UnencryptedServer } from './failures.ts';
import type { UriParts } from './uri.ts';
import { nativeTypeOf, toText } from './values.ts';

export interface ConnectionSettings extends Omit<UriParts, 'password'> {
  readonly password: string | null;
  /** The certificate of the authority that signed the server's, in PEM. */
  readonly serverCertificate: string | null;
  readonly policy: NetworkPolicy;
}

/** What is told of a statement while it runs. */
export interface StatementReader {
  readonly onColumns: (columns: readonly RawColumn[]) => void;
  readonly onRow: (cells: readonly (string | null)[]) => void;
}

/** A statement at work. */
export interface RunningStatement {
  /** When the server has said all, or what became of it. */
  readonly ended: Promise<void>;
  /** Tells the server to end it; what it still says is passed over. */
  readonly cancel: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

const connectTimeoutMs = 8000;
const cancelTimeoutMs = 5000;
/** Whoever writes is not waited for longer. */
const lockTimeoutMs = 30_000;
const sessionSql = `SET LOCK_TIMEOUT ${lockTimeoutMs}; SET DEADLOCK_PRIORITY LOW; SET ROWCOUNT 0`;

/** Parts of the driver that its types hide; its version is fixed. */
interface DriverInside {
  readonly messageIo: { readonly tlsNegotiationComplete: boolean };
  readonly routingData?: { readonly server: string; readonly port: number };
  sendLogin7Packet(): void;
  createTokenStreamParser(message: unknown, handler: object): TokenParser;
}

interface TokenParser {
  readonly parser: Duplex;
}

/** One connection, and what runs on it: one statement after the other. This is the one file that knows the driver. */
export class Line {
  private isBroken = false;

  private constructor(
    private readonly connection: DriverConnection,
    private readonly sockets: readonly Duplex[],
  ) {
    connection.on('error', () => {
      this.isBroken = true;
    });
    connection.on('end', () => {
      this.isBroken = true;
    });
  }

  static async open(settings: ConnectionSettings): Promise<Line> {
    readExactValues();
    gatherLongValues();
    const sockets: Duplex[] = [];
    const connection = new tedious.Connection(toDriverOptions(settings, sockets));
    guard(connection, settings, sockets);
    const facts: MssqlFacts[] = [];
    connection.on('errorMessage', (error) => facts.push(error));
    const line = new Line(connection, sockets);
    try {
      await new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      await line.run(sessionSql, { onColumns: () => undefined, onRow: () => undefined }).ended;
      return line;
    } catch (error) {
      line.close();
      // The last one only sums up those before it.
      const [told] = facts;
      throw told ? new MssqlFailure(told) : causeOf(error);
    }
  }

  get isOpen(): boolean {
    return !this.isBroken;
  }

  run(sql: string, reader: StatementReader): RunningStatement {
    const socket = this.sockets.at(-1);
    const watch = socket ? watchRows(socket) : { sawRow: () => undefined, stop: () => undefined };
    let settle: (error: Error | null | undefined) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(toFailure(error, socket?.errored ?? null)) : resolve());
    });
    const request = new tedious.Request(sql, (error) => {
      watch.stop();
      settle(error);
    });
    request.on('columnMetadata', (columns) => {
      // Without names as keys they come as a list.
      const facts = columns as readonly (TypeFacts & { readonly colName: string })[];
      reader.onColumns(facts.map((one) => ({ name: one.colName, nativeType: nativeTypeOf(one) })));
    });
    request.on('row', (columns: readonly { readonly value: unknown }[]) => {
      watch.sawRow();
      reader.onRow(columns.map(({ value }) => toText(value)));
    });
    this.connection.execSqlBatch(request);
    return {
      ended,
      cancel: () => request.cancel(),
      pause: () => request.pause(),
      resume: () => request.resume(),
    };
  }

  /** The server ends what runs on a connection that ends. */
  close(): void {
    this.isBroken = true;
    this.connection.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

function toDriverOptions(settings: ConnectionSettings, sockets: Duplex[]): ConnectionConfiguration {
  const { host, port, user, password, database, tlsMode, certificateName, serverCertificate, isReadOnly } = settings;
  return {
    server: host,
    authentication: { type: 'default', options: { userName: user, password: password ?? '' } },
    options: {
      ...{ port, database, appName: 'powerset', readOnlyIntent: isReadOnly, connectTimeout: connectTimeoutMs },
      encrypt: tlsMode === 'strict' ? 'strict' : tlsMode !== 'disable',
      // A given certificate is always checked against.
      trustServerCertificate: tlsMode === 'trust' && serverCertificate === null,
      ...(certificateName === null ? {} : { serverName: certificateName }),
      ...(serverCertificate === null ? {} : { cryptoCredentialsDetails: { ca: serverCertificate } }),
      // Statements have deadlines of their own.
      ...{ requestTimeout: 0, cancelTimeout: cancelTimeoutMs, maxRetriesOnTransientErrors: 0 },
      ...{ datefirst: 7, language: 'us_english', enableQuotedIdentifier: true },
      connector: (place: { readonly host: string; readonly port: number }) => openSocket(settings, place, sockets),
    } as ConnectionConfiguration['options'],
  };
}

/** A connection goes nowhere forbidden, wherever a server sends it. */
function openSocket(
  { host, policy }: ConnectionSettings,
  place: { readonly host: string; readonly port: number },
  sockets: Duplex[],
): Promise<Duplex> {
  if (!isSameHouse(host, place.host)) return Promise.reject(new Redirected(place.host));
  return new Promise((resolve, reject) => {
    const socket = openGuardedSocket(policy);
    socket.setNoDelay(true);
    sockets.push(socket);
    socket.once('error', reject);
    socket.connect(place.port, place.host).once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Services pass connections on to hosts below or beside the one that is known. */
function isSameHouse(host: string, other: string): boolean {
  if (host.toLowerCase() === other.toLowerCase()) return true;
  const domain = host.toLowerCase().split('.').slice(1).join('.');
  return domain.includes('.') && other.toLowerCase().endsWith(`.${domain}`);
}

/**
 * What the driver leaves open: it would go on without encryption where a server says that it has none, and what it cannot read
 * would end the process.
 */
function guard(connection: DriverConnection, { tlsMode }: ConnectionSettings, sockets: readonly Duplex[]): void {
  const inside = connection as unknown as DriverInside;
  const end = (error: unknown) => {
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const socket of sockets) socket.destroy(reason);
  };
  const { sendLogin7Packet, createTokenStreamParser } = inside;
  inside.sendLogin7Packet = () => {
    const isOpen = (tlsMode === 'trust' || tlsMode === 'verify') && !inside.messageIo.tlsNegotiationComplete;
    if (isOpen) throw new UnencryptedServer();
    sendLogin7Packet.call(connection);
  };
  inside.createTokenStreamParser = (message, handler) => {
    const tokens = createTokenStreamParser.call(connection, message, guardedHandler(handler, end));
    tokens.parser.on('error', end);
    return tokens;
  };
}

/** Each of its methods is called with what the server said. */
function guardedHandler(handler: object, end: (error: unknown) => void): object {
  return new Proxy(handler, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]) => attempt(() => Reflect.apply(value, target, given), end);
    },
  });
}

function attempt<T>(work: () => T, end: (error: unknown) => void): T | undefined {
  try {
    return work();
  } catch (error) {
    end(error);
    return undefined;
  }
}

/** What the network said stands inside of what the driver says of it. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}

function toFailure(error: Error, broken: Error | null): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const facts = first as Partial<MssqlFacts>;
  if (typeof facts.number === 'number') return new MssqlFailure(first as MssqlFacts);
  if (broken) return broken;
  const code = 'code' in error ? String(error.code) : '';
  if (code !== 'ECLOSE' && code !== 'ESOCKET') return error;
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
