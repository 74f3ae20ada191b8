/**
 * Time comparison: the same query for other periods, and its metrics beside those of now.
 * In: a plan and its query, later the results. Out: more plans, then one joined table.
 */
export { joinTimeOffsets, type OffsetResult, offsetLabel } from './join-time-offsets.ts';
export { type OffsetPlan, planTimeOffsets } from './plan-time-offsets.ts';
export { daysOfOffset, shiftTimeOffset, unshiftTimeOffset } from './time-offset.ts';
