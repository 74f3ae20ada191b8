import { type ChartTableResult, type ColumnType, columnLabel, metricLabel, toWireTable } from '@powerset/contract';
import { type CacheEntry, createMemoryCache, createSingleFlight } from '../../cache/index.ts';
import type { RowKeeper } from '../../engines/index.ts';
import { type PackedTable, packedBytes, packTable, unpackTable } from '../../packed/index.ts';
import type { Services } from '../../services.ts';
import { toColumnTypes } from './column-types.ts';
import { createPreparedRequests, type PreparedQuery } from './prepared-requests.ts';
import { type Answer, planJob, type ReadKept, runJob } from './run-query.ts';
import { type ChartRun, openSource, toJob } from './source.ts';
import {
  Batch,
  type BatchPlace,
  createNextClicks,
  createSummaryShelf,
  type SummaryShelf,
  toQuestion,
} from './summaries/index.ts';

/**
 * One query's answer: what is told about it, and its rows as they are kept. A cached answer to the same question is the
 * same object, so that its text is written once.
 */
export interface ChartAnswer {
  readonly facts: Omit<ChartTableResult, 'table'>;
  readonly table: PackedTable;
  /** What each column is called in the reference's answers (`coltypes`). */
  readonly columnTypes: readonly ColumnType[];
}

/** Runs the queries of charts; identical ones are answered from the cache, or share the run in flight. */
export interface ChartData {
  answer(run: ChartRun): Promise<readonly ChartAnswer[]>;
  /** The same with the rows as values. */
  run(run: ChartRun): Promise<readonly ChartTableResult[]>;
  /** Every answer is in the cache and may be given from there. */
  isKept(run: ChartRun): Promise<boolean>;
  /** Opens the answer to charts that are asked at once, so many; each arrives with its `run` and leaves. */
  openBatch(size: number, options: { readonly place: BatchPlace; readonly signal: AbortSignal }): Batch;
  close(): Promise<void>;
  /** The SQL of each query, without running it. */
  explain(run: ChartRun): Promise<readonly string[]>;
}

export function createChartData(services: Services): ChartData {
  const cache = createMemoryCache<Kept>({ maxBytes: services.config.cacheMb * 1024 * 1024, now: services.now });
  const flights = createSingleFlight<Answer>();
  const prepared = createPreparedRequests(services);
  const repeated = new WeakMap<PreparedQuery, { readonly entry: CacheEntry<Kept>; readonly answer: ChartAnswer }>();
  const answerAgain = (query: PreparedQuery, entry: CacheEntry<Kept>): ChartAnswer => {
    const known = repeated.get(query);
    if (known?.entry === entry) return known.answer;
    const answer = toChartAnswer(query, entry.value.answer, entry.storedAt);
    repeated.set(query, { entry, answer });
    return answer;
  };
  const shelf = createSummaryShelf(services);
  const nextClicks = createNextClicks(services, shelf);
  const findKept = ({ key, job }: PreparedQuery): CacheEntry<Kept> | undefined => {
    const found = cache.get(key);
    return found && isSameData(found.value.data, dataOf(job)) ? found : undefined;
  };
  const lookUp = (query: PreparedQuery, run: ChartRun): Lookup => {
    const found = run.request.force === true ? undefined : findKept(query);
    services.metrics.cacheLookups.inc({ outcome: found ? 'hit' : 'miss' });
    return { query, found };
  };
  const answerOne = async ({ query, found }: Lookup, run: ChartRun): Promise<ChartAnswer> => {
    if (found) return answerAgain(query, found);
    const { key, job, plans, lifetimeSeconds } = query;
    const work = (signal: AbortSignal) => runJob({ ...job, signal }, plans, keptReader({ shelf, query, run, signal }));
    const data = dataOf(job);
    const fresh = await flights.run(`${key} ${data?.version}`, work, run.signal);
    cache.set(key, { value: { answer: fresh, data }, bytes: sizeOf(fresh), lifetimeSeconds });
    return toChartAnswer(query, fresh, null);
  };
  const answer = async (run: ChartRun): Promise<readonly ChartAnswer[]> => {
    const queries = (await prepared.prepare(run)).map((query) => lookUp(query, run));
    joinBatch(run, queries);
    const [first, ...others] = queries;
    if (!first) return [];
    const rows = answerOne(first, run);
    return Promise.all([
      rows,
      ...others.map(async (lookup) =>
        lookup.query.job.query.unless_additive && isWhole(first) && addsUp(await rows, lookup.query)
          ? toNeedlessAnswer(lookup.query)
          : answerOne(lookup, run),
      ),
    ]);
  };
  return {
    answer,
    run: async (run) => (await answer(run)).map(toTableResult),
    isKept: async (run) =>
      run.request.force !== true && (await prepared.prepare(run)).every((query) => findKept(query) !== undefined),
    openBatch: (size, options) => new Batch({ ...options, shelf, size, onEnd: (batch) => nextClicks.consider(batch) }),
    close: () => nextClicks.close(),
    explain: async (run) => {
      const source = await openSource(services, run);
      const plans = run.request.queries.map((query) => planJob(toJob(services, run, { source, query })));
      return (await Promise.all(plans)).map(({ sql }) => sql);
    },
  };
}

interface Lookup {
  readonly query: PreparedQuery;
  readonly found: CacheEntry<Kept> | undefined;
}

/** Which writes an answer was read after, where the engine tells that it wrote. */
interface DataRead {
  readonly keeper: RowKeeper;
  readonly version: number;
}

interface Kept {
  readonly answer: Answer;
  readonly data: DataRead | null;
}

function dataOf({ engine: { rowKeeper } }: PreparedQuery['job']): DataRead | null {
  return rowKeeper ? { keeper: rowKeeper, version: rowKeeper.version() } : null;
}

/** What others write into a database of theirs nobody tells: there an answer is believed as long as it may be kept. */
function isSameData(kept: DataRead | null, now: DataRead | null): boolean {
  return kept?.keeper === now?.keeper && kept?.version === now?.version;
}

function joinBatch({ batch }: ChartRun, lookups: readonly Lookup[]): void {
  if (!batch) return;
  const questionsOf = ({ query: { job, plans } }: Lookup) =>
    [plans.main, ...plans.offsets.map(({ plan }) => plan)].flatMap((plan) => toQuestion(job, plan) ?? []);
  batch.of.arrive(batch.key, {
    asked: lookups.flatMap(questionsOf),
    missing: lookups.filter(({ found }) => !found).flatMap(questionsOf),
  });
}

interface KeptReading {
  readonly shelf: SummaryShelf;
  readonly query: PreparedQuery;
  readonly run: ChartRun;
  readonly signal: AbortSignal;
}

/** Where a query is answered from what the engine worked out before: for others, or together with the charts beside it. */
function keptReader({ shelf, query, run, signal }: KeptReading): ReadKept {
  const { lifetimeSeconds } = query;
  const maxAgeMs = lifetimeSeconds === 0 ? Number.POSITIVE_INFINITY : lifetimeSeconds * 1000;
  const mustBeNew = run.request.force === true || lifetimeSeconds < 0;
  if (mustBeNew && !run.batch) return async () => null;
  return async (plan) => {
    const question = toQuestion(query.job, plan);
    if (!question) return null;
    const kept = mustBeNew ? null : await shelf.answer(question, { maxAgeMs, signal });
    return kept ?? run.batch?.of.answer(question, signal) ?? null;
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

/** Whether a query begins with its first row: those of a later page are not all of them. */
const isWhole = ({ query: { job } }: Lookup) => (job.query.row_offset ?? 0) === 0;

/** Whether totals are no more than sums of the rows that came: every row is there, and every metric can be added up. */
function addsUp({ facts }: ChartAnswer, { job, plans: { main } }: PreparedQuery): boolean {
  // Groups of an earlier period alone have no row among those that came.
  if (job.query.time_offsets?.length) return false;
  const metrics = main.columns.filter(({ role }) => role === 'metric');
  return facts.limitReached === null && metrics.every(({ label }) => main.summable.includes(label));
}

/** What was not asked of the engine: no rows, and no statement. */
function toNeedlessAnswer(query: PreparedQuery): ChartAnswer {
  const columns = query.plans.main.columns.map(({ label, type }) => ({
    ...{ name: label, type: type ?? 'number', nativeType: '', values: [] },
  }));
  const table = packTable({ columns, rowCount: 0 });
  const answer = toChartAnswer(query, { table, sqlRowCount: 0, engineMs: 0 }, null);
  return { ...answer, facts: { ...answer.facts, query: '' } };
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
    limitReached: main.rowLimit !== null && answer.sqlRowCount >= main.rowLimit ? main.rowLimit : null,
    summable: main.summable,
  };
  return { facts, table: answer.table, columnTypes: toColumnTypes(answer.table, job.dataset) };
}
