import { sparkMeanings } from '../databricks/index.ts';
import { EngineError } from '../engine.ts';
import {
  closedConnection,
  firstLine,
  type Meanings,
  meaningOf,
  PoolClosed,
  placeBehind,
  type TextPlace,
  toTransportError,
} from '../remote/index.ts';
import { RefusedSignIn } from './failures.ts';

interface FailureFacts {
  readonly sqlState: string;
  /** The server ended it. */
  readonly isStopped: boolean;
}

/** A statement that the server could not run, with what it says of that. */
export class HiveFailure extends Error {
  override name = 'HiveFailure';

  constructor(
    message: string,
    readonly facts: FailureFacts,
  ) {
    super(message);
  }
}

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Signed in by a ticket. */
  readonly kerberos?: object | null;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
  /** A server's own, instead of those of Spark and Hive. */
  readonly words?: FailureWords;
}

export interface FailureWords {
  readonly meanings: Meanings;
  readonly placeOf: (words: string) => TextPlace | null;
}

/** Apache Hive's own words, of its releases 2 to 4. */
const hiveMeanings: Meanings = [
  [
    /ParseException line \d+:\d+ (?:cannot recognize input|missing .+?|mismatched input|extraneous input|character) (?:at |near )*'(.+?)'/s,
    ([, near = '']) =>
      near === '<EOF>'
        ? { code: 'SYNTAX_ERROR', message: 'The statement ends too early.' }
        : { code: 'SYNTAX_ERROR', message: `Syntax error near "${near.slice(0, 60)}".` },
  ],
  [/ParseException line \d+:\d+ (.+?)(?:\n|$)/s, ([, words = '']) => ({ code: 'SYNTAX_ERROR', message: words })],
  [
    /(?:Table not found|Invalid table alias) '?([^\s':]+)'?(?!.*column reference)/s,
    ([, name = '']) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${name}" does not exist.` }),
  ],
  [
    /Invalid (?:table alias or )?column reference '(.+?)'/s,
    ([, name = '']) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The column "${name}" does not exist.` }),
  ],
  [
    /Database does not exist: (\S+)/,
    ([, name = '']) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${name}" does not exist.` }),
  ],
];

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof PoolClosed) return closedConnection();
  if (error instanceof HiveFailure) return fromFailure(error, context);
  if (error instanceof RefusedSignIn)
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: context.kerberos
        ? 'The database refused the ticket of Kerberos.'
        : `Either the username "${context.user}" or the password is incorrect.`,
      driverMessage: error.message,
    });
  return toTransportError(error, context);
}

function fromFailure({ message, facts }: HiveFailure, context: FailureContext): EngineError {
  const [driverMessage = ''] = message.split(/\s*\n(?:\tat |Caused by: )/);
  if (facts.isStopped)
    return new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.', driverMessage });
  const { meanings, placeOf } = context.words ?? usualWords;
  const words = withoutWrapping(driverMessage);
  const place = placeBehind(placeOf(driverMessage), context.headLength) ?? { line: null, column: null };
  const told = meaningOf(words, meanings);
  if (told) return new EngineError({ ...told, driverMessage, ...place });
  const line = firstLine(words.replace(/^\[[A-Z0-9_.]+\] /, '')) || 'The database could not run the statement.';
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: line, driverMessage, ...place });
}

/** What stands before the words: steps of a program, its classes, and where in a cluster it was. */
const wrappings: readonly RegExp[] = [
  /^(?:Error running query|Error while compiling statement|Error operating EXECUTE_STATEMENT|FAILED): /,
  /^(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error): /,
  // The same class stands behind the next wrapping, too.
  /^\[[A-Z0-9_.]+\] (?=(?:[a-z]\w*\.)+[A-Z])/,
  /^Job aborted due to stage failure: .*? executor \S+?\): /s,
  /^SemanticException (?:\[Error \d+\]: )?(?:line \d+:\d+ )?/i,
];

function withoutWrapping(message: string): string {
  const next = wrappings.reduce((words, wrapping) => words.replace(wrapping, '').trimStart(), message);
  return next === message ? message : withoutWrapping(next);
}

/** `(line 2, pos 7)` and `line 2 pos 7` of Spark, `line 2:7` of Hive, counted from 0. */
function placeOfBoth(words: string): TextPlace | null {
  const found = /\bline (\d+)(?:,? pos |:)(\d+)/i.exec(words);
  return found && { line: Number(found[1]), column: Number(found[2]) + 1 };
}

const usualWords: FailureWords = { meanings: [...sparkMeanings, ...hiveMeanings], placeOf: placeOfBoth };
