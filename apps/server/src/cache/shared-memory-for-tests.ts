import type { SharedCache } from './shared-cache.ts';

/** A memory in this process that several of them seem to share, for tests. */
export function openSharedMemory() {
  const values = new Map<string, Uint8Array>();
  const claims = new Map<string, string>();
  const ears = new Map<string, Set<(news: string) => void>>();
  const state = { isThere: true };
  const shared: SharedCache = {
    isThere: () => state.isThere,
    read: async (keys) => keys.map((key) => (state.isThere ? (values.get(key) ?? null) : null)),
    write: async (key, value) => void (state.isThere && values.set(key, Buffer.from(value as Uint8Array))),
    claim: async (key, owner) => {
      if (!state.isThere) return null;
      if ((claims.get(key) ?? owner) !== owner) return false;
      claims.set(key, owner);
      return true;
    },
    release: async (key, owner) => void (claims.get(key) === owner && claims.delete(key)),
    tell: (topic, news) => {
      for (const hear of state.isThere ? (ears.get(topic) ?? []) : []) hear(news);
    },
    listen: (topic, hear) => {
      const all = ears.get(topic) ?? new Set();
      ears.set(topic, all.add(hear));
      return () => void all.delete(hear);
    },
    close: async () => undefined,
  };
  return { shared, values, state };
}
