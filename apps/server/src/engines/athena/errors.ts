import { EngineError } from '../engine.ts';
import { busyStatuses, messageIn, RefusedRequest, silentService, toTransportError } from '../remote/index.ts';
import { ServerWords, toEngineError as toTrinoError } from '../trino/index.ts';

/** A query that the service could not run, with its reason. */
export class QueryFailure extends Error {
  override name = 'QueryFailure';

  constructor(
    readonly state: string,
    reason: string,
  ) {
    super(reason || 'The query failed.');
  }
}

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly accessKeyId: string | null;
  readonly catalog: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof QueryFailure) return fromQuery(error, context);
  if (error instanceof RefusedRequest) return fromService(error, context);
  return toTransportError(error, context);
}

/** `COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved`: the words of the engine inside, which is one of Trino's family. */
function fromQuery({ state, message }: QueryFailure, context: FailureContext): EngineError {
  if (state === 'CANCELLED')
    return new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.', driverMessage: message });
  const [, errorName = '', words = message] = /^([A-Z_]+): (.*)$/s.exec(message) ?? [];
  const at = /^line (\d+):(\d+): /.exec(words);
  const errorLocation = at && { lineNumber: Number(at[1]), columnNumber: Number(at[2]) };
  const failure = { errorName, message: words, ...(errorLocation ? { errorLocation } : {}) };
  return toTrinoError(new ServerWords(failure), { ...context, family: 'Athena', user: context.accessKeyId ?? '' });
}

const refusedKeys =
  /UnrecognizedClient|InvalidSignature|InvalidClientTokenId|ExpiredToken|AccessDenied|MissingAuthentication/;

function fromService({ status, body, message }: RefusedRequest, context: FailureContext): EngineError {
  const driverMessage = messageIn(body) ?? messageIn(body.replace('"Message"', '"message"')) ?? message;
  if (status === 403 || refusedKeys.test(body))
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: `Either the username "${context.accessKeyId ?? ''}" or the password is incorrect.`,
      driverMessage,
    });
  if (busyStatuses.has(status) || status >= 500) return new EngineError({ ...silentService, driverMessage });
  // A statement that does not parse is refused before it runs.
  return fromQuery(
    new QueryFailure('FAILED', /^line \d+:\d+/.test(driverMessage) ? `SYNTAX_ERROR: ${driverMessage}` : driverMessage),
    context,
  );
}
