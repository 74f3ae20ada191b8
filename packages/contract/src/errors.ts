import type { ErrorLevel } from './schemas/errors.ts';

export interface ErrorKind {
  readonly status: number;
  readonly level: ErrorLevel;
  readonly issueCodes: readonly number[];
  /** Text with `{name}` gaps filled from the error's parameters. */
  readonly message: string;
}

interface KindOptions {
  readonly issues?: readonly number[];
  readonly level?: ErrorLevel;
}

function kind(status: number, message: string, { issues = [], level = 'error' }: KindOptions = {}): ErrorKind {
  return { status, message, issueCodes: issues, level };
}

/** Every error the product answers with. Codes are the reference's `error_type` values where it has one. */
export const errorKinds = {
  INVALID_PAYLOAD_FORMAT_ERROR: kind(400, '{message}', { issues: [1019] }),
  INVALID_PAYLOAD_SCHEMA_ERROR: kind(400, '{message}', { issues: [1020] }),
  NOT_FOUND_ERROR: kind(404, 'Not found'),
  METHOD_NOT_ALLOWED_ERROR: kind(405, 'Method not allowed'),
  UNAUTHENTICATED_ERROR: kind(401, 'Not authorized'),
  /** The password is right; what proves the person besides is missing or wrong. */
  SECOND_FACTOR_ERROR: kind(401, '{message}'),
  /** Somebody came by a password alone where that is not enough. */
  SECOND_FACTOR_REQUIRED_ERROR: kind(403, 'A second factor is asked for here. Load the page again and set yours up.'),
  FORBIDDEN_ERROR: kind(403, 'Forbidden'),
  FRONTEND_CSRF_ERROR: kind(
    400,
    'The CSRF token is missing or does not belong to this session. Reload the page and try again.',
  ),
  TOO_MANY_ATTEMPTS_ERROR: kind(429, 'Too many attempts. Try again in {seconds} seconds.'),
  UNPROCESSABLE_ERROR: kind(422, '{message}', { level: 'warning' }),
  CONFLICT_ERROR: kind(409, '{message}', { level: 'warning' }),
  PAYLOAD_TOO_LARGE_ERROR: kind(413, '{message}'),
  GENERIC_COMMAND_ERROR: kind(422, '{message}', { issues: [1010], level: 'warning' }),
  GENERIC_BACKEND_ERROR: kind(
    500,
    'Something went wrong on the server. Quote the id {reference} to your administrator.',
    { issues: [1011] },
  ),
  STORAGE_ERROR: kind(507, '{message}', { issues: [1011] }),
  GENERIC_DB_ENGINE_ERROR: kind(422, '{message}', { issues: [1002] }),
  SYNTAX_ERROR: kind(422, '{message}', { issues: [1003, 1030] }),
  COLUMN_DOES_NOT_EXIST_ERROR: kind(422, '{message}', { issues: [1003, 1004] }),
  TABLE_DOES_NOT_EXIST_ERROR: kind(422, '{message}', { issues: [1003, 1005] }),
  SCHEMA_DOES_NOT_EXIST_ERROR: kind(422, '{message}', { issues: [1003, 1016] }),
  OBJECT_DOES_NOT_EXIST_ERROR: kind(422, '{message}', { issues: [1029] }),
  DML_NOT_ALLOWED_ERROR: kind(403, 'Only `SELECT` statements are allowed against this database', { issues: [1022] }),
  DESTRUCTIVE_SQL_ERROR: kind(409, 'The script destroys what no condition names: {statements}', { level: 'warning' }),
  INVALID_CTAS_QUERY_ERROR: kind(422, '{message}', { issues: [1023] }),
  INVALID_CVAS_QUERY_ERROR: kind(422, '{message}', { issues: [1024, 1025] }),
  SQLLAB_TIMEOUT_ERROR: kind(
    504,
    "SQL Lab timeout. This environment's policy is to kill queries after {seconds} seconds.",
    { issues: [1026, 1027] },
  ),
  BACKEND_TIMEOUT_ERROR: kind(504, 'The query ran longer than {seconds} s and was stopped', { issues: [1026, 1027] }),
  QUERY_STOPPED_ERROR: kind(499, 'The query was stopped.', { level: 'info' }),
  ENGINE_CRASHED_ERROR: kind(503, 'The engine stopped while it ran this query, and has been started again. {message}', {
    issues: [1002],
  }),
  ENGINE_UNAVAILABLE_ERROR: kind(503, '{message}', { issues: [1009] }),
  ENGINE_NOT_HERE_ERROR: kind(422, '{message}', { level: 'warning' }),
  RESULTS_BACKEND_NOT_CONFIGURED_ERROR: kind(500, 'Results backend is not configured.', { issues: [1021] }),
  RESULTS_BACKEND_ERROR: kind(
    410,
    'Data could not be retrieved from the results backend. You need to re-run the original query.',
    { issues: [1031] },
  ),
  TABLE_SECURITY_ACCESS_ERROR: kind(
    403,
    'You need access to the following tables: {tables}, `all_database_access` or `all_datasource_access` permission',
  ),
  DATASOURCE_SECURITY_ACCESS_ERROR: kind(
    403,
    'This endpoint requires the datasource {name}, database or `all_datasource_access` permission',
  ),
  DATABASE_SECURITY_ACCESS_ERROR: kind(403, '{message}'),
  CHART_SECURITY_ACCESS_ERROR: kind(403, '{message}'),
  DASHBOARD_SECURITY_ACCESS_ERROR: kind(403, '{message}'),
  /** People sign in at the identity provider alone. */
  PASSWORD_SIGN_IN_ERROR: kind(403, 'Passwords sign nobody in here. Sign in with {name}; programs send an API key.'),
  /** The password is right, and the person does not come in. */
  DIRECTORY_REFUSAL_ERROR: kind(403, '{message}'),
  DIRECTORY_UNAVAILABLE_ERROR: kind(503, 'Nobody can be looked up in {name} at the moment. Try again.'),
  /** An administrator sees the product as somebody else. */
  VIEW_ONLY_ERROR: kind(403, 'You see Powerset as {name}: nothing can be changed.'),
  MISSING_OWNERSHIP_ERROR: kind(403, 'Forbidden'),
  MISSING_TEMPLATE_PARAMS_ERROR: kind(422, '{message}', { issues: [1006] }),
  INVALID_TEMPLATE_PARAMS_ERROR: kind(422, 'The query contains one or more malformed template parameters.', {
    issues: [1028],
  }),
  ADHOC_SUBQUERY_NOT_ALLOWED_ERROR: kind(422, 'Custom SQL fields cannot contain sub-queries.', { issues: [1037] }),
  DATASET_NOT_FOUND_ERROR: kind(404, 'The dataset of this chart no longer exists.'),
  DATABASE_NOT_FOUND_ERROR: kind(404, 'The database no longer exists.', { issues: [1036] }),
  CONNECTION_MISSING_PARAMETERS_ERROR: kind(422, '{message}', { issues: [1018], level: 'warning' }),
  CONNECTION_INVALID_HOSTNAME_ERROR: kind(422, 'The hostname "{hostname}" cannot be resolved.', { issues: [1007] }),
  CONNECTION_INVALID_PORT_ERROR: kind(422, '{message}', { issues: [1034] }),
  CONNECTION_PORT_CLOSED_ERROR: kind(422, 'Port {port} on hostname "{hostname}" refused the connection.', {
    issues: [1008],
  }),
  CONNECTION_ACCESS_DENIED_ERROR: kind(422, 'Either the username "{username}" or the password is incorrect.', {
    issues: [1014, 1015],
  }),
  CONNECTION_UNKNOWN_DATABASE_ERROR: kind(422, 'Unable to connect to database "{database}".', { issues: [1015] }),
  CONNECTION_DATABASE_TIMEOUT: kind(504, 'The database did not answer in time.', { issues: [1027] }),
  /** A database asks who the person is: `extra` says where he signs in. */
  OAUTH2_REDIRECT: kind(403, '{message}', { level: 'warning' }),
  OAUTH2_REDIRECT_ERROR: kind(403, '{message}'),
  UPLOAD_ERROR: kind(422, '{message}', { level: 'warning' }),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** What an issue code means, in the interface's words. */
export const issueMessages: Readonly<Record<number, string>> = {
  1000: 'The datasource is too large to query.',
  1001: 'The database is under an unusual load.',
  1002: 'The database returned an unexpected error.',
  1003: 'There is a syntax error in the SQL query. Perhaps there was a misspelling or a typo.',
  1004: 'The column was deleted or renamed in the database.',
  1005: 'The table was deleted or renamed in the database.',
  1006: 'One or more parameters specified in the query are missing.',
  1007: "The hostname provided can't be resolved.",
  1008: 'The port is closed.',
  1009: "The host might be down, and can't be reached on the provided port.",
  1010: 'Superset encountered an error while running a command.',
  1011: 'Superset encountered an unexpected error.',
  1014: 'Either the username or the password is wrong.',
  1015: 'Either the database is spelled incorrectly or does not exist.',
  1016: 'The schema was deleted or renamed in the database.',
  1017: "The user doesn't have the proper permissions to access the database",
  1018: 'One or more parameters needed to configure a database are missing.',
  1019: 'The submitted payload has the incorrect format.',
  1020: 'The submitted payload has the incorrect schema.',
  1021: 'Results backend needed for asynchronous queries is not configured.',
  1022: 'Database does not allow data manipulation.',
  1023: "CTAS (create table as select) doesn't have a SELECT statement at the end.",
  1024: 'CVAS (create view as select) query has more than one statement.',
  1025: 'CVAS (create view as select) query is not a SELECT statement.',
  1026: 'Query is too complex and takes too long to run.',
  1027: 'The database is currently running too many queries.',
  1028: 'One or more parameters specified in the query are malformed.',
  1029: 'The object does not exist in the given database.',
  1030: 'The query has a syntax error.',
  1031: 'The results backend no longer has the data from the query.',
  1034: 'The port number is invalid.',
  1036: 'The database was deleted.',
  1037: 'Custom SQL fields cannot contain sub-queries.',
};
