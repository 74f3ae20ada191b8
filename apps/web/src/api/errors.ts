import type { WireError, WireErrorBody } from '@powerset/contract';
import { msg, serverText, t } from '../i18n/index.ts';

/** A call that did not succeed: the status (0 when the server could not be reached) and what it said. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly WireError[];
  /** What is wrong with each field, when the server names fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** An id under which the server's log has the rest. */
  readonly reference: string | null;
  /** The answer said nothing of what went wrong; the message is only its status. */
  readonly isWordless: boolean;

  constructor(parts: {
    status: number;
    message: string;
    errors?: readonly WireError[];
    fields?: Readonly<Record<string, readonly string[]>>;
    reference?: string | null;
    isWordless?: boolean;
  }) {
    super(serverText(parts.message));
    this.name = 'ApiError';
    this.status = parts.status;
    this.errors = (parts.errors ?? []).map(inOwnWords);
    this.fields = parts.fields ?? {};
    this.reference = parts.reference ?? null;
    this.isWordless = parts.isWordless ?? false;
  }

  /** The first error's code, as in the error catalogue. */
  get code(): string | null {
    return this.errors[0]?.error_type ?? null;
  }
}

/** What the server itself says of an error, in the reader's language; the engine's words stay as they are. */
function inOwnWords(error: WireError): WireError {
  const { message, extra = {} } = error;
  const { issue_codes: issues } = extra;
  if (!Array.isArray(issues)) return { ...error, message: serverText(message) };
  const said = issues.map((issue) => ({ ...issue, message: serverText(String(issue?.message ?? '')) }));
  return { ...error, message: serverText(message), extra: { ...extra, issue_codes: said } };
}

/** What a server that cannot be reached, or went away before it had answered, comes to. */
export function noAnswer(): ApiError {
  return new ApiError({ status: 0, message: t('The server does not answer. Check the connection and try again.') });
}

const unansweredStatuses: readonly number[] = [0, 502, 503];

/** Whether no server of ours said anything: neither it nor whoever stands before it; its own refusals have words and a code. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && unansweredStatuses.includes(error.status) && error.errors.length === 0;
}

/** A job that cannot end any more, as the server that took it is gone. */
export class LostJobError extends ApiError {
  constructor(message: string) {
    super({ status: 0, message });
    this.name = 'LostJobError';
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFields(message: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(message)) return {};
  return Object.fromEntries(
    Object.entries(message).map(([field, texts]) => [
      field,
      (Array.isArray(texts) ? texts : [texts]).map((text) => serverText(String(text))),
    ]),
  );
}

function readReference(errors: readonly WireError[], headerId: string | null): string | null {
  const extra = errors[0]?.extra;
  const named = extra?.reference ?? extra?.reference_id;
  return typeof named === 'string' ? named : headerId;
}

/** What the server says of a save that came too late, by what was saved; another language needs whole sentences. */
const lateSaveTexts: Readonly<Record<string, string>> = {
  chart: msg('This chart was saved by {{who}} after you opened it.'),
  dashboard: msg('This dashboard was saved by {{who}} after you opened it.'),
  dataset: msg('This dataset was saved by {{who}} after you opened it.'),
  'filter set': msg('This filter set was saved by {{who}} after you opened it.'),
  role: msg('This role was saved by {{who}} after you opened it.'),
  'saved query': msg('This saved query was saved by {{who}} after you opened it.'),
  user: msg('This user was saved by {{who}} after you opened it.'),
};

function lateSaveText(error: WireError | undefined): string | undefined {
  if (error?.error_type !== 'CONFLICT_ERROR') return undefined;
  const { what, changed_by_name: who } = error.extra;
  const text = lateSaveTexts[String(what)];
  if (!text) return undefined;
  return t(text, { who: who === 'someone else' ? t('someone else') : String(who) });
}

function firstText(
  body: Readonly<Record<string, unknown>>,
  errors: readonly WireError[],
  fields: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (typeof body.message === 'string' && body.message) return body.message;
  const [named] = Object.entries(fields);
  if (named) return `${named[0]}: ${named[1].join(' ')}`;
  if (errors[0]?.message) return errors[0].message;
  return typeof body.error === 'string' ? body.error : undefined;
}

/** Turns any failing answer into an `ApiError`: the catalogue's shape, the older `{message}` and `{error}`, or plain text. */
export function toApiError(answer: {
  status: number;
  statusText: string;
  text: string;
  requestId?: string | null;
}): ApiError {
  const body = parseBody(answer.text);
  if (!body) {
    const isHtml = answer.text.trimStart().startsWith('<');
    const said = isHtml ? '' : answer.text.trim().slice(0, 300);
    // A proxy’s page where no process of ours answered: whoever saves has to know that a second try helps.
    if (isHtml && answer.status === 502) return new ApiError({ status: 502, message: noAnswer().message });
    const message = said || answer.statusText || `HTTP ${answer.status}`;
    return new ApiError({ status: answer.status, message, reference: answer.requestId, isWordless: !said });
  }
  // The wire's shape is the server's promise; missing parts fall back one by one.
  const errors = Array.isArray(body.errors) ? (body.errors as WireErrorBody['errors']) : [];
  const fields = readFields(body.message);
  const said = lateSaveText(errors[0]) ?? firstText(body, errors, fields);
  return new ApiError({
    status: answer.status,
    message: said ?? (answer.statusText || `HTTP ${answer.status}`),
    isWordless: said === undefined,
    errors,
    fields,
    reference: readReference(errors, answer.requestId ?? null),
  });
}

function parseBody(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The text to show for anything that was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return String(error);
}

/** Whether something thrown is only a call that was given up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
