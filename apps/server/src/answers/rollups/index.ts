/**
 * ROLLUPS. Charts of one dashboard that group the same rows in the same way are asked in one query; and while nobody wants
 * the engine, what a click on a cross-filter would ask is pre-aggregated. In: queries that were planned and authorised.
 * Out: the engine's own answers, or none.
 */
export type { Batch, BatchPlace } from './batch.ts';
export { toRollupQuery } from './rollup-query.ts';
export { createRollups, type Rollups } from './rollups.ts';
export type { SlicedRows, Slicing } from './slicing.ts';
