import { findPasswordProblem } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';

/** Refuses a password that is too easily guessed, at its field. */
export function checkPassword(password: string, username: string): void {
  const problem = findPasswordProblem(password, username);
  if (problem) throw fieldError({ password: [problem] });
}
