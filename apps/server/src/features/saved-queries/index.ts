/**
 * SAVED QUERIES. Queries that people keep: list, create, change, delete, and the older call that also schedules.
 * Everybody sees own ones only.
 */
export { registerSavedQueries } from './routes.ts';
export { createSavedQuery, getSavedQuery } from './service.ts';
