import type { ErrorCode } from '@powerset/contract';

/** The catalogue's codes that reading a query can end with. */
export type QueryErrorCode = Extract<
  ErrorCode,
  | 'INVALID_PAYLOAD_SCHEMA_ERROR'
  | 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR'
  | 'COLUMN_DOES_NOT_EXIST_ERROR'
  | 'MISSING_TEMPLATE_PARAMS_ERROR'
  | 'INVALID_TEMPLATE_PARAMS_ERROR'
>;

/** Messages quote what was sent, which may be millions of characters. */
const longestMessage = 2000;

/** What the author of a query can mend; `field` is the wire's name of the part that is wrong. */
export class QueryError extends Error {
  readonly code: QueryErrorCode;
  readonly field: string;

  constructor(message: string, field: string, code: QueryErrorCode = 'INVALID_PAYLOAD_SCHEMA_ERROR') {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message);
    this.name = 'QueryError';
    this.code = code;
    this.field = field;
  }
}
