/**
 * CHART DATA. The calls by which charts ask: what a request means, annotation layers, answers that come later. In: requests of
 * one chart or of a whole dashboard. Out: rows, files, or a stream of answers, which `answers` gives.
 */
export { withAnnotations } from './annotations.ts';
export { type AsyncJobs, createAsyncJobs } from './async-jobs.ts';
export { withChartLayers } from './chart-layers.ts';
export { jobRoutes } from './job-routes.ts';
export { type JobSockets, openJobSockets } from './job-sockets.ts';
export { registerChartData } from './routes.ts';
