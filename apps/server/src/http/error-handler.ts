import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../engines/index.ts';
import { isDamage, isStoreAway } from '../metadata/index.ts';
import { AppError, toErrorBody } from './app-error.ts';

/** Turns whatever was thrown into an error of the catalogue; what nobody foresaw is logged and hidden behind an id. */
export function toAppError(error: unknown, log: (error: unknown, reference: string) => void): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof EngineError) return fromEngineError(error);
  const known = fromFrameworkError(error as FastifyError);
  if (known) return known;
  const storage = fromStorageError(error);
  if (storage) {
    log(error, storage.code);
    return storage;
  }
  const reference = randomUUID().slice(0, 13);
  log(error, reference);
  return new AppError('GENERIC_BACKEND_ERROR', { params: { reference }, extra: { reference } });
}

/** An engine's error keeps its place in the text and, one click away, the engine's own words. */
export function fromEngineError(error: EngineError): AppError {
  const { code, message, line, column, driverMessage } = error.details;
  return new EngineAppError(code, message, {
    line: line ?? null,
    column: column ?? null,
    driver_message: driverMessage ?? message,
    ...error.extra,
  });
}

/** The catalogue's message has gaps that the engine already filled. */
class EngineAppError extends AppError {
  constructor(code: EngineError['details']['code'], message: string, extra: Readonly<Record<string, unknown>>) {
    super(code, { extra });
    this.message = message;
  }
}

const storageProblems: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)/,
    "The server's disk is full, so nothing was saved. Ask your administrator to free some space, then try again.",
  ],
  [
    /^(EROFS|SQLITE_READONLY|SQLITE_CANTOPEN)/,
    "The server's data folder cannot be written, so nothing was saved. Ask your administrator to mend its permissions.",
  ],
];

const away = 'The metadata server does not answer at the moment, and nothing was saved. Try again in a moment.';

const damage =
  "The server's file metadata.db is damaged. Ask your administrator to stop the server and put the newest copy of its folder snapshots/ in its place, or to take a backup back with `powerset restore`.";

/** The disk's words are not hidden: whoever reads them can have it mended. */
function fromStorageError(error: unknown): AppError | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (isDamage(error)) return new AppError('STORAGE_ERROR', { params: { message: damage } }).withStatus(500);
  if (isStoreAway(error)) return new AppError('STORAGE_ERROR', { params: { message: away } }).withStatus(503);
  const found = storageProblems.find(([pattern]) => typeof code === 'string' && pattern.test(code));
  return found && new AppError('STORAGE_ERROR', { params: { message: found[1] } });
}

/** What the reader of multipart forms says, without a status, of a form that is cut or has no boundary. */
const brokenForm = /^(Multipart: Boundary not found|Unexpected end of multipart data|(Part|Preamble) terminated early)/;

function fromFrameworkError(error: FastifyError): AppError | undefined {
  if (error.statusCode === 413)
    return new AppError('PAYLOAD_TOO_LARGE_ERROR', {
      params: { message: 'The request is larger than the server takes.' },
    });
  if (error.statusCode === 429) return new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds: 60 } });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.statusCode === 415) {
    return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message: 'Request is not JSON' } });
  }
  // The server of files says no to a path that leads out of its folder.
  if (error.statusCode === 403 || error.statusCode === 404) return new AppError('NOT_FOUND_ERROR');
  if (error instanceof RangeError && error.message.includes('call stack'))
    return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: 'The request is nested too deeply.' },
    });
  if (brokenForm.test(error.message))
    return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: `The form cannot be read: ${error.message}` },
    });
  if (error.statusCode === 400)
    return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: `Request is incorrect: ${error.message}` },
    });
  return undefined;
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error, (cause, reference) =>
    request.log.error({ err: cause, reference }, 'unforeseen error'),
  );
  if (appError.code === 'TOO_MANY_ATTEMPTS_ERROR')
    reply.header('retry-after', String(appError.options.params?.seconds ?? 60));
  drain(request);
  return reply.code(appError.status).send(toErrorBody(appError));
}

/** A body that nobody reads to its end would hold up the client's next call on the same connection. */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  raw.unpipe();
  raw.resume();
}
