import { EngineError } from '../engine.ts';
import {
  busyStatuses,
  firstLine,
  type Meanings,
  meaningOf,
  messageIn,
  placeBehind,
  RefusedRequest,
  silentService,
  type TextPlace,
  toTransportError,
} from '../remote/index.ts';

/** A statement that the service could not run, with what it says of that. */
export class StatementFailure extends Error {
  override name = 'StatementFailure';

  constructor(
    readonly errorCode: string,
    message: string,
  ) {
    super(message);
  }
}

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly catalog: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

/** By the classes that Spark names its errors with, `[TABLE_OR_VIEW_NOT_FOUND] …`. */
export const sparkMeanings: Meanings = [
  [
    /^\[PARSE_SYNTAX_ERROR\].*? at or near '(.+?)'/s,
    ([, near = '']) => ({ code: 'SYNTAX_ERROR', message: `Syntax error near "${near.slice(0, 60)}".` }),
  ],
  [
    /^\[PARSE_SYNTAX_ERROR\].*? at or near end of input/s,
    () => ({ code: 'SYNTAX_ERROR', message: 'The statement ends too early.' }),
  ],
  [/^\[PARSE_[A-Z_.]+\] (.*?)(?: SQLSTATE|\n|$)/s, ([, words = '']) => ({ code: 'SYNTAX_ERROR', message: words })],
  [
    /^\[UNRESOLVED_COLUMN[A-Z_.]*\].*? name `(.+?)` cannot be resolved/s,
    ([, name = '']) => ({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `The column "${plain(name)}" does not exist.`,
    }),
  ],
  [
    /^\[TABLE_OR_VIEW_NOT_FOUND\].*? (?:table or view|view) (\S+) cannot be found/s,
    ([, name = '']) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${plain(name)}" does not exist.` }),
  ],
  [
    /^\[SCHEMA_NOT_FOUND\].*? schema (\S+) cannot be found/s,
    ([, name = '']) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${plain(name)}" does not exist.` }),
  ],
  [
    /^\[NO_SUCH_CATALOG_EXCEPTION\].*?'(.+?)'/s,
    ([, name = '']) => ({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: `Unable to connect to database "${plain(name)}".`,
    }),
  ],
];

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof StatementFailure) return fromStatement(error, context);
  if (error instanceof RefusedRequest) return fromStatus(error, context);
  return toTransportError(error, context);
}

function fromStatement({ errorCode, message: driverMessage }: StatementFailure, context: FailureContext): EngineError {
  const place = placeOf(driverMessage, context) ?? { line: null, column: null };
  const told = meaningOf(driverMessage, sparkMeanings);
  if (told) return new EngineError({ ...told, driverMessage, ...place });
  if (errorCode === 'CANCELED')
    return new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.', driverMessage });
  const words = firstLine(driverMessage.replace(/^\[[A-Z_.]+\] /, ''));
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: words, driverMessage, ...place });
}

function fromStatus({ status, body, message }: RefusedRequest, context: FailureContext): EngineError {
  const driverMessage = messageIn(body) ?? message;
  if (status === 401 || status === 403)
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The access token was refused. Give one that may use this SQL warehouse.',
      driverMessage,
    });
  if (busyStatuses.has(status) || status >= 500) return new EngineError({ ...silentService, driverMessage });
  return fromStatement(new StatementFailure('', driverMessage), context);
}

/** `(line 2, pos 7)`, and `line 2 pos 7`, counted from 0. */
function placeOf(words: string, { headLength }: FailureContext): TextPlace | null {
  const found = /\bline (\d+),? pos (\d+)/.exec(words);
  return placeBehind(found && { line: Number(found[1]), column: Number(found[2]) + 1 }, headLength);
}

const plain = (name: string) => name.replaceAll('`', '');
