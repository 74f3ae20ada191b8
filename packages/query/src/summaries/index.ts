/**
 * Summaries: groups that were worked out once, from which other questions about the same rows are answered.
 * In: SELECTs as they were planned. Out: the SELECT that makes a summary, and SELECTs that read from one. Where it is not
 * certain that the answer is the engine's own, there is none.
 */
export { planSummary, type Summary, type SummaryPlan, type SummaryRequest } from './plan-summary.ts';
export { readSummary, type SummaryReading } from './read-summary.ts';
export { type QueryShape, toQueryShape } from './shape.ts';
