import {
  CellQ,
  ColumnDetailQ,
  ColumnValuesQ,
  CompareQ,
  ResultChartQ,
  ResultsQ,
  WindowQ,
} from '@powerset/contract/schemas';
import { can, type User } from '../../access/index.ts';
import { EngineError } from '../../engines/index.ts';
import { AppError, compileReader, notFound, parseQ } from '../../http/index.ts';
import { findRun, findRunByResultsKey, type QueryRun, toWireQueries } from '../../query-runs/index.ts';
import type { ExecuteDeps } from './execute.ts';
import { toExecutionJson } from './present.ts';
import type { RunOutcome } from './run.ts';

const readResultsQ = compileReader(ResultsQ, 'json');
const readWindowQ = compileReader(WindowQ, 'json');
const readCellQ = compileReader(CellQ, 'json');
const readColumnDetailQ = compileReader(ColumnDetailQ, 'json');
const readColumnValuesQ = compileReader(ColumnValuesQ, 'json');
const readResultChartQ = compileReader(ResultChartQ, 'json');
const readCompareQ = compileReader(CompareQ, 'json');

export function parseResultsQ(query: { readonly q?: string } | undefined): ResultsQ {
  // Read by its schema in the same expression.
  return readResultsQ(parseQ(query) ?? {}) as ResultsQ;
}

export function parseWindowQ(query: { readonly q?: string | undefined } | undefined): WindowQ {
  // Read by its schema in the same expression.
  return readWindowQ(parseQ(query?.q === undefined ? undefined : { q: query.q }) ?? {}) as WindowQ;
}

export function parseCompareQ(query: { readonly q?: string } | undefined): CompareQ {
  // Read by its schema in the same expression.
  return readCompareQ(parseQ(query) ?? {}) as CompareQ;
}

export function parseCellQ(query: { readonly q?: string } | undefined): CellQ {
  // Read by its schema in the same expression.
  return readCellQ(parseQ(query) ?? {}) as CellQ;
}

export function parseColumnDetailQ(query: { readonly q?: string } | undefined): ColumnDetailQ {
  // Read by its schema in the same expression.
  return readColumnDetailQ(parseQ(query) ?? {}) as ColumnDetailQ;
}

export function parseColumnValuesQ(query: { readonly q?: string } | undefined): ColumnValuesQ {
  // Read by its schema in the same expression.
  return readColumnValuesQ(parseQ(query) ?? {}) as ColumnValuesQ;
}

export function parseResultChartQ(query: { readonly q?: string } | undefined): ResultChartQ {
  // Read by its schema in the same expression.
  return readResultChartQ(parseQ(query) ?? {}) as ResultChartQ;
}

const missingQuery =
  'The query associated with these results could not be found. You need to re-run the original query.';

/** The run behind a result, when the user may see it: an own one, or any with `all_query_access`. */
export async function getRunOfResult({ services }: ExecuteDeps, user: User, key: string): Promise<QueryRun> {
  const run = await findRunByResultsKey(services.store, key);
  if (run && maySee(user, run)) return run;
  const missing = notFound();
  missing.message = missingQuery;
  throw missing;
}

export async function getRunOfClient({ services }: ExecuteDeps, user: User, clientId: string): Promise<QueryRun> {
  const run = await findRun(services.store, clientId);
  if (run && maySee(user, run)) return run;
  throw notFound();
}

function maySee(user: User, run: QueryRun): boolean {
  return run.user_id === user.id || can(user, 'all_query_access', 'all_query_access');
}

/** A stored result that is gone answers 410, in the reference's words. */
export async function orGone<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const isGone = error instanceof EngineError && error.details.code === 'RESULTS_BACKEND_ERROR';
    throw isGone ? new AppError('RESULTS_BACKEND_ERROR') : error;
  }
}

/** The reference's answer of a finished run: as pieces of JSON text, because its numbers are exact. */
export async function toExecutionAnswer(
  deps: ExecuteDeps,
  outcome: RunOutcome,
  { rows, isCached }: { readonly rows: number; readonly isCached: boolean },
): Promise<AsyncIterable<string>> {
  const { run } = outcome;
  const limit = Math.min(rows, deps.services.config.displayMaxRow);
  const [query] = await toWireQueries(deps.services.store, [run], deps.registry);
  if (!query) throw notFound();
  const table = outcome.table ?? (await readRows(deps, run, limit));
  return toExecutionJson({ table, query, isCached, isCut: rows > 0 && (run.rows ?? 0) > table.rowCount });
}

async function readRows(deps: ExecuteDeps, run: QueryRun, limit: number): Promise<NonNullable<RunOutcome['table']>> {
  if (!run.results_key || limit === 0) return { columns: [], rowCount: 0 };
  return (await orGone(deps.results.window(run.results_key, { offset: 0, limit }))).table;
}
