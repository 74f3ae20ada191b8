import { EngineError, type EngineErrorDetails } from '../engine.ts';
import {
  type AgentSettings,
  busyStatuses,
  firstLine,
  placeBehind,
  RefusedRequest,
  type TextPlace,
  toTransportError,
  wantsCertificate,
} from '../remote/index.ts';

type Code = EngineErrorDetails['code'];

/** What the server says of a query that failed; as much of it as is read. */
export interface ServerFailure {
  readonly message?: string;
  readonly errorName?: string;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
}

/** A query that failed on the server. */
export class ServerWords extends Error {
  override name = 'ServerWords';

  constructor(readonly failure: ServerFailure) {
    super(failure.message ?? 'The query failed.');
  }
}

const codes: Readonly<Record<string, Code>> = {
  SYNTAX_ERROR: 'SYNTAX_ERROR',
  COLUMN_NOT_FOUND: 'COLUMN_DOES_NOT_EXIST_ERROR',
  TABLE_NOT_FOUND: 'TABLE_DOES_NOT_EXIST_ERROR',
  SCHEMA_NOT_FOUND: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  CATALOG_NOT_FOUND: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
  EXCEEDED_TIME_LIMIT: 'BACKEND_TIMEOUT_ERROR',
  USER_CANCELED: 'QUERY_STOPPED_ERROR',
  ADMINISTRATIVELY_KILLED: 'QUERY_STOPPED_ERROR',
  ADMINISTRATIVELY_PREEMPTED: 'QUERY_STOPPED_ERROR',
  ABANDONED_QUERY: 'QUERY_STOPPED_ERROR',
  SERVER_STARTING_UP: 'ENGINE_UNAVAILABLE_ERROR',
  SERVER_SHUTTING_DOWN: 'ENGINE_UNAVAILABLE_ERROR',
  NO_NODES_AVAILABLE: 'ENGINE_UNAVAILABLE_ERROR',
  QUERY_QUEUE_FULL: 'ENGINE_UNAVAILABLE_ERROR',
};

const startingWords = 'The database is starting. Try again in a moment.';

const messages: Readonly<Record<string, string>> = {
  EXCEEDED_TIME_LIMIT: 'The query was stopped by the database because it ran too long.',
  USER_CANCELED: 'The query was stopped.',
  ADMINISTRATIVELY_KILLED: 'The query was stopped.',
  ADMINISTRATIVELY_PREEMPTED: 'The query was stopped.',
  SERVER_STARTING_UP: startingWords,
  QUERY_QUEUE_FULL: 'The database runs as many queries as it may. Try again in a moment.',
  EXCEEDED_LOCAL_MEMORY_LIMIT: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  EXCEEDED_GLOBAL_MEMORY_LIMIT: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  CLUSTER_OUT_OF_MEMORY: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  EXCEEDED_SCAN_LIMIT: 'The query reads more than the database allows. Narrow it by a condition.',
  EXCEEDED_CPU_LIMIT: 'The query was stopped by the database because it ran too long.',
};

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly catalog: string;
  readonly family: string;
  /** Signed in by tickets. */
  readonly kerberos?: object | null;
  readonly tlsMode?: AgentSettings['tlsMode'];
  readonly clientCertificate?: object | null;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof ServerWords) return fromServer(error, context);
  if (error instanceof RefusedRequest) return fromStatus(error, context);
  return toTransportError(error, context);
}

function fromServer({ failure, message }: ServerWords, context: FailureContext): EngineError {
  const words = message.replace(/^line \d+:\d+: /, '');
  const errorName = nameOfError(failure, words);
  // Who signed in is another than the user that the connection names.
  if (/^Access Denied: User .+ cannot impersonate user /.test(words))
    return new EngineError({
      ...{ code: 'CONNECTION_ACCESS_DENIED_ERROR', message: firstLine(words), driverMessage: words },
      invalid: ['username'],
    });
  return new EngineError({
    code: codes[errorName] ?? 'GENERIC_DB_ENGINE_ERROR',
    message: messages[errorName] ?? plainWords(errorName, words, context),
    driverMessage: words,
    ...(placeOf(failure, context) ?? { line: null, column: null }),
  });
}

/** Presto calls every mistake in a statement one of its syntax. */
const mistakes: readonly (readonly [words: RegExp, errorName: string])[] = [
  [/^Table \S+ does not exist/, 'TABLE_NOT_FOUND'],
  [/^Schema \S+ does not exist/, 'SCHEMA_NOT_FOUND'],
  [/^Catalog \S+ does not exist/, 'CATALOG_NOT_FOUND'],
  [/^Column '.*' cannot be resolved/, 'COLUMN_NOT_FOUND'],
  [/^(?!mismatched|extraneous|no viable|token recognition|Expecting|missing)/, 'SEMANTIC_ERROR'],
];

function nameOfError({ errorName = '' }: ServerFailure, words: string): string {
  if (errorName !== 'SYNTAX_ERROR') return errorName;
  return mistakes.find(([pattern]) => pattern.test(words))?.[1] ?? errorName;
}

function plainWords(errorName: string, words: string, { catalog }: FailureContext): string {
  const name = (/'(.*?)'/s.exec(words) ?? /^\w+ (\S+) does not exist/.exec(words))?.[1] ?? '';
  if (errorName === 'COLUMN_NOT_FOUND' && name !== '') return `The column "${name}" does not exist.`;
  if (errorName === 'TABLE_NOT_FOUND' && name !== '')
    return `Table "${name.startsWith(`${catalog}.`) ? name.slice(catalog.length + 1) : name}" does not exist.`;
  if (errorName === 'SCHEMA_NOT_FOUND' && name !== '') return `Schema "${name}" does not exist.`;
  if (errorName === 'CATALOG_NOT_FOUND') return `Unable to connect to database "${name || catalog}".`;
  if (errorName !== 'SYNTAX_ERROR') return firstLine(words);
  // The server lists all that it could have read instead.
  const near = /^(?:mismatched|extraneous) input '(.*?)'/s.exec(words)?.[1];
  if (near === undefined) return firstLine(words.replace(/\. Expecting: .*$/s, '.'));
  return near === '<EOF>' ? 'The statement ends too early.' : `Syntax error near "${near.slice(0, 60)}".`;
}

function placeOf({ errorLocation: at }: ServerFailure, { headLength }: FailureContext): TextPlace | null {
  return placeBehind(at ? { line: at.lineNumber, column: at.columnNumber } : null, headLength);
}

/** What is asked before the server has read its own settings fails in many ways, and its stack tells why. */
const isStarting = /authenticator was not loaded|still (?:initializing|starting)/i;

function fromStatus(refused: RefusedRequest, context: FailureContext): EngineError {
  const { status, message: driverMessage } = refused;
  const { host, family } = context;
  if (status === 401 || status === 403) return fromRefusal(refused, context);
  const isBusy = busyStatuses.has(status);
  if (status >= 500 && !isBusy)
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: isStarting.test(refused.body)
        ? startingWords
        : `The server at "${host}" failed (status ${status}). Its log says why.`,
      driverMessage,
    });
  return new EngineError({
    code: isBusy ? 'ENGINE_UNAVAILABLE_ERROR' : 'GENERIC_DB_ENGINE_ERROR',
    message: isBusy
      ? 'The database runs as many queries as it may. Try again in a moment.'
      : `The server at "${host}" does not answer as a ${family} server does (status ${status}).`,
    driverMessage,
  });
}

/** Who is not let in, and what would help. */
function fromRefusal(refused: RefusedRequest, context: FailureContext): EngineError {
  const { message: driverMessage } = refused;
  const { host, user, kerberos, tlsMode } = context;
  const denied = (message: string, invalid?: readonly string[]) =>
    new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message,
      driverMessage,
      ...(invalid ? { invalid } : {}),
    });
  if (/password not allowed for insecure/i.test(driverMessage))
    return denied('The server takes no password without encryption. Turn encryption on, or leave the password empty.', [
      ...['encryption', 'password'],
    ]);
  if (/authentication over http is not enabled/i.test(driverMessage))
    return denied(`The server "${host}" lets nobody in without encryption. Turn encryption on.`, [
      'encryption',
      'port',
    ]);
  if (kerberos) return denied('The database refused the ticket of Kerberos.');
  // Neither passwords nor tokens are asked for.
  const takesCertificates = refused.status === 401 && refused.challenge === null && tlsMode !== 'disable';
  if (takesCertificates && !context.clientCertificate) return wantsCertificate(host, driverMessage);
  return denied(`Either the username "${user}" or the password is incorrect.`);
}
