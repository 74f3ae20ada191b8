import { createHash } from 'node:crypto';
import {
  type ChartDataRequest,
  type ChartTableResult,
  columnLabel,
  metricLabel,
  type QueryObject,
} from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { createMemoryCache, createSingleFlight } from '../../cache/index.ts';
import { type AccessibleDataset, getDataset, toQueryDataset } from '../../catalog/index.ts';
import type { Engine } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Services } from '../../services.ts';

import { type Answer, planJob, type QueryJob, type QueryPlans, runJob } from './run-query.ts';

export interface ChartRun {
  readonly user: User;
  readonly request: ChartDataRequest;
  readonly signal: AbortSignal;
}

/** Runs the queries of charts; identical ones are answered from the cache, or share the run in flight. */
export interface ChartData {
  run(run: ChartRun): Promise<readonly ChartTableResult[]>;
  /** The SQL of each query, without running it. */
  explain(run: ChartRun): Promise<readonly string[]>;
}

/** A value as it is held, and its part of the rows' text that is kept beside it. */
const bytesPerCell = 24 + 20;

interface Source {
  readonly dataset: AccessibleDataset;
  readonly engine: Engine;
}

export function createChartData(services: Services): ChartData {
  const cache = createMemoryCache<Answer>({ maxBytes: services.config.cacheMb * 1024 * 1024, now: services.now });
  const flights = createSingleFlight<Answer>();
  const answer = async (job: QueryJob, options: { readonly isForced: boolean; readonly lifetimeSeconds: number }) => {
    const plans = await planJob(job);
    const key = toCacheKey(job, plans);
    const found = options.isForced ? undefined : cache.get(key);
    services.metrics.cacheLookups.inc({ outcome: found ? 'hit' : 'miss' });
    if (found) return { answer: found.value, cachedAt: found.storedAt, plans, key };
    const fresh = await flights.run(key, (signal) => runJob({ ...job, signal }, plans), job.signal);
    cache.set(key, { value: fresh, bytes: sizeOf(fresh), lifetimeSeconds: options.lifetimeSeconds });
    return { answer: fresh, cachedAt: null, plans, key };
  };
  const runOne = async (run: ChartRun, source: Source, query: QueryObject): Promise<ChartTableResult> => {
    const job = toJob({ services, run, source, query });
    const lifetimeSeconds = await findLifetime(services, run.request, source.dataset);
    const result = await answer(job, { isForced: run.request.force === true, lifetimeSeconds });
    return toTableResult({ job, ...result, lifetimeSeconds });
  };
  return {
    run: async (run) => {
      const source = await openSource(services, run);
      return Promise.all(run.request.queries.map((query) => runOne(run, source, query)));
    },
    explain: async (run) => {
      const source = await openSource(services, run);
      return Promise.all(
        run.request.queries.map(async (query) => (await planJob(toJob({ services, run, source, query }))).sql),
      );
    },
  };
}

async function openSource(services: Services, { user, request }: ChartRun): Promise<Source> {
  const id = Number(request.datasource.id);
  if (!Number.isInteger(id)) throw fieldError({ 'datasource.id': ['Must be the id of a dataset.'] }, 400);
  const dataset = await getDataset(services, user, id);
  return { dataset, engine: await services.engines.get(dataset.database.id) };
}

interface JobInput {
  readonly services: Services;
  readonly run: ChartRun;
  readonly source: Source;
  readonly query: QueryObject;
}

function toJob({ services, run, source, query }: JobInput): QueryJob {
  const resultType = query.result_type ?? run.request.result_type;
  return {
    services,
    user: run.user,
    engine: source.engine,
    database: source.dataset.database,
    dataset: toQueryDataset(source.dataset),
    query: resultType && resultType !== 'full' ? { ...query, result_type: resultType } : query,
    signal: run.signal,
  };
}

/**
 * The SQL holds everything that decides the rows: the dataset's text, the rules of whoever asks, the resolved times.
 * What is done to the rows afterwards is added.
 */
function toCacheKey({ database, query }: QueryJob, { sql }: QueryPlans): string {
  const parts = [
    database.id,
    database.changed_on,
    sql,
    query.post_processing ?? [],
    query.time_offsets ?? [],
    query.time_shift ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

async function findLifetime(
  { store, config }: Services,
  request: ChartDataRequest,
  { row, database }: AccessibleDataset,
): Promise<number> {
  const chartId = Number(request.form_data?.slice_id);
  const chart =
    Number.isInteger(chartId) && chartId > 0
      ? await store.selectFrom('charts').select('cache_timeout').where('id', '=', chartId).executeTakeFirst()
      : undefined;
  return (
    request.custom_cache_timeout ??
    chart?.cache_timeout ??
    row.cache_timeout ??
    database.cache_timeout ??
    config.cacheTimeoutSeconds
  );
}

function sizeOf({ table }: Answer): number {
  let bytes = 512;
  for (const column of table.columns) {
    bytes += column.values.length * bytesPerCell;
    if (column.type === 'string')
      for (const value of column.values) bytes += typeof value === 'string' ? value.length * 2 : 0;
  }
  return bytes;
}

interface TableResultInput {
  readonly job: QueryJob;
  readonly answer: Answer;
  readonly cachedAt: Date | null;
  readonly plans: QueryPlans;
  readonly key: string;
  readonly lifetimeSeconds: number;
}

function toTableResult({ job, answer, cachedAt, plans, key, lifetimeSeconds }: TableResultInput): ChartTableResult {
  const { main } = plans;
  const labels = [...(job.query.columns ?? []).map(columnLabel), ...(job.query.metrics ?? []).map(metricLabel)];
  return {
    annotation_data: {},
    applied_filters: main.appliedFilters,
    rejected_filters: main.rejectedFilters,
    cache_key: key,
    cached_dttm: cachedAt?.toISOString() ?? null,
    cache_timeout: lifetimeSeconds,
    error: null,
    from_dttm: main.from?.getTime() ?? null,
    to_dttm: main.to?.getTime() ?? null,
    is_cached: cachedAt !== null,
    label_map: Object.fromEntries(labels.map((label) => [label, [label]])),
    query: job.user.isAnonymous ? '' : plans.sql,
    result_format: 'json',
    rowcount: answer.table.rowCount,
    sql_rowcount: answer.sqlRowCount,
    stacktrace: null,
    status: 'success',
    applied_template_filters: [],
    table: answer.table,
    engineMs: cachedAt ? 0 : answer.engineMs,
  };
}
