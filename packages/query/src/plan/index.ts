/**
 * From a query object and a dataset to one SELECT: selection, conditions, series limit, order, limits.
 * In: what a chart asks, the dataset with its access rules, a dialect, the clock. Out: SQL and what will come back.
 */
export { labelHeaders, labelResult } from './label-result.ts';
export { modernizeQuery, type RowLimits, toDrillDetailQuery, toSamplesQuery } from './normalize-query.ts';
export { type PlanInput, type PlannedColumn, planQuery, type QueryPlan } from './plan-query.ts';
export { timestampLabel } from './selection.ts';
export { dimensionExpression, sliceExpression } from './slice-expression.ts';
export { plainAggregateOf } from './summable.ts';
