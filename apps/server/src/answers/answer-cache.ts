import { type CacheEntry, Coalescer, createMemoryCache } from '../cache/index.ts';
import { packedBytes } from '../packed/index.ts';
import type { Services } from '../services.ts';
import type { CachedRows, DataVersion, PreparedQuery } from './prepared-query.ts';
import type { QueryRows } from './run-query.ts';
import { createSharedAnswers, type ReadRows } from './shared-answers.ts';
import { TableText } from './writing/index.ts';

/** The rows of queries under their keys, and those that are on their way. */
export interface AnswerCache {
  /** What was read since data was last written. */
  find(query: PreparedQuery): CacheEntry<CachedRows> | undefined;
  /** Reads and keeps them. Who asks for the same meanwhile waits for the same run, which ends when nobody waits any more. */
  fill(query: PreparedQuery, filling: Filling): Promise<FilledRows>;
  /** Nobody is answered any more by what was read of these datasets before, nor by what is being read. */
  forget(datasetIds: readonly number[]): void;
  close(): void;
}

/** Rows that were read just now, or before by another process. */
export interface FilledRows {
  readonly value: CachedRows;
  readonly storedAt: Date | null;
}

type CacheParts = Pick<Services, 'config' | 'now' | 'shared' | 'metrics'>;

interface Filling {
  readonly signal: AbortSignal;
  /** The engine is asked, whatever other processes have read. */
  readonly isForced: boolean;
  readonly read: (signal: AbortSignal) => Promise<QueryRows>;
}

export function createAnswerCache({ config, now, shared, metrics }: CacheParts): AnswerCache {
  const cache = createMemoryCache<CachedRows>({ maxBytes: config.cacheMb * 1024 * 1024, now });
  const coalescer = new Coalescer<FilledRows>();
  /** How often a dataset was forgotten; one that never was has none. */
  const ages = new Map<number, number>();
  const growOld = (datasetIds: readonly number[]) => {
    for (const id of datasetIds) ages.set(id, (ages.get(id) ?? 0) + 1);
  };
  const fills = createFills();
  const sharing =
    shared &&
    createSharedAnswers({
      ...{ shared, now, patienceMs: config.queryTimeoutSeconds * 1000 },
      onForgotten: growOld,
      onRenewed: (key) => {
        cache.delete(key);
        fills.overtake(key);
      },
    });
  const ageOf = ({ dataset: { id } }: PreparedQuery['job']) => ages.get(id) ?? 0;
  return {
    find: ({ key, job }) => {
      const found = cache.get(key);
      return found && found.value.age === ageOf(job) && isSameData(found.value.data, dataOf(job)) ? found : undefined;
    },
    fill: async ({ key, job, lifetimeSeconds }, { signal, isForced, read }) => {
      const [data, age] = [dataOf(job), ageOf(job)];
      const readRows = async (wanted: AbortSignal): Promise<ReadRows> => {
        // What this process's own engine holds is no other's.
        if (!sharing || data) return { rows: await read(wanted), storedAt: null };
        const question = { key, datasetId: job.dataset.id, lifetimeSeconds, isForced };
        return sharing.find({ ...question, signal: wanted, read: () => read(wanted) });
      };
      const start = async (wanted: AbortSignal): Promise<FilledRows> => {
        const { rows, storedAt } = await readRows(wanted);
        if (storedAt) metrics.cacheLookups.inc({ outcome: 'shared' });
        return { value: { ...rows, text: new TableText(rows.table), data, age }, storedAt };
      };
      const name = `${key} ${data?.version} ${age} ${sharing !== null && isForced}`;
      const fill = fills.begin(key);
      try {
        const filled = await coalescer.join({ key: name, signal, start });
        const { value, storedAt } = filled;
        if (!fill.isOvertaken())
          cache.set(key, { value, bytes: sizeOf(value), lifetimeSeconds, storedAt: storedAt ?? undefined });
        return filled;
      } finally {
        fill.end();
      }
    },
    forget: (datasetIds) => {
      growOld(datasetIds);
      sharing?.forget(datasetIds);
    },
    close: () => sharing?.close(),
  };
}

/** Keys that are being filled, and which of them another process has read anew meanwhile: what comes for those is not kept. */
function createFills() {
  const open = new Map<string, { count: number; isOvertaken: boolean }>();
  return {
    overtake: (key: string) => {
      const fill = open.get(key);
      if (fill) fill.isOvertaken = true;
    },
    begin: (key: string) => {
      const fill = open.get(key) ?? { count: 0, isOvertaken: false };
      fill.count += 1;
      open.set(key, fill);
      return {
        isOvertaken: () => fill.isOvertaken,
        end: () => {
          fill.count -= 1;
          if (fill.count === 0 && open.get(key) === fill) open.delete(key);
        },
      };
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
