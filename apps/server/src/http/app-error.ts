import { type ErrorCode, errorKinds, issueMessages, type WireError, type WireErrorBody } from '@powerset/contract';

type Params = Readonly<Record<string, string | number>>;

export interface AppErrorOptions {
  readonly params?: Params;
  /** What was wrong with which field; answered as `message: {field: [text]}`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly cause?: unknown;
}

/** An error of the catalogue, thrown by services and turned into an answer by the one handler. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(shortened(fillGaps(errorKinds[code].message, options.params ?? {})), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }

  /** The same error under another status, where the reference answers so. */
  withStatus(status: number): AppError {
    const copy = new AppError(this.code, { ...this.options, status, cause: this });
    copy.message = this.message;
    return copy;
  }

  /** The same error for a reader who sees no SQL: without the engine's own words, which quote it. */
  withoutSql(): AppError {
    const { driver_message: _words, ...extra } = this.options.extra ?? {};
    const copy = new AppError(this.code, { ...this.options, extra, cause: this });
    copy.message = this.message;
    return copy;
  }

  get status(): number {
    return this.options.status ?? errorKinds[this.code].status;
  }
}

/** Shorthand for an error about fields of the payload. */
export function fieldError(given: Readonly<Record<string, readonly string[]>>, status = 422): AppError {
  const fields = Object.fromEntries(Object.entries(given).map(([field, texts]) => [field, texts.map(shortened)]));
  const message = Object.entries(fields)
    .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
    .join('; ');
  return new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', { params: { message }, fields, status });
}

/** Shorthand for what is well asked and cannot be done as things stand. */
export function commandError(message: string): AppError {
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message } });
}

export function notFound(): AppError {
  return new AppError('NOT_FOUND_ERROR');
}

export function forbidden(): AppError {
  return new AppError('FORBIDDEN_ERROR');
}

/** Says after how many seconds the next try is taken; the answer's `retry-after` says the same. */
export function tooMany(waitMs: number): AppError {
  return new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

/** The answer's body: the reference's list of errors, and `message` for clients that read only that. */
export function toErrorBody(error: AppError): WireErrorBody {
  const { level, issueCodes } = errorKinds[error.code];
  const issues = issueCodes.map((code) => ({ code, message: `Issue ${code} - ${issueMessages[code] ?? ''}` }));
  const wire: WireError = {
    message: error.message,
    error_type: error.code,
    level,
    extra: { ...error.options.extra, ...(issues.length > 0 ? { issue_codes: issues } : {}) },
  };
  // Clients of the reference read there why a token was not taken.
  const told = error.status === 401 ? { msg: error.message } : {};
  return { errors: [wire], message: error.options.fields ?? error.message, ...told };
}

/** Messages quote what was sent, which may be millions of characters. */
const longestMessage = 4000;

function shortened(text: string): string {
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

function fillGaps(message: string, params: Params): string {
  return message.replace(/\{(\w+)\}/g, (gap, name: string) => String(params[name] ?? gap));
}
