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

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

const meanings: Meanings = [
  [
    /invalid identifier '(.+?)'/,
    ([, name = '']) => ({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `The column "${unquoted(name)}" does not exist.`,
    }),
  ],
  [
    /^(?:Object|Table|View) '(.+?)' does not exist or not authorized/m,
    ([, name = '']) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${unquoted(name)}" does not exist.` }),
  ],
  [
    /^Schema '(.+?)' does not exist or not authorized/m,
    ([, name = '']) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${unquoted(name)}" does not exist.` }),
  ],
  [
    /^Database '(.+?)' does not exist or not authorized/m,
    ([, name = '']) => ({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: `Unable to connect to database "${unquoted(name)}".`,
    }),
  ],
  [
    /unexpected '(.+?)'/,
    ([, near = '']) => ({
      code: 'SYNTAX_ERROR',
      message: near === '<EOF>' ? 'The statement ends too early.' : `Syntax error near "${near.slice(0, 60)}".`,
    }),
  ],
  [
    /reached its (?:statement|warehouse) timeout/i,
    () => ({
      code: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query was stopped by the database because it ran too long.',
    }),
  ],
  [/SQL execution canceled/i, () => ({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' })],
  [
    /No active warehouse selected/i,
    () => ({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'No warehouse runs queries of this connection. Name one in it.',
    }),
  ],
];

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof RefusedRequest) return fromService(error, context);
  return toTransportError(error, context);
}

function fromService({ status, body, message }: RefusedRequest, context: FailureContext): EngineError {
  const driverMessage = messageIn(body) ?? message;
  if (status === 401 || status === 403)
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `Either the username "${context.user}" or the password is incorrect.`,
      driverMessage,
    });
  const place = placeOf(driverMessage, context) ?? { line: null, column: null };
  const told = meaningOf(driverMessage, meanings);
  if (told) return new EngineError({ ...told, driverMessage, ...place });
  if (busyStatuses.has(status) || status >= 500) return new EngineError({ ...silentService, driverMessage });
  if (status === 404 && messageIn(body) === null)
    return new EngineError({
      code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      message: `There is no account at "${context.host}".`,
      driverMessage,
    });
  const words = firstLine(driverMessage.replace(/^SQL (?:compilation|execution) error:\s*/, ''));
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: words, driverMessage, ...place });
}

/** `error line 2 at position 7`, counted from 0. */
function placeOf(words: string, { headLength }: FailureContext): TextPlace | null {
  const found = /error line (\d+) at position (\d+)/.exec(words);
  return placeBehind(found && { line: Number(found[1]), column: Number(found[2]) + 1 }, headLength);
}

const unquoted = (name: string) => name.replaceAll('"', '');
