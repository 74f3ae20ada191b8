/**
 * CACHE. Values kept in memory under a byte limit, the least recently used going first, and identical work in flight done
 * once. In: keys that name everything that decides the value, the security context first. Out: the same value, once computed.
 */
export { Coalescer, type Joining } from './coalescer.ts';
export { type Cache, type CacheEntry, createMemoryCache } from './memory-cache.ts';
