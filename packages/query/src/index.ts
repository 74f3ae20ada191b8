/**
 * MEANING. What a query object asks of a dataset: SQL, time ranges and grains, time comparison, post-processing. Pure.
 * In: query objects, datasets, dialects, result tables, the clock. Out: SQL text and result tables.
 * Never runs anything; wrong input is a `QueryError` that names the field.
 */
export * from './comparison/index.ts';
export * from './dataset.ts';
export * from './errors.ts';
export * from './figures/index.ts';
export { partQuery } from './offline/index.ts';
export * from './plan/index.ts';
export * from './post-processing/index.ts';
export * from './rollups/index.ts';
export * from './table-calculations/index.ts';
export * from './templates/index.ts';
export * from './time/index.ts';
