/**
 * CACHE. Values kept in memory under a byte limit, the least recently used going first, and identical work in flight done
 * once; and a memory that several processes share, on a Redis server. In: keys that name everything that decides the
 * value, the security context first. Out: the same value, once computed.
 */
export { Coalescer, type Joining } from './coalescer.ts';
export { type Cache, type CacheEntry, createMemoryCache } from './memory-cache.ts';
export { openRedisCache, type RedisCacheOptions } from './redis-cache.ts';
export type { SharedCache } from './shared-cache.ts';
export { signedCache } from './signed-cache.ts';
export { openTopic, type Topic } from './topic.ts';
