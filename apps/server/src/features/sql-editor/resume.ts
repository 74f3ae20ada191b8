import { can } from '../../access/index.ts';
import { AppError, forbidden } from '../../http/index.ts';
import { untilStoreIsBack } from '../../metadata/index.ts';
import { claimRuns, type RunHandle, releaseRuns, type TakenRun, updateRun } from '../../query-runs/index.ts';
import { type ExecuteDeps, getDatabase, noteRefusal, onlyReadsOf, prepare } from './execute.ts';
import { type RunJob, runToEnd } from './run.ts';
import { readCreateAs } from './script.ts';

/**
 * Puts what was at work in a process that is gone back into the queue, and takes of the queue what this process has room for, as people
 * asked it and with the rights of now. Settles when it is known which those are: they are begun one after the other, and nobody
 * waits for them here.
 */
export async function resumeRuns(deps: ExecuteDeps, gone: string | null | undefined): Promise<void> {
  const { services, registry } = deps;
  if (registry.closing.aborted) return;
  const { store, processes, now, log } = services;
  const lost = await releaseRuns(store, { gone, now: now() });
  if (lost > 0) log.warn({ count: lost }, 'runs that a process left behind were marked as failed');
  if (processes.takesJobs) await takeWaiting(deps, typeof gone === 'string');
  else if (typeof gone === 'string') processes.tellOfWork();
}

/** One process alone begins at once what it has left: it has nobody to leave it to. */
const mostAlone = 10_000;
/** Those that a process has at work of the queue, while it has. */
const atWork = new WeakMap<ExecuteDeps['registry'], Set<string>>();

async function takeWaiting(deps: ExecuteDeps, areLeft: boolean): Promise<void> {
  const { services, registry } = deps;
  const { store, processes, config, log } = services;
  const own = atWork.get(registry) ?? new Set<string>();
  atWork.set(registry, own);
  const room = processes.id === null ? mostAlone : config.workerJobs - own.size;
  const taken = await claimRuns(store, { process: processes.id, room });
  if (taken.length === 0) return;
  log.info({ count: taken.length, areLeft }, 'runs that waited are begun');
  // One that stood still, and was thought to be gone, may have them at work yet.
  const others = taken.filter(({ run }) => !registry.has(run.client_id));
  const begun = others.map((one) => ({ ...one, handle: registry.start(one.run.client_id) }));
  for (const { run } of begun) own.add(run.client_id);
  void beginAll(deps, begun, (clientId) => {
    own.delete(clientId);
    processes.look();
  });
}

interface BegunRun extends TakenRun {
  readonly handle: RunHandle;
}

async function beginAll(
  deps: ExecuteDeps,
  begun: readonly BegunRun[],
  onEnd: (clientId: string) => void,
): Promise<void> {
  for (const one of begun) {
    const preparing = untilStoreIsBack(() => toJob(deps, one), one.handle.closing);
    const job = await preparing.catch((error: unknown) => refuse(deps, one, error));
    if (job) void runToEnd(job).finally(() => onEnd(one.run.client_id));
    else {
      one.handle.finish();
      onEnd(one.run.client_id);
    }
  }
}

async function toJob({ services, results }: ExecuteDeps, one: BegunRun): Promise<RunJob> {
  const { run, question, handle, isOnce } = one;
  handle.closing.throwIfAborted();
  const user = await services.accounts.findUser(run.user_id);
  if (!user || !can(user, 'can_execute_sql_query', 'SQLLab')) throw forbidden();
  const database = await getDatabase(services, run.database_id);
  const body = { ...question.body, sql: run.sql, tmp_table_name: run.tmp_table_name ?? question.body.tmp_table_name };
  const { urlParams } = question;
  const createAs = isOnce ? readCreateAs(body, database, { userId: user.id, now: services.now() }) : null;
  const prepared = await prepare(services, { user, body, urlParams, database, createAs, results });
  // Templates may say something else by now.
  if (!isOnce && !onlyReadsOf(prepared.plan)) throw forbidden();
  return { services, run, handle, results, isKept: !isOnce, isLater: true, ...prepared };
}

/** So long a process that ends tries to say what it leaves. */
const lastTryMs = 2000;

async function refuse({ services }: ExecuteDeps, { run, handle, isOnce }: BegunRun, error: unknown): Promise<null> {
  const { store, now, log, processes } = services;
  const change = { status: 'pending', process: null, changed_on: now().toISOString() };
  const isLeft = handle.closing.aborted && !isOnce;
  const signal = handle.closing.aborted ? AbortSignal.timeout(lastTryMs) : handle.closing;
  const told = handle.signal.aborted ? new AppError('QUERY_STOPPED_ERROR') : error;
  const refusing = isLeft
    ? untilStoreIsBack(() => updateRun(store, { id: run.id, process: processes.id }, change), signal)
    : noteRefusal(services, { run, error: told, signal });
  await refusing.catch((cause: unknown) => log.error({ err: cause, run: run.id }, 'a run could not be begun anew'));
  return null;
}
