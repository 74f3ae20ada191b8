import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { closedConnection, firstLine, PoolClosed, toTransportError } from '../remote/index.ts';
import { MssqlFailure, Redirected, UnencryptedServer } from './failures.ts';

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

type Told = Pick<EngineErrorDetails, 'code' | 'message'>;
type Tell = (name: string, context: FailureContext) => Told;

const wrongPassword: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `Either the username "${user}" or the password is incorrect.`,
});
const missingTable: Tell = (name) => ({
  code: 'TABLE_DOES_NOT_EXIST_ERROR',
  message: `Table "${name.replace(/^.*\./s, '')}" does not exist.`,
});
const missingColumn: Tell = (name) => ({
  code: 'COLUMN_DOES_NOT_EXIST_ERROR',
  message: `The column "${name}" does not exist.`,
});
const nearBy: Tell = (name) => ({ code: 'SYNTAX_ERROR', message: `Syntax error near "${name.slice(0, 60)}".` });
const early: Tell = () => ({ code: 'SYNTAX_ERROR', message: 'The statement ends too early.' });
const busy: Told = {
  code: 'ENGINE_UNAVAILABLE_ERROR',
  message: 'The service does not answer at the moment. Run the query again.',
};

/** By the numbers that the server gives its messages. */
const meanings: ReadonlyMap<number, Tell> = new Map<number, Tell>([
  [18456, wrongPassword],
  [18470, wrongPassword],
  [18486, wrongPassword],
  [
    18487,
    (_name, { user }) => ({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `The password of "${user}" has expired: it must be changed on the server.`,
    }),
  ],
  [
    18488,
    (_name, { user }) => ({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `The password of "${user}" has expired: it must be changed on the server.`,
    }),
  ],
  [
    18452,
    () => ({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The server takes accounts of Windows alone: have it take users of its own too.',
    }),
  ],
  [
    40615,
    () => ({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: "The server's firewall lets nobody in from this address.",
    }),
  ],
  [
    4060,
    (_name, { database }) => ({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: `The database "${database}" does not exist, or may not be opened.`,
    }),
  ],
  [208, missingTable],
  [207, missingColumn],
  [4104, missingColumn],
  [102, nearBy],
  [156, nearBy],
  [105, early],
  [2760, (name) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${name}" does not exist.` })],
  [
    195,
    (name) => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: `The function "${name}" does not exist on this server.` }),
  ],
  [
    262,
    (name) => ({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The account of the connection has no right to see plans (SHOWPLAN) in "${name}".`,
    }),
  ],
  [229, (name) => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: `You may not read "${name}" on this server.` })],
  [230, (name) => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: `You may not read "${name}" on this server.` })],
  [
    1222,
    () => ({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'Somebody else has locked these rows for too long. Run the query again.',
    }),
  ],
  [
    1205,
    () => ({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'The query and a change waited for each other, and the server ended the query. Run it again.',
    }),
  ],
  ...[40197, 40501, 40613, 49918, 49919, 49920, 10928, 10929, 17142, 6005].map((number): [number, Tell] => [
    number,
    () => busy,
  ]),
]);

/** Messages whose second name is the one that matters: `The SELECT permission was denied on the object 'a', …`. */
const nameIn: ReadonlyMap<number, RegExp> = new Map([
  [229, /on the object '([^']*)'/],
  [230, /on the column '([^']*)'/],
  [4104, /identifier "([^"]*)"/],
]);

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof PoolClosed) return closedConnection();
  if (error instanceof MssqlFailure) return fromFailure(error, context);
  if (error instanceof UnencryptedServer)
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The host "${context.host}" speaks no encrypted connection on port ${context.port}. Turn encryption off, or name the port where it does.`,
    });
  if (error instanceof Redirected)
    return new EngineError({
      code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      message: `The server passes connections on to "${error.host}". Connect that host instead.`,
      driverMessage: error.message,
    });
  return fromDriver(error, context);
}

/** Words of the driver's own. */
function fromDriver(error: unknown, context: FailureContext): EngineError {
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (/requires encryption/i.test(driverMessage))
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'The server takes encrypted connections alone. Turn encryption on.',
      driverMessage,
    });
  if (/^Failed to connect to .* in \d+ms/s.test(driverMessage))
    return toTransportError(new Error('connection timeout'), context);
  const told = toTransportError(error, context);
  if (told.details.code !== 'GENERIC_DB_ENGINE_ERROR' || told.details.message !== firstLine(driverMessage)) return told;
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `What answers on port ${context.port} of "${context.host}" is no Microsoft SQL Server, or could not be understood.`,
    driverMessage,
  });
}

function fromFailure({ message, facts }: MssqlFailure, context: FailureContext): EngineError {
  const name = (nameIn.get(facts.number) ?? /['"]([^'"]*)['"]/).exec(message)?.[1] ?? '';
  const told = meanings.get(facts.number)?.(name, context);
  const line = context.headLength === null ? null : facts.lineNumber || null;
  return new EngineError({
    ...(told ?? { code: 'GENERIC_DB_ENGINE_ERROR', message: firstLine(message) }),
    ...{ driverMessage: message, line, column: null },
  });
}
