import { EngineError } from '../../../engines/index.ts';
import { AppError, fromEngineError } from '../../../http/index.ts';

/** What a file says where something has no answer; what nobody foresaw is thrown on. Files are sent around, so no SQL is in it. */
export function problemOf(error: unknown): string {
  if (error instanceof EngineError) return fromEngineError(error).withoutSql().message;
  if (error instanceof AppError) return error.withoutSql().message;
  throw error;
}
