import type { QueryObject, ResultTable } from '@powerset/contract';
import {
  calculationsOf,
  hasTemplate,
  labelHeaders,
  type OffsetPlan,
  type PlanInput,
  planQuery,
  planTimeOffsets,
  QueryError,
  type QueryPlan,
  wholeQuery,
  withCalculationOffsets,
} from '@powerset/query';
import { dialectByName } from '@powerset/sql';
import { findTemplateDatasets } from '../catalog/index.ts';
import { EngineError, type RunResult } from '../engines/index.ts';
import { AppError, fieldError } from '../http/index.ts';
import { somePart } from '../json/index.ts';
import type { PackedTable, RowsListener } from '../packed/index.ts';
import { assertReadsOnlyDataset, assertSourceAccess, placeOf } from './authorise.ts';
import { type ExpressionTypes, findExpressionTypes } from './expression-types.ts';
import type { QueryJob } from './query-job.ts';
import { type AllRows, withAllRows } from './shares.ts';

/** What a query's plans come to, before it is told as an answer. */
export interface QueryRows {
  readonly table: PackedTable;
  /** Rows that the engine returned, before post-processing. */
  readonly sqlRowCount: number;
  readonly engineMs: number;
}

/** Everything that will be run for one query object, before anything runs. */
export interface QueryPlans {
  readonly main: QueryPlan;
  readonly offsets: readonly PlannedOffset[];
  /** What shares are shares of, where the rows that come may not be all there are; null where nothing is a share. */
  readonly whole: QueryPlan | null;
  /** The statements in the order in which they are shown. */
  readonly sql: string;
  /** The plan holds rows that a query of its own found. */
  readonly hasPrequery: boolean;
  /** A template took part: what it makes of the same question is worked out and authorised each time. */
  readonly isTemplated: boolean;
  readonly dependsOnTime: boolean;
}

/** Reads query errors as errors of the catalogue that name the field. */
function asAppErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return throwAsAppError(error);
  }
}

function throwAsAppError(error: unknown): never {
  if (!(error instanceof QueryError)) throw error;
  if (error.code === 'INVALID_PAYLOAD_SCHEMA_ERROR') throw fieldError({ [error.field]: [error.message] }, 400);
  throw new AppError(error.code, { params: { message: error.message }, extra: { field: error.field }, status: 400 });
}

type PlannedOffset = Omit<OffsetPlan, 'input'>;

interface Planner {
  readonly plan: (seriesRows?: ResultTable) => Promise<QueryPlan>;
  readonly planOffsets: (main: QueryPlan, seriesRows?: ResultTable) => Promise<readonly PlannedOffset[]>;
}

/** Longer queries are planned in a thread. */
const shortQuery = 20_000;

/** Plans short queries without templates at once; the others where the work is nobody's wait, and can be ended. */
function toPlanner(job: QueryJob, expressionTypes: ExpressionTypes = {}): Planner {
  const input = { ...toPlanInput(job), expressionTypes };
  const { templates, signal } = job;
  const compared = withCalculationOffsets(job.query);
  if (!isLong(input) && !(templates && isTemplated(input)))
    return {
      plan: async (seriesRows) => asAppErrors(() => planQuery({ ...input, seriesRows })),
      planOffsets: async (main, seriesRows) =>
        asAppErrors(() => planTimeOffsets({ ...input, query: compared, seriesRows }, main)),
    };
  const { textWork } = job.services;
  const request = { ...input, dialect: job.engine.dialect, templates, fairnessKey: String(job.user.id) };
  return {
    plan: (seriesRows) => textWork.plan({ ...request, seriesRows }, signal).catch(throwAsAppError),
    planOffsets: (main, seriesRows) =>
      textWork.planOffsets({ ...request, query: compared, seriesRows, main }, signal).catch(throwAsAppError),
  };
}

/** What is long is not read to its end here. */
function isLong({ query, dataset }: PlanInput): boolean {
  const clauses = dataset.rowLevelClauses.reduce((sum, clause) => sum + clause.length, dataset.sql?.length ?? 0);
  let room = shortQuery - clauses;
  return somePart(query, (part) => {
    room -= typeof part === 'string' ? part.length + 3 : 3;
    return room < 0;
  });
}

function isTemplated({ query, dataset }: Pick<PlanInput, 'query' | 'dataset'>): boolean {
  return somePart([dataset, query], (part) => typeof part === 'string' && hasTemplate(part));
}

async function withTemplateDatasets(job: QueryJob): Promise<QueryJob> {
  const { templates, user, services, database } = job;
  if (!templates) return job;
  if (!isTemplated(job)) return job;
  const text = JSON.stringify([job.dataset, job.query]);
  const datasets = await findTemplateDatasets(services, { user, databaseId: database.id, text });
  return { ...job, templates: { ...templates, datasets } };
}

/** Plans the query and its time comparisons; a needed prequery is run first. */
export async function planJob(given: QueryJob): Promise<QueryPlans> {
  const job = await withTemplateDatasets(given);
  const expressionTypes = await findExpressionTypes(job, (query) => toPlanner({ ...job, query }).plan());
  const { plan, planOffsets } = toPlanner(job, expressionTypes);
  const first = await plan();
  await assertSourceAccess(job, first);
  const seriesRows = first.prequerySql
    ? (await runPlan(job, { sql: first.prequerySql, sourceSql: first.sourceSql, maxRows: 10_000 })).table
    : undefined;
  const main = seriesRows ? await plan(seriesRows) : first;
  const offsets = await planOffsets(main, seriesRows);
  const ofWhole = wholeQuery(job.query);
  const whole = ofWhole ? await toPlanner({ ...job, query: ofWhole }, expressionTypes).plan() : null;
  const others = [...offsets.map(({ plan }) => plan), ...(whole ? [whole] : [])];
  for (const plan of others) await assertSourceAccess(job, plan);
  const all = [main, ...others];
  const isTemplated = job.hasTemplatedRules || all.some((plan) => plan.isTemplated);
  const dependsOnTime = all.some((plan) => plan.dependsOnTime);
  const statements = [first.prequerySql, main.sql, ...others.map(({ sql }) => sql)].filter(Boolean);
  return {
    main,
    offsets,
    whole,
    sql: statements.join(';\n\n'),
    hasPrequery: first.prequerySql !== null,
    isTemplated,
    dependsOnTime,
  };
}

/** The engine's answer to a plan from a rollup; null where it has to read the rows themselves. */
export type ReadRollup = (plan: QueryPlan) => Promise<RunResult | null>;

export interface Readers {
  readonly readRollup: ReadRollup;
  /** What all rows come to; null where shares are of the rows that came. */
  readonly readAllRows: (() => Promise<AllRows>) | null;
  /** Told of rows on their way where they stay as the engine gives them. */
  readonly onRows?: RowsListener | undefined;
}

/** Runs what was planned and brings it into the shape that the query asks for. */
export async function runJob(
  job: QueryJob,
  plans: QueryPlans,
  { readRollup, readAllRows, onRows }: Readers,
): Promise<QueryRows> {
  const read = async (plan: QueryPlan, listener?: RowsListener) =>
    (await readRollup(plan)) ??
    runPlan(job, { ...plan, maxRows: plan.rowLimit ?? job.services.config.sqlMaxRow, onRows: listener });
  const listener = onRows && isAsRead(job, plans) ? labelling(plans.main, onRows) : undefined;
  const [main, ...offsets] = await Promise.all([
    read(plans.main, listener),
    ...plans.offsets.map(({ plan }) => read(plan)),
  ]);
  const isSum = isWhole(job.query, plans.main, main.packed.rowCount) && addsUp(job.query, plans.main);
  const whole =
    plans.whole && !(isSum && !job.query.series_limit)
      ? { plan: plans.whole, table: (await read(plans.whole)).packed }
      : null;
  const allRows = readAllRows && !isSum ? await readAllRows() : null;
  return {
    table: await shape({ job, plans, main, offsets, allRows, whole }),
    sqlRowCount: main.packed.rowCount,
    engineMs: Math.max(main.engineMs, ...offsets.map((answer) => answer.engineMs)),
  };
}

/** Whether every row of a query came: those of a later page are not all of them. */
export function isWhole({ row_offset: offset }: QueryObject, main: QueryPlan, rowCount: number): boolean {
  return (offset ?? 0) === 0 && !isLimited(main, rowCount);
}

/** Whether totals are no more than sums of the rows, where all of these are there. */
export function addsUp(query: QueryObject, { columns, summable }: QueryPlan): boolean {
  // Groups of an earlier period alone have no row among those that came.
  if (query.time_offsets?.length) return false;
  return columns.filter(({ role }) => role === 'metric').every(({ label }) => summable.includes(label));
}

/** Shares of the whole add up as their metric does; ranks, changes and totals that run do not. */
export function summableOf(query: QueryObject, labels: readonly string[]): readonly string[] {
  const others = calculationsOf(query).filter(
    ({ type, of }) => type !== 'share' || (of !== undefined && of !== 'total'),
  );
  return others.length === 0 ? labels : labels.filter((label) => !others.some(({ metric }) => metric === label));
}

export function isLimited({ rowLimit }: QueryPlan, rowCount: number): boolean {
  return rowLimit !== null && rowCount >= rowLimit;
}

interface Shaping {
  readonly job: QueryJob;
  readonly plans: QueryPlans;
  readonly main: RunResult;
  readonly offsets: readonly RunResult[];
  readonly allRows: AllRows | null;
  readonly whole: { readonly plan: QueryPlan; readonly table: PackedTable } | null;
}

const rulesOf = ({ query }: QueryJob) => (query.post_processing ?? []).filter((rule) => rule !== null);

/** Whether rows are told as they are read, under other labels at most. */
function isAsRead(job: QueryJob, { offsets }: QueryPlans): boolean {
  return rulesOf(job).length === 0 && offsets.length === 0 && calculationsOf(job.query).length === 0;
}

function labelling(plan: QueryPlan, onRows: RowsListener): RowsListener {
  return (batch, headers) => {
    const columns = labelHeaders(headers, plan);
    if (columns) onRows(batch, columns);
  };
}

/** What only gets new labels stays as the engine packed it. */
async function shape({ job, plans, main, offsets, allRows, whole }: Shaping): Promise<PackedTable> {
  const rules = rulesOf(job);
  const isCalculated = calculationsOf(job.query).length > 0;
  const columns = isAsRead(job, plans) ? labelHeaders(main.packed.columns, plans.main) : null;
  if (columns) return { ...main.packed, columns };
  const others = plans.offsets.map(({ offset, plan }, index) => ({
    offset,
    plan,
    // One answer for each plan, in their order.
    table: offsets[index]!.packed,
  }));
  const task = {
    ...{ main: main.packed, plan: plans.main, others, rules: withAllRows(rules, allRows) },
    ...(isCalculated ? { calculating: { query: job.query, whole } } : {}),
  };
  return job.services.rowWorkers.shape(task, job.signal).catch(throwAsAppError);
}

interface Statement {
  readonly sql: string;
  readonly sourceSql: string | null;
  readonly maxRows: number;
  readonly onRows?: RowsListener | undefined;
}

/** Runs a statement of a planned query, once it has passed the gate. */
export async function runPlan(job: QueryJob, { sql, sourceSql, maxRows, onRows }: Statement): Promise<RunResult> {
  const { services, engine, dataset, user, signal, database } = job;
  await assertReadsOnlyDataset(job, { sql, sourceSql });
  try {
    const timeoutMs = services.config.queryTimeoutSeconds * 1000;
    const answer = await engine.run({
      sql,
      ...placeOf(dataset),
      maxRows,
      timeoutMs,
      fairnessKey: String(user.id),
      signal,
      onRows,
    });
    services.metrics.engineSeconds.observe({ backend: database.backend, outcome: 'success' }, answer.engineMs / 1000);
    return answer;
  } catch (error) {
    const outcome = error instanceof EngineError ? error.details.code : 'failed';
    services.metrics.engineSeconds.observe({ backend: database.backend, outcome }, 0);
    throw error;
  }
}

export function toPlanInput({ services, engine, dataset, query }: QueryJob): PlanInput {
  const { config, now } = services;
  return {
    query,
    dataset,
    dialect: dialectByName(engine.dialect),
    now: now(),
    limits: { maxRows: config.sqlMaxRow, defaultRowLimit: config.rowLimit },
    allowsSubqueries: config.featureFlags.ALLOW_ADHOC_SUBQUERY ?? false,
  };
}
