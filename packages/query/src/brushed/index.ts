/**
 * BRUSHED. What a chart is told while somebody drags over another one, worked out where it is drawn.
 * In: what each slice of a brushed column comes to, the slices that are chosen, a query's own rules. Out: the result table
 * that the server would answer. Pure, and the one part of this package that pages take.
 */
export { type BrushedRows, type ChosenSlices, openSlices, type Slices } from './combine.ts';
