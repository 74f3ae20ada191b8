import type { ExecuteBody } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { EngineError, type StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { findRunByResultsKey } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import type { EditorResults } from './results.ts';

interface Naming {
  readonly user: User;
  readonly body: Pick<ExecuteBody, 'results'>;
  readonly statements: readonly StatementAnalysis[];
  readonly results: EditorResults;
}

/** The results that a script reads as tables: the caller's own alone, whatever else he may see, and only kept ones. */
export async function findNamedResults(
  { store }: Services,
  { user, body, statements, results }: Naming,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(statements.flatMap((statement) => statement.results ?? []));
  const found = new Map<string, string>();
  for (const name of wanted) {
    const key = body.results?.find((result) => result.name.toLowerCase() === name.toLowerCase())?.key;
    const run = key === undefined ? undefined : await findRunByResultsKey(store, key);
    if (key === undefined || run?.user_id !== user.id)
      throw refused(`There is no result "${name}". Pin a result and give it this name.`);
    if (!(await isKept(results, key)))
      throw refused(`The result "${name}" is not kept any more. Run its query again and pin the result anew.`);
    found.set(name.toLowerCase(), key);
  }
  return found;
}

function refused(message: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: `sql: ${message}` } });
}

async function isKept(results: EditorResults, key: string): Promise<boolean> {
  try {
    await results.window(key, { offset: 0, limit: 1, cut: 1 });
    return true;
  } catch (error) {
    if (error instanceof EngineError && error.details.code === 'RESULTS_BACKEND_ERROR') return false;
    throw error;
  }
}
