import { EngineError, findDatabaseKind } from '../../engines/index.ts';

/** A line that breaks, again and again, before anything was answered. */
const lostWords = 'The connection to the database was lost. Run the query again.';

/** What takes a question and never answers it, or hangs up, is no such server to whoever connects it. */
export function asNoAnswer(
  error: EngineError,
  row: { readonly backend: string; readonly sqlalchemy_uri: string },
): EngineError {
  const { code, driverMessage, message: told } = error.details;
  const isHungUp = told === lostWords;
  if (code !== 'BACKEND_TIMEOUT_ERROR' && !isHungUp) return error;
  const { host, port } = findDatabaseKind(row.backend)?.toParameters(row.sqlalchemy_uri) ?? {};
  if (typeof host !== 'string' || typeof port !== 'number') return error;
  if (isHungUp)
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The host "${host}" answers on port ${port}, but not as a database of this kind does.`,
      ...(driverMessage === undefined ? {} : { driverMessage }),
      invalid: ['host', 'port'],
    });
  const message = `The host "${host}" might be down, and can't be reached on port ${port}.`;
  return new EngineError({ code: 'CONNECTION_DATABASE_TIMEOUT', message });
}
