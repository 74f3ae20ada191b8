import { EngineError, type EngineErrorDetails } from '../engine.ts';
import {
  firstLine,
  type Meanings,
  meaningOf,
  placeBehind,
  RefusedRequest,
  type TextPlace,
  type Told,
  toTransportError,
} from '../remote/index.ts';

type Code = EngineErrorDetails['code'];

const product = 'Druid';

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

/** What the server says of a failure, in the words of its releases; as much of it as is read. */
interface ServerFailure {
  /** What kind it is: `Query timeout`; newer releases write `druidException` here, and their kind as `category`. */
  readonly error?: unknown;
  readonly category?: unknown;
  readonly errorCode?: unknown;
  readonly errorMessage?: unknown;
  readonly context?: { readonly line?: unknown; readonly column?: unknown } | null;
}

const tell =
  (code: Code, message: string): (() => Told) =>
  () => ({ code, message });

const tooLong = tell('BACKEND_TIMEOUT_ERROR', 'The query was stopped by the database because it ran too long.');
const stopped = tell('QUERY_STOPPED_ERROR', 'The query was stopped.');
const busy = tell('ENGINE_UNAVAILABLE_ERROR', 'The database runs as many queries as it may. Try again in a moment.');
const outOfMemory = tell(
  'GENERIC_DB_ENGINE_ERROR',
  'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
);
const early = tell('SYNTAX_ERROR', 'The statement ends too early.');

/** Of kinds of failures. */
const kinds: Meanings = [
  [/^Query timeout$|^TIMEOUT$/, tooLong],
  [/^Query cancelled$|^CANCELED$/, stopped],
  [/^Query capacity exceeded$|^CAPACITY_EXCEEDED$/, busy],
  [/^Resource limit exceeded$/, outOfMemory],
];

/** Of words. */
const meanings: Meanings = [
  [
    /(?:Object '|Table \[)([^'\]]*)['\]] not found/,
    ([, name = '']) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${name}" does not exist.` }),
  ],
  [
    /(?:Column|Table) '([^']*)' not found/,
    ([, name = '']) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The column "${name}" does not exist.` }),
  ],
  [
    /No match found for function signature ([\w$]+)/,
    ([, name = '']) => ({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The function "${name}" does not exist on this server.`,
    }),
  ],
  [/unexpected token \[[^\]]*<EOF>|Encountered "[^"]*<EOF>/, early],
  [
    /unexpected token \[([^\]]+)\]|Incorrect syntax near the keyword '([^']+)'|Encountered "([^"]*)"/,
    ([, ...found]) => ({
      code: 'SYNTAX_ERROR',
      message: `Syntax error near "${found
        .find((name) => name !== undefined)
        ?.trim()
        .slice(0, 60)}".`,
    }),
  ],
];

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof RefusedRequest) return fromRefusal(error, context);
  return toTransportError(error, context);
}

function fromRefusal(refused: RefusedRequest, context: FailureContext): EngineError {
  const failure = readFailure(refused.body);
  const words = textOf(failure?.errorMessage);
  const told = failure ? toldOf(failure, words) : null;
  if (refused.status === 401 || (refused.status === 403 && !failure)) return wrongPassword(refused, context);
  if (!failure || !told) return fromStatus(refused, words, context);
  return new EngineError({
    ...told,
    driverMessage: words,
    ...(placeBehind(placeOf(failure, words), context.headLength) ?? { line: null, column: null }),
  });
}

function toldOf(failure: ServerFailure, words: string): Told | null {
  const kind = [failure.error, failure.category].map(textOf).find((text) => meaningOf(text, kinds) !== null);
  if (kind !== undefined) return meaningOf(kind, kinds);
  if (/^forbidden$/i.test(textOf(failure.errorCode)) || textOf(failure.category) === 'FORBIDDEN')
    return { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'The account may not read this on the server.' };
  const told = meaningOf(words, meanings);
  if (told) return told;
  return words === '' ? null : { code: 'GENERIC_DB_ENGINE_ERROR', message: plainWords(words) };
}

/** Without the class that threw, and without the place, which is said beside it. */
function plainWords(words: string): string {
  const plain = words
    .replace(/^(?:[a-z][\w$]*\.)+[A-Z][\w$]*: /, '')
    .replace(/^From line \d+, column \d+ to line \d+, column \d+: /, '')
    .replace(/ \(line \[\d+\], column \[\d+\]\)/, '');
  return firstLine(plain);
}

function placeOf({ context: told }: ServerFailure, words: string): TextPlace | null {
  const [line, column] = [Number(told?.line), Number(told?.column)];
  if (line > 0 && column > 0) return { line, column };
  const found = /\bline \[?(\d+)\]?, column \[?(\d+)/.exec(words);
  return found ? { line: Number(found[1]), column: Number(found[2]) } : null;
}

function wrongPassword({ message: driverMessage }: RefusedRequest, { user }: FailureContext): EngineError {
  const message =
    user === ''
      ? 'The server wants to know who asks. Give a username and a password.'
      : `Either the username "${user}" or the password is incorrect.`;
  return new EngineError({ code: 'CONNECTION_ACCESS_DENIED_ERROR', message, driverMessage });
}

function fromStatus({ status, message }: RefusedRequest, words: string, { host }: FailureContext): EngineError {
  const driverMessage = words || message;
  if (status === 429 || status === 503) return new EngineError({ ...busy(), driverMessage });
  if (status === 504) return new EngineError({ ...tooLong(), driverMessage });
  const isServer = status >= 500;
  return new EngineError({
    code: isServer ? 'ENGINE_UNAVAILABLE_ERROR' : 'GENERIC_DB_ENGINE_ERROR',
    message: isServer
      ? `The server at "${host}" failed (status ${status}). Its log says why.`
      : `The server at "${host}" does not answer as a ${product} server does (status ${status}).`,
    driverMessage,
  });
}

function readFailure(body: string): ServerFailure | null {
  try {
    // The documented shapes; what is missing reads as nothing.
    const failure = JSON.parse(body) as ServerFailure | null;
    return typeof failure === 'object' && failure !== null && 'error' in failure ? failure : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
