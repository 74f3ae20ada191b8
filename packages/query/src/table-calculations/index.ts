/**
 * Table calculations: metrics of a result as what they are to their neighbours (share, running total, rank, change).
 * In: a labelled result table, its plan, and what all rows come to where a limit cut. Out: the same table with other values.
 */
export { type Calculating, calculateTable } from './calculate.ts';
export { inOwnOrder } from './own-order.ts';
export { calculationOffsets, calculationsOf, wholeQuery, withCalculationOffsets } from './plan-calculations.ts';
