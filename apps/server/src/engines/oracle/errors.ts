import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { closedConnection, firstLine, PoolClosed, toTransportError } from '../remote/index.ts';
import { OracleFailure, Redirected } from './failures.ts';
import { toShown } from './names.ts';
import type { Target } from './uri.ts';

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly target: Target;
  readonly tlsMode: 'disable' | 'trust' | 'verify';
  /** Null where the text is none of an author's. */
  readonly headLength: number | null;
}

type Told = Pick<EngineErrorDetails, 'code' | 'message'>;
type Tell = (name: string, context: FailureContext) => Told;

const wrongPassword: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `Either the username "${user}" or the password is incorrect.`,
});
const expired: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `The password of "${user}" has expired: it must be changed on the server.`,
});
const locked: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `The account "${user}" is locked on the server.`,
});
const noSession: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `The account "${user}" may open no session: grant it CREATE SESSION.`,
});
const unknownDatabase: Tell = (_name, { target }) => ({
  code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
  message: `The database "${target.name}" does not exist, or may not be opened.`,
});
const missingTable: Tell = (name) => ({
  code: 'TABLE_DOES_NOT_EXIST_ERROR',
  message: `Table "${name.replace(/^.*\./s, '')}" does not exist.`,
});
const missingColumn: Tell = (name) => ({
  code: 'COLUMN_DOES_NOT_EXIST_ERROR',
  message: `The column "${name.replace(/^.*\./s, '')}" does not exist.`,
});
const nearBy: Tell = (name) => ({ code: 'SYNTAX_ERROR', message: `Syntax error near "${name.slice(0, 60)}".` });
const early: Tell = () => ({ code: 'SYNTAX_ERROR', message: 'The statement ends too early.' });
const forbidden: Tell = (name) => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: `You may not read "${name}" on this server.`,
});
const busy: Tell = () => ({
  code: 'ENGINE_UNAVAILABLE_ERROR',
  message: 'The service does not answer at the moment. Run the query again.',
});
const needsEncryption: Tell = () => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: 'The server takes encrypted connections alone. Turn encryption on.',
});
const oldAccount: Tell = (_name, { user }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `The password of "${user}" is kept in a way of old releases that is no longer read: set it anew on the server.`,
});
const oldServer: Tell = () => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: 'The server is older than Oracle Database 12.1, and cannot be spoken with.',
});
const closedFirewall: Tell = () => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: "The server's firewall lets nobody in from this address.",
});

const byCode = (codes: string, tell: Tell): readonly (readonly [string, Tell])[] =>
  codes.split(' ').map((code) => [code, tell] as const);

/** By the codes that the server and the driver give their messages. */
const meanings: ReadonlyMap<string, Tell> = new Map<string, Tell>([
  ...byCode('ORA-01017 ORA-01005 NJS-101', wrongPassword),
  ...byCode('ORA-28001 ORA-28011', expired),
  ...byCode('ORA-28000', locked),
  ...byCode('ORA-01045', noSession),
  ...byCode('NJS-518 NJS-519 ORA-12514 ORA-12505', unknownDatabase),
  ...byCode('ORA-00942 ORA-04043 ORA-04063', missingTable),
  ...byCode('ORA-00904 ORA-00918', missingColumn),
  ...byCode(
    'ORA-00900 ORA-00903 ORA-00905 ORA-00906 ORA-00907 ORA-00911 ORA-00917 ORA-00923 ORA-00933 ORA-03048',
    nearBy,
  ),
  ...byCode('ORA-00936 ORA-03049 ORA-00920', nearBy),
  ...byCode('ORA-01756 ORA-01740', early),
  ...byCode('ORA-01031 ORA-41900', forbidden),
  ...byCode(
    'ORA-12516 ORA-12519 ORA-12520 ORA-12528 ORA-12518 ORA-12526 ORA-12527 ORA-00018 ORA-00020 ORA-01033',
    busy,
  ),
  ...byCode('ORA-01034 ORA-01089 ORA-01090 ORA-01109 ORA-02391 ORA-00604', busy),
  ...byCode('ORA-12660 ORA-28865 NJS-533', needsEncryption),
  ...byCode('NJS-116 ORA-28040', oldAccount),
  ...byCode('NJS-138', oldServer),
  ...byCode('ORA-12506 ORA-12529', closedFirewall),
]);

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof PoolClosed) return closedConnection();
  if (error instanceof OracleFailure) return fromFailure(error, context);
  if (error instanceof Redirected)
    return new EngineError({
      code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      message: `The server passes connections on to "${error.host}". Connect that host instead.`,
      driverMessage: error.message,
    });
  const told = toTransportError(error, context);
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (told.details.code !== 'GENERIC_DB_ENGINE_ERROR' || told.details.message !== firstLine(driverMessage)) return told;
  return noOracle(driverMessage, context);
}

function noOracle(driverMessage: string, { host, port }: FailureContext): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `What answers on port ${port} of "${host}" is no Oracle Database, or could not be understood.`,
    driverMessage,
  });
}

function fromFailure({ facts }: OracleFailure, context: FailureContext): EngineError {
  const { code, message, place } = facts;
  // Refusals are told inside of the driver's own words.
  const inner = code === 'NJS-511' ? (/ORA-\d+/.exec(message)?.[0] ?? code) : code;
  const tell = meanings.get(inner) ?? meanings.get(code);
  if (!tell && code.startsWith('NJS-')) return noOracle(message, context);
  const told = tell?.(nameIn(facts), context) ?? { code: 'GENERIC_DB_ENGINE_ERROR', message: plainWords(message) };
  const at = context.headLength === null ? null : place;
  return new EngineError({ ...told, driverMessage: message, line: at?.line ?? null, column: at?.column ?? null });
}

/** `"SHOP"."ORDERS"` of the message as people know it, else the name that stands where the server points to. */
function nameIn({ message, sql, offset }: OracleFailure['facts']): string {
  const quoted = /("[^"]+"(?:\."[^"]+")*)/.exec(firstLine(message))?.[1];
  if (quoted) return quoted.slice(1, -1).split('"."').map(toShown).join('.');
  if (sql === null || offset === null) return '';
  const found = /^(?:[\w$#]+|"[^"]+")(?:\.(?:[\w$#]+|"[^"]+"))*/.exec(sql.slice(offset, offset + 300))?.[0];
  return (found ?? sql.slice(offset, offset + 1)).replaceAll('"', '');
}

/** Without its code, and without the address at which its maker explains it. */
function plainWords(message: string): string {
  return firstLine(message).replace(/^ORA-\d+:\s*/, '');
}
