import { createHash } from 'node:crypto';
import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import { calculationsOf, forecastsAsOf, hasForecast } from '@powerset/query';
import type { User } from '../access/index.ts';
import type { AccessibleDataset } from '../catalog/index.ts';
import { catalogVersion } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import { othersTurn } from '../turns/index.ts';
import { placeOf } from './authorise.ts';
import { currencyQueryOf } from './currencies.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { QueryJob } from './query-job.ts';
import { openSource, type Question, type Source, toJob } from './questions/index.ts';
import { planJob, type QueryPlans } from './run-query.ts';
import { hasOpenShares, isOfAllRows } from './shares.ts';

/** Works out questions. Whether the asking person may read the dataset is decided anew each time. */
export interface PreparedQuestions {
  prepare(question: Question): Promise<readonly PreparedQuery[]>;
}

/** What one person asked while the catalog stood at one version; null for what was asked once so far. */
interface Remembered {
  readonly version: number;
  readonly requests: Map<string, readonly PreparedQuery[] | null>;
}

/** Of one person, and of all together: of thousands of people the first alone would hold gigabytes. */
const maxRemembered = 500;
const maxOfAll = 20_000;

/**
 * The same question of the same person means the same while datasets, rules and charts stay as they are, unless its plan
 * depends on the clock. Remembered from the second time on, so that what is asked once costs nothing more.
 */
export function createPreparedQuestions(services: Services): PreparedQuestions {
  let byUser = new WeakMap<User, Remembered>();
  let count = 0;
  const rememberedOf = (user: User): Remembered => {
    const version = catalogVersion(services.store);
    const found = byUser.get(user);
    if (found?.version === version) return found;
    count -= found?.requests.size ?? 0;
    const fresh: Remembered = { version, requests: new Map() };
    byUser.set(user, fresh);
    return fresh;
  };
  return {
    prepare: async (question) => {
      const source = await openSource(services, question);
      const { requests } = rememberedOf(question.user);
      const text = JSON.stringify(question.request);
      const known = requests.get(text);
      if (known) return known;
      // What was not asked before takes a while to plan, after a start above all: whoever waits goes first.
      await othersTurn();
      const prepared = await prepareAll(services, question, source);
      if (!isOfCatalog(question.request)) return prepared;
      if (requests.size >= maxRemembered) {
        count -= requests.size;
        requests.clear();
      }
      if (count >= maxOfAll) {
        byUser = new WeakMap();
        count = 0;
      }
      if (known === undefined) count += 1;
      requests.set(text, known === null && prepared.every(isSteady) ? prepared.map(withoutSignal) : null);
      return prepared;
    },
  };
}

/** Queries that are no datasets yet change without the catalog. */
function isOfCatalog({ datasource }: ChartDataRequest): boolean {
  return datasource.type === undefined || datasource.type === 'table' || datasource.type === 'dataset';
}

async function prepareAll(services: Services, question: Question, source: Source): Promise<readonly PreparedQuery[]> {
  const lifetimeSeconds = await findLifetime(services, question.request, source.dataset);
  const prepareOne = async (query: QueryObject): Promise<PreparedQuery> => {
    const { job, plans } = knowingTheTime(await planned(toJob(services, question, { source, query })));
    return { job, plans, key: toCacheKey(job, plans), lifetimeSeconds, allRows: null, currency: null, last: null };
  };
  const prepareWhole = async (query: QueryObject): Promise<PreparedQuery> => {
    const ofCurrency = currencyQueryOf(query, question.request, source.dataset);
    const prepared = await prepareOne(query);
    return ofCurrency ? { ...prepared, currency: await prepareOne(ofCurrency) } : prepared;
  };
  const prepared = await Promise.all(question.request.queries.map(prepareWhole));
  if (!prepared.some(({ job }) => hasOpenShares(job.query))) return prepared;
  const found = prepared.find(({ job }) => isOfAllRows(job.query));
  // What all rows come to is the metric itself, however it is shown.
  const isCalculated = found && calculationsOf(found.job.query).length > 0;
  const allRows = isCalculated ? await prepareOne({ ...found.job.query, table_calculations: [] }) : found;
  return allRows
    ? prepared.map((query) => (hasOpenShares(query.job.query) ? ofAllRows(query, allRows) : query))
    : prepared;
}

const planned = async (job: QueryJob) => ({ job, plans: await planJob(job) });

/** What a forecast learns from depends on which period is over. */
function knowingTheTime({ job, plans }: Awaited<ReturnType<typeof planned>>): Awaited<ReturnType<typeof planned>> {
  const rules = job.query.post_processing ?? [];
  if (!hasForecast(rules)) return { job, plans };
  const now = job.services.now();
  const { to } = plans.main;
  const query = { ...job.query, post_processing: forecastsAsOf(rules, to && to < now ? to : now) };
  return { job: { ...job, query }, plans: { ...plans, dependsOnTime: true } };
}

/** Shares of all rows are others than shares of the rows that came. */
function ofAllRows(query: PreparedQuery, allRows: PreparedQuery): PreparedQuery {
  return { ...query, key: `${query.key}/${allRows.key}`, allRows };
}

/** Whether the plans would be the same again: nothing in them came from the clock, from a query of their own or a template. */
function isSteady({ plans, currency }: PreparedQuery): boolean {
  return !plans.hasPrequery && !plans.isTemplated && !plans.dependsOnTime && (currency === null || isSteady(currency));
}

/** What is remembered outlives the request that it came with. */
function withoutSignal({ job, allRows, currency, ...prepared }: PreparedQuery): PreparedQuery {
  const kept = { ...job, signal: new AbortController().signal };
  const others = { allRows: allRows && withoutSignal(allRows), currency: currency && withoutSignal(currency) };
  return { ...prepared, ...others, job: kept };
}

/**
 * The SQL holds everything that decides the rows: the dataset's text, the rules of whoever asks, the resolved times.
 * What is done to the rows afterwards is added.
 */
function toCacheKey({ database, dataset, query, user, engine }: QueryJob, { sql, main, offsets }: QueryPlans): string {
  const parts = [
    database.id,
    database.changed_on,
    // Where people ask as themselves, the database has rules of its own of who may read what.
    engine.asksAs ?? (database.impersonate_user === 1 ? [user.id, user.viewedBy?.id ?? null] : null),
    dataset.catalog ?? null,
    placeOf(dataset).schema,
    sql,
    query.post_processing ?? [],
    query.time_offsets ?? [],
    query.time_calendar ?? null,
    main.offsetHours,
    main.columns.map(({ textFormat = null }) => textFormat),
    query.time_shift ?? null,
    query.table_calculations ?? [],
    [main, ...offsets.map(({ plan }) => plan)].flatMap(({ cacheKeyParts }) => cacheKeyParts),
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
