import { noWorkerWords } from '@powerset/contract';
import { AppError } from '../http/index.ts';

/** What people are told instead of waiting for a process that nobody has started. */
export function noWorker(): AppError {
  return new AppError('ENGINE_UNAVAILABLE_ERROR', { params: { message: noWorkerWords } });
}
