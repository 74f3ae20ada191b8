import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { closedConnection, PoolClosed, placeAt, type TextPlace, toConnectionError } from '../remote/index.ts';
import type { ConnectionSettings } from './driver.ts';
import { findWord } from './reading/index.ts';

type Code = EngineErrorDetails['code'];

/** By the server's own number. */
const codes: Readonly<Record<number, Code>> = {
  1044: 'CONNECTION_ACCESS_DENIED_ERROR',
  1045: 'CONNECTION_ACCESS_DENIED_ERROR',
  1698: 'CONNECTION_ACCESS_DENIED_ERROR',
  1049: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
  1146: 'TABLE_DOES_NOT_EXIST_ERROR',
  1109: 'TABLE_DOES_NOT_EXIST_ERROR',
  1051: 'TABLE_DOES_NOT_EXIST_ERROR',
  1054: 'COLUMN_DOES_NOT_EXIST_ERROR',
  1064: 'SYNTAX_ERROR',
  1149: 'SYNTAX_ERROR',
  1305: 'SYNTAX_ERROR',
  1582: 'SYNTAX_ERROR',
  1583: 'SYNTAX_ERROR',
  1055: 'SYNTAX_ERROR',
  1052: 'SYNTAX_ERROR',
  1066: 'SYNTAX_ERROR',
  1111: 'SYNTAX_ERROR',
  1140: 'SYNTAX_ERROR',
  1222: 'SYNTAX_ERROR',
  1241: 'SYNTAX_ERROR',
  1248: 'SYNTAX_ERROR',
  1792: 'DML_NOT_ALLOWED_ERROR',
  1290: 'DML_NOT_ALLOWED_ERROR',
  1317: 'BACKEND_TIMEOUT_ERROR',
  1969: 'BACKEND_TIMEOUT_ERROR',
  3024: 'BACKEND_TIMEOUT_ERROR',
  1205: 'BACKEND_TIMEOUT_ERROR',
  1040: 'ENGINE_UNAVAILABLE_ERROR',
  1203: 'ENGINE_UNAVAILABLE_ERROR',
  1226: 'ENGINE_UNAVAILABLE_ERROR',
  1053: 'ENGINE_UNAVAILABLE_ERROR',
  1077: 'ENGINE_UNAVAILABLE_ERROR',
  1927: 'ENGINE_UNAVAILABLE_ERROR',
  1129: 'ENGINE_UNAVAILABLE_ERROR',
};

const tooManyWords = 'The database has no connection left. Try again in a moment.';
const closedWords = 'The database closed the connection. Run the query again.';

const messages: Readonly<Record<number, string>> = {
  1040: tooManyWords,
  1203: tooManyWords,
  1226: tooManyWords,
  1053: closedWords,
  1077: closedWords,
  1927: closedWords,
  1129: 'The database has locked this server out after too many failed connections. Ask its administrator to flush its hosts.',
  1021: 'The disk of the database is full.',
  1037: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  1041: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  1317: 'The query was stopped by the database.',
  1969: 'The query was stopped by the database because it ran too long.',
  3024: 'The query was stopped by the database because it ran too long.',
  1205: 'Another statement holds the same rows for too long. Run it again.',
  1213: 'Another statement waits for the same data. Run it again.',
  1792: 'Only `SELECT` statements are allowed against this database',
};

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly sslMode?: ConnectionSettings['sslMode'];
  readonly clientCertificate?: object | null;
  /** The text in which the place is looked for. */
  readonly sql?: string;
}

interface ServerError extends Error {
  readonly errno: number;
  readonly sqlState: string;
}

/** Whatever the driver threw, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (isServerError(error)) return fromServer(error, context);
  // The connection was changed or deleted meanwhile.
  if (error instanceof PoolClosed) return closedConnection();
  const driverMessage = error instanceof Error ? error.message : String(error);
  const connection = toConnectionError(toKnownNetworkError(error), context);
  if (connection) return connection;
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: driverMessage, driverMessage });
}

/** The driver's own words for a line that is gone. */
function toKnownNetworkError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  // The driver names every failure of a handshake alike, and leaves the rest of what is known of it.
  if (codeOf(error) === 'HANDSHAKE_SSL_ERROR' && /certificate|altname/i.test(message))
    return Object.assign(new Error(message), error, { code: toCertificateCode(message) });
  return isLostConnection(error) ? Object.assign(new Error(String(error)), { code: 'ECONNRESET' }) : error;
}

function toCertificateCode(message: string): string {
  if (/altname/i.test(message)) return 'ERR_TLS_CERT_ALTNAME_INVALID';
  return /expired|not yet valid/i.test(message) ? 'CERT_HAS_EXPIRED' : 'CERT_UNTRUSTED';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'sqlState' in error;
}

function fromServer(error: ServerError, context: FailureContext): EngineError {
  const code = codes[error.errno] ?? 'GENERIC_DB_ENGINE_ERROR';
  const place = findPlace(error, context.sql);
  return new EngineError({
    code:
      code === 'CONNECTION_UNKNOWN_DATABASE_ERROR' && context.sql !== undefined ? 'SCHEMA_DOES_NOT_EXIST_ERROR' : code,
    message: connectionWords(code, error, context) ?? messages[error.errno] ?? plainWords(error),
    driverMessage: error.message,
    ...(fieldsByNumber[error.errno] ? { invalid: fieldsByNumber[error.errno] } : {}),
    line: place?.line ?? null,
    column: place?.column ?? null,
  });
}

/** The fields of a connection that an error is about, where its code does not say them. */
const fieldsByNumber: Readonly<Record<number, readonly string[]>> = { 1044: ['database', 'username'] };

function connectionWords(code: Code, { errno, message }: ServerError, context: FailureContext) {
  const { user, database, sql } = context;
  if (code === 'CONNECTION_UNKNOWN_DATABASE_ERROR')
    return sql === undefined ? `Unable to connect to database "${database}".` : message;
  if (code !== 'CONNECTION_ACCESS_DENIED_ERROR') return undefined;
  if (errno === 1044)
    return `The user "${user}" may not use the database "${database}", or there is none of that name.`;
  return refusedWords(context);
}

/** The server says the same of a wrong password, and of a user whom it lets in by another way alone. */
function refusedWords({ user, sslMode, clientCertificate }: FailureContext): string {
  if (sslMode === 'disable')
    return `Either the username "${user}" or the password is incorrect. If both are right, the user may have to connect encrypted.`;
  if (sslMode !== undefined && !clientCertificate)
    return `Either the username "${user}" or the password is incorrect. If both are right, the user may have to show a client certificate.`;
  return `Either the username "${user}" or the password is incorrect.`;
}

/** What the server says, in the words of whoever reads it. */
function plainWords({ errno, message }: ServerError): string {
  const [, first = ''] = /'((?:[^']|'')*)'/s.exec(message) ?? [];
  if (errno === 1064) {
    const near = readNear(message)?.near;
    if (near === undefined) return message;
    const shown = near.length > mostShown ? `${near.slice(0, mostShown)}…` : near;
    return near === '' ? 'The SQL ends where more is expected.' : `The SQL is not understood at or near "${shown}".`;
  }
  if (errno === 1054) return `The column "${first}" does not exist.`;
  if (errno === 1146) return `The table "${first}" does not exist.`;
  if (errno === 1305) return message.replace(/^FUNCTION (\S+) does not exist$/, 'The function "$1" does not exist.');
  if (errno === 1052) return `The column "${first}" is in more than one table: say of which.`;
  return message;
}

/** Servers tell the line of what they do not understand, and the name of what they do not find. */
function findPlace({ errno, message }: ServerError, sql: string | undefined): TextPlace | null {
  if (sql === undefined) return null;
  if (errno === 1064) return findNear(message, sql);
  const named = /(?:column|table|FUNCTION) '?([^' ]+)'?/i.exec(message)?.[1];
  if (![1054, 1052, 1146, 1109, 1305, 1051].includes(errno) || !named) return null;
  const at = findWord(sql, named.split('.').at(-1) ?? named);
  return at === null ? null : placeAt(sql, at);
}

const mostShown = 40;

/** The text from the mistake on, without the limit that was put behind it, and the line where the reading stopped. */
function readNear(message: string): { readonly near: string; readonly line: number } | null {
  const [, text, line] = /near '(.*)' at line (\d+)$/s.exec(message) ?? [];
  if (text === undefined) return null;
  return { near: text.replace(/\s*\nLIMIT \d*$/, '').trimEnd(), line: Number(line) };
}

function findNear(message: string, sql: string): TextPlace | null {
  const read = readNear(message);
  if (!read) return null;
  const text = sql.trimEnd();
  // The server quotes all that follows, or the beginning of it.
  if (text.endsWith(read.near)) return placeAt(sql, text.length - read.near.length);
  const at = sql.lastIndexOf(read.near);
  return at >= 0 ? placeAt(sql, at) : { line: read.line, column: 1 };
}

/** The server goes down, was told to end the session, or ended it because it was idle. */
const lostNumbers = new Set([1053, 1077, 1927, 1152, 1158, 1159, 1160, 1161, 4031]);
const lostCodes = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'PROTOCOL_UNEXPECTED_PACKET']);

/** Whether another connection may do what this one could not. */
export function isLostConnection(error: unknown): boolean {
  if (isServerError(error)) return lostNumbers.has(error.errno);
  const message = error instanceof Error ? error.message : '';
  return lostCodes.has(codeOf(error)) || /closed state|Connection lost/i.test(message);
}
