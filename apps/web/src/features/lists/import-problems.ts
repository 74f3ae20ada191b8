import { ApiError } from '../../api/index.ts';

export interface ImportProblems {
  /** Files of databases whose password the bundle does not hold. */
  readonly needsPasswords: readonly string[];
  /** Files that exist on the server. */
  readonly existing: readonly string[];
}

const EXISTS = 'already exists and `overwrite=true` was not passed';
const NEEDS_PASSWORD = 'Must provide a password for the database';

/** What an import lacks, read from the error's extra, which names each refused file. */
export function readImportProblems(failure: unknown): ImportProblems {
  const extra = failure instanceof ApiError ? (failure.errors[0]?.extra ?? {}) : {};
  const files = Object.entries(extra).filter(([name]) => name !== 'issue_codes');
  const holding = (text: string) =>
    files.filter(([, problem]) => JSON.stringify(problem).includes(text)).map(([name]) => name);
  return { needsPasswords: holding(NEEDS_PASSWORD), existing: holding(EXISTS) };
}
