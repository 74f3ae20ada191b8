export interface CacheEntry<T> {
  readonly value: T;
  readonly storedAt: Date;
}

/** Sizes are the caller's estimate in bytes; a lifetime of -1 second keeps nothing. */
export interface Cache<T> {
  get(key: string): CacheEntry<T> | undefined;
  set(key: string, entry: NewEntry<T>): void;
  delete(key: string): void;
  clear(): void;
  readonly stats: { readonly bytes: number; readonly entries: number; readonly hits: number; readonly misses: number };
}

interface NewEntry<T> {
  readonly value: T;
  readonly bytes: number;
  readonly lifetimeSeconds: number;
  /** When it was made, where that was not just now. */
  readonly storedAt?: Date | undefined;
}

interface StoredEntry<T> extends CacheEntry<T> {
  readonly bytes: number;
  readonly expiresMs: number;
}

interface MemoryCacheOptions {
  readonly maxBytes: number;
  readonly now: () => Date;
}

/** One entry takes at most an eighth of the whole, so that a giant answer does not push out everything else. */
const largestShare = 8;

export function createMemoryCache<T>({ maxBytes, now }: MemoryCacheOptions): Cache<T> {
  const stored = new Map<string, StoredEntry<T>>();
  const stats = { bytes: 0, entries: 0, hits: 0, misses: 0 };
  const remove = (key: string) => {
    const entry = stored.get(key);
    if (!entry) return;
    stored.delete(key);
    stats.bytes -= entry.bytes;
    stats.entries = stored.size;
  };
  const makeRoom = () => {
    for (const key of stored.keys()) {
      if (stats.bytes <= maxBytes) return;
      remove(key);
    }
  };
  return {
    stats,
    delete: remove,
    clear: () => {
      for (const key of [...stored.keys()]) remove(key);
    },
    get: (key) => {
      const entry = stored.get(key);
      if (!entry || entry.expiresMs <= now().getTime()) {
        remove(key);
        stats.misses += 1;
        return undefined;
      }
      // A Map keeps insertion order: putting the entry back makes it the youngest.
      stored.delete(key);
      stored.set(key, entry);
      stats.hits += 1;
      return entry;
    },
    set: (key, { value, bytes, lifetimeSeconds, storedAt = now() }) => {
      remove(key);
      if (lifetimeSeconds < 0 || bytes > maxBytes / largestShare) return;
      const expiresMs = lifetimeSeconds === 0 ? Number.POSITIVE_INFINITY : storedAt.getTime() + lifetimeSeconds * 1000;
      stored.set(key, { value, bytes, storedAt, expiresMs });
      stats.bytes += bytes;
      stats.entries = stored.size;
      makeRoom();
    },
  };
}
