import type { CacheEntry } from '../cache/index.ts';
import type { Materializer } from '../engines/index.ts';
import type { QueryJob } from './query-job.ts';
import type { QueryPlans, QueryRows } from './run-query.ts';
import type { Answer, TableText } from './writing/index.ts';

/** One query with everything that was worked out before it is looked up or run. */
export interface PreparedQuery {
  readonly job: QueryJob;
  readonly plans: QueryPlans;
  /** Names the answer in the cache. */
  readonly key: string;
  readonly lifetimeSeconds: number;
  /** The query of the same request that says what its shares are shares of; null where they are of the rows that came. */
  readonly allRows: PreparedQuery | null;
  /** The query that finds the currency of its rows; null where nobody asks for that. */
  readonly currency: PreparedQuery | null;
  /** What was told last. From the same rows it is told again, so that its text is written once. */
  last: LastAnswer | null;
}

interface LastAnswer {
  readonly from: CacheEntry<CachedRows>;
  readonly answer: Answer;
  /** The same with the currency that was found for it. */
  inCurrency?: Answer;
}

/** A query's rows, and with them their text. */
export interface CachedRows extends QueryRows {
  readonly text: TableText;
  /** Which writes they were read after; null where nobody tells. */
  readonly data: DataVersion | null;
  /** How often their dataset had been forgotten by then. */
  readonly age: number;
}

/** An engine that counts what it wrote, and where it stood. */
export interface DataVersion {
  readonly materializer: Materializer;
  readonly version: number;
}
