import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { placeAt, type TextPlace, toConnectionError } from '../remote/index.ts';
import { readTokens } from './grammar/tokens.ts';
import { BrokenRows, ServerWords } from './rows.ts';

type Code = EngineErrorDetails['code'];

/** By the server's own numbers. */
const codes: Readonly<Record<number, Code>> = {
  ...codesOf('SYNTAX_ERROR', [62, 46, 42, 43, 53, 386, 215, 184, 179, 207, 50, 36, 44, 352, 403, 63, 70]),
  ...codesOf('COLUMN_DOES_NOT_EXIST_ERROR', [47, 8, 16, 10]),
  ...codesOf('TABLE_DOES_NOT_EXIST_ERROR', [60]),
  ...codesOf('SCHEMA_DOES_NOT_EXIST_ERROR', [81]),
  ...codesOf('DML_NOT_ALLOWED_ERROR', [164]),
  ...codesOf('BACKEND_TIMEOUT_ERROR', [159, 160, 209]),
  ...codesOf('QUERY_STOPPED_ERROR', [394]),
  ...codesOf('CONNECTION_ACCESS_DENIED_ERROR', [192, 193, 194, 516]),
  ...codesOf('ENGINE_UNAVAILABLE_ERROR', [202, 210, 999, 225]),
};

function codesOf(code: Code, numbers: readonly number[]): Readonly<Record<number, Code>> {
  return Object.fromEntries(numbers.map((number) => [number, code]));
}

const messages: Readonly<Record<number, string>> = {
  158: 'The query reads more rows than the database allows. Narrow it by a condition.',
  159: 'The query was stopped by the database because it ran too long.',
  160: 'The query was stopped by the database because it would run too long.',
  164: 'Only `SELECT` statements are allowed against this database',
  202: 'The database runs as many queries as it may. Try again in a moment.',
  241: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  243: 'The disk of the database is full.',
  307: 'The query reads more than the database allows. Narrow it by a condition.',
  394: 'The query was stopped.',
  396: 'The result is larger than the database allows. Narrow it by a condition.',
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

interface ServerError {
  readonly number: number;
  readonly message: string;
}

/** Whatever the driver threw, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  const server = readServerError(error);
  if (server) return fromServer(server, context);
  const connection = toConnectionError(error, context);
  if (connection) return connection;
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (/socket hang up|aborted|terminated/i.test(driverMessage)) return lost(driverMessage);
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message:
      error instanceof BrokenRows
        ? 'The answer of the database cannot be read. Is this the address of its HTTP interface?'
        : firstLine(driverMessage),
    driverMessage,
  });
}

const written = /Code: (\d+)[.,] (?:e\.displayText\(\) = )?DB::\w*Exception: (.*)/s;

function readServerError(error: unknown): ServerError | null {
  if (!(error instanceof Error)) return null;
  const found = written.exec(error.message);
  if (found) return { number: Number(found[1]), message: cleanWords(found[2] ?? '') };
  if (error instanceof ServerWords) return { number: 0, message: cleanWords(error.message) };
  const number = 'code' in error && 'type' in error ? Number(error.code) : Number.NaN;
  return Number.isInteger(number) ? { number, message: cleanWords(error.message) } : null;
}

/** Without what older and newer servers add: their version, the name of the code, the same words once more. */
function cleanWords(text: string): string {
  return (
    text
      .replace(/,? e\.what\(\) = DB::.*$/s, '')
      // What other names there are, and the whole statement once more, is nothing for everybody who reads an error.
      .replace(/\.? Maybe you meant:? .*?(?=\. In scope|: [A-Z]|$)/s, '')
      .replace(/[.:]? in scope .*$/is, '')
      .replace(/: [Ww]hile (?:executing|processing) .*$/s, '')
      .replace(/\.?\s*\((?:[A-Z][A-Z0-9_]{3,})\)\s*(?:\(version [^)]*(?:\([^)]*\))?[^)]*\))?\s*$/s, '')
      .replace(/\s*\(version [^)]*(?:\([^)]*\))?\)\s*$/s, '')
      .trim()
  );
}

function fromServer({ number, message }: ServerError, context: FailureContext): EngineError {
  // Older servers refuse these to whoever only reads, and call them by the number of what changes data.
  const isFunction = number === 164 && /^Table functions are forbidden/.test(message);
  const code = isFunction ? 'GENERIC_DB_ENGINE_ERROR' : (codes[number] ?? 'GENERIC_DB_ENGINE_ERROR');
  return new EngineError({
    code,
    message: isFunction
      ? 'This database lets nobody read from table functions.'
      : (connectionWords(code, context) ?? messages[number] ?? plainWords(number, message)),
    driverMessage: message,
    ...(placeOf(message, context) ?? { line: null, column: null }),
  });
}

function connectionWords(code: Code, { user }: FailureContext): string | undefined {
  return code === 'CONNECTION_ACCESS_DENIED_ERROR'
    ? `Either the username "${user}" or the password is incorrect.`
    : undefined;
}

const syntax =
  /^Syntax error(?: \([^)]*\))?: failed at position \d+(?: \((?!line )(.*?)\))?(?: \(line \d+, col \d+\))?:? ?(.*)$/s;
const unknownName =
  /Unknown (?:expression )?(?:or function )?(?:expression )?identifier:? [`']?([\w.$]+)[`']?|Missing columns: '([^']+)'/;

const unknownTable = /^(?:Unknown table expression identifier|Table) [`']?([^\s`']+)[`']?/;

/** The server lists all that it could have read instead, and repeats the statement. */
function plainWords(number: number, message: string): string {
  const mistake = syntax.exec(message);
  if (number === 62 && mistake) {
    const near = (mistake[1] || /^(\S+)/.exec(mistake[2] ?? '')?.[1] || '').slice(0, 60).replace(/^'(.*)'$|\.$/, '$1');
    return near === '' || near === 'end of query' ? 'The statement ends too early.' : `Syntax error near "${near}".`;
  }
  const table = unknownTable.exec(message)?.[1];
  if (number === 60 && table !== undefined) return `Table "${table}" does not exist.`;
  const name = unknownName.exec(message);
  if (name) return `The column "${name[1] ?? name[2]}" does not exist.`;
  return firstLine(message.replace(/(?:, |: )?required columns: .*$/s, ''));
}

function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 1000 ? `${line.slice(0, 1000)}…` : line;
}

/** Where the server stopped reading; of a name that it does not know, where the name first stands. */
function placeOf(message: string, { sql, headLength = 0 }: FailureContext): TextPlace | null {
  if (sql === undefined) return null;
  const position = /failed at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeInBytes(sql, Number(position) - 1 - headLength);
  const found = unknownName.exec(message);
  const name =
    found?.[1] ??
    found?.[2] ??
    unknownTable.exec(message)?.[1] ??
    /function(?: with name)? [`']?(\w+)/i.exec(message)?.[1];
  return name === undefined ? null : placeOfName(sql, name);
}

/** The server counts bytes. */
function placeInBytes(sql: string, bytes: number): TextPlace {
  if (bytes <= 0) return { line: 1, column: 1 };
  const before = Buffer.from(sql, 'utf8').subarray(0, bytes).toString('utf8');
  return placeAt(sql, before.length);
}

function placeOfName(sql: string, name: string): TextPlace | null {
  const last = name.split('.').at(-1);
  const token = tokensOf(sql).find(
    ({ kind, raw, value }) => (kind === 'word' ? raw : value) === last && kind !== 'text',
  );
  return token ? placeAt(sql, token.start) : null;
}

function tokensOf(sql: string) {
  try {
    return readTokens(sql).tokens;
  } catch {
    return [];
  }
}

function lost(driverMessage: string): EngineError {
  const message = 'The connection to the database was lost. Run the query again.';
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message, driverMessage });
}

/** Whether the words are neither the server's nor the network's. */
export function isForeignAnswer(error: Error): boolean {
  const isNamed = 'code' in error || error.name !== 'Error';
  return !isNamed && readServerError(error) === null && !/aborted|terminated|hang up|time/i.test(error.message);
}

/** Whether another connection may do what this one could not. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error) || readServerError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up/i.test(error.message);
}
