import { type ChartTableResult, columnLabel, metricLabel, toWireTable } from '@powerset/contract';
import { type CacheEntry, createMemoryCache, createSingleFlight } from '../../cache/index.ts';
import { type PackedTable, packedBytes, unpackTable } from '../../packed/index.ts';
import type { Services } from '../../services.ts';
import { createPreparedRequests, type PreparedQuery } from './prepared-requests.ts';
import { type Answer, planJob, runJob } from './run-query.ts';
import { type ChartRun, openSource, toJob } from './source.ts';

/**
 * One query's answer: what is told about it, and its rows as they are kept. A cached answer to the same question is the
 * same object, so that its text is written once.
 */
export interface ChartAnswer {
  readonly facts: Omit<ChartTableResult, 'table'>;
  readonly table: PackedTable;
}

/** Runs the queries of charts; identical ones are answered from the cache, or share the run in flight. */
export interface ChartData {
  answer(run: ChartRun): Promise<readonly ChartAnswer[]>;
  /** The same with the rows as values. */
  run(run: ChartRun): Promise<readonly ChartTableResult[]>;
  /** The SQL of each query, without running it. */
  explain(run: ChartRun): Promise<readonly string[]>;
}

export function createChartData(services: Services): ChartData {
  const cache = createMemoryCache<Answer>({ maxBytes: services.config.cacheMb * 1024 * 1024, now: services.now });
  const flights = createSingleFlight<Answer>();
  const prepared = createPreparedRequests(services);
  const repeated = new WeakMap<PreparedQuery, { readonly entry: CacheEntry<Answer>; readonly answer: ChartAnswer }>();
  const answerAgain = (query: PreparedQuery, entry: CacheEntry<Answer>): ChartAnswer => {
    const known = repeated.get(query);
    if (known?.entry === entry) return known.answer;
    const answer = toChartAnswer(query, entry.value, entry.storedAt);
    repeated.set(query, { entry, answer });
    return answer;
  };
  const answerOne = async (query: PreparedQuery, run: ChartRun): Promise<ChartAnswer> => {
    const { key, job, plans, lifetimeSeconds } = query;
    const found = run.request.force === true ? undefined : cache.get(key);
    services.metrics.cacheLookups.inc({ outcome: found ? 'hit' : 'miss' });
    if (found) return answerAgain(query, found);
    const fresh = await flights.run(key, (signal) => runJob({ ...job, signal }, plans), run.signal);
    cache.set(key, { value: fresh, bytes: sizeOf(fresh), lifetimeSeconds });
    return toChartAnswer(query, fresh, null);
  };
  const answer = async (run: ChartRun): Promise<readonly ChartAnswer[]> => {
    const queries = await prepared.prepare(run);
    return Promise.all(queries.map((query) => answerOne(query, run)));
  };
  return {
    answer,
    run: async (run) => (await answer(run)).map(toTableResult),
    explain: async (run) => {
      const source = await openSource(services, run);
      const plans = run.request.queries.map((query) => planJob(toJob(services, run, { source, query })));
      return (await Promise.all(plans)).map(({ sql }) => sql);
    },
  };
}

/** The answer with its rows as values. */
export function toTableResult({ facts, table }: ChartAnswer): ChartTableResult {
  return { ...facts, table: toWireTable(unpackTable(table)) };
}

/** What a row's name and value add when the rows are written as JSON; the written text is kept beside the values. */
const bytesPerWrittenCell = 24;

function sizeOf({ table }: Answer): number {
  return 512 + packedBytes(table) * 2 + table.rowCount * table.columns.length * bytesPerWrittenCell;
}

function toChartAnswer(
  { job, plans, key, lifetimeSeconds }: PreparedQuery,
  answer: Answer,
  cachedAt: Date | null,
): ChartAnswer {
  const { main } = plans;
  const labels = [...(job.query.columns ?? []).map(columnLabel), ...(job.query.metrics ?? []).map(metricLabel)];
  const facts: ChartAnswer['facts'] = {
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
    applied_template_filters: main.appliedTemplateFilters,
    engineMs: cachedAt ? 0 : answer.engineMs,
  };
  return { facts, table: answer.table };
}
