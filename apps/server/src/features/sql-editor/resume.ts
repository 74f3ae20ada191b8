import { can } from '../../access/index.ts';
import { AppError, forbidden } from '../../http/index.ts';
import { type RunHandle, type TakenRun, takeOverRuns, updateRun } from '../../query-runs/index.ts';
import { type ExecuteDeps, getDatabase, noteRefusal, onlyReadsOf, prepare } from './execute.ts';
import { type RunJob, runToEnd } from './run.ts';

/**
 * Begins anew what was at work in a process that is gone, as its people asked it and with the rights of now. Settles when it is known
 * which those are: they are begun one after the other, and nobody waits for them here.
 */
export async function resumeRuns(deps: ExecuteDeps, gone: string | null | undefined): Promise<void> {
  const { services, registry } = deps;
  if (registry.closing.aborted) return;
  const { store, processes, now, log } = services;
  const { taken, lost } = await takeOverRuns(store, { gone, process: processes.id, now: now() });
  if (lost > 0) log.warn({ count: lost }, 'runs that a process left behind were marked as failed');
  if (taken.length > 0) log.info({ count: taken.length }, 'runs that a process left behind are begun anew');
  // One that stood still, and was thought to be gone, may have them at work yet.
  const others = taken.filter(({ run }) => !registry.has(run.client_id));
  const begun = others.map((one) => ({ ...one, handle: registry.start(one.run.client_id) }));
  void beginAll(deps, begun);
}

interface BegunRun extends TakenRun {
  readonly handle: RunHandle;
}

async function beginAll(deps: ExecuteDeps, begun: readonly BegunRun[]): Promise<void> {
  for (const one of begun) {
    const job = await toJob(deps, one).catch((error: unknown) => refuse(deps, one, error));
    if (job) void runToEnd(job);
    else one.handle.finish();
  }
}

async function toJob({ services, results }: ExecuteDeps, { run, question, handle }: BegunRun): Promise<RunJob> {
  handle.closing.throwIfAborted();
  const user = await services.accounts.findUser(run.user_id);
  if (!user || !can(user, 'can_execute_sql_query', 'SQLLab')) throw forbidden();
  const database = await getDatabase(services, run.database_id);
  const body = { ...question.body, sql: run.sql };
  const { urlParams } = question;
  const prepared = await prepare(services, { user, body, urlParams, database, createAs: null, results });
  // Templates may say something else by now.
  if (!onlyReadsOf(prepared.plan)) throw forbidden();
  return { services, run, handle, results, isKept: true, ...prepared };
}

async function refuse({ services }: ExecuteDeps, { run, handle }: BegunRun, error: unknown): Promise<null> {
  const { store, now, log, processes } = services;
  const change = { status: 'pending', process: null, changed_on: now().toISOString() };
  const refusing = handle.closing.aborted
    ? updateRun(store, { id: run.id, process: processes.id }, change)
    : noteRefusal(services, run, handle.signal.aborted ? new AppError('QUERY_STOPPED_ERROR') : error);
  await refusing.catch((cause: unknown) => log.error({ err: cause, run: run.id }, 'a run could not be begun anew'));
  return null;
}
