import { AppError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { TaskError, ThreadLimitError } from '../../threads/index.ts';

interface FormatRequest {
  readonly sql: string;
  readonly dialect: string | null | undefined;
  readonly signal: AbortSignal;
  /** People take turns. */
  readonly fairnessKey: string;
}

/** Longer texts were made by programs, and would take their reader as long as the formatter. */
const maxLength = 200_000;

/** Upper-case keywords and indentation; what cannot be formatted, or not in time, is told so. */
export async function formatSql({ textWork }: Services, { signal, ...request }: FormatRequest): Promise<string> {
  if (request.sql.length > maxLength)
    throw refused(`Is too long to be formatted: ${maxLength} characters are the most.`);
  try {
    return await textWork.format(request, signal);
  } catch (error) {
    const isTold = error instanceof TaskError || error instanceof ThreadLimitError;
    throw isTold ? refused(`Cannot be formatted. ${error.message}`) : error;
  }
}

function refused(reason: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: `sql: ${reason}` } });
}
