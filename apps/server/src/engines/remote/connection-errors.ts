import { ForbiddenHost } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { toEncryptionError } from './encryption-errors.ts';

/** What answered is no server of the kind that was asked. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/** A server ended a connection while it worked, and takes no new one. */
class EndedWhileWorking extends Error {
  override name = 'EndedWhileWorking';
}

/** What a repeat met, where the connection before was lost: a port that is closed then was left by the server meanwhile. */
export function afterLoss(lost: unknown, error: unknown): unknown {
  if (lost === null || !closed.has(codeOf(error))) return error;
  return new EndedWhileWorking(lost instanceof Error ? lost.message : String(lost), { cause: error });
}

interface Place {
  readonly host: string;
  readonly port: number;
}

const closed = new Set(['ECONNREFUSED', 'EACCES', 'EADDRNOTAVAIL']);
const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ENODATA']);
const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** What OpenSSL says of an answer in plain text. */
const speaksNoTls =
  /wrong version number|packet length too long|http request|does not support (?:SSL|secure) connection/i;

/** Node's reader of HTTP met something else. */
const speaksNoHttp = /^HPE_/;

/** What the network said, as an error of the catalogue; null when it was not the network. */
export function toConnectionError(error: unknown, { host, port }: Place): EngineError | null {
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (error instanceof ForbiddenHost)
    return new EngineError({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR', message: driverMessage, driverMessage });
  if (error instanceof EndedWhileWorking)
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message:
        'The database server ended the connection while it was working, and takes no new one: it was stopped, or it is starting again. Run the query again once it is back.',
      driverMessage,
    });
  const code = codeOf(error);
  if (unresolved.has(code))
    return new EngineError({
      code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      message: `The hostname "${host}" cannot be resolved.`,
      driverMessage,
    });
  if (closed.has(code))
    return new EngineError({
      code: 'CONNECTION_PORT_CLOSED_ERROR',
      message: `Port ${port} on hostname "${host}" refused the connection.`,
      driverMessage,
    });
  if (unreachable.has(code) || /timeout (?:expired|exceeded)|connection timeout/i.test(driverMessage))
    return new EngineError({
      code: 'CONNECTION_DATABASE_TIMEOUT',
      message: `The host "${host}" might be down, and can't be reached on port ${port}.`,
      driverMessage,
    });
  if (speaksNoTls.test(driverMessage))
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The host "${host}" speaks no encrypted connection on port ${port}. Turn encryption off, or name the port where it does.`,
      invalid: ['encryption', 'port'],
    });
  if (error instanceof ForeignAnswer || speaksNoHttp.test(code))
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The host "${host}" answers on port ${port}, but not as a database of this kind does.`,
      driverMessage,
      invalid: ['host', 'port'],
    });
  const encryption = toEncryptionError(error, host);
  if (encryption) return encryption;
  if (broken.has(code) || /Connection terminated/i.test(driverMessage))
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The connection to the database was lost. Run the query again.',
      driverMessage,
    });
  return null;
}

/** Whether a machine vanished to which there was a connection: what it was asked last it may have done. */
export function wentSilent(error: unknown): boolean {
  return codeOf(error) === 'ETIMEDOUT' && error instanceof Error && 'syscall' in error && error.syscall === 'read';
}

/** Several addresses of one host fail together: the first one's reason stands for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
