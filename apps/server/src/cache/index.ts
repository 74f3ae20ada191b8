/**
 * CACHE. Answers kept in memory under a byte limit, the least recently used going first, and work in flight shared.
 * In: keys that name everything that decides the answer, the security context first. Out: the same answer, once computed.
 */
export { type Cache, type CacheEntry, createMemoryCache } from './memory-cache.ts';
export { createSingleFlight, type SingleFlight } from './single-flight.ts';
