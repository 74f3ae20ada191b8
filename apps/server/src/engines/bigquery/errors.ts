import { EngineError } from '../engine.ts';
import {
  busyStatuses,
  firstLine,
  type Meanings,
  meaningOf,
  placeBehind,
  type RefusedRequest,
  silentService,
  type TextPlace,
  type Told,
  toTransportError,
} from '../remote/index.ts';

/** What the service says of something that failed; as much of it as is read. */
export interface ServiceError {
  readonly reason?: string;
  readonly message?: string;
}

/** A request that the service refused, with its reason. */
export class JobFailure extends Error {
  override name = 'JobFailure';

  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }

  static of({ status, body, message }: RefusedRequest): JobFailure {
    const said = readError(body);
    return new JobFailure(status, said?.reason ?? '', said?.message ?? message);
  }
}

function readError(body: string): ServiceError | null {
  try {
    // The documented shape of the service's errors.
    const { error } = JSON.parse(body) as {
      readonly error?: { readonly message?: string; readonly errors?: readonly ServiceError[] };
    };
    return error ? { reason: error.errors?.[0]?.reason ?? '', message: error.message ?? '' } : null;
  } catch {
    return null;
  }
}

export interface FailureContext {
  readonly host: string;
  readonly port: number;
  readonly project: string;
  /** Characters that were put before the author's text, on its first line; null where the text is none of an author's. */
  readonly headLength: number | null;
}

/** What the service says, in the order in which it is looked for, and what it means. */
const meanings: Meanings = [
  [
    /^Syntax error: (?:Unexpected|Expected).*?"([^"]{1,60})"/s,
    ([, near]) => ({ code: 'SYNTAX_ERROR', message: `Syntax error near "${near}".` }),
  ],
  [/^Syntax error: Unexpected end of/s, () => ({ code: 'SYNTAX_ERROR', message: 'The statement ends too early.' })],
  [/^Syntax error: (.*?)(?: at \[\d+:\d+\])?$/s, ([, words = '']) => ({ code: 'SYNTAX_ERROR', message: words })],
  [
    /^Unrecognized name: `?([^\s`;]+)/,
    ([, name]) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The column "${name}" does not exist.` }),
  ],
  [
    /^Name (\S+) not found inside/,
    ([, name]) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The column "${name}" does not exist.` }),
  ],
  [
    /Not found: Table [^:\s]+:(\S+)/,
    ([, name]) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${name}" does not exist.` }),
  ],
  [
    /^Table "([^"]+)" (?:missing|must be qualified)/,
    ([, name]) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${name}" must be named with its dataset.` }),
  ],
  [
    /Not found: Dataset [^:\s]+:(\S+)/,
    ([, name]) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${name}" does not exist.` }),
  ],
];

const reasons: Readonly<Record<string, Told>> = {
  stopped: { code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' },
  rateLimitExceeded: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The database runs as many queries as it may. Try again in a moment.',
  },
  quotaExceeded: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The project has used up its quota of queries. Its administrator can raise it.',
  },
  bytesBilledLimitExceeded: {
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'The query reads more than the database allows. Narrow it by a condition.',
  },
  resourcesExceeded: {
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'The database ran out of memory. Read fewer columns or rows, or aggregate first.',
  },
};

/** Whatever was thrown, as an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof JobFailure) return fromService(error, context);
  return toTransportError(error, context);
}

function fromService(failure: JobFailure, context: FailureContext): EngineError {
  const { message: driverMessage, reason, status } = failure;
  const place = placeOf(driverMessage, context) ?? { line: null, column: null };
  const told = meaningOf(driverMessage, meanings);
  if (told) return new EngineError({ ...told, driverMessage, ...place });
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  if (known) return new EngineError({ ...known, driverMessage, ...place });
  if (status === 401)
    return new EngineError({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The service account key was refused. Give the JSON key file of an account that may run queries.',
      driverMessage,
    });
  if (/^(?:Project|Not found: Project)\b/.test(driverMessage) || /has not enabled BigQuery/.test(driverMessage))
    return new EngineError({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: `Unable to connect to database "${context.project}".`,
      driverMessage,
    });
  if (busyStatuses.has(status) || status >= 500) return new EngineError({ ...silentService, driverMessage });
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: firstLine(driverMessage),
    driverMessage,
    ...place,
  });
}

/** `… at [2:7]`. */
function placeOf(words: string, { headLength }: FailureContext): TextPlace | null {
  const found = /\bat \[(\d+):(\d+)\]/.exec(words);
  return placeBehind(found && { line: Number(found[1]), column: Number(found[2]) }, headLength);
}
