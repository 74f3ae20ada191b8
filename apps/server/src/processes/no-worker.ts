import { AppError } from '../http/index.ts';

/** What people are told instead of waiting for a process that nobody has started. */
export const noWorkerWords = 'No worker is running, so nobody does this. An administrator has to start one.';

export function noWorker(): AppError {
  return new AppError('ENGINE_UNAVAILABLE_ERROR', { params: { message: noWorkerWords } });
}
