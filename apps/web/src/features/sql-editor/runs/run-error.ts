import { ApiError } from '../../../api/index.ts';
import { type SignInPlace, signInPlaceOf } from '../../../controls/database-sign-in/index.ts';
import { serverText } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';

/** What failed in a run, as the pane shows it. */
export interface RunProblem {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly details: string | null;
  readonly reference: string | null;
  readonly code: string | null;
  /** Where the database lets people sign in; null where that is not what failed. */
  readonly signIn?: SignInPlace | null;
}

interface StoredError {
  readonly message?: string;
  readonly error_type?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The error, else the message, else the status text, else `Unknown error`; a lost session is said in its own words. */
export function problemText(parts: {
  readonly error?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly statusText?: string | null | undefined;
}): string {
  const text = parts.error || parts.message || parts.statusText || editorMessages.unknownError();
  return /CSRF.token/i.test(text) ? editorMessages.sessionEnded() : text;
}

export function toProblem(error: StoredError | undefined, message: string | null): RunProblem {
  const extra = error?.extra ?? {};
  const driver = extra.driver_message;
  const text = serverText(problemText({ error: error?.message, message }));
  return {
    message: text,
    line: typeof extra.line === 'number' ? extra.line : null,
    column: typeof extra.column === 'number' ? extra.column : null,
    details: typeof driver === 'string' && driver !== text ? driver : null,
    reference: typeof extra.reference === 'string' ? extra.reference : null,
    code: error?.error_type ?? null,
    signIn: signInPlaceOf(error?.error_type, extra),
  };
}

export function fromThrown(error: unknown): RunProblem {
  if (error instanceof ApiError) return { ...toProblem(error.errors[0], error.message), reference: error.reference };
  return toProblem(undefined, error instanceof Error ? error.message : String(error));
}
