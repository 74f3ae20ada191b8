import type { FormatBody } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { TaskError, ThreadLimitError } from '../../threads/index.ts';
import { getDatabase } from './execute.ts';

interface FormatRequest {
  readonly user: User;
  readonly body: FormatBody;
  readonly signal: AbortSignal;
}

/** Longer texts were made by programs, and would take their reader as long as the formatter. */
const maxLength = 200_000;

/** Upper-case keywords and indentation; what cannot be formatted, or not in time, is told so. */
export async function formatSql(services: Services, { user, body, signal }: FormatRequest): Promise<string> {
  if (body.sql.length > maxLength) throw refused(`Is too long to be formatted: ${maxLength} characters are the most.`);
  const database = typeof body.database_id === 'number' ? await getDatabase(services, body.database_id) : undefined;
  const dialect = body.engine || database?.backend;
  const sql = await fillTemplates(services, { user, body, dialect });
  try {
    // People take turns.
    return await services.textWork.format({ sql, dialect, fairnessKey: String(user.id) }, signal);
  } catch (error) {
    const isTold = error instanceof TaskError || error instanceof ThreadLimitError;
    throw isTold ? refused(`Cannot be formatted. ${error.message}`) : error;
  }
}

/** Who sends parameters for a text's templates wants them filled, as in the reference. */
async function fillTemplates(
  services: Services,
  { user, body, dialect }: Pick<FormatRequest, 'user' | 'body'> & { readonly dialect: string | undefined },
): Promise<string> {
  const { sql, template_params: parameters } = body;
  const isEmpty = !parameters || (typeof parameters === 'object' && Object.keys(parameters).length === 0);
  if (isEmpty || parameters === '{}' || !dialect) return sql;
  return renderSql(services, { sql, parameters, user, dialect });
}

function refused(reason: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: `sql: ${reason}` } });
}
