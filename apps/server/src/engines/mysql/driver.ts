import type { Connection, ConnectionOptions, FieldPacket, Query } from 'mysql2';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { PackedBatch } from '../../packed/index.ts';
import { type ByteCells, type ClientCertificate, watchAnswer, watchRows, watchTurns } from '../remote/index.ts';
import { isReadInBinary } from './binary-columns.ts';
import { BinaryRows } from './binary-rows.ts';
import { type ReadingDriver, type RowReader, takeRows, watchPackets } from './packets.ts';
import { isReadByBytes, RowCells } from './row-cells.ts';
import { binaryCharset, type RawField, type RawRow, typeNumbers } from './values.ts';

/** This is the one file that knows the driver. */
export type { Connection } from 'mysql2';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  /** Where bare names lie that no schema is chosen for. */
  readonly database: string;
  readonly sslMode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** The certificate of the authority that signed the server's, in PEM. */
  readonly serverCertificate: string | null;
  readonly clientCertificate?: ClientCertificate | null;
  readonly policy: NetworkPolicy;
}

export interface RawRows {
  /** Empty for what returns no rows. */
  readonly fields: readonly RawField[];
  readonly rows: readonly RawRow[];
  /** Rows that a statement changed. */
  readonly changed: number | null;
}

export interface RowsReader {
  readonly onFields: (fields: readonly RawField[]) => void;
  /** Rows in their order, a batch at a time; the server is held back meanwhile. False ends the reading. */
  readonly onRows: (rows: readonly RawRow[]) => Promise<boolean>;
  readonly batchRows: number;
}

interface Connecting {
  readonly timeoutMs: number;
  readonly log: (line: string) => void;
}

/** A connection that is open, and whether it has broken since. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly isBroken: () => boolean;
}

/** Where to connect to, and which schema to enter at once. */
type Address = Omit<ConnectionSettings, 'database'> & {
  readonly database: string | null;
  /** Where the host is known to be. */
  readonly at?: { readonly host: string; readonly port: number };
};

/** Opens a connection; it never throws later, but tells the log and `isBroken`. */
export async function connect(settings: Address, { timeoutMs, log }: Connecting): Promise<OpenConnection> {
  // A megabyte of code, with the alphabets of all the world.
  const { createConnection } = await import('mysql2');
  return new Promise((resolve, reject) => {
    const connection = createConnection(toDriverOptions(settings, timeoutMs));
    let isBroken = false;
    // Without a listener one that breaks between two queries would end the process.
    connection.on('error', (error) => {
      if (!isBroken) log(`a connection broke: ${error.message}`);
      isBroken = true;
      reject(error);
    });
    connection.on('end', () => {
      isBroken = true;
    });
    connection.connect((error) => {
      if (error) {
        connection.destroy();
        reject(error);
        return;
      }
      const inside = insideOf(connection);
      watchTurns(inside.stream, () => inside._paused);
      watchPackets(inside, (reason) => cutConnection(connection, reason));
      resolve({ connection, isBroken: () => isBroken });
    });
  });
}

/** The driver writes a program for each set of columns: for so many that takes longer than they do without. */
const mostCompiled = 500;
const longName = 10_000;

/** Resolves when the server takes a connection; who hangs up on it without signing in would soon be locked out. */
export async function knock(settings: Address, timeoutMs: number): Promise<void> {
  const { createConnection } = await import('mysql2');
  return new Promise((resolve, reject) => {
    const connection = createConnection(toDriverOptions(settings, timeoutMs));
    insideOf(connection).stream.once('connect', () => resolve());
    connection.on('error', reject);
    connection.connect((error) => {
      if (!error) return connection.end();
      connection.destroy();
      reject(error);
    });
  });
}

/** Ends a connection at once, whatever it does. */
export function cutConnection(connection: Connection, reason: Error | undefined): void {
  insideOf(connection).stream.destroy(reason);
}

/** Parts that the driver's types leave out. */
function insideOf(connection: Connection): ReadingDriver {
  return connection as unknown as ReadingDriver;
}

/** One statement, by the protocol that takes no second one. */
export function query(connection: Connection, sql: string): Promise<RawRows> {
  return new Promise((resolve, reject) => {
    let fields: readonly RawField[] = [];
    const unwatch = watchAnswer(insideOf(connection).stream);
    const command = connection.query({ sql, rowsAsArray: true }, (error, result) => {
      unwatch();
      if (error) reject(error);
      else if (Array.isArray(result)) resolve({ fields, rows: result as unknown as RawRow[], changed: null });
      else resolve({ fields: [], rows: [], changed: result.affectedRows });
    });
    command.on('fields', (announced: FieldPacket[] | undefined) => {
      if (announced) fields = announced.map(takeField);
    });
  });
}

/** Whoever takes the rows of a statement: told of its columns first, and of their values as they come. */
export type CellsTaker = (fields: readonly RawField[]) => (cells: ByteCells) => Promise<void> | null;

/**
 * One statement that reads, whose values go on as the bytes that came. Where those of a column are in another set of characters it
 * brings rows of values, which nobody was told of.
 */
export function queryCells(connection: Connection, sql: string, take: CellsTaker): Promise<RawRows> {
  return readRows(connection, connection.query({ sql, rowsAsArray: true }), (fields, waitFor) =>
    fields.every(isReadByBytes) ? new RowCells(fields.length, take(fields), waitFor) : null,
  );
}

/** Whoever takes the rows of a prepared statement: told of its columns first, and of its rows as they come. */
export type BatchTaker = (fields: readonly RawField[]) => (batch: PackedBatch) => Promise<void> | null;

/**
 * The same in the form of prepared statements, which servers write in half the time. Null, and nobody is told, where the server
 * prepares no such statement, and where its values would not mean the same.
 */
export async function queryBinary(connection: Connection, sql: string, take: BatchTaker): Promise<RawRows | null> {
  const statement = await prepare(connection, sql);
  if (!statement) return null;
  try {
    if (statement.parameters.length > 0 || !isBinary(statement.columns.map(takeField))) return null;
    let isStillSo = true;
    const read = await readRows(connection, statement.execute([]), (fields, waitFor) => {
      isStillSo = isBinary(fields);
      return isStillSo ? new BinaryRows(fields, { onBatch: take(fields), waitFor }) : passingOver;
    });
    return isStillSo ? read : null;
  } finally {
    connection.unprepare(sql);
  }
}

const isBinary = (fields: readonly RawField[]): boolean =>
  fields.length > 0 && !isWide(fields) && fields.every(isReadInBinary);

/** Of a table that was changed between preparing and executing, whose rows are of another kind than they were. */
const passingOver: RowReader = { next: () => undefined, end: async () => undefined };

/** What the driver's types leave out of a statement. */
interface Prepared {
  readonly columns: readonly FieldPacket[];
  readonly parameters: readonly unknown[];
  execute(values: readonly unknown[]): Query;
}

/** Null where the server refuses to: it has better words for it when it is asked plainly. */
function prepare(connection: Connection, sql: string): Promise<Prepared | null> {
  return new Promise((resolve, reject) => {
    const unwatch = watchAnswer(insideOf(connection).stream);
    connection.prepare(sql, (error, statement) => {
      unwatch();
      if (error && !('sqlState' in error)) reject(error);
      else resolve(error ? null : (statement as unknown as Prepared));
    });
  });
}

/** Null where the driver's own reader reads them. */
type ToReader = (fields: readonly RawField[], waitFor: (work: Promise<void>) => void) => RowReader | null;

function readRows(connection: Connection, command: Query, toReader: ToReader): Promise<RawRows> {
  return new Promise((resolve, reject) => {
    const rows: RawRow[] = [];
    let fields: readonly RawField[] = [];
    let reader: RowReader | null = null;
    let endTaking: (() => void) | null = null;
    const unwatch = watchAnswer(insideOf(connection).stream);
    const settle = (work: () => void) => {
      unwatch();
      endTaking?.();
      connection.off('error', fail);
      work();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    // The driver tells the command only of what the server says, and the connection of what breaks.
    connection.on('error', fail);
    command.on('fields', (announced: FieldPacket[] | undefined) => {
      if (!announced) return;
      fields = announced.map(takeField);
      if (isWide(fields)) compileNone(command);
      const cut = (error: Error) => cutConnection(connection, error);
      reader = toReader(fields, (work) => {
        connection.pause();
        work.then(() => connection.resume(), cut);
      });
      if (!reader) return;
      putRowReader(command, reader);
      endTaking = takeRows(insideOf(connection), reader, cut);
    });
    command.on('result', (row: unknown) => {
      if (Array.isArray(row)) rows.push(row as RawRow);
    });
    command.on('error', fail);
    command.on('end', () => {
      const left = reader?.end() ?? Promise.resolve();
      left.then(() => settle(() => resolve({ fields, rows, changed: null })), fail);
    });
  });
}

/** Puts another reader of rows in the place where the driver is about to put its own. */
function putRowReader(command: Query, reader: RowReader): void {
  Object.defineProperty(command, '_rowParser', { get: () => reader, set: () => undefined });
  compileNone(command);
}

function isWide(fields: readonly RawField[]): boolean {
  return fields.length > mostCompiled || fields.some(({ name }) => name.length > longName);
}

/** Else the driver would write and compile a program that reads these columns, and keep it. */
function compileNone(command: Query): void {
  (command as unknown as { readonly options: { disableEval?: boolean } }).options.disableEval = true;
}

/** Hands rows on while they come. */
export function read(connection: Connection, sql: string, { onFields, onRows, batchRows }: RowsReader): Promise<void> {
  return new Promise((resolve, reject) => {
    let batch: RawRow[] = [];
    let isOver = false;
    const { stream } = insideOf(connection);
    const rowsWatch = watchRows(stream);
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      rowsWatch.stop();
      connection.off('error', end);
      if (error) reject(error);
      else resolve();
    };
    const handOn = (isLast: boolean) => {
      const rows = batch;
      batch = [];
      if (!isLast) connection.pause();
      onRows(rows).then((goesOn) => {
        if (isLast) return end();
        if (!goesOn) {
          end();
          // The rest is not wanted; reading it all would take as long as it is.
          stream.destroy();
          return;
        }
        connection.resume();
      }, end);
    };
    // The driver tells the command only of what the server says, and the connection of what breaks.
    connection.on('error', end);
    const command: Query = connection.query({ sql, rowsAsArray: true });
    command.on('fields', (announced: FieldPacket[] | undefined) => {
      if (!announced) return;
      const fields = announced.map(takeField);
      if (isWide(fields)) compileNone(command);
      onFields(fields);
    });
    command.on('result', (row: unknown) => {
      if (isOver || !Array.isArray(row)) return;
      rowsWatch.sawRow();
      batch.push(row as RawRow);
      if (batch.length >= batchRows) handOn(false);
    });
    command.on('error', end);
    command.on('end', () => {
      if (!isOver) handOn(true);
    });
  });
}

/** The columns of a statement, which the server parses and does not run. */
export function describe(connection: Connection, sql: string): Promise<readonly RawField[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error) return reject(error);
      // The driver's types leave the columns out.
      const { columns = [] } = statement as unknown as { readonly columns?: readonly FieldPacket[] };
      const fields = columns.map(takeField);
      connection.unprepare(sql);
      resolve(fields);
    });
  });
}

/** What the driver knows of a column beyond its types. */
interface DriverField {
  readonly name: string;
  columnType: number;
  characterSet: number;
  readonly encoding: string;
  readonly flags: number;
  readonly columnLength: number;
  readonly decimals: number;
  readonly extendedTypeName?: string;
  readonly extendedFormat?: string;
}

/**
 * A column, before the driver makes its reader of rows: values that it would round or take apart come as they were sent. It
 * reads fractions to the last digit but one, and shapes as objects.
 */
function takeField(announced: FieldPacket): RawField {
  const field = announced as unknown as DriverField;
  const isUtf8 = field.encoding === 'utf8';
  const { name, columnType: type, flags, columnLength: length, decimals, characterSet: charset } = field;
  if (type === typeNumbers.float || type === typeNumbers.double) field.columnType = typeNumbers.newDecimal;
  if (type === typeNumbers.geometry || type === typeNumbers.vector) {
    field.columnType = typeNumbers.longBlob;
    field.characterSet = binaryCharset;
  }
  const extended = field.extendedFormat === 'json' ? 'json' : (field.extendedTypeName ?? null);
  return { name, type, flags, length, decimals, charset, isUtf8, extended };
}

function toDriverOptions(settings: Address, timeoutMs: number): ConnectionOptions {
  const { host, port, user, password, database, policy, at = { host, port } } = settings;
  return {
    host,
    port,
    user,
    password: password ?? '',
    ...(database === null ? {} : { database }),
    ssl: toSsl(settings),
    connectTimeout: timeoutMs,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    // A server must not be able to ask for files of this machine, and words are read as its own settings say.
    flags: ['-LOCAL_FILES', '-IGNORE_SPACE', '-ODBC'],
    connectAttributes: { program_name: 'powerset' },
    // Texts go as they are: a question mark in them is no gap to be filled.
    queryFormat: (sql: string) => sql,
    stream: () => {
      const socket = openGuardedSocket(policy);
      socket.setNoDelay(true);
      socket.setKeepAlive(true);
      // What the certificate is compared with: for an address the driver would take another name.
      return Object.assign(socket.connect(at.port, at.host), { _host: host });
    },
  };
}

/** A given certificate is always checked against, as the server's own clients do. */
function toSsl({ sslMode, serverCertificate, clientCertificate }: Address): ConnectionOptions['ssl'] {
  if (sslMode === 'disable') return undefined;
  return {
    rejectUnauthorized: sslMode !== 'require' || serverCertificate !== null,
    verifyIdentity: sslMode === 'verify-full',
    ...(serverCertificate ? { ca: serverCertificate } : {}),
    ...clientCertificate,
  };
}
