import { TaskFailure } from '../tasks.ts';

/** Something about a file that its owner can mend. */
export function uploadFailure(message: string, line: number | null = null): TaskFailure {
  return new TaskFailure({ origin: 'upload', message, line, column: null });
}
