import type { Services } from '../../services.ts';
import type { PreparedQuery } from '../prepared-query.ts';
import type { ReadRollup } from '../run-query.ts';
import { Batch, type BatchPlace } from './batch.ts';
import { createPreAggregation } from './pre-aggregation.ts';
import { toRollupQuery } from './rollup-query.ts';
import { createRollupStore } from './rollup-store.ts';
import { Slicing, type SlicingPlace } from './slicing.ts';

/** Answers queries from groups that were worked out for others, or together with the charts beside them. */
export interface Rollups {
  openBatch(size: number, options: { readonly place: BatchPlace; readonly signal: AbortSignal }): Batch;
  /** Tells the batch of a question what it asks, and what of it is not cached. */
  arrive(asked: Asked, lookups: readonly Lookup[]): void;
  /** Reads the plans of a query from rollups, as old as the query's answer may be. */
  readerOf(query: PreparedQuery, asked: Asked, signal: AbortSignal): ReadRollup;
  /** Readies slices of a column for the queries of some charts. */
  openSlicing(place: SlicingPlace): Slicing;
  close(): Promise<void>;
}

/** How a query was asked. */
interface Asked {
  readonly request: { readonly force?: boolean | null | undefined };
  readonly batch?: { readonly of: Batch; readonly key: string };
}

interface Lookup {
  readonly query: PreparedQuery;
  readonly found: object | undefined;
}

export function createRollups(services: Services): Rollups {
  const rollups = createRollupStore(services);
  const preAggregation = createPreAggregation(services, rollups);
  return {
    openBatch: (size, options) =>
      new Batch({ ...options, rollups, size, onEnd: (batch) => preAggregation.consider(batch) }),
    arrive: ({ batch }, lookups) =>
      batch?.of.arrive(batch.key, {
        asked: lookups.flatMap(({ query }) => rollupQueriesOf(query)),
        missing: lookups.flatMap(({ query, found }) => (found ? [] : rollupQueriesOf(query))),
      }),
    readerOf: ({ job, lifetimeSeconds }, { request, batch }, signal) => {
      const maxAgeMs = lifetimeSeconds === 0 ? Number.POSITIVE_INFINITY : lifetimeSeconds * 1000;
      const mustBeNew = request.force === true || lifetimeSeconds < 0;
      if (mustBeNew && !batch) return async () => null;
      return async (plan) => {
        const query = toRollupQuery(job, plan);
        if (!query) return null;
        const known = mustBeNew ? null : await rollups.answer(query, { maxAgeMs, signal });
        return known ?? batch?.of.answer(query, signal) ?? null;
      };
    },
    openSlicing: (place) => new Slicing(rollups, place),
    close: () => preAggregation.close(),
  };
}

function rollupQueriesOf({ job, plans }: PreparedQuery) {
  return [plans.main, ...plans.offsets.map(({ plan }) => plan)].flatMap((plan) => toRollupQuery(job, plan) ?? []);
}
