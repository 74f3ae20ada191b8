import { type QueryObject, type ResultTable, toWireTable, type WireTable } from '@powerset/contract';
import {
  applyPostProcessing,
  joinTimeOffsets,
  labelResult,
  type OffsetPlan,
  type PlanInput,
  planQuery,
  planTimeOffsets,
  type QueryDataset,
  QueryError,
  type QueryPlan,
} from '@powerset/query';
import { dialectByName } from '@powerset/sql';
import type { User } from '../../access/index.ts';
import { type Engine, EngineError } from '../../engines/index.ts';
import { AppError, fieldError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { assertReadsOnlyDataset } from './authorise.ts';

export interface QueryJob {
  readonly services: Services;
  readonly user: User;
  readonly engine: Engine;
  readonly database: Row<'databases'>;
  readonly dataset: QueryDataset;
  readonly query: QueryObject;
  readonly signal: AbortSignal;
}

/** A query's answer before it takes a wire shape. */
export interface Answer {
  readonly table: WireTable;
  /** Rows that the engine returned, before post-processing. */
  readonly sqlRowCount: number;
  readonly engineMs: number;
}

/** Everything that will be run for one query object, before anything runs. */
export interface QueryPlans {
  readonly main: QueryPlan;
  readonly offsets: readonly OffsetPlan[];
  /** The statements in the order in which they are shown. */
  readonly sql: string;
}

/** Reads query errors as errors of the catalogue that name the field. */
export function asAppErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    if (error.code === 'INVALID_PAYLOAD_SCHEMA_ERROR') throw fieldError({ [error.field]: [error.message] }, 400);
    throw new AppError(error.code, { params: { message: error.message }, extra: { field: error.field }, status: 400 });
  }
}

/** Plans the query and its time comparisons; a needed prequery is run first. */
export async function planJob(job: QueryJob): Promise<QueryPlans> {
  const input = toPlanInput(job);
  const first = asAppErrors(() => planQuery(input));
  const seriesRows = first.prequerySql
    ? (await runPlan(job, { sql: first.prequerySql, maxRows: 10_000 })).table
    : undefined;
  const main = seriesRows ? asAppErrors(() => planQuery({ ...input, seriesRows })) : first;
  const offsets = asAppErrors(() => planTimeOffsets({ ...input, seriesRows }, main));
  const statements = [first.prequerySql, main.sql, ...offsets.map(({ plan }) => plan.sql)].filter(Boolean);
  return { main, offsets, sql: statements.join(';\n\n') };
}

/** Runs what was planned and brings it into the shape that the query asks for. */
export async function runJob(job: QueryJob, plans: QueryPlans): Promise<Answer> {
  const maxRows = plans.main.rowLimit ?? job.services.config.sqlMaxRow;
  const [main, ...offsets] = await Promise.all([
    runPlan(job, { sql: plans.main.sql, maxRows }),
    ...plans.offsets.map(({ plan }) =>
      runPlan(job, { sql: plan.sql, maxRows: plan.rowLimit ?? job.services.config.sqlMaxRow }),
    ),
  ]);
  const labelled = labelResult(main.table, plans.main);
  const compared = plans.offsets.map(({ offset, plan }, index) => ({
    offset,
    // One answer for each plan, in their order.
    table: labelResult(offsets[index]!.table, plan),
  }));
  const joined = asAppErrors(() => joinTimeOffsets(labelled, plans.main, compared));
  const rules = (job.query.post_processing ?? []).filter((rule) => rule !== null);
  const table = asAppErrors(() => applyPostProcessing(joined, rules));
  return {
    table: toWireTable(table),
    sqlRowCount: labelled.rowCount,
    engineMs: Math.max(main.engineMs, ...offsets.map((answer) => answer.engineMs)),
  };
}

interface Statement {
  readonly sql: string;
  readonly maxRows: number;
}

async function runPlan(
  job: QueryJob,
  { sql, maxRows }: Statement,
): Promise<{ readonly table: ResultTable; readonly engineMs: number }> {
  const { services, engine, dataset, user, signal, database } = job;
  await assertReadsOnlyDataset(engine, dataset, sql);
  try {
    const timeoutMs = services.config.queryTimeoutSeconds * 1000;
    const answer = await engine.run({ sql, maxRows, timeoutMs, fairnessKey: String(user.id), signal });
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
