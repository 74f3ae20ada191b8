import { type CacheEntry, Coalescer, createMemoryCache } from '../cache/index.ts';
import { packedBytes } from '../packed/index.ts';
import type { Services } from '../services.ts';
import type { CachedRows, DataVersion, PreparedQuery } from './prepared-query.ts';
import type { QueryRows } from './run-query.ts';
import { TableText } from './writing/index.ts';

/** The rows of queries under their keys, and those that are on their way. */
export interface AnswerCache {
  /** What was read since data was last written. */
  find(query: PreparedQuery): CacheEntry<CachedRows> | undefined;
  /** Reads and keeps them. Who asks for the same meanwhile waits for the same run, which ends when nobody waits any more. */
  fill(query: PreparedQuery, filling: Filling): Promise<CachedRows>;
  /** Nobody is answered any more by what was read of these datasets before, nor by what is being read. */
  forget(datasetIds: readonly number[]): void;
}

interface Filling {
  readonly signal: AbortSignal;
  readonly read: (signal: AbortSignal) => Promise<QueryRows>;
}

export function createAnswerCache({ config, now }: Pick<Services, 'config' | 'now'>): AnswerCache {
  const cache = createMemoryCache<CachedRows>({ maxBytes: config.cacheMb * 1024 * 1024, now });
  const coalescer = new Coalescer<CachedRows>();
  /** How often a dataset was forgotten; one that never was has none. */
  const ages = new Map<number, number>();
  const ageOf = ({ dataset: { id } }: PreparedQuery['job']) => ages.get(id) ?? 0;
  return {
    find: ({ key, job }) => {
      const found = cache.get(key);
      return found && found.value.age === ageOf(job) && isSameData(found.value.data, dataOf(job)) ? found : undefined;
    },
    fill: async ({ key, job, lifetimeSeconds }, { signal, read }) => {
      const [data, age] = [dataOf(job), ageOf(job)];
      const start = async (shared: AbortSignal): Promise<CachedRows> => {
        const rows = await read(shared);
        return { ...rows, text: new TableText(rows.table), data, age };
      };
      const value = await coalescer.join({ key: `${key} ${data?.version} ${age}`, signal, start });
      cache.set(key, { value, bytes: sizeOf(value), lifetimeSeconds });
      return value;
    },
    forget: (datasetIds) => {
      for (const id of datasetIds) ages.set(id, (ages.get(id) ?? 0) + 1);
    },
  };
}

function dataOf({ engine: { materializer } }: PreparedQuery['job']): DataVersion | null {
  return materializer ? { materializer: materializer, version: materializer.version() } : null;
}

/** What others write into a database of theirs nobody tells: there an answer is believed as long as it may be kept. */
function isSameData(kept: DataVersion | null, now: DataVersion | null): boolean {
  return kept?.materializer === now?.materializer && kept?.version === now?.version;
}

/** What a row's name and value add when the rows are written as JSON; the written text is kept beside the values. */
const bytesPerWrittenCell = 24;

function sizeOf({ table }: QueryRows): number {
  return 512 + packedBytes(table) * 2 + table.rowCount * table.columns.length * bytesPerWrittenCell;
}
