/**
 * CHART RUNS. What a chart asks, how far its query has come, and what it is drawn with, wherever a chart is drawn.
 * In: a form, the server's lines, what went wrong. Out: the request, the next state of the run, words for the chart. Knows no page.
 */
export * from './chart-request.ts';
export * from './chart-run.ts';
export * from './kept-layouts.ts';
export * from './use-answer-time.ts';
export * from './use-chart-definition.ts';
export * from './use-chart-translate.ts';
export * from './use-queries.ts';
export { startReturnWatch } from './watch-return.ts';
