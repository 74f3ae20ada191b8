import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { closedConnection, toConnectionError, wantsCertificate } from '../remote/index.ts';

type Code = EngineErrorDetails['code'];

/** By SQLSTATE; the longest beginning that fits counts. */
const codes: readonly (readonly [string, Code])[] = [
  ['42P01', 'TABLE_DOES_NOT_EXIST_ERROR'],
  ['42703', 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ['3F000', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
  ['42601', 'SYNTAX_ERROR'],
  ['42883', 'SYNTAX_ERROR'],
  ['42704', 'SYNTAX_ERROR'],
  ['42803', 'SYNTAX_ERROR'],
  ['42804', 'SYNTAX_ERROR'],
  ['42702', 'SYNTAX_ERROR'],
  ['25006', 'DML_NOT_ALLOWED_ERROR'],
  ['57014', 'BACKEND_TIMEOUT_ERROR'],
  ['55P03', 'BACKEND_TIMEOUT_ERROR'],
  ['57P', 'ENGINE_UNAVAILABLE_ERROR'],
  ['53300', 'ENGINE_UNAVAILABLE_ERROR'],
  ['08', 'ENGINE_UNAVAILABLE_ERROR'],
  ['28', 'CONNECTION_ACCESS_DENIED_ERROR'],
  ['3D000', 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
];

const messages: Partial<Readonly<Record<string, string>>> = {
  '53300': 'The database has no connection left. Try again in a moment.',
  '53100': 'The disk of the database is full.',
  '53200': 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  '57014': 'The query was stopped by the database because it ran too long.',
  '57P01': 'The database closed the connection. Run the query again.',
  '57P02': 'The database stopped while it ran this query, and starts again. Run the query again.',
  '57P03': 'The database is starting. Try again in a moment.',
  '25006': 'Only `SELECT` statements are allowed against this database',
  '40001': 'Another statement changed the same data at the same time. Run it again.',
  '40P01': 'Another statement waits for the same data. Run it again.',
};

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** The text in which the place is looked for. */
  readonly sql?: string;
  /** Characters that were put before the text. */
  readonly headLength?: number;
}

interface ServerError extends Error {
  readonly code: string;
  readonly position?: string;
  readonly hint?: string;
}

/** Whatever the driver threw, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (isServerError(error)) return fromServer(error, context);
  // The connection was changed or deleted meanwhile.
  if (error instanceof Error && /after calling end on the pool/i.test(error.message)) return closedConnection();
  const connection = toConnectionError(error, context);
  if (connection) return connection;
  const driverMessage = error instanceof Error ? error.message : String(error);
  // The driver was asked for one, and has none to give.
  if (/client password must be/.test(driverMessage))
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `The database asks the user "${context.user}" for a password. Enter it.`,
      driverMessage,
      invalid: ['password'],
    });
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: driverMessage, driverMessage });
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error;
}

/** Who is let in is decided by the way, too: neither name nor password would help. */
function toRefusedWay({ code, message }: ServerError, { host }: FailureContext): EngineError | null {
  if (!code.startsWith('28')) return null;
  if (/valid client certificate/i.test(message)) return wantsCertificate(host, message);
  if (!/pg_hba\.conf/.test(message)) return null;
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: `The database does not let this connection in: ${message}.`,
    driverMessage: message,
    invalid: ['username', 'encryption'],
  });
}

function fromServer(error: ServerError, context: FailureContext): EngineError {
  const refused = toRefusedWay(error, context);
  if (refused) return refused;
  const code = codes.find(([beginning]) => error.code.startsWith(beginning))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR';
  const words = [error.message, error.hint].filter(Boolean).join(' ');
  return new EngineError({
    code,
    message: connectionWords(code, context) ?? stoppedWords(error) ?? messages[error.code] ?? withHint(error),
    driverMessage: words,
    ...placeOf(error, context),
  });
}

function connectionWords(code: Code, { user, database }: FailureContext): string | undefined {
  if (code === 'CONNECTION_ACCESS_DENIED_ERROR') return `Either the username "${user}" or the password is incorrect.`;
  return code === 'CONNECTION_UNKNOWN_DATABASE_ERROR' ? `Unable to connect to database "${database}".` : undefined;
}

/** One number stands for the server's own limit and for whoever told it to stop. */
function stoppedWords({ code, message }: ServerError): string | undefined {
  if (code !== '57014' || !/user request|execution canceled/i.test(message)) return undefined;
  return 'The query was stopped by the database.';
}

function withHint({ message, hint }: ServerError): string {
  return hint ? `${message}. ${hint}` : message;
}

function placeOf({ position }: ServerError, { sql, headLength = 0 }: FailureContext) {
  if (sql === undefined || position === undefined) return { line: null, column: null };
  const at = Number(position) - 1 - headLength;
  return at < 0 ? { line: 1, column: 1 } : placeIn(sql, at);
}

/** Line and column, from 1, of what stands after so many characters (not UTF-16 units) of a text. */
export function placeIn(sql: string, characters: number): { readonly line: number; readonly column: number } {
  const before = [...sql].slice(0, characters).join('');
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Ended by an administrator, by the crash of another session, for a restart, or because it was idle. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P05']);

/** Whether another connection may do what this one could not. */
export function isLostConnection(error: unknown): boolean {
  if (isServerError(error)) return lostCodes.has(error.code) || error.code.startsWith('08');
  const message = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /Connection terminated(?! due to connection timeout)|not queryable/i.test(message)
  );
}
