import type { ChartBrush, ChartTableResult, SlicedQuery } from '@powerset/contract';
import type { CacheEntry } from '../cache/index.ts';
import type { Services } from '../services.ts';
import { toAnswer, toNeedlessAnswer, toTableResult, withFacts } from './answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { CubeRequest, Cubes } from './cube-shapes.ts';
import { createCuber } from './cubes.ts';
import { currencyOf } from './currencies.ts';
import { findMistake, type Mistake } from './find-mistake.ts';
import type { CachedRows, PreparedQuery } from './prepared-query.ts';
import { createPreparedQuestions } from './prepared-questions.ts';
import { openSource, type Question, toJob } from './questions/index.ts';
import { type Batch, type BatchPlace, createRollups } from './rollups/index.ts';
import { addsUp, isWhole, planJob, runJob, summableOf } from './run-query.ts';
import { toAllRows } from './shares.ts';
import { createSlicer } from './slices.ts';
import type { Answer } from './writing/index.ts';

/** Answers what charts ask: from the cache, from rollups, else by the engine. Identical questions share one run. */
export interface Answers {
  /** One answer for each of the question's queries. An answer that comes from the same rows again is the same object. */
  answer(question: Question): Promise<readonly Answer[]>;
  /** The same with the rows as values. */
  run(question: Question): Promise<readonly ChartTableResult[]>;
  /** Every answer is in the cache and may be given from there. */
  isCached(question: Question): Promise<boolean>;
  /** What was read of these datasets before answers nobody any more: somebody wrote what they stand on. */
  forget(datasetIds: readonly number[]): void;
  /** Opens the answer to charts that are asked at once, so many; each arrives with its question and leaves. */
  openBatch(size: number, options: { readonly place: BatchPlace; readonly signal: AbortSignal }): Batch;
  /** Each chart for every slice of a column, as its slices are ready; null where only the engine can tell. */
  slice(
    questions: readonly Question[],
    brush: ChartBrush,
    onReady: (sliced: readonly SlicedQuery[] | null, at: number) => void,
  ): Promise<void>;
  /** What a question comes to for every value of some columns, for a file that is asked without a database. */
  cube(question: Question, asked: CubeRequest): Promise<Cubes>;
  /** The SQL of each query, without running it. */
  explain(question: Question): Promise<readonly string[]>;
  /** What would keep its first query from its rows, without reading one; null where it would run. */
  findMistake(question: Question): Promise<Mistake | null>;
  close(): Promise<void>;
}

/** One query, and its rows where they are cached. */
interface Lookup {
  readonly query: PreparedQuery;
  readonly found: CacheEntry<CachedRows> | undefined;
}

export function createAnswers(services: Services): Answers {
  const prepared = createPreparedQuestions(services);
  const cache = createAnswerCache(services);
  const rollups = createRollups(services);
  const lookUp = (query: PreparedQuery, { request }: Question): Lookup => {
    const found = request.force === true ? undefined : cache.find(query);
    services.metrics.cacheLookups.inc({ outcome: found ? 'hit' : 'miss' });
    return { query, found };
  };
  const answerOne = async ({ query, found }: Lookup, question: Question): Promise<Answer> => {
    if (found) return answerAgain(query, found);
    const { allRows } = query;
    const read = (signal: AbortSignal) => {
      const readAllRows = async (ofAll: PreparedQuery) =>
        toAllRows(await answerOne(lookUp(ofAll, question), { ...question, signal, onRows: undefined }));
      return runJob({ ...query.job, signal }, query.plans, {
        readRollup: rollups.readerOf(query, question, signal),
        readAllRows: allRows && (() => readAllRows(allRows)),
        onRows: question.request.queries.length === 1 ? question.onRows : undefined,
      });
    };
    const isForced = question.request.force === true;
    const { value, storedAt } = await cache.fill(query, { signal: question.signal, isForced, read });
    return toAnswer(query, value, storedAt);
  };
  const findCurrency = async (query: PreparedQuery, question: Question): Promise<string | null> => {
    // It is told beside the rows: neither do they wait in its place in a batch, nor fall with it.
    const asked = answerOne(lookUp(query, question), { ...question, batch: undefined, onRows: undefined });
    return currencyOf(await asked);
  };
  const answerInCurrency = async (lookup: Lookup, question: Question): Promise<Answer> => {
    const { query } = lookup;
    if (!query.currency) return answerOne(lookup, question);
    const code = findCurrency(query.currency, question).catch(() => null);
    return inCurrency(query, await answerOne(lookup, question), await code);
  };
  const answer = async (question: Question): Promise<readonly Answer[]> => {
    const lookups = (await prepared.prepare(question)).map((query) => lookUp(query, question));
    rollups.arrive(question, lookups);
    const [first, ...others] = lookups;
    if (!first) return [];
    const rows = answerInCurrency(first, question);
    const rest = others.map(async ({ query, found }) => {
      if (query.job.query.unless_additive && isNeedless(query, first.query, await rows)) return toNeedlessAnswer(query);
      // It was read just now where the first one's shares are shares of it.
      const again = first.query.allRows?.key === query.key ? cache.find(query) : undefined;
      return answerInCurrency({ query, found: found ?? again }, question);
    });
    return Promise.all([rows, ...rest]);
  };
  return {
    answer,
    run: async (question) => (await answer(question)).map(toTableResult),
    isCached: async (question) => {
      if (question.request.force === true) return false;
      const [first, ...others] = await prepared.prepare(question);
      const found = first && cache.find(first);
      if (!first || !found) return !first;
      const rows = answerAgain(first, found);
      const isAtHand = (query: PreparedQuery) => cache.find(query) !== undefined;
      if (!others.every((query) => isAtHand(query) || isNeedless(query, first, rows))) return false;
      return [first, ...others].every(({ currency }) => currency === null || isAtHand(currency));
    },
    forget: cache.forget,
    openBatch: rollups.openBatch,
    slice: createSlicer({ prepared, rollups }),
    cube: createCuber(prepared),
    explain: (question) => explain(services, question),
    findMistake: (question) => findMistake(services, question),
    close: async () => {
      cache.close();
      await rollups.close();
    },
  };
}

async function explain(services: Services, question: Question): Promise<readonly string[]> {
  const source = await openSource(services, question);
  const plans = question.request.queries.map((query) => planJob(toJob(services, question, { source, query })));
  return (await Promise.all(plans)).map(({ sql }) => sql);
}

function answerAgain(query: PreparedQuery, from: CacheEntry<CachedRows>): Answer {
  if (query.last?.from !== from) query.last = { from, answer: toAnswer(query, from.value, from.storedAt) };
  return query.last.answer;
}

/** An answer with the currency of its rows; from the same rows in the same currency the same object again. */
function inCurrency({ last, currency }: PreparedQuery, answer: Answer, code: string | null): Answer {
  const [column] = currency?.job.query.columns ?? [];
  const isLast = last?.answer === answer;
  if (isLast && last.inCurrency?.facts.detected_currency === code) return last.inCurrency;
  const named = typeof column === 'string' ? { currency_code_column: column } : {};
  const told = withFacts(answer, { ...answer.facts, detected_currency: code, ...named });
  if (isLast) last.inCurrency = told;
  return told;
}

/** Whether what a query asks is no more than sums of the rows that came for the first one, so that it is never asked. */
function isNeedless(query: PreparedQuery, first: PreparedQuery, { facts }: Answer): boolean {
  if (!query.job.query.unless_additive) return false;
  const { main } = query.plans;
  const plan = { ...main, summable: summableOf(query.job.query, main.summable) };
  return isWhole(first.job.query, first.plans.main, facts.sql_rowcount) && addsUp(query.job.query, plan);
}
