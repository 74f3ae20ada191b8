/**
 * QUERIES. The history of the SQL editor: lists of runs, what changed since a time, stopping one.
 * A user sees own runs only, unless `all_query_access` is granted.
 */
export { type QueryRunsOptions, registerQueryRuns } from './routes.ts';
