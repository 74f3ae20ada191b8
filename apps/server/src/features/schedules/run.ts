import type { QueryState, ScheduleRunState } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { describeOutputFailure, keepOutput, type OutputParts } from './output.ts';
import { mayRunSql } from './service.ts';
import type { Schedule } from './store.ts';

/** One run of a script, as the SQL editor runs it. */
export interface ScriptRun {
  readonly user: User;
  readonly clientId: string;
  readonly query: Row<'saved_queries'> & { readonly db_id: number };
  readonly signal: AbortSignal;
}

export interface ScriptOutcome {
  readonly state: QueryState;
  readonly rows: number | null;
  readonly error: string | null;
  /** Of the rows that are kept, and whether there were more. */
  readonly resultsKey: string | null;
  readonly isCut: boolean;
}

/** Runs a script through the same gate as the SQL editor does: parsed, authorised, limited, noted. Throws what was refused. */
export type RunScript = (run: ScriptRun) => Promise<ScriptOutcome>;

export interface RunEnd {
  readonly state: ScheduleRunState;
  readonly rows: number | null;
  readonly error: string | null;
}

export interface RunTask {
  readonly services: Pick<Services, 'store' | 'accounts' | 'engines' | 'log'>;
  readonly runScript: RunScript;
  readonly output: OutputParts;
  readonly schedule: Schedule;
  readonly clientId: string;
  readonly signal: AbortSignal;
}

/** Runs a scheduled query as its owner, with the owner's rights of this moment; what fails is told, never thrown. */
export async function runSchedule({
  services,
  runScript,
  output,
  schedule,
  clientId,
  signal,
}: RunTask): Promise<RunEnd> {
  try {
    const user = await services.accounts.findUser(schedule.user_id);
    if (!user) return failed('The owner’s account is deactivated, so the query was not run.');
    if (!mayRunSql(user)) return failed('The owner may no longer run SQL, so the query was not run.');
    const query = await services.store
      .selectFrom('saved_queries')
      .selectAll()
      .where('id', '=', schedule.saved_query_id)
      .executeTakeFirst();
    if (!query || query.db_id === null) return failed('The saved query names no database.');
    const outcome = await runScript({ user, clientId, query: { ...query, db_id: query.db_id }, signal });
    const { rows, error, resultsKey, isCut } = outcome;
    const state = toState(outcome.state);
    if (state !== 'success' || schedule.output_table === null) return { state, rows, error };
    const problem = await keepOutput(services, output, { user, schedule, resultsKey, signal }).then(
      () => null,
      (thrown: unknown) => describeOutputFailure(thrown, (cause) => note(services, schedule, cause)),
    );
    if (problem !== null) return { state: 'failed', rows, error: problem };
    return { state, rows, error: isCut ? `Only the first ${rows} rows are in the dataset: more are not kept.` : null };
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    note(services, schedule, error);
    return failed('Something went wrong on the server. The log of the server has the details.');
  }
}

function note({ log }: RunTask['services'], { id }: Schedule, error: unknown): void {
  log.error({ err: error, schedule: id }, 'unforeseen error in a scheduled run');
}

function failed(error: string): RunEnd {
  return { state: 'failed', rows: null, error };
}

function toState(state: QueryState): ScheduleRunState {
  return state === 'success' || state === 'stopped' || state === 'timed_out' ? state : 'failed';
}
