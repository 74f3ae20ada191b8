/**
 * Summaries of what charts ask. Charts of one dashboard that group the same rows in the same way are asked in one query;
 * and while nobody wants the engine, what the next click on a cross-filter would ask is grouped already. In: questions that
 * were planned and authorised. Out: the engine's own answers, or none.
 */
export { Batch, type BatchPlace } from './batch.ts';
export { createNextClicks, type NextClicks } from './next-clicks.ts';
export { type Question, toQuestion } from './question.ts';
export { createSummaryShelf, type SummaryShelf } from './summary-shelf.ts';
