import { randomBytes } from 'node:crypto';
import type { ExecuteBody } from '@powerset/contract';
import { mayOnlyRead, type User } from '../../access/index.ts';
import { defaultSchemaOf, findTemplateDatasets, permitText, readCatalog } from '../../catalog/index.ts';
import { AppError } from '../../http/index.ts';
import { isStoreAway, type Row, untilStoreIsBack } from '../../metadata/index.ts';
import { noWorker } from '../../processes/index.ts';
import {
  findRun,
  forgetRun,
  insertRun,
  keepQuestion,
  type QueryRun,
  queueRun,
  type RunQuestion,
  type RunRegistry,
  updateRun,
} from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { checkNewTable } from './access.ts';
import { refuseDestructive, UnconfirmedRun } from './destructive.ts';
import { toFailedExtra, toFailure } from './failures.ts';
import { findNamedResults } from './named-results.ts';
import type { EditorResults } from './results.ts';
import { type RunJob, type RunOutcome, runToEnd } from './run.ts';
import { type CreateAs, planScript, readCreateAs } from './script.ts';

export interface ExecuteDeps {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly results: EditorResults;
}

export interface Execution {
  readonly user: User;
  readonly body: ExecuteBody;
  /** The query string of the page, which comes along with the call. */
  readonly urlParams?: unknown;
  /** Aborted when a synchronous caller goes away. */
  readonly signal: AbortSignal;
}

export interface Started {
  readonly run: QueryRun;
  readonly isAsync: boolean;
  /** Settles when the run has ended; it never rejects for what the script did. */
  readonly ended: Promise<RunOutcome>;
}

/** Checks, notes and starts a run. What is refused before it starts is noted as a failed run too, and thrown. */
export async function startExecution(deps: ExecuteDeps, execution: Execution): Promise<Started> {
  const { services, registry, results } = deps;
  const { user, body, urlParams, signal } = execution;
  const database = await getDatabase(services, body.database_id);
  const isAsync = body.runAsync === true;
  if (isAsync && database.allow_run_async !== 1) throw asyncNotAllowed(database);
  const isLeft = isAsync && !services.processes.takesJobs;
  if (isLeft && !(await services.processes.hasWorker())) throw noWorker();
  const createAs = readCreateAs(body, database, { userId: user.id, now: services.now() });
  const run = await noteRun(deps, execution, { createAs, isAsync });
  const handle = registry.start(run.client_id);
  let job: RunJob;
  try {
    const prepared = await prepare(services, { user, body, urlParams, database, createAs, results });
    if (isLeft && (await leaveToWorker(deps, { run, execution, prepared, signal: handle.signal }))) {
      handle.finish();
      return { run, isAsync, ended: Promise.resolve({ run, table: null, error: null }) };
    }
    const isKept =
      isAsync && onlyReadsOf(prepared.plan) && (await keepQuestion(services.store, run, toQuestion(execution)));
    job = { services, run, handle, results, isKept, isLater: isAsync, ...prepared };
  } catch (error) {
    const noting = noteRefusal(services, { run, error, signal: handle.closing }).finally(() => handle.finish());
    if (!isStoreAway(error)) throw await noting;
    // Nobody waits in a call until it is back.
    noting.catch((cause: unknown) => services.log.error({ err: cause, run: run.id }, 'a refused run was not noted'));
    throw error;
  }
  if (!isAsync) whenAborted(signal, () => void registry.stop(run.client_id));
  return { run, isAsync, ended: runToEnd(job) };
}

interface LeftRun {
  readonly run: QueryRun;
  readonly execution: Execution;
  readonly prepared: Pick<RunJob, 'plan'>;
  readonly signal: AbortSignal;
}

/** Whoever takes jobs runs it; false where its question could not be kept. What was asked about is decided by now. */
async function leaveToWorker(
  { services }: ExecuteDeps,
  { run, execution, prepared, signal }: LeftRun,
): Promise<boolean> {
  const { store, processes, now } = services;
  signal.throwIfAborted();
  const { body, urlParams } = toQuestion(execution);
  const question = { body: { ...body, refuse_destructive: false }, urlParams, isOnce: !onlyReadsOf(prepared.plan) };
  if (!(await keepQuestion(store, run, question))) return false;
  // Stopped meanwhile, it is left to nobody.
  signal.throwIfAborted();
  if (await queueRun(store, run, now())) processes.tellOfWork();
  return true;
}

/** What reads can be begun anew; what writes may have written. */
export function onlyReadsOf(plan: RunJob['plan']): boolean {
  return plan.every(({ mayWrite }) => !mayWrite);
}

function toQuestion({ body: { sql: _, ...body }, urlParams = null }: Execution): RunQuestion {
  return { body, urlParams };
}

/** The caller may have left before, while the run was prepared. */
function whenAborted(signal: AbortSignal, leave: () => void): void {
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}

export interface Preparation {
  readonly user: User;
  readonly body: ExecuteBody;
  readonly urlParams: unknown;
  readonly database: Row<'databases'>;
  readonly createAs: CreateAs | null;
  readonly results: EditorResults;
}

/** Everything that is decided before anything runs. */
export async function prepare(
  services: Services,
  { user, body, urlParams, database, createAs, results }: Preparation,
): Promise<Pick<RunJob, 'engine' | 'plan' | 'named'>> {
  if (createAs) checkNewTable(user, database, createAs.schema);
  const catalog = readCatalog(database, body.catalog);
  const engine = await services.engines.get(database.id, user, catalog);
  const { dialect } = engine;
  const datasets = await findTemplateDatasets(services, { user, databaseId: database.id, text: body.sql });
  const template = { sql: body.sql, parameters: body.templateParams, user, urlParams, dialect, datasets };
  const sql = await renderSql(services, template);
  const { schema } = body;
  const statements = await engine.analyse(sql, { schema, fairnessKey: String(user.id) });
  const changes = createAs !== null || statements.some(({ kind }) => kind !== 'select');
  if (changes && mayOnlyRead(user)) throw keyOnlyReads(user);
  if (body.only_reads && statements.some(({ kind }) => kind !== 'select')) throw onlyReads();
  const tables = statements.flatMap((statement) => statement.tables);
  const permitted = await permitText(services, { user, database, engine, tables, schema, urlParams });
  const named = await findNamedResults(services, { user, body, statements, results });
  const plan = await planScript(services.textWork, {
    engine,
    database,
    sql,
    statements,
    requestedLimit: body.queryLimit,
    maximum: services.config.sqllabMaxRow,
    createAs,
    fairnessKey: String(user.id),
  });
  // Last, so that nobody confirms what is refused all the same.
  if (body.refuse_destructive)
    await refuseDestructive(statements, { engine, schema: schema || defaultSchemaOf(database) });
  return { engine: permitted, plan, named };
}

export async function getDatabase({ store }: Services, id: number): Promise<Row<'databases'>> {
  const database = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!database) throw new AppError('DATABASE_NOT_FOUND_ERROR');
  return database;
}

function keyOnlyReads({ agent }: User): AppError {
  const reason = agent
    ? 'This agent may only read: SELECT statements alone may run.'
    : 'This API key may only read: SELECT statements alone may run.';
  return new AppError('FORBIDDEN_ERROR', { extra: { reason } });
}

function onlyReads(): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: 'sql: Only SELECT statements may run here.' } });
}

function asyncNotAllowed(database: Row<'databases'>): AppError {
  return new AppError('UNPROCESSABLE_ERROR', {
    params: { message: `runAsync: The database "${database.database_name}" does not allow asynchronous runs.` },
  });
}

interface NewRun {
  readonly createAs: CreateAs | null;
  readonly isAsync: boolean;
}

async function noteRun(
  { services, registry }: ExecuteDeps,
  { user, body }: Execution,
  { createAs, isAsync }: NewRun,
): Promise<QueryRun> {
  const { store, now } = services;
  const clientId = body.client_id || randomBytes(8).toString('base64url');
  if (registry.has(clientId) || (await findRun(store, clientId)))
    throw new AppError('CONFLICT_ERROR', { params: { message: 'client_id: A run with this id exists already.' } });
  const time = now();
  return insertRun(store, {
    client_id: clientId,
    user_id: user.id,
    database_id: body.database_id,
    catalog: body.catalog || null,
    schema: body.schema ?? null,
    tab_name: body.tab ?? null,
    sql_editor_id: body.sql_editor_id === null || body.sql_editor_id === undefined ? null : String(body.sql_editor_id),
    sql: body.sql,
    select_sql: createAs ? body.sql : null,
    limit:
      body.queryLimit && body.queryLimit > 0
        ? Math.min(body.queryLimit, services.config.sqllabMaxRow)
        : services.config.sqllabMaxRow,
    select_as_cta: createAs ? 1 : 0,
    ctas_method: createAs?.method ?? null,
    tmp_table_name: createAs?.table ?? null,
    tmp_schema_name: createAs?.schema ?? null,
    is_data_preview: body.is_data_preview ? 1 : 0,
    status: isAsync ? 'pending' : 'running',
    process: services.processes.id,
    progress: 0,
    start_time: time.getTime(),
    changed_on: time.toISOString(),
  });
}

export interface Refusal {
  readonly run: QueryRun;
  readonly error: unknown;
  /** Ends the waiting for a store that is away. */
  readonly signal: AbortSignal;
}

/** Notes that a run was refused, as soon as the store is there; brings what its caller is told. */
export async function noteRefusal(services: Services, { run, error, signal }: Refusal): Promise<AppError> {
  const { store, processes, now, config, log } = services;
  if (error instanceof UnconfirmedRun) {
    await untilStoreIsBack(() => forgetRun(store, run.id), signal);
    return error;
  }
  const failure = toFailure(error, {
    statement: undefined,
    prefix: '',
    timeoutSeconds: config.sqlTimeoutSeconds,
    log: (cause, reference) => log.error({ err: cause, reference, run: run.id }, 'unforeseen error in a run'),
  });
  const time = now();
  const change = {
    status: failure.state,
    error_message: failure.error.message,
    end_time: time.getTime(),
    changed_on: time.toISOString(),
    extra_json: toFailedExtra(failure.error),
  };
  await untilStoreIsBack(() => updateRun(store, { id: run.id, process: processes.id }, change), signal);
  return failure.error;
}
