import type { QueryState, WireQueryRunExtra } from '@powerset/contract';
import { EngineError } from '../../engines/index.ts';
import { AppError, toAppError, toErrorBody } from '../../http/index.ts';
import type { PlannedStatement } from './script.ts';

export interface Failure {
  readonly state: QueryState;
  readonly error: AppError;
}

export interface FailurePlace {
  readonly statement: PlannedStatement | undefined;
  /** `[Statement 2 out of 3] `, empty for a script of one. */
  readonly prefix: string;
  readonly timeoutSeconds: number;
  /** Notes what nobody foresaw. */
  readonly log: (error: unknown, reference: string) => void;
}

/** What a run that threw has come to: its state, and the error in the author's terms and places. */
export function toFailure(error: unknown, place: FailurePlace): Failure {
  const moved = error instanceof EngineError ? movePosition(error, place.statement) : error;
  const known = toAppError(moved, place.log);
  if (known.code === 'QUERY_STOPPED_ERROR') return { state: 'stopped', error: known };
  if (known.code === 'BACKEND_TIMEOUT_ERROR') {
    // A database has limits of its own, and its own words for them.
    if (error instanceof EngineError && error.details.driverMessage !== undefined)
      return { state: 'timed_out', error: withPrefix(known, place) };
    const timeout = new AppError('SQLLAB_TIMEOUT_ERROR', { params: { seconds: place.timeoutSeconds } });
    return { state: 'timed_out', error: timeout };
  }
  return { state: 'failed', error: withPrefix(known, place) };
}

/** What is kept of a run that failed, for those who look at it later: its errors as the caller was told them. */
export function toFailedExtra(error: AppError, known: Partial<WireQueryRunExtra> = {}): string {
  const extra: WireQueryRunExtra = { progress: null, errors: toErrorBody(error).errors.slice(0, 10), ...known };
  return JSON.stringify(extra);
}

function withPrefix(error: AppError, { prefix }: FailurePlace): AppError {
  if (prefix) error.message = prefix + error.message;
  return error;
}

/** The engine saw one statement; its author sees the whole script. */
function movePosition(error: EngineError, statement: PlannedStatement | undefined): EngineError {
  const { line, column } = error.details;
  if (!statement || !line) return error;
  const isFirstLine = line === 1;
  return new EngineError({
    ...error.details,
    line: line + statement.lineOffset,
    column: column && isFirstLine ? column + statement.columnOffset : (column ?? null),
  });
}
