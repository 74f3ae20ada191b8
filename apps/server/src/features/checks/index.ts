/**
 * CHECKS. What of a dashboard does not work, and what would no longer work if a dataset lost columns or metrics.
 * In: an object that the caller may change. Out: findings, each with the chart or dashboard that has it.
 */
export { type CheckDeps, registerChecks } from './routes.ts';
