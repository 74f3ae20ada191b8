/**
 * Rollups: groups that were worked out once, from which other questions about the same rows are answered.
 * In: SELECTs as they were planned. Out: the SELECT that makes a rollup, and SELECTs that read from one. Where it is not
 * certain that the answer is the engine's own, there is none.
 */
export { planRollup, type Rollup, type RollupPlan, type RollupRequest } from './plan-rollup.ts';
export { type RollupReading, readRollup } from './read-rollup.ts';
export { type QueryShape, toQueryShape } from './shape.ts';
export { planSlices, type SlicePlan } from './slices.ts';
