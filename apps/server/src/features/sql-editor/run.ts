import { randomUUID } from 'node:crypto';
import type { LimitingFactor, ResultTable, WireQueryRunExtra } from '@powerset/contract';
import { cutTable, type Engine, isFullDisk, type RunRequest } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { type RowChange, untilStoreIsBack, writeUnlessFull } from '../../metadata/index.ts';
import { findRun, forgetQuestion, type QueryRun, type RunHandle, updateRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { toFailedExtra, toFailure } from './failures.ts';
import { toQueryColumns } from './present.ts';
import type { EditorResults } from './results.ts';
import type { PlannedStatement } from './script.ts';
import { createStatementLog, newStatementKey, type StatementLog } from './statement-log.ts';

export interface RunJob {
  readonly services: Services;
  readonly engine: Engine;
  readonly run: QueryRun;
  readonly plan: readonly PlannedStatement[];
  readonly handle: RunHandle;
  readonly results: EditorResults;
  /** Results that the script reads as tables, by their names. */
  readonly named: ReadonlyMap<string, string>;
  /** Another process may begin it anew. */
  readonly isKept: boolean;
  /** Nobody waits for it in a call. */
  readonly isLater: boolean;
}

export interface RunOutcome {
  readonly run: QueryRun;
  /** What a statement gave whose rows are not kept. */
  readonly table: ResultTable | null;
  readonly error: AppError | null;
}

/** Runs a planned script to its end and writes down how it went; never throws for what the script did. */
export async function runToEnd(job: RunJob): Promise<RunOutcome> {
  const { services, handle } = job;
  const progress = { at: 0, log: createStatementLog(job.plan, services.now) };
  try {
    await note(job, { status: 'running', start_running_time: services.now().getTime() });
    const last = await runStatements(job, progress);
    await noteSuccess(job, last, progress.log);
    sweepLater(job);
    return { run: await reload(job), table: last.table, error: null };
  } catch (error) {
    return await endFailed(job, progress, error);
  } finally {
    handle.finish();
  }
}

async function endFailed(job: RunJob, progress: ScriptProgress, error: unknown): Promise<RunOutcome> {
  const { services, run } = job;
  const failure = toFailure(error, {
    statement: job.plan[progress.at],
    prefix: job.plan.length > 1 ? `[Statement ${progress.at + 1} out of ${job.plan.length}] ` : '',
    timeoutSeconds: services.config.sqlTimeoutSeconds,
    log: (cause, reference) => services.log.error({ err: cause, reference, run: run.id }, 'unforeseen error in a run'),
  });
  progress.log.fail(failure.state, failure.error.message);
  sweepLater(job);
  const change = {
    status: failure.state,
    error_message: failure.error.message,
    end_time: services.now().getTime(),
    extra_json: toFailedExtra(failure.error, progress.log.extra()),
  };
  try {
    if (!(await isLeft(job, error))) await noteEnd(job, change);
    return { run: await reload(job), table: null, error: failure.error };
  } catch (cause) {
    if (!(cause instanceof RunTaken)) services.log.error({ err: cause, run: run.id }, 'the end of a run was not noted');
    return { run, table: null, error: failure.error };
  }
}

/** The run is another process's by now, which took this one for gone. */
class RunTaken extends AppError {
  constructor() {
    super('QUERY_STOPPED_ERROR');
  }
}

/** What is cut off by the end of this process is begun anew by another one, or the next. */
async function isLeft(job: RunJob, error: unknown): Promise<boolean> {
  if (error instanceof RunTaken) return true;
  if (!job.isKept || !job.handle.closing.aborted) return false;
  await note(job, { status: 'pending', progress: 0, process: null });
  return true;
}

/** Results take room: after each new one the oldest make way, while nobody waits for it. */
function sweepLater({ results, services }: RunJob): void {
  results.sweep().catch((error: unknown) => services.log.warn({ err: error }, 'old results could not be removed'));
}

interface LastResult {
  /** Rows of a statement that are not kept. */
  readonly table: ResultTable | null;
  readonly columns: ResultTable['columns'];
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly engineMs: number;
  readonly kept: { readonly key: string; readonly bytes: number } | null;
  /** Milliseconds from the run's start to the first rows of a kept result. */
  readonly firstRowsMs?: number | undefined;
  readonly statement: PlannedStatement;
}

interface ScriptProgress {
  at: number;
  readonly log: StatementLog;
}

async function runStatements(job: RunJob, progress: ScriptProgress): Promise<LastResult> {
  const { plan, handle } = job;
  const { log } = progress;
  let last: LastResult | undefined;
  for (const [index, statement] of plan.entries()) {
    if (handle.signal.aborted) throw new AppError('QUERY_STOPPED_ERROR');
    progress.at = index;
    log.begin(index);
    await note(job, {
      executed_sql: statement.sql,
      limit: statement.limit,
      extra_json: toExtraJson({
        progress: `Running statement ${index + 1} out of ${plan.length}`,
        ...log.extra(),
      }),
    });
    const isKept = index === plan.length - 1 || log.hasRoom();
    last = await wayOf(statement, isKept)(job, statement, index);
    // Whoever waits in a call waits a moment longer at most; of others nobody is told of an end whose rows may be lost.
    if (last.kept) await job.results.share(last.kept.key, job.isLater ? 'now' : 'soon', handle.signal);
    log.end(last);
  }
  if (!last) throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message: 'sql: Nothing to run.' } });
  return last;
}

function wayOf({ mayWrite }: PlannedStatement, isKept: boolean) {
  if (!isKept) return justRun;
  return mayWrite ? keepReturned : keepRows;
}

/** The last result has the run's own key, those before it keys that name their run. */
function newKey({ run, plan }: RunJob, index: number): string {
  return index === plan.length - 1 ? randomUUID() : newStatementKey(run, index);
}

function toRequest(job: RunJob, statement: PlannedStatement, index: number): RunRequest {
  const { services, run, plan, handle } = job;
  return {
    sql: statement.sql,
    schema: run.schema,
    maxRows: statement.limit ?? services.config.sqllabMaxRow,
    timeoutMs: services.config.sqlTimeoutSeconds * 1000,
    fairnessKey: `user-${run.user_id}`,
    signal: handle.signal,
    onProgress: ({ fraction, rowsRead }) => handle.report({ fraction: (index + fraction) / plan.length, rowsRead }),
    isExact: true,
    mayWrite: statement.mayWrite,
    results: job.named,
  };
}

/** Characters of a value in the first rows: more than a grid shows. */
const firstRowsCut = 500;

/** A reading statement: all its rows are kept; followers see the first while the rest still arrives. */
async function keepRows(job: RunJob, statement: PlannedStatement, index: number): Promise<LastResult> {
  const { services, run, handle } = job;
  const key = newKey(job, index);
  let firstRowsMs: number | undefined;
  const onFirstRows = (table: ResultTable) => {
    firstRowsMs = services.now().getTime() - (run.start_time ?? 0);
    handle.showRows({ ...cutTable(table, firstRowsCut), statement: index });
  };
  const request = { ...toRequest(job, statement, index), onFirstRows };
  try {
    const { bytes, first, ...facts } = await job.results.keep(job.engine, key, request);
    return { ...facts, table: null, columns: first.columns, kept: { key, bytes }, firstRowsMs, statement };
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    return justShowRows(job, statement, index);
  }
}

/** Without room for a result people still read: as much of it as an answer holds, and nothing is kept. */
async function justShowRows(job: RunJob, statement: PlannedStatement, index: number): Promise<LastResult> {
  const request = toRequest(job, statement, index);
  const maxRows = Math.min(request.maxRows, job.services.config.displayMaxRow);
  const { table, isTruncated, engineMs } = await job.engine.run({ ...request, maxRows });
  return { columns: table.columns, rowCount: table.rowCount, isTruncated, engineMs, table, kept: null, statement };
}

/** Rows that a write gave back are kept as those of a SELECT are: it cannot be run again to see them. */
async function keepReturned(job: RunJob, statement: PlannedStatement, index: number): Promise<LastResult> {
  const request = toRequest(job, statement, index);
  // They pass through the server's memory, where those of a SELECT do not.
  const maxRows = Math.min(request.maxRows, job.services.config.sqlMaxRow);
  const { table, isTruncated, engineMs } = await job.engine.run({ ...request, maxRows });
  const { columns, rowCount } = table;
  const seen = { columns, rowCount, isTruncated, engineMs, statement };
  if (columns.length === 0 || isCount(table)) return { ...seen, table, kept: null };
  const key = newKey(job, index);
  try {
    return { ...seen, table: null, kept: { key, ...(await job.results.keepTable(key, table)) } };
  } catch (error) {
    // What was written stays written, whether its rows could be kept or not.
    job.services.log.warn({ err: error, run: job.run.id }, 'the rows of a write could not be kept');
    return { ...seen, table, kept: null };
  }
}

/** What engines tell of a write that returns nothing: how many rows it changed. */
function isCount({ columns, rowCount }: ResultTable): boolean {
  return columns.length === 1 && rowCount === 1 && columns[0]?.name === 'Count';
}

const writtenRows = 1000;

async function justRun(job: RunJob, statement: PlannedStatement, index: number): Promise<LastResult> {
  const result = await job.engine.run({ ...toRequest(job, statement, index), maxRows: writtenRows });
  const { table, isTruncated, engineMs } = result;
  return { columns: table.columns, rowCount: table.rowCount, isTruncated, engineMs, table, kept: null, statement };
}

async function noteSuccess(job: RunJob, last: LastResult, log: StatementLog): Promise<void> {
  const { services, run } = job;
  const { kept } = last;
  const time = services.now();
  await noteEnd(job, {
    status: 'success',
    progress: 100,
    rows: last.rowCount,
    results_key: kept?.key ?? null,
    limiting_factor: limitingFactor(last, run),
    end_time: time.getTime(),
    extra_json: toExtraJson({
      progress: null,
      columns: toQueryColumns(last.columns),
      is_truncated: last.isTruncated,
      engine_ms: Math.round(last.engineMs),
      ...(last.firstRowsMs === undefined ? {} : { first_rows_ms: last.firstRowsMs }),
      ...(kept ? { result_bytes: kept.bytes } : {}),
      ...log.extra(),
    }),
  });
  await untilStoreIsBack(() => noteSavedQuery(services, run, last.rowCount), job.handle.closing);
}

function limitingFactor({ statement, isTruncated }: LastResult, run: QueryRun): LimitingFactor {
  if (run.select_as_cta === 1) return statement.factor;
  if (!isTruncated) return 'NOT_LIMITED';
  // A write has no limit of its own; what cut the rows that it returned is none of those that the wire names.
  return statement.mayWrite ? 'UNKNOWN' : statement.factor;
}

/** The saved query behind the tab remembers when it last ran and how many rows it gave. */
async function noteSavedQuery({ store, now }: Services, run: QueryRun, rows: number): Promise<void> {
  if (!/^\d{1,15}$/.test(run.sql_editor_id ?? '')) return;
  const tab = await store
    .selectFrom('tab_states')
    .select('saved_query_id')
    .where('id', '=', Number(run.sql_editor_id))
    .where('user_id', '=', run.user_id)
    .executeTakeFirst();
  if (!tab?.saved_query_id) return;
  const change = { last_run: now().toISOString(), rows };
  const update = store.updateTable('saved_queries').set(change).where('id', '=', tab.saved_query_id);
  await writeUnlessFull(() => update.where('user_id', '=', run.user_id).execute());
}

async function note({ services, run, handle }: RunJob, change: RowChange<'queries'>): Promise<void> {
  const { store, processes, now } = services;
  const write = () =>
    updateRun(store, { id: run.id, process: processes.id }, { ...change, changed_on: now().toISOString() });
  if (!(await untilStoreIsBack(write, handle.closing))) throw new RunTaken();
  handle.announce();
}

async function noteEnd(job: RunJob, change: RowChange<'queries'>): Promise<void> {
  await note(job, change);
  const { services, run, handle, isKept } = job;
  if (isKept) await untilStoreIsBack(() => forgetQuestion(services.store, run.id), handle.closing);
}

async function reload({ services, run, handle }: RunJob): Promise<QueryRun> {
  return (await untilStoreIsBack(() => findRun(services.store, run.client_id), handle.closing)) ?? run;
}

function toExtraJson(extra: WireQueryRunExtra): string {
  return JSON.stringify(extra);
}
