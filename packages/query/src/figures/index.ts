/**
 * FIGURES. Two results of the same kind of question beside each other: which of their figures are others.
 * In: two result tables and the columns that name their rows. Out: counts, and the largest changes, as plain data.
 */
export { compareFigures } from './compare-figures.ts';
export { firstRows, namingColumns } from './compared-tables.ts';
export type { ComparedColumn, FigureChange, FigureComparison, FigureOptions } from './figure-comparison.ts';
export { differenceOf, isSameFigure, shareOf } from './measures.ts';
