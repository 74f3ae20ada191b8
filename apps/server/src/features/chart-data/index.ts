/**
 * CHART DATA. The pipeline from a chart's query objects to result tables: dataset -> plan -> authorise -> cache -> engine
 * -> post-processing. In: requests of one chart or of a whole dashboard. Out: rows, files, or a stream of answers.
 */

export { withAnnotations } from './annotations.ts';
export { type AsyncJobs, createAsyncJobs } from './async-jobs.ts';
export { type ChartData, createChartData } from './chart-data.ts';
export { registerChartData } from './routes.ts';
